"""Games of the family as another program played them: all records are replayed in agreement.

`tests/data/family/README.md` says what the records are. All of them are replayed by
`python tests/python/replay_records.py FOLDER`, where there are more.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import mancalab as mc
from chosen_games import some_of
from family_case import EXCUSES
from family_records import FAMILY, Game, Setting, games, settings, slug
from family_replay import Replay
from family_report import Report, without_records
from replay_records import main, replay

SETTINGS = settings()
GAMES = {game.name: game for game in games(FAMILY, SETTINGS)}

# Plies of the three playouts that are compared, and ends with a winner.
COMPARED = {
    "abalalae": (411, 3),
    "adi": (293, 0),
    "adidada": (301, 3),
    "adjiboto": (257, 3),
    "ako-okwe": (359, 3),
    "andot": (219, 2),
    "aw-li-on-nam-ot-tjin": (306, 3),
    "awagagae": (218, 3),
    "awari-ndyuka": (386, 3),
    "bao-ki-arabu": (396, 3),
    "bao-ki-arabu-zanzibar-1": (401, 3),
    "bay-khom": (129, 3),
    "bechi": (545, 2),
    "bohnenspiel": (298, 3),
    "bosh": (676, 0),
    "chongka": (362, 3),
    "chonka": (87, 2),
    "chungcajon": (662, 3),
    "dabuda": (565, 3),
    "daramuti": (1146, 0),
    "dongjintian": (268, 2),
    "english-wari-st-lucia": (349, 1),
    "enindji": (360, 3),
    "erherhe": (944, 3),
    "fairkalah": (165, 3),
    "foji": (327, 3),
    "fondji": (458, 3),
    "french-wari": (344, 3),
    "gabata-adegrat": (1178, 0),
    "gabata-aksum": (240, 0),
    "gabata-ansaba": (475, 0),
    "gabata-ghinda": (882, 3),
    "gabata-oromo": (1121, 0),
    "gabata-shoa-adegrat": (1183, 0),
    "gabata-wuqro": (872, 2),
    "gamacha": (201, 3),
    "gamacha-nobility": (217, 3),
    "gifia": (860, 1),
    "hawalis": (463, 3),
    "hoyito": (445, 3),
    "hufesay": (1175, 0),
    "hus-damara": (868, 2),
    "hus-nama": (646, 0),
    "i-dogon": (68, 3),
    "intotoi": (199, 3),
    "jerin": (993, 0),
    "jimafesosh": (1130, 0),
    "jodu": (339, 0),
    "kalah": (187, 3),
    "kanji-guti": (262, 3),
    "kapana-bona": (29, 3),
    "kara": (114, 3),
    "katra": (1200, 0),
    "katra-boaoaka": (310, 2),
    "katrayo": (78, 3),
    "katro-bevohoka": (568, 3),
    "khrour": (574, 2),
    "khutka-boia": (219, 0),
    "kisolo-lali": (1200, 0),
    "kotu-baendum": (142, 0),
    "kpo": (274, 3),
    "lab-akila": (300, 3),
    "lam-waladach": (1177, 0),
    "lamosh": (1098, 2),
    "leyla": (757, 0),
    "leyla-gobale-gabradarre": (296, 0),
    "leyla-gobale-somaliland": (229, 1),
    "luuth": (294, 3),
    "main-chongkak": (966, 1),
    "mangala-bedouin": (82, 3),
    "mangala-suez": (332, 3),
    "mangala-turkey": (254, 3),
    "mangola": (155, 3),
    "mankala": (355, 3),
    "mawkar-katiya": (477, 0),
    "mefuvha": (371, 3),
    "meusueb": (382, 3),
    "mewelad": (891, 2),
    "moruba": (554, 3),
    "motiq": (1196, 0),
    "msuwa-wa-kunja": (279, 3),
    "musoro-tsoro": (374, 3),
    "muvalavala-luena": (260, 3),
    "muvalavala-quioco": (256, 3),
    "mwambulula": (284, 0),
    "namudilakunze": (1050, 2),
    "nchayo": (335, 3),
    "nchuwa": (266, 3),
    "njombwa": (607, 3),
    "njombwa-one-counter": (349, 3),
    "njombwa-two-counters": (512, 3),
    "nsumbi": (293, 3),
    "obridje": (282, 3),
    "okwe-achalla": (119, 3),
    "okwe-nigeria": (1179, 0),
    "omangunta-peeta": (1056, 0),
    "oure-ngat": (1200, 0),
    "ovalhu": (1200, 0),
    "oware": (458, 3),
    "owela-benguela": (251, 3),
    "pachgarhwa": (228, 3),
    "pallankuli": (1000, 1),
    "papan-dakon": (1200, 0),
    "puhulmutu": (137, 0),
    "qelat": (887, 1),
    "qelat-beni-amir-mensa": (185, 3),
    "rabe": (1169, 0),
    "rio-kadalis": (800, 2),
    "ryakati": (1128, 0),
    "shono": (373, 3),
    "sonka": (1198, 0),
    "spreta": (167, 3),
    "sungka": (1200, 0),
    "sute": (1194, 1),
    "tap-urdy": (282, 3),
    "tapata": (210, 2),
    "togyzqumalaq": (428, 3),
    "tshuba": (95, 3),
    "tsoro": (375, 3),
    "tsoro-additional": (132, 3),
    "tsoro-baia": (745, 3),
    "tsoro-reentered": (1151, 0),
    "tuz": (1185, 0),
    "um-el-bagara": (310, 3),
    "um-el-banat": (1127, 1),
    "um-el-bil": (374, 3),
    "um-el-tuweisat": (201, 3),
    "unnee-tugalluulax": (383, 3),
    "uril": (326, 3),
    "uthi": (1176, 0),
    "vai-lung-thlan": (365, 3),
    "waache-waledat": (205, 0),
    "wari": (500, 3),
    "waurie": (356, 3),
    "woli": (463, 3),
    "wouri": (1143, 0),
    "yovodi": (277, 3),
    "yovodji": (229, 2),
}


@cache
def report(name: str) -> Report:
    return replay(GAMES[name])


def test_every_game_is_there() -> None:
    assert set(GAMES) == set(COMPARED)
    assert set(GAMES) <= {*mc.catalogue, "vai-lung-thlan"}


@pytest.mark.parametrize("name", GAMES)
def test_records_are_replayed_without_disagreement(name: str) -> None:
    found = report(name)
    assert not found.disagreements, "\n".join(found.faults)
    assert found.playouts == 3
    assert (found.plies, found.ends) >= COMPARED[name]


@pytest.mark.parametrize("name", [name for name in GAMES if SETTINGS.get(name, Setting()).excuses])
def test_every_deviation_occurs(name: str) -> None:
    assert set(report(name).excused) == set(SETTINGS[name].excuses)


def test_every_deviation_is_told_with_its_reason() -> None:
    for name, known in SETTINGS.items():
        assert set(known.excuses) <= set(EXCUSES), name
        assert all(known.excuses.values()), name
        assert known.why or not (known.options or known.replace or known.file), name


@pytest.mark.parametrize("name", some_of(GAMES, 3))
def test_a_wrong_rule_is_noticed(name: str) -> None:
    """Rules with another least number of seeds, or relays where there are none, are noticed."""
    game = GAMES[name]
    # In the first rounds that are compared nobody plays a single seed.
    several = name in {"kotu-baendum", "puhulmutu"}
    changes = {"least": 2 if game.rules.options["least"].value == 1 and not several else 3}
    # Where every seed goes into an empty pit, an entry says what is sown on, or one always fits.
    lands_full = name not in {"sute", "daramuti", "gifia"}
    without = {"no_relay", "next_pit_captured"} & set(game.setting.excuses)  # the records have none
    if lands_full and not without:
        relay = game.rules.options.get(
            "relay"
        )  # not where the pit after the landing pit is sown on
        changes |= {"relay": not relay.value} if relay else {}
    for option, value in changes.items():
        with suppress(mc.RulesError):
            wrong = replace(game, rules=game.rules.replace(**{option: value}))
            assert is_noticed(wrong), option


def is_noticed(wrong: Game) -> bool:
    """Whether a record disagrees: as a rule the first one does."""
    found = Report(wrong.name)
    for playout in wrong.playouts():
        Replay(wrong, playout, found).run()
        if found.disagreements:
            return True
    return False


@pytest.mark.parametrize("name", ["oware", "kalah", "mangala-turkey"])
def test_without_its_excuses_a_game_disagrees(name: str) -> None:
    """What is excused, or changed to play as the recorded program did, does make a difference."""
    game = GAMES[name]
    plain = replace(game, setting=replace(game.setting, excuses={}), rules=mc.rules(name))
    assert replay(plain).disagreements


def test_the_command_says_what_it_compared() -> None:
    def said(*words: str) -> subprocess.CompletedProcess[str]:
        script = str(Path(__file__).parent / "replay_records.py")
        command = [sys.executable, script, str(FAMILY), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603

    done = said("oware", "kpo")
    kpo, oware, summary = done.stdout.splitlines()
    assert kpo.split()[:4] == ["kpo", "3", "playouts", str(report("kpo").plies)]
    assert "0 disagreements   excused: 1 last_seed_past_the_origin" in oware
    assert summary.startswith("2 games, 6 playouts,")
    assert (done.returncode, said("kpo", "chess").returncode) == (0, 1)


def test_games_without_records_are_listed_and_not_counted() -> None:
    found = [Report(name) for name in GAMES]
    lines = dict(line.split(maxsplit=1) for line in without_records(found))
    assert set(lines) == set(mc.catalogue) - set(GAMES)
    assert all(line.startswith("no records") for line in lines.values())
    for name in ("altiev", "boukerourou", "halusa", "ngolo", "ntyenge"):
        assert lines[name] == "no records: It is not among the games that were recorded."


def test_a_folder_without_records_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, what in [(tmp_path / "none", "does not exist"), (tmp_path, "holds no playouts/")]:
        monkeypatch.setattr(sys, "argv", ["replay_records.py", str(folder)])
        with pytest.raises(SystemExit) as caught:
            main()
        assert caught.value.code == 2
        assert f"{folder} {what}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["hawalis", "lab-akila"])
def test_only_relays_need_the_excuse_that_there_are_none(name: str) -> None:
    """With one lap a turn the rules agree with every lap that was excused for it, and no fewer."""
    game = GAMES[name]
    single = replay(replace(game, rules=game.rules.replace(relay=False)))
    assert not single.disagreements
    assert single.excused == report(name).excused - Counter(no_relay=sys.maxsize)
    assert (single.plies, single.ends) == (report(name).plies, report(name).ends)


def test_titles_make_names() -> None:
    assert slug("J'odu") == "jodu"
    assert slug("Njombwa (One Counter)") == "njombwa-one-counter"


# Sequences of whole turns from the first position, counted with the recorded program. An endless
# sowing is no turn there.
PERFT = {
    "kisolo-lali": (3, 345, 55),
    "mangala-turkey": (6, 70_040, 0),
    "njombwa-two-counters": (5, 101_136, 5),
}


@pytest.mark.parametrize("name", PERFT)
def test_turns_are_counted_alike(name: str) -> None:
    depth, turns, endless = PERFT[name]
    start = GAMES[name].rules.start()
    assert mc.perft(start, depth) == turns
    assert sum(is_void(start, depth)) == endless


def is_void(state: mc.State, depth: int) -> list[bool]:
    """Whether each sequence of so many actions ends with an endless sowing."""
    if depth == 0:
        return [state.outcome is not None and state.outcome.result == "void"]
    return [void for a in state.legal_actions for void in is_void(state.play(a), depth - 1)]
