"""How often greedy play is a mistake, over all positions of an endgame table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mancalab._base.arguments import number
from mancalab._base.progress import Progress, reporter
from mancalab._core import _greedy_regret, _Table


@dataclass(frozen=True)
class GreedyRegret:
    """The moves of `mancalab.agents.Greedy` beside the best ones, in positions of so many seeds.

    Greedy takes an action after which their store less the other's is greatest, any of them if
    there are several; numbers of moves are means over that choice. Every distribution of the seeds
    over the pits counts once, and where the stores matter once for each content of the stores,
    whether play reaches it or not.
    """

    seeds: int
    """Seeds in the pits."""
    looked_at: int
    """Positions looked at."""
    without_action: int
    """Those of them in which the player to move has no action: over, or the other's turn."""
    left_out: int
    """Those in which all actions are worth the same."""
    mistakes: float
    """Moves that lose value."""
    mistakes_always: int
    """Positions in which every greedy action loses value."""
    mistakes_ever: int
    """Positions in which some greedy action loses value."""
    at_stake: int
    """Positions in which an action turns a win into a draw or a loss, or a draw into a loss, where
    both players have stored as much; where the stores matter, with what they have stored."""
    result_losses: float
    """Moves that do that."""
    loss: float
    """Value lost by all moves together; in seeds where values are margins."""

    @property
    def positions(self) -> int:
        """Positions in which an action loses value."""
        return self.looked_at - self.without_action - self.left_out

    @property
    def mistake_share(self) -> float:
        """Mistakes as a share of `positions`; nan where there are none."""
        return _share(self.mistakes, self.positions)

    @property
    def result_loss_share(self) -> float:
        """Results lost as a share of `at_stake`; nan where there are none."""
        return _share(self.result_losses, self.at_stake)

    @property
    def mean_loss(self) -> float:
        """Value lost on average in `positions`; nan where there are none."""
        return _share(self.loss, self.positions)


def _share(part: float, whole: int) -> float:
    return part / whole if whole else float("nan")


def greedy_regret(
    table: _Table, share: float, seed: int, threads: int | None, progress: Progress
) -> tuple[GreedyRegret, ...]:
    """Look at the moves of a greedy player as `Tablebase.greedy_regret` says."""
    asked = {"share": number("share", share, 0, 1), "seed": seed, "threads": threads}
    with reporter(progress, table.positions, table.rules, unit=" positions") as report:
        found = _greedy_regret(table, asked, report)
    return tuple(GreedyRegret(seeds=seeds, **fields) for seeds, fields in enumerate(found))


def as_text(rows: Sequence[GreedyRegret]) -> str:
    """A line for each number of seeds, with the shares that `mancalab.study.regret` gives, too."""
    lines = [
        f"seeds  {'looked at':>14}  {'positions':>14}  mistakes  results lost    loss",
        *map(_line, rows),
        "",
        "positions: those in which an action loses value; mistakes: greedy moves that",
        "do, in % of them; results lost: greedy moves that turn a win into a draw or a",
        "loss, or a draw into a loss, both players having stored as much, in % of the",
        "positions in which an action does that; loss: what a greedy move loses on",
        "average.",
    ]
    return "\n".join(lines)


def _line(row: GreedyRegret) -> str:
    shares = (
        _percent(row.mistake_share, 8), _percent(row.result_loss_share, 12),
        f"{row.mean_loss:>6.3f}" if row.positions else f"{'-':>6}",
    )  # fmt: skip
    return f"{row.seeds:>5}  {row.looked_at:>14,}  {row.positions:>14,}  " + "  ".join(shares)


def _percent(share: float, width: int) -> str:
    return f"{'-' if math.isnan(share) else f'{100 * share:.2f}':>{width}}"
