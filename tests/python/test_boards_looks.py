"""How a board looks: colours, sizes, and what matplotlib makes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.testing.compare import compare_images

import mancalab as mc
from board_cases import SVG, drawn, parsed, played, themes
from mancalab import _boards, plots

IMAGES = Path(__file__).parents[1] / "data" / "images"


def test_the_automatic_theme_is_the_light_one_and_the_dark_one() -> None:
    state = mc.catalogue["kalah"].start()
    auto, light, dark = (plots.board_svg(state, theme=theme) for theme in ("auto", "light", "dark"))
    assert str(auto) == state._repr_svg_()
    assert "prefers-color-scheme:dark" in auto
    assert "<style>" not in light + dark
    roles = set(re.findall(r'class="mb-([a-z-]+)"', auto))
    assert {"pit", "stone", "count", "legal"} <= roles
    for role, style in _boards.STYLES.items():
        name = style.fill or style.stroke
        assert name is not None
        rules = re.findall(rf":is\([^)]*\.mb-{role}[,)][^{{]*{{([^}}]*)}}", auto)
        # By the system's wish, and as a light or a dark notebook has it.
        wanted = [_boards.DARK[name], _boards.LIGHT[name], _boards.DARK[name]]
        assert len(rules) == (3 if role in roles else 0)
        assert all(colour in rule for colour, rule in zip(wanted, rules, strict=False))
    shown = drawn(auto, "pit")[0].get("fill")
    assert shown == drawn(light, "pit")[0].get("fill") == _boards.LIGHT["pit"]
    assert drawn(dark, "pit")[0].get("fill") == _boards.DARK["pit"]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@themes
def test_all_that_matters_stands_out(theme: str) -> None:
    colours = _boards.THEMES[theme]
    # 4.5 for text and 3 for other things: the Web Content Accessibility Guidelines.
    for text, ground in (("text", "page"), ("text", "board"), ("text", "pit"), ("quiet", "board")):
        assert contrast(colours[text], colours[ground]) >= 4.5
    for thing, ground in (("stone", "pit"), ("legal", "board"), ("last", "pit"), ("last", "board")):
        assert contrast(colours[thing], colours[ground]) >= 3


def test_meaning_never_rests_on_colour() -> None:
    styles = _boards.STYLES
    assert styles["legal"].dash is None
    assert styles["origin"].dash != styles["landing"].dash
    assert None not in {styles["origin"].dash, styles["landing"].dash}


def test_a_picture_fits_the_width_that_is_asked_for() -> None:
    state = mc.catalogue["kalah"].start()
    natural = parsed(plots.board_svg(state))
    wide = parsed(plots.board_svg(state, width=1000))
    assert wide.get("width") == "1000"
    assert natural.get("viewBox") == wide.get("viewBox")
    ratio = [float(root.get("height", 0)) / float(root.get("width", 1)) for root in (natural, wide)]
    assert ratio[0] == pytest.approx(ratio[1], rel=1e-3)


def test_pictures_show_themselves_and_share_no_names() -> None:
    start = mc.catalogue["kalah"].start()
    one, other = plots.board_svg(start), plots.board_svg(start.play(0))
    assert one._repr_svg_() == one
    assert str(one).startswith("<svg")
    names = [{e.get("id") for e in parsed(svg).iter() if e.get("id")} for svg in (one, other)]
    assert not names[0] & names[1]


def test_where_there_are_no_pictures_a_picture_is_said_in_words() -> None:
    state = mc.catalogue["kalah"].start().play(2)
    picture = plots.board_svg(state)
    assert repr(picture).startswith("Kalah: South to move.\nActions played: 1.\n")
    assert "<" not in repr(picture)
    assert picture._repr_mimebundle_()["text/plain"] == repr(picture)


@pytest.mark.parametrize("game", ["kalah", "kalaha-general", "elf-mankala-home", "oware"])
@pytest.mark.parametrize("columns", [1, 2, 6])
def test_the_headline_fits_on_any_board(game: str, columns: int) -> None:
    state = mc.rules(game, columns=columns).start()
    page = _boards.scene(state).width
    ax = plots.board(state, ax=Figure().subplots())
    outlines = [patch.get_path().get_extents() for patch in ax.patches[1:2]]
    assert all(0 < extent.x0 < extent.x1 < page for extent in outlines)
    assert _boards.title(state) in [text.text for text in drawn(plots.board_svg(state), "headline")]


def test_a_title_with_any_letters_is_escaped() -> None:
    text = mc.catalogue["kalah"].to_toml().replace('title = "Kalah"', "title = \"<A> & 'B'\"")
    state = mc.Rules.from_toml(text).start()
    name = parsed(state._repr_svg_()).find(f"{SVG}title")
    assert name is not None
    assert name.text == "<A> & 'B': South to move"
    plots.board(state)
    plt.close("all")


def test_wrong_arguments_are_named() -> None:
    state: Any = mc.catalogue["kalah"].start()
    with pytest.raises(ValueError, match=r"theme = 'blue': allowed are 'auto', 'light', 'dark'"):
        plots.board_svg(state, theme="blue")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"theme = 'auto': allowed are 'light', 'dark'"):
        plots.board(state, theme="auto")  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match="ax: matplotlib axes are needed, or None for a new figure, not int"
    ):
        plots.board(state, ax=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="width = 0: allowed are"):
        plots.board_svg(state, width=0)
    for draw in (plots.board, plots.board_svg):
        with pytest.raises(TypeError, match="state: a State is needed, not Rules"):
            draw(state.rules)
        with pytest.raises(
            TypeError, match=r"last: the events of State\.trace are needed, not int"
        ):
            draw(state, last=3)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"last: the events of State\.trace are needed, not"):
            draw(state, last=["lift"])  # type: ignore[list-item]


def test_a_board_is_drawn_on_the_axes_that_are_given() -> None:
    state = mc.catalogue["oware"].start()
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert plots.board(state, ax=left) is left
    assert len(left.patches) == len(_boards.scene(state).shapes)
    assert not right.patches
    assert not left.axison


def test_a_board_makes_its_own_figure_and_leaves_matplotlib_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("a window was shown")

    monkeypatch.setattr(plt, "show", never)
    settings = dict(mpl.rcParams)
    state = mc.catalogue["chuba"].start()
    ax = plots.board(state)
    assert isinstance(ax, Axes)
    scene = _boards.scene(state)
    width, height = ax.figure.get_size_inches()  # type: ignore[union-attr]
    assert width / height == pytest.approx(scene.width / scene.height)
    assert dict(mpl.rcParams) == settings
    plt.close("all")


def middle_games() -> Sequence[tuple[str, mc.State, list[mc.Event]]]:
    """Positions of a two-row game and of two four-row games, each with its last trace."""
    found = []
    for game, plies, seed in (("kalah", 12, 1), ("mwambulula", 15, 7), ("chuba", 7, 8)):
        states = played(game, plies, seed)
        last = states[-1].last
        assert last is not None
        found.append((game, states[-1], states[-2].trace(last[1])))
    return found


@themes
@pytest.mark.parametrize(("game", "state", "trace"), middle_games())
def test_boards_look_as_they_did(
    game: str,
    state: mc.State,
    trace: list[mc.Event],
    theme: Literal["light", "dark"],
    tmp_path: Path,
) -> None:
    with mpl.rc_context({**mpl.rcParamsDefault, "backend": "agg"}):
        figure = Figure(figsize=(6, 3), dpi=60)
        plots.board(state, ax=figure.add_axes((0, 0, 1, 1)), theme=theme, last=trace)
        actual = tmp_path / f"board-{game}-{theme}.png"
        figure.savefig(actual)
    # After a change that is wanted: look at what the test drew, then put it there.
    expected = IMAGES / actual.name
    # Versions of matplotlib smooth edges differently: a few levels of 255, root mean square.
    assert compare_images(str(expected), str(actual), tol=4) is None
