"""Tables that several processes build: the same bytes, whoever helps and whoever goes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import mancalab as mc
from mancalab import _core
from mancalab._solving import sharing

KALAH = mc.rules("kalah")


@pytest.fixture
def many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that small tables are shared out, too."""
    monkeypatch.setattr(sharing, "FEW", 20_000)
    monkeypatch.setattr(sharing, "SHARE", 1_000)


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


@contextmanager
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.parametrize("helpers", [threads, processes])
@pytest.mark.usefixtures("many_tasks")
def test_whoever_helps_the_file_is_the_same(helpers: Any, tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    mc.Tablebase.build(KALAH, 9, whole)
    told: list[int] = []
    with helpers() as executor:
        table = mc.Tablebase.build(KALAH, 9, path, executor=executor, progress=told.append)
    assert path.read_bytes() == whole.read_bytes()
    assert sum(told) == len(table)
    assert {file.name for file in tmp_path.iterdir() if file.suffix != ".json"} == {
        "table",
        "whole",
    }


@pytest.mark.usefixtures("many_tasks")
def test_a_finished_table_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 9, path)
    before = path.stat()
    with Failing(1) as executor:
        executor.left = 0  # nobody is asked
        assert len(mc.Tablebase.build(KALAH, 9, path, executor=executor)) == 293_930
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.usefixtures("many_tasks")
def test_a_build_knows_nothing_of_the_one_before(tmp_path: Path) -> None:
    """Workers keep files open from task to task: not those of another build."""
    path, contents = tmp_path / "table", set()
    with processes() as executor:
        for _ in range(2):
            mc.Tablebase.build(KALAH, 9, path, executor=executor, resume=False)
            contents.add(path.read_bytes())
    assert len(contents) == 1


class Failing(ThreadPoolExecutor):
    """Some tasks are done, then no more."""

    left = 30

    def submit(self, *task: Any, **words: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise ConnectionError("the cluster is gone")
        return super().submit(*task, **words)


@pytest.mark.usefixtures("many_tasks")
def test_what_was_finished_stays_when_the_executor_fails(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    mc.Tablebase.build(KALAH, 9, whole)
    with Failing(2) as executor, pytest.raises(ConnectionError, match="the cluster is gone"):
        mc.Tablebase.build(KALAH, 9, path, executor=executor)
    assert not path.exists()
    mc.Tablebase.build(KALAH, 9, path)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("many_tasks")
@pytest.mark.parametrize("shared", [True, False])
def test_what_ends_a_build_tells_what_was_damaged(shared: bool, tmp_path: Path) -> None:
    """Whoever goes on then finds nothing wrong any more."""

    def stop(_: int) -> None:
        raise ConnectionError("nobody listens")

    path, part = tmp_path / "table", tmp_path / "table.part"
    with Failing(2) as executor, pytest.raises(ConnectionError):
        mc.Tablebase.build(KALAH, 9, path, executor=executor)
    content = bytearray(part.read_bytes())
    content[content.index(b"}") + 100] ^= 1  # in a layer of few seeds
    part.write_bytes(content)
    with Failing(2) as executor:
        how: dict[str, Any] = {"executor": executor} if shared else {"progress": stop}
        with pytest.raises(ConnectionError) as told:
            mc.Tablebase.build(KALAH, 9, path, **how)
    assert [note.split(": ", 1)[1] for note in told.value.__notes__] == [
        "damaged: the layer of 1 seeds; built anew from there"
    ]
    mc.Tablebase.build(KALAH, 9, path)


@pytest.mark.usefixtures("many_tasks")
def test_whoever_keeps_the_error_can_ask_again(tmp_path: Path) -> None:
    """As a notebook does, with all that the error has seen."""
    path = tmp_path / "table"
    with Failing(2) as executor, pytest.raises(ConnectionError) as kept:
        mc.Tablebase.build(KALAH, 9, path, executor=executor)
    assert len(mc.Tablebase.build(KALAH, 9, path)) == 293_930
    assert kept.tb is not None


def test_what_cannot_be_shared_is_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        for words in ({}, {"path": tmp_path / "table", "packed": True}):
            with pytest.raises(ValueError, match="executor: it builds a file that is not packed"):
                mc.Tablebase.build(KALAH, 5, executor=executor, **words)  # type: ignore[arg-type]
        with pytest.raises(mc.RulesError, match="executor = awari: only games of one lap, without"):
            mc.Tablebase.build(mc.rules("awari"), 5, tmp_path / "table", executor=executor)
        with pytest.raises(ValueError, match="threads = 0: allowed are 1 to"):
            mc.Tablebase.build(KALAH, 5, tmp_path / "table", 0, executor=executor)
    with pytest.raises(TypeError, match=r"executor.*a concurrent.futures.Executor is needed"):
        mc.Tablebase.build(KALAH, 5, tmp_path / "table", executor=2)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [1_000_000, 60_000])
def test_a_helper_that_sees_less_of_a_file_refuses(size: int, tmp_path: Path) -> None:
    """As on another machine, whose network disk is behind; the process does not end."""
    path = tmp_path / "table"
    mc.Tablebase.build(KALAH, 12, path)
    os.truncate(path, size)
    asked = (path, "a build", 12, 0, 0, 1, None)
    with processes() as executor, pytest.raises(OSError, match="table"):
        executor.submit(_core._table_share, *asked).result()  # noqa: SLF001 - as `sharing` does


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.usefixtures("many_tasks")
def test_a_worker_of_a_cluster_that_is_killed_is_done_without(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "table"
    mc.Tablebase.build(KALAH, 13, whole)
    killed: list[int] = []
    with dask() as executor:
        client = executor._client  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other way

        def kill(_positions: int) -> None:
            if not killed and part.exists() and part.stat().st_size > 1_000_000:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        part = tmp_path / "table.part"
        mc.Tablebase.build(KALAH, 13, path, executor=executor, progress=kill)
    assert killed
    assert path.read_bytes() == whole.read_bytes()
