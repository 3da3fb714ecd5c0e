"""Progress of long jobs: nothing, a tqdm bar, or a callable of the user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mancalab.study.extras import require

Progress = bool | Callable[[int], object] | None
"""None or False: silent. True: a tqdm bar. A callable is given the number of games finished
since the last call, about ten times a second."""


@dataclass(frozen=True)
class Reporter:
    """What a job tells about itself: the part it is at, and games finished."""

    update: Callable[[int], object] | None
    name: Callable[[str], object]


@contextmanager
def reporter(progress: Progress, games: int) -> Iterator[Reporter]:
    """A reporter for a job of so many games, as the caller wants it.

    Raises
    ------
    MissingExtra
        A bar is asked for and tqdm is not installed.
    TypeError
        ``progress`` is neither None, a bool nor callable.
    """
    if progress is None or progress is False:
        yield Reporter(None, _ignore)
    elif progress is True:
        tqdm = require("tqdm.auto", "study").tqdm
        with tqdm(total=games, unit="game", unit_scale=True, leave=False) as bar:
            yield Reporter(bar.update, bar.set_description_str)
    elif callable(progress):
        yield Reporter(progress, _ignore)
    else:
        raise TypeError(f"progress is {progress!r}; allowed: None, True, False or a callable")


def _ignore(_: str) -> None:
    pass
