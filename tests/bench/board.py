"""How smooth the board is in headless Chromium, and how soon an agent answers on it.

Run as ``python tests/bench/board.py`` where anywidget and playwright are installed.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from board_page import BoardPage
from browsers import chromium, chromium_path, opened_tab
from mancalab.widget.session import Session

RECORDED = 8_000  # milliseconds of each run
GAMES = (("kalah", 1), ("elf symmetric=true seeds=6", 16), ("mwambulula", 32), ("chuba", 8))
FRAMES = """() => {
  window.frames_ms = [];
  let last = null;
  const tick = () => {
    const now = performance.now();
    if (last !== null) window.frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def animation() -> None:
    """Times between frames while random players play."""
    path = chromium_path()
    if path is None:
        sys.exit("Chromium is missing and cannot be installed here")
    with chromium(path) as browser:
        for game, speed in GAMES:
            with opened_tab(browser) as page:
                _animated(page, game, speed)


def _animated(page: Page, game: str, speed: float) -> None:
    session = Session(game, south="random", north="random", seed=1)
    BoardPage(page, session, speed=speed)
    page.evaluate(FRAMES)
    page.wait_for_timeout(RECORDED)
    frames = sorted(page.evaluate("window.frames_ms"))
    assert session.actions
    print(
        f"{game}, speed {speed}: {len(frames)} frames, median "
        f"{statistics.median(frames):.1f} ms, longest {frames[-1]:.1f} ms"
    )


def answers() -> None:
    """Times from the page's question to the view that shows the answer of a search."""
    for game, _ in GAMES:
        session = Session(game, south="random", north="alphabeta(depth=6)", seed=1)
        seconds = []
        while session.turn == "agent":
            side, started = session.state.to_move, time.perf_counter()
            session.handle({"do": "answer"})
            session.view()
            if side == 1:
                seconds.append(time.perf_counter() - started)
        assert seconds
        print(
            f"{game}: AlphaBeta(6) answers in {max(seconds):.3f} s at most ({len(seconds)} times)"
        )


if __name__ == "__main__":
    answers()
    animation()
