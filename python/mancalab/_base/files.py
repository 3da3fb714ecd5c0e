"""Writing a file so that a reader never meets half of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the path of a new file beside ``path``, and rename it to ``path`` at the end.

    After an exception the new file is removed and whatever ``path`` was is left alone.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    """
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        yield beside
        beside.replace(target)
    except OSError as error:
        if error.filename is None or Path(error.filename) != beside:
            raise
        # The user knows nothing of the file beside: the error names the one that was asked for.
        raise OSError(error.errno, error.strerror, str(target)) from error
    finally:
        beside.unlink(missing_ok=True)


def write_parquet(frame: Any, path: str | os.PathLike[str]) -> None:
    """Write a `polars.DataFrame` as a Parquet file.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    """
    with replacing(path) as beside, beside.open("xb") as file:
        frame.write_parquet(file)
