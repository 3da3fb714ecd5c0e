"""The explorer in a notebook: what every action of a position is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, overload

import anywidget
import traitlets

from mancalab._base.arguments import number
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import Language
from mancalab._catalogue import OpeningLike
from mancalab._core import State
from mancalab._records.record import Record
from mancalab._solving.tablebase import Tablebase
from mancalab.widget.hints import known
from mancalab.widget.session import Session
from mancalab.widget.sources import Source, Worth
from mancalab.widget.tree import Line, Tree, follow

LIMITS = (0.5, 2.0, 10.0, 60.0)
"""Seconds to choose from on the page."""
USUAL = 2.0  # seconds
LEAST, MOST = 0.01, 86_400.0  # seconds; a kernel answers nothing else meanwhile


class Explorer(anywidget.AnyWidget):
    """A board beside which stands what every action is worth, and the tree of those behind it.

    Exact values are shown where the table or the solver answers in time, else what is proven so
    far, and in grey what AlphaBeta thinks, with the number of actions that it looked ahead. Values
    are told for a side by name; a sign is that of the side to move. Actions can be played on the
    board and in the tree; positions can be set up on the board.

    Where a table is given in place of a game, as in ``Explorer(table)`` and
    ``Explorer(table, state)``, it alone is asked, without any search: values stand on the pits at
    once, and of a position with more seeds than it knows the bounds that it can tell.

    Parameters
    ----------
    game
        A game of the catalogue, one line of rules such as ``"kalah columns=4"``, rules, or a state.
        Or a `Tablebase`, of whose game the explorer is then.
    source
        Who is asked. None: the solver, then AlphaBeta. A `Solution` with its actions: it
        is believed for the position that was given, others are solved. A `Tablebase`: it is asked
        first, and AlphaBeta uses it. An `AlphaBeta`: only that agent, within its own limits, so
        that nothing is proven. After a table: the rules or the state to begin with; None for the
        opening for which it was built.
    time
        Seconds that a position may take, half of them for the solver, 0.01 to 86,400; the kernel
        answers nothing else meanwhile. None: 2, or no search at all where a table stands first.
    games
        Records whose actions are counted as visits; what is played on the board is counted too.
    texts
        Texts to say instead of those of ``mancalab.widget.texts.table("en", "explorer")``.
    language
        "en", "fr", "es", "pt", "de" or "sw"; rules, their clauses and errors stay English.

    Raises
    ------
    ValueError, TypeError, KeyError
        The game, the time, a text or the language is not allowed, or the source speaks of another
        game or position, or is a table that is closed.

    Examples
    --------
    >>> from mancalab.widget import Explorer
    >>> explorer = Explorer("kalah columns=3 seeds=2")
    >>> explorer.evaluate().bounds  # for the side to move
    {0: (-8, -8), 1: (4, 4), 2: (0, 0)}
    >>> [move["value"] for move in explorer.tree["moves"]]
    ['North wins by 8 seeds', 'South wins by 4 seeds', 'nobody wins']

    >>> import mancalab as mc
    >>> solved = mc.Tablebase.build(mc.rules("kalah", columns=3, seeds=3), 18)  # every position
    >>> explorer = Explorer(solved)
    >>> explorer.tree["value"], explorer.view["hint"]["values"]
    ('South to move: South wins by 2 seeds', [[0, '+2'], [1, '+2'], [2, '-4']])
    """

    _esm = script("exploring")
    _css = style("explorer")

    view = traitlets.Dict(help="What the board shows.").tag(sync=True)
    tree = traitlets.Dict(help="Actions, values and visits, as nested lists.").tag(sync=True)
    texts = traitlets.Dict(help="The table of texts.").tag(sync=True)
    speed = traitlets.Float(4.0, min=0.125, max=64.0, help="Speed.").tag(sync=True)
    counts = traitlets.Bool(default_value=True, help="Show the numbers.").tag(sync=True)
    time = traitlets.Float(
        USUAL, allow_none=True, help="Seconds a position may take; None: a table alone is asked."
    ).tag(sync=True)
    limits: traitlets.List[float] = traitlets.List(help="Seconds to choose from.").tag(sync=True)
    state = traitlets.Instance(State, help="The position now.")

    @overload
    def __init__(
        self,
        game: OpeningLike = "kalah",
        source: Source = None,
        *,
        time: float | None = None,
        games: Iterable[Record] = (),
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
    ) -> None: ...
    @overload
    def __init__(
        self,
        game: Tablebase,
        source: OpeningLike | None = None,
        *,
        time: float | None = None,
        games: Iterable[Record] = (),
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
    ) -> None: ...
    def __init__(
        self,
        game: Any = "kalah",
        source: Any = None,
        *,
        time: float | None = None,
        games: Iterable[Record] = (),
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
    ) -> None:
        if isinstance(game, Tablebase):
            game, source = game.rules if source is None else source, game
        elif time is None:
            time = USUAL
        seconds = _checked(time)
        self.session = Session(game, texts=texts, language=language, parts=("explorer",))
        self.game_tree = Tree(self.session.state, source, self.session.texts, games)
        self.opened: set[Line] = set()
        super().__init__(
            texts=self.session.texts,
            time=seconds,
            limits=[] if seconds is None else sorted({*LIMITS, seconds}),
            **self._shown(seconds),
        )
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))
        self.observe(lambda _change: self._tell(), names="time")

    @traitlets.validate("time")
    def _seconds(self, proposal: Any) -> float | None:
        return _checked(proposal["value"])

    def evaluate(self, line: Iterable[int] = ()) -> Worth | None:
        """Look into the position on the board, or one that a line of play leads to from there.

        Returns
        -------
        Worth
            Its `bounds` are proven (exact where both are equal), its `estimates` are those of a
            search `depth` actions ahead, all for the side to move; None if the game is over there.

        Raises
        ------
        IllegalAction
            The rules forbid an action of the line.
        """
        state = follow(self.state, tuple(line))
        if state.is_over:
            return None
        for _ in self.game_tree.evaluate(state, self.time):
            self._tell_tree()
        self._tell_tree()
        return self.game_tree.worth(state, self.time)

    def play(self, action: int) -> None:
        """Play an action for the side to move.

        Raises
        ------
        IllegalAction
            The rules forbid it.
        """
        self._play((action,))

    def undo(self) -> None:
        """Take back the last action."""
        self.session.undo()
        self._tell()

    def handle(self, message: object) -> None:
        """Do what the page asks for: of the tree, or of the board as `Session.handle` has it."""
        if self._is_idle(message):
            return
        match message:
            case {"do": "evaluate", "line": list(line)}:
                self.evaluate(line)
            case {"do": "expand", "line": list(line)}:
                self.opened.add(tuple(line))
                self._tell_tree()
                self.evaluate(line)
            case {"do": "collapse", "line": list(line)}:
                self.opened.discard(tuple(line))
                self._tell_tree()
            case {"do": "line", "line": list(line)}:
                self._play(tuple(line))
            case {"do": "play", "action": int(action)} if action in self.state.legal_actions:
                self._play((action,))
            case _:
                self.session.handle(message)
                self._tell()

    def _is_idle(self, message: object) -> bool:
        """Whether there is nothing to be done."""
        match message:
            case {"do": "evaluate" | "expand" | "collapse" | "line", "ply": int(ply)} if ply != len(
                self.session.actions
            ):
                return True  # pressed too late
            case {"line": list(line)}:
                return not self._leads_on(line)  # to a position that is not there
            case {"do": "hint"}:
                return self.time is None  # the values of the table are there already
        return False

    def _leads_on(self, line: list[object]) -> bool:
        """Whether a line of the page can be played from here."""
        try:
            follow(self.session.state, tuple(line))  # type: ignore[arg-type]  # or it is refused
        except (ValueError, TypeError):
            return False
        return True

    def _play(self, line: Line) -> None:
        for action in line:
            before = self.session.state
            self.session.play(action)
            self.game_tree.visit(before, action)
        self._tell()

    def _tell(self) -> None:
        """Show the board anew; the lines that were open belong to another position, if it moved."""
        if self.session.state != self.state:
            self.opened = set()
        with self.hold_trait_notifications():
            for name, told in self._shown(self.time).items():
                setattr(self, name, told)

    def _shown(self, seconds: float | None) -> dict[str, Any]:
        """The traits that follow the position."""
        state, view = self.session.state, self.session.view()
        if seconds is None:
            view |= {"hints": False, "hint": self._on_pits(state)}
        tree = self.game_tree.view(state, seconds, self.opened)
        return {"state": state, "view": view, "tree": tree}

    def _on_pits(self, state: State) -> dict[str, Any] | None:
        """What a table says of the actions, in place of the hint of a search."""
        if state.is_over:
            return None
        list(self.game_tree.evaluate(state, None))
        worth = self.game_tree.worth(state, None)
        return None if worth is None else known(worth, self.session.texts)

    def _tell_tree(self) -> None:
        self.tree = self.game_tree.view(self.session.state, self.time, self.opened)


def _checked(time: float | None) -> float | None:
    return None if time is None else number("time", time, LEAST, MOST)
