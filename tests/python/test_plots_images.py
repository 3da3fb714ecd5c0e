"""Every plot looks as it should, on light paper and on dark."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.testing.compare import compare_images

from mancalab import plots
from plot_cases import CASES, IMAGES, STYLES, bell, course, save, style

TOLERANCE = 8.0
"""Root mean square of the differences, of 255: what another version of matplotlib or of its font
library may change at the edges of letters and lines."""


@pytest.mark.parametrize("theme", STYLES)
@pytest.mark.parametrize("name", CASES)
def test_the_picture_is_as_it_was_when_somebody_looked_at_it(
    name: str, theme: str, tmp_path: Path
) -> None:
    drawn = tmp_path / f"{name}-{theme}.png"
    save(name, theme, drawn)
    problem = compare_images(str(IMAGES / drawn.name), str(drawn), tol=TOLERANCE)
    assert problem is None, problem


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("lengths", lambda: plots.lengths(bell(47, 12, range(14, 90)))),
        ("margins", lambda: plots.margins(bell(1, 13, range(-40, 42, 2)))),
        ("advantage_by_ply_in_percent", lambda: plots.advantage_by_ply(course(0.36, "%"))),
    ],
)
def test_the_tolerance_is_small_enough_to_see_other_data(
    name: str, other: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CASES, name, other)
    drawn = tmp_path / f"{name}-light.png"
    save(name, "light", drawn)
    assert compare_images(str(IMAGES / drawn.name), str(drawn), tol=TOLERANCE) is not None


@pytest.mark.parametrize("theme", STYLES)
@pytest.mark.parametrize("name", CASES)
def test_nothing_is_cut_off_and_no_setting_is_changed(name: str, theme: str) -> None:
    with style(theme):
        before = dict(mpl.rcParams)
        ax = CASES[name]()
        assert dict(mpl.rcParams) == before
        figure = ax.figure
        figure.canvas.draw()
        box = ax.get_tightbbox()
        plt.close("all")
    assert box is not None
    # Half a pixel for rounding.
    assert figure.bbox.padded(0.5).containsx(box.x0)
    assert figure.bbox.padded(0.5).containsx(box.x1)
    assert figure.bbox.padded(0.5).containsy(box.y0)
    assert figure.bbox.padded(0.5).containsy(box.y1)


@pytest.mark.parametrize("name", CASES)
def test_each_picture_is_in_the_colours_of_its_paper(name: str) -> None:
    for theme, paper in (("light", 1.0), ("dark", 0.0)):
        picture = plt.imread(IMAGES / f"{name}-{theme}.png")[..., :3]
        # More than half of every picture is paper, or nearly.
        assert ((abs(picture - paper) < 0.15).all(axis=2)).mean() > 0.5
