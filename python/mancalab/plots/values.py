"""What opening moves are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from mancalab._agents.alphabeta import AlphaBetaAnalysis
from mancalab._agents.mcts import Analysis
from mancalab._base.arguments import check_word, flag, integer, wrong_type
from mancalab._base.estimates import Estimate
from mancalab._core import Rules
from mancalab._solving.solve import Solution
from mancalab.plots import _axes
from mancalab.plots._figures import offsets

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Values = Solution | AlphaBetaAnalysis | Analysis | Mapping[int, float | Estimate]
"""The value of each action: exact, of a search, or a mapping from actions to values."""

UNITS = {
    "seeds": "Margin for the side to move (seeds)",
    "%": "Score for the side to move (%)",
    "result": "Result for the side to move",
}
"""The units of values, and the labels of their axes."""

Value = TypeVar("Value")

_MOST_ACTIONS = 2**16


class _Set(NamedTuple):
    name: str
    unit: str
    values: dict[int, Estimate]


def openings(
    data: Values | Mapping[str, Values],
    *,
    rules: Rules | None = None,
    unit: str = "seeds",
    ax: Axes | None = None,
    legend: bool = True,
) -> Axes:
    """Draw the value of each move from a position, for the side to move.

    A filled mark is a best move of its set; a bar without a mark is an action whose value is only
    known to lie within it.

    Parameters
    ----------
    data
        A `Solution` with ``actions=True`` of `mancalab.solve`; what `AlphaBeta.analyse` with
        ``actions=True`` or `MCTS.analyse` gives (its values are drawn in per cent); a mapping from
        actions to values or to `Estimate`; or several of these by name, of one unit.
    rules
        Of the game: actions are then named as in its notation, not by their numbers.
    unit
        Of the values of mappings: "seeds", "%" or "result" (1, 0, -1).
    ax
        Where to draw; None makes a new figure with `matplotlib.pyplot`.
    legend
        Whether to name the sets of values above the axes, if there are several.

    Raises
    ------
    ValueError, TypeError
        There is no value, or an argument is not as described above.
    MissingExtra
        matplotlib is not installed (an ImportError).
    """
    check_word("unit", unit, UNITS)
    flag("legend", legend)
    found = [_values(name, values, unit) for name, values in _axes.by_name("data", data)]
    units = sorted({values.unit for values in found})
    if len(units) > 1:
        raise ValueError(f"data: values in {' and in '.join(units)}; one unit is needed")
    actions = sorted({action for values in found for action in values.values})
    names = _names(actions, rules)
    ax = _axes.drawable(ax, (max(4.8, 1.6 + 0.5 * len(actions)), 3.6))
    seen = _axes.look(ax)
    _axes.quiet(ax, seen, axis="y")
    even = 50 if units == ["%"] else 0
    for i, (values, offset) in enumerate(zip(found, offsets(len(found)), strict=True)):
        places = [actions.index(action) + offset for action in values.values]
        _draw(
            ax,
            seen,
            i,
            list(zip(places, values.values.values(), strict=True)),
            even=even,
            name=values.name,
            alone=len(found) == 1,
        )
        if len(found) == 1:
            _numbers(ax, values, places, even)
    _axes.mark(ax, seen, even, "even", axis="y")
    ax.set_xticks(range(len(actions)), list(map(_axes.plain, names)))
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.6, len(actions) - 0.4)
    ax.margins(y=0.15)
    ax.set_xlabel("Action")
    ax.set_ylabel(UNITS[units[0]])
    if units == ["result"]:
        ax.set_yticks([-1, 0, 1], ["loss", "neither", "win"])
        ax.set_ylim(-1.4, 1.4)
    _axes.key(ax, legend=legend)
    return ax


def _values(name: str, values: object, unit: str) -> _Set:
    where = _axes.where("data", name)
    match values:
        case Solution(action_bounds=bounds, kind=kind):
            unit = "seeds" if kind == "margin" else "result"
            found = {
                action: Estimate(low if low == high else math.nan, low, high)
                for action, (low, high) in _asked(where, bounds).items()
            }
        case AlphaBetaAnalysis(action_values=numbers):
            unit = "seeds"
            found = _sure(_asked(where, numbers))
        case Analysis(values=numbers):
            unit = "%"
            found = _sure({a: 100 * value for a, value in numbers.items() if value == value})  # noqa: PLR0124  (not nan)
        case Mapping():
            found = {
                integer(f"an action of {where}", action, 0, _MOST_ACTIONS): _estimate(where, value)
                for action, value in values.items()
            }
        case _:
            needed = (
                "a Solution, what AlphaBeta.analyse or MCTS.analyse gives, or a mapping from "
                "actions to values is needed"
            )
            raise wrong_type(where, needed, values)
    if not found:
        raise ValueError(f"{where}: no action has a value; there is nothing to draw")
    return _Set(name, unit, dict(sorted(found.items())))


def _asked(where: str, values: Mapping[int, Value] | None) -> Mapping[int, Value]:
    if values is None:
        raise ValueError(f"{where}: it has no values of actions; ask for them with actions=True")
    return values


def _sure(values: Mapping[int, float]) -> dict[int, Estimate]:
    return {action: Estimate(value, value, value) for action, value in values.items()}


def _estimate(where: str, value: object) -> Estimate:
    if isinstance(value, Estimate):
        return value
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise TypeError(f"{where}: finite numbers or Estimates are needed, not {value!r}")
    return Estimate(float(value), float(value), float(value))


def _names(actions: Sequence[int], rules: Rules | None) -> list[str]:
    if rules is None:
        return [str(action) for action in actions]
    if not isinstance(rules, Rules):
        raise wrong_type("rules", "a Rules is needed, or None", rules)
    if actions[-1] >= rules.n_actions:
        raise ValueError(f"data: action {actions[-1]}; {rules.name} has 0 to {rules.n_actions - 1}")
    return [rules.action_text(action) for action in actions]


def _draw(
    ax: Axes,
    seen: _axes.Look,
    number: int,
    values: Sequence[tuple[float, Estimate]],
    *,
    even: float,
    name: str,
    alone: bool,
) -> None:
    """Stems from the even line with marks; open values as bars."""
    places = np.array([place for place, _ in values])
    value, low, high = np.array([estimate for _, estimate in values], dtype=float).T
    colour = seen.colour(number)
    best = np.nanmax(value) if not np.isnan(value).all() else math.nan
    ax.vlines(places, even, value, color=seen.tint(number), linewidth=5 if alone else 3, zorder=2)
    ax.errorbar(
        places,
        np.where(np.isnan(value), (low + high) / 2, value),
        yerr=np.maximum(
            np.where(np.isnan(value), (high - low) / 2, [value - low, high - value]), 0
        ),
        fmt="none",
        ecolor=colour,
        elinewidth=1.5,
        capsize=3,
        zorder=3,
    )
    for filled in (False, True):
        chosen = (value == best) == filled
        ax.plot(
            places[chosen],
            value[chosen],
            linestyle="",
            marker=_axes.marker(number),
            markersize=8,
            color=colour,
            markerfacecolor=colour if filled else seen.paper,
            markeredgewidth=1.4,
            label=_axes.plain(name) if filled and name else None,
            zorder=4,
        )


def _numbers(ax: Axes, found: _Set, places: Sequence[float], even: float) -> None:
    """The values as text, beyond their marks."""
    form = {"seeds": "{:+z.3g}", "%": "{:.0f}"}.get(found.unit)
    for place, (value, low, high) in zip(places, found.values.values(), strict=True):
        if form is None or math.isnan(value):
            continue
        up = value >= even
        text = form.format(value).replace("-", "\N{MINUS SIGN}") if value else "0"
        ax.annotate(
            text,
            (place, high if up else low),
            xytext=(0, 7 if up else -7),
            textcoords="offset points",
            ha="center",
            va="bottom" if up else "top",
            fontsize=8.5,
        )
