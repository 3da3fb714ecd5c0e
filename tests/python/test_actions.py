"""What rules say of themselves: their actions, what they ask for, who plays them."""

from __future__ import annotations

import pytest

import mancalab as mc
from landing_games import TURNS, kalah_with
from mancalab._boards.targets import target

EXECUTORS = (
    "lanes",
    "fused lanes",
    "two rows",
    "fused two rows",
    "acyclic proof",
    "endgame tables",
)


@pytest.mark.parametrize("name", mc.catalogue)
def test_actions_say_what_their_texts_say(name: str) -> None:
    rules = mc.rules(name)
    assert [action.number for action in rules.actions] == list(range(rules.n_actions))
    both = "chooses_beside" in rules.features  # elsewhere the other player's pits only are taken
    for action in rules.actions:
        written = {
            "sow": f"{'o' if action.side == 'other' else ''}{action.pit}"
            f"{ {None: '', 'forward': '>', 'backward': '<'}[action.direction] }",
            "reserve": "r",
            "file": f"f{action.file}",
            "put": f"{'o' if action.side == 'other' else ''}p{action.pit}",
            "count": f"n{action.count}",
            "store": f"c{action.count}",
            "take": f"{'o' if both and action.side == 'other' else ''}t{action.pit}",
            "stop": "s",
            "capture": "x",
            "leave": f"e{action.pit}",
            "keep": "k",
            "swap": "w",
        }
        assert action.text == str(action) == written[action.kind]
        assert action.text == rules.action_text(action.number)
        assert rules.action_from_text(action.text) == action.number
        of_pit = action.kind in {"sow", "put", "take", "leave"}
        assert (action.pit is not None) == (action.side is not None) == of_pit
        assert (action.file is not None) == (action.kind == "file")
        assert (action.count is not None) == (action.kind in {"count", "store"})


def test_actions_of_either_side_both_ways_with_reserve_and_files() -> None:
    rules = mc.rules("kalah", columns=2, symmetric=True, direction="chosen")
    found = [(action.pit, action.side, action.direction) for action in rules.actions]
    sides, ways = ("own", "other"), ("forward", "backward")
    assert found == [(pit, side, way) for way in ways for side in sides for pit in (0, 1)]
    assert mc.rules("mwambulula").actions[-1].kind == "reserve"
    files = [action.file for action in mc.rules("chuba").actions if action.kind == "file"]
    assert files == list(range(11))


def test_actions_are_values() -> None:
    first, again = mc.rules("kalah").actions[3], mc.rules("kalah").actions[3]
    assert first == again
    assert hash(first) == hash(again)
    assert first != mc.rules("kalah").actions[4]
    assert repr(first) == "<Action 3: 3>"
    with pytest.raises(AttributeError):
        first.pit = 4  # type: ignore[misc]


def test_the_target_of_an_action_lies_where_it_says() -> None:
    chuba = mc.rules("chuba")
    (file,) = [action for action in chuba.actions if action.file == 2]
    assert target(chuba, 0, file.number).pits == ((1, 2), (1, 19))
    either = mc.rules("kalah", symmetric=True)
    (pit,) = [action for action in either.actions if (action.side, action.pit) == ("other", 1)]
    assert target(either, 1, pit.number).pits == ((0, 1),)


def test_features_are_what_a_game_asks_for() -> None:
    kalah = set(mc.rules("kalah").features)
    assert {"stores", "sows_own_store", "captures", "replays", "from_empty"} <= kalah
    assert kalah.isdisjoint({"relays", "four_rows", "feed_forced", "asks_turns"})
    assert set(mc.rules("kalah", relay=True).features) - kalah >= {"relays"}
    assert {"asks_turns", "exceptions", "several_entries", "then_again"} <= set(TURNS.features)
    assert all(feature == feature.lower() for feature in kalah)


@pytest.mark.parametrize("name", mc.catalogue)
def test_every_executor_takes_a_game_or_says_why_not(name: str) -> None:
    refusals = mc.rules(name).refusals
    assert tuple(refusals) == EXECUTORS
    for executor, reason in refusals.items():
        assert reason is None or len(reason) > 20, executor
    # The fused ways are those of an executor, and for fewer games.
    assert refusals["two rows"] is None or refusals["fused two rows"] is not None


def test_refusals_are_those_that_executors_raise() -> None:
    assert set(mc.rules("kalah").refusals.values()) == {None}
    repeated = mc.rules("oware", repetition="first_since_capture")
    with pytest.raises(mc.RulesError) as caught:
        mc.Batch(repeated, 1)
    assert repeated.refusals["lanes"] == str(caught.value)
    chuba = mc.rules("chuba")
    with pytest.raises(ValueError, match="endgame tables") as found:
        mc.Tablebase.build(chuba, 3)
    assert str(chuba.refusals["endgame tables"]) in str(found.value)
    assert mc.rules("oware").refusals["acyclic proof"] is not None
    wide = mc.rules("kalah", columns=8).refusals
    assert "columns" in str(wide["two rows"])
    assert "six pits a side" in str(wide["fused lanes"])


def test_entries_that_never_fit_are_named_with_what_covers_them() -> None:
    assert all(not mc.rules(name).dead_entries for name in mc.catalogue)
    covered = '[[landing]]\nname = "never"\nwas = "empty"\nside = "own"\nfacing = [2]\n'
    assert kalah_with(covered).dead_entries == ()
    rules = kalah_with(covered, after=True)
    assert rules.dead_entries == (("landing.never", "landing.capture"),)
    unnamed = kalah_with(covered.replace('name = "never"\n', ""), after=True)
    assert unnamed.dead_entries == (("landing[1]", "landing.capture"),)


def test_options_of_entries_take_lists_and_tuples() -> None:
    kalah = mc.rules("kalah")
    for value in ([2, 3], (2, 3), "[2, 3]"):
        changed = kalah.replace(**{"landing.capture.facing": value})
        assert changed.dead_entries == ()
        text = changed.to_toml()
        assert "facing = [2, 3]" in text or "facing = [\n" in text
        assert mc.Rules.from_toml(text) == changed
    assert kalah.replace(**{"landing.capture.take": ("facing",)}) != kalah
    assert kalah.replace(**{"landing.capture.take": ["landing", "facing"]}) != mc.rules("oware")
    any_side = kalah.replace(**{"landing.capture.side": "any"})
    assert "on_other_side" in any_side.features


@pytest.mark.parametrize("value", [[None], [1.5], [[2]], {2}, [True]])
def test_other_values_of_entries_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match=r"landing\.capture\.facing: a value of type"):
        mc.rules("kalah").replace(**{"landing.capture.facing": value})  # type: ignore[arg-type]


def test_lists_are_no_values_of_other_options() -> None:
    with pytest.raises(TypeError, match="columns: a value of type list is not allowed"):
        mc.rules("kalah", columns=[6])


def test_registers_are_part_of_positions_and_their_texts() -> None:
    state = TURNS.start()
    assert state.registers == {"turns": (0, 0)}
    state = state.play(0)
    assert state.registers == {"turns": (1, 0)}
    assert "turns=1" in state.position_text
    again = mc.State.from_text(state.position_text, TURNS)
    assert (again, again.registers) == (state, state.registers)
    rebuilt = TURNS.state(
        pits=state.pits,
        stores=state.stores,
        registers=state.registers,
        to_move=state.to_move,
    )
    assert rebuilt == state
    with pytest.raises(mc.PositionError, match="registers"):
        TURNS.state(pits=state.pits, registers={"turn": (0, 0)})
    assert mc.rules("kalah").start().registers == {}
