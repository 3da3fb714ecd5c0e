"""`check_rules`: both engines, tables and searches agree on a game."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from mancalab._base.arguments import MOST_COUNT, checked_seed, integer
from mancalab._base.seeds import all_seeds
from mancalab._base.words import counted
from mancalab._batch.batch import Batch
from mancalab._catalogue import GameLike, as_rules
from mancalab._core import Rules, State
from mancalab._matches.playing import playouts
from mancalab.testing.report import Disagreement, Report, Skipped, run
from mancalab.testing.searches import Searches
from mancalab.testing.words import line_of

BEFORE = "the game is over before the first action"
MOST_ACTIONS = 1000  # of a game whose rules set no limit: it might never end
LANES = 64  # games that are compared position by position


def check_rules(rules: GameLike, *, games: int = 200, seed: int = 0) -> Report:
    """Check that all that plays or solves a game agrees on it.

    What is compared: the description as text and back; every position of random games on both
    engines; the seeds, which are never lost; positions as text and back; alpha-beta search with
    itself, one action further; the solver with alpha-beta search to the end, and with itself;
    tables of endgames with the solver. It takes seconds, and some more for long games.

    Where the rules set no limit to the actions of a game, games are cut off after 1000 here: they
    might never end.

    A report without failures is no proof, and says nothing of whether the rules are those that
    were meant: for that, `mancalab check` tells the game in words.

    Parameters
    ----------
    rules
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    games
        Random games, 1 to 2**53.
    seed
        Of the random games, 0 to 2**64 - 1.

    Returns
    -------
    Report
        `ok`, and a text that names every check: in a test of one's own,
        ``report = check_rules(...); assert report.ok, report``.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    ValueError, TypeError
        An argument is not allowed.
    """
    chosen = as_rules(rules)
    if chosen.options["max_actions"].value is None:
        chosen = chosen.replace(max_actions=MOST_ACTIONS)
    found = _Games(chosen, integer("games", games, 1, MOST_COUNT), checked_seed(seed))
    searches = Searches(found.rules, found.sample)
    return run(
        f"{found.rules.title or found.rules.name} ({_told(found.rules)})",
        [
            ("description", found.description),
            ("engines", found.engines),
            ("tallies", found.tallies),
            ("seeds", found.seeds),
            ("ends", found.ends),
            ("texts", found.texts),
            ("alphabeta", searches.alphabeta),
            ("solver", searches.solver),
            ("tables", searches.tables),
        ],
    )


def _told(rules: Rules) -> str:
    try:
        return rules.to_text()
    except ValueError:
        return "a description of one's own"


class _Games:
    """Random games of the rules, and what is asked of them."""

    def __init__(self, rules: Rules, games: int, seed: int) -> None:
        self.rules, self.n, self.seed = rules, games, seed

    @cached_property
    def played(self) -> list[list[State]]:
        """Games on the reference engine, as lists of their positions."""
        return [self._play(number) for number in range(min(LANES, self.n))]

    def _play(self, game: int) -> list[State]:
        chance, states = random.Random(f"{self.seed} {game}"), [self.rules.start()]  # noqa: S311
        while not states[-1].is_over:
            states.append(states[-1].play(chance.choice(states[-1].legal_actions)))
        return states

    @cached_property
    def sample(self) -> list[State]:
        """Positions that are not over, the last ones of each game first."""
        games = [game[:-1] for game in self.played]
        longest = max(map(len, games))
        return [
            game[-back] for back in range(1, longest + 1) for game in games if back <= len(game)
        ]

    def description(self) -> str:
        """The rules, written down and read again, are the same."""
        again = {
            "to_toml()": Rules.from_toml(self.rules.to_toml()),
            "to_toml(full=True)": Rules.from_toml(self.rules.to_toml(full=True)),
            "a pickle": pickle.loads(pickle.dumps(self.rules)),  # noqa: S301  (our own)
        }
        for way, read in again.items():
            if read != self.rules:
                raise Disagreement(f"{way} gives other rules: {self.rules.diff(read)}")
        return "its TOML text, also in full, and its pickle give the same rules"

    def engines(self) -> str:
        """Both engines play the same games."""
        if (reason := self.rules.refusals["lanes"]) is not None:
            raise Skipped(f"the reference engine plays alone: {reason}")
        if self.rules.start().is_over:
            raise Skipped(BEFORE)
        batch = Batch(self.rules, len(self.played), autoreset="disabled")
        for ply in range(max(map(len, self.played))):
            if ply:
                batch.step([_action(game, ply) for game in self.played])
            for lane, game in enumerate(self.played):
                # Once more when the game is over: its lane goes on showing the end.
                if ply <= len(game):
                    _compare(game, min(ply, len(game) - 1), batch.state(lane))
        positions = sum(map(len, self.played))
        return (
            f"reference engine and lanes agree on all {counted(positions, 'position')} of "
            f"{counted(len(self.played), 'random game')}"
        )

    def tallies(self) -> str:
        """Whole runs come to the same tally."""
        if (reason := self.rules.refusals["lanes"]) is not None:
            raise Skipped(f"the reference engine plays alone: {reason}")
        book, lanes = (
            playouts(self.rules, self.n, self.seed, engine=engine)
            for engine in ("reference", "lanes")
        )
        if book != lanes:
            raise Disagreement(f"the reference engine counts {book!r}, the lanes {lanes!r}")
        return f"both engines count the same in {counted(self.n, 'random game')}"

    def seeds(self) -> str:
        """No seed is made, and none is lost but where captured seeds leave the game."""
        whole = all_seeds(self.rules.start())
        removes = not {"removes", "removes_passing"}.isdisjoint(self.rules.features)
        for game in self.played:
            for before, after in pairwise(game):
                had, has = all_seeds(before), all_seeds(after)
                if has > had or (has < had and not removes):
                    raise Disagreement(
                        f"{has} seeds instead of {had} in {after.position_text}, after "
                        f"{line_of([before, after])} in {before.position_text}"
                    )
        most = "at most " if removes else ""
        return f"{most}{counted(whole, 'seed')} in every position"

    def ends(self) -> str:
        """Games end by their rules."""
        tally = playouts(self.rules, self.n, self.seed, engine="reference")
        if tally.truncated == self.n:
            raise Skipped(
                f"no random game ended before max_actions = "
                f"{self.rules.options['max_actions'].value}; nothing is known of its ends"
            )
        cut = f"; {tally.truncated} were cut off by max_actions" if tally.truncated else ""
        void = f"; {tally.voids} were void" if tally.voids else ""
        mean = tally.plies / tally.games
        return f"{counted(self.n, 'random game')} of {mean:.1f} actions on average{cut}{void}"

    def texts(self) -> str:
        """Positions, written down and read again, are the same."""
        states = self.sample[:: max(1, len(self.sample) // 200)]
        for state in states:
            for way, read in _again(state):
                for what in ("position_text", "legal_actions", "to_move", "phase"):
                    if getattr(read, what) != getattr(state, what):
                        raise Disagreement(
                            f"{way} of {state.position_text} gives {read.position_text}: another "
                            f"{what}"
                        )
        return f"{counted(len(states), 'position')} as text and as pickle"


def _again(state: State) -> Iterator[tuple[str, State]]:
    """A position, written down and read again."""
    yield "a pickle", pickle.loads(pickle.dumps(state))  # noqa: S301  (our own)
    try:
        text = state.to_text()
    except ValueError:  # rules that have no line of text
        return
    yield "to_text()", State.from_text(text)


def _action(game: Sequence[State], ply: int) -> int:
    """The action that led to a position of a game; 0 where the game was over before."""
    last = game[ply].last if ply < len(game) else None
    return 0 if last is None else last[1]


def _compare(game: Sequence[State], ply: int, other: State) -> None:
    """Compare a position of a game with that of the lanes."""
    book = game[ply]
    for what in ("position_text", "to_move", "legal_actions", "plies", "outcome"):
        ours, theirs = getattr(book, what), getattr(other, what)
        if ours != theirs:
            raise Disagreement(
                f"after {line_of(game[: ply + 1])}: {what} is {ours!r} by the reference engine, "
                f"{theirs!r} by the lanes"
            )
