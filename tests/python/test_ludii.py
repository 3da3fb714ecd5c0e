"""Ten traditional games and Kalah against Ludii: its games move by move, and its counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

import mancalab as mc
from ludii import (
    SETTINGS,
    Game,
    Setting,
    Turn,
    actions,
    board_of,
    counts,
    observed,
    records,
    rules_of,
)

# Turns with a choice in the 100 games of each record (of Kalah and Waurie: actions), and forced
# passes before the last move.
RECORDED = {
    "kalah": (4846, 0),
    "bohnenspiel": (6363, 0),
    "french-wari": (2682, 0),
    "waurie": (9042, 0),
    "yovodi": (2717, 0),
    "um-el-bagara": (6385, 277),
    "chongka": (4882, 660),
    "bao-ki-arabu": (11133, 0),
    "moruba": (24654, 0),
    "nchayo": (4213, 0),
    "tsoro": (8363, 0),
}

# Options and their values. Where a game has the option, the records must tell its value from the
# others, or the agreement would show little.
CHANGES: dict[str, tuple[bool | int | str, ...]] = {
    "least": (1, 2),
    "relay": (False, True),
    "capture_side": ("own", "other", "any"),
    "grand_slam": ("legal_no_capture", "forbidden"),
    "replay": (False, True),
    "stores": ("none", "own"),
    "end": ("either_empty", "mover_empty"),
    "final_count": ("home", "owner"),
    "end_above_half": (True, False),
}

# What no record can show, because it makes no difference in these games:
NO_DIFFERENCE = {
    # two rows of a side, and no one takes seeds from the side that sows: who moved is not empty
    ("bao-ki-arabu", "end", "either_empty"),
    ("moruba", "end", "either_empty"),
    ("nchayo", "end", "either_empty"),
    ("tsoro", "end", "mover_empty"),
    # a side counts what lies in its rows: whether it is moved first is the same
    ("bao-ki-arabu", "final_count", "owner"),
    ("nchayo", "final_count", "owner"),
    # it ends when no pit holds a seed
    ("chongka", "final_count", "owner"),
}


def winner_of(game: Game) -> int | None:
    return {0: None, 1: 0, 2: 1}[game["winner"]]


def laps_of(state: mc.State, action: int) -> int:
    return 1 + sum(event.kind == "relay" for event in state.trace(action))


def is_endless(state: mc.State) -> bool:
    return state.outcome is not None and state.outcome.result == "void"


def play_turn(state: mc.State, turn: Turn, setting: Setting) -> mc.State:
    """Play one recorded turn; the legal actions, the laps and the board after it are compared."""
    mover = turn["mover"] - 1
    if turn["choice"] is None:
        # The side whose turn it would be cannot move: it was passed over before.
        assert state.is_over or state.to_move != mover
        return state
    assert not state.is_over
    assert state.to_move == mover
    found = actions(setting, mover, turn["legal"])
    assert tuple(sorted(found)) == state.legal_actions
    action = found[turn["choice"]]
    assert laps_of(state, action) == turn["laps"]
    after = state.play(action)
    swept = after.is_over and sweeps(after.rules)
    assert observed(after, setting) == board_of(setting, turn["after"], swept=swept)
    return after


def sweeps(rules: mc.Rules) -> bool:
    """Whether the seeds left at the end are moved; the records leave them where they are."""
    option = rules.options.get("final_count")
    return option is not None and option.value == "owner"


def replay(rules: mc.Rules, game: Game, setting: Setting) -> None:
    state = rules.start()
    assert observed(state, setting) == board_of(setting, game["start"])
    for number, turn in enumerate(game["turns"]):
        try:
            state = play_turn(state, turn, setting)
        except AssertionError as error:
            error.add_note(f"turn {number}: {turn}, from {state!r}")
            raise
    assert state.outcome is not None
    assert state.outcome.winner == winner_of(game)
    if game["score"] is not None:
        assert list(state.outcome.score) == game["score"]


@pytest.mark.parametrize("game", SETTINGS)
def test_recorded_games_are_played_alike(game: str) -> None:
    rules = rules_of(game)
    for number, recorded in enumerate(records(game)):
        try:
            replay(rules, recorded, SETTINGS[game])
        except AssertionError as error:
            error.add_note(f"game {number} of {game}")
            raise


@pytest.mark.parametrize("game", SETTINGS)
def test_the_records_are_all_there(game: str) -> None:
    """Every game is recorded to its end, with the forced passes that Ludii puts there."""
    setting = SETTINGS[game]
    assert len(records(game)) == 100
    turns = passes = 0
    for recorded in records(game):
        moved = [turn["choice"] is not None for turn in recorded["turns"]]
        last = len(moved) - setting.closing_passes
        assert moved[last - 1 :] == [True] + [False] * setting.closing_passes
        turns += sum(moved)
        passes += last - sum(moved)
    assert (turns, passes) == RECORDED[game]


Change = tuple[str, str, bool | int | str]


def changes(game: str) -> Iterator[Change]:
    """Every other value of an option that the game can have."""
    rules = rules_of(game)
    for name, values in CHANGES.items():
        for value in values:
            if name in rules.options and value != rules.options[name].value:
                with suppress(mc.RulesError):
                    rules.replace(**{name: value})
                    yield game, name, value


def label(change: Change) -> str:
    return "-".join(map(str, change))


def agrees(rules: mc.Rules, game: str) -> bool:
    """Whether the records could be games by these rules."""
    try:
        for recorded in records(game):
            replay(rules, recorded, SETTINGS[game])
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    "change", [change for game in SETTINGS for change in changes(game)], ids=label
)
def test_a_changed_rule_is_noticed(change: Change) -> None:
    game, option, value = change
    rules = rules_of(game).replace(**{option: value})
    assert agrees(rules, game) == (change in NO_DIFFERENCE)


def count_turns(state: mc.State, depth: int, again: bool) -> tuple[int, int, int]:
    """Count sequences of `depth` whole turns, all laps on the way, and the endless chains.

    An endless chain is no turn: in mancalab it voids the game.
    """
    nodes = laps = endless = 0
    for action in state.legal_actions:
        after = state.play(action)
        if is_endless(after):
            endless += 1
            continue
        laps += laps_of(state, action)
        same_turn = again and not after.is_over and after.to_move == state.to_move
        left = depth if same_turn else depth - 1
        below = count_turns(after, left, again) if left else (1, 0, 0)
        nodes, laps, endless = nodes + below[0], laps + below[1], endless + below[2]
    return nodes, laps, endless


# Ludii gives up an endless chain after so many laps, and counts these laps.
LAPS_OF_AN_ENDLESS_CHAIN = 4002


@pytest.mark.parametrize("game", SETTINGS)
def test_turns_are_counted_alike(game: str) -> None:
    start = rules_of(game).start()
    again = SETTINGS[game].again
    for depth, (nodes, laps, endless) in enumerate(counts()[game]["turns"], 1):
        without = laps - endless * LAPS_OF_AN_ENDLESS_CHAIN
        assert count_turns(start, depth, again) == (nodes, without, endless)


def count_laps(state: mc.State, depth: int, closing_passes: int) -> int:
    """Count sequences of `depth` laps, where a turn may be cut off and a closing pass is a lap.

    No side is passed over so near the start.
    """
    if state.is_over:
        return int(depth <= closing_passes)
    nodes = 0
    for action in state.legal_actions:
        after = state.play(action)
        laps = depth if is_endless(after) else laps_of(state, action)
        nodes += count_laps(after, depth - laps, closing_passes) if laps < depth else 1
    return nodes


def shallow_and_deep() -> list[object]:
    """Every depth that is counted for a game; those with many sequences are for the night."""
    fast = 40_000
    return [
        pytest.param(
            game, depth, marks=[pytest.mark.nightly] if nodes > fast else [], id=f"{game}-{depth}"
        )
        for game in SETTINGS
        for depth, nodes in enumerate(counts()[game]["laps"], 1)
    ]


@pytest.mark.parametrize(("game", "depth"), shallow_and_deep())
def test_laps_are_counted_alike(game: str, depth: int) -> None:
    nodes = count_laps(rules_of(game).start(), depth, SETTINGS[game].closing_passes)
    assert nodes == counts()[game]["laps"][depth - 1]
