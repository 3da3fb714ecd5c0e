"""What endgame tables say of themselves: the file beside them, and how they are cited."""

from __future__ import annotations

import hashlib
import json
import os
import re
import warnings
from pathlib import Path

import pytest

import mancalab as mc

SMALL = mc.rules("kalah", columns=2)


def said(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")


def built(path: Path, seeds: int = 3, **words: object) -> mc.TableAbout:
    return mc.Tablebase.build(SMALL, seeds, path, **words).about()  # type: ignore[arg-type]


def test_a_table_of_a_file_says_how_it_was_built(tmp_path: Path) -> None:
    path = tmp_path / "table"
    about = built(path, threads=2)
    assert (about.rules, about.digest, about.seeds, about.path) == (SMALL, SMALL.digest, 3, path)
    assert (about.positions, about.bytes) == (35, path.stat().st_size)
    assert about.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    sums = [about.checksums[-1], hashlib.sha256(b"").hexdigest()]
    assert path.read_bytes().hex().endswith(sums[0])
    assert len(about.checksums) == 4
    assert about.built is not None
    info = mc.build_info()
    assert (about.built.version, about.built.simd) == (mc.__version__, info["simd"])
    assert (about.built.threads, about.built.resumed) == (2, False)
    assert about.built.seconds >= 0
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", about.built.date)
    assert mc.Tablebase.open(path).about() == about


def test_the_file_beside_a_table_holds_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a table"
    about = built(path)
    facts = json.loads(said(path).read_text(encoding="utf-8"))
    assert said(path).read_text(encoding="utf-8") == about.to_json()
    assert mc.Rules.from_toml(facts["rules"]) == SMALL
    assert facts["checksums"] == list(about.checksums)
    assert facts["built"]["version"] == mc.__version__
    assert facts["citation"] == about.citation
    assert "Endgame table of Kalah (kalah columns=2): what" in about.citation
    for words in (SMALL.digest, about.sha256, "mancalab tables verify 'a table'", mc.__version__):
        assert str(words) in about.citation
    assert all(len(line) < 80 for line in str(about).splitlines())
    assert sorted(tmp_path.iterdir()) == [path, said(path)]


def test_a_table_in_memory_says_what_its_file_would(tmp_path: Path) -> None:
    memory = mc.Tablebase.build(SMALL, 3).about()
    about = built(tmp_path / "table")
    assert (memory.path, memory.built, memory.sha256) == (None, None, None)
    assert (memory.bytes, memory.checksums) == (about.bytes, about.checksums)
    assert "tables verify FILE" in memory.citation
    assert "not known" in str(memory)


def test_without_the_file_beside_it_a_table_says_what_it_can(tmp_path: Path) -> None:
    path = tmp_path / "table"
    about = built(path)
    said(path).unlink()
    bare = mc.Tablebase.open(path, verify=False).about()
    assert (bare.built, bare.sha256) == (None, None)
    assert (bare.checksums, bare.positions) == (about.checksums, about.positions)
    # A finished table is opened: how it was built is not known any more.
    assert built(path).built is None
    assert not said(path).exists()


def test_a_finished_table_keeps_its_file_and_a_new_one_gets_another(tmp_path: Path) -> None:
    path = tmp_path / "table"
    built(path, threads=1)
    before = said(path).read_bytes()
    assert built(path, threads=2).built.threads == 1  # type: ignore[union-attr]
    assert said(path).read_bytes() == before
    assert built(path, threads=2, resume=False).built.threads == 2  # type: ignore[union-attr]
    assert built(path, seeds=4).seeds == 4


@pytest.mark.parametrize(("kept", "resumed"), [(-100, True), (0, False)])
def test_a_build_that_went_on_says_so(tmp_path: Path, kept: int, resumed: bool) -> None:
    path = tmp_path / "table"
    built(path, seeds=5)
    part = path.with_name("table.part")
    path.rename(part)
    part.write_bytes(part.read_bytes()[:kept] if kept else b"something else")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mc.TableWarning)
        about = built(path, seeds=5)
    assert about.built is not None
    assert about.built.resumed is resumed


def test_a_table_that_is_packed_or_copied_says_how_it_was_built(tmp_path: Path) -> None:
    path, copy = tmp_path / "table", tmp_path / "packed"
    before = built(path, threads=1)
    mc.Tablebase.open(path).save(copy, packed=True)
    about = mc.Tablebase.open(copy).about()
    assert about.built == before.built
    assert about.sha256 == hashlib.sha256(copy.read_bytes()).hexdigest() != before.sha256
    mc.Tablebase.open(path).save(path, packed=True)  # in its own place
    assert mc.Tablebase.open(path).about().sha256 == about.sha256
    mc.Tablebase.build(SMALL, 3).save(tmp_path / "other")  # of which nothing is known
    assert not said(tmp_path / "other").exists()


def damaged(text: str) -> dict[str, str]:
    """What may stand beside a table, and what is said of it."""
    facts = json.loads(text)

    def but(**changes: object) -> str:
        return json.dumps({**facts, **changes})

    return {
        "": "says nothing of a table",
        "[" * 100_000: "says nothing of a table",
        "[1, 2]": "says nothing of a table",
        "\0" * (1 << 21): "says nothing of a table",
        but(kind="cookies"): "says nothing of a table",
        but(seeds=4): "of another table",
        but(checksums=facts["checksums"][::-1]): "of another table",
        but(rules=mc.rules("awari").to_toml()): "of another table",
        but(sha256="ab"): "sha256: 64 hexadecimal digits are needed",
        but(built=None): "built: needed are version, simd",
        but(built={**facts["built"], "threads": "2"}): "built: threads is not as it is written",
        but(built={**facts["built"], "date": "\x1b[2J"}): "built: date is not as it is written",
    }


def test_what_is_wrong_beside_a_table_is_left_aside(tmp_path: Path) -> None:
    path = tmp_path / "table"
    built(path)
    table, text = mc.Tablebase.open(path), said(path).read_text(encoding="utf-8")
    for other, words in damaged(text).items():
        said(path).write_text(other, encoding="utf-8")
        with pytest.warns(mc.TableWarning, match=words) as told:
            about = table.about()
        assert str(said(path)) in str(told[0].message)
        assert about.built is None


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table"
    said(path).write_text('{"mine": 1}', encoding="utf-8")
    with pytest.warns(mc.TableWarning, match="is not written there"):
        mc.Tablebase.build(SMALL, 3, path)
    assert said(path).read_text(encoding="utf-8") == '{"mine": 1}'
    said(path).unlink()
    said(path).mkdir()
    with pytest.warns(mc.TableWarning, match="is not written there"):
        mc.Tablebase.build(SMALL, 4, path)
    assert mc.Tablebase.open(path).seeds == 4


@pytest.mark.skipif(os.name != "posix", reason="makes a link and a pipe")
def test_links_are_followed_and_pipes_left_alone(tmp_path: Path) -> None:
    path, link = tmp_path / "table", tmp_path / "link"
    link.symlink_to(path)
    assert built(link).built is not None
    assert said(path).exists()
    assert not said(link).exists()
    said(path).unlink()
    os.mkfifo(said(path))
    with pytest.warns(mc.TableWarning, match="no file"):
        mc.Tablebase.open(path).about()
