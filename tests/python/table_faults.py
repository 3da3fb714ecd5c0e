"""Files of endgame tables with wrong values whose checksums are right, as their format has it."""

from __future__ import annotations

import hashlib
from math import comb
from pathlib import Path

import mancalab as mc

SUM = 32
"""Bytes of a checksum."""


def with_values(table: mc.Tablebase, path: Path, changes: dict[tuple[int, int], int]) -> None:
    """Write a copy of a table of a file with other values, by number of seeds and rank."""
    data = bytearray((table.path or Path()).read_bytes())
    sizes = _sizes(table)
    at = len(data) - sum(size + SUM for size in sizes)
    head = bytes(data[at - SUM : at])
    for seeds, size in enumerate(sizes):
        for (layer, rank), value in changes.items():
            if layer == seeds:
                assert 0 <= rank < size
                data[at + rank] = value & 0xFF
        values = bytes(data[at : at + size])
        data[at + size : at + size + SUM] = hashlib.sha256(
            head + seeds.to_bytes(4, "little") + values
        ).digest()
        at += size + SUM
    path.write_bytes(data)


def _sizes(table: mc.Tablebase) -> list[int]:
    """Positions of each layer: the ways to lay so many seeds into the pits."""
    bars = 2 * table.rules.pits_per_side - 1
    return [comb(seeds + bars, bars) for seeds in range(table.seeds + 1)]


def values_of(table: mc.Tablebase, seeds: int) -> bytes:
    """The values of a layer of a table of a file, in the order of the ranks."""
    data = (table.path or Path()).read_bytes()
    sizes = _sizes(table)
    first = len(data) - sum(size + SUM for size in sizes[seeds:])
    return data[first : first + sizes[seeds]]
