"""Searches that go on another day: the same values, however often they were stopped."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from refusals import refused

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

KALAH = mc.rules("kalah", columns=4, seeds=3)
GAMES = {
    "kalah 3x2": (mc.rules("kalah", columns=3, seeds=2), 600),
    "kalah 4x2": (mc.rules("kalah", columns=4, seeds=2), 600),
    "kalah 4x3": (KALAH, 10_000),
    "kalaha-general 3x3": (mc.rules("kalaha-general", columns=3, seeds=3), 1_500),
    "elf-mankala 3x3": (mc.rules("elf-mankala", columns=3, seeds=3), 1_500),
    "waurie 2x4": (mc.rules("waurie", columns=2, seeds=4), 600),
}
"""Games, and the limits of the pieces in which they are solved."""
MOST_PIECES = 500


def part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def is_open(found: mc.Solution) -> bool:
    if found.at_least is not None:
        return found.answer is None
    bounds = [found.bounds, *(found.action_bounds or {}).values()]
    return any(low < high for low, high in bounds)


def pieces(game: mc.Rules | mc.State, path: Path, **asked: Any) -> list[mc.Solution]:
    """Go on with a search until it is done."""
    found = []
    for _ in range(MOST_PIECES):
        found.append(mc.solve(game, path=path, **asked))
        if not is_open(found[-1]):
            return found
    pytest.fail(f"open after {MOST_PIECES} pieces")


# The same values


@pytest.mark.parametrize("game", GAMES)
def test_a_search_in_pieces_finds_the_same(game: str, tmp_path: Path) -> None:
    (rules, nodes), path = GAMES[game], tmp_path / "search"
    whole = mc.solve(rules, actions=True)
    found = pieces(rules, path, actions=True, nodes=nodes)
    last = found[-1]
    assert (last.value, last.action_values) == (whole.value, whole.action_values)
    assert last.principal_variation[0] in whole.best_actions
    assert list(tmp_path.iterdir()) == [path]
    for before, after in itertools.pairwise(found):
        assert after.earlier_runs == before.earlier_runs + 1
        assert after.earlier_nodes == before.earlier_nodes + before.nodes
        assert after.earlier_seconds >= before.earlier_seconds
        assert after.bounds[0] >= before.bounds[0]
        assert after.bounds[1] <= before.bounds[1]


def test_pieces_are_needed_where_the_game_is_longer(tmp_path: Path) -> None:
    found = pieces(KALAH, tmp_path / "search", nodes=5_000)
    assert len(found) > 2
    assert not found[0].solved


def test_a_search_goes_on_whatever_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "search"
    whole = mc.solve(KALAH, actions=True)
    value = whole.value
    assert value is not None
    mc.solve(KALAH, path=path, nodes=3_000, threads=1)
    yes = pieces(KALAH, path, at_least=value, nodes=3_000, memory=1)[-1]
    assert (yes.answer, yes.bounds[0]) == (True, value)
    no = pieces(KALAH, path, at_least=value + 1, nodes=3_000, threads=2, memory=64)[-1]
    # Together the two answers are the value.
    assert (no.answer, no.value) == (False, value)
    found = mc.solve(KALAH, path=path, actions=True, time=60)
    assert (found.value, found.action_values) == (value, whole.action_values)
    assert found.earlier_runs >= 3
    again = mc.solve(KALAH, path=path)
    assert (again.principal_variation, again.nodes) == (found.principal_variation, 0)


def test_a_position_on_the_way_can_be_kept(tmp_path: Path) -> None:
    state = KALAH.start().play(0)
    found = pieces(state, tmp_path / "search", nodes=20_000)
    assert found[-1].value == mc.solve(state).value


def test_what_is_known_is_answered_without_a_search(tmp_path: Path) -> None:
    path = tmp_path / "search"
    solved = mc.solve(KALAH, path=path)
    value, inode = solved.value, path.stat().st_ino
    assert value is not None
    assert solved.earlier_runs == 0
    for asked in ({}, {"at_least": value}, {"at_least": value + 1}, {"nodes": 1}, {"time": 1e-6}):
        found = mc.solve(KALAH, path=path, **asked)
        assert found.bounds == solved.bounds
        assert (found.nodes, found.method) == (0, "proof")
        assert found.principal_variation == solved.principal_variation
        assert (found.earlier_runs, found.earlier_nodes) == (1, solved.nodes)
    assert path.stat().st_ino == inode  # it was not written again
    assert mc.solve(KALAH, path=path, actions=True).nodes > 0
    assert path.stat().st_ino != inode


def test_a_guard_on_actions_is_no_other_game(tmp_path: Path) -> None:
    path = tmp_path / "search"
    value = mc.solve(KALAH, path=path).value
    found = mc.solve(KALAH.replace(max_actions=5_000), path=path)
    assert (found.value, found.nodes) == (value, 0)


def test_names_of_files_may_be_words_and_links(tmp_path: Path) -> None:
    path = tmp_path / "search"
    mc.solve(KALAH, path=str(path), nodes=1_000)
    link = tmp_path / "link"
    link.symlink_to(path)
    assert mc.solve(KALAH, path=link, nodes=1_000).earlier_runs == 1
    assert mc.solve(KALAH, path=path, nodes=1_000).earlier_runs == 2
    assert link.is_symlink()


def test_less_work_is_left_than_from_the_beginning(tmp_path: Path) -> None:
    whole = mc.solve(KALAH, threads=1).nodes
    found = pieces(KALAH, tmp_path / "search", nodes=whole // 2, threads=1)
    assert sum(piece.nodes for piece in found) < 3 * whole


# Stopped by force

LONG = ("kalah", 6, 3)
SEARCH = """\
import signal, sys
import mancalab as mc
from mancalab._core import _solve
signal.signal(signal.SIGINT, signal.default_int_handler)
game, columns, seeds, path, between = sys.argv[1:]
state = mc.rules(game, columns=int(columns), seeds=int(seeds)).start()
asked = {"actions": False, "at_least": None, "time": None, "nodes": None, "memory": 2**28}
print("begin", flush=True)
try:
    found = _solve(state, asked | {"threads": 1, "path": path, "between": float(between)})
    print(found["bounds"])
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def search_in_process(*words: object) -> subprocess.Popen[str]:
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", SEARCH, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"
    return process


@posix
@pytest.mark.parametrize("kills", [5, pytest.param(30, marks=pytest.mark.nightly)])
def test_a_search_that_is_killed_goes_on(kills: int, tmp_path: Path) -> None:
    path = tmp_path / "search"
    game, columns, seeds = LONG
    rules = mc.rules(game, columns=columns, seeds=seeds)
    moments = random.Random(kills)  # noqa: S311 - any moments will do
    known, spent = (-100, 100), 0
    for _ in range(kills):
        with search_in_process(*LONG, path, 0.05) as process:
            time.sleep(moments.uniform(0, 0.6))
            process.kill()
        if not path.exists():  # it was killed before it wrote that it begins
            continue
        found = mc.solve(rules, path=path, nodes=1, threads=1)
        # Nothing that was written is lost, and nothing is wrong with it.
        assert found.earlier_nodes >= spent
        assert known[0] <= found.bounds[0] <= 2 <= found.bounds[1] <= known[1]
        known, spent = found.bounds, found.earlier_nodes + found.nodes
    assert spent > 0
    found = mc.solve(rules, path=path)
    assert found.value == 2
    assert not part(path).exists()


@posix
def test_ctrl_c_keeps_what_is_found(tmp_path: Path) -> None:
    path = tmp_path / "search"
    with search_in_process("kalah", 6, 6, path, 100) as process:
        while not path.exists():
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("stopped\n", "", 0)
    found = mc.solve(mc.rules("kalah", seeds=6), path=path, nodes=1)
    assert (found.earlier_runs, found.earlier_nodes > 0) == (1, True)


@posix
def test_a_search_is_written_while_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "search"
    with search_in_process("kalah", 6, 6, path, 0.05) as process:
        while not path.exists():
            time.sleep(0.01)
        inode = path.stat().st_ino
        latest = time.monotonic() + 60
        while path.stat().st_ino == inode and time.monotonic() < latest:
            time.sleep(0.01)
        process.kill()
    found = mc.solve(mc.rules("kalah", seeds=6), path=path, nodes=1)
    assert (found.earlier_runs, found.earlier_nodes > 0) == (1, True)


@posix
def test_one_at_a_time_goes_on_with_a_search(tmp_path: Path) -> None:
    path = tmp_path / "search"
    rules = mc.rules("kalah", seeds=6)
    with search_in_process("kalah", 6, 6, path, 0.05) as process:
        while not path.exists():
            time.sleep(0.01)
        for _ in range(20):  # while it is written again and again
            words = (str(path), "somebody else is at this search")
            refused(lambda: mc.solve(rules, path=path, nodes=1), BlockingIOError, words)
            time.sleep(0.02)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, err) == ("stopped\n", "")
    assert mc.solve(rules, path=path, nodes=1).earlier_runs == 1
