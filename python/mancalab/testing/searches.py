"""Searches, solvers and tables, compared with each other on positions of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mancalab._agents.alphabeta import AlphaBeta, AlphaBetaAnalysis
from mancalab._base.words import counted
from mancalab._core import Rules, State
from mancalab._solving.largest_table import largest_table
from mancalab._solving.solve import Solution, solve
from mancalab.testing.report import Disagreement, Skipped

SEARCHED = 24  # positions for alpha-beta search, half of them late ones
DEPTHS = (2, 3)
SOLVED = 24  # late positions for the solver
NODES = 20_000  # for one position
MEMORY = 64  # megabytes for one position
TO_THE_END = 60  # actions, for a search that is to see every line end
TABLE_BYTES = 4 * 10**6  # while the table is built: a fraction of a second
TABLED = 200  # positions for the table


class Searches:
    """What searches, solver and tables say of positions.

    Parameters
    ----------
    rules
        The game.
    sample
        Positions of random games that are not over, late ones first.
    """

    def __init__(self, rules: Rules, sample: Sequence[State]) -> None:
        self.rules, self.sample = rules, sample
        self.solved: list[tuple[State, Solution]] | None = None
        self.refused = ""

    def alphabeta(self) -> str:
        """A search one action further finds what searches after each action find."""
        # A lot is worth what its two ways are on average, not the better one.
        states = _spread([state for state in self.sample if not state.chance], SEARCHED)
        if not states:
            raise Skipped("the game is over before the first action")
        for state in states:
            for depth in DEPTHS:
                whole = _searched(state, depth)
                for action, value in (whole.action_values or {}).items():
                    after = state.play(action)
                    if after.is_over:
                        parts = _searched(state, 1).action_values or {}
                        seen = parts[action]
                    else:
                        seen = _turned(state, after, _searched(after, depth - 1).value)
                    _same(
                        state, action, (f"AlphaBeta({depth})", value), (f"{depth - 1} ahead", seen)
                    )
                _best(state, f"AlphaBeta({depth})", whole.value, whole.action_values or {})
        depths = " and ".join(map(str, DEPTHS))
        return f"searches of {depths} actions agree with shorter ones after each action, " + _at(
            states
        )

    def solver(self) -> str:
        """The solver agrees with itself after each action, and with a search to the end."""
        found = self._solutions()
        if self.refused:
            raise Skipped(f"it cannot be solved: {self.refused}")
        if not found:
            raise Skipped(f"no position of the sample is solved within {NODES:,} positions")
        ends = 0
        for state, solution in found:
            values = solution.action_values or {}
            _best(state, "solve", solution.value, values)
            for action in state.legal_actions:
                after = state.play(action)
                if after.is_over or action not in values:
                    continue
                again = solve(after, nodes=NODES, memory=MEMORY, threads=1)
                if again.value is not None:
                    seen = _turned(state, after, again.value)
                    _same(state, action, ("solve", values[action]), ("solve after it", seen))
            ends += _agrees_with_search(state, solution)
        return (
            f"the solver agrees with itself after each action, {_at(found)}; with alpha-beta "
            f"search to the end in {counted(ends, 'position')}"
        )

    def tables(self) -> str:
        """A small table of endgames agrees with the solver."""
        try:
            table = largest_table(self.rules, TABLE_BYTES, threads=1)
        except ValueError as error:
            raise Skipped(f"{error}") from error
        late = [state for state in self.sample if int(state.pits.sum()) <= table.seeds][:TABLED]
        if not late:
            raise Skipped(f"no position of the sample has {table.seeds} seeds in the pits or fewer")
        for state in late:
            known = table.solution(state)
            in_table = known.action_values or {}
            solved = solve(state, actions=True, nodes=NODES, memory=MEMORY, threads=1)
            for action, value in (solved.action_values or {}).items():
                _same(state, action, ("solve", value), ("the table", in_table[action]))
            if solved.value is not None and known.value != solved.value:
                raise Disagreement(
                    f"{state.position_text}: the table says {known.value}, solve {solved.value}"
                )
        return f"a table of {counted(table.seeds, 'seed')} agrees with the solver, {_at(late)}"

    def _solutions(self) -> list[tuple[State, Solution]]:
        if self.solved is None:
            self.solved = []
            for state in self.sample[:SOLVED]:
                try:
                    found = solve(state, actions=True, nodes=NODES, memory=MEMORY, threads=1)
                except ValueError as error:
                    self.refused = f"{error}"
                    break
                if found.value is not None:
                    self.solved.append((state, found))
        return self.solved


def _spread(states: Sequence[State], n: int) -> list[State]:
    """Some of the positions: the first ones, and others from all over."""
    rest = states[n // 2 :]
    return [*states[: n // 2], *rest[:: max(1, len(rest) // (n - n // 2))]][:n]


def _searched(state: State, depth: int) -> AlphaBetaAnalysis:
    return AlphaBeta(depth).analyse(state, actions=True)


def _turned(before: State, after: State, value: float) -> float:
    """A value of the side to move, for the side that moved."""
    return value if after.to_move == before.to_move else -value


def _same(state: State, action: int, one: tuple[str, float], other: tuple[str, float]) -> None:
    """Two that give an action a value give it the same."""
    if one[1] != other[1]:
        raise Disagreement(
            f"{state.position_text}, action {state.rules.action_text(action)}: {one[1]:g} by "
            f"{one[0]}, {other[1]:g} by {other[0]}"
        )


def _best(state: State, who: str, value: float | None, values: Mapping[int, float]) -> None:
    """The value of a position is that of its best action."""
    if len(values) == len(state.legal_actions) and value != max(values.values()):
        raise Disagreement(
            f"{state.position_text}: {value} by {who}, but its best action has "
            f"{max(values.values())}"
        )


def _agrees_with_search(state: State, solution: Solution) -> bool:
    """Compare a solution with a search that sees every line end, if there is one so short.

    Not where the search could come to the limit on actions, which is no part of a solution: so
    nowhere in games with few actions at most.
    """
    most = state.rules.options["max_actions"].value
    if isinstance(most, int) and state.plies + TO_THE_END >= most:
        return False
    found = AlphaBeta(TO_THE_END, nodes=NODES).analyse(state)
    if found.depth == TO_THE_END or found.nodes >= NODES or solution.value is None:
        return False
    value = found.value if solution.kind == "margin" else _sign(found.value)
    if solution.kind == "result" and not _won(state, found):
        return False
    if value != solution.value:
        raise Disagreement(
            f"{state.position_text}: {solution.value} by solve, {value:g} by a search to the end"
        )
    return True


def _won(state: State, found: AlphaBetaAnalysis) -> bool:
    """Whether the play expected ends with a winner: only then a value is as good as its sign."""
    for action in found.principal_variation:
        state = state.play(action)
    return state.outcome is not None and state.outcome.winner is not None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _at(states: Sequence[object]) -> str:
    return f"at {counted(len(states), 'position')}"
