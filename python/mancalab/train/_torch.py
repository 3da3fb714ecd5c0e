"""torch, or a clear word about how to get it; and how many threads it may use."""

from collections.abc import Iterator
from contextlib import contextmanager

from mancalab._base.extras import require

torch = require("torch", "train")


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let torch compute on the calling thread alone, whichever that is.

    Small layers gain little from threads of torch's own, which wait for each other after each
    layer: on a machine with other work that takes up to fifty times as long.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
