"""A game that replays itself: one file with the board in it, for a web page or offline use."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from mancalab._arguments import number
from mancalab._core import Rules, State
from mancalab.agents import Random
from mancalab.widget.layout import layout
from mancalab.widget.players import Player
from mancalab.widget.session import Session

MODULES = ("draw.js", "animate.js", "controls.js", "board.js")
"""The parts of the board's module, in the order in which they are put together."""


@cache
def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def script() -> str:
    """The ES module of the board: its default export has `render({model, el})`."""
    return "\n".join(_file(name) for name in MODULES)


def style() -> str:
    """The style sheet of the board."""
    return _file("board.css")


def replay_html(
    game: str | Rules | State,
    actions: Sequence[int],
    *,
    names: tuple[str, str] = ("", ""),
    title: str | None = None,
    about: str = "",
    texts: Mapping[str, str] | None = None,
    speed: float = 2.0,
) -> str:
    """One self-contained page that replays a game with the board of the notebook.

    It asks the network for nothing, and its own policy forbids it to.

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
        Heading; by default the game's title.
    about
        A sentence below it, such as when and where the game was played.
    texts
        Texts to say instead of those of `mancalab.widget.texts.TEXTS`.
    speed
        Of the animation: 1 shows about three seeds a second.

    Raises
    ------
    ValueError, TypeError
        Rules, an action, a text or a speed that there is not.

    Examples
    --------
    >>> from mancalab.widget.html import replay_html
    >>> page = replay_html("kalah columns=4", [1, 2], names=("Ada", "Greedy"))
    >>> page.startswith("<!doctype html>")
    True
    """
    speed = number("speed", speed, 0.125, 1_000)
    for name, words in (("title", "" if title is None else title), ("about", about)):
        if not isinstance(words, str):
            raise TypeError(f"{name}: a str is needed, not {type(words).__name__}")
    if isinstance(game, str) and "\n" in game:
        game = Rules.from_toml(game)
    session = Session(game, texts=texts)
    heading = title or session.rules.title
    data = _pages(session, actions, names)
    data.update(texts=session.texts, speed=speed)
    # No text of the data may end the script that it stands in.
    payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.format(
        title=html.escape(heading),
        about=f"<p>{html.escape(about)}</p>" if about else "",
        style=style(),
        data=payload,
        script=script() + "\n" + _file("replay.js"),
    )


def _pages(session: Session, actions: Sequence[int], names: tuple[str, str]) -> dict[str, Any]:
    """The views of a game, one after every action, and what they have in common."""
    session.players = [Player(name, Random()) for name in names]  # nobody has to press a pit
    first = session.view(setup=False)
    common = {key: first[key] for key in ("game", "players", "fault", "setup", "choices")}
    common["layout"] = layout(session.rules)
    views = [first]
    for action in actions:
        session.play(action)
        views.append(session.view(setup=False))
    for ply, view in enumerate(views):
        over = ply + 1 == len(views)
        view.update(serial=ply + 1, undo=ply > 0, turn="over" if over else "agent")
        for key in common:
            view.pop(key)
    return {"common": common, "views": views}


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ margin: 1rem auto; max-width: 60rem; padding: 0 1rem; font-family: system-ui, sans-serif; }}
{style}
</style>
</head>
<body>
<h1>{title}</h1>
{about}
<div id="board"></div>
<script type="application/json" id="game">{data}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""
