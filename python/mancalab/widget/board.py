"""The board in a notebook."""

from __future__ import annotations

from collections.abc import Mapping

import anywidget
import traitlets

from mancalab._browser.bundle import script, style
from mancalab._browser.texts import Language
from mancalab._catalogue import OpeningLike
from mancalab._core import State
from mancalab._records.record import Record
from mancalab.widget.players import PlayerLike
from mancalab.widget.session import Session


class Board(anywidget.AnyWidget):
    """A board to play on, in a notebook: by mouse, touch or keyboard, with people and agents.

    Agents answer in Python, so any function of a state can play. On the board everything can be
    changed: the game, its options, who starts, who plays. Each change begins a new game.

    Parameters
    ----------
    game
        A game of the catalogue, one line of rules such as ``"kalah columns=4"``, rules, or a state
        that every game begins with, until an option is changed on the board.
    south, north
        Who plays: ``"manual"``, an agent, the name of one (``"alphabeta(depth=6)"``), or a function
        of a state.
    seed
        For agents that choose at random; None: another one every time.
    speed
        Of the animation: 1 shows about three seeds a second.
    counts
        Whether the number of seeds stands beside every pit.
    texts
        Texts to say instead of those of `mancalab.widget.texts.table`.
    language
        Of the board: "en", "fr", "es", "pt", "de" or "sw"; rules and their clauses stay English.

    Raises
    ------
    ValueError, TypeError, KeyError
        The game, option, agent or text does not exist.

    Examples
    --------
    >>> from mancalab.widget import Board
    >>> board = Board(game="kalah", south="manual", north="greedy")
    >>> board.observe(lambda change: print("to move:", change.new.to_move), names="state")
    >>> board.play(2)  # as a click on that pit does; an extra turn for South
    to move: 0
    >>> board.record.actions
    (2,)
    """

    _esm = script()
    _css = style()

    view = traitlets.Dict(help="What the page shows.").tag(sync=True)
    texts = traitlets.Dict(help="The table of texts.").tag(sync=True)
    speed = traitlets.Float(1.0, min=0.125, max=64.0, help="Speed.").tag(sync=True)
    counts = traitlets.Bool(default_value=True, help="Show the numbers.").tag(sync=True)
    state = traitlets.Instance(State, help="The position now.")
    record = traitlets.Instance(Record, help="The game so far.")

    def __init__(
        self,
        game: OpeningLike = "kalah",
        *,
        south: PlayerLike = "manual",
        north: PlayerLike = "manual",
        seed: int | None = None,
        speed: float = 1.0,
        counts: bool = True,
        texts: Mapping[str, str] | None = None,
        language: Language = "en",
    ) -> None:
        self.session = Session(
            game, south=south, north=north, seed=seed, texts=texts, language=language
        )
        first = {"view": self.session.view(), "texts": self.session.texts}
        now = {"state": self.session.state, "record": self.session.record}
        super().__init__(speed=speed, counts=counts, **now, **first)
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))

    def play(self, action: int) -> None:
        """Play an action for the side to move.

        Raises
        ------
        IllegalAction
            The rules forbid it.
        """
        self.session.play(action)
        self._tell()

    def answer(self) -> None:
        """Let the agent to move play, without waiting for the page to ask."""
        self.session.answer()
        self._tell()

    def undo(self) -> None:
        """Take back to a person's last choice, or one action where none plays."""
        self.session.undo()
        self._tell()

    def redo(self) -> None:
        """Play again what was taken back, to a person's next choice."""
        self.session.redo()
        self._tell()

    def new(self) -> None:
        """Begin the game again."""
        self.session.new()
        self._tell()

    def load(self, record: Record | str) -> None:
        """Go on with a recorded game, or with its JSON.

        What cannot be read is told on the board, and changes nothing.
        """
        self.session.load(record)
        self._tell()

    def handle(self, message: object) -> None:
        """Do what the page asks for, as `Session.handle` has it."""
        self.session.handle(message)
        self._tell()

    def _tell(self) -> None:
        with self.hold_trait_notifications():
            self.state = self.session.state
            self.record = self.session.record
            self.view = self.session.view()
