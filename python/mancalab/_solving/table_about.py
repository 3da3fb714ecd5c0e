"""What an endgame table is: of which rules, how large, how it was built, and how to check it.

The file of a table says all that its values depend on. How it was built stands beside it, in
``PATH.json``: the bytes of a table are the same whoever builds it.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from mancalab._base.files import followed, is_no_file, replacing
from mancalab._base.words import called, counted, in_short
from mancalab._core import Rules, _Table

WIDTH = 79

KIND = "endgame table of mancalab"
"""How a file beside a table says what it is."""

MOST_BYTES = 1 << 20
"""Of a file beside a table: rules have at most 128 KiB, and the checksums of all layers 8."""


@dataclass(frozen=True)
class TableBuild:
    """How a table was built."""

    version: str
    """Version of mancalab."""
    simd: str
    """Vector width in use, as `mancalab.build_info` names it."""
    threads: int
    """Number of threads."""
    seconds: float
    """Time it took; of a build that was stopped that of the last call."""
    resumed: bool
    """Whether that call went on from layers that an earlier one had finished."""
    date: str
    """Day on which it was finished, in UTC: ``2026-11-28``."""

    def __str__(self) -> str:
        seconds = f"{self.seconds:,.1f} seconds" + (", resumed" if self.resumed else "")
        return (
            f"mancalab {self.version}, {self.simd}, {counted(self.threads, 'thread')}, {seconds}, "
            f"{self.date}"
        )


@dataclass(frozen=True)
class TableAbout:
    """What a table is.

    ``str`` gives it in lines to read, `to_json` as ``PATH.json`` has it.
    """

    rules: Rules
    """The game for which the table was built."""
    seeds: int
    """Most seeds in the pits."""
    all_seeds: int | None
    """All seeds of its positions, in the stores too; None where the stores do not matter."""
    positions: int
    bytes: int
    """Size of the file (of a table in memory: which it would have)."""
    checksums: tuple[str, ...]
    """The SHA-256 of each layer, as the file has it: of the head's sum, the number of seeds as four
    bytes, and the values, or in a packed file what stands for them."""
    sha256: str | None
    """The SHA-256 of the whole file, as ``sha256sum`` prints it; None without ``PATH.json``."""
    built: TableBuild | None
    """How the table was built; None without ``PATH.json``."""
    path: Path | None
    """The file; None for a table in memory."""

    @property
    def digest(self) -> str:
        """Digest of the rules."""
        return self.rules.digest

    @property
    def citation(self) -> str:
        """What a paper, or a page that offers the table, can say of it; plain text."""
        what = (
            f"Endgame table of {called(self.rules)} ({in_short(self.rules)}): what is still to "
            f"come with perfect play, for all {counted(self.positions, 'position')} with up to "
            f"{counted(self.seeds, 'seed')} in the pits{self._stores}."
        )
        if self.built is not None:
            what += f" Built with mancalab {self.built.version} on {self.built.date}."
        lines = [*wrap(what, WIDTH, break_on_hyphens=False), "Digest of the rules:"]
        lines += [f"  {self.digest}"]
        if self.sha256 is not None:
            lines += ["SHA-256 of the file:", f"  {self.sha256}"]
        file = "FILE" if self.path is None else shlex.quote(self.path.name)
        return "\n".join([*lines, "To check it:", f"  mancalab tables verify {file}"])

    @property
    def _stores(self) -> str:
        every = "and every content of the stores with which play goes on"
        return "" if self.all_seeds is None else f" of {self.all_seeds} {every}"

    def to_json(self) -> str:
        """Give an object with all of this, the rules as TOML."""
        facts = {
            "kind": KIND,
            **_of_table(self),
            "sha256": self.sha256,
            "built": None if self.built is None else asdict(self.built),
            "citation": self.citation,
        }
        return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        facts = {
            "game": in_short(self.rules),
            "digest": self.digest,
            "seeds": f"up to {self.seeds}",
            "positions": f"{self.positions:,}",
            "bytes": f"{self.bytes:,}",
            "SHA-256": self.sha256 or "not known: no file beside the table says it",
            "built": "not known" if self.built is None else str(self.built),
        }
        lines = [f"{name:<9}  {value}" for name, value in facts.items()]
        sums = [f"{seeds:>9}  {checksum}" for seeds, checksum in enumerate(self.checksums)]
        return "\n".join([*lines, "", "SHA-256 of each layer, by seeds:", *sums, "", self.citation])


def _of_table(about: TableAbout) -> dict[str, Any]:
    """What the table itself says."""
    return {
        "rules": about.rules.to_toml(),
        "digest": about.digest,
        "seeds": about.seeds,
        "positions": about.positions,
        "bytes": about.bytes,
        "checksums": list(about.checksums),
    }


def beside(path: Path) -> Path:
    """The file beside a table that says how it was built."""
    file = followed(path)
    return file.with_name(f"{file.name}.json")


def about_table(table: _Table, path: Path | None) -> tuple[TableAbout, str | None]:
    """What a table is; and what is to be warned of, where the file beside it cannot be believed."""
    about = TableAbout(
        rules=table.rules,
        seeds=table.seeds,
        all_seeds=table.all_seeds,
        positions=table.positions,
        bytes=table.file_size,
        checksums=tuple(checksum.hex() for checksum in table.sums()),
        sha256=None,
        built=None,
        path=path,
    )
    if path is None:
        return about, None
    try:
        facts = _read(beside(path))
        return (about if facts is None else _with(about, facts)), None
    except ValueError as error:
        return about, f"{beside(path)}: {error}; left aside"


def _with(about: TableAbout, facts: dict[str, Any]) -> TableAbout:
    """The same with what the file beside the table says.

    Raises
    ------
    ValueError
        It is of another table, or not as `TableAbout.to_json` writes it.
    """
    if any(facts.get(name) != value for name, value in _of_table(about).items()):
        raise ValueError("it is of another table")
    whole, build = facts.get("sha256"), facts.get("built")
    kinds = {name: _KINDS[str(kind)] for name, kind in TableBuild.__annotations__.items()}
    if not (isinstance(whole, str) and re.fullmatch("[0-9a-f]{64}", whole)):
        raise ValueError("sha256: 64 hexadecimal digits are needed")
    if not (isinstance(build, dict) and build.keys() == kinds.keys()):
        raise ValueError(f"built: needed are {', '.join(kinds)}")
    for name, kind in kinds.items():
        found = build[name]
        if type(found) is not kind or (kind is str and not _WORD.fullmatch(str(found))):
            raise ValueError(f"built: {name} is not as it is written")
    return replace(about, sha256=whole, built=TableBuild(**build))


_KINDS = {"str": str, "int": int, "float": float, "bool": bool}
_WORD = re.compile(r"[A-Za-z0-9.+\-]{1,40}")


def _read(path: Path) -> dict[str, Any] | None:
    """The object that stands in a file beside a table; None where there is no file.

    Raises
    ------
    ValueError
        It cannot be read, or holds something else.
    """
    if is_no_file(path):
        raise ValueError("it is no file")
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from error
    try:
        facts = json.loads(text) if len(text) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        facts = None
    if not (isinstance(facts, dict) and facts.get("kind") == KIND):
        raise ValueError("it says nothing of a table")
    return facts


def write_beside(table: _Table, path: Path, build: TableBuild) -> str | None:
    """Write the file beside a table that has just been built; gives what is to be warned of.

    A file that is not of a table is never replaced.
    """
    import hashlib

    file = beside(path)
    try:
        _read(file)
    except ValueError as error:
        return f"{file}: {error}; how the table was built is not written there"
    try:
        with path.open("rb") as whole:
            sha256 = hashlib.file_digest(whole, "sha256").hexdigest()
        about, _ = about_table(table, None)
        with replacing(file) as new:
            told = replace(about, sha256=sha256, built=build, path=path)
            new.write_text(told.to_json(), encoding="utf-8")
    except OSError as error:
        return f"{file}: {error.strerror or error}; how the table was built is not written there"
    return None
