"""Writing a file so that a reader never meets half of it."""

from __future__ import annotations

import io
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
        ours = error.filename is None or Path(error.filename) == beside
        if not ours or error.errno is None:
            raise
        # The user knows nothing of the file beside, and an error of writing (the disk is full)
        # names none: the error names the file that was asked for.
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
    content = io.BytesIO()  # polars has errors of its own where a file cannot be written
    frame.write_parquet(content)
    with replacing(path) as beside:
        beside.write_bytes(content.getbuffer())
