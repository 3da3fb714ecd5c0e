"""Whether the texts of a figure can be read."""

from __future__ import annotations

import itertools

from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox


def shown(figure: Figure) -> list[Text]:
    """Every text of a figure that is drawn."""
    hidden: set[Text] = set()
    for ax in figure.axes:
        if not ax.axison:
            hidden.update(ax.get_xticklabels(), ax.get_yticklabels())
        low, high = ax.get_xlim()
        ticks = zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
        hidden.update(label for at, label in ticks if not low <= at <= high)
    texts = figure.findobj(Text)
    return [text for text in texts if text.get_text() and text.get_visible() and text not in hidden]


def check_readable(figure: Figure) -> list[Bbox]:
    """Where the texts are: none lies on another one or beyond the paper."""
    figure.draw_without_rendering()
    found = [text.get_window_extent() for text in shown(figure)]
    for box in found:
        assert figure.bbox.x0 <= box.x0
        assert box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0
        assert box.y1 <= figure.bbox.y1
    for one, two in itertools.combinations(found, 2):
        assert not one.padded(-1).overlaps(two.padded(-1))
    return found
