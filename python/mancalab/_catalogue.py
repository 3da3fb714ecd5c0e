"""The catalogue as a mapping from names to rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mancalab._core import Rules, _catalogue_names, rules


class Catalogue(Mapping[str, Rules]):
    """The games that come with mancalab: name -> Rules with the default options.

    Iteration gives the names in order; aliases are found but not listed. A wrong name raises
    KeyError with the nearest ones.
    """

    def __getitem__(self, name: str) -> Rules:
        if not isinstance(name, str):
            raise KeyError(f"the name of a game is a str, not {type(name).__name__}")
        return rules(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_catalogue_names())

    def __len__(self) -> int:
        return len(_catalogue_names())

    def __repr__(self) -> str:
        return f"<Catalogue: {', '.join(self)}>"


catalogue = Catalogue()
