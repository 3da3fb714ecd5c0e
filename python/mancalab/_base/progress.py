"""Progress bars, where a user asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mancalab._base.arguments import wrong_type
from mancalab._base.extras import require

Progress = bool | Callable[[int], object] | None


@contextmanager
def reporter(
    progress: Progress, total: object, label: object, *, unit: str = " games"
) -> Iterator[Callable[[int], object] | None]:
    """Give a function that takes how many games (or what `unit` says) are just finished, or None.

    True shows a tqdm bar (raises ImportError without tqdm); a function is passed on.
    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        tqdm = require("tqdm.auto", "study").tqdm
        # The native call checks the arguments; a bar must not fail before it does.
        length = total if isinstance(total, int) else None
        with tqdm(
            total=length, desc=str(getattr(label, "name", label)), unit=unit, unit_scale=True
        ) as bar:
            yield bar.update
    elif callable(progress):
        yield progress
    else:
        raise wrong_type("progress", "True, False, None or a function is needed", progress)
