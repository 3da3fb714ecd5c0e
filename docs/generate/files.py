"""Folders of generated pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Make the folder hold just these files, touching only those that change.

    Sphinx reads again what has a new time, so a file that stays the same keeps its own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown. A bar in a cell would end it, so it is written as HTML has it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def cell(text: str) -> str:
    """What can stand in a table: one line, without a bar."""
    return " ".join(text.split()).replace("|", "&#124;")


def plain(text: str) -> str:
    """A text of a game in which nothing is read as Markdown or HTML."""
    for character in "\\`*_[]<>{}$":
        text = text.replace(character, "\\" + character)
    return text
