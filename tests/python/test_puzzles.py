"""Puzzles: their values are found again by other means, and pages say what is right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import mancalab as mc
from commands import refused
from mancalab.cli import main

SMALL = mc.rules("kalah", columns=4, seeds=3)


def plain_values(state: mc.State) -> dict[int, int]:
    """Values of all actions of a position in a game without cycles, by looking at every end."""
    known: dict[str, int] = {}

    def south(now: mc.State) -> int:
        text = now.position_text
        if now.outcome is not None:
            return worth(now.outcome, by_seeds=by_seeds)
        if text not in known:
            values = [south(now.play(action)) for action in now.legal_actions]
            known[text] = max(values) if now.to_move == 0 else min(values)
        return known[text]

    by_seeds = state.rules.options["winner"].value == "most_seeds"
    sign = 1 - 2 * state.to_move
    return {action: sign * south(state.play(action)) for action in state.legal_actions}


def worth(outcome: mc.Outcome, *, by_seeds: bool) -> int:
    """What the end of a game is worth to South."""
    if outcome.result in {"void", "truncated"}:
        return 0
    if by_seeds:
        return int(outcome.score[0]) - int(outcome.score[1])
    return 0 if outcome.winner is None else 1 - 2 * outcome.winner


@pytest.mark.parametrize(("name", "columns"), [("kalah", 3), ("kalah", 4), ("waurie", 3)])
def test_values_of_puzzles_are_those_of_plain_search(name: str, columns: int) -> None:
    found = mc.puzzles(mc.rules(name, columns=columns, seeds=2), n=4, seed=3)
    assert len(found) == 4
    for puzzle in found:
        assert plain_values(puzzle.state) == puzzle.values
        winning = [action for action, value in puzzle.values.items() if value > 0]
        assert winning == [puzzle.action]
        assert len(puzzle.values) > 1


@pytest.mark.parametrize("game", ["kalah", "awari", "bohnenspiel", mc.rules("tsoro", columns=4)])
def test_values_of_puzzles_are_those_of_a_solve_of_their_own(game: str | mc.Rules) -> None:
    """Tables gave most of the values: here the solver finds them, from the position's text."""
    for puzzle in mc.puzzles(game, n=3, seed=5):
        again = mc.solve(mc.State.from_text(puzzle.state.to_text()), actions=True, memory=32)
        assert again.action_values == puzzle.values
        assert again.kind == puzzle.kind
        assert again.best_actions == (puzzle.action,)
        assert [value > 0 for value in puzzle.values.values()].count(True) == 1


def test_the_same_seed_gives_the_same_puzzles() -> None:
    texts = [
        [puzzle.state.to_text() for puzzle in mc.puzzles(SMALL, n=4, seed=seed)]
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]
    assert len(set(texts[0])) == 4


@pytest.mark.parametrize(("level", "least", "most"), [(1, 1, 4), (2, 5, 9), (3, 10, 200)])
def test_levels_count_the_moves_of_best_play(level: int, least: int, most: int) -> None:
    for puzzle in mc.puzzles("kalah", n=3, level=level):
        assert puzzle.level == level
        assert least <= len(puzzle.line) <= most
        assert puzzle.line[0] == puzzle.action
        state = puzzle.state
        for action in puzzle.line:
            state = state.play(action)
        assert state.is_over
        score = state.scores
        mover = puzzle.state.to_move
        assert int(score[mover]) - int(score[1 - mover]) == puzzle.values[puzzle.action]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"level": 4}, r"level = 4: allowed are 1, 2, 3, or None"),
        ({"n": 0}, r"n = 0: allowed are 1 to 1000"),
        ({"nodes": 0}, r"nodes = 0: allowed are 1 to 1000000000"),
        ({"seed": -1}, r"seed = -1"),
    ],
)
def test_arguments_that_are_not_allowed(arguments: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        mc.puzzles("kalah", **arguments)


def test_a_game_without_exact_answers_is_refused() -> None:
    said = r"game = 'togyzqumalaq': puzzles need exact values, and in the endings of 24 games none"
    with pytest.raises(ValueError, match=said):
        mc.puzzles("togyzqumalaq", nodes=1)


def test_a_game_with_too_few_puzzles_says_how_many_there_are() -> None:
    with pytest.raises(ValueError, match=r"n = 40: only (1 puzzle|\d+ puzzles) found in 640 games"):
        mc.puzzles(mc.rules("kalah", columns=2, seeds=1), n=40)


def test_the_command_writes_a_sheet_and_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    assert main(["puzzles", "kalah", "--n", "4", "--seed", "7", "--out", str(out)]) == 0
    assert "4 puzzles of Kalah" in capsys.readouterr().out
    sheet = (out / "sheet.html").read_text("utf-8")
    questions, solutions = sheet.split('<section class="solutions">')
    assert questions.count("<svg") == 4
    assert "<svg" not in solutions
    for number, puzzle in enumerate(mc.puzzles("kalah", n=4, seed=7), start=1):
        best = f'<th scope="row">{number}</th><td>{puzzle.action}</td>'
        assert best + f"<td>{puzzle.words(puzzle.action)}</td>" in solutions
    for name in ("sheet.html", "puzzles.html"):
        text = (out / name).read_text("utf-8")
        assert "default-src 'none'" in text
        assert not re.search(r'(?:src|href)="(?!data:)', text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kalah", "--level", "9"], "level = 9: allowed are 1, 2, 3"),
        (["kalah", "--n", "0"], "n = 0: allowed are 1 to 1000"),
        (["no-game"], "no game is called"),
        (["togyzqumalaq", "--nodes", "1"], "puzzles need exact values"),
    ],
)
def test_mistakes_take_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(["puzzles", *words], capsys)


def test_a_page_says_right_and_wrong(page: Page, tmp_path: Path) -> None:
    found = mc.puzzles("kalah", n=2, seed=4)
    file = tmp_path / "puzzles.html"
    file.write_text(found.page_html(), "utf-8")
    page.goto(file.as_uri())
    puzzle = found[0]
    wrong = next(action for action in puzzle.values if action != puzzle.action)
    shift = puzzle.state.to_move * puzzle.state.rules.pits_per_side

    def press(action: int) -> None:
        page.locator(f'.mb-slot.mb-playable[data-slot="{action + shift}"]').click()

    expect(page.locator("#moves .mw-move")).to_have_count(0)
    press(wrong)
    expect(page.locator("#moves")).to_contain_text(f"{puzzle.words(wrong)} — wrong")
    expect(page.locator(".mb-status")).to_contain_text("Wrong: ", timeout=15_000)
    expect(page.locator("#moves .mw-move")).to_have_count(1)
    page.get_by_role("button", name="Try again").click()
    press(puzzle.action)
    expect(page.locator(".mb-status")).to_contain_text("Right: ", timeout=15_000)
    expect(page.locator("#moves .mw-move")).to_have_count(len(puzzle.values))
    for action in puzzle.values:
        expect(page.locator("#moves")).to_contain_text(puzzle.words(action))
    expect(page.locator("#choices button").first).to_have_accessible_name(re.compile("solved"))
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#number")).to_have_text("Puzzle 2 of 2")
    expect(page.locator("#moves .mw-move")).to_have_count(0)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#line")).to_contain_text("Best play: ")


def test_no_text_of_a_game_ends_the_script() -> None:
    rules = mc.Rules.from_toml(
        SMALL.to_toml().replace(f'title = "{SMALL.title}"', 'title = "</script><b>x"')
    )
    text = mc.puzzles(rules, n=1).page_html()
    data = text.split('id="puzzles">')[1].split("</script>")[0]
    assert json.loads(data)["common"]["game"]["title"] == "</script><b>x"
    assert "<b>x" not in text
