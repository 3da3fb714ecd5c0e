"""Full disks, kills, two writers, files cut short and clocks that jump: no file is left damaged."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import children
import mancalab as mc
from conftest import PROFILE
from faults import JOBS, KALAH, file_size
from mancalab.cli import main
from mancalab.widget import Board

PROGRAM = Path(__file__).with_name("faults.py")
NIGHTLY = PROFILE == "nightly"

pytestmark = pytest.mark.timeout(children.TEST)

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of processes")


def files(folder: Path) -> dict[str, bytes]:
    """All files of a folder, by their paths in it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


# A full disk


@posix
@pytest.mark.parametrize("name", JOBS)
def test_a_full_disk_is_told_and_leaves_no_half_file(name: str, tmp_path: Path) -> None:
    job = JOBS[name]
    whole, folder = tmp_path / "whole", tmp_path / "full"
    whole.mkdir()
    folder.mkdir()
    job.do(whole)
    size = (whole / job.file).stat().st_size
    rooms = (0, 1, size // 2, size * 9 // 10)  # times take more digits or fewer
    for room in rooms if NIGHTLY else rooms[1:3]:
        with file_size(room), pytest.raises(OSError) as caught:  # noqa: PT011 - by its errno
            job.do(folder)
        assert caught.value.errno == errno.EFBIG
        told = Path(caught.value.filename)
        assert told.is_relative_to(folder)
        assert not told.name.startswith(".")  # a name that the user knows
        left = set(files(folder))
        # What goes on with the next call: a table in the making, finished parts, finished rows.
        known = {path for path in left if path.startswith("parts") or path == "table.part"}
        assert left - known <= ({job.file} if name == "exact values" else set())
        assert not any(path.startswith("parts/.") for path in left)
    job.do(folder)
    assert job.result(folder) == job.result(whole)


@posix
@pytest.mark.parametrize("name", sorted(set(JOBS) - {"table", "exact values"}))
def test_a_full_disk_leaves_the_file_that_was_there(name: str, tmp_path: Path) -> None:
    job = JOBS[name]
    path = tmp_path / job.file
    path.write_bytes(b"old")
    with file_size(10), pytest.raises(OSError, match="File too large"):
        job.do(tmp_path)
    assert path.read_bytes() == b"old"


COMMANDS = {
    "study": (["study", "--games", "kalah", "--n", "20", "--out"], "first_player_advantage.csv"),
    "tournament": (["tournament", "kalah", "--agents", "random", "greedy", "--n", "4", "--out"],
                   "tournament.csv"),
    "puzzles": (["puzzles", "kalah", "--n", "1", "--out"], "sheet.html"),
    "envs": (["envs", "--write"], "kalah.md"),
}  # fmt: skip


@posix
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_which_file_had_no_room(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words, file = COMMANDS[name]
    # What pytest keeps of the output is a file, too: its limit is larger than that of what is said.
    with file_size(2_000):
        status = main([*words, str(tmp_path)])
    said = capfd.readouterr().err.splitlines()[-1]
    assert status == 2
    assert said.endswith(": File too large")
    assert said.startswith(f"mancalab: {tmp_path / file.partition('.')[0]}")
    assert not list(tmp_path.rglob(".*.part"))


FULL = """\
import os, sys
from pathlib import Path
from faults import JOBS
folder = Path(sys.argv[1])
for name, job in JOBS.items():
    place = folder / name
    place.mkdir()
    (folder / "filler").write_bytes(bytes(2**19))
    try:
        with (folder / "filler").open("ab") as filler:
            while True:
                filler.write(bytes(2**10))
                filler.flush()
    except OSError:
        pass
    try:
        job.do(place)
        print(name, "has room enough", sep=": ")
    except OSError as error:
        print(name, error.strerror, Path(error.filename).is_relative_to(folder), sep=": ")
    (folder / "filler").unlink()
    job.do(place)
    place.rename(folder / f"{name}, done")
"""


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("unshare") or os.getuid() != 0, reason="needs root on Linux")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    # A disk of its own, that nobody else sees and that goes when the program ends.
    command = 'mount -t tmpfs -o size=8m none "$1" && exec "$2" -c "$3" "$1"'
    words = ["sh", str(tmp_path), sys.executable, FULL]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROGRAM.parent), *sys.path])}
    done = subprocess.run(  # noqa: S603 - our own program
        ["unshare", "--mount", "sh", "-c", command, *words],  # noqa: S607 - the one of the path
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    if "permission denied" in done.stderr.lower() or "not permitted" in done.stderr.lower():
        pytest.skip("no disk can be mounted here")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name}: No space left on device: True" for name in JOBS]


# What is no file, or leads to one


@posix
def test_a_device_that_is_full_is_told_and_stays(tmp_path: Path) -> None:
    if not Path("/dev/full").is_char_device():
        pytest.skip("there is no /dev/full")
    path = tmp_path / "full"
    path.symlink_to("/dev/full")
    record = mc.Record.play(KALAH, seed=1)
    with pytest.raises(OSError, match="No space left on device") as caught:
        record.save(path)
    assert caught.value.filename == str(path)
    with pytest.raises(OSError, match="a table needs a file, not a device or a pipe"):
        mc.Tablebase.build(KALAH, 3, path)
    assert path.is_symlink()
    assert path.is_char_device()
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_pipe_gets_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    # A daemon: where nothing is written it waits for ever.
    reader = threading.Thread(
        target=lambda: read.append(path.read_text(encoding="utf-8")), daemon=True
    )
    reader.start()
    record = mc.Record.play(KALAH, seed=1)
    record.save(path)
    reader.join(children.CALL)
    assert mc.Record.from_json(read[0]) == record
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]


@posix
@pytest.mark.parametrize("name", ["table", "record", "records", "exact values"])
def test_a_link_stays_one(name: str, tmp_path: Path) -> None:
    job = JOBS[name]
    far, near, plain = (tmp_path / word for word in ("far", "near", "plain"))
    for folder in (far, near, plain):
        folder.mkdir()
    link = near / job.file
    link.symlink_to(Path("../far") / job.file)
    for _ in range(2):  # the first time there is nothing where it leads to
        job.do(near)
        assert link.is_symlink()
        assert {file.removesuffix(".json") for file in files(far)} == {
            job.file.removesuffix(".json")
        }
    job.do(plain)
    assert job.result(far) == job.result(near) == job.result(plain)


# Kills, and two writers


def tried(how: str, names: str, times: int, within: float = children.PROGRAM) -> None:
    """Run the program; what it tells is wrong."""
    words = ("-W", "ignore", str(PROGRAM), how, names, str(times))
    done = children.program(*words, within=within)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@posix
def test_what_was_killed_goes_on_or_begins_anew() -> None:
    tried("killed", "table,exact values,study,records", 1)


@posix
def test_two_writers_leave_a_whole_file() -> None:
    tried("crossed", "table,exact values,records", 1)


@posix
@pytest.mark.nightly
@pytest.mark.timeout(children.LONG_TEST)
@pytest.mark.parametrize("how", ["killed", "crossed"])
@pytest.mark.parametrize("name", JOBS)
def test_many_moments(how: str, name: str) -> None:
    tried(how, name, 100, children.LONG_PROGRAM)


# A file cut short while it is open

ASKING = """\
import sys
import mancalab as mc
path, verify = sys.argv[1], sys.argv[2] == "verified"
table = mc.Tablebase.open(path, verify=verify)
state = mc.rules("kalah").state(pits=[[1, 2, 0, 0, 1, 0], [0, 3, 0, 2, 0, 0]], stores=[20, 19])
def searched():
    return mc.agents.AlphaBeta(depth=4, table=table).analyse(state).value
def asked(what):
    try:
        return repr(what())
    except mc.TableError as error:
        assert path in str(error), error
        return "TableError"
print("open", flush=True)
sys.stdin.readline()
for what in (searched, lambda: table.stats(9), lambda: table.probe(state)):
    print(asked(what), flush=True)
"""


@posix
@pytest.mark.parametrize("opened", ["verified", "unverified"])
@pytest.mark.parametrize("size", [None, 0, 5_000, -1])
def test_a_table_cut_short_while_it_is_open_is_an_error_and_no_end(
    size: int | None, opened: str, tmp_path: Path
) -> None:
    path = tmp_path / "table"
    with mc.Tablebase.build(KALAH, 9, path):
        pass
    asker = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", ASKING, str(path), opened],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with asker:
        assert asker.stdout is not None
        assert asker.stdout.readline() == "open\n"
        if size is not None:
            os.truncate(path, size if size >= 0 else path.stat().st_size + size)
        told, _ = asker.communicate("\n", timeout=children.CALL)
    assert asker.returncode == 0
    if size is None:
        assert told.splitlines() == whole_answers()
        return
    assert told == "TableError\n" * 3
    with pytest.raises(mc.TableError, match=str(path)):
        mc.Tablebase.open(path)


SMALL_ASKING = """\
import itertools, sys
import mancalab as mc
rules = mc.Rules.from_text("kalah columns=2 seeds=2")
table = mc.Tablebase.open(sys.argv[1])
print("open", flush=True)
sys.stdin.readline()
for pits in itertools.product(range(4), repeat=4):
    if not 0 < sum(pits) <= 3:
        continue
    try:
        state = rules.state(pits=[pits[:2], pits[2:]], stores=[8 - sum(pits), 0])
    except mc.PositionError:
        continue
    if state.is_over:
        continue
    try:
        print(pits, table.probe(state))
    except mc.TableError:
        print(pits, "TableError")
"""


@posix
@pytest.mark.parametrize("lost", [1, 20, 40])
def test_no_value_of_a_small_table_that_was_cut_is_made_up(lost: int, tmp_path: Path) -> None:
    """The rest of the last page reads as zeros, without a signal."""
    path = tmp_path / "table"
    with mc.Tablebase.build(mc.Rules.from_text("kalah columns=2 seeds=2"), 3, path):
        pass
    asker = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", SMALL_ASKING, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with asker:
        assert asker.stdout is not None
        assert asker.stdout.readline() == "open\n"
        os.truncate(path, path.stat().st_size - lost)
        told, _ = asker.communicate("\n", timeout=children.CALL)
    assert asker.returncode == 0
    lines = told.splitlines()
    assert len(lines) > 10
    assert {line.rpartition(" ")[2] for line in lines} == {"TableError"}


HANDLERS = """\
import faulthandler, os, signal, sys
import mancalab as mc
got = []
signal.signal(signal.SIGBUS, lambda *_: got.append(1))
first = mc.Tablebase.open(sys.argv[1], verify=False)
os.kill(os.getpid(), signal.SIGBUS)
assert got == [1], got
faulthandler.enable()
second = mc.Tablebase.open(sys.argv[1], verify=False)
os.truncate(sys.argv[1], 0)
for table in (first, second):
    try:
        print(table.stats(3))
    except mc.TableError:
        print("TableError")
"""


@posix
def test_other_handlers_of_the_signal_are_called_and_do_not_displace_ours(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 3, path).close()
    done = children.program("-c", HANDLERS, str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == "TableError\n" * 2


def whole_answers() -> list[str]:
    """The value of a search, the counts of a layer and a value of the table, nothing being cut."""
    table = mc.Tablebase.build(KALAH, 9)
    state = KALAH.state(pits=[[1, 2, 0, 0, 1, 0], [0, 3, 0, 2, 0, 0]], stores=[20, 19])
    searched = mc.agents.AlphaBeta(depth=4, table=table).analyse(state).value
    return [repr(searched), repr(table.stats(9)), repr(table.probe(state))]


@posix
def test_the_signal_of_a_lost_page_still_ends_a_process_that_asks_for_it(tmp_path: Path) -> None:
    """What is no page of a table is left to whoever had the signal before."""
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 3, path).close()
    lines = "import mancalab as mc, os, signal, sys; t = mc.Tablebase.open(sys.argv[1])"
    lines += "; os.kill(os.getpid(), signal.SIGBUS); print('goes on')"
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", lines, str(path)], capture_output=True, check=False
    )
    assert run.returncode == -signal.SIGBUS
    assert run.stdout == b""


# Clocks


def clocks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let Python's clocks jump: that of the wall both ways, the others on as after a sleep."""
    chance, passed, asked = random.Random(3), count(), list[str]()  # noqa: S311 - any will do
    day = 86_400.0

    def wall() -> float:
        asked.append("time")
        return 1.7e9 + chance.uniform(-1000, 1000) * day

    def on(name: str) -> Callable[[], float]:
        def now() -> float:
            asked.append(name)
            return next(passed) * day

        return now

    monkeypatch.setattr(time, "time", wall)
    for name in ("monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, on(name))
    return asked


@pytest.mark.parametrize("name", sorted(set(JOBS) - {"figure"}))
def test_clocks_that_jump_change_no_result(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = JOBS[name]
    for folder in ("usual", "jumping"):
        (tmp_path / folder).mkdir()
    job.do(tmp_path / "usual")
    with monkeypatch.context() as patched:
        asked = clocks(patched)
        job.do(tmp_path / "jumping")
    assert job.result(tmp_path / "jumping") == job.result(tmp_path / "usual")
    if name == "tournament":
        assert "perf_counter" in asked  # so the clocks that jump are those that are asked


def test_a_board_asks_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board("kalah", north="mcts(simulations=50)", seed=1)
    asked = clocks(monkeypatch)
    for _ in range(9):
        legal = board.state.legal_actions
        board.handle({"do": "play", "action": legal[0]})
        board.answer()
    board.handle({"do": "save"})
    monkeypatch.undo()
    view: Any = board.view
    assert json.loads(view["file"]["text"])["agents"]["north"] == "mcts(simulations=50)"
    assert mc.Record.from_json(view["file"]["text"]) == board.record
    assert set(asked) <= {"monotonic"}  # of the notebook's own


# Training


@posix
@pytest.mark.train
def test_a_full_disk_leaves_a_run_as_it_was(tmp_path: Path) -> None:
    from mancalab.train import PPO, run

    small = mc.rules("kalah", columns=2, seeds=1)
    run(small, tmp_path, PPO(), 0.02, games=0)
    before = files(tmp_path)
    for room in (0, 100, len(before["checkpoint.pt"]) - 1):
        with file_size(room), pytest.raises(OSError) as caught:  # noqa: PT011 - by its errno
            run(small, tmp_path, PPO(), 0.03, games=0)
        assert caught.value.errno == errno.EFBIG
        assert Path(caught.value.filename).parent == tmp_path
        after = files(tmp_path)
        assert after["checkpoint.pt"] == before["checkpoint.pt"]
        assert set(after) == set(before)
    assert run(small, tmp_path, PPO(), 0.03, games=0).minutes >= 0.03
