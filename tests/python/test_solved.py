"""The page of what is solved, against what can be worked out again."""

from __future__ import annotations

import csv
from collections import defaultdict
from math import comb
from pathlib import Path

import mancalab as mc

DOCS = Path(__file__).parents[2] / "docs"
SEEDS = 36
BUILT = 9
"""Seeds of the table that is built here."""


def kalah_6_3() -> dict[int, dict[int, int]]:
    """The number of positions of Kalah(6, 3) by seeds and value, as the page has them."""
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    with (DOCS / "data" / "kalah_6_3_values.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            counts[int(row["seeds"])][int(row["value"])] = int(row["positions"])
    return counts


def test_the_counts_of_few_seeds_are_those_of_a_table() -> None:
    counts = kalah_6_3()
    table = mc.Tablebase.build(mc.rules("kalah"), BUILT)
    assert [table.stats(n).histogram for n in range(BUILT + 1)] == [
        counts[n] for n in range(BUILT + 1)
    ]


def test_the_counts_are_of_all_positions_and_each_value_has_the_parity_of_the_seeds() -> None:
    counts = kalah_6_3()
    assert list(counts) == list(range(SEEDS + 1))
    for seeds, values in counts.items():
        assert sum(values.values()) == comb(seeds + 11, 11)
        assert all((value - seeds) % 2 == 0 and abs(value) <= seeds for value in values)


def test_the_page_says_what_the_counts_add_up_to() -> None:
    counts = kalah_6_3()
    signs = [0, 0, 0]
    for values in counts.values():
        for value, positions in values.items():
            signs[0 if value > 0 else 1 if value == 0 else 2] += positions
    shares = " | ".join(f"{sign / sum(signs):.1%}".replace("%", " %") for sign in signs)
    page = (DOCS / "solved.md").read_text(encoding="utf-8")
    assert f"| Kalah(6, 3) | {SEEDS} | {sum(signs):,} | {shares} |" in page
