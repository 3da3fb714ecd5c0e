"""Every example that a reader can copy runs: README, the pages of docs/, all docstrings."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import landing_page
import mancalab as mc
import reference_page
from mancalab import _core
from mancalab.cli import reference

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
MADE = {DOCS / "games", DOCS / "notebooks", DOCS / "teachers" / "boards"}
"""What `make docs` writes; test_site.py speaks of it."""

PAGES = [README, *sorted(page for page in DOCS.rglob("*.md") if not MADE & set(page.parents))]
WITHOUT_EXAMPLES = {
    "benchmarks.md", "boards.md", "changes.md", "games.md", "index.md", "inside.md", "notebooks.md",
    "training.md",
}  # fmt: skip
EXACT = DOCS / "exact_play.md"
MAKEFILE = ROOT / "Makefile"
TORCH = importlib.util.find_spec("torch") is not None
SB3 = importlib.util.find_spec("stable_baselines3") is not None

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page; ``line`` is the number (from 0) of its first line."""

    language: str
    code: str
    line: int


def page_blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start(2)))
        for found in FENCE.finditer(text)
    ]


def run_doctest(test: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)
    runner.run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def run_block(block: Block, names: dict[str, Any], page: Path) -> None:
    if ">>>" in block.code:
        parser = doctest.DocTestParser()
        # The parser copies the names; what the block defines goes back to the common ones.
        test = parser.get_doctest(block.code, names, page.name, str(page), block.line)
        run_doctest(test)
        names.update(test.globs)
    else:
        # Blank lines in front make a traceback show the page's own line numbers.
        code = compile("\n" * block.line + block.code, str(page), "exec", dont_inherit=True)
        exec(code, names)  # noqa: S102


def follows(later: Block, block: Block) -> bool:
    """Whether nothing but a blank line stands between two blocks."""
    return later.line <= block.line + block.code.count("\n") + 3


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_python_blocks_run_in_order(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a block prints is what stands in the block of text right after it, if there is one."""
    monkeypatch.chdir(tmp_path)
    every = page_blocks(page)
    blocks = [block for block in every if block.language == "python"]
    assert bool(blocks) != (page.name in WITHOUT_EXAMPLES), f"{page.name}: {len(blocks)} examples"
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks:
        capsys.readouterr()
        run_block(block, names, page)
        printed = capsys.readouterr().out
        after = every[every.index(block) + 1 :][:1]
        if printed and after and after[0].language == "text" and follows(after[0], block):
            same = doctest.OutputChecker().check_output(after[0].code, printed, OPTIONS)
            assert same, f"{page.name} has\n{after[0].code}\nbut prints\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_blocks_are_of_a_kind_that_is_checked(page: Path) -> None:
    # `text` is for what a command prints.
    assert {block.language for block in page_blocks(page)} <= {"python", "sh", "text", "toml"}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_descriptions_can_be_played(page: Path) -> None:
    texts = [block.code for block in page_blocks(page) if block.language == "toml"]
    assert bool(texts) == (page == reference_page.PAGE)
    for text in texts:
        assert mc.Rules.from_toml(text).start().legal_actions


def test_the_keys_of_the_landing_table_are_those_that_are_read() -> None:
    text = landing_page.PAGE.read_text(encoding="utf-8")
    assert text == landing_page.page(text), "python tests/python/landing_page.py"
    assert "(docs/landing_table.md)" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(landing_table.md)" in (DOCS / "write_a_game.md").read_text(encoding="utf-8")


def test_the_page_of_the_reference_is_what_the_command_prints() -> None:
    text = reference_page.PAGE.read_text(encoding="utf-8")
    assert text == reference.page(), "python tests/python/reference_page.py"
    for page in (README, landing_page.PAGE):
        assert "describe_a_game.md)" in page.read_text(encoding="utf-8"), page.name


def test_readme_make_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE.read_text(encoding="utf-8"), re.MULTILINE))
    shell = "".join(block.code for block in page_blocks(README) if block.language == "sh")
    named = set(re.findall(r"^make ([a-z-]+)", shell, re.MULTILINE))
    assert {"study", "test"} <= named <= targets


def python_modules() -> Iterator[ModuleType]:
    yield mc
    for module in pkgutil.walk_packages(mc.__path__, "mancalab."):
        # Importing __main__ would run the command line; without torch there is no training.
        training = module.name.startswith("mancalab.train")
        without = {"mancalab.__main__", _core.__name__} | (set() if SB3 else {"mancalab.envs.sb3"})
        if module.name in without or (training and not TORCH):
            continue
        yield importlib.import_module(module.name)


def native_docstrings(holder: object, name: str) -> Iterator[tuple[str, str]]:
    """Names and docstrings below ``holder``, a native module or class.

    doctest's own finder passes over native attributes.
    """
    for key, value in vars(holder).items():
        path = f"{name}.{key}"
        if isinstance(doc := getattr(value, "__doc__", None), str):
            yield path, doc
        if isinstance(value, type | ModuleType):
            yield from native_docstrings(value, path)


def doctests() -> Iterator[doctest.DocTest]:
    names = {"mc": mc, "np": np}
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in python_modules():
        yield from finder.find(module, module.__name__, extraglobs=names)
    parser = doctest.DocTestParser()
    for name, doc in native_docstrings(_core, _core.__name__):
        yield parser.get_doctest(doc, names, name, None, None)


@pytest.mark.parametrize(
    "test", [pytest.param(test, id=test.name) for test in doctests() if test.examples]
)
def test_docstring(test: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_doctest(test)


def test_the_games_that_have_tables_are_those_named(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = page_blocks(EXACT)
    index = next(i for i, block in enumerate(blocks) if "with_tables" in block.code)
    run_block(blocks[index], {"mc": mc}, EXACT)
    assert capsys.readouterr().out == blocks[index + 1].code
