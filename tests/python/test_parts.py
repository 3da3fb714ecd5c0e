"""Parts of a study: how cells are cut, added up, stored, and found again."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import mancalab as mc
from mancalab._core import Series
from mancalab._matches import playing
from mancalab.study import DamagedPart, ablation, clause_effect, first_player_advantage, parts
from mancalab.study.advantage import plan
from mancalab.study.cells import Cell
from mancalab.study.parts import LARGEST, SERIES, Part, Total, bounds, cut, next_bound, play_part
from mancalab.study.run import Runner
from mancalab.study.store import Store, lasting_name
from mancalab.study.tables.advantage import AdvantageRow
from simple_agents import lowest

RANDOM = [("random", "random")]


def cell(n: int = 300, pair: tuple[str, str] = ("random", "random"), seed: int = 0) -> Cell:
    (found,) = plan("kalah", [pair], n=n, seed=seed)
    return found


# Cutting and adding up


def test_parts_cover_every_round_once() -> None:
    for rounds in (1, 3, 4, 5, 64, 100, 1_000, 70_000):
        found = list(cut(replace(cell(), rounds=rounds), 0))
        covered = [range(part.first_round, part.first_round + part.rounds) for part in found]
        assert list(itertools.chain.from_iterable(covered)) == list(range(rounds))


def test_a_longer_study_begins_with_the_parts_of_a_shorter_one() -> None:
    spans = [
        [(part.first_round, part.rounds) for part in cut(replace(cell(), rounds=rounds), 0)]
        for rounds in (5_000, 90_000)
    ]
    assert spans[1][: len(spans[0]) - 1] == spans[0][:-1]


def test_parts_grow_slowly_and_not_for_ever() -> None:
    ends = list(itertools.islice(bounds(), 400))
    sizes = [b - a for a, b in itertools.pairwise([0, *ends])]
    assert max(sizes) == LARGEST
    for end, size in zip(ends[16:], sizes[16:], strict=True):
        assert size <= end / 8
    # Even a study without end is cut as it goes.
    assert next(cut(replace(cell(), rounds=10**18), 0)).rounds == sizes[0]


def test_parts_between_two_bounds() -> None:
    middle = next_bound(500)
    whole = replace(cell(), rounds=2_000)
    both = [*cut(whole, 0, stop=middle), *cut(whole, 0, start=middle)]
    assert both == list(cut(whole, 0))


@pytest.mark.parametrize("pair", [("random", "random"), ("random", "greedy")])
def test_parts_add_up_to_the_whole_in_any_order(pair: tuple[str, str]) -> None:
    one = cell(2_000, pair)
    whole = play_part(parts.whole_cell(one, 0))
    pieces = list(cut(one, 0))
    random.Random(1).shuffle(pieces)  # noqa: S311 - an order, no secret
    total = Total()
    for part in pieces:
        total.add(part, play_part(part))
    assert total.rounds == whole.rounds
    for name in ("tally", "outcomes", "joint", "moments", "distinct"):
        assert getattr(total.series, name) == getattr(whole, name)
    assert [batch.rounds for batch in total.batches] == [part.rounds for part in cut(one, 0)]


def test_no_part_counts_twice() -> None:
    (part, *_) = cut(cell(), 0)
    total = Total()
    total.add(part, play_part(part))
    with pytest.raises(ValueError, match="round 0 has been counted before"):
        total.add(part, play_part(part))


def test_parts_pickle() -> None:
    (part, *_) = cut(cell(pair=("random", "greedy")), 0)
    again = pickle.loads(pickle.dumps(part))  # noqa: S301 - written a moment ago
    assert again == part
    assert play_part(again).outcomes == play_part(part).outcomes


# Storing


def some_part(folder: Path) -> tuple[Store[Series], Part, Path]:
    store = Store(folder, SERIES)
    (part, *_) = cut(cell(pair=("random", "greedy")), 0)
    store.save(part, play_part(part))
    return store, part, store.path(part)


def test_a_stored_part_is_found_again(tmp_path: Path) -> None:
    store, part, path = some_part(tmp_path / "new" / "folder")
    series, again = play_part(part), store.load(part)
    assert again is not None
    for name in ("rounds", "tally", "outcomes", "joint", "moments", "distinct"):
        assert getattr(again, name) == getattr(series, name)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_stored_part_says_what_it_is(tmp_path: Path) -> None:
    _, part, path = some_part(tmp_path)
    said = json.loads(path.read_text().splitlines()[0])
    assert said["magic"] == "mancalab part"
    assert said["rules"] == part.cell.rules.digest
    assert (said["first"], said["second"]) == ("Random()", "Greedy()")
    assert (said["seed"], said["first_round"], said["rounds"]) == (0, 0, part.rounds)


def test_a_part_of_another_study_is_not_found(tmp_path: Path) -> None:
    store, part, _ = some_part(tmp_path)
    other = part.cell
    changes: list[Cell] = [
        replace(other, rules=mc.rules("kalah", seeds=3)),
        replace(other, seed=1),
        replace(other, opening_plies=1),
        replace(other, swap=False),
        replace(other, first=mc.agents.Greedy(), second=mc.agents.Random()),
        replace(other, second=mc.agents.Policy(lowest)),
    ]
    found = [replace(part, cell=changed) for changed in changes]
    found += [replace(part, first_round=4), replace(part, rounds=3)]
    assert len({store.path(one) for one in [part, *found]}) == 9
    assert [store.load(one) for one in found] == [None] * 8
    # How long the study is in all, and which of its cells this is, make no other part.
    assert store.load(replace(part, number=7, cell=replace(other, rounds=10**9))) is not None


def test_a_part_of_another_version_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, part, _ = some_part(tmp_path)
    monkeypatch.setattr("mancalab.study.store.__version__", "999")
    assert store.load(part) is None


def cut_short(text: str) -> str:
    return text[: len(text) // 2]


def one_digit(text: str) -> str:
    at = text.rindex("1")
    return f"{text[:at]}2{text[at + 1 :]}"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda _: "", "first line is not JSON"),
        (lambda _: "[]\n", "not a JSON object"),
        (lambda _: "\udcff", "invalid start byte"),
        (cut_short, "sha256 is"),
        (one_digit, "sha256 is"),
        (lambda text: text.replace("mancalab part", "mancala part"), "magic is 'mancala part'"),
        (lambda text: text.replace('"format": 2', '"format": 1'), "format is 1, not 2"),
        (lambda text: text.replace('"seed": 0', '"seed": 5'), "seed is 5, not 0"),
        (lambda text: text.replace('"seed"', '"more": 1, "seed"'), "more is unknown"),
    ],
)
def test_a_damaged_part_is_played_again(
    damage: Callable[[str], str], words: str, tmp_path: Path
) -> None:
    store, part, path = some_part(tmp_path)
    good = path.read_bytes()
    path.write_bytes(damage(good.decode()).encode(errors="surrogateescape"))
    with pytest.warns(DamagedPart, match=f"is damaged.*{words}"):
        assert store.load(part) is None
    store.save(part, play_part(part))
    assert store.load(part) is not None


def test_a_part_with_other_rounds_inside_is_damaged(tmp_path: Path) -> None:
    store, part, _ = some_part(tmp_path)
    store.save(part, play_part(replace(part, rounds=2)))
    with pytest.warns(DamagedPart, match="it holds 2 rounds, not 4"):
        assert store.load(part) is None


# Agents that are known again


def test_lasting_names_of_agents() -> None:
    policy = mc.agents.Policy
    assert lasting_name(mc.agents.Greedy()) == "Greedy()"
    assert lasting_name(policy(lowest)) == "Policy(simple_agents.lowest)"
    assert lasting_name(policy(lowest, "v2")) == "Policy(simple_agents.lowest, 'v2')"
    assert lasting_name(policy(lambda s: s.legal_actions[0], "low")) == "Policy('low')"
    with pytest.raises(ValueError, match=r"resume: the agent '<lambda>' cannot be recognised"):
        lasting_name(policy(lambda s: s.legal_actions[0]))


def test_what_cannot_be_resumed_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="seed = None: a study"):
        first_player_advantage("kalah", n=10**15, seed=None, resume=tmp_path)
    with pytest.raises(ValueError, match="'<lambda>' cannot be recognised"):
        clause_effect(
            "kalah", "relay", [True, False], [(lambda _: 0, "random")], 10**15, resume=tmp_path
        )
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        first_player_advantage("kalah", n=10**15, resume=tmp_path / "file")


# Resuming


def timeless(rows: object) -> list[AdvantageRow]:
    assert isinstance(rows, mc.study.AdvantageTable | mc.study.EffectTable)
    return [replace(row, seconds=0) for row in rows]


class Counter:
    """Counts the games that are really played, and can stop them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rounds = 0
        self.left = 10**9
        self._series = playing.series
        monkeypatch.setattr(playing, "series", self)

    def __call__(self, *args: object, **options: object) -> object:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        self.rounds += int(args[3])  # type: ignore[call-overload]
        return self._series(*args, **options)  # type: ignore[arg-type]


def test_a_study_that_is_finished_plays_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = first_player_advantage("kalah", n=500)
    played = Counter(monkeypatch)
    first = first_player_advantage("kalah", n=500, resume=tmp_path)
    assert played.rounds == 1_500
    seen: list[int] = []
    again = first_player_advantage("kalah", n=500, resume=tmp_path, progress=seen.append)
    assert played.rounds == 1_500
    assert sum(seen) == 1_500
    assert again == first  # with its seconds
    assert timeless(first) == timeless(plain)


def test_an_interrupted_study_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ablation("kalah", {"replay": False}, RANDOM, 1_000)
    played = Counter(monkeypatch)
    for stop in (3, 40, 17):
        played.left = stop
        with pytest.raises(KeyboardInterrupt):
            ablation("kalah", {"replay": False}, RANDOM, 1_000, resume=tmp_path)
    played.left = 10**9
    resumed = ablation("kalah", {"replay": False}, RANDOM, 1_000, resume=tmp_path)
    assert timeless(resumed) == timeless(plain)
    assert played.rounds == 2_000


def test_a_longer_study_plays_only_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Counter(monkeypatch)
    first_player_advantage("kalah", RANDOM, n=next_bound(500), resume=tmp_path)
    longer = first_player_advantage("kalah", RANDOM, n=1_200, resume=tmp_path)
    assert played.rounds == 1_200
    assert timeless(longer) == timeless(first_player_advantage("kalah", RANDOM, n=1_200))


def test_studies_share_parts_of_the_same_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Counter(monkeypatch)
    clause_effect("kalah", "relay", [False, True], RANDOM, 300, resume=tmp_path)
    ablation("kalah", {"relay": True}, RANDOM, 300, resume=tmp_path)
    assert played.rounds == 600


def test_until_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def study(folder: Path | None) -> list[AdvantageRow]:
        found = clause_effect("kalah", "relay", [False, True], RANDOM, until=0.02, resume=folder)
        return timeless(found)

    plain = study(None)
    played = Counter(monkeypatch)
    played.left = 150
    with pytest.raises(KeyboardInterrupt):
        study(tmp_path)
    played.left = 10**9
    assert study(tmp_path) == plain
    assert played.rounds == sum(row.games for row in plain)


def test_damage_in_a_study_is_mended(tmp_path: Path) -> None:
    whole = first_player_advantage("kalah", RANDOM, n=300, resume=tmp_path)
    files = sorted(tmp_path.iterdir())
    files[3].write_text("{}")
    files[7].unlink()
    with pytest.warns(DamagedPart, match=files[3].name):
        mended = first_player_advantage("kalah", RANDOM, n=300, resume=tmp_path)
    assert timeless(mended) == timeless(whole)
    assert sorted(tmp_path.iterdir()) == files


def test_a_runner_gives_every_part_once(tmp_path: Path) -> None:
    store = Store(tmp_path, SERIES)
    pieces = list(cut(cell(), 0))
    for part in pieces[5:9]:
        store.save(part, play_part(part))
    found = [part for part, _ in Runner(SERIES, store=store).played(pieces, None)]
    assert sorted(found, key=lambda part: part.first_round) == pieces


def test_a_study_of_many_games_stores_from_the_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Counter(monkeypatch).left = 20
    with pytest.raises(KeyboardInterrupt):
        first_player_advantage("kalah", RANDOM, n=10**15, resume=tmp_path)
    assert len(list(tmp_path.iterdir())) == 20


# Killed

PROGRAM = """\
import sys
from mancalab.study import ablation

table = ablation(
    "kalah",
    {"replay": False, "relay": True},
    [("greedy", "greedy")],
    int(sys.argv[1]),
    resume=sys.argv[2],
    progress=lambda _: print("some more", flush=True),
)
table.to_csv(sys.argv[3])
"""


def start(n: int, *paths: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM, str(n), *map(str, paths)],
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    ("kills", "n"), [(3, 20_000), pytest.param(10, 200_000, marks=pytest.mark.nightly)]
)
def test_a_study_that_is_killed_at_any_moment_goes_on(kills: int, n: int, tmp_path: Path) -> None:
    folder, csv = tmp_path / "parts", tmp_path / "table.csv"
    plain = ablation("kalah", {"replay": False, "relay": True}, [("greedy", "greedy")], n)
    pieces = 3 * len(list(cut(replace(cell(), rounds=n), 0)))
    rng = random.Random(kills)  # noqa: S311 - moments, no secrets
    stored = [0]
    for _ in range(kills):
        with start(n, folder, csv) as study:
            assert study.stdout is not None
            for _ in range(rng.randrange(1, pieces * 3 // 4)):
                study.stdout.readline()
            time.sleep(rng.uniform(0, 0.005))
            study.kill()
        assert study.returncode == -signal.SIGKILL
        stored.append(len(list(folder.glob("*.json"))))
    assert stored == sorted(stored)
    assert 0 < stored[-1] < pieces
    assert not csv.exists()
    with start(n, folder, csv) as study:
        study.communicate()
    assert study.returncode == 0
    assert len(list(folder.glob("*.json"))) == pieces
    assert timeless(mc.study.EffectTable.from_csv(csv)) == timeless(plain)
