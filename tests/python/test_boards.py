"""Boards as pictures: what is drawn, and what is told in words."""

from __future__ import annotations

import base64
import html
import pickle
import re
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mancalab as mc
from board_cases import (
    SVG,
    drawn,
    games,
    layout_of,
    parsed,
    played,
    shapes,
    shapes_by_role,
    some_states,
)
from mancalab import _boards, plots
from mancalab._base.marks import marks_say
from mancalab._boards.geometry import PIT_STONES
from mancalab._boards.rows import is_field
from mancalab._boards.shapes import Circle, Line, Shape

NAMES = ("South", "North")

SAID = {
    "unplayed": "not yet played",
    "made": "marked by {}",
    "closed": "closed",
    "left": "left without seeds",
    "held": "neither sown from nor captured",
    "filling": "not full yet",
    "owned": "belongs to {}",
    "house": "a house",
}
"""What a mark says of a pit, with the name of the player of the other row."""


def said_of(state: mc.State, side: int, pit: int) -> str:
    """What marks and claims say of a pit, in brackets; nothing where there are none."""
    shared = "shares_pits" in state.rules.features and pit == 3  # of the only game that has one
    says = "made" if shared else marks_say(state.rules)
    if says == "held" and not state.pits[side, pit]:
        says = "closed"
    told = [SAID[says].format(NAMES[1 - side])] if state.marks[side, pit] else []
    if state.claims[side, pit]:
        owns = shared or "marks_own_pits" in state.rules.features or state.marks[side, pit]
        told.append(f"marked by {NAMES[side if owns else 1 - side]}")
    if state.lifted[side, pit]:
        rests = bool({"rests_pits", "rests_lone"} & set(state.rules.features))
        told.append("resting" if rests else "lifted before")
    return f" ({', '.join(told)})" if told else ""


def words(svg: str) -> str:
    found = parsed(svg).find(f"{SVG}desc")
    assert found is not None
    assert found.text is not None
    return found.text


def circles(found: Iterable[Shape]) -> set[tuple[float, float]]:
    return {(shape.x, shape.y) for shape in found if isinstance(shape, Circle)}


def centres(state: mc.State, pits: Iterable[tuple[int, int]]) -> set[tuple[float, float]]:
    places = layout_of(state)
    return {(places.pits[side][pit].x, places.pits[side][pit].y) for side, pit in pits}


@games
def test_every_position_is_a_well_formed_picture_with_a_name(game: str) -> None:
    for state in some_states(game):
        for svg in (state._repr_svg_(), plots.board_svg(state, theme="dark", counts=False)):
            root = parsed(svg)
            assert root.tag == f"{SVG}svg"
            assert root.get("role") == "img"
            ids = {element.get("id"): element for element in root if element.get("id")}
            name = ids[root.get("aria-labelledby")]
            assert name.tag == f"{SVG}title"
            assert name.text == _boards.title(state)
            assert ids[root.get("aria-describedby")].tag == f"{SVG}desc"
            assert root[0] is name  # programs look for it there


@games
def test_stones_are_counted_and_many_are_a_number(game: str) -> None:
    for state in some_states(game):
        places = layout_of(state)
        lots = [*state.pits[0].tolist(), *state.pits[1].tolist()]
        few = [n for n in lots if n <= PIT_STONES]
        large = [str(n) for n in lots if n > PIT_STONES]
        for tray in places.trays:
            held = state.reserves if tray.kind == "reserve" else state.stores
            n = int(held[tray.side])
            few += [n] if n <= tray.most else []
            large.append(str(n))  # its number is always prominent
        svg = plots.board_svg(state, legend=False)
        assert len(drawn(svg, "stone")) == sum(few)
        assert sorted(text.text or "" for text in drawn(svg, "large")) == sorted(large)
        counts = [text.text for text in drawn(svg, "count")]
        assert sorted(counts) == sorted(map(str, lots))  # type: ignore[type-var]
        numbers = [text.text for text in drawn(svg, "number")]
        n = state.rules.pits_per_side
        assert sorted(numbers) == sorted(2 * list(map(str, range(n))))  # type: ignore[type-var]
        without = plots.board_svg(state, counts=False, legend=False)
        assert not drawn(without, "count")
        assert len(drawn(without, "number")) == 2 * n


@games
def test_the_words_tell_all_that_is_drawn(game: str) -> None:
    for state in some_states(game):
        text = words(plots.board_svg(state))
        sides = {line.partition(":")[0]: line for line in text.splitlines()}
        for side, name in enumerate(NAMES):
            line = sides[name].rstrip(".").replace(";", ",") + ","
            for pit, seeds in enumerate(state.pits[side].tolist()):
                called = "field" if is_field(state.rules, pit) else f"pit {pit}"
                assert f"{called}: {seeds}{said_of(state, side, pit)}," in line
            if state.rules.has_stores:
                held = "store" if "stores" in state.rules.features else "captured"
                assert f"{held}: {state.stores[side]}," in line
            if state.reserves.any():
                assert f"reserve: {state.reserves[side]}," in line
        if state.outcome is None:
            assert f"{NAMES[state.to_move]} to " in text
            choices = (
                re.split("may (?:play|put the seeds in|sow|take|choose|give a seed of) ", text)[1]
                .splitlines()[0]
                .replace(" or ", ", ")
            )
            # As many captured seeds as may be sown are told in one word.
            kinds = [target.kind for target in _boards.legal_targets(state)]
            stored = kinds.count("store")
            assert len(choices.split(", ")) == len(kinds) - stored + bool(stored)
            assert stored < 2 or f"1 to {stored} captured seeds" in choices
        else:
            assert "The game is over" in text
            assert not re.search("may (?:play|sow|take|choose|give)", text)
            south, north = state.rounds_won or state.points or state.outcome.score
            if state.outcome.winner is None:
                assert f"{south} to {north}" in text
            else:
                score = (south, north) if state.outcome.winner == 0 else (north, south)
                assert f"{NAMES[state.outcome.winner]} wins, {score[0]} to {score[1]}" in text


@given(
    st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(lambda n: 0 < sum(n) <= 255),
    st.integers(0, 1),
)
def test_any_position_can_be_drawn(seeds: list[int], to_move: int) -> None:
    rules = mc.rules("kalah", columns=2, seeds=3)
    state = rules.state(pits=[seeds[:2], seeds[2:]], to_move=to_move)
    pits, stores = state.pits.ravel().tolist(), state.stores.tolist()
    most = layout_of(state).trays[0].most
    many = [n for n in pits if n > PIT_STONES]
    svg = state._repr_svg_()
    large = sorted(int(text.text or "") for text in drawn(svg, "large"))
    assert large == sorted(many + stores)
    many += [n for n in stores if n > most]
    assert len(drawn(svg, "stone")) == sum(pits) + sum(stores) - sum(many)
    assert _boards.headline(state) in words(svg)


def test_legal_pits_have_rings() -> None:
    for state in [state for game in mc.catalogue for state in some_states(game)]:
        targets = _boards.legal_targets(state)
        pits = {pit for target in targets for pit in target.pits}
        shown = shapes_by_role(state)
        assert circles(shown["legal"]) == centres(state, pits)
        boxes = [shape for shape in shown["legal"] if not isinstance(shape, Circle)]
        kinds = [target.kind for target in targets]
        assert len(boxes) == kinds.count("reserve") + ("store" in kinds)
        assert len(shown["arrow"]) == sum(target.way != 0 for target in targets)


def test_legal_pits_of_a_plain_game_are_the_actions() -> None:
    state = mc.catalogue["kalah"].start().play(0)
    assert circles(shapes(state, "legal")) == centres(
        state, [(1, action) for action in state.legal_actions]
    )


def test_arrows_point_where_the_seeds_go() -> None:
    state = mc.catalogue["um-el-bagara"].start()  # outward from the middle
    places = layout_of(state)
    middle = places.pits[0][2].x
    for shape in shapes(state, "arrow"):
        assert isinstance(shape, Line)
        (tip, _), base = shape.points[1], shape.points[0][0]
        pit = min(places.pits[0], key=lambda pit: abs(pit.x - base))
        assert (tip > base) == (base > pit.x)
        if pit.x != middle:
            assert (tip > base) == (pit.x > middle)


def test_a_choice_of_files_rings_the_files() -> None:
    states = (state for seed in range(50) for state in played("chuba", 80, seed))
    state = next(state for state in states if state.phase > 0)
    assert "to choose another file" in state._repr_svg_()
    columns, other = 11, 1 - state.to_move
    just = state.phase - 1
    files = [file for file in range(columns) if file != just]
    pits = [(other, pit) for file in files for pit in (file, 2 * columns - 1 - file)]
    assert circles(shapes(state, "legal")) == centres(state, pits)
    # What a further file takes are the two pits of its ring.
    action = state.legal_actions[0]
    (target,) = _boards.legal_targets(state)[:1]
    taken = {event.source for event in state.trace(action) if event.kind == "capture"}
    assert taken <= set(target.pits)


def test_a_state_knows_the_action_that_led_to_it() -> None:
    start = mc.catalogue["kalah"].start()
    assert start.last is None
    assert not shapes(start, "origin")
    after = start.play(2).play(5)
    assert after.last == (0, 5)
    assert circles(shapes(after, "origin")) == centres(after, [(0, 5)])
    assert "Last action: South played pit 5." in words(after._repr_svg_())
    assert pickle.loads(pickle.dumps(after)).last == (0, 5)  # noqa: S301 - our own
    assert not shapes(after, "origin", last=[])


def test_the_last_action_is_no_part_of_equality() -> None:
    start = mc.rules("kalah", columns=2, seeds=1).start()
    after = start.play(0)
    same = start.rules.state(
        pits=after.pits, stores=after.stores, to_move=after.to_move, phase=after.phase
    )
    assert (after.last, same.last) == ((0, 0), None)
    assert after == same
    assert hash(after) == hash(same)


def test_a_pickle_with_an_action_that_is_none_is_refused() -> None:
    rebuild, parts = mc.catalogue["kalah"].start().__reduce__()
    for last in ((0, 6), (2, 0), (0, -1)):
        with pytest.raises(ValueError, match="damaged"):
            rebuild(*parts[:-1], last)


@games
def test_a_trace_shows_where_seeds_came_from_fell_and_were_taken(game: str) -> None:
    states = played(game, 40, seed=3)
    for before, after in pairwise(states):
        assert after.last is not None
        trace = before.trace(after.last[1])
        lifts = [event.source for event in trace if event.kind == "lift"]
        taken = {event.source for event in trace if event.kind == "capture" and event.count}
        falls = [event.target for event in trace if event.kind == "drop"]
        origins = [(side, pit) for side, pit in filter(None, lifts[:1]) if pit is not None]
        shown = shapes_by_role(after, last=trace)
        assert circles(shown["origin"]) == centres(after, origins)
        crosses = [pit for pit in taken if pit is not None and pit[1] is not None]
        assert len(shown["captured"]) == 2 * len(crosses)
        assert len(shown["landing"]) == (1 if falls else 0)
        told = [str(event) for event in trace if event.kind in {"capture", "sweep"}]
        if told:
            text = words(plots.board_svg(after, last=trace))
            assert all(event in text for event in told)


def test_marks_are_diamonds() -> None:
    state = mc.catalogue["chuba"].start()
    assert len(shapes(state, "mark")) == int(state.marks.sum()) == 22


def test_arrows_of_neighbours_do_not_touch() -> None:
    for game in ("kalaha-ethiopian", "um-el-bagara"):
        tips = sorted({point for shape in shapes(mc.catalogue[game].start(), "arrow")
                       if isinstance(shape, Line) for point in shape.points})  # fmt: skip
        assert tips
        tip = max(point[0] for point in tips)
        for one, other in pairwise(sorted({x for x, _ in tips})):
            assert tip >= other
            assert other - one >= 8


def test_the_way_of_the_sowing_is_shown_where_it_is_one() -> None:
    """Arrow-heads between neighbours: to the right for South's first pits, to the left above."""
    paths = shapes(mc.catalogue["kalah"].start(), "path")
    assert len(paths) == 10
    rightward = [line.points[1][0] > line.points[0][0] for line in paths if isinstance(line, Line)]
    assert rightward == [True] * 5 + [False] * 5
    for game in ("kalaha-ethiopian", "um-el-bagara"):
        assert not shapes(mc.catalogue[game].start(), "path")


def test_the_legend_names_the_marks_that_are_there() -> None:
    before = mc.catalogue["chuba"].start()
    after = before.play(13)
    plain = drawn(plots.board_svg(mc.catalogue["kalah"].start()), "legend")
    said = {text.text for text in plain}
    seen = ("number of the pit", "seeds in the pit", "can be played", "direction of sowing")
    assert said == set(seen)
    marked = drawn(plots.board_svg(after, last=before.trace(13)), "legend")
    marks = ("last action began here", "last seed fell here", "captured here", "not yet played")
    assert {text.text for text in marked} == {*seen, *marks}
    assert not drawn(plots.board_svg(after, legend=False), "legend")


def test_the_legend_says_that_a_way_is_chosen_where_it_is() -> None:
    """In Igisoro most pits are sown one way only, and Bay Khom's go either way."""
    for game, words in (
        ("igisoro", "direction in which it can be played"),
        ("bay-khom", "direction can be chosen"),
    ):
        legend = drawn(plots.board_svg(mc.rules(game).start()), "legend")
        said = {text.text or "" for text in legend}
        assert words in said
        assert len({text for text in said if text.startswith("direction")}) == 1


@games
def test_stores_are_drawn_where_the_board_has_stores(game: str) -> None:
    rules = mc.catalogue[game]
    kinds = {tray.kind for tray in _boards.layout(rules).trays}
    assert ("store" in kinds) == ("stores" in rules.features)
    assert ("captured" in kinds) == (rules.has_stores and "stores" not in rules.features)


def test_a_notebook_gets_html_with_the_words_in_it() -> None:
    state = mc.catalogue["kalah"].start().play(2)
    bundle = state._repr_mimebundle_()
    assert bundle["text/plain"] == str(state)
    assert set(bundle) == {"text/html", "text/plain"}
    # An image with its words, which the picture itself replaces where scripts may run.
    page = bundle["text/html"]
    [(alt, data)] = re.findall(r'<img .*? alt="(.*?)" onload=.*?;base64,(.*?)">', page, re.DOTALL)
    svg = base64.b64decode(data).decode()
    assert html.unescape(alt) == words(svg)
    root = parsed(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == _boards.title(state)
    assert "pit 0: 4" in words(svg)
    assert "max-width:100%" in (root.get("style") or "")
    picture = plots.board_svg(state)
    assert picture._repr_mimebundle_()["text/html"] == page
    assert state._repr_mimebundle_(include=["text/html"], exclude=[]) == bundle
