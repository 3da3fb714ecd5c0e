"""Writing a file so that a reader never meets half of it."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the path of a new file beside ``path``, and rename it to ``path`` at the end.

    After an exception the new file is removed and whatever ``path`` was is left alone. A link stays
    one: what it leads to is replaced. A device or a pipe is never replaced, but gets what was
    written.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    """
    asked = Path(path)
    target = followed(asked)
    passed_on = is_no_file(target)
    # The folder for what passes through is our own: in a shared one somebody could guess the name.
    folder = Path(tempfile.mkdtemp()) if passed_on else target.parent
    beside = folder / f".{target.name}.{os.getpid()}.{threading.get_ident()}.part"
    try:
        yield beside
        if passed_on:
            with beside.open("rb") as source, target.open("wb") as end:
                shutil.copyfileobj(source, end)
        else:
            beside.replace(target)
    except OSError as error:
        ours = error.filename is None or Path(error.filename) == beside
        if not ours or error.errno is None:
            raise
        # The user knows nothing of the file beside, and an error of writing (the disk is full)
        # names none: the error names the file that was asked for.
        raise OSError(error.errno, error.strerror, str(asked)) from error
    finally:
        beside.unlink(missing_ok=True)
        if passed_on:
            folder.rmdir()


def followed(path: Path) -> Path:
    """What a link leads to in the end, be it there or not; any other path as it is."""
    is_file = path.is_symlink() and not is_no_file(path)
    return Path(os.path.realpath(path)) if is_file else path


def is_no_file(path: Path) -> bool:
    """Whether there is something that is neither file nor folder, such as a device or a pipe."""
    return path.exists() and not (path.is_file() or path.is_dir())


def file_for(path: Path, what: str) -> Path:
    """Where a file goes that is kept and replaced: a link is followed.

    Raises
    ------
    OSError
        There is a folder, or a device or a pipe, which is never replaced; ``what`` needs a file.
    """
    file = followed(path)
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if is_no_file(file):
        raise OSError(errno.EINVAL, f"{what} needs a file, not a device or a pipe", str(path))
    return file
