"""Tasks for an executor: threads, processes, or a cluster's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

from mancalab._base.arguments import wrong_type

Result = TypeVar("Result")

IN_FLIGHT = 1024
"""Tasks that an executor has at a time: enough for as many workers, without listing them all."""


def checked_executor(executor: object) -> Executor | None:
    """Give an executor, or None.

    Raises
    ------
    TypeError
        It is neither.
    """
    if executor is not None and not isinstance(executor, Executor):
        raise wrong_type("executor", "a concurrent.futures.Executor is needed", executor)
    return executor


def finished(
    executor: Executor, call: Callable[..., Result], tasks: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[int, Result]]:
    """Call a function with the arguments of each task; give number and result as they are there.

    What is raised by one ends it; what has not begun is cancelled then.
    """
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    waiting: dict[Future[Result], int] = {}
    numbered = enumerate(tasks)
    try:
        while True:
            for number, task in islice(numbered, IN_FLIGHT - len(waiting)):
                future = executor.submit(call, *task)
                waiting[future] = number
                future.add_done_callback(done.put)
            if not waiting:
                return
            future = done.get()
            yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()
