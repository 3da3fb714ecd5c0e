"""A game that replays itself: one file with the board in it, for a web page or offline use."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mancalab._base.arguments import check_text, number
from mancalab._base.words import HUMAN, called
from mancalab._boards.palette import DARK, LIGHT
from mancalab._browser import frames
from mancalab._browser.bundle import script, style
from mancalab._browser.document import document, scripts
from mancalab._browser.frames import Narrator
from mancalab._browser.texts import Language, Texts, say, side, translated
from mancalab._browser.view import game_view, move_list, take_common
from mancalab._catalogue import OpeningLike, as_opening
from mancalab._core import Rules, State


def replay_html(
    game: OpeningLike,
    actions: Sequence[int],
    *,
    names: tuple[str, str] = ("", ""),
    title: str | None = None,
    about: str = "",
    date: str = "",
    texts: Mapping[str, str] | None = None,
    language: Language = "en",
    speed: float = 2.0,
) -> str:
    """One self-contained page that replays a game with the board of the notebook.

    It asks the network for nothing; its own policy forbids that.

    Parameters
    ----------
    game
        The state the game started from; or rules (also their TOML text, or one line such as
        ``"kalah columns=4"``), for the opening.
    actions
        The actions in order, each seen by the side to move.
    names
        Who played South and North, where it is known.
    title
        Heading; by default the game's title, or its name where it has none.
    about
        A sentence below it, such as when and where the game was played.
    date
        When it was played, as it shall be read.
    texts
        Texts to say instead of those of `mancalab.widget.texts.table`.
    language
        Of the page: "en", "fr", "es", "pt", "de" or "sw"; rules and their clauses stay English.
    speed
        Of the animation: 1 shows about three seeds a second.

    Raises
    ------
    ValueError, TypeError
        The rules, an action, a text or the speed is not allowed.

    Examples
    --------
    >>> from mancalab.widget.html import replay_html
    >>> page = replay_html("kalah columns=4", [1, 2], names=("Ada", "Greedy"))
    >>> page.startswith("<!doctype html>")
    True
    """
    speed = number("speed", speed, 0.125, 1_000)
    for name, words in (
        ("title", "" if title is None else title),
        ("about", about),
        ("date", date),
    ):
        check_text(name, words)
    if isinstance(game, str) and "\n" in game:
        game = Rules.from_toml(game)
    opening = as_opening(game)
    table = translated(texts, language)
    data, final = _pages(opening, actions, names, table)
    data.update(texts={**table, **_replay_texts(table)}, speed=speed)
    facts = _facts(final, names, date, table)
    heading = title or called(opening.rules)
    body = _BODY.format(
        title=html.escape(heading),
        about=f"<p>{html.escape(about)}</p>" if about else "",
        rules=html.escape(table["about"]),
        explained=html.escape(final.rules.explain()),
        facts="\n".join(_fact(*fact) for fact in facts if fact[1]),
        scripts=scripts("game", data, script("replay")),
    )
    return document(heading, body, style=f"{style()}\n{_STYLE}", language=language)


def _replay_texts(texts: Texts) -> dict[str, str]:
    """A page takes nothing back: it goes back and forward."""
    return {
        "keys": texts["keys.replay"],
        "undo": texts["back"],
        "redo": texts["forward"],
        "new": texts["to_start"],
    }


def _facts(
    final: State, names: tuple[str, str], date: str, texts: Texts
) -> list[tuple[str, str, bool]]:
    """Who played, how it ended, when, and by which rules; whether that is English in any case."""
    seats = [
        say(texts, "who", side=side(texts, seat), agent=name if name != HUMAN else texts["manual"])
        if name
        else side(texts, seat)
        for seat, name in enumerate(names)
    ]
    rules = final.rules
    ending = Narrator(rules, texts).ending(final) or texts["unfinished"]
    return [
        (texts["players"], ", ".join(seats) if any(names) else "", False),
        (texts["result"], ending, False),
        (texts["date"], date, False),
        (texts["rules"], _rules_line(rules), True),
    ]


def _rules_line(rules: Rules) -> str:
    """The game with the options that make it another: ``Kalah: columns=4 seeds=2``."""
    try:
        options = rules.to_text().partition(" ")[2]
    except ValueError:  # a game of one's own has no line
        options = ""
    return f"{called(rules)}: {options}" if options else called(rules)


def _fact(name: str, words: str, english: bool) -> str:  # noqa: FBT001
    language = ' lang="en"' if english else ""
    return f"<dt>{html.escape(name)}</dt><dd{language}>{html.escape(words)}</dd>"


class _Recorded(NamedTuple):
    """Who played a side of a recorded game: nobody has to press a pit."""

    name: str
    manual: bool = False


def _pages(
    opening: State, actions: Sequence[int], names: tuple[str, str], texts: Texts
) -> tuple[dict[str, Any], State]:
    """The views of a game, one after every action, and what they have in common; and its end."""
    players = [_Recorded(texts["manual"] if name == HUMAN else name) for name in names]
    states = [opening]
    views = [game_view(states, players, texts, None, fresh=False)]
    for action in actions:
        move = frames.move(states[-1], action, texts)
        states.append(states[-1].play(action))
        views.append(game_view(states, players, texts, move, fresh=True))
    for ply, view in enumerate(views):
        over = ply + 1 == len(views)
        turn = "over" if over else "agent"
        view.update(serial=ply + 1, undo=ply > 0, redo=not over, turn=turn)
    common = take_common(views) | {"moves": move_list(states, actions), "seek": True}
    return {"common": common, "views": views}, states[-1]


_STYLE = f"""\
body {{ margin: 1rem auto; max-width: 60rem; padding: 0 1rem; font-family: system-ui, sans-serif;
 background: {LIGHT["page"]}; color: {LIGHT["text"]}; }}
@media (prefers-color-scheme: dark) {{
 body {{ background: {DARK["page"]}; color: {DARK["text"]}; }}
}}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0.5rem 0; }}
dt {{ font-weight: 600; }}
dd {{ margin: 0; overflow-wrap: anywhere; }}
.rules {{ padding: 0 12px; }}
.rules pre {{ white-space: pre-wrap; }}"""

_BODY = """<main>
<h1>{title}</h1>
{about}
<dl>
{facts}
</dl>
<div id="board"></div>
<details class="rules">
<summary>{rules}</summary>
<pre lang="en">{explained}</pre>
</details>
</main>
{scripts}"""
