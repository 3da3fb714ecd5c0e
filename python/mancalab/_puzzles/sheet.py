"""Puzzles on paper: a page of HTML that prints well, with the solutions on a sheet of their own."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mancalab._base.words import called
from mancalab._boards.svg import board_svg
from mancalab._browser.document import document
from mancalab._browser.texts import Texts, say, side, table
from mancalab._puzzles.find import LONGEST

if TYPE_CHECKING:
    from mancalab._core import Rules
    from mancalab._puzzles.find import Puzzle

_ENGLISH = table("en", "explorer", "puzzles")


def sheet_html(rules: Rules, puzzles: Sequence[Puzzle]) -> str:
    """The sheet.

    Parameters
    ----------
    rules
        The game.
    puzzles
        Numbered from 1 in this order.
    """
    asked = "\n".join(_asked(number, puzzle) for number, puzzle in enumerate(puzzles, start=1))
    solved = "\n".join(_solved(number, puzzle) for number, puzzle in enumerate(puzzles, start=1))
    title = html.escape(called(rules))
    task = _ENGLISH["puzzles.about"]
    body = _BODY.format(
        title=title, task=task, legend=_explained(puzzles), asked=asked, solved=solved
    )
    return document(f"{called(rules)}: puzzles", body, style=_STYLE, schemes="light", allowed=())


def _explained(puzzles: Sequence[Puzzle]) -> str:
    """How the boards are to be read, and what the stars mean."""
    one, two = LONGEST[1], LONGEST[2]
    read = (
        "The number in a box counts the seeds of a pit; the small one beyond it is the pit's "
        "number. Rings mark the pits that may be played. South sits below, North above."
    )
    stars = (
        f"★ the game ends within {one} moves of best play, ★★ within {two}, ★★★ later."
        if puzzles
        else ""
    )
    return html.escape(f"{read} {stars}")


def task_words(puzzle: Puzzle, texts: Texts = _ENGLISH) -> str:
    """Whose turn it is, and how the game stands."""
    state = puzzle.state
    south, north = state.scores
    turn = say(texts, "puzzles.to_move", side=side(texts, state.to_move))
    if puzzle.kind != "margin":
        return turn
    return f"{turn} {say(texts, 'puzzles.score', south=south, north=north)}"


def line_words(puzzle: Puzzle, texts: Texts = _ENGLISH) -> str:
    """Best play, every action after the side that plays it."""
    state, words, before = puzzle.state, [], None
    for action in puzzle.line:
        mover = state.to_move
        text = state.rules.action_text(action)
        words.append(text if mover == before else f"{side(texts, mover)} {text}")
        before = mover
        state = state.play(action)
    return ", ".join(words)


def _asked(number: int, puzzle: Puzzle) -> str:
    picture = board_svg(puzzle.state, theme="light", last=[], legend=False)
    return (
        f'<article><h2>{number} <span class="stars" aria-label="level {puzzle.level}">'
        f"{'★' * puzzle.level}</span></h2>\n<p>{html.escape(task_words(puzzle))}</p>\n{picture}"
        '<p class="answer">Move: <span></span></p></article>'
    )


def _solved(number: int, puzzle: Puzzle) -> str:
    rules = puzzle.state.rules
    others = "; ".join(
        f"{rules.action_text(action)}: {puzzle.words(action)}"
        for action in puzzle.values
        if action != puzzle.action
    )
    cells = (rules.action_text(puzzle.action), puzzle.words(puzzle.action), others,
             line_words(puzzle))  # fmt: skip
    row = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{number}</th>{row}</tr>'


_STYLE = """\
body { margin: 1rem auto; max-width: 62rem; padding: 0 1rem; background: #fff; color: #1c1b18;
 font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 0; }
p { margin: 4px 0; }
.puzzles { display: grid; gap: 20px 28px; margin-top: 12px;
 grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); }
article { break-inside: avoid; }
article svg { width: 100%; }
.stars { font-weight: 400; }
.answer span { display: inline-block; width: 8em; border-bottom: 1px solid #1c1b18; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px;
 border-bottom: 1px solid #b9b4a8; }
tr { break-inside: avoid; }
.solutions { break-before: page; margin-top: 3rem; }
@page { size: A4; margin: 14mm; }
@media print {
 body { margin: 0; max-width: none; padding: 0; font-size: 10.5pt; }
 .puzzles { grid-template-columns: 1fr 1fr; gap: 6mm 8mm; }
 .solutions { margin-top: 0; font-size: 9.5pt; }
 .wide { overflow: visible; }
 * { print-color-adjust: exact; }
}"""

_BODY = """<main>
<h1>{title}: puzzles</h1>
<p><strong>{task}</strong></p>
<p>{legend}</p>
<div class="puzzles">
{asked}
</div>
<section class="solutions">
<h1>{title}: solutions</h1>
<p>What every move leads to with best play on both sides; these values are proven.</p>
<div class="wide" role="region" aria-label="Solutions" tabindex="0">
<table>
<thead><tr><th scope="col">No.</th><th scope="col">Move</th><th scope="col">It leads to</th>
<th scope="col">The others</th><th scope="col">Best play</th></tr></thead>
<tbody>
{solved}
</tbody>
</table>
</div>
</section>
</main>"""
