"""Fixed data for every plot, none of it played: what the image tests draw.

Run as a script, it draws the pictures that the tests compare with: look at them before they stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import mancalab as mc
from mancalab import plots
from mancalab.study import (
    AdvantageRow,
    AdvantageTable,
    ByPly,
    Curve,
    EffectRow,
    EffectTable,
    Estimate,
    PairingRow,
    RegretRow,
    RegretTable,
    TournamentTable,
)

IMAGES = Path(__file__).parents[1] / "data" / "images"
DPI = 40  # pictures of a few kilobytes, in which all that matters can still be told apart

STYLES = {"light": "default", "dark": "dark_background"}


@contextmanager
def style(theme: str) -> Iterator[None]:
    """Light or dark, whatever the machine's own settings are; the bundled font."""
    names: list[Any] = ["default", STYLES[theme], {"font.family": "DejaVu Sans"}]
    with plt.style.context(names):
        yield


def around(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def filled(kind: type, /, **known: Any) -> Any:
    """A row with what is known, and with something for all else."""
    names: list[Any] = [field.name for field in fields(kind) if field.init]
    return kind(**{**dict.fromkeys(names, 0), **known})


def advantages() -> AdvantageTable:
    rows = [
        filled(
            AdvantageRow,
            version="1.0",
            game=game.lower(),
            title=game,
            digest=game,
            options={"columns": 4, "seeds": 3} if game == "Awari" else {},
            first=agent,
            second=agent,
            games=1000,
            distinct=50 if (i, agent) == (2, "Greedy") else 900,
            kind="Single lap" if i % 3 else "Several laps",
            opening_plies=4 if agent == "Greedy" else 0,
            score=around(0.42 + 0.05 * i + 0.06 * k, 0.02),
            margin=around(2 * i - 2 + k, 0.5),
            **dict.fromkeys(["wins", "losses", "draws", "voids", "truncated"], around(0.1, 0.01)),
        )
        for i, game in enumerate(["Awari", "Oware (Abapa)", "Kalaha, Ethiopian rules", "Kalah"])
        for k, agent in enumerate(["Random", "Greedy"])
    ]
    return AdvantageTable(tuple(rows))


# Pairs of games by the outcomes of both for the player who started: won, lost, drawn.
JOINTS = {
    ("Random", "Greedy"): [[20, 30, 3], [120, 10, 2], [5, 6, 4]],
    ("Random", "AlphaBeta(4)"): [[3, 8, 1], [170, 12, 1], [2, 2, 1]],
    ("Random", "MCTS(1000)"): [[0, 4, 0], [190, 5, 0], [1, 0, 0]],
    ("Greedy", "AlphaBeta(4)"): [[40, 20, 3], [110, 15, 2], [5, 3, 2]],
    ("Greedy", "MCTS(1000)"): [[20, 15, 1], [150, 10, 1], [2, 1, 0]],
    ("AlphaBeta(4)", "MCTS(1000)"): [[60, 30, 5], [70, 20, 5], [4, 4, 2]],
}


def tournament() -> TournamentTable:
    rows = [
        filled(
            PairingRow,
            version="1.0",
            game="kalah",
            title="Kalah",
            digest="kalah",
            options={},
            agent=agent,
            opponent=other,
            games=400,
            distinct=20 if agent == "AlphaBeta(4)" else 390,
            faults=(),
            joint=tuple((*row, 0, 0) for row in [*joint, [0, 0, 0], [0, 0, 0]]),
            score=around(0.5, 0.1),
            first_score=around(0.5, 0.1),
        )
        for (agent, other), joint in JOINTS.items()
    ]
    return TournamentTable(tuple(rows))


def bell(middle: float, width: float, values: range) -> dict[int, int]:
    return {
        value: round(10_000 * float(np.exp(-(((value - middle) / width) ** 2)))) for value in values
    }


def curve(mean: Any, reach: Any, games: Any) -> Curve:
    mean = np.asarray(mean, dtype=float)
    return Curve(mean, mean - reach, mean + reach, np.asarray(games, dtype=np.int64))


def course(slope: float = 0.15, unit: str = "seeds") -> ByPly:
    plies = np.arange(61)
    running = np.round(1000 / (1 + np.exp((plies - 45) / 4)))
    even = 50 if unit == "%" else 0
    wave = even + slope * plies + 1.5 * np.sin(plies)
    return filled(  # type: ignore[no-any-return]
        ByPly,
        games=1000,
        unit=unit,
        advantage=curve(wave, 0.4 + plies / 60, np.full(61, 1000)),
        branching=curve(
            6 - plies[:60] / (15 + 20 * slope) + 0.3 * np.cos(plies[:60]),
            0.1 + plies[:60] / 150,
            running[:60],
        ),
    )


def solution() -> mc.Solution:
    bounds = {0: (-6, -6), 1: (4, 4), 2: (10, 10), 3: (-2, 8), 4: (0, 0), 5: (-12, -12)}
    return mc.Solution(
        value=10,
        kind="margin",
        bounds=(10, 10),
        action_values={a: low for a, (low, high) in bounds.items() if low == high},
        action_bounds=bounds,
        principal_variation=(2,),
        nodes=1,
        seconds=0.0,
        method="proof",
    )


OPENINGS: dict[str, plots.values.Values] = {
    "exact": {0: -6, 1: 4, 2: 10, 3: 2, 4: 0, 5: -12},
    "AlphaBeta(6)": {0: -3, 1: 5, 2: 4, 3: 2, 4: -1, 5: -6},
    "10,000 games": {a: around(3 - 1.5 * abs(a - 2), 0.8) for a in range(6)},
}


def effects() -> EffectTable:
    def effect(change: tuple[str, Any] | None, agent: str, value: float) -> EffectRow:
        unknown = Estimate(*[float("nan")] * 3)
        names: list[Any] = ["score", "wins", "margin", "plies", "branching"]
        found = around(value, 0.008) if change else unknown
        return filled(  # type: ignore[no-any-return]
            EffectRow,
            options={},
            first=agent,
            second=agent,
            games=1000,
            distinct=3 if change == ("relay", True) and agent == "Greedy" else 900,
            baseline="kalah:seeds=3",
            option=change[0] if change else "",
            value=change[1] if change else None,
            **{f"{name}_change": found for name in names},
        )

    changes = [("empty_capture", True), ("replay", False), ("relay", True), ("end", "mover_empty")]
    rows = [
        row
        for k, agent in enumerate(["Random", "Greedy"])
        for row in (
            effect(None, agent, 0),
            *(effect(one, agent, 0.03 * i - 0.05 + 0.01 * k) for i, one in enumerate(changes)),
        )
    ]
    return EffectTable(tuple(rows))


def regrets() -> RegretTable:
    """Two agents with 3 to 12 seeds, and no position with 2."""
    rows = [
        filled(
            RegretRow,
            version="1.0",
            game="kalah",
            digest="kalah",
            options={},
            agent=agent,
            seeds=seeds,
            positions=0 if seeds == 2 else 200,
            mistake_share=around(share + slope * (seeds or 0), 0.05),
        )
        for agent, share, slope in (("Greedy", 0.2, 0.015), ("AlphaBeta(4)", 0.05, 0.01))
        for seeds in (*range(2, 13), None)
    ]
    return RegretTable(tuple(rows))


STEPS = np.arange(11) * 10_000


def learned(speed: float) -> Any:
    """Five runs of ten thousands of steps."""
    wobble = 0.03 * np.sin(np.outer(np.arange(1, 6), np.arange(11)))
    return 0.2 + 0.6 * (1 - np.exp(-STEPS / 1e5 * speed)) + wobble


CASES: dict[str, Callable[[], Axes]] = {
    "first_player_advantage": lambda: plots.first_player_advantage(advantages()),
    "cross_table": lambda: plots.cross_table(tournament()),
    "strengths": lambda: plots.strengths(tournament()),
    "lengths": lambda: plots.lengths(bell(44, 12, range(14, 90))),
    "lengths_of_several": lambda: plots.lengths(
        {
            "Kalah": bell(44, 12, range(14, 90)),
            "Oware (Abapa)": bell(110, 30, range(30, 200)),
            "Awari": {**bell(70, 25, range(30, 160)), 1000: 3000},
        }
    ),
    "margins": lambda: plots.margins(bell(4, 13, range(-40, 42, 2))),
    "margins_of_several": lambda: plots.margins(
        {"Random": bell(2, 14, range(-40, 42, 2)), "Greedy": bell(9, 10, range(-40, 42, 2))}
    ),
    "advantage_by_ply": lambda: plots.advantage_by_ply(
        {"Random v Random": course(), "Greedy v Greedy": course(0.05)}
    ),
    "advantage_by_ply_in_percent": lambda: plots.advantage_by_ply(course(0.3, "%")),
    "branching": lambda: plots.branching({"Kalah": course(), "Oware": course(0.9)}),
    "openings": lambda: plots.openings(solution()),
    "openings_of_several": lambda: plots.openings(OPENINGS),
    "clause_effect": lambda: plots.clause_effect(effects()),
    "learning_curve": lambda: plots.learning_curve(
        {"self-play": learned(4), "against Greedy": learned(1.5)},
        steps=STEPS,
        xlabel="Training games",
        even=0.5,
    ),
    "regret": lambda: plots.regret(regrets()),
}


def save(name: str, theme: str, path: Path) -> None:
    """Draw a case in a style of its own and write it as PNG."""
    with style(theme):
        CASES[name]()
        plt.gcf().savefig(path, dpi=DPI, metadata={"Software": None})
        plt.close("all")


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for name in CASES:
        for theme in STYLES:
            save(name, theme, IMAGES / f"{name}-{theme}.png")
