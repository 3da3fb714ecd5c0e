"""Types for the native module: its signatures have none, its stub (`_core.pyi`) has them all."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import mancalab
from mancalab import _core

STUB = Path(mancalab.__file__).with_name("_core.pyi")


@cache
def stub() -> dict[str, ast.FunctionDef]:
    """Every function and method of the stub: "rules", "Rules.replace"."""
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found[f"{node.name}.{member.name}"] = member
    return found


@cache
def aliases() -> dict[str, str]:
    """Types that the stub has a name of its own for: readers are shown what the name stands for."""
    return {
        node.target.id: ast.unparse(node.value)
        for node in ast.parse(STUB.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value
    }


def spelled_out(text: str) -> str:
    """A type or a list of parameters without names that only the stub knows."""
    for name, meaning in aliases().items():
        # No backslash is in a type, so it can be put in as it is.
        text = re.sub(rf"\b{name}\b", meaning, text)
    return text


def without_self(arguments: ast.arguments) -> str:
    """The parameters as a caller writes them."""
    first = [*arguments.posonlyargs, *arguments.args][:1]
    text = ast.unparse(arguments)
    if first and first[0].arg in {"self", "cls"}:
        text = text.removeprefix(first[0].arg).removeprefix(", ")
    return text


def from_stub(
    _app: Any, what: str, name: str, thing: Any, _options: Any, _signature: str, returns: str
) -> tuple[str, str] | None:
    """Parameters and result of a native function or method; None leaves what Sphinx found."""
    path = name.removeprefix("mancalab.")
    node = stub().get(f"{path}.__new__" if what == "class" else path)
    if node is None or what not in {"class", "function", "method"} or not is_native(thing):
        return None
    result = ast.unparse(node.returns) if node.returns and what != "class" else returns
    return f"({spelled_out(without_self(node.args))})", spelled_out(result or "")


def attribute_docs(
    _app: Any, what: str, name: str, thing: Any, _options: Any, lines: list[str]
) -> None:
    """Say the type of a native property.

    Napoleon, which comes after this, takes what stands before a colon in the first line for the
    type; where it is none, a line is broken there.
    """
    if what not in {"attribute", "property", "data"} or not lines:
        return
    node = stub().get(name.removeprefix("mancalab."))
    if node and node.returns and is_native(thing):
        types = spelled_out(ast.unparse(node.returns)).replace(
            "_", r"\_"
        )  # "np.bool_" would be a link
        lines[0] = f"{types}: {lines[0]}"
    elif ": " in lines[0]:
        head, _, rest = lines[0].partition(": ")
        lines[:1] = [head + ":", rest]


def is_native(thing: Any) -> bool:
    """Whether it is compiled; Sphinx sees the types of what is not."""
    if isinstance(thing, type):
        return getattr(_core, thing.__name__, None) is thing
    return not isinstance(thing, FunctionType | property)
