"""The kit for users: it passes what agrees, and says where something does not."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest

import mancalab as mc
from mancalab.testing import Check, Report, check_agent, check_rules, games, searches

SMALL = "kalah columns=3 seeds=2"
NO_GAMES: Any = ["kalah", 3]


def verdicts(report: Report) -> dict[str, str]:
    return {check.name: check.verdict for check in report.checks}


def failure(report: Report) -> Check:
    """The only check that failed."""
    assert not report.ok
    (found,) = report.failures
    return found


@pytest.mark.parametrize("game", [SMALL, "pratt columns=3 seeds=2", "awari columns=3"])
def test_games_of_the_catalogue_agree(game: str) -> None:
    report = check_rules(game, games=20)
    assert report.ok, report
    assert verdicts(report)["engines"] == "passed"


def test_a_search_that_meets_the_limit_on_actions_is_not_compared() -> None:
    # Late positions of Enindji are one action from the limit, and worth something else without it.
    report = check_rules("enindji")
    assert report.ok, report
    assert verdicts(report)["solver"] == "passed"


@pytest.mark.nightly
@pytest.mark.parametrize("game", mc.catalogue)
def test_every_game_agrees(game: str) -> None:
    report = check_rules(game)
    assert report.ok, report


def test_a_report_is_a_text() -> None:
    lines = f"{check_rules(SMALL, games=20)}".splitlines()
    assert lines[0] == "Kalah (kalah columns=3 seeds=2): 9 passed"
    assert lines[1].startswith("  passed   description  its TOML text")
    assert len(lines[0]) <= 98
    assert all(len(line) <= 98 for line in lines)


LOTS = """name = "lots"
board = { rows = 2, columns = 3 }
setup = { seeds = 2 }
laps = { relay = "next" }
landing = [{ take = "landing", most = 2 }]
ending = { when = ["cannot_move"], final_count = "owner" }
rounds = { refill = 2, short = "open", start = "lot" }
limits = { max_actions = 40 }
"""


def test_nobody_chooses_a_lot() -> None:
    report = check_rules(mc.Rules.from_toml(LOTS), games=20)
    assert report.ok, report


def test_what_means_nothing_is_skipped_with_the_reason() -> None:
    report = check_rules("kalah columns=3 seeds=2 repetition=first_since_capture", games=10)
    skipped = {check.name: check.text for check in report.checks if check.verdict == "skipped"}
    assert set(skipped) >= {"engines", "tallies", "tables"}
    assert "the reference engine plays alone: limits.repetition" in skipped["engines"]


def test_a_game_of_ones_own() -> None:
    text = mc.rules("kalah", columns=3, seeds=2).to_toml().replace('"kalah"', '"mine"', 1)
    report = check_rules(mc.Rules.from_toml(text), games=10)
    assert report.ok, report
    assert "a description of one's own" in f"{report}"


def test_engines_that_differ_are_told_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    right = mc.Batch.state

    def wrong(batch: mc.Batch, lane: int) -> mc.State:
        state = right(batch, lane)
        return state if state.plies != 3 or lane != 1 else right(batch, 0)

    monkeypatch.setattr(mc.Batch, "state", wrong)
    check = failure(check_rules(SMALL, games=5))
    assert check.name == "engines"
    assert re.match(r"after actions \d \d \d: position_text is '.*' by the ref", check.text)


def test_a_game_that_is_over_before_it_begins() -> None:
    report = check_rules("kalah seeds=0", games=3)
    assert report.ok, report
    assert verdicts(report)["alphabeta"] == "skipped"


def test_a_tally_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_seed(rules: mc.Rules, n: int, seed: int, engine: str = "lanes") -> mc.Tally:
        return mc.playouts(rules, n, seed + (engine == "lanes"))

    monkeypatch.setattr(games, "playouts", other_seed)
    assert failure(check_rules(SMALL, games=20)).name == "tallies"


def test_a_solver_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def wrong(state: mc.State, **limits: Any) -> mc.Solution:
        found = mc.solve(state, **limits)
        values = found.action_values
        more = None if values is None else {action: value + 1 for action, value in values.items()}
        return replace(found, value=None if found.value is None else found.value + 1,
                       action_values=more)  # fmt: skip

    monkeypatch.setattr(searches, "solve", wrong)
    failed = {check.name: check.text for check in check_rules(SMALL, games=10).failures}
    assert set(failed) == {"solver", "tables"}
    assert " by solve, " in failed["solver"]


def test_a_search_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(mc.agents.AlphaBeta):
        def analyse(self, state: mc.State, *, actions: bool = False) -> Any:
            found = super().analyse(state, actions=actions)
            shifted = {a: v + (self.depth or 0) for a, v in (found.action_values or {}).items()}
            object.__setattr__(found, "action_values", shifted)
            return found

    monkeypatch.setattr(searches, "AlphaBeta", Other)
    assert "AlphaBeta(2)" in failure(check_rules(SMALL, games=10)).text


@pytest.mark.parametrize(
    "agent", ["random", "greedy", "alphabeta(depth=2)", "mcts(simulations=20)"]
)
def test_agents_of_the_package_keep_what_they_say(agent: str) -> None:
    report = check_agent(agent, games=2)
    assert report.ok, report
    assert len(report.checks) == 12
    assert "skipped" not in set(verdicts(report).values())


def lowest(state: mc.State) -> int:
    return state.legal_actions[0]


def test_a_function_is_an_agent() -> None:
    report = check_agent(lowest, [SMALL, "chuba"], games=1)
    assert report.ok, report
    assert report.title == "lowest"


def restless() -> Callable[[mc.State], int]:
    turn = itertools.count()
    return lambda state: state.legal_actions[next(turn) % len(state.legal_actions)]


@pytest.mark.parametrize(
    ("agent", "name", "words"),
    [
        (lambda _: 5, "legal", "IllegalAction: "),
        (lambda _: "3", "legal", "TypeError: "),
        (lambda state: state.nothing, "legal", "AttributeError: "),
        (restless(), "again", "it calls itself deterministic, and "),
        (
            mc.agents.Policy(restless(), deterministic=False),
            "again",
            "the same seed gives other games",
        ),
    ],
)
def test_agents_that_break_their_word(agent: Any, name: str, words: str) -> None:
    report = check_agent(agent, SMALL, games=3)
    check = failure(report)
    assert check.name == f"{SMALL}: {name}"
    assert words in check.text
    assert verdicts(report)["pickle"] == "skipped"


def test_a_game_that_an_agent_is_not_for() -> None:
    table = mc.Tablebase.build(mc.rules("kalah", columns=3, seeds=2), 4)
    report = check_agent(mc.agents.AlphaBeta(2, table=table), [SMALL, "oware"], games=1)
    assert verdicts(report)["oware: legal"] == "skipped"
    assert verdicts(report)[f"{SMALL}: legal"] == "passed"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: check_rules("nothing"), KeyError, "nothing"),
        (lambda: check_rules(SMALL, games=0), ValueError, "games = 0: allowed are 1"),
        (lambda: check_rules(SMALL, seed=-1), ValueError, "seed = -1"),
        (lambda: check_agent("nobody"), ValueError, "there is no such agent"),
        (lambda: check_agent("greedy", games=-1), ValueError, "games = -1: allowed are 1"),
        (lambda: check_agent("greedy", NO_GAMES), TypeError, "int"),
    ],
    ids=["game", "games", "seed", "agent", "agent's games", "not a game"],
)
def test_bad_arguments(call: Callable[[], Report], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_a_game_that_may_never_end_is_cut_off() -> None:
    endless = mc.rules("pratt-single-lap", capture="none", feeding="forced", max_actions=None)
    report = check_rules(endless, games=2)
    assert report.ok, report
    assert verdicts(report)["ends"] == "skipped"


def test_what_an_agent_raises_late_is_a_failure_too() -> None:
    turn = itertools.count()

    def late(state: mc.State) -> int:
        if next(turn) > 15:
            raise OSError("boom")
        return state.legal_actions[0]

    report = check_agent(late, SMALL, games=1)
    assert {check.text for check in report.failures} == {"OSError: boom"}


def test_an_agent_that_plays_nothing_is_not_passed() -> None:
    table = mc.Tablebase.build(mc.rules("kalah", columns=3, seeds=2), 4)
    agent = mc.agents.AlphaBeta(2, table=table)
    assert failure(check_agent(agent, ["oware", "bohnenspiel"], games=1)).name == "games"
    with pytest.raises(ValueError, match="at least one game is needed"):
        check_agent("random", [])
