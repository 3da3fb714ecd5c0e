"""Writing endgame tables to other files, with what is known of how they were built."""

from __future__ import annotations

from pathlib import Path

from mancalab._base.files import file_for
from mancalab._base.progress import Progress, reporter
from mancalab._core import _open_table, _Table
from mancalab._solving.table_about import about_table, write_beside


def save_table(
    table: _Table, path: Path | None, target: Path, progress: Progress, *, packed: bool
) -> str | None:
    """Write the table of a path as `Tablebase.save` says; gives what is to be warned of."""
    file = file_for(target, "a table")
    built = None if path is None else about_table(table, path)[0].built
    with reporter(progress, table.positions, table.rules, unit=" positions") as report:
        table.save(file, packed, report)
    if built is None:
        return None
    return write_beside(_open_table(file, verify=False), file, built)
