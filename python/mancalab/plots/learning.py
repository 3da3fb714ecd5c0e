"""How an agent gets better as it is trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from mancalab._base.arguments import flag, number, wrong_type
from mancalab._base.estimates import Estimate, Floats, students_t
from mancalab._base.extras import require
from mancalab.plots import _axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class _Curve(NamedTuple):
    name: str
    mean: Floats
    low: Floats
    high: Floats


def learning_curve(
    data: npt.ArrayLike | Sequence[Estimate] | Mapping[str, npt.ArrayLike | Sequence[Estimate]],
    *,
    steps: npt.ArrayLike | None = None,
    ax: Axes | None = None,
    xlabel: str = "Training steps",
    ylabel: str | None = None,
    even: float | None = None,
    legend: bool = True,
) -> Axes:
    """Draw how something grows with training, with 95 % intervals where they are known.

    Parameters
    ----------
    data
        One number for each measurement, shape (n,); or those of several runs, shape (runs, n), of
        which the mean is drawn with Student's interval over runs; or n `Estimate`, as studies give
        them; or several of these by name, to be compared. Numbers that are missing (nan) leave a
        gap.
    steps
        When each measurement was made, shape (n,), ascending; None: 0, 1, 2 ... The same for all
        curves.
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    xlabel, ylabel
        What the axes show, with their units. `ylabel` None: scores, 0 to 1, which the axis shows in
        per cent.
    even
        Where to draw a line at which neither side is better; None for no line.
    legend
        Whether to name the curves above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        There is no measurement, or an argument is not as described above.
    MissingExtra
        matplotlib, or scipy for several runs, is not installed (an ImportError).
    """
    flag("legend", legend)
    curves = [_curve(name, values) for name, values in _axes.by_name("data", data)]
    most = max(len(curve.mean) for curve in curves)
    at = np.arange(most, dtype=float) if steps is None else _steps(steps)
    for curve in curves:
        if len(curve.mean) != len(at):
            where = _axes.where("data", curve.name)
            raise ValueError(f"{where}: {len(curve.mean)} measurements; steps has {len(at)}")
    ax = _axes.drawable(ax)
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="y")
    for i, curve in enumerate(curves):
        colour = seen.colour(i)
        ax.fill_between(at, curve.low, curve.high, color=colour, alpha=0.22, linewidth=0)
        ax.plot(
            at,
            curve.mean,
            color=colour,
            linestyle=_axes.DASHES[i % len(_axes.DASHES)],
            marker=_axes.marker(i) if len(at) <= 30 else "",
            markersize=4,
            linewidth=1.6,
            label=_axes.plain(curve.name) or None,
        )
    if even is not None:
        _axes.mark(ax, seen, number("even", even, -np.inf, np.inf), "even", axis="y")
    if at[-1] >= 10_000:
        ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.margins(x=0.02)
    ax.set_xlabel(xlabel)
    if ylabel is None:
        ax.yaxis.set_major_formatter(
            require("matplotlib.ticker", "plot").PercentFormatter(1, symbol="")
        )
    ax.set_ylabel("Score (%)" if ylabel is None else ylabel)
    _axes.key(ax, legend=legend)
    return ax


def _numbers(where: str, values: object, dimensions: tuple[int, ...]) -> Floats:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise wrong_type(where, "an array of numbers is needed", values) from None
    if found.ndim not in dimensions:
        allowed = " or ".join(str(n) for n in dimensions)
        raise ValueError(f"{where}: {found.ndim} dimensions; allowed are {allowed}")
    if not found.size:
        raise _axes.nothing(where)
    return found


def _steps(steps: object) -> Floats:
    found = _numbers("steps", steps, (1,))
    if not (np.isfinite(found).all() and (np.diff(found) > 0).all()):
        raise ValueError(f"steps = {steps!r}: finite, ascending numbers are needed")
    return found


def _curve(name: str, values: object) -> _Curve:
    where = _axes.where("data", name)
    if isinstance(values, Sequence) and values and all(isinstance(x, Estimate) for x in values):
        mean, low, high = np.array(values, dtype=np.float64).T
        return _Curve(name, mean, low, high)
    found = _numbers(where, values, (1, 2))
    if not np.isfinite(found).any():
        raise ValueError(f"{where}: no number is finite; there is nothing to draw")
    if found.ndim == 1 or len(found) == 1:
        line = found.reshape(-1)
        return _Curve(name, line, line, line)
    runs, mean = len(found), found.mean(axis=0)
    reach = students_t(runs - 1) * found.std(axis=0, ddof=1) / np.sqrt(runs)
    return _Curve(name, mean, mean - reach, mean + reach)
