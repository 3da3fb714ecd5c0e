"""A game as an environment, described on a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from mancalab._base.marks import claims_say, lifted_says, marks_say, shared_pits
from mancalab._base.words import beside, called
from mancalab._catalogue import GameLike, as_rules, catalogue
from mancalab._core import Action, Rules, _observed
from mancalab.envs.phases import phase
from mancalab.envs.registry import id_of
from mancalab.envs.spaces import seeds_of

VERSIONS = ("v0: the first.",)
"""The changes of each version, for all games; or per game, once one differs."""

_FEATURES = {
    ("own", "pit"): "seeds in the pits of the player to move, in that player's sowing order",
    ("own", "store"): "seeds that the player to move has stored or captured",
    ("other", "pit"): "seeds in the pits of the other player, in that player's sowing order",
    ("other", "store"): "seeds that the other player has stored or captured",
    ("own", "reserve"): "seeds that the player to move holds in reserve",
    ("other", "reserve"): "seeds that the other player holds in reserve",
    ("own", "mark"): "1 for an unplayed pit in the outer row of the player to move: no seed has "
    "yet been dropped in it",
    ("other", "mark"): "the same for the other player",
    ("own", "claim"): "1 for a pit on this side that is marked by the player to whom it does not "
    "belong",
    ("other", "claim"): "the same for the other side",
    (
        "own",
        "lifted",
    ): "1 for a pit of the player to move whose seeds were lifted to be sown before, in this round",
    ("other", "lifted"): "the same for the other player",
    ("own", "turns"): "turns that the player to move has played, as far as the rules tell them "
    "apart",
    ("other", "turns"): "the same for the other player",
    ("own", "heading"): "the direction that the player to move has fixed: 1 counter-clockwise, 2 "
    "clockwise, 0 none yet",
    ("other", "heading"): "the same for the other player",
    ("own", "round"): "rounds that are over",
    ("other", "round"): "the same number",
    ("own", "began"): "1 if the player to move began the round",
    ("other", "began"): "1 if the other player did",
    ("own", "visits"): "last seeds of the player to move in pits that the other one has marked, as "
    "far as the rules tell them apart",
    ("other", "visits"): "the same for the other player",
    (
        "own",
        "captures",
    ): "captures of the player to move in this round, as far as the rules tell them apart",
    ("other", "captures"): "the same for the other player",
    ("own", "raced"): "seeds that the player to move has dropped while both sow to begin with, "
    "up to 255; 0 when both have",
    ("other", "raced"): "the same for the other player",
    (
        "own",
        "reentry",
    ): "where the player to move may capture, the pit from which the captured seeds "
    "are sown, counted from 1; else 0",
    ("other", "reentry"): "0",
    ("own", "once"): "1 if the player to move has had the turn that comes once",
    ("other", "once"): "1 if the other player has",
    ("own", "won"): "rounds that the player to move has won before this one",
    ("other", "won"): "rounds that the other player has won before this one",
    ("own", "points"): "points that the player to move has got in the rounds before this one",
    ("other", "points"): "points that the other player has got in the rounds before this one",
}

_MARKS = {
    ("made", "own"): "1 for a pit of the player to move that the other player has marked",
    ("made", "other"): "1 for a pit of the other player that the player to move has marked",
    ("closed", "own"): "1 for a pit of the player to move that is closed",
    ("closed", "other"): "the same for the other player",
    ("left", "own"): "1 for a pit of the player to move that they have chosen to leave without "
    "seeds for the round that begins",
    ("left", "other"): "the same for the other player",
    ("held", "own"): "1 for a pit of the player to move that is closed, if it is empty, or else is "
    "neither sown from nor captured",
    ("held", "other"): "the same for the other player",
    ("filling", "own"): "1 for a pit of the player to move that is not sown before it is full",
    ("filling", "other"): "the same for the other player",
    ("rests", "own"): "1 for a pit of the player to move that rests until the other player has "
    "sown in it",
    ("rests", "other"): "the same for the other player",
    (
        "rests_once",
        "own",
    ): "1 for a pit of the player to move that is not played in this turn, since a "
    "single seed does not go straight back",
    ("rests_once", "other"): "the same for the other player",
    ("house", "own"): "1 for a pit of the player to move that is a house",
    ("house", "other"): "the same for the other player",
    ("owned", "own"): "1 for a pit on this side that belongs to the other player for the round",
    ("owned", "other"): "1 for a pit on the other side that belongs to the player to move",
}

_CLAIMS = {
    ("blocked", "own", "claim"): "1 for a pit of the player to move that is blocked for this turn",
    ("blocked", "other", "claim"): "the same for the other player",
    ("own", "own", "claim"): "1 for a pit of the player to move that they have marked themselves",
    ("own", "other", "claim"): "1 for a pit of the other player that this player has marked",
}


def page(game: GameLike) -> str:
    """Say what a game shows, takes and pays as an environment, how it ends, and what has changed.

    Parameters
    ----------
    game
        A name in the catalogue, a line of rules such as ``"kalah columns=4"``, rules, or the path
        of a TOML file.

    Returns
    -------
    str
        Markdown.

    Examples
    --------
    >>> import mancalab.envs
    >>> print(mancalab.envs.page("kalah").splitlines()[0])
    # Kalah: `mancalab/kalah-v0`
    """
    rules = as_rules(game, "game")
    parts = (_head, _observation, _actions, _rewards, _ends, _history)
    return "\n".join(line for part in parts for line in part(rules))


def _head(rules: Rules) -> Iterator[str]:
    listed = rules.name in catalogue and catalogue[rules.name] == rules
    yield f"# {rules.title}: `{id_of(rules.name)}`" if listed else f"# {called(rules)}"
    yield ""
    yield rules.about.strip()
    yield ""
    yield "```python"
    if listed:
        yield from ("import gymnasium", "import mancalab.envs", "")
        yield f'envs = gymnasium.make_vec("{id_of(rules.name)}", num_envs=1024)'
    else:
        yield from ("import mancalab.envs", "")
        yield "envs = mancalab.envs.VectorEnv(rules, 1024)"
    yield "```"
    yield ""
    yield (
        f"The same player may be to move again. `mancalab rules {rules.name}` says the "
        "game clause by clause."
    )
    yield ""


def _observation(rules: Rules) -> Iterator[str]:
    names, features = rules.observation_names, _observed(rules)
    yield "## Observation"
    yield ""
    yield (
        f"`uint8 ({len(names)},)`, seen by the player to move, or the agent against an opponent."
    )
    yield ""
    yield "| features | names | range | what |"
    yield "| --- | --- | --- | --- |"
    for kind, group in groupby(range(len(names)), key=lambda place: features[place][:2]):
        found = list(group)
        first, last = found[0], found[-1]
        which = f"{first}" if first == last else f"{first} to {last}"
        found_as = f"`{names[first]}`" if first == last else f"`{names[first]}` to `{names[last]}`"
        says = {"mark": marks_say, "lifted": lifted_says}.get(kind[1])
        said = says(rules) if says else ""
        made = _CLAIMS.get((claims_say(rules), *kind)) or _MARKS.get((said, kind[0]))
        what = made or _FEATURES.get(kind) or phase(rules)
        if kind[1] == "mark" and said != "made" and (shared := sorted(shared_pits(rules))):
            pits = " or ".join(map(str, shared))
            what += f"; of pit {pits}, 1 if the player of the other side has marked it"
        yield f"| {which} | {found_as} | 0 to {features[first][3]} | {what} |"
    yield ""
    yield (
        '`observation="scaled"` divides each number by the greatest that it can be (`float32`); '
        f'`"thermometer"` and `"one_hot"` give `float32 ({len(names)}, 1 + planes)`.'
    )
    yield ""


def _beside(action: Action) -> str:
    if action.kind == "stop":
        return "end the turn where a pit beside the last seed could be taken"
    whose = "the other player's pit" if action.side == "other" else "your pit"
    return f"take the seeds of {whose} of that number, beside the last seed"


def _actions(rules: Rules) -> Iterator[str]:
    yield "## Actions"
    yield ""
    yield f'`Discrete({rules.n_actions})`; `info["action_mask"]` shows the legal ones.'
    yield ""
    yield "| actions | written | what |"
    yield "| --- | --- | --- |"
    for meaning, group in groupby(rules.actions, key=lambda action: _meaning(rules, action)):
        found = list(group)
        first, last = found[0], found[-1]
        if first == last:
            yield f"| {first.number} | `{first}` | {meaning} |"
        else:
            yield f"| {first.number} to {last.number} | `{first}` to `{last}` | {meaning} |"
    yield ""


_WAYS = {None: "", "forward": ", the way its numbers rise", "backward": ", the other way"}


_SPECIAL = {
    "reserve": "enter the reserve; the turn then continues with a pit",
    "file": "after a capture, take the seeds of the file of that number too",
    "count": "sow that number of seeds of the pit just chosen",
    "store": "in place of a pit, sow that number of captured seeds",
    "stop": "end the turn where it could be sown on",
    "capture": "capture and end the turn where it could be sown on",
    "take": "after a capture, take the seeds of the other player's pit of that number too",
    "keep": "when all seeds are laid out, leave the board as it lies",
    "swap": "when all seeds are laid out, turn the board round: the two sides change their seeds",
    "leave": "between two rounds, leave your pit of that number without seeds for the next one",
}


def _only_filled(rules: Rules) -> bool:
    """Whether the other player's pits have numbers only to be filled when seeds are laid out."""
    return "places_for_both" in rules.features and "symmetric" not in rules.features


def _special(rules: Rules, action: Action) -> str | None:
    if action.kind == "capture" and "then_may_resow" in rules.features:
        return "capture where it could be sown on, and sow what was captured"
    if "chooses_beside" in rules.features and action.kind in {"take", "stop"}:
        return _beside(action)
    return _SPECIAL.get(action.kind)


def _meaning(rules: Rules, action: Action) -> str:
    special = _special(rules, action)
    if special is not None:
        return special
    if action.kind == "lot":
        whom = "the other player" if action.side == "other" else "the player to move"
        return f"the lot falls on {whom}, who begins the next round; it is drawn, never chosen"
    if action.kind == "put":
        whose = "the other player's pit" if action.side == "other" else "your pit"
        return f"in the opening, put the seeds of the pit just chosen in {whose} of that number"
    ends = _end_meaning(action) if "chooses_end" in rules.features else ""
    if "drops_reserve" in rules.features:
        drop = "with seeds in reserve, drop one in your pit of that number; else play it"
        return drop + _WAYS[action.direction] + ends
    if action.side == "other":
        where = "on the other side" if marks_say(rules) == "owned" else "of the other player"
        what = "while seeds are laid out, put one in" if _only_filled(rules) else "play"
        return f"{what} the pit of that number {where}{_WAYS[action.direction]}"
    if "gives_seeds" in rules.features and action.direction != "backward":
        ends = "; where the other player is to move without seeds, give them a seed of it" + ends
    return "play your pit of that number" + _WAYS[action.direction] + ends


def _end_meaning(action: Action) -> str:
    end = "first" if action.direction == "forward" else "last"
    return f"; where the turn pauses there, sow what was captured from the {end} pit of the row"


def _rewards(rules: Rules) -> Iterator[str]:
    seeds = seeds_of(rules)
    yield "## Rewards"
    yield ""
    yield (
        "0 until the game ends; then 1 to the winner and -1 to the loser, 0 for a draw, a void or "
        f'a truncated game. `rewards="margin"`: score minus the other\'s, over {seeds} seeds; 0 '
        "for a void or a truncated game."
    )
    yield from _winning(rules)
    yield (
        "In self-play a step pays the side that acted; "
        '`info["rewards"]` has both sides, `info["sign"]` is the sign with which the value of the '
        "next state counts for this one (1: the same player is to move, -1: the other, 0: the end)."
    )
    yield (
        "An illegal action costs -1 and ends the game "
        '(`info["illegal"]`); vector environments refuse it, unless `illegal="lose"`.'
    )
    yield ""


def _winning(rules: Rules) -> Iterator[str]:
    """What a margin does not tell."""
    match rules.options["winner"].value:
        case "most_seeds":
            return
        case "enough":
            yield "A number of seeds is needed to win this game: a draw may have a margin too."
        case "most_rounds":
            yield (
                "This game is won by rounds: a margin is that of the last round, and may favour "
                "the player who loses."
            )
        case "most_points":
            yield (
                "This game is won by points of all rounds: a margin is that of the last round, and "
                "may favour the player who loses."
            )
        case _:
            yield "This game is not won by seeds: a margin may favour the player who loses."


def _ends(rules: Rules) -> Iterator[str]:
    yield "## Ends"
    yield ""
    for name, clause, sentence in rules.lines():
        if name.startswith(("ending", "rounds", "limits")):
            yield f"- {sentence}{beside(clause)}"
    yield ""
    most = rules.options["max_actions"].value
    yield (
        f"`truncated` is only for a game cut off after {most} actions; all other ends are "
        "`terminated`."
    )
    if "repetition" in rules.options:
        yield (
            "With a `repetition` other than none, only `Env` and the AEC environment play this "
            "game; the vector environment refuses it."
        )
    yield ""


def _history(_: Rules) -> Iterator[str]:
    yield "## Versions"
    yield ""
    for version in VERSIONS:
        yield f"- {version}"
    yield ""
