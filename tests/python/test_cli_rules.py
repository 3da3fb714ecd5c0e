"""The commands on rules: a game in words, two games compared, a description checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mancalab as mc
from chosen_games import some_of
from commands import refused
from landing_games import kalah_with
from mancalab import cli

LISTED = f"`mancalab games` lists all {len(mc.catalogue)} names\n"
BAD = Path(__file__).parents[1] / "data" / "bad_rules"

ONE_PIT = """
name = "one-pit"
[board]
rows = 2
columns = 1
[setup]
seeds = {seeds}
[laps]
relay = "{relay}"
[ending]
when = ["nobody_can_move"]
"""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    return Said(capsys)


class Said:
    """What a command writes on its two streams."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def by(self, *words: str, status: int = 0) -> str:
        """The output of a command without mistakes."""
        assert cli.main(list(words)) == status
        out, err = self._capsys.readouterr()
        assert err == ""
        return out

    def mistake(self, *words: str) -> str:
        """The one line about a mistake."""
        assert cli.main(list(words)) == 2
        out, err = self._capsys.readouterr()
        assert out == ""
        assert err.startswith("mancalab")
        assert err.count("\n") == 1
        return err


def in_words(rules: mc.Rules) -> str:
    """What `rules GAME` prints: the game, then its options with the fields that say the same."""
    fields = dict(rules._option_fields())  # noqa: SLF001
    lines = []
    for name, option in rules.options.items():
        is_name = option.value is None or isinstance(option.value, bool)
        value = str(option.value).lower() if is_name else option.value
        lines.append(f"{name} = {value}: {option.about} ({fields[name]})")
    head = "The options, each with the field that says the same"
    return "\n".join([rules.explain(), head, *lines, ""])


def one_pit(folder: Path, *, seeds: int = 1, relay: str = "none") -> str:
    path = folder / "one-pit.toml"
    path.write_text(ONE_PIT.format(seeds=seeds, relay=relay))
    return str(path)


# mancalab rules


@pytest.mark.parametrize("name", mc.catalogue)
def test_rules_says_a_game_in_words(name: str, said: Said) -> None:
    assert said.by("rules", name) == in_words(mc.rules(name))


def test_rules_takes_options_and_files(tmp_path: Path, said: Said) -> None:
    small = mc.rules("kalah", columns=4, seeds=3)
    assert said.by("rules", "kalah:columns=4,seeds=3") == in_words(small)
    path = tmp_path / "small.toml"
    path.write_text(small.to_toml())
    assert said.by("rules", str(path)) == in_words(small)
    assert said.by("rules", f"{path}:columns=5") == in_words(small.replace(columns=5))


def test_values_of_entries_are_options_too(said: Said) -> None:
    changed = mc.rules("kalah").replace(**{"landing.capture.side": "any"})
    assert said.by("rules", "kalah:landing.capture.side=any") == in_words(changed)
    mistake = said.mistake("rules", "kalah:landing.captur.side=any")
    assert "no such entry; it has capture" in mistake
    assert "landing.capture.side" in said.mistake("rules", "kalah:landing.capture.side=all")


def test_values_of_entries_may_be_lists(said: Said) -> None:
    changed = mc.rules("oware").replace(**{"landing.capture.counts": [2, 3, 4]})
    for options in (
        "landing.capture.counts=[2,3,4]",
        "landing.capture.counts=[2, 3, 4]",
        "landing[0].counts=[2,3,4]",
        "seeds=3,landing.capture.counts=[2,3,4],seeds=4",
    ):
        assert said.by("rules", f"oware:{options}") == in_words(changed)
    both = 'kalah:landing.capture.counts=[1,2],landing.capture.take=["facing","landing"],seeds=3'
    facing = mc.rules("kalah", seeds=3).replace(**{"landing.capture.counts": (1, 2)})
    assert said.by("rules", both) == in_words(facing)
    assert "name=value" in said.mistake("rules", "kalah:columns=4,,seeds=3")
    assert "is not of the form" in said.mistake("rules", "kalah:landing.capture.counts=[1],2")


def test_rules_diff(said: Said) -> None:
    twin = "kalah:empty_capture=true"
    diff = mc.rules("kalah").diff(mc.rules("kalah", empty_capture=True))
    one, other = (line[2:].removeprefix("KA-5  ") for line in diff.splitlines())
    assert said.by("rules", "--diff", "kalah", twin) == (
        f"kalah and {twin} differ in 1 rule.\n\nkalah (KA-5): {one}\n{twin} (KA-5): {other}\n"
    )


def test_the_games_of_rules_diff_stand_on_either_side_of_it(said: Said) -> None:
    told = said.by("rules", "--diff", "kalah", "oware")
    assert said.by("rules", "kalah", "--diff", "oware") == told
    assert said.by("rules", "kalah", "oware", "--diff") == told
    assert said.by("rules", "oware", "--diff", "kalah") != told


def test_rules_diff_of_a_rule_that_only_one_game_has(said: Said) -> None:
    text = said.by("rules", "--diff", "kalah", "oware")
    diff = mc.rules("kalah").diff(mc.rules("oware")).splitlines()
    told = [line for line in text.splitlines() if line]
    assert len(told) == len(diff) + 1
    for line, words in zip(diff, told[1:], strict=True):
        assert words.startswith("kalah" if line.startswith("-") else "oware")
        assert words.endswith(line[2:].split("  ", 1)[1])


@pytest.mark.parametrize("width", [40, 72])
def test_on_a_terminal_long_sentences_are_broken(
    width: int, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = said.by("rules", "kalah")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    broken = said.by("rules", "kalah")
    assert max(map(len, plain.splitlines())) > 100
    assert max(map(len, broken.splitlines())) < width
    assert broken.split() == plain.split()
    after = broken.splitlines()[[x.startswith("KA-5") for x in broken.splitlines()].index(True) + 1]
    assert after.startswith(" " * 7)


def test_rules_diff_of_an_entry_without_a_name(tmp_path: Path, said: Said) -> None:
    entry = '[[landing]]\nwas = "occupied"\nside = "other"\ncounts = [2]\n'
    words = [str(tmp_path / "one.toml"), str(tmp_path / "other.toml")]
    effects = ('then = "again"\n', 'take = "landing"\n')
    for path, effect in zip(words, effects, strict=True):
        Path(path).write_text(kalah_with(entry + effect, after=True).to_toml())
    text = said.by("rules", "--diff", *words)
    lines = [line for line in text.splitlines()[1:] if line]
    assert [words.index(line.partition(".toml")[0] + ".toml") for line in lines] == [0, 1]
    assert ("extra turn" in lines[0], "captures" in lines[1]) == (True, True)


def test_rules_diff_of_the_same_game(said: Said) -> None:
    twin = "kalah:columns=6"
    assert said.by("rules", "--diff", "kalah", twin) == f"kalah and {twin} play the same game.\n"


@pytest.mark.parametrize("name", mc.catalogue)
def test_rules_toml_is_the_description(name: str, said: Said) -> None:
    assert mc.Rules.from_toml(said.by("rules", "--toml", name)) == mc.rules(name)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["rules"], "name one game, or two with --diff, not 0"),
        (["rules", "kalha"], f'kalha"; did you mean "kalah"? {LISTED}'),
        (["rules", "zzzz"], f'zzzz"; {LISTED}'),
        (["rules", "kalah", "oware"], "name one game, or two with --diff, not 2"),
        (["rules", "--diff", "kalah"], "--diff takes two games, not 1"),
        (["rules", "--diff", "kalah", "elf", "chuba"], "--diff takes two games, not 3"),
        (["rules", "--diff", "--toml", "kalah", "elf"], "not allowed with"),
        (["rules", "kalah:columns=0"], "columns"),
        (["rules", "missing.toml"], "missing.toml: No such file"),
        (["check"], "required"),
        (["check", "missing.toml"], "missing.toml: No such file"),
        (["check", "kalha"], "kalah"),
        (["check", "kalah:colums=4"], "columns"),
        (["check", "kalah", "--n", "0"], "n = 0: allowed are"),
        (
            ["check", "kalah", "--n", "1.5"],
            "--n: '1.5' is no number of games; allowed are whole numbers",
        ),
        (["check", "kalah", "--seed", "-1"], "seed = -1"),
    ],
)
def test_a_mistake_gets_one_clear_line(words: list[str], part: str, said: Said) -> None:
    assert part in said.mistake(*words)


# mancalab check: a faulty description


@pytest.mark.parametrize("stem", ["several-values", "syntax-no-equals", "empty"])
def test_check_says_every_fault(stem: str, said: Said) -> None:
    path = BAD / f"{stem}.toml"
    with pytest.raises(mc.RulesError) as caught:
        mc.Rules.from_toml(path)
    faults = caught.value.faults
    number = f"{len(faults)} fault" + "s" * (len(faults) > 1)
    out = said.by("check", str(path), status=1)
    assert out == "\n".join([f"{path}: {number}", *faults, ""])


def test_check_of_a_file_that_is_no_text(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("name = 'café'".encode("latin-1"))
    assert "UTF-8" in said.by("check", str(path), status=1)


# mancalab check: a game that can be played


def test_check_says_how_random_games_went(said: Said) -> None:
    out = said.by("check", "kalah:columns=3,seeds=2", "--n", "500", "--seed", "7")
    tally = mc.playouts(mc.rules("kalah", columns=3, seeds=2), games=500, seed=7)
    lengths = sorted(
        length for length, games in tally.plies_histogram.items() for _ in range(games)
    )
    median = (lengths[249] + lengths[250]) / 2
    for part in (
        "kalah:columns=3,seeds=2: the rules are in order",
        "500 random games, seed 7",
        f"{lengths[0]} to {lengths[-1]} actions, median {median:g}, mean {tally.plies / 500:.1f}",
        f"won by South {tally.south} ({tally.south / 500:.1%})",
        f"drawn {tally.draws} ({tally.draws / 500:.1%})",
        "void 0 (0.0%), truncated 0 (0.0%)",
        "skipped turns  0",
        "landing.capture.take (KA-5)",
    ):
        assert part in out
    assert "hint" not in out


def test_check_plays_a_thousand_games_unless_told(said: Said) -> None:
    assert "\n1,000 random games, seed 0\n" in said.by("check", "kalah")
    assert "\n1 random game, seed 0\n" in said.by("check", "kalah", "--n", "1")


def test_check_counts_skipped_turns(said: Said) -> None:
    assert "skipped turns  0, 0 a game" in said.by("check", "kalah", "--n", "100")
    assert "skipped turns  0" not in said.by("check", "chongka", "--n", "100")


# Where no seed leaves the pits, many relays have no end; and who captures everything in Ngolo wins,
# but a player usually gives up. In Tsoro captured seeds leave the game, and no score counts them.
# In Sonka five seeds in every other pit go round for ever, in Katra single seeds. In Ako Okwe
# players who do not look for the captures that are due move few seeds to and fro.
NOBODY_KEEPS = 'hint: ending.score = "store": nobody ever keeps captured seeds here'
HINTS = {
    "adi": "hint: most games were truncated",
    "ako-okwe": "hint: most games were truncated",
    "boukerourou": "hint: most games were void",
    "daramuti": "hint: most games were void",
    "deka": NOBODY_KEEPS,
    "lib-al-ghashim": "hint: every game was truncated",
    "nchuwa": NOBODY_KEEPS,
    "okwe-nigeria": "hint: every game was truncated",
    "omangunta-peeta": "hint: most games were truncated",
    "katra": "hint: every game was truncated",
    "lisolo": "hint: most games were truncated",
    "otep": "hint: most games were truncated",
    "ngolo": "hint: every game was truncated",
    "jimafesosh": "hint: every game was void",
    "misoro-tsoro": NOBODY_KEEPS,
    "misoro-tsoro-additional": NOBODY_KEEPS,
    "msuwa": NOBODY_KEEPS,
    "msuwa-wa-kunja": NOBODY_KEEPS,
    "musoro-tsoro": NOBODY_KEEPS,
    "nsolo": NOBODY_KEEPS,
    "ryakati": "hint: most games were truncated",
    "papan-dakon": "hint: every game was truncated",
    "puhulmutu": "hint: most games were truncated",
    "sonka": "hint: every game was truncated",
    "spreta": NOBODY_KEEPS,
    "tsoro": NOBODY_KEEPS,
    "tsoro-additional": NOBODY_KEEPS,
    "tsoro-baia": NOBODY_KEEPS,
    "tsoro-reentered": "hint: most games were void",
}


# Clauses that no sentence cites: they speak of the whole, of what follows from the rest, or of what
# players may agree.
REMARKS = {
    "kalaha-general": ["KG-6"],
    "kalaha-egyptian": ["KE-1"],
    "kalaha-ethiopian": ["KT-1"],
    "kalaha-nigerian": ["KN-7"],
    "elf": ["EL-9 and EL-10"],
    "pratt": ["PR-9", "PR-10"],
    "enindji": ["EN-7"],
    "foji": ["FJ-8"],
    "fondji": ["FO-8"],
    "unnee-tugalluulax": ["UN-6"],
    "woli": ["WL-9"],
    "yovodji": ["YJ-8"],
}


LONG = {"ryakati", "kisolo-lali"}
"""Games that take ten times as long as others."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.nightly if name in LONG else ())
        for name in sorted({*some_of(mc.catalogue, 20), *some_of({**HINTS, **REMARKS}, 10)})
    ],
)
def test_check_finds_a_use_for_every_rule_of_the_catalogue(name: str, said: Said) -> None:
    rounds = "round" in mc.rules(name).start().registers  # long games: thousands of actions
    out = said.by("check", name, "--n", "10" if rounds else "300")
    # Every game of kisolo-lali, and each match of jimafesosh, comes to an endless sowing, each
    # match of sonka, papan-dakon and puhulmutu to a round without end, katra and most boards of
    # lib-al-ghashim to single seeds that go round for ever, okwe-nigeria to no end; and at the end
    # of a round of the others nothing is left that its owner could keep: where nobody sows from
    # marked pits, these hold all seeds when neither player can move, or those from which nobody
    # sows.
    some = {"galatjang", "jerin", "jimafesosh", "kisolo-lali", "ngolo", "omangunta-peeta"}
    some |= {"katra", "okwe-nigeria", "ovalhu", "papan-dakon", "puhulmutu", "sonka", "sungka"}
    some |= {"lib-al-ghashim"}
    features = mc.rules(name).features
    # In andot single seeds that are not played may be left outside.
    barred = "bars_marked" in features and "ends_stuck" not in features and name != "andot"
    assert ("never fired" in out) == (name in some or barred)
    assert HINTS.get(name, "") in out
    hints = [line for line in out.splitlines() if line.startswith("hint: ")]
    about_clauses = [
        line for line in hints if re.match(r"hint: (clauses|\w+\.clause\.\w+)\b", line)
    ]
    assert len(hints) - len(about_clauses) == (name in HINTS)
    assert len(about_clauses) == len(REMARKS.get(name, ()))
    for clause, line in zip(REMARKS.get(name, ()), about_clauses, strict=True):
        assert clause in line


def test_check_names_the_rules_that_never_fired(said: Said) -> None:
    out = said.by("check", "kalah:columns=1,seeds=1", "--n", "50")
    fired, _, never = out.partition("rules that never fired\n")
    assert "sowing.stores (KA-3)" in fired
    assert "  landing.capture.take (KA-5): If the last seed falls in an empty pit" in never


def test_check_names_entries_that_never_fit(tmp_path: Path, said: Said) -> None:
    covered = '[[landing]]\nname = "never"\nwas = "empty"\nside = "own"\nfacing = [2]\n'
    path = tmp_path / "covered.toml"
    path.write_text(kalah_with(covered, after=True).to_toml(), encoding="utf-8")
    out = said.by("check", str(path), "--n", "20")
    line = "landing.never never fits: landing.capture fits whenever it does"
    assert f"\nentries that never fit\n  {line}\n" in out
    assert "entries that never fit" not in said.by("check", "kalah", "--n", "20")


def test_check_names_relays_that_are_never_asked_for(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "always.toml"
    always = '[[landing]]\nname = "always"\nwas = "occupied"\nthen = "end"\n'
    path.write_text(kalah_with(always).replace(relay=True).to_toml(), encoding="utf-8")
    out = said.by("check", str(path), "--n", "20")
    assert "\n  laps.relay never fits: landing.always fits whenever it does\n" in out


# mancalab check: hints


def test_a_hint_for_values_that_say_nothing(said: Said) -> None:
    out = said.by("check", "hus-damara:landing.capture.to=store", "--n", "20")
    hint = (
        'hint: landing.capture.reentry = "landing": says nothing where captured seeds are not '
        'sown on: needs to = "hand"'
    )
    assert hint in out
    out = said.by("check", "kalah:landing.capture.turns=1..", "--n", "20")
    assert 'hint: landing.capture.turns = "1..": asks nothing' in out


def test_a_hint_for_a_chain_that_asks_nothing_of_the_pits_it_comes_to(
    tmp_path: Path, said: Said
) -> None:
    path = tmp_path / "chain.toml"
    game = 'name = "chain"\nboard = { rows = 2, columns = 6 }\nsetup = { seeds = 5 }\n'
    game += 'ending = { when = ["nobody_can_move"] }\n[[landing]]\nchain = "backward"\n'
    hint = 'hint: landing[0].chain = "backward": asks nothing of the pits that it comes to'
    for tests, hinted in (('was = "empty"', True), ("counts = [1]", False)):
        path.write_text(f'{game}take = "landing"\n{tests}\n', encoding="utf-8")
        assert (hint in said.by("check", str(path), "--n", "5")) == hinted


def test_a_hint_for_a_score_that_nobody_can_have(tmp_path: Path, said: Said) -> None:
    hint = 'hint: ending.score = "store": nobody ever keeps captured seeds here'
    path = tmp_path / "hus.toml"
    text = mc.rules("hus-damara").to_toml()
    for score, hinted in (("owned", False), ("store", True)):
        path.write_text(text.replace('score = "owned"', f'score = "{score}"'), encoding="utf-8")
        assert (hint in said.by("check", str(path), "--n", "5")) == hinted


def test_captures_on_four_rows_need_not_say_what_goes_without_saying(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    game = 'name = "four"\nboard = { rows = 4, columns = 4 }\nsetup = { seeds = 2 }\n'
    game += 'ending = { when = ["cannot_move"] }\n[[capture]]\ntake = "file"\n'
    path.write_text(game, encoding="utf-8")
    assert mc.Rules.from_toml(path).start().legal_actions


def test_a_hint_for_a_game_that_is_always_cut_off(tmp_path: Path, said: Said) -> None:
    out = said.by("check", one_pit(tmp_path), "--n", "20")
    assert "hint: every game was truncated: no condition of ending.when" in out
    assert "within 1000 actions (limits.max_actions)" in out
    assert "rules that never fired\n  ending.when: nobody_can_move" in out


def test_a_hint_for_a_game_that_is_always_void(tmp_path: Path, said: Said) -> None:
    out = said.by("check", one_pit(tmp_path, seeds=2, relay="landing"), "--n", "20")
    assert 'hint: every game was void: sowings go on and on by laps.relay = "landing", and' in out
    assert "and no store is sown (sowing.stores)" in out


def test_the_hint_for_void_games_fits_the_rules(tmp_path: Path, said: Said) -> None:
    """This game has no relay, and its store is sown: captured seeds are sown on and on."""
    path = tmp_path / "again.toml"
    game = 'name = "again"\nboard = { rows = 2, columns = 6, stores = true }\n'
    game += "setup = { seeds = 4 }\n"
    game += 'sowing = { stores = "own" }\nending = { when = ["either_empty"] }\n[[landing]]\n'
    game += 'was = "empty"\nside = "own"\ntake = "landing"\nto = "hand"\nthen = "again"\n'
    path.write_text(game, encoding="utf-8")
    out = said.by("check", str(path), "--n", "50")
    assert 'hint: most games were void: sowings go on and on by landing[0].to = "hand"\n' in out
    assert "laps.relay" not in out.partition("hint: ")[2].partition("\n")[0]


def test_a_condition_that_never_fired_is_said_alone(tmp_path: Path, said: Said) -> None:
    path = tmp_path / "two.toml"
    text = mc.rules("kalah").to_toml()
    path.write_text(text.replace('when = ["', 'when = ["nobody_can_move", "'), encoding="utf-8")
    out = said.by("check", str(path), "--n", "20")
    never = out.partition("rules that never fired\n")[2]
    assert "ending.when: nobody_can_move" in never
    assert "Neither player has a legal action.\n" in never
    assert "The game ends when" not in never


def test_a_hint_for_a_game_that_is_always_drawn(tmp_path: Path, said: Said) -> None:
    out = said.by("check", one_pit(tmp_path, seeds=0), "--n", "20")
    assert "hint: every game was drawn" in out
    assert "hint: the game is over before the first action" in out


def test_a_hint_for_a_game_that_one_side_always_wins(said: Said) -> None:
    out = said.by("check", "kalah:columns=1,seeds=3", "--n", "20")
    assert "hint: every game was won by South: North never won" in out


def test_help_names_the_commands(said: Said) -> None:
    out = said.by("--help")
    assert "rules" in out
    assert "check" in out


def test_rows_that_no_game_has(capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(["games", "--rows", "5"], capsys)
    assert "games: no game has 5 rows; there are games of 2, 3 and 4 rows" in told
