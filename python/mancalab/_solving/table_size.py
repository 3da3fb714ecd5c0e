"""What building a table takes."""

from __future__ import annotations

from dataclasses import dataclass

from mancalab._core import Rules, _table_size


@dataclass(frozen=True)
class TableSize:
    """What building a table takes."""

    positions: int
    """Positions, and bytes of a file that is not packed, give or take some thousand."""
    memory: int
    """Bytes of memory if the table is kept in memory."""
    least_memory: int
    """Bytes of memory at least if its values stay in a file."""


def estimate(rules: Rules, seeds: int) -> TableSize:
    """What `mancalab.Tablebase.estimate` says."""
    return TableSize(*_table_size(rules, seeds))
