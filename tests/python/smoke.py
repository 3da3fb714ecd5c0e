"""What a fresh installation must be able to do, with nothing but what a wheel brings and numpy.

Run as a program, away from the sources: ``python tests/python/smoke.py``.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import mancalab as mc


def play() -> None:
    """Play a game by hand, by agents and in lockstep."""
    state = mc.rules("kalah", columns=6, seeds=4).start().play(2)
    assert state.to_move == 0
    assert state._repr_svg_().startswith("<svg")
    record = mc.Record.play("mwambulula", south="greedy", north="random", seed=1)
    assert mc.Record.from_json(record.to_json()) == record
    rules = mc.rules("oware")
    assert mc.playouts(rules, 2_000) == mc.playouts(rules, 2_000, engine="reference")
    batch = mc.Batch(rules, 100)
    batch.step(batch.sample())


def solve() -> None:
    """Solve a small game, and keep its last positions in a table."""
    small = mc.rules("kalah", columns=3, seeds=2)
    table = mc.Tablebase.build(small, 6)
    state = small.state(pits=[[0, 1, 1], [2, 0, 1]], stores=[4, 3])
    assert mc.solve(state).value == table.probe(state) + 1
    assert mc.solve(small, actions=True).value is not None


def find_the_data() -> None:
    """Find every file that is no code."""
    assert len(mc.catalogue) > 20
    assert all(rules.explain() for rules in mc.catalogue.values())
    package = files("mancalab")
    assert package.joinpath("py.typed").is_file()
    assert package.joinpath("study", "exact.csv").is_file()
    page = mc.Record.from_actions("kalah", [2]).to_html()  # of the files of the board
    assert page.endswith("</html>\n")


def command() -> None:
    """Run the command line."""
    words = [sys.executable, "-m", "mancalab", "solve", "kalah:columns=3,seeds=2"]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603


def main() -> None:
    """Do all of it."""
    play()
    solve()
    find_the_data()
    command()


if __name__ == "__main__":
    main()
