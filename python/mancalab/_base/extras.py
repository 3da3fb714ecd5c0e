"""Libraries that only some jobs need: imported when asked for, with a clear word if missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any


class MissingExtra(ImportError):
    """A library of an optional extra is not installed."""


def needs(package: str, extra: str) -> None:
    """Say which extra of mancalab brings a package if it is missing, without importing it.

    Raises
    ------
    MissingExtra
        It is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise _missing(package, extra)


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
        raise _missing(package, extra) from error


def _missing(package: str, extra: str) -> MissingExtra:
    text = f'{package} is not installed; it comes with: pip install "mancalab[{extra}]"'
    return MissingExtra(text, name=package)
