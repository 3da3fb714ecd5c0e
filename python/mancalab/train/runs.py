"""A training run: its clock, its files, and how it resumes after it was stopped."""

from __future__ import annotations

import dataclasses
import io
import math
import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mancalab._agents.weights import NetworkError, save, training_of
from mancalab._base.arguments import wrong_type
from mancalab._base.executing import checked_executor
from mancalab._base.extras import require
from mancalab._base.files import replacing
from mancalab._base.words import counted
from mancalab._core import Rules
from mancalab.agents import Agent, AlphaBeta, Greedy, Network
from mancalab.train import curve, snapshots
from mancalab.train._torch import torch
from mancalab.train.alphazero import AlphaZero
from mancalab.train.learner import Learner
from mancalab.train.plan import Plan
from mancalab.train.ppo import PPO
from mancalab.train.strength import Rung, ladder

NETWORK, CHECKPOINT, CURVE, PICTURE = "network.npz", "checkpoint.pt", "curve.csv", "curve.png"

SAVE_EVERY = 30.0  # seconds: no more than this is lost when a run is killed
WATCHED: tuple[Agent, ...] = (Greedy(), AlphaBeta(depth=4))
"""Whom the agent is measured against while it learns."""
SIMULATIONS = 64  # of the agent that is measured


@dataclass(frozen=True)
class Trained:
    """The state of a run so far.

    Attributes
    ----------
    folder
        Where its files are.
    minutes
        How long it has learned, measurements apart.
    rounds, games, positions
        What it has played.
    shares
        What the time went into, for AlphaZero "network", "search" (the trees, and the games
        themselves), "learning" and "other", for PPO "play", "learning" and "other"; together 1.
        Empty before anything was learned. Rounds of older versions are "other".
    curve
        Measurements in order: a dict with "minutes", "rounds", "games", "positions", losses, and
        "opponent", "simulations", "score", "low", "high".
    """

    folder: Path
    minutes: float
    rounds: int
    games: int
    positions: int
    shares: dict[str, float]
    curve: list[dict[str, Any]]

    @property
    def positions_per_second(self) -> float:
        """Positions of self-play in a second, learning included; 0 before there are any."""
        return self.positions / (60 * self.minutes) if self.minutes else 0.0

    def agent(self, simulations: int = SIMULATIONS) -> Network:
        """The agent as it is now."""
        return Network(self.folder / NETWORK, simulations=simulations)


class Run:
    """A run in a folder: continues from what is there."""

    def __init__(self, folder: str | os.PathLike[str], learner: Learner, plan: Plan) -> None:
        self.learner, self.plan = learner, plan
        self.folder, self.curve = Path(folder), list[curve.Row]()
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in (NETWORK, CHECKPOINT, CURVE, PICTURE):  # of a save during which it was killed
            for left in self.folder.glob(f".{name}.*.part"):
                left.unlink(missing_ok=True)
        self.seconds, self.losses = 0.0, dict[str, float]()
        self._saved = time.perf_counter()
        if self._file(CHECKPOINT).exists():
            self._resume()
        elif any(snapshots.kept(self.folder)):  # of rounds, not only of before them
            raise ValueError(
                f"folder = {str(folder)!r}: networks of a run are there, and no {CHECKPOINT} from "
                "which it could go on; use another folder"
            )
        snapshots.clear(self.folder, self.learner.rounds)
        self._measured = self._last_measured()

    def _file(self, name: str) -> Path:
        return self.folder / name

    def go(self) -> Trained:
        """Learn until the time is over, or the rounds are.

        Ctrl-C loses nothing but the round that it stops; a kill, what came after the last save.
        """
        with self._line() as tell:
            try:
                if self.plan.keeps and not self.seconds:
                    self._keep()  # the origin of the curve: nothing is learned yet
                while self.done() < self.plan.whole:
                    self._round(tell)
                if self._since_measured("minutes") > 0:
                    self._measure()
            except KeyboardInterrupt:
                self.save()
                raise
        self.save()
        return self.trained()

    def _round(self, tell: Any) -> None:
        begun = time.perf_counter()
        try:
            losses = self.learner.learn(self.done() / self.plan.whole)
        except Exception:  # whoever plays has failed: what was learned before is kept
            if self.learner.rounds:
                self.save()
            raise
        if not all(math.isfinite(loss) for loss in losses.values()):
            raise FloatingPointError(
                f"learning has gone astray: the losses are {losses}; a smaller "
                f"learning_rate may help. "
                f"What was saved before is in {self.folder}"
            )
        self.seconds += time.perf_counter() - begun
        self.losses = losses
        tell(self)
        unit, every = self.plan.measures
        if self._since_measured(unit) >= every:
            self._measure()
            self.save()
        elif time.perf_counter() - self._saved > SAVE_EVERY:
            self.save()

    def done(self) -> float:
        """How much is done of `Plan.whole`."""
        return self.seconds if self.plan.rounds is None else self.learner.rounds

    def _since_measured(self, unit: str) -> float:
        """Minutes or rounds since the last measurement, if there are any."""
        if not self.plan.keeps:
            return -math.inf
        # Of runs that are older than the count of rounds it is not known after how many.
        return self._so_far()[unit] - self._measured.get(unit, 0)

    def _last_measured(self) -> Mapping[str, float]:
        """How far the run was at its last measurement, if there was one."""
        if self.plan.games:
            return self.curve[-1] if self.curve else {}
        paths = list(snapshots.kept(self.folder).values())
        return training_of(paths[-1]) if paths else {}

    def _so_far(self) -> dict[str, float]:
        """How far the run is."""
        return {
            "minutes": self._minutes(),
            "rounds": self.learner.rounds,
            "games": self.learner.games,
            "positions": self.learner.positions,
        }

    def _minutes(self) -> float:
        return self.seconds / 60

    def trained(self) -> Trained:
        """The state of the run so far."""
        learner = self.learner
        return Trained(
            self.folder,
            self._minutes(),
            learner.rounds,
            learner.games,
            learner.positions,
            self._shares(),
            self.curve,
        )

    def _shares(self) -> dict[str, float]:
        spent = self.learner.spent
        if not spent:
            return {}
        counted = sum(spent.values())
        whole = max(self.seconds, counted)
        return {part: t / whole for part, t in (spent | {"other": whole - counted}).items()}

    def _measure(self) -> None:
        self.save()  # before the network is kept, which belongs to what can go on
        self._keep()
        if self.plan.games:
            agent = self.trained().agent()
            rungs = ladder(self.learner.model.rules, agent, WATCHED, games=self.plan.games)
            self.curve += map(self._row, rungs)
        self._measured = self._so_far()

    def _keep(self) -> None:
        snapshots.keep(self.learner.model.network(), self.folder, self._so_far())

    def _row(self, rung: Rung) -> curve.Row:
        value, low, high = rung.score
        measured = {"opponent": rung.opponent, "simulations": SIMULATIONS}
        return self._so_far() | self.losses | measured | {"score": value, "low": low, "high": high}

    # Files

    def save(self) -> None:
        """Write all files; each is replaced when the new one is complete."""
        self._saved = time.perf_counter()
        save(self.learner.model.network(), self._file(NETWORK))
        whole = {
            "about": self._about(),
            "seconds": self.seconds,
            "losses": self.losses,
            "curve": self.curve,
            "learner": self.learner.state(),
        }
        content = io.BytesIO()  # torch has errors of its own where a file cannot be written
        torch.save(whole, content)
        with replacing(self._file(CHECKPOINT)) as beside:
            beside.write_bytes(content.getbuffer())
        if self.curve:
            curve.write(self.curve, self._file(CURVE))
            curve.draw(self.curve, self._file(PICTURE))

    def _about(self) -> dict[str, Any]:
        rules = self.learner.model.rules
        method = type(self.learner.settings).__name__
        settings = dataclasses.asdict(self.learner.settings)
        outlook = self.learner.model.encoding.outlook  # runs of older versions do not say
        game = {"game": repr(rules), "digest": rules.digest, "outlook": outlook}
        return game | {"method": method, "seed": self.plan.seed} | settings

    def _resume(self) -> None:
        path = self._file(CHECKPOINT)
        try:
            whole = torch.load(path, map_location="cpu", weights_only=True)
            about = whole["about"]
        except OSError:
            raise
        except Exception as error:  # torch raises of many kinds
            raise NetworkError(f"{path}: it is no checkpoint, or is damaged") from error
        for name, value in self._about().items():
            if name not in about:
                raise ValueError(
                    f"the run in {self.folder} was begun by an older version, which did not know "
                    f"{name}; use another folder"
                )
            if about[name] != value:
                raise ValueError(
                    f"{name} = {value!r}: the run in {self.folder} was begun with "
                    f"{about.get(name)!r}; continue it with that, or use another folder"
                )
        self.learner.restore(whole["learner"])
        self.seconds, self.losses = whole["seconds"], whole["losses"]
        self.curve = whole["curve"]

    @contextmanager
    def _line(self) -> Iterator[Any]:
        """A line of progress, or nothing."""
        if not self.plan.progress:
            yield lambda _run: None
            return
        tqdm = require("tqdm.auto", "train").tqdm
        form = "{desc} {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
        with tqdm(total=self.plan.whole, initial=self.done(), bar_format=form) as bar:
            yield lambda run: _tell(bar, run)


def _tell(bar: Any, run: Run) -> None:
    last = {row["opponent"]: row["score"] for row in run.curve[-len(WATCHED) :]}
    scores = "".join(f", {100 * score:.0f} % v {name}" for name, score in last.items())
    told = ", ".join(f"{name} {loss:.3f}" for name, loss in run.losses.items())
    bar.set_description_str(counted(run.learner.games, "game"), refresh=False)
    bar.set_postfix_str(told + scores, refresh=False)
    bar.update(min(run.done(), bar.total) - bar.n)


def run(
    rules: Rules,
    folder: str | os.PathLike[str],
    method: AlphaZero | PPO | None = None,
    minutes: float = 10.0,
    *,
    rounds: int | None = None,
    seed: int = 0,
    device: str | None = None,
    executor: Executor | None = None,
    measure_every: float | None = None,
    games: int = 200,
    progress: bool = False,
) -> Trained:
    """Train an agent from nothing.

    Parameters
    ----------
    rules
        The game; one that `mancalab.Batch` plays.
    folder
        Where the files of the run go. A run that is there continues, up to `minutes` or `rounds` in
        all.
    method
        How to learn: `AlphaZero` or `PPO` with their settings; None for AlphaZero.
    minutes
        How long to learn in all, measurements apart, 0 to 100,000.
    rounds
        How many rounds to learn in all, instead of `minutes`. The same seed, settings and rounds
        give the same network on the same kind of processor, however long it takes and whoever
        plays, unless the run was stopped in between: then it goes on with new games.
    seed
        Of the network's first numbers and of the games, 0 to 2**32 - 1.
    device
        Where the network computes: "cpu" or "cuda"; None for a GPU where there is one.
    executor
        Plays the games of AlphaZero in other processes or on other machines, on their processors: a
        `concurrent.futures.Executor`, such as ``dask.distributed.Client(...).get_executor()``. It
        plays `AlphaZero.actors` tasks at a time; learning stays here. None: threads of this
        process.
    measure_every
        Minutes from one measurement to the next; None: a tenth of the time, or of the rounds. At
        each the network is kept in the folder ``networks``, a few 100 kB, for `league`.
    games
        Games of each measurement against Greedy and AlphaBeta(depth=4), an even number. With 0 and
        `measure_every` networks are kept and no games played; with 0 alone there are no
        measurements.
    progress
        Whether to show a line of progress (tqdm).

    Returns
    -------
    Trained
        What was learned, and the curve.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, or that differs from those of the run in the folder.
    OSError
        The folder cannot be written to, or a file in it is damaged.
    FloatingPointError
        The losses are not finite any more; what was saved before stays.
    KeyboardInterrupt
        Ctrl-C; the run is saved and can be resumed. So it is when the executor fails, whatever it
        raises.
    """
    plan = Plan.checked(minutes, rounds, seed, measure_every, games, progress=progress)
    method = AlphaZero() if method is None else method
    if not isinstance(method, AlphaZero | PPO):
        raise wrong_type("method", "AlphaZero(...) or PPO(...) is needed", method)
    executor = checked_executor(executor)
    learner: Learner
    if executor is None:
        learner = method.learner(rules, plan.seed, device)
    elif isinstance(method, AlphaZero):
        learner = method.learner(rules, plan.seed, device, executor)
    else:
        raise ValueError(f"executor: it plays the games of AlphaZero; {method!r} plays its own")
    return Run(folder, learner, plan).go()
