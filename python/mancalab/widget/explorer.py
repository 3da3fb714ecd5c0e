"""The explorer in a notebook: what every action of a position is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import anywidget
import traitlets

from mancalab._base.arguments import number
from mancalab._browser.bundle import script, style
from mancalab._browser.texts import Language
from mancalab._catalogue import OpeningLike
from mancalab._core import State
from mancalab._records.record import Record
from mancalab.widget.session import Session
from mancalab.widget.sources import Source, Worth
from mancalab.widget.tree import Line, Tree, follow

LIMITS = (0.5, 2.0, 10.0, 60.0)
"""Seconds to choose from on the page."""
LEAST, MOST = 0.01, 86_400.0  # seconds; a kernel answers nothing else meanwhile


class Explorer(anywidget.AnyWidget):
    """A board beside which stands what every action is worth, and the tree of those behind it.

    Exact values are shown where the table or the solver answers in time, else what is proven so
    far, and in grey what AlphaBeta thinks, with the number of actions that it looked ahead. Values
    are told for a side by name; a sign is that of the side to move. Actions can be played on the
    board and in the tree; positions can be set up on the board.

    Parameters
    ----------
    game
        A game of the catalogue, one line of rules such as ``"kalah columns=4"``, rules, or a state.
    source
        Who is asked. None: the solver, then AlphaBeta. A `Solution` with its actions: it
        is believed for the position that was given, others are solved. A `Tablebase`: it is asked
        first, and AlphaBeta uses it. An `AlphaBeta`: only that agent, within its own limits, so
        that nothing is proven.
    time
        Seconds that a position may take, half of them for the solver, 0.01 to 86,400; the kernel
        answers nothing else meanwhile.
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
        game or position.

    Examples
    --------
    >>> from mancalab.widget import Explorer
    >>> explorer = Explorer("kalah columns=3 seeds=2")
    >>> explorer.evaluate().bounds  # for the side to move
    {0: (-8, -8), 1: (4, 4), 2: (0, 0)}
    >>> [move["value"] for move in explorer.tree["moves"]]
    ['North wins by 8 seeds', 'South wins by 4 seeds', 'nobody wins']
    """

    _esm = script("exploring")
    _css = style("explorer")

    view = traitlets.Dict(help="What the board shows.").tag(sync=True)
    tree = traitlets.Dict(help="Actions, values and visits, as nested lists.").tag(sync=True)
    texts = traitlets.Dict(help="The table of texts.").tag(sync=True)
    speed = traitlets.Float(4.0, min=0.125, max=64.0, help="Speed.").tag(sync=True)
    counts = traitlets.Bool(default_value=True, help="Show the numbers.").tag(sync=True)
    time = traitlets.Float(2.0, help="Seconds a position may take.").tag(sync=True)
    limits: traitlets.List[float] = traitlets.List(help="Seconds to choose from.").tag(sync=True)
    state = traitlets.Instance(State, help="The position now.")

    def __init__(
        self,
        game: OpeningLike = "kalah",
        source: Source = None,
        *,
        time: float = 2.0,
        games: Iterable[Record] = (),
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
    ) -> None:
        seconds = number("time", time, LEAST, MOST)
        self.session = Session(game, texts=texts, language=language, parts=("explorer",))
        self.game_tree = Tree(self.session.state, source, self.session.texts, games)
        self.opened: set[Line] = set()
        super().__init__(
            view=self.session.view(),
            texts=self.session.texts,
            state=self.session.state,
            tree=self.game_tree.view(self.session.state, seconds, ()),
            time=seconds,
            limits=sorted({*LIMITS, seconds}),
        )
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))
        self.observe(lambda _change: self._tell(), names="time")

    @traitlets.validate("time")
    def _seconds(self, proposal: Any) -> float:
        return number("time", proposal["value"], LEAST, MOST)

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

    def handle(self, message: Mapping[str, Any]) -> None:
        """Do what the page asks for: of the tree, or of the board as `Session.handle` has it."""
        match message:
            case {"do": "evaluate" | "expand" | "collapse" | "line", "ply": int(ply)} if ply != len(
                self.session.actions
            ):
                return  # pressed too late
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
            self.state = self.session.state
            self.view = self.session.view()
            self._tell_tree()

    def _tell_tree(self) -> None:
        self.tree = self.game_tree.view(self.session.state, self.time, self.opened)
