"""A game that replays itself: one file with the board in it, for a web page or offline use."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mancalab._base.arguments import check_text, number
from mancalab._browser import frames
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import Texts, translated
from mancalab._browser.view import game_view
from mancalab._catalogue import OpeningLike, as_opening
from mancalab._core import Rules, State


def replay_html(
    game: OpeningLike,
    actions: Sequence[int],
    *,
    names: tuple[str, str] = ("", ""),
    title: str | None = None,
    about: str = "",
    texts: Mapping[str, str] | None = None,
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
        The rules, an action, a text or the speed is not allowed.

    Examples
    --------
    >>> from mancalab.widget.html import replay_html
    >>> page = replay_html("kalah columns=4", [1, 2], names=("Ada", "Greedy"))
    >>> page.startswith("<!doctype html>")
    True
    """
    speed = number("speed", speed, 0.125, 1_000)
    for name, words in (("title", "" if title is None else title), ("about", about)):
        check_text(name, words)
    if isinstance(game, str) and "\n" in game:
        game = Rules.from_toml(game)
    opening = as_opening(game)
    table = translated(texts)
    data = _pages(opening, actions, names, table)
    data.update(texts={**table, "keys": table["keys.replay"]}, speed=speed)
    heading = title or opening.rules.title
    # No text of the data may end the script that it stands in.
    payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.format(
        title=html.escape(heading),
        about=f"<p>{html.escape(about)}</p>" if about else "",
        style=style(),
        data=payload,
        script=script("replay"),
    )


class _Recorded(NamedTuple):
    """Who played a side of a recorded game: nobody has to press a pit."""

    name: str
    manual: bool = False


def _pages(
    opening: State, actions: Sequence[int], names: tuple[str, str], texts: Texts
) -> dict[str, Any]:
    """The views of a game, one after every action, and what they have in common."""
    players = [_Recorded(name) for name in names]
    states = [opening]
    views = [game_view(states, players, texts, None, fresh=False)]
    for action in actions:
        move = frames.move(states[-1], action, texts)
        states.append(states[-1].play(action))
        views.append(game_view(states, players, texts, move, fresh=True))
    common = {key: views[0][key] for key in ("game", "players", "layout")}
    for ply, view in enumerate(views):
        over = ply + 1 == len(views)
        view.update(serial=ply + 1, undo=ply > 0, turn="over" if over else "agent")
        for key in common:
            del view[key]
    return {"common": {**common, "fault": "", "setup": None, "choices": []}, "views": views}


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
