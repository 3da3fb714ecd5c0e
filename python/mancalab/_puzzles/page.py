"""Puzzles on a page: one file in which the board asks, and says right or wrong."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mancalab._base.value_words import exactly
from mancalab._base.words import called
from mancalab._boards.palette import DARK, LIGHT
from mancalab._browser import frames
from mancalab._browser.bundle import script, style
from mancalab._browser.document import document, scripts
from mancalab._browser.texts import say, table
from mancalab._browser.view import game_view, take_common
from mancalab._puzzles.sheet import line_words, task_words

if TYPE_CHECKING:
    from mancalab._browser.texts import Language, Texts
    from mancalab._core import Rules
    from mancalab._puzzles.find import Puzzle

SPEED = 4.0  # of the animation; 1 shows about three seeds a second


class _Nobody(NamedTuple):
    """Who plays a side: the reader, who needs no name."""

    name: str = ""
    manual: bool = True


def page_html(rules: Rules, puzzles: Sequence[Puzzle], language: Language) -> str:
    """The page; it asks the network for nothing, and its own policy forbids that.

    Parameters
    ----------
    rules
        The game.
    puzzles
        Numbered from 1 in this order; at least one.
    language
        Of the page; rules stay English.
    """
    texts = table(language, "explorer", "puzzles")
    asked = [_asked(puzzle, texts) for puzzle in puzzles]
    views = [view for one in asked for view in (one["view"], *(m["view"] for m in one["moves"]))]
    common = take_common(views) | {"moves": [], "undo": False, "redo": False, "seek": False}
    words = {**texts, "keys": texts["keys.replay"], "undo": texts["back"], "new": texts["to_start"]}
    data = {"common": common, "puzzles": asked, "texts": words, "speed": SPEED}
    title = say(texts, "puzzles.title", game=called(rules))
    said = {key.partition(".")[2]: html.escape(text) for key, text in texts.items()
            if key.startswith("puzzles.")}  # fmt: skip
    body = _BODY.format(
        said=said,
        title=html.escape(title),
        explained=html.escape(rules.explain()),
        scripts=scripts("puzzles", data, script("puzzling")),
    )
    sheets = style("explorer") + "\n" + _STYLE
    return document(title, body, style=sheets, language=language, body_class="mancalab")


def _asked(puzzle: Puzzle, texts: Texts) -> dict[str, Any]:
    """A puzzle as `js/puzzling.js` takes it."""
    state, players = puzzle.state, (_Nobody(), _Nobody())
    moves = []
    for action in puzzle.values:
        move = frames.move(state, action, texts)
        after = game_view([state, state.play(action)], players, texts, move, fresh=True)
        text = state.rules.action_text(action)
        words = exactly(texts, puzzle.kind, state.to_move, puzzle.values[action])
        moves.append({"action": action, "text": text, "words": words, "view": after})
    return {
        "level": puzzle.level,
        "task": task_words(puzzle, texts),
        "action": puzzle.action,
        "line": line_words(puzzle, texts),
        "view": game_view([state], players, texts, None, fresh=False),
        "choices": [frames.choice(state, action) for action in puzzle.values],
        "moves": moves,
    }


_STYLE = f"""\
body.mancalab {{ margin: 0 auto; max-width: 60rem; min-height: 100vh;
 padding: 8px clamp(10px, 3vw, 24px) 24px; box-sizing: border-box;
 border-radius: 0; font-size: 15px; }}
html {{ background: light-dark({LIGHT["page"]}, {DARK["page"]}); color-scheme: light dark; }}
h1 {{ font-size: 22px; margin: 4px 0; }}
h2 {{ font-size: 17px; margin: 12px 0 0; }}
p {{ margin: 4px 0; }}
#board > .mancalab {{ padding: 0; }}
#board :is(.mb-controls, .mb-moves, .mb-keys) {{ display: none; }}
#board .mb-extras .mb-controls:not(:empty) {{ display: flex; }}
.row {{ display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }}
.mw-button {{ font: inherit; color: var(--mb-text); background: var(--mb-field); min-height: 36px;
 border: 1px solid var(--mb-edge); border-radius: 6px; padding: 4px 10px; cursor: pointer; }}
.mw-button:hover:not(:disabled), .mw-button[aria-current] {{ border-color: var(--mb-legal); }}
.mw-button[aria-current] {{ outline: 2px solid var(--mb-legal); }}
.mw-button:disabled {{ color: var(--mb-quiet); border-style: dotted; cursor: default; }}
.mw-done::after {{ content: " ✓"; }}
.explained pre {{ white-space: pre-wrap; }}"""

_BODY = """<main>
<h1>{title}</h1>
<p>{said[about]}</p>
<nav id="choices" class="row" aria-label="{said[list]}"></nav>
<h2 id="number"></h2>
<p id="task"></p>
<div id="board"></div>
<div class="row">
<button type="button" class="mw-button" id="again">{said[again]}</button>
<button type="button" class="mw-button" id="tell">{said[tell]}</button>
<button type="button" class="mw-button" id="next">{said[next]}</button>
</div>
<section aria-label="{said[moves]}" aria-live="polite">
<ul id="moves" class="mw-moves"></ul>
<p id="line"></p>
</section>
<details class="explained">
<summary>{said[rules]}</summary>
<pre lang="en">{explained}</pre>
</details>
</main>
{scripts}"""
