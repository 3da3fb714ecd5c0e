"""Alpha-beta search as an agent; `mancalab.agents` exports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Literal, SupportsFloat

from mancalab._base.arguments import (
    checked_seed,
    integer_or_none,
    seconds_or_none,
    settle,
    wrong_type,
)
from mancalab._core import State, _alphabeta, _alphabeta_choice
from mancalab._solving.tablebase import Tablebase

MOST_DEPTH = 99
MOST_NODES = 2**53
DEFAULT_DEPTH = 6


@dataclass(frozen=True)
class AlphaBetaAnalysis:
    """The result of a search from a state."""

    action: int
    """The best action; of several the one that the agent's seed picks, else the lowest number."""
    value: float
    """The value for the side to move: an int, or a float where a function judges or lots are
    drawn (the mean of what they lead to: halves, quarters and so on, exactly)."""
    principal_variation: tuple[int, ...]
    """The play expected, each action seen by the side that is to move then. It ends in a position
    of that value, unless in one that a table of endgames knows, or in which a lot is drawn, or
    where it was cut short."""
    line_cut: bool
    """Whether a limit cut the play expected short. Action and value stand all the same."""
    depth: int
    """Actions looked ahead: fewer than asked for where every line of play ends before, or where a
    limit came first."""
    nodes: int
    """Positions reached by playing an action in the search, without those that only the play
    expected took."""
    action_values: dict[int, float] | None
    """The exact value of every legal action; None unless asked for."""
    seconds: float = field(compare=False)
    """Time it took."""


@dataclass(frozen=True)
class AlphaBeta:
    """Alpha-beta search, for every game of the package.

    It looks `depth` actions ahead and finds the value of minimax: what the side to move reaches
    when both sides play as well as the search can see. Sides need not alternate: extra turns, turns
    of two parts and skipped turns are searched as they come. A position where the search ends
    counts the margin: own score less the other's (where rounds decide, a round that is won counts
    255 seeds more). A finished game counts its final margin, a void 0; where seeds do not decide
    it, a win counts 10000 and a loss -10000. A game that is cut off after `max_actions` counts the
    margin as it stands then. Whatever makes the search fast (deepening step by step, a
    transposition table, an order of the actions) leaves the value as it is.

    In a match, a forced action is played without a search. The same seeds give the
    same games on any machine and any number of threads, unless `time` stops a search.

    Parameters
    ----------
    depth
        Actions to look ahead, 1 to 99; each action of an extra turn or of a turn of two parts
        counts. None: as many as the other limits allow, or 6 without any.
    nodes
        Positions to look at, 1 to 2**53: the search goes deeper and deeper, and the last depth
        that it finished counts (it always finishes depth 1, and the actions of the position that
        it is at). For the play expected `analyse` looks at as many again at most.
    time
        Seconds to take, with the same meaning; the last eighth of them `analyse` keeps for the play
        expected.
    table
        A `mancalab.Tablebase` of the game, of one that is won by seeds: where a line of play comes
        to a position of the table, the search takes its exact value and goes no further. (A table
        knows nothing of the cap on actions; it is not asked where the search could reach that.) An
        agent with a table in a file pickles, with the path of the file.
    evaluation
        "margin", or a function of a state that is not over; it returns a finite number, from the
        point of view of the side to move. Finished games still count their margin, so the function
        should count in seeds, too. It is called on the calling thread, once a position, which is
        far slower; an exception that it raises ends the search. No table can be used with it.
    seed
        Which of equally good actions is chosen: None for the lowest number, 0 to 2**64 - 1 for one
        at random, in a match by the random numbers of the game.

    Raises
    ------
    ValueError, TypeError
        For an argument that is not allowed, with its name and what is.

    Examples
    --------
    >>> import mancalab as mc
    >>> agent = mc.agents.AlphaBeta(depth=8)
    >>> found = agent.analyse(mc.rules("kalah").start())
    >>> found.value, found.principal_variation
    (4, (2, 5, 1, 0, 3, 0, 5, 4))
    """

    depth: int | None = None
    _: KW_ONLY
    nodes: int | None = None
    time: float | None = None
    table: Tablebase | None = None
    evaluation: Callable[[State], SupportsFloat] | Literal["margin"] = "margin"
    seed: int | None = None

    _native: ClassVar[str] = "alphabeta"

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.time is None:
            settle(self, depth=DEFAULT_DEPTH)
        settle(
            self,
            depth=integer_or_none("depth", self.depth, 1, MOST_DEPTH),
            nodes=integer_or_none("nodes", self.nodes, 1, MOST_NODES),
            time=seconds_or_none("time", self.time),
        )
        self._check_evaluation()
        if self.table is not None:
            self._check_table(self.table)
        if self.seed is not None:
            settle(self, seed=checked_seed(self.seed, ", or None"))

    def _check_table(self, table: Tablebase) -> None:
        if not isinstance(table, Tablebase):
            raise wrong_type("table", "a Tablebase is needed", table)
        if table.rules.value_kind != "margin":
            raise ValueError(
                f"table: one of a game whose values are results ({table.rules.title}), and no "
                "margins, as the search has them"
            )
        if self.evaluation != "margin":
            raise ValueError(
                'table: its values are margins; allowed only with the evaluation "margin"'
            )

    def _check_evaluation(self) -> None:
        evaluation: Any = self.evaluation
        if callable(evaluation):
            return
        if not isinstance(evaluation, str):
            raise wrong_type(
                "evaluation", '"margin" or a function of a state is needed', evaluation
            )
        if evaluation != "margin":
            raise ValueError(
                f'evaluation = {evaluation!r}: allowed are "margin" and functions of a state'
            )

    @property
    def name(self) -> str:
        """A name for tables."""
        parts = [] if self.depth is None else [str(self.depth)]
        parts += [] if self.nodes is None else [f"{self.nodes} nodes"]
        parts += [] if self.time is None else [f"{self.time:g} s"]
        if self.table is not None:
            parts.append(f"table of {self.table.seeds}")
        if callable(self.evaluation):
            parts.append(getattr(self.evaluation, "__name__", "function"))
        return f"AlphaBeta({', '.join(parts)})"

    @property
    def deterministic(self) -> bool:
        """Whether the agent always chooses the same action in the same state: it has no seed."""
        return self.seed is None

    def analyse(self, state: State, *, actions: bool = False) -> AlphaBetaAnalysis:
        """Search from a state.

        Parameters
        ----------
        state
            Its game is not over.
        actions
            Whether to find the value of every action, which takes longer.

        Returns
        -------
        AlphaBetaAnalysis
            The best action, its value, and the play expected.

        Raises
        ------
        ValueError
            The game is over.
        KeyboardInterrupt
            Ctrl-C stops the search within 0.1 s.
        """
        action, value, (line, cut), depth, nodes, values, seconds = _alphabeta(self, state, actions)
        return AlphaBetaAnalysis(
            action=action,
            value=value,
            principal_variation=tuple(line),
            line_cut=cut,
            depth=depth,
            nodes=nodes,
            action_values=None if values is None else dict(values),
            seconds=seconds,
        )

    def __call__(self, state: State) -> int:
        """Choose an action."""
        return _alphabeta_choice(self, state)

    def _choose(self, state: State, seed: int, game: int) -> int:
        """Choose an action in a game of a run, with the random numbers of that game."""
        return _alphabeta_choice(self, state, (seed, game))
