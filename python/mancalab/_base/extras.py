"""Libraries that only some jobs need: imported when asked for, with a clear word if missing."""

from __future__ import annotations

import importlib
from typing import Any


class MissingExtra(ImportError):
    """A library of an optional extra is not installed."""


def require(module: str, extra: str) -> Any:
    """Import ``module``, or say which extra of mancalab brings it.

    Raises
    ------
    MissingExtra
        The module's top-level package is not installed.
    """
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise MissingExtra(
            f'{package} is not installed; it comes with: pip install "mancalab[{extra}]"',
            name=error.name,
        ) from error
