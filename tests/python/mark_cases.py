"""Positions with marks and claims."""

from __future__ import annotations

import re

import mancalab as mc


def flags(width: int, *chosen: tuple[int, int]) -> list[list[bool]]:
    """Truth values by side: true at these pits."""
    return [[(side, pit) in chosen for pit in range(width)] for side in (0, 1)]


def claimed() -> mc.State:
    """South's pit 1 belongs to North and is claimed, as are South's pit 2 and North's pit 3."""
    return mc.rules("gabata-shoa").state(
        pits=[[4, 4, 4, 4, 4, 4], [4, 4, 4, 12, 0, 0]],
        marks=flags(6, (0, 1)),
        claims=flags(6, (0, 1), (0, 2), (1, 3)),
    )


def claims_a_pit() -> mc.State:
    """South's 4 claims North's pit 0; on the way a seed falls in a pit that belongs to North."""
    return mc.rules("gabata-shoa").state(
        pits=[[0, 0, 0, 0, 2, 1], [3, 0, 0, 0, 0, 4]], stores=[19, 19], marks=flags(6, (0, 5))
    )


def changed(rules: mc.Rules, *changes: tuple[str, str]) -> mc.Rules:
    """Rules with parts of their description written anew, each of which stands there once."""
    text = rules.to_toml()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return mc.Rules.from_toml(text)


def set_up(rules: mc.Rules, text: str) -> mc.State:
    """A position as notation writes it, of rules that need not be in the catalogue."""
    rows = re.findall(r"\[([^|]*)\|(\d+)\]", text)
    words = [row.split() for row, _ in rows]
    return rules.state(
        pits=[[int(re.sub(r"\D", "", word)) for word in row] for row in words],
        stores=[int(stored) for _, stored in rows],
        marks=[["'" in word for word in row] for row in words],
        claims=[["^" in word for word in row] for row in words],
        to_move="SN".index(text[-1]),
    )


def after(rules: mc.Rules, text: str, pit: int) -> str:
    """The position, as notation writes it, after the mover has sown this pit."""
    before = set_up(rules, text)
    backward = pit + rules.pits_per_side  # where the way that a pit is sown follows from its place
    state = before.play(pit if pit in before.legal_actions else backward)
    sides = []
    for side, name in enumerate("SN"):
        row = zip(state.pits[side], state.marks[side], state.claims[side], strict=True)
        pits = " ".join(f"{n}{chr(39) * bool(mark)}{'^' * bool(claim)}" for n, mark, claim in row)
        sides.append(f"{name}[{pits}|{state.stores[side]}]")
    return f"{' '.join(sides)} {'SN'[state.to_move]}"
