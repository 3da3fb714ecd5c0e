"""A page for every game of the catalogue, and the table of them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isnan
from pathlib import Path
from typing import Literal

import mancalab as mc
from generate.files import plain, table, write_folder
from generate.measured import SEED, kept
from generate.neighbours import neighbours
from generate.values import number_with_other_rules, values
from mancalab._base.words import counted
from mancalab.plots import board_svg
from mancalab.study import AdvantageRow
from mancalab.study.exact import exact_value

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

NOTHING = "\N{EN DASH}"
"""In a cell of a table that has nothing to say."""


def catalogue() -> dict[str, mc.Rules]:
    """Every game with its own options, in the order of the catalogue."""
    return {name: mc.rules(name) for name in mc.catalogue}


def write(folder: Path) -> None:
    """Write the pages, the pictures and the table into the folder."""
    games = catalogue()
    texts = {"_table.md": catalogue_table(games), "_conventions.md": conventions(games)}
    for name, rules in games.items():
        texts[f"{name}.md"] = page(name, games)
        for theme in THEMES:
            texts[f"{name}-{theme}.svg"] = str(board_svg(rules.start(), theme=theme))
    write_folder(folder, texts)


def catalogue_table(games: Mapping[str, mc.Rules]) -> str:
    """All games: name, title, region and board."""
    rows = [
        [
            f"[`{name}`](games/{name}.md)",
            plain(rules.title),
            plain(rules.region),
            board_words(rules),
        ]
        for name, rules in games.items()
    ]
    return table(["name", "game", "where it was played", "board"], rows) + "\n"


def conventions(games: Mapping[str, mc.Rules]) -> str:
    """The clauses that all games share, GE-1 first."""
    found = {
        clause: text
        for rules in games.values()
        for clause, text in rules.clauses.items()
        if clause.startswith("GE-")
    }
    order = sorted(found, key=lambda clause: int(clause.removeprefix("GE-")))
    return (
        table(["clause", "text"], [[f"**{clause}**", plain(found[clause])] for clause in order])
        + "\n"
    )


def board_words(rules: mc.Rules) -> str:
    """The size of the board, short enough for a table."""
    return f"{rules.rows} by {rules.columns}"


def page(name: str, games: Mapping[str, mc.Rules]) -> str:
    """The page of a game in Markdown."""
    rules = games[name]
    parts = [
        f"# {plain(rules.title)}",
        plain(rules.about.strip()),
        *pictures(name, rules),
        "\n".join(facts(name, rules)),
        *rules_part(rules),
        *note_part(rules),
        *options_part(rules),
        *measured_part(rules),
        *values_part(rules),
        *neighbours_part(name, games),
    ]
    return "\n\n".join(parts) + "\n"


def pictures(name: str, rules: mc.Rules) -> Iterator[str]:
    """The opening, in a picture for each look of the site."""
    words = f"The opening of {rules.title}: {seeds_words(rules)}"
    for theme in THEMES:
        yield (f":::{{image}} {name}-{theme}.svg\n:class: board only-{theme}\n:alt: {words}\n:::")


def seeds_words(rules: mc.Rules) -> str:
    """How many seeds each side has at the start, in words for those who do not see the board."""
    south, north = (", ".join(str(count) for count in side) for side in rules.start().pits.tolist())
    order = "pits in sowing order from pit 0"
    return f"South {south}; North {north} ({order})"


def facts(name: str, rules: mc.Rules) -> Iterator[str]:
    """What is known about a game, in a list of definitions."""
    yield f"- **Name in mancalab:** `{name}`" + "".join(f", `{alias}`" for alias in rules.aliases)
    for label, text in [
        ("Also called", ", ".join(rules.names)),
        ("Where", rules.region),
        ("Language", rules.language),
        ("Told by", rules.informant),
        ("Source", rules.source),
    ]:
        if text:
            yield f"- **{label}:** {plain(' '.join(text.split()))}"


def rules_part(rules: mc.Rules) -> Iterator[str]:
    """Each clause of the rule book beside the sentences that say what mancalab does by it."""
    said: dict[str, list[str]] = {}
    for _, clauses, sentence in rules.lines():
        for clause in clauses.split(", ") if clauses else [""]:
            said.setdefault(clause, []).append(sentence)
    rows = [
        [f"**{clause}**", plain(text), plain(" ".join(said.get(clause, [NOTHING])))]
        for clause, text in rules.clauses.items()
        if clause in said or not clause.startswith("GE-")
    ]
    if "" in said:
        rows.append(["no clause", NOTHING, plain(" ".join(said[""]))])
    yield "## Rules"
    yield (
        "On the left what the source says, in our own words; on the right how it is played here. "
        "A dash means that the clause follows from the others, or explains them. Clauses GE are "
        "[conventions of all games](../games.md#conventions), of which those stand here that are "
        "asked for."
    )
    yield ":::{rst-class} rules\n:::"
    yield table(["clause", "what the source says", "how it is played here"], rows)


def note_part(rules: mc.Rules) -> Iterator[str]:
    """How unclear places of the source were read."""
    if rules.note:
        yield "## How the source was read"
        yield plain(rules.note.strip())
        if re.search("`[^`]+=[^`]*`", rules.note):
            yield (
                "What stands in code here with its value is a key of the description, if it is "
                f"none of the [options](#options): `mancalab rules {rules.name} --toml` writes "
                "one to be changed."
            )


def allowed_words(option: mc.RuleOption) -> str:
    """The values that an option takes."""
    allowed = option.allowed
    if isinstance(allowed, range):
        many = len(allowed) > 1
        words = f"{allowed.start} to {allowed.stop - 1}" if many else f"{allowed.start}"
    else:
        words = ", ".join(f"`{value_words(value)}`" for value in allowed)
    return words + (", `none`" if option.or_none else "")


def value_words(value: object) -> str:
    """A value as the command line takes it."""
    return str(value).lower() if isinstance(value, bool | None) else str(value)


def options_part(rules: mc.Rules) -> Iterator[str]:
    """What can be changed."""
    yield "## Options"
    try:
        rules.replace(columns=4)
        example, word = "columns=4", "columns=4"
    except mc.RulesError:  # a start by listed pits, or pits that are named by number
        example, word = 'start="north"', "start=north"
    yield (
        f'Each makes another game: `mc.rules("{rules.name}", {example})` in Python, '
        f"`{rules.name}:{word}` in a shell."
    )
    yield table(
        ["option", "value here", "allowed", "what it is"],
        [
            [
                f"`{name}`",
                f"`{value_words(option.value)}`",
                allowed_words(option),
                plain(option.about),
            ]
            for name, option in rules.options.items()
        ],
    )


def measured_part(rules: mc.Rules) -> Iterator[str]:
    """What it is worth to move first: measured, and exact where the real board is solved."""
    measured = [row for row in kept() if row.game == rules.name]
    yield "## What it is worth to move first"
    yield (
        f"Measured in {measured[0].games:,} games for each line, with seed {SEED}, by "
        "`python docs/generate/measured.py`. A score is won and half of drawn, in % of the games "
        "won, lost or drawn (50 is even), with its 95 % interval. Void games and those cut off "
        "have no result. Greedy plays the action after which its own score minus the other's is "
        "greatest, and tosses a coin between equal ones. These numbers speak of these players and "
        "openings only; [Studies](../studies.md#pitfalls) says why."
    )
    yield table(
        ["both sides play", "starter scored %", "95 % interval", "won %", "drawn %", "no result %"],
        [
            [
                f"{one.players} {one.opening}" + (" \\*" if one.few_distinct else ""),
                *score_cells(one),
                f"{100 * one.wins.value:.1f}",
                f"{100 * one.draws.value:.1f}",
                f"{100 * without_result(one):.1f}",
            ]
            for one in measured
        ],
    )
    if len({(one.wins, one.draws, one.losses) for one in measured}) == 1:
        yield (
            "Greedy's numbers are Random's, since no action here gains it more seeds than another."
        )
    for one in measured:
        if without_result(one) > 0.5:
            yield few_results(one)
    if any(one.few_distinct for one in measured):
        yield (
            "\\* Fewer than a tenth of these games are distinct: a few lines of play come again "
            "and again."
        )
    value, kind = exact_value(rules, 0.0)
    if value is not None:
        unit = "seeds" if kind == "margin" else "(1 a win, -1 a loss)"
        yield f"Exact, with perfect play on this board: {value:+d} {unit} to the player who starts."


def score_cells(row: AdvantageRow) -> list[str]:
    """A score and its interval, in %; nothing where no game has a result."""
    score = row.score
    if isnan(score.value):
        return [NOTHING, NOTHING]
    return [f"{100 * score.value:.1f}", f"{100 * score.low:.1f} to {100 * score.high:.1f}"]


def few_results(row: AdvantageRow) -> str:
    """Of how many games a score speaks where most have no result."""
    ended = round((1 - without_result(row)) * row.games)
    if ended == 0:
        return f"No game of {row.players} has a result."
    if ended == 1:
        return f"Only 1 game of {row.players} has a result; its score speaks of this one alone."
    return f"Only {ended:,} games of {row.players} have a result; its score speaks of these alone."


def without_result(row: AdvantageRow) -> float:
    """The share of the games of a row that were void or cut off."""
    return row.voids.value + row.truncated.value


def values_part(rules: mc.Rules) -> Iterator[str]:
    """Who wins with perfect play, where the table that comes with the package knows it."""
    yield "## Who wins with perfect play"
    found = values(rules)
    if not found:
        yield (
            "The table of exact values has no board of this game. "
            "[Exact play](../exact_play.md) says how small boards are solved."
        )
        return
    yield (
        "The value for the player who starts, from the "
        "[table of exact values](../exact_play.md#exact-values): the margin in seeds, or, where it "
        "says so, the result (+1 a win, 0 a draw, -1 a loss). *Best first* are the actions that "
        'keep it. "Between" stands where only bounds are proven.'
    )
    yield table(
        ["columns", "seeds in all", "value", "best first"],
        [
            [
                str(value.columns),
                str(value.seeds),
                value.text + (" (result)" if value.kind == "result" else ""),
                value.best or NOTHING,
            ]
            for value in found
        ],
    )
    if more := number_with_other_rules(rules):
        yield f"The table has {more} more boards of this game with other options."


def neighbours_part(name: str, games: Mapping[str, mc.Rules]) -> Iterator[str]:
    """The games whose rules are closest, each with what differs."""
    yield "## Closest games"
    yield (
        "Those whose rules differ in the fewest sentences (`Rules.diff`): - is said of this game, "
        "+ of the other."
    )
    for other in neighbours(name, games):
        title = plain(games[other.name].title)
        yield f"### [{title}]({other.name}.md): {counted(other.distance, 'sentence')}"
        yield f"```diff\n{other.diff.rstrip()}\n```"
