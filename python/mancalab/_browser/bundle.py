"""The board's modules as one script, for those who take one text only.

The files of the folder `js` are ES modules: their imports say what one file uses of another, to a
browser and to an editor. A notebook, and a page without a network, take one text. So each module
becomes a function that is called once and returns what the module exports, in an order in which
every module comes after those that it imports; the last module stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from mancalab._boards.palette import DARK, LIGHT

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function)\*? (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def style(*more: str) -> str:
    """The style sheet of the board, in the colours of the pictures, and others after it by name."""
    colours = "".join(f"--mb-{name}:light-dark({LIGHT[name]},{DARK[name]});" for name in LIGHT)
    return f".mancalab{{{colours}}}\n" + "\n".join(map(_sheet, ("board", *more)))


def _sheet(name: str) -> str:
    return resources.files(__package__).joinpath(f"{name}.css").read_text(encoding="utf-8")


@cache
def source(name: str) -> str:
    """The text of a module."""
    return resources.files(__package__).joinpath(f"js/{name}.js").read_text(encoding="utf-8")


@cache
def script(
    entry: Literal["notebook", "replay", "exploring", "puzzling"] = "notebook",
) -> str:
    """The board as the text of one ES module.

    Parameters
    ----------
    entry
        "notebook": the default export is what anywidget asks for, with `render({model, el})`.
        "exploring": the same for the explorer. "replay" and "puzzling" export nothing; they show
        the game, or the puzzles, that stand in the page.
    """
    return bundled(entry, source)


def bundled(entry: str, read: Callable[[str], str]) -> str:
    """A module and all that it imports, as the text of one ES module.

    Modules export classes, functions and constants where they declare them, and import them by
    these names from files beside them. Only the entry may have a default export.

    Parameters
    ----------
    entry
        Name of the last module; it keeps its exports.
    read
        Gives the text of a module by its name.

    Raises
    ------
    ValueError
        An import or export is written in another way, a name is not exported where it is imported
        from, or modules import each other in a circle.
    """
    modules: dict[str, _Module] = {}
    _add(entry, read, modules, ())
    *before, last = modules.values()
    return "\n".join([*(module.as_function() for module in before), last.text])


@dataclass(frozen=True)
class _Module:
    """A module whose imports are taken from the functions that stand before it."""

    name: str
    text: str

    @property
    def exports(self) -> list[str]:
        """The names that it exports."""
        return _EXPORT.findall(self.text)

    def as_function(self) -> str:
        """The module in a scope of its own."""
        body = _EXPORT.sub("", self.text)
        exports = ", ".join(self.exports)
        return f"const ${self.name} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _add(
    name: str, read: Callable[[str], str], modules: dict[str, _Module], importers: tuple[str, ...]
) -> _Module:
    """Put a module behind all that it imports."""
    if name in importers:
        raise ValueError(f"{' imports '.join((*importers, name))}: a circle")
    if name in modules:
        return modules[name]

    def taken(line: re.Match[str]) -> str:
        names = [one.strip() for one in line[1].split(",") if one.strip()]
        other = _add(line[2], read, modules, (*importers, name))
        if missing := [one for one in names if one not in other.exports]:
            raise ValueError(f"{name}: {other.name} exports no {', '.join(missing)}")
        return f"const {{ {', '.join(names)} }} = ${other.name};\n"

    text = _IMPORT.sub(taken, read(name))
    rest = _EXPORT.sub("", text if importers else _DEFAULT.sub("", text))
    if odd := _OTHER.search(rest):
        raise ValueError(f"{name}: {odd[0]!r} is written in a way that cannot be bundled")
    modules[name] = _Module(name, text)
    return modules[name]
