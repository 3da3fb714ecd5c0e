"""The arrays of a batch as attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mancalab._batch.batch import Batch

Scalar = TypeVar("Scalar", bound=np.generic)


class Column(Generic[Scalar]):
    """A read-only attribute of a batch: an array that shows its memory."""

    def __init__(self, about: str) -> None:
        self.__doc__ = about

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, batch: None, owner: type) -> Self: ...
    @overload
    def __get__(self, batch: Batch, owner: type) -> npt.NDArray[Scalar]: ...
    def __get__(self, batch: Batch | None, owner: type) -> Self | npt.NDArray[Scalar]:
        return self if batch is None else batch._views[self._name]  # noqa: SLF001

    def __set__(self, batch: Batch, value: object) -> None:
        raise AttributeError(f"{self._name} is read-only; Batch.step and others change it")
