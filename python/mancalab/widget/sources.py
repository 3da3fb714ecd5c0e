"""Who says what the actions of a position are worth: a solver, a table, a solution, or a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mancalab._agents.alphabeta import AlphaBeta
from mancalab._base.arguments import wrong_type
from mancalab._base.seeds import all_seeds
from mancalab._base.words import called
from mancalab._core import State, TableError
from mancalab._solving.solve import Solution, solve
from mancalab._solving.tablebase import Tablebase

MEMORY = 256  # megabytes that the solver may use
QUICK = 4  # actions ahead of a first search, which takes a millisecond or so

Source = Solution | Tablebase | AlphaBeta | None


@dataclass
class Worth:
    """What is known of the actions of a position, for the side to move."""

    state: State
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Proven: the value of an action lies between these two, both included."""
    estimates: dict[int, float] = field(default_factory=dict)
    """What a search thinks; proven of nothing."""
    depth: int = 0
    """Actions that the search looked ahead."""
    by: str = ""
    """Who proved the bounds, in words."""
    note: str = ""
    """Why nothing could be proven, if that is not for lack of time."""
    alone: bool = False
    """Whether a table alone was asked."""
    reach: int | None = None
    """The most seeds in the pits that this table knows, if it speaks of the game."""

    @property
    def kind(self) -> str:
        """What values are: "margin" or "result"."""
        return self.state.rules.value_kind

    @property
    def solved(self) -> bool:
        """Whether the value of every action is known."""
        return all(self.exact(action) is not None for action in self.state.legal_actions)

    def exact(self, action: int) -> int | None:
        """The value of an action, where it is known."""
        low, high = self.bounds.get(action, (0, 1))
        return low if low == high else None

    @property
    def value_bounds(self) -> tuple[int, int] | None:
        """The value of the position lies between these two, both included; None: not known."""
        if set(self.bounds) != set(self.state.legal_actions):
            return None
        lows, highs = zip(*self.bounds.values(), strict=True)
        return max(lows), max(highs)

    @property
    def best_proven(self) -> tuple[int, ...]:
        """The actions that are proven to be no worse than any other; none where that is open."""
        least = max((low for low, _ in self.bounds.values()), default=0)
        found = tuple(action for action in self.bounds if self.exact(action) == least)
        return found if all(high <= least for _, high in self.bounds.values()) else ()

    @property
    def best(self) -> tuple[int, ...]:
        """The best actions as far as is known: proven, or else those that the search prefers."""
        most = max(self.estimates.values(), default=None)
        return self.best_proven or tuple(a for a, v in self.estimates.items() if v == most)


def checked(source: object, state: State) -> Source:
    """A source that speaks of this position.

    Raises
    ------
    TypeError, ValueError
        It is none, or one of another game or position.
    """
    if isinstance(source, Solution):
        bounds = source.action_bounds
        if bounds is None:
            raise ValueError("source: a Solution without its actions; ask for solve(actions=True)")
        if source.kind != state.rules.value_kind or sorted(bounds) != sorted(state.legal_actions):
            raise ValueError(
                f"source: the Solution of another position; its actions are {sorted(bounds)}, "
                f"those of the position are {sorted(state.legal_actions)}"
            )
    elif isinstance(source, Tablebase):
        if fault := unfit(source, state):
            raise ValueError(f"source: {fault}")
    elif not isinstance(source, AlphaBeta | None):
        raise wrong_type(
            "source", "a Solution, a Tablebase, an AlphaBeta or None is needed", source
        )
    return source


def unfit(table: Tablebase, state: State) -> str:
    """Why a table says nothing of the game of a position; empty if it does."""
    try:
        rules = table.rules
    except ValueError as error:  # it is closed
        return f"{error}"
    try:
        table.check_game(state.rules)
    except ValueError as error:
        return f"a table of {called(rules)}: {f'{error}'.removeprefix('state: ')}"
    return ""


def key(state: State) -> str:
    """A position of a game, however it came about."""
    return f"{state.rules.digest} {state.position_text}"


def look(
    state: State, source: Source, seconds: float, solution: Mapping[str, Solution] | None = None
) -> Iterator[Worth]:
    """Find out what the actions of a position are worth: more and more, the quickest first.

    Parameters
    ----------
    state
        Its game is not over.
    source
        A table is asked first; an AlphaBeta searches alone, within its own limits.
    seconds
        That the position may take.
    solution
        What is solved already, by `key`.
    """
    worth = Worth(state)
    if isinstance(source, AlphaBeta):
        _search(worth, source)
        yield worth
        return
    _search(worth, AlphaBeta(QUICK))
    found = (solution or {}).get(key(state))
    if found is not None and found.action_bounds is not None:
        worth.bounds, worth.by = dict(found.action_bounds), "the solution given"
    if isinstance(source, Tablebase):
        _ask_table(worth, source)
    yield worth
    if worth.solved:
        return
    _solve(worth, seconds / 2)
    if not worth.solved:
        yield worth
        by_seeds = worth.kind == "margin"
        table = source if isinstance(source, Tablebase) and by_seeds else None
        _search(worth, AlphaBeta(time=seconds / 2, table=table))
    yield worth


def held(state: State, table: Source) -> Worth:
    """What a table alone says of the actions of a position: at once, without a search.

    Parameters
    ----------
    state
        Its game is not over.
    table
        Where it is closed or damaged, one of another game, or none, the note says so.
    """
    if not isinstance(table, Tablebase):
        return Worth(state, note="only a table answers without a search", alone=True)
    worth = Worth(state, note=unfit(table, state) or _other_total(table, state), alone=True)
    if worth.note:
        return worth
    try:
        found = table.solution(state)
    except TableError as error:
        worth.note = f"{error}"
        return worth
    worth.bounds, worth.by, worth.reach = dict(found.action_bounds or {}), "the table", table.seeds
    return worth


def _other_total(table: Tablebase, state: State) -> str:
    """Why a table of stores and pits does not know a position that was set up; empty if it may."""
    here = all_seeds(state)
    if table.all_seeds in (None, here):
        return ""
    return f"a table of positions with {table.all_seeds} seeds in all; this one has {here}"


def _search(worth: Worth, agent: AlphaBeta) -> None:
    found = agent.analyse(worth.state, actions=True)
    worth.estimates, worth.depth = dict(found.action_values or {}), found.depth


def _ask_table(worth: Worth, table: Tablebase) -> None:
    """The values of those actions that lead into the table."""
    found = table.solution(worth.state).action_values
    if found:
        worth.bounds |= {action: (value, value) for action, value in found.items()}
        worth.by = "the table"


def _solve(worth: Worth, seconds: float) -> None:
    """What the solver proves in time, together with what is known."""
    try:
        found = solve(worth.state, actions=True, time=seconds, memory=MEMORY)
    except ValueError as error:
        worth.note = f"{error}"
        return
    for action, (low, high) in (found.action_bounds or {}).items():
        least, most = worth.bounds.get(action, (low, high))
        worth.bounds[action] = (max(least, low), min(most, high))
    worth.by = "the solver" if not worth.by else f"{worth.by} and the solver"
