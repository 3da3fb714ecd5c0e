"""A figure drawn by hand with `plots.STYLE` looks like those of `mancalab.plots`."""

from __future__ import annotations

import pytest

plt = pytest.importorskip("matplotlib.pyplot")

from mancalab import plots  # noqa: E402


def test_the_style_has_the_colours_and_the_frame_of_the_figures() -> None:
    theirs = plots.learning_curve({"a": [0.1, 0.2], "b": [0.3, 0.4]}, steps=[1, 2])
    with plt.style.context(plots.STYLE):
        _, mine = plt.subplots()
        mine.plot([0, 1])
        mine.plot([1, 0])
    drawn = [line.get_color() for line in theirs.get_lines()]
    assert [line.get_color() for line in mine.get_lines()] == drawn[:2]
    for side in ("top", "right", "bottom"):
        assert mine.spines[side].get_visible() == theirs.spines[side].get_visible()
    plt.close("all")
