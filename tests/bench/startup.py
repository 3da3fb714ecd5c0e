"""What `import mancalab` adds to `import numpy`: medians of fresh processes in turn.

Run as ``python tests/bench/startup.py``.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 25


def seconds(code: str) -> float:
    """What a process takes that only runs this."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
    return time.perf_counter() - started


def main() -> None:
    """Measure both in turn, so that noise meets both."""
    pairs = [(seconds("import numpy"), seconds("import numpy, mancalab")) for _ in range(RUNS)]
    alone, both = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"import numpy {alone:.3f} s; import mancalab adds {both - alone:.3f} s")


if __name__ == "__main__":
    main()
