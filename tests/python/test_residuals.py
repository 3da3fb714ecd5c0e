"""Scores of tournaments that one strength for each agent does not explain."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from leagues import KALAH, scripted
from mancalab import study
from mancalab.study.fit import Meeting, fit
from mancalab.study.outcomes import DRAW, LOSS, TRUNCATED, VOID, WIN, as_joint
from mancalab.study.residuals import residuals
from mancalab.study.tables.residuals import residuals_of
from mancalab.train import snapshots
from mancalab.train.league_table import League


def pairs_of(
    random: np.random.Generator, ahead: float, pairs: int, *, width: float = 0.3, spread: float = 0
) -> list[list[int]]:
    """Pairs of games by the model of a fit; the opening helps whoever starts, or harms them."""
    table = [[0] * 5 for _ in range(5)]
    for helps in random.normal(0.2, spread, pairs) if spread else [0.2] * pairs:
        both = []
        for sign in (1, -1):
            x, chance = sign * ahead + helps, random.random()
            won, lost = (1 / (1 + math.exp(-y)) for y in (x - width, -x - width))
            both.append(WIN if chance < won else LOSS if chance > 1 - lost else DRAW)
        table[both[0]][both[1]] += 1
    return table


def scripted_league(
    run: Path,
    seed: int,
    ahead: Callable[[str, str, float], float] = lambda _one, _other, ahead: ahead,
    *,
    pairs: int = 100,
    spread: float = 0.0,
) -> League:
    """The league of three networks and four opponents with scripted results.

    ``ahead`` gives how far one agent is ahead of another from their names and from what their
    strengths say.
    """
    scripted(run)
    names = ["AlphaBeta(2)", "AlphaBeta(4)", "Greedy", "Random"]
    chosen = snapshots.thinned(run, 3)
    strengths = dict(zip(names, (0.0, 0.8, -0.5, -2.0), strict=True))
    strengths |= dict(zip((one.name for one in chosen), (-1.5, 0.3, 1.0), strict=True))
    random = np.random.default_rng(seed)
    agents = [mc.agents.Policy(lambda state: state.legal_actions[0], name) for name in strengths]
    table = study.tournament(KALAH, agents, n=2)
    rows = []
    for row in table:
        model = strengths[row.agent] - strengths[row.opponent]
        lead = ahead(row.agent, row.opponent, model)
        joint = as_joint(pairs_of(random, lead, pairs, spread=spread))
        rows.append(with_joint(row, joint))
    return League.of(study.TournamentTable(tuple(rows)), chosen, 64)


def with_joint(row: study.PairingRow, joint: Any) -> study.PairingRow:
    return replace(row, joint=joint, games=2 * sum(map(sum, joint)))


def test_a_network_that_beats_one_opponent_only_is_told_from(tmp_path: Path) -> None:
    def rigged(one: str, other: str, ahead: float) -> float:
        return -2.0 if (one, other) == ("AlphaBeta(4)", "120 rounds") else ahead

    found = scripted_league(tmp_path, 1, rigged)
    worst = found.residuals.beyond_chance[0]
    assert (worst.agent, worst.opponent) == ("120 rounds", "AlphaBeta(4)")
    assert worst.excess > 0.15
    assert worst.z > 5
    text = " ".join(str(found).split())
    assert "most of all this: that of 120 rounds scores" in text
    assert "against AlphaBeta(4), where" in text
    assert "!" in str(found.residuals)


def test_agents_that_follow_the_model_are_not_accused(tmp_path: Path) -> None:
    accused = 0
    for seed in range(20):
        found = scripted_league(tmp_path, seed, spread=0.5 * (seed % 3), pairs=20 + 10 * seed)
        assert found.residuals.compared == 12
        accused += bool(found.residuals.beyond_chance)
        if not found.residuals.beyond_chance:
            assert "explains all 12 scores of networks" in " ".join(str(found).split())
    assert accused <= 3  # of 20, where at most 1 is expected


def test_an_agent_that_beats_one_opponent_only_is_found_in_real_games() -> None:
    weak = mc.agents.Policy(lambda state: state.legal_actions[0], "weak")
    greedy = mc.agents.Greedy()
    others: list[mc.agents.Agent] = [
        mc.agents.Random(),
        greedy,
        *(mc.agents.AlphaBeta(depth=d) for d in (2, 4)),
    ]
    honest = study.tournament(KALAH, [weak, *others], n=100)
    strong = study.tournament(KALAH, [mc.agents.AlphaBeta(depth=5), greedy], n=100)
    rows = [
        with_joint(row, strong.rows[0].joint) if (row.agent, row.opponent) == ("weak", "Greedy")
        else row
        for row in honest
    ]  # fmt: skip
    names = [agent.name for agent in others]
    rigged = residuals_of(study.TournamentTable(tuple(rows)).block(), ["weak"], names)
    assert rigged.beyond_chance[0].opponent == "Greedy"
    assert rigged.beyond_chance[0].excess > 0.2


def test_residuals_are_standard_errors_where_there_are_many_games() -> None:
    random = np.random.default_rng(5)
    strengths = np.linspace(-1, 1, 8)
    names = [str(i) for i in range(8)]
    found: list[float] = []
    for _ in range(12):
        meetings = [
            Meeting(i, j, pairs_of(random, strengths[i] - strengths[j], 300))
            for i in range(8)
            for j in range(i)
        ]
        found += [residual.z for residual in residuals(fit(names, meetings), meetings)]
    assert np.std(found) == pytest.approx(1, abs=0.1)
    assert abs(np.mean(found)) < 0.1


def test_an_agent_that_hardly_ever_loses_is_not_accused_of_the_first_loss() -> None:
    random = np.random.default_rng(2)
    strengths = np.linspace(-5, 5, 8)
    names = [str(i) for i in range(8)]
    extreme = 0
    for _ in range(20):
        meetings = [
            Meeting(i, j, pairs_of(random, strengths[i] - strengths[j], 20))
            for i in range(8)
            for j in range(i)
        ]
        zs = [residual.z for residual in residuals(fit(names, meetings), meetings)]
        extreme += sum(abs(z) > 3.3 for z in zs)
    assert extreme <= 2  # of 560, where a normal law has 0.5


def test_where_the_fit_says_nothing_neither_do_residuals() -> None:
    always = [[0] * 5 for _ in range(5)]
    always[WIN][LOSS] = 10  # the first agent wins both games of each pair
    nothing = [[0] * 5 for _ in range(5)]
    nothing[VOID][TRUNCATED] = 10
    even = [[5 * (i < 3 and j < 3) for j in range(5)] for i in range(5)]
    names = ["best", "one", "two"]
    meetings = [Meeting(0, 1, always), Meeting(1, 2, even), Meeting(0, 2, nothing)]
    found = residuals(fit(names, meetings), meetings)
    assert math.isnan(found[0].expected)
    assert math.isnan(found[2].expected)
    assert found[1].expected == pytest.approx(0.5)
    assert math.isnan(found[1].z), "two agents: the fit follows their score, whatever it is"
    assert all(math.isnan(one.z) for one in residuals(fit(names, meetings[:1]), meetings[:1]))
