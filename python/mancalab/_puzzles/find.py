"""Puzzles from games: positions in which one action wins and every other draws or loses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, overload

from mancalab._agents.alphabeta import AlphaBeta
from mancalab._base.arguments import checked_seed, integer
from mancalab._base.value_words import exactly
from mancalab._base.words import counted
from mancalab._browser.texts import Language, table
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State
from mancalab._puzzles.answers import Answers

LEVELS = (1, 2, 3)
LONGEST = {1: 4, 2: 9}
"""Most actions of best play: level 1 has up to 4, level 2 up to 9, level 3 more."""

NODES = 20_000
MOST_PUZZLES = 1_000
GAMES_EACH = 16  # games looked through for each puzzle wanted, at most
PATIENCE = (40, 4)  # games, and games for each puzzle, after which any level will do
TRIES = 24  # games in which at least one puzzle of any level has to be found
MOST_PLIES = 1_000
MOST_NODES = 10**9

RANDOM = 1 / 3  # of all actions: so no two games are alike, and positions look like played ones
_OPPONENT = AlphaBeta(2)


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one action wins.

    Attributes
    ----------
    state
        The position.
    action
        The action that wins.
    values
        The exact value of every legal action, for the side to move, as `Solution.action_values`.
    kind
        "margin" or "result", as `Solution.kind`.
    line
        Best play from the position, beginning with `action`. In a game with cycles it ends where
        play would go round for ever.
    """

    state: State
    action: int
    values: dict[int, int]
    kind: Literal["margin", "result"]
    line: tuple[int, ...]

    @property
    def level(self) -> int:
        """By the actions to the end with best play: 1 up to 4, 2 up to 9, 3 more."""
        return level_of(self.line)

    def words(self, action: int, language: Language = "en") -> str:
        """What an action leads to, as in "South wins by 4 seeds".

        Parameters
        ----------
        action
            One of `values`.
        language
            "en", "fr", "es", "pt", "de" or "sw".
        """
        texts = table(language, "explorer")
        return exactly(texts, self.kind, self.state.to_move, self.values[action])


class Puzzles(Sequence[Puzzle]):
    """Puzzles of one game, the easier ones first."""

    def __init__(self, rules: Rules, found: Sequence[Puzzle]) -> None:
        self.rules = rules
        self._found = tuple(found)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> Puzzles: ...
    def __getitem__(self, index: int | slice) -> Puzzle | Puzzles:
        if isinstance(index, slice):
            return Puzzles(self.rules, self._found[index])
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<{len(self)} Puzzles of {self.rules!r}>"

    def sheet_html(self) -> str:
        """Give the puzzles as a page to print, with the solutions on a sheet of their own."""
        from mancalab._puzzles.sheet import sheet_html

        return sheet_html(self.rules, self)

    def page_html(self, *, language: Language = "en") -> str:
        """Give the puzzles as one self-contained page on which they are solved by clicking.

        Parameters
        ----------
        language
            Of the page: "en", "fr", "es", "pt", "de" or "sw"; the rules of the game stay English.

        Raises
        ------
        ValueError
            There is no such language.
        """
        from mancalab._puzzles.page import page_html

        return page_html(self.rules, self, language)


def puzzles(
    game: GameLike,
    n: int = 12,
    seed: int = 0,
    *,
    level: int | None = None,
    nodes: int = NODES,
) -> Puzzles:
    """Make puzzles: positions in which exactly one action wins, and every other draws or loses.

    Positions come from the endings of games that are played half at random. The exact values of all
    their actions are found by a table of endgames, where the game has any, and by `mc.solve`. No
    two puzzles come from the same game, and the same arguments give the same puzzles.

    Parameters
    ----------
    game
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    n
        How many, 1 to 1,000.
    seed
        Of the games, 0 to 2**64 - 1.
    level
        By the actions to the end of the game with best play: 1 up to 4, 2 up to 9, 3 more. None: of
        all three, alike in number as far as they are found.
    nodes
        Positions that the solver may look at for one position, 1 to 10**9. More finds longer
        puzzles.

    Returns
    -------
    Puzzles
        A sequence of `Puzzle`, the easier ones first.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    ValueError
        An argument is not allowed; no exact values are found for the game; or there are fewer
        puzzles than asked for.

    Examples
    --------
    >>> import mancalab as mc
    >>> found = mc.puzzles("kalah", n=3, seed=1)
    >>> [puzzle.level for puzzle in found]
    [1, 2, 3]
    >>> sum(value > 0 for value in found[0].values.values())
    1
    """
    rules = as_rules(game)
    n = integer("n", n, 1, MOST_PUZZLES)
    if level is not None and level not in LEVELS:
        raise ValueError(f"level = {level!r}: allowed are 1, 2, 3, or None")
    limit = integer("nodes", nodes, 1, MOST_NODES)
    chance = random.Random(checked_seed(seed))  # noqa: S311  (puzzles, no secrets)
    shelf = _Shelf(n, LEVELS if level is None else (level,))
    answers = Answers(rules, limit)
    seen = 0
    for number in range(_games(n)):
        if shelf.full or (shelf.enough and number >= max(PATIENCE[0], PATIENCE[1] * n)):
            break
        if number == TRIES and seen == 0:
            raise _unsolved(rules, limit)
        found = _ending(rules, answers, chance)
        seen += len(found)
        shelf.put(found, chance)
    chosen = shelf.chosen
    if len(chosen) < n:
        raise _too_few(rules, len(chosen), n, level)
    return Puzzles(rules, chosen)


class _Shelf:
    """Puzzles by level, alike in number; what is left over fills a level that stays short."""

    def __init__(self, n: int, levels: Sequence[int]) -> None:
        self.n = n
        self.share = -(-n // len(levels))
        self.kept: dict[int, list[Puzzle]] = {level: [] for level in levels}
        self.spare: list[Puzzle] = []
        self.seen: set[str] = set()

    @property
    def full(self) -> bool:
        return all(len(kept) >= self.share for kept in self.kept.values())

    @property
    def enough(self) -> bool:
        return sum(map(len, self.kept.values())) + len(self.spare) >= self.n

    def put(self, found: Sequence[Puzzle], chance: random.Random) -> None:
        """Keep one puzzle of a game, of the level that has the fewest."""
        fresh = [
            puzzle
            for puzzle in found
            if puzzle.level in self.kept and puzzle.state.position_text not in self.seen
        ]
        if not fresh:
            return
        fewest = min(len(self.kept[puzzle.level]) for puzzle in fresh)
        puzzle = chance.choice([one for one in fresh if len(self.kept[one.level]) == fewest])
        self.seen.add(puzzle.state.position_text)
        (self.kept[puzzle.level] if fewest < self.share else self.spare).append(puzzle)

    @property
    def chosen(self) -> list[Puzzle]:
        """As many as wanted, or all there are, the easier ones first."""
        rounds = [
            kept[place] for place in range(self.share) for kept in self.kept.values()
            if place < len(kept)
        ]  # fmt: skip
        found = [*rounds, *self.spare][: self.n]
        return sorted(found, key=lambda puzzle: (puzzle.level, len(puzzle.line)))


def _games(n: int) -> int:
    """How many games are looked through for that many puzzles."""
    return max(PATIENCE[0], GAMES_EACH * n)


def level_of(line: Sequence[int]) -> int:
    """The level of a puzzle by its best play."""
    return next((level for level, longest in LONGEST.items() if len(line) <= longest), 3)


def _ending(rules: Rules, answers: Answers, chance: random.Random) -> list[Puzzle]:
    """The puzzles in the ending of one game."""
    found = []
    for state in reversed(_played(rules, chance)):
        try:
            answer = answers(state)
        except ValueError as error:
            raise ValueError(f"game = {rules.name!r}: {_NEEDED}: {error}") from error
        if answer is None:
            break  # earlier positions are harder
        values = answer.action_values or {}
        winning = [action for action, value in values.items() if value > 0]
        if len(winning) == 1 and len(values) > 1 and state.phase == 0:
            line = answer.principal_variation or (winning[0],)
            found.append(Puzzle(state, winning[0], values, answer.kind, line))
    return found


def _played(rules: Rules, chance: random.Random) -> list[State]:
    """The positions of a game that is played at random here and there, its end left out."""
    states = [rules.start()]
    while not states[-1].is_over and len(states) < MOST_PLIES:
        state = states[-1]
        random_one = chance.random() < RANDOM
        action = chance.choice(state.legal_actions) if random_one else _OPPONENT(state)
        states.append(state.play(action))
    return states[:-1] if states[-1].is_over else []


_NEEDED = "puzzles need exact values"


def _unsolved(rules: Rules, nodes: int) -> ValueError:
    return ValueError(
        f"game = {rules.name!r}: {_NEEDED}, and in the endings of {TRIES} games none was found "
        f"where one move alone wins, within {nodes:,} positions each; allowed are games whose "
        "endings are solved, such as kalah, oware or bohnenspiel, or more nodes"
    )


def _too_few(rules: Rules, found: int, n: int, level: int | None) -> ValueError:
    which = "" if level is None else f" of level {level}"
    return ValueError(
        f"n = {n}: only {counted(found, 'puzzle')}{which} found in {_games(n)} games of "
        f"{rules.name}; allowed are fewer, more nodes, or another level or seed"
    )
