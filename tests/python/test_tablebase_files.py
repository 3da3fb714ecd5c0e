"""Files of endgame tables: the same bytes whatever happens, and nothing damaged is believed."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mancalab as mc
from refusals import refused

AWARI = mc.rules("awari")
SMALL = mc.rules("kalah", columns=2)

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of processes")


def part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def with_said(path: Path) -> list[Path]:
    """A table and the file beside it that says how it was built."""
    return [path, path.with_name(f"{path.name}.json")]


def build_in_process(code: str, *words: object) -> subprocess.Popen[str]:
    """Run a program that prints "begin" when it is about to build."""
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def begun(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "begin\n"


@pytest.mark.parametrize("rules", [AWARI, mc.rules("kalah"), mc.rules("elf", columns=3)])
def test_any_number_of_threads_writes_the_same_file(rules: mc.Rules, tmp_path: Path) -> None:
    files = [tmp_path / f"{threads}" for threads in (1, 2, 5)]
    for threads, path in zip((1, 2, 5), files, strict=True):
        mc.Tablebase.build(rules, 8, path, threads)
    assert len({path.read_bytes() for path in files}) == 1
    assert sorted(tmp_path.iterdir()) == sorted(both for path in files for both in with_said(path))


def test_a_file_gives_what_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "awari.table"
    built = mc.Tablebase.build(AWARI, 7, path)
    memory = mc.Tablebase.build(AWARI, 7)
    for verify in (True, False):
        table = mc.Tablebase.open(str(path), verify=verify)
        assert (table.rules, table.seeds, table.path) == (AWARI, 7, path)
        stats = [[t.stats(n) for n in range(8)] for t in (table, built, memory)]
        assert stats[0] == stats[1] == stats[2]
    again = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own
    assert again.path == path
    monkeypatch.chdir(tmp_path)
    here = pickle.dumps(mc.Tablebase.open(path.name))
    monkeypatch.chdir(tmp_path.parent)
    assert pickle.loads(here).path == path  # noqa: S301 - our own
    state = AWARI.state(pits=[[0, 0, 1, 2, 0, 0], [1, 0, 0, 0, 0, 2]])
    assert again.probe(state) == memory.probe(state)


def test_a_finished_table_is_opened_and_another_file_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text("something else")
    mc.Tablebase.build(AWARI, 6, path)
    inode, data = path.stat().st_ino, path.read_bytes()
    told: list[int] = []
    mc.Tablebase.build(AWARI, 6, path, progress=told.append)
    assert (path.stat().st_ino, sum(told)) == (inode, len(mc.Tablebase.open(path)))
    mc.Tablebase.build(AWARI, 6, path, resume=False)
    assert path.stat().st_ino != inode
    assert path.read_bytes() == data
    assert mc.Tablebase.build(AWARI, 5, path).seeds == 5


KILLED = """\
import sys
import mancalab as mc
print("begin", flush=True)
mc.Tablebase.build(mc.rules(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
"""


@posix
@pytest.mark.parametrize(
    ("game", "seeds", "kills"),
    [
        ("awari", 11, 3),
        pytest.param("awari", 13, 10, marks=pytest.mark.nightly),
        pytest.param("kalah", 14, 10, marks=pytest.mark.nightly),
    ],
)
def test_a_build_that_is_killed_goes_on(game: str, seeds: int, kills: int, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    began = time.monotonic()
    mc.Tablebase.build(mc.rules(game), seeds, whole)
    lasts = time.monotonic() - began
    moments = random.Random(seeds)  # noqa: S311 - any moments will do
    killed = 0
    while killed < kills:
        with build_in_process(KILLED, game, seeds, path) as process:
            begun(process)
            time.sleep(moments.uniform(0, lasts / 2))
            process.kill()
        killed += process.returncode == -signal.SIGKILL
        if path.exists():  # it was finished before it was killed
            assert path.read_bytes() == whole.read_bytes()
            path.unlink()
    mc.Tablebase.build(mc.rules(game), seeds, path)
    assert path.read_bytes() == whole.read_bytes()
    assert not part(path).exists()


HELD = """\
import sys
import mancalab as mc
def wait(_positions):
    print("begin", flush=True)
    sys.stdin.readline()
mc.Tablebase.build(mc.rules("awari"), 14, sys.argv[1], progress=wait)
print("built", flush=True)
"""


@pytest.mark.parametrize("resume", [True, False])
def test_a_table_is_built_by_one_at_a_time(tmp_path: Path, resume: bool) -> None:
    """Two that write into one part: the one that came to its end found its file gone."""
    path = tmp_path / "table"
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", HELD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        begun(process)
        with pytest.raises(
            BlockingIOError, match=r"table\.part: this table is being built"
        ) as told:
            mc.Tablebase.build(AWARI, 14, path, resume=resume)
        assert isinstance(told.value, OSError)
        out, _ = process.communicate("\n" * 10_000, timeout=100)
    assert (out.splitlines()[-1], process.returncode) == ("built", 0)
    assert len(mc.Tablebase.build(AWARI, 14, path)) == len(mc.Tablebase.build(AWARI, 14))
    assert sorted(tmp_path.iterdir()) == with_said(path)


INTERRUPTED = """\
import signal, sys
import mancalab as mc
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begin", flush=True)
try:
    mc.Tablebase.build(mc.rules("awari"), 24, sys.argv[1], memory=10**12)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@posix
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with build_in_process(INTERRUPTED, path) as process:
        begun(process)
        while not part(path).exists() or part(path).stat().st_size < 100_000:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ("stopped\n", "", 0)
    assert not path.exists()
    kept = part(path).read_bytes()
    told: list[int] = []

    class Enough(Exception):
        pass

    def enough(positions: int) -> None:
        told.append(positions)
        raise Enough

    with pytest.raises(Enough):
        mc.Tablebase.build(AWARI, 24, path, progress=enough, memory=10**12)
    assert told[0] > 90_000
    assert part(path).read_bytes().startswith(kept[:100_000])


LIMITED = """\
import resource, sys
import mancalab as mc
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
print("begin", flush=True)
try:
    mc.Tablebase.build(mc.rules("awari"), 10, sys.argv[1])
except OSError as error:
    print(error.filename, error.strerror)
"""


@posix
@pytest.mark.parametrize("space", [100, 200_000])
def test_a_full_disk_is_told_and_leaves_no_half_table(space: int, tmp_path: Path) -> None:
    path = tmp_path / "table"
    with build_in_process(LIMITED, path, space) as process:
        begun(process)
        out, err = process.communicate(timeout=60)
    assert (out, err) == (f"{part(path)} File too large\n", "")
    assert list(tmp_path.iterdir()) == [part(path)]
    mc.Tablebase.build(AWARI, 10, path)
    assert sorted(tmp_path.iterdir()) == with_said(path)
    mc.Tablebase.build(AWARI, 10, tmp_path / "whole")
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_byte_that_is_wrong_is_noticed_wherever_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(SMALL, 3, path)
    data = path.read_bytes()
    # Every place, but of the rules only some.
    for place in (*range(30), *range(30, len(data) - 250, 29), *range(len(data) - 250, len(data))):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        refused(lambda: mc.Tablebase.open(path), mc.TableError, (str(path),))
    refused(lambda: mc.Tablebase.open(path), mc.TableError, ("damaged: the layer of 3 seeds",))


def test_a_layer_is_looked_through_before_it_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(SMALL, 3, path)
    data = bytearray(path.read_bytes())
    data[-33] ^= 1
    path.write_bytes(data)
    with mc.Tablebase.open(path, verify=False) as table:
        assert table.stats(2).positions == 10
        words = (str(path), "damaged: the layer of 3 seeds")
        refused(lambda: table.stats(3), mc.TableError, words)
        state = SMALL.state(pits=[[1, 1], [0, 1]])
        refused(lambda: table.probe(state), mc.TableError, words)


@pytest.mark.parametrize("size", [0, 10, 100, -1, -100])
def test_a_file_that_is_too_short_is_refused(size: int, tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(SMALL, 3, path)
    path.write_bytes(path.read_bytes()[:size])
    refused(lambda: mc.Tablebase.open(path), mc.TableError, (str(path),))


def test_a_file_with_more_than_a_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(SMALL, 3, path)
    path.write_bytes(path.read_bytes() + b"\0")
    refused(lambda: mc.Tablebase.open(path), mc.TableError, (str(path), "bytes, not"))


def test_other_files_and_none(tmp_path: Path) -> None:
    refused(lambda: mc.Tablebase.open(tmp_path / "none"), FileNotFoundError, ("none",))
    for call in (mc.Tablebase.open, lambda path: mc.Tablebase.build(SMALL, 3, path)):
        with pytest.raises(OSError, match=tmp_path.name):
            call(tmp_path)
    assert list(tmp_path.parent.glob("*.part")) == []
    nowhere = tmp_path / "none" / "table"
    refused(lambda: mc.Tablebase.build(SMALL, 3, nowhere), FileNotFoundError, ("none",))
    (tmp_path / "text").write_text("hello")
    refused(lambda: mc.Tablebase.open(tmp_path / "text"), mc.TableError, ("not a file of endgame",))


def test_a_damaged_part_is_built_anew_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(AWARI, 7, path)
    data = path.read_bytes()
    path.unlink()
    wrong = bytearray(data[: len(data) - 40_000])
    wrong[-5_000] ^= 1
    part(path).write_bytes(wrong)
    with pytest.warns(mc.TableWarning, match=r"table\.part: damaged: the layer of 5 seeds"):
        mc.Tablebase.build(AWARI, 7, path)
    assert path.read_bytes() == data
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.warns(mc.TableWarning, match="damaged: the layer of 7 seeds; it is built anew"):
        mc.Tablebase.build(AWARI, 7, path)
    assert path.read_bytes() == data


def test_a_part_of_another_table_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(mc.rules("kalah"), 5, path)
    other = path.read_bytes()
    mc.Tablebase.build(AWARI, 5, path)
    data = path.read_bytes()
    path.unlink()
    part(path).write_bytes(other[:-100])
    with pytest.warns(mc.TableWarning, match="not a part of this table"):
        mc.Tablebase.build(AWARI, 5, path)
    assert path.read_bytes() == data
    # Layers of one table after the head of another.
    head = len(data) - sum(size + 32 for size in (1, 12, 78, 364, 1365, 4368))
    path.unlink()
    part(path).write_bytes(data[:head] + other[-(len(data) - head) :])
    with pytest.warns(mc.TableWarning, match="damaged: the layer of 0 seeds"):
        mc.Tablebase.build(AWARI, 5, path)
    assert path.read_bytes() == data


def test_an_open_table_outlives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "table"
    table = mc.Tablebase.build(AWARI, 5, path)
    known = table.stats(5)
    mc.Tablebase.build(AWARI, 4, path)
    if os.name == "posix":
        path.unlink()
    assert table.stats(5) == known


FORKING = """\
import os, sys, time
import mancalab as mc
children = []
def fork(progress):
    if not children:
        child = os.fork()
        if child == 0:
            time.sleep(600)
            os._exit(0)
        children.append(child)
    raise RuntimeError("enough")
try:
    mc.Tablebase.build(mc.rules("awari"), 12, sys.argv[1], progress=fork)
except RuntimeError as error:
    assert str(error) == "enough", error
assert os.path.exists(sys.argv[1] + ".part")
print(len(mc.Tablebase.build(mc.rules("awari"), 12, sys.argv[1])) > 0)
os.kill(children[0], 9)
"""


@posix
def test_a_child_forked_meanwhile_does_not_keep_the_lock(tmp_path: Path) -> None:
    with build_in_process(FORKING, tmp_path / "table") as process:
        told, _ = process.communicate(timeout=600)
    assert (told, process.returncode) == ("True\n", 0)
