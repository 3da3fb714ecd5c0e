"""The catalogue as a mapping from names to rules, and rules from whatever names them."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from mancalab._base.arguments import check_text, check_word, whole, wrong_type
from mancalab._core import Rules, State, _catalogue_names, _described, rules
from mancalab._families import FAMILIES, belongs

GameLike = str | Path | Rules
"""A name in the catalogue, rules, or the path of a TOML file."""

OpeningLike = str | Rules | State
"""A name in the catalogue, one line of rules such as ``"kalah columns=4"``, rules, or a state."""


class Catalogue(Mapping[str, Rules]):
    """The games that come with mancalab: name -> Rules with the default options.

    Iteration gives the names in order; aliases are found but not listed. A wrong name raises
    KeyError with the nearest ones.
    """

    def __getitem__(self, name: str) -> Rules:
        if not isinstance(name, str):
            raise KeyError(f"name: a str is needed, not {_described(name)}")
        return rules(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_catalogue_names())

    def __len__(self) -> int:
        return len(_catalogue_names())

    def __repr__(self) -> str:
        return f"<Catalogue: {', '.join(self)}>"

    def find(
        self, *, region: str | None = None, rows: int | None = None, family: str | None = None
    ) -> tuple[str, ...]:
        """Return the names of the games that are as said, in order; without arguments all.

        Parameters
        ----------
        region
            A text that the region has in it (a people, a country, a year), in capitals or not, and
            with or without accents.
        rows
            Rows of pits of the board.
        family
            What kind of rule the games share: ``"single-lap"``, ``"relay"``, ``"store"``,
            ``"directions"``, ``"openings"``, ``"plays"``, ``"choices"``, ``"drops"``,
            ``"rounds"`` or ``"marks"``; ``mancalab games --help`` says what each is. Most games
            belong to several.

        Raises
        ------
        ValueError
            There is no such family.
        TypeError
            A region that is no str, or rows that are no integer.
        """
        if region is not None:
            check_text("region", region)
        if rows is not None:
            rows = whole("rows", rows)
        if family is not None:
            check_word("family", family, FAMILIES)
        wanted = _plain(region or "")
        return tuple(
            name
            for name, rules in self.items()
            if wanted in _plain(rules.region)
            and rows in (None, rules.rows)
            and (family is None or belongs(rules, family))
        )


def _plain(text: str) -> str:
    """A text without capitals and accents."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


catalogue = Catalogue()


def as_rules(game: GameLike, argument: str = "rules") -> Rules:
    """Rules from whatever names them.

    Parameters
    ----------
    game
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.
    argument
        What messages call it.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    RulesError
        An option of the line is not allowed.
    TypeError
        It is nothing of the kind.
    """
    if isinstance(game, str):
        return Rules.from_text(game) if "=" in game else catalogue[game]
    if isinstance(game, os.PathLike):
        return Rules.from_toml(Path(game))
    if isinstance(game, Rules):
        return game
    raise wrong_type(argument, "a name, rules or the path of a TOML file is needed", game)


def as_opening(game: OpeningLike, argument: str = "game") -> State:
    """The position that a game begins with, from whatever names it.

    Parameters
    ----------
    game
        A name in the catalogue, one line of rules such as ``"kalah columns=4"``, rules, or a state.
    argument
        What messages call it.

    Raises
    ------
    KeyError
        The game is not in the catalogue.
    RulesError
        An option of the line is not allowed.
    TypeError
        It is nothing of the kind.
    """
    if isinstance(game, State):
        return game
    if isinstance(game, Rules):
        return game.start()
    if isinstance(game, str):
        return as_rules(game.strip()).start()
    raise wrong_type(argument, "a name, a line of rules, rules or a state is needed", game)
