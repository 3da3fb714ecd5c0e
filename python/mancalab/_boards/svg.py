"""A board as SVG: one string that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import get_args

from mancalab._base.arguments import number, wrong_type
from mancalab._base.words import printable
from mancalab._boards.describe import description, title
from mancalab._boards.palette import DARK, LIGHT, STYLES, THEMES, Style, Theme
from mancalab._boards.scene import Scene, scene
from mancalab._boards.shapes import Box, Circle, Line, Shape, Text
from mancalab._core import Event, State

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


class Svg(str):
    """A picture as SVG text that shows itself in a notebook; where there are no pictures, in words.

    As a string it is the SVG, its ``repr`` says the position.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return self._words()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:  # IPython asks with both; it leaves out itself what is not wanted
        del include, exclude
        words = self._words()
        return {"text/html": inline(self, words), "text/plain": words}

    def _words(self) -> str:
        return html.unescape(self[self.index("<desc") : self.index("</desc>")].partition(">")[2])


_INLINE = (
    "this.outerHTML=new TextDecoder().decode("
    "Uint8Array.from(atob(this.src.split(',')[1]),c=>c.charCodeAt(0)))"
)
"""Puts the picture itself, with a title on every pit, in place of its image."""


def inline(svg: str, words: str) -> str:
    """A picture as part of a page, so that its words reach the page's readers.

    Notebooks show a file of SVG as an image, without its words, and as wide as it is. A notebook
    that nobody has trusted yet takes SVG out of a page and leaves its letters there. So the page
    gets an image with its words, which is replaced by the picture itself where scripts may run.
    """
    data = base64.b64encode(svg.encode()).decode()
    return (
        '<div class="mancalab-picture"><img style="max-width:100%;height:auto"'
        f' alt="{html.escape(words)}" onload="{html.escape(_INLINE)}"'
        f' src="data:image/svg+xml;base64,{data}"></div>'
    )


def board_html(state: State, *, theme: Theme = "auto", last: Iterable[Event] | None = None) -> str:
    """A position as HTML: the picture of `board_svg` as part of the page."""
    return board_svg(state, theme=theme, last=last)._repr_mimebundle_()["text/html"]


def mime_bundle(state: State, include: object = None, exclude: object = None) -> dict[str, str]:
    """A state as a notebook takes it: HTML first, text where there are no pages."""
    del include, exclude  # IPython leaves out itself what is not wanted
    return {"text/html": board_html(state), "text/plain": str(state)}


def board_svg(
    state: State,
    *,
    theme: Theme = "auto",
    last: Iterable[Event] | None = None,
    counts: bool = True,
    legend: bool = True,
    width: float | None = None,
) -> Svg:
    """Draw a position as SVG.

    Beside every pit stand, in a box, the count of its seeds, and beyond it the number of the pit,
    as `State.play` takes it. Up to 12 seeds of a pit are drawn as stones, more as a large number.
    Blue rings show what may be played (with arrows where the way is chosen), a broken ring where
    the last action began, diamonds the marked pits, squares the claimed ones, and triangles
    those whose seeds were lifted before, in games that ask. The picture says all of this in words,
    too, for screen readers.

    Parameters
    ----------
    state
        The position.
    theme
        "light", "dark", or "auto": as the reader's system prefers.
    last
        The trace of the action that led here, from `State.trace`: then the pit where the last seed
        fell and the captures are shown as well. None: the action that the state knows, if any; an
        empty list: nothing.
    counts
        Whether to write the number of seeds beside every pit.
    legend
        Whether a line below the board says what numbers and marks mean.
    width
        Width in pixels; None: the natural one, about 74 a column.

    Raises
    ------
    ValueError
        The theme or the width is not allowed.
    """
    if not isinstance(state, State):
        raise wrong_type("state", "a State is needed", state)
    if theme not in get_args(Theme):
        allowed = ", ".join(map(repr, get_args(Theme)))
        raise ValueError(f"theme = {theme!r}: allowed are {allowed}")
    drawn = scene(state, last=last, counts=counts, legend=legend)
    across = drawn.width if width is None else number("width", width, 1, 100_000)
    colours = THEMES.get(theme, LIGHT)
    body = "\n".join(_shape(shape, colours) for shape in drawn.shapes)
    words = (title(state), description(state, drawn.last))
    # The same names for the same picture only: a page may hold many.
    key = "mancalab-" + hashlib.sha256("\n".join((*words, body)).encode()).hexdigest()[:12]
    roles = {shape.role for shape in drawn.shapes}
    style = f"<style>{_theme_rules(roles)}</style>\n" if theme == "auto" else ""
    return Svg(
        f"{_opening(drawn, across, theme, key, words[0])}\n"
        f'<title id="{key}-title">{_escape(words[0])}</title>\n'
        f'<desc id="{key}-desc">{_escape(words[1])}</desc>\n'
        f"{style}{body}\n</svg>\n"
    )


def _opening(drawn: Scene, across: float, theme: str, key: str, name: str) -> str:
    high = across * drawn.height / drawn.width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(name)}"'
        f' aria-labelledby="{key}-title" aria-describedby="{key}-desc"'
        f' class="mancalab-board mancalab-{theme}"'
        f' viewBox="0 0 {_n(drawn.width)} {_n(drawn.height)}"'
        f' width="{_n(across)}" height="{_n(high)}"'
        ' style="max-width:100%;height:auto" text-anchor="middle"'
        f' font-family="{_FONT}">'
    )


def _theme_rules(roles: AbstractSet[str]) -> str:
    """Colours as the reader's system prefers, or as the notebook has them whatever the system does.

    They win over the attributes of the shapes, which are those of the light theme. There are rules
    for parts of these roles only: a picture stays as it is when boards learn to draw something new.
    """
    dark = _rules(DARK, "", roles)
    notebooks = [
        _rules(colours, f'body:is([data-jp-theme-light="{light}"],.vscode-{name}) ', roles)
        for colours, light, name in ((LIGHT, "true", "light"), (DARK, "false", "dark"))
    ]
    return f"@media (prefers-color-scheme:dark){{{dark}}}{''.join(notebooks)}"


def _rules(palette: Mapping[str, str], where: str, roles: AbstractSet[str]) -> str:
    alike: dict[str, list[str]] = {}
    for role, style in STYLES.items():
        if role not in roles:
            continue
        paints = [("fill", style.fill), ("stroke", style.stroke)]
        colours = ";".join(f"{paint}:{palette[name]}" for paint, name in paints if name)
        alike.setdefault(colours, []).append(f".mb-{role}")
    return "".join(
        f"{where}.mancalab-auto :is({','.join(roles)}){{{colours}}}"
        for colours, roles in alike.items()
    )


def _shape(shape: Shape, colours: Mapping[str, str]) -> str:
    style = STYLES[shape.role]
    looks = f'class="mb-{shape.role}" {_looks(style, colours)}'
    match shape:
        case Circle():
            place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
            return _titled("circle", f"{place} {looks}", shape.title)
        case Box():
            place = (
                f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}"'
                f' height="{_n(shape.height)}" rx="{_n(shape.corner)}"'
            )
            return _titled("rect", f"{place} {looks}", shape.title)
        case Line():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
            return _titled(
                "polygon" if shape.closed else "polyline", f'points="{points}" {looks}', ""
            )
        case Text():
            # Middle of the digits; `dominant-baseline` is unknown to many programs.
            size = shape.scale * style.size
            place = f'x="{_n(shape.x)}" y="{_n(shape.y + 0.36 * size)}" font-size="{_n(size)}"'
            return f"<text {place} {looks}>{_escape(shape.text)}</text>"


def _titled(tag: str, attributes: str, words: str) -> str:
    """An element that shows its title to the pointer, or lets the pointer through."""
    if not words:
        return f'<{tag} {attributes} pointer-events="none"/>'
    return f"<{tag} {attributes}><title>{_escape(words)}</title></{tag}>"


def _looks(style: Style, colours: Mapping[str, str]) -> str:
    parts = [f'fill="{colours[style.fill] if style.fill else "none"}"']
    if style.stroke:
        parts.append(f'stroke="{colours[style.stroke]}" stroke-width="{_n(style.width)}"')
    if style.dash:
        parts.append(f'stroke-dasharray="{" ".join(map(_n, style.dash))}"')
    if style.bold:
        parts.append('font-weight="600"')
    return " ".join(parts)


def _escape(text: str) -> str:
    return html.escape(printable(text), quote=False)


def _n(value: float) -> str:
    """A number, short: a hundredth of a pixel is enough."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
