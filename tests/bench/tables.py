"""Benchmark of endgame tables: positions a second, built in memory.

Before a time is printed what was built is compared with values of independent programs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import mancalab as mc
from measure import Table, machine, millions, timed

DATA = Path(__file__).parents[1] / "data" / "awari_layers.json"

SIZES = {"kalah": (16, 18), "awari": (10, 13)}
QUICK = {"kalah": (12,), "awari": (10,)}
SLOW = {"kalah": (16, 18), "awari": (13, 20)}


def check(table: mc.Tablebase) -> None:
    """Compare a table with known values."""
    if table.rules.name == "kalah":  # Kalah(6, 1) is won by 2, by an independent solver
        assert table.probe(mc.rules("kalah", seeds=1).start()) == 2
        return
    for layer in json.loads(DATA.read_text(encoding="utf-8"))["layers"]:
        known = {int(value): count for value, count in layer["histogram"].items()}
        assert table.stats(layer["seeds"]).histogram == known


def main() -> None:
    """Build, check and time the tables."""
    parser = argparse.ArgumentParser(description="Benchmark mancalab's endgame tables.")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a short pass, for a look or a test")
    size.add_argument("--slow", action="store_true", help="also Awari to 20 seeds: minutes")
    arguments = parser.parse_args()
    print(machine())
    print("Repeat with:", " ".join(["python", "tests/bench/tables.py", *sys.argv[1:]]))
    rows = Table(
        "mc.Tablebase.build: positions a second, checked before they are printed",
        "game     ",
        "seeds",
        "threads",
        "positions",
        "seconds",
        "per second",
        "per second of processor time",
    )
    for name, sizes in (QUICK if arguments.quick else SLOW if arguments.slow else SIZES).items():
        rules = mc.rules(name)
        for seeds in sizes:
            for label, threads in {"1": 1, "all": None}.items():
                before = sum(os.times()[:2])
                table, seconds = timed(mc.Tablebase.build, rules, seeds, None, threads)
                spent = sum(os.times()[:2]) - before
                check(table)
                rows.row(
                    name,
                    str(seeds),
                    label,
                    f"{len(table):,}",
                    f"{seconds:.2f}",
                    millions(len(table) / seconds),
                    millions(len(table) / spent),
                )


if __name__ == "__main__":
    main()
