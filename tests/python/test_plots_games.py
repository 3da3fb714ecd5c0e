"""Plots of games, positions, clauses and training: what is drawn, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch

import mancalab as mc
from mancalab import plots
from mancalab._matches.playing import series
from mancalab.plots import _axes
from mancalab.study import EffectTable, Estimate, by_ply, clause_effect
from plot_cases import OPENINGS, course, effects, learned, regrets, solution, style

KALAH = mc.rules("kalah")
DRAWN: dict[str, tuple[Callable[..., Axes], Any, str, str]] = {
    "lengths": (plots.lengths, {10: 3}, "Length of a game (plies)", "Share of games (%)"),
    "margins": (plots.margins, {-2: 3, 4: 1}, "Margin of South (seeds)", "Share of games (%)"),
    "advantage_by_ply": (
        plots.advantage_by_ply,
        course(),
        "Plies played",
        "Advantage of the player who starts (seeds)",
    ),
    "branching": (plots.branching, course(), "Plies played", "Legal actions (mean)"),
    "openings": (plots.openings, solution(), "Action", "Margin for the side to move (seeds)"),
    "clause_effect": (
        plots.clause_effect,
        effects(),
        "Change of the starter's score (percentage points)",
        "",
    ),
    "learning_curve": (plots.learning_curve, [0.1, 0.4], "Training steps", "Score (%)"),
    "regret": (plots.regret, regrets(), "Seeds in the pits", "Moves that lose value (%)"),
}


@pytest.fixture
def ax() -> Axes:
    return Figure(layout="constrained").add_subplot()


def bars(ax: Axes, number: int = -1) -> tuple[list[float], list[float]]:
    """Heights and edges of a histogram."""
    steps = [patch for patch in ax.patches if isinstance(patch, StepPatch)]
    values, edges, _ = steps[number].get_data()
    return list(values), list(edges)


def points(line: Line2D) -> tuple[list[float], list[float]]:
    """Where a line runs."""
    x, y = (np.asarray(part, dtype=float).tolist() for part in line.get_data())
    return x, y


def marks(ax: Axes) -> dict[float, float]:
    """Points without a line, by their places; none where a value is open."""
    lines = [
        line for line in ax.lines if str(line.get_marker()) in _axes.MARKERS
    ]  # no caps of bars
    pairs = [pair for line in lines for pair in zip(*points(line), strict=True)]
    return {x: y for x, y in pairs if not math.isnan(y)}


# What all have in common


@pytest.mark.parametrize("name", DRAWN)
def test_the_axes_given_are_drawn_on_and_labelled_with_units(name: str, ax: Axes) -> None:
    draw, data, x, y = DRAWN[name]
    before = plt.get_fignums()
    assert draw(data, ax=ax) is ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == (x, y)
    assert plt.get_fignums() == before


@pytest.mark.parametrize("name", DRAWN)
def test_wrong_axes_and_wrong_data_are_named(name: str) -> None:
    draw, data, _, _ = DRAWN[name]
    with pytest.raises(
        TypeError, match="ax: matplotlib axes are needed, or None for a new figure, not str"
    ):
        draw(data, ax="left")
    with pytest.raises(TypeError, match="legend: True or False is needed, not int"):
        draw(data, legend=1)
    with pytest.raises(TypeError, match=r"^(data|table): .* needed, not object$"):
        draw(object())


@pytest.mark.parametrize(
    "name", [name for name in DRAWN if name not in {"clause_effect", "regret"}]
)
def test_nothing_cannot_be_drawn(name: str) -> None:
    with pytest.raises(ValueError, match="data: it is empty; there is nothing to draw"):
        DRAWN[name][0]({})


def test_colours_follow_the_axes_not_the_settings(ax: Axes) -> None:
    with style("dark"):
        dark = plt.figure().subplots()
        plt.close("all")
    assert _axes.look(dark).dark
    assert not _axes.look(ax).dark
    ax.set_facecolor("none")
    assert _axes.look(ax).paper == (1, 1, 1)


# Distributions


def test_tallies_series_histograms_and_lists_give_one_picture() -> None:
    tally = mc.playouts(KALAH, 100, seed=2)
    same = series(KALAH, mc.agents.Random(), mc.agents.Random(), 100, swap=False, seed=2)
    listed = [length for length, n in tally.plies_histogram.items() for _ in range(n)]
    pictures = [
        bars(plots.lengths(data, ax=Figure().add_subplot()))
        for data in (tally, same, tally.plies_histogram, listed, np.array(listed))
    ]
    assert all(picture == pictures[0] for picture in pictures)
    assert sum(pictures[0][0]) == pytest.approx(100)


def test_margins_have_a_bin_for_each_that_can_be(ax: Axes) -> None:
    plots.margins({-4: 1, 0: 1, 2: 2}, ax=ax)
    values, edges = bars(ax)
    assert values == [25, 0, 25, 50]
    assert edges == [-5, -3, -1, 1, 3]
    assert "even" in [text.get_text() for text in ax.texts]


def test_wide_distributions_have_wider_bins(ax: Axes) -> None:
    plots.lengths(range(50, 450), ax=ax, beyond=0)
    values, edges = bars(ax)
    assert len(values) == 58
    assert np.diff(edges) == pytest.approx(7)
    assert ax.get_ylabel() == "Share of games (% per 7 plies)"
    plots.lengths(range(50, 450), ax=ax, beyond=0, bin_width=100)
    assert bars(ax)[1] == [-0.5, 99.5, 199.5, 299.5, 399.5, 499.5]


def test_the_few_longest_games_are_told_in_words(ax: Axes) -> None:
    lengths = {20: 50, 30: 49, 1000: 1}
    plots.lengths(lengths, ax=ax)
    assert sum(bars(ax)[0]) == pytest.approx(99)
    assert bars(ax)[1][-1] == 35
    assert "1 % longer,\nto 1,000 plies →" in [text.get_text() for text in ax.texts]
    plots.lengths(lengths, ax=ax, beyond=0)
    assert bars(ax)[1][-1] > 1000


def test_distributions_are_named_with_their_means(ax: Axes) -> None:
    plots.lengths({"one": {10: 1, 20: 1}, "two": [12]}, ax=ax)
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "one (mean 15.0)",
        "two (mean 12.0)",
    ]
    bare = plots.lengths({"one": [1], "two": [2]}, ax=Figure().add_subplot(), legend=False)
    assert bare.get_legend() is None


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        ([], {}, ValueError, "data: it is empty; at least one game is needed"),
        ({3: 0}, {}, ValueError, "data: it is empty; at least one game is needed"),
        ({"a": {3: -1}}, {}, ValueError, "data of 'a': -1 games; allowed are 0 and more"),
        ([3.5], {}, TypeError, "data: an integer is needed, not float"),
        ("long", {}, TypeError, "data: a Tally, a Series, .* is needed, not str"),
        ([-3], {}, ValueError, "data: a length of -3 plies; allowed are 0 and more"),
        ([3], {"beyond": 2}, ValueError, "beyond = 2: allowed are 0 to 1"),
        ([3], {"bin_width": 0}, ValueError, "bin_width = 0: allowed are 1 to .*, or None"),
        ([3], {"bin_width": 1.5}, TypeError, "bin_width: an integer is needed, not float"),
    ],
)
def test_wrong_distributions_are_refused(
    data: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        plots.lengths(data, **options)


# Through the game


def test_curves_end_where_few_games_still_run(ax: Axes) -> None:
    found = by_ply("kalah", games=100)
    half = int((found.branching.games >= 50).sum())
    plots.branching(found, ax=ax, least=0.5)
    assert points(ax.lines[0])[1] == list(found.branching.mean[:half])
    plots.advantage_by_ply(found, ax=ax, least=0)
    assert points(ax.lines[1])[1] == list(found.advantage.mean)


def test_advantages_in_two_units_are_not_compared() -> None:
    with pytest.raises(ValueError, match="data: advantages in % and in seeds; one unit is needed"):
        plots.advantage_by_ply({"a": course(), "b": course(1, "%")})
    with pytest.raises(
        TypeError, match=r"data of 'a': what mancalab\.study\.by_ply gives is needed, not int"
    ):
        plots.branching({"a": 3})  # type: ignore[dict-item]  # wrong on purpose
    with pytest.raises(ValueError, match="least = 2: allowed are 0 to 1"):
        plots.branching(course(), least=2)


# Opening moves


def test_exact_values_are_marked_and_open_ones_are_bars(ax: Axes) -> None:
    plots.openings(solution(), ax=ax)
    assert marks(ax) == {0: -6, 1: 4, 2: 10, 4: 0, 5: -12}
    texts = {text.get_text() for text in ax.texts}
    assert texts == {"even", "\N{MINUS SIGN}6", "+4", "+10", "0", "\N{MINUS SIGN}12"}


def test_searches_are_drawn_as_they_come(ax: Axes) -> None:
    start = KALAH.start()
    exact = mc.agents.AlphaBeta(depth=3).analyse(start, actions=True)
    plots.openings(exact, ax=ax)
    assert marks(ax) == exact.action_values
    tree = mc.agents.MCTS(simulations=200).analyse(start)
    ax.clear()
    plots.openings(tree, ax=ax)
    assert marks(ax) == pytest.approx({a: 100 * value for a, value in tree.values.items()})
    assert ax.get_ylabel() == "Score for the side to move (%)"


def test_actions_are_named_in_the_notation_of_the_game(ax: Axes) -> None:
    rules = mc.rules("kalaha-ethiopian")
    plots.openings({0: 1, 7: 2}, rules=rules, ax=ax)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0>", "1<"]


def test_results_are_told_in_words(ax: Axes) -> None:
    plots.openings({0: 1, 1: 0, 2: -1}, unit="result", ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["loss", "neither", "win"]


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        (
            mc.solve(mc.rules("kalah", columns=2, seeds=1)),
            {},
            ValueError,
            "ask for them with action",
        ),
        ({"a": OPENINGS["exact"], "b": solution()}, {"unit": "%"}, ValueError, "in % and in seeds"),
        ({0: 1}, {"unit": "stones"}, ValueError, "unit = 'stones': allowed are seeds, %, result"),
        ({0: float("inf")}, {}, TypeError, "data: finite numbers or Estimates are needed, not inf"),
        ({-1: 2}, {}, ValueError, "an action of data = -1: allowed are 0 to"),
        ({6: 2}, {"rules": KALAH}, ValueError, "data: action 6; kalah has 0 to 5"),
        ({0: 2}, {"rules": "kalah"}, TypeError, "rules: a Rules is needed, or None, not str"),
        ({"a": {}}, {}, ValueError, "data of 'a': no action has a value"),
    ],
)
def test_wrong_values_are_refused(
    data: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        plots.openings(data, **options)


# Clauses


def test_each_change_is_a_line_and_each_pair_of_agents_a_colour(ax: Axes) -> None:
    table = clause_effect("kalah", "replay", [True, False], [("random", "random")], games=200)
    plots.clause_effect(table, ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["replay=false"]
    (drawn,) = ax.containers
    assert points(drawn[0])[0] == pytest.approx([100 * table.rows[1].score_change.value])
    assert ax.texts[0].get_text() == table.rows[1].baseline


@pytest.mark.parametrize("measure", ["wins", "margin", "plies", "branching"])
def test_other_measures_can_be_drawn(measure: str, ax: Axes) -> None:
    plots.clause_effect(effects(), measure=measure, ax=ax)
    scale = 100 if measure == "wins" else 1
    assert points(ax.containers[0][0])[0] == pytest.approx(
        [scale * x for x in (-0.05, -0.02, 0.01, 0.04)]
    )
    assert any(
        unit in ax.get_xlabel() for unit in ("percentage points", "seeds", "plies", "number")
    )


def test_wrong_effects_are_refused() -> None:
    with pytest.raises(
        ValueError, match="measure = 'speed': allowed are score, wins, margin, plies"
    ):
        plots.clause_effect(effects(), measure="speed")
    with pytest.raises(ValueError, match="table: it is empty"):
        plots.clause_effect(EffectTable(()))


# Learning


def test_several_runs_become_a_mean_with_its_interval(ax: Axes) -> None:
    runs = learned(2)
    plots.learning_curve(runs, ax=ax)
    assert points(ax.lines[0])[1] == pytest.approx(list(runs.mean(axis=0)))
    band = ax.collections[0].get_paths()[0].vertices
    reach = 2.776445 * runs[:, 3].std(ddof=1) / np.sqrt(5)  # 97.5 % point, 4 degrees of freedom
    heights = [y for x, y in np.asarray(band) if x == 3]
    assert (min(heights), max(heights)) == pytest.approx(
        (runs[:, 3].mean() - reach, runs[:, 3].mean() + reach), rel=1e-5
    )


def test_estimates_keep_their_intervals(ax: Axes) -> None:
    estimates = [Estimate(0.5, 0.4, 0.7), Estimate(0.6, 0.5, 0.8), Estimate(0.7, 0.6, 0.9)]
    plots.learning_curve(estimates, steps=[10, 100, 1000], ax=ax)
    assert points(ax.lines[0])[0] == [10, 100, 1000]
    band = np.asarray(ax.collections[0].get_paths()[0].vertices)
    assert sorted({round(float(y), 6) for x, y in band if x == 100}) == [0.5, 0.8]


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        ([], {}, ValueError, "data: it is empty; there is nothing to draw"),
        ("abc", {}, TypeError, "data: an array of numbers is needed, not str"),
        ([None, float("nan")], {}, ValueError, "data: no number is finite; there is nothing"),
        ([[[1]]], {}, ValueError, "data: 3 dimensions; allowed are 1 or 2"),
        ({"a": [1, 2], "b": [1]}, {}, ValueError, "data of 'b': 1 measurements; steps has 2"),
        ([1, 2], {"steps": [1]}, ValueError, "data: 2 measurements; steps has 1"),
        (
            [1, 2],
            {"steps": [2, 1]},
            ValueError,
            "steps = .*: finite, ascending numbers are needed",
        ),
        ([1, 2], {"even": "0"}, TypeError, "even: a number is needed, not str"),
    ],
)
def test_wrong_curves_are_refused(
    data: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        plots.learning_curve(data, **options)
