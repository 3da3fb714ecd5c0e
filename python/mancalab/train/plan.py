"""What a training run is asked for: how long, from which seed, and how often it is measured."""

from __future__ import annotations

from dataclasses import dataclass

from mancalab._base.arguments import integer, number
from mancalab.train.strength import pairs

MEASUREMENTS = 10  # of a run, if it is not said how often
LONGEST = 1e5  # minutes
MOST_ROUNDS = 2**31 - 1
MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Plan:
    """The settings of a run, for any method.

    Parameters
    ----------
    minutes
        How long to learn in all, measurements apart.
    rounds
        How many rounds to learn in all, instead.
    seed
        Of all that is random.
    measure_every
        Minutes from one measurement to the next; None: a tenth of the whole.
    games
        Games of a measurement against each opponent, an even number; 0 for none.
    progress
        Whether to show a line of progress.
    """

    minutes: float
    rounds: int | None
    seed: int
    measure_every: float | None
    games: int
    progress: bool

    @classmethod
    def checked(
        cls,
        minutes: float,
        rounds: int | None,
        seed: int,
        measure_every: float | None,
        games: int,
        *,
        progress: bool,
    ) -> Plan:
        """Check what was asked for.

        Numbers of NumPy become Python's, which a checkpoint can hold.
        """
        return cls(
            number("minutes", minutes, 0.0, LONGEST),
            None if rounds is None else integer("rounds", rounds, 0, MOST_ROUNDS),
            integer("seed", seed, 0, MOST_SEED),
            None
            if measure_every is None
            else number("measure_every", measure_every, 1e-3, LONGEST),
            pairs("games", games, 0),
            progress,
        )

    @property
    def whole(self) -> float:
        """All there is to do: rounds, or else seconds."""
        return 60 * self.minutes if self.rounds is None else self.rounds

    @property
    def keeps(self) -> bool:
        """Whether there are measurements, at each of which the network is kept.

        Without games there are some if it is said how often.
        """
        return self.games > 0 or self.measure_every is not None

    @property
    def measures(self) -> tuple[str, float]:
        """The unit, "minutes" or "rounds", and the size of the step between two measurements."""
        if self.measure_every is not None:
            return "minutes", self.measure_every
        if self.rounds is not None:
            return "rounds", max(1.0, self.rounds / MEASUREMENTS)
        return "minutes", max(self.minutes / MEASUREMENTS, 1 / 60)
