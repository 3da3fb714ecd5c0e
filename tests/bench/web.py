"""The web page in headless Chromium: its size, its first board, AlphaBeta at depth 8 on Kalah.

The page is built by `make web`. Answers are checked before a time is printed.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

import mancalab as mc
from mancalab.agents import AlphaBeta

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
from browsers import chromium, chromium_path
from web_page import PAGE, opened

REPEATS = 5
FIRST_BOARD = """() => performance.getEntriesByName("first board")[0].startTime"""
SEARCH = """async () => {
  const request = {
    do: "analyse", at: { game: { name: "kalah" }, actions: [] }, search: { depth: 8 },
  };
  const begun = performance.now();
  const found = await window.mancalab.fresh().ask(request);
  return [found.value, performance.now() - begun];
}"""


def main() -> None:
    """Measure, and print."""
    path = chromium_path()
    if path is None or not PAGE.exists():
        print("web page: not measured; it needs Chromium, and the page that `make web` builds")
        return
    boards, searches = [], []
    with chromium(path) as browser:
        for _ in range(REPEATS):
            with opened(browser) as web:
                boards.append(web.page.evaluate(FIRST_BOARD))
                value, milliseconds = web.page.evaluate(SEARCH)
                start = mc.rules("kalah").start()
                assert value == AlphaBeta(depth=8).analyse(start).value
                searches.append(milliseconds)
    print(f"web page: {PAGE.stat().st_size / 1e6:.2f} MB")
    print(f"  first board after {statistics.median(boards):.0f} ms")
    print(f"  AlphaBeta(8) on the opening of Kalah: {statistics.median(searches):.0f} ms,")
    print("  the start of its engine included")


if __name__ == "__main__":
    main()
