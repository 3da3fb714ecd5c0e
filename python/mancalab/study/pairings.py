"""The games of two agents in a tournament: pairs of games with one opening and swapped seats.

Engines in Rust play many games side by side and never fault. A function of a state plays one game
after the other, watched, so that its fault ends that game and no other one. A function of a batch
plays its games side by side; where it fails it plays them again one by one, to see which of them it
is that fails.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mancalab._agents.agent import Agent
from mancalab._agents.choosing import answer_for_one
from mancalab._agents.policies import BatchPolicy, Policy
from mancalab._base.arguments import wrong_type
from mancalab._core import _series_from_json, _series_to_json
from mancalab._matches import playing
from mancalab.study.cells import Cell
from mancalab.study.faults import AgentFault, Fault, Faulted, Watched, added, read_fault
from mancalab.study.outcomes import LOSS, WIN, Joint, as_joint, joint_sum, read_joint
from mancalab.study.parts import Job, Part, Report, Sum

if TYPE_CHECKING:
    from mancalab._core import Series, State

STOP, FORFEIT = "stop", "forfeit"
ON_FAULT = (STOP, FORFEIT)
"""The consequences of a fault of an agent: the end of the tournament, or the loss of the game."""


@dataclass(frozen=True)
class Pairing(Cell):
    """One game and two agents of a tournament."""

    names: tuple[str, str]
    """Names of the agents in this tournament."""
    first_game: int
    """Number of the game in round 0: openings differ from pairing to pairing."""
    on_fault: str
    move_time: float | None


@dataclass(frozen=True)
class Bout:
    """The results of some pairs of games."""

    joint: Joint
    """Pairs by the outcomes of their two games, each for the player who started it. A game
    forfeited is lost."""
    faults: tuple[Fault, ...]
    series: Series | None
    """The games that came to their own end, for what they have in common; None: there is none."""
    seconds: float

    @property
    def rounds(self) -> int:
        """Pairs played."""
        return sum(map(sum, self.joint))

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * self.rounds

    @property
    def swapped(self) -> bool:
        """Each round is played again with the seats swapped."""
        return True

    @property
    def distinct(self) -> int:
        """How many different games those that came to their own end were."""
        return 0 if self.series is None else self.series.distinct

    def __add__(self, other: Bout) -> Bout:
        played = [bout.series for bout in (self, other) if bout.series is not None]
        return Bout(
            joint=joint_sum(self.joint, other.joint),
            faults=added((*self.faults, *other.faults)),
            series=sum(played[1:], played[0]) if played else None,
            seconds=self.seconds + other.seconds,
        )


def play_bout(part: Part, threads: int | None = None, progress: Report = None) -> Bout:
    """Play a part of a pairing: the task of a tournament.

    Raises
    ------
    AgentFault
        An agent is at fault, and that stops the tournament.
    """
    pairing = _pairing(part.cell)
    agents = (pairing.first, pairing.second)
    batches = any(isinstance(agent, BatchPolicy) for agent in agents)
    timed = batches and pairing.move_time is not None
    if timed or any(_answers_for_one(agent) for agent in agents):
        return _game_by_game(pairing, part, progress)
    if not batches:
        return _side_by_side(pairing, part, threads, progress)
    try:
        bout = _side_by_side(pairing, part, threads, None)
    except Exception:
        bout = _game_by_game(pairing, part, None)
        if pairing.on_fault == STOP:
            raise  # no game fails by itself
    if progress is not None:
        progress(bout.games)
    return bout


def _side_by_side(pairing: Pairing, part: Part, threads: int | None, progress: Report) -> Bout:
    """Play all games of a part in one call."""
    series = playing.series(
        pairing.rules,
        pairing.first,
        pairing.second,
        part.rounds,
        seed=pairing.seed,
        threads=threads,
        opening_plies=pairing.opening_plies,
        first_round=pairing.first_game + part.first_round,
        progress=progress,
    )
    return Bout(as_joint(series.joint or ()), (), series, series.seconds)


def _pairing(cell: Cell) -> Pairing:
    if not isinstance(cell, Pairing):
        raise wrong_type("cell", "a Pairing is needed", cell)
    return cell


def _answers_for_one(agent: Agent) -> bool:
    """Whether an agent is a Python function of one state."""
    return isinstance(agent, Policy) or not hasattr(agent, "_native")


def _game_by_game(pairing: Pairing, part: Part, progress: Report) -> Bout:
    """Play one game at a time, so that a fault is that of one game."""
    begun = time.perf_counter()
    joint = [[0] * 5 for _ in range(5)]
    faults: list[Fault] = []
    series: Sum[Series] = Sum()
    some = False
    for number in range(part.first_round, part.first_round + part.rounds):
        outcomes = []
        for swapped in (False, True):
            outcome, played = _one_game(pairing, number, swapped=swapped)
            outcomes.append(outcome)
            if isinstance(played, Fault):
                faults.append(played)
            else:
                series.add(played)
                some = True
        joint[outcomes[0]][outcomes[1]] += 1
        if progress is not None:
            progress(2)
    seconds = time.perf_counter() - begun
    return Bout(as_joint(joint), added(faults), series.value if some else None, seconds)


def _one_game(pairing: Pairing, number: int, *, swapped: bool) -> tuple[int, Series | Fault]:
    """One game of a pair: its outcome for the player who started it, and the game or the fault."""
    game = pairing.first_game + number
    seats = [_watched(pairing, seat, game) for seat in (0, 1)]
    if swapped:
        seats.reverse()
    try:
        series = playing.series(
            pairing.rules,
            seats[0],
            seats[1],
            1,
            swap=False,
            seed=pairing.seed,
            opening_plies=pairing.opening_plies,
            first_round=game,
        )
    except Faulted as faulted:
        fault = Fault(
            faulted.agent,
            faulted.kind,
            1,
            number,
            swapped,
            faulted.position,
            faulted.message,
        )
        if pairing.on_fault == STOP:
            raise _stopped(pairing, fault) from faulted.__cause__
        starter = pairing.names[swapped]
        return (LOSS if fault.agent == starter else WIN), fault
    return series.outcomes.index(1), series


def _stopped(pairing: Pairing, fault: Fault) -> AgentFault:
    """The error that ends a tournament."""
    other = pairing.names[fault.agent == pairing.names[0]]
    starts = "it" if fault.agent == pairing.names[fault.swapped] else other
    text = (
        f"agent {fault.agent!r}, {fault.kind}: {fault.message} (in {pairing.rules.name} against "
        f"{other}, game {2 * fault.round + fault.swapped + 1} of {pairing.games:,}, which {starts} "
        f"started, at {fault.position})"
    )
    return AgentFault(fault.agent, fault.kind, text)


def _watched(pairing: Pairing, seat: int, game: int) -> Agent:
    """An agent whose faults are seen; engines in Rust have none."""
    agent, name = (pairing.first, pairing.second)[seat], pairing.names[seat]
    function: Any = agent.function if isinstance(agent, Policy) else agent
    if isinstance(agent, BatchPolicy):
        function = _One(agent, pairing.seed, game)
    elif not _answers_for_one(agent):
        return agent
    return Policy(Watched(function, name, pairing.move_time), name)


@dataclass(frozen=True)
class _One:
    """A batch policy as a function of one state of one game."""

    policy: BatchPolicy
    seed: int
    game: int

    def __call__(self, state: State) -> int:
        """The answer for a batch of that state alone."""
        return answer_for_one(self.policy, state, self.seed, self.game)


# Writing down


def _said(cell: Cell) -> dict[str, Any]:
    pairing = _pairing(cell)
    return {
        "names": list(pairing.names),
        "first_game": pairing.first_game,
        "on_fault": pairing.on_fault,
        "move_time": pairing.move_time,
    }


def _dump(bout: Bout) -> str:
    series = None
    if bout.series is not None:
        series = _series_to_json(bout.series)
    faults = [asdict(fault) for fault in bout.faults]
    return json.dumps(
        {"joint": bout.joint, "faults": faults, "series": series, "seconds": bout.seconds}
    )


def _load(text: str) -> Bout:
    try:
        said = json.loads(text)
        faults = tuple(read_fault(fault) for fault in said["faults"])
        series = said["series"]
        if series is not None:
            series = _series_from_json(series)
        return Bout(read_joint(said["joint"]), faults, series, float(said["seconds"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"the text is no bout: {error}") from error


BOUTS: Job[Bout] = Job(play_bout, _said, _dump, _load)
"""Tournaments."""
