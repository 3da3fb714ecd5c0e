"""How much memory there is."""

from __future__ import annotations

import os
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")
_FACTS = Path("/proc/meminfo")


def available_memory() -> int | None:
    """Bytes of memory that can be taken without swapping; None where that is unknown."""
    known = [size for size in (_of_the_machine(), _of_the_group()) if size is not None]
    return min(known, default=None)


def _of_the_machine() -> int | None:
    try:
        for line in _FACTS.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:  # all memory, where the free part of it is unknown
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _of_the_group() -> int | None:
    """What a container may still take; its file cache does not count."""
    try:
        most = int((_GROUP / "memory.max").read_text(encoding="ascii"))  # "max": no limit
        taken = int((_GROUP / "memory.current").read_text(encoding="ascii"))
        facts = (_GROUP / "memory.stat").read_text(encoding="ascii").split()
        return most - taken + int(facts[facts.index("file") + 1])
    except (OSError, ValueError):
        return None
