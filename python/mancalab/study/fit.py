"""One fit of the agents' strengths, the worth of the first move and the width of draws.

The model is that of `Fit`. It is an ordered logit, which statsmodels fits; where one of the three
results never happened it is a binary logit. Whether there is a finite fit at all is found out
before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mancalab._base.extras import require
from mancalab._base.words import counted
from mancalab.study.ordered import ordered
from mancalab.study.outcomes import DRAW, LOSS, WIN
from mancalab.study.separation import connected, separation

_CLASS = {LOSS: 0, DRAW: 1, WIN: 2}
_FIRST_PLAYER = ("lost", "drew", "won")

NAN = math.nan


class Meeting(NamedTuple):
    """The results of the games of two agents."""

    first: int
    """Number of the agent that starts the first game of each pair."""
    second: int
    joint: Sequence[Sequence[int]]
    """5 x 5, pairs of games by the outcomes of both, each for the player who started it."""


@dataclass(frozen=True)
class Fit:
    """Strengths, first-move advantage and draw width, in logits, with standard errors.

    With F(x) = 1 / (1 + exp(-x)) and x = strength of the agent that starts - strength of the other
    + advantage, the agent that starts

    - wins with the probability F(x - draw_width),
    - loses with the probability F(-x - draw_width),
    - and draws otherwise.

    That is an ordered logit with the thresholds -advantage - draw_width and -advantage +
    draw_width. No agent is the reference: the strengths of all sum to zero. A forfeited game counts
    as lost; void and truncated games are left out. Standard errors are over pairs of games, which
    share an opening (the sandwich formula with pairs as clusters), not over games.

    Where an agent won or lost all games that tell it from the others, no finite strength fits: it
    is infinite, and the fit is of the other agents. Where nothing fits, all is nan; ``notes`` say
    why. Without draws the draw width is 0 and has no error.
    """

    agents: tuple[str, ...]
    strengths: tuple[float, ...]
    """By agent; the finite ones sum to zero."""
    strength_errors: tuple[float, ...]
    """By agent."""
    advantage: float
    """What moving first is worth, on the scale of the strengths."""
    advantage_error: float
    draw_width: float
    """Half the width of the range of strength differences in which a draw is likeliest."""
    draw_width_error: float
    covariance: tuple[tuple[float, ...], ...]
    """Of the strengths, and then the advantage and the draw width."""
    games: int
    """Games that the fit rests on."""
    notes: tuple[str, ...] = ()


class _Games(NamedTuple):
    """Games by what they say, one entry for each combination that was seen."""

    meeting: NDArray[np.int64]
    starter: NDArray[np.int64]
    """0: the meeting's first agent; 1: its second."""
    covariates: NDArray[np.float64]
    """1 for the agent that starts, -1 for the other; a column for each agent."""
    classes: NDArray[np.int64]
    """0 lost, 1 drawn, 2 won by the one that starts."""
    number: NDArray[np.float64]

    def only(self, kept: NDArray[np.bool_]) -> _Games:
        """Some of the entries."""
        meeting, starter, covariates, classes, number = self
        return _Games(meeting[kept], starter[kept], covariates[kept], classes[kept], number[kept])


class _Estimated(NamedTuple):
    """A fitted logit: thresholds that are not there are nan."""

    coefficients: NDArray[np.float64]
    """Covariates, then advantage, then draw width (in a binary logit: no draw width)."""
    scores: NDArray[np.float64]
    """Derivative of the logarithm of the likelihood of one game of each entry."""
    information: NDArray[np.float64]


def fit(agents: Sequence[str], meetings: Iterable[Meeting]) -> Fit:
    """Fit the strengths of agents to their games.

    Parameters
    ----------
    agents
        Their names.
    meetings
        Their games; two agents may meet several times.

    Raises
    ------
    MissingExtra
        scipy or statsmodels is not installed (an ImportError).
    """
    meetings = list(meetings)
    games = _gathered(len(agents), meetings)
    seen = np.unique(games.classes)
    if len(seen) < 2:
        what = f"the first player {_FIRST_PLAYER[seen[0]]} every game" if len(seen) else _NO_GAME
        return _unknown(agents, f"{what}: nothing can be fitted")
    found = separation(games.covariates, np.searchsorted(seen, games.classes))
    kept = games.only(~found.certain)
    main = connected(len(agents), _links(kept.covariates))[0]
    kept = kept.only(np.isin(np.argmax(kept.covariates, axis=1), main))
    strengths = _standing(found.direction, main)
    if not _can_be_fitted(kept, main):
        note = "no finite strengths fit these games: some results never happened"
        if not found.any:
            note = "too few different games to tell strengths and first-move advantage apart"
        return _unknown(agents, note, _standing(found.direction, []))
    return _fitted(agents, meetings, kept, main, strengths)


_NO_GAME = "no game was won, lost or drawn"


def _gathered(width: int, meetings: Sequence[Meeting]) -> _Games:
    """The games of all meetings, without the void and the truncated."""
    entries: list[tuple[int, int, int, int]] = []
    covariates: list[NDArray[np.float64]] = []
    for number, (first, second, joint) in enumerate(meetings):
        table = np.array(joint, dtype=np.int64)
        for starter, counts in enumerate((table.sum(axis=1), table.sum(axis=0))):
            row = np.zeros(width)
            row[[first, second]] = (1, -1) if starter == 0 else (-1, 1)
            for outcome, result in _CLASS.items():
                if counts[outcome]:
                    entries.append((number, starter, result, int(counts[outcome])))
                    covariates.append(row)
    meeting, starter_, classes, counted = np.array(entries, dtype=np.int64).reshape(-1, 4).T
    rows = np.array(covariates).reshape(-1, width)
    return _Games(meeting, starter_, rows, classes, counted.astype(np.float64))


def _links(covariates: NDArray[np.float64]) -> list[tuple[int, int]]:
    return [(int(row.argmax()), int(row.argmin())) for row in covariates]


def _standing(direction: NDArray[np.float64], main: Sequence[int]) -> NDArray[np.float64]:
    """Strengths beyond all bounds: above or below those of the main group, whose own are nan.

    Without a main group the strongest stand above and the weakest below.
    """
    high = direction[main].max() if main else direction.max()
    low = direction[main].min() if main else direction.min()
    near = 1e-6 * max(1.0, float(np.ptp(direction)))
    standing = np.full(len(direction), NAN)
    if main:
        standing[direction > high + near] = math.inf
        standing[direction < low - near] = -math.inf
    elif high - low > near:
        standing[direction > high - near] = math.inf
        standing[direction < low + near] = -math.inf
    return standing


def _can_be_fitted(games: _Games, main: Sequence[int]) -> bool:
    """Whether the estimates of what is left are finite and unique."""
    seen = np.unique(games.classes)
    if len(main) < 2 or len(seen) < 2:
        return False
    design = np.column_stack([games.covariates[:, main[1:]], np.ones(len(games.classes))])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        return False
    return not separation(games.covariates, np.searchsorted(seen, games.classes)).any


def _fitted(
    agents: Sequence[str],
    meetings: Sequence[Meeting],
    games: _Games,
    main: Sequence[int],
    strengths: NDArray[np.float64],
) -> Fit:
    """The fit of games that have one."""
    seen = np.unique(games.classes)
    found = (_ordered if len(seen) == 3 else _binary)(games, main)
    covariance, notes = _covariance(found, meetings, games)
    # From strengths relative to the first of the group to strengths that sum to zero.
    size = len(main)
    turn = np.zeros((size + 2, len(found.coefficients)))
    turn[:size, : size - 1] = np.eye(size)[:, 1:] - 1 / size
    for i in range(size - 1, len(found.coefficients)):
        turn[i + 1, i] = 1
    value, spread = turn @ found.coefficients, turn @ covariance @ turn.T
    if len(seen) == 2:
        note, bounds = _two_results(int(seen.sum()))
        notes.append(note)
        value[size:] = [value[size] if bounds == 0 else NAN, bounds]
        gone = [size + 1] if bounds == 0 else [size, size + 1]
        spread[gone, :] = spread[:, gone] = NAN
    places = [*main, len(agents), len(agents) + 1]
    every = np.append(strengths, [NAN, NAN])
    every[places] = value
    whole = np.full((len(agents) + 2, len(agents) + 2), NAN)
    whole[np.ix_(places, places)] = spread
    errors = np.sqrt(np.diag(whole))
    outside = [agent for i, agent in enumerate(agents) if i not in main]
    if outside:
        notes.insert(0, f"no finite strength fits {', '.join(outside)}; the fit is of the others")
    *_, advantage, width = every.tolist()
    *_, advantage_error, width_error = errors.tolist()
    return Fit(
        agents=tuple(agents),
        strengths=tuple(every[:-2].tolist()),
        strength_errors=tuple(errors[:-2].tolist()),
        advantage=advantage,
        advantage_error=advantage_error,
        draw_width=width,
        draw_width_error=width_error,
        covariance=tuple(map(tuple, whole.tolist())),
        games=int(games.number.sum()),
        notes=tuple(notes),
    )


def _two_results(classes: int) -> tuple[str, float]:
    """What to say where one of the three results never happened, and the draw width then."""
    if classes == _CLASS[LOSS] + _CLASS[WIN]:
        return "no game was drawn: the draw width is 0 and has no error", 0.0
    what = "lost" if classes == _CLASS[DRAW] + _CLASS[WIN] else "won"
    note = f"the first player {what} no game: first-move advantage and draw width have no bounds"
    return note, NAN


def _ordered(games: _Games, main: Sequence[int]) -> _Estimated:
    """Fit all three results."""
    found = ordered(games.covariates[:, main[1:]], games.classes, games.number)
    lower, upper = found.thresholds
    back = np.eye(len(found.coefficients) + 2)  # derivatives of the thresholds by ours
    back[-2:, -2:] = [[-1, -1], [-1, 1]]
    return _Estimated(
        np.append(found.coefficients, [-(lower + upper) / 2, (upper - lower) / 2]),
        found.scores @ back,
        back.T @ found.information @ back,
    )


def _binary(games: _Games, main: Sequence[int]) -> _Estimated:
    """Fit the two results that there are, by statsmodels' binomial GLM (a weighted Logit)."""
    models = require("statsmodels.genmod.generalized_linear_model", "study")
    binomial = require("statsmodels.genmod.families", "study").Binomial()
    better = (games.classes == games.classes.max()).astype(np.float64)
    design = np.column_stack([games.covariates[:, main[1:]], np.ones(len(better))])
    model = models.GLM(better, design, family=binomial, freq_weights=games.number)
    done = model.fit(tol=1e-12)
    share = np.asarray(done.fittedvalues)
    weights = games.number * share * (1 - share)
    return _Estimated(
        np.asarray(done.params),
        (better - share)[:, None] * design,
        design.T @ (weights[:, None] * design),
    )


def _covariance(
    found: _Estimated, meetings: Sequence[Meeting], games: _Games
) -> tuple[NDArray[np.float64], list[str]]:
    """Covariance of the coefficients over pairs of games, and what is to be said of it.

    With H the information and u the scores of pairs (sums over their two games), it is
    H^-1 sum(u u') H^-1, times pairs / (pairs - 1).
    """
    size = len(found.coefficients)
    score: Callable[[int, int, int], NDArray[np.float64]] = _lookup(games, found.scores)
    meat, pairs = np.zeros((size, size)), 0
    for number, meeting in enumerate(meetings):
        for one, row in enumerate(meeting.joint):
            for other, count in enumerate(row):
                both = score(number, 0, one) + score(number, 1, other)
                meat += count * np.outer(both, both)
                pairs += count * bool(both.any())
    if pairs <= size:
        note = f"{counted(pairs, 'pair')} of games, {counted(size, 'parameter')}: "
        note += "too few for standard errors"
        return np.full((size, size), NAN), [note]
    bread = np.linalg.inv(found.information)
    return bread @ meat @ bread * (pairs / (pairs - 1)), []


def _lookup(
    games: _Games, scores: NDArray[np.float64]
) -> Callable[[int, int, int], NDArray[np.float64]]:
    """A function that gives the score of a game by meeting, starter and outcome."""
    known = {
        (int(meeting), int(starter), int(result)): row
        for meeting, starter, result, row in zip(
            games.meeting, games.starter, games.classes, scores, strict=True
        )
    }
    nothing = np.zeros(scores.shape[1])
    return lambda meeting, starter, outcome: known.get(
        (meeting, starter, _CLASS.get(outcome, -1)), nothing
    )


def _unknown(agents: Sequence[str], note: str, strengths: NDArray[np.float64] | None = None) -> Fit:
    """A fit of games that have none."""
    size = len(agents)
    none = tuple([NAN] * size)
    return Fit(
        agents=tuple(agents),
        strengths=none if strengths is None else tuple(strengths.tolist()),
        strength_errors=none,
        advantage=NAN,
        advantage_error=NAN,
        draw_width=NAN,
        draw_width_error=NAN,
        covariance=tuple(tuple([NAN] * (size + 2)) for _ in range(size + 2)),
        games=0,
        notes=(note,),
    )
