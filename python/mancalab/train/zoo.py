"""Make the networks that come with mancalab: ``python -m mancalab.train.zoo``.

Each game is learned with the settings of `AlphaZero`, none of them chosen by hand, for so many
rounds: the same rounds give the same network on the same kind of processor, however busy it is. A
run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from mancalab._agents.zoo import PRETRAINED, path_of
from mancalab._base.files import replacing
from mancalab._catalogue import as_rules
from mancalab._core import Rules
from mancalab.agents import Network
from mancalab.train._torch import torch
from mancalab.train.alphazero import AlphaZero
from mancalab.train.net import Net, encoding_of
from mancalab.train.runs import NETWORK, SIMULATIONS, Trained, run
from mancalab.train.strength import RUNGS, Rung, ladder

MOST_BYTES = 490_000
"""Of a file: a wheel with all of them stays small."""

LONGEST = 300.0
"""Seconds that a match may take by the look of its first two games; many at once take less."""

WIDTHS = (128, 96, 64)
"""Of a network: the first that makes a small enough file."""


def settings(rules: Rules) -> AlphaZero:
    """The usual settings, but for the width of a game that shows much of itself."""
    inputs = int(np.prod(encoding_of(rules).shape))
    usual = AlphaZero()

    def size(width: int) -> int:
        net = Net(inputs, rules.n_actions, width, usual.blocks)
        return 4 * sum(int(numbers.numel()) for numbers in net.parameters())

    width = next((width for width in WIDTHS if size(width) <= MOST_BYTES), WIDTHS[-1])
    return AlphaZero(width=width)


def make(game: str, out: Path, rounds: int, games: int) -> None:
    """Train the network for a game, and put it where `Network.pretrained` finds it."""
    rules = as_rules(game, "game")
    torch.set_num_threads(1)
    how = settings(rules)
    trained = run(rules, out / game, how, rounds=rounds, games=games, device="cpu", progress=True)
    about = _about(rules, how, trained, games)
    path = path_of(game)
    with replacing(path) as beside:
        shutil.copyfile(trained.folder / NETWORK, beside)
    with replacing(path.with_suffix(".json")) as beside:
        beside.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _about(rules: Rules, how: AlphaZero, trained: Trained, games: int) -> dict[str, Any]:
    """How a network was made, and how strong it is."""
    rungs = [
        {"opponent": rung.opponent, "simulations": simulations, "games": rung.games}
        | dict(zip(("score", "low", "high"), rung.score, strict=True))
        for simulations in (SIMULATIONS, 0)
        for rung in _rungs(rules, trained.agent(simulations), 2 * games)
    ]
    curve = [
        {name: row[name] for name in ("rounds", "positions", "opponent", "score", "low", "high")}
        for row in trained.curve
    ]
    return {
        "game": rules.name,
        "digest": rules.digest,
        "settings": asdict(how),
        "seed": 0,
        "rounds": trained.rounds,
        "games": trained.games,
        "positions": trained.positions,
        "strength": rungs,
        "curve": curve,
    }


def _rungs(rules: Rules, agent: Network, games: int) -> Iterator[Rung]:
    """Scores against the ladder, as far as an opponent does not think for too long."""
    for opponent in RUNGS:
        begun = time.perf_counter()
        ladder(rules, agent, [opponent], games=2, seed=1)
        if (time.perf_counter() - begun) * games / 2 > LONGEST:
            return
        yield from ladder(rules, agent, [opponent], games=games)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make some of the networks, or all."""
    parser = argparse.ArgumentParser(prog="python -m mancalab.train.zoo", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--rounds", type=int, default=200, help="of each (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="of each measurement")
    parser.add_argument("--out", type=Path, default=Path("out/zoo"), help="folder of the runs")
    given = parser.parse_args(arguments)
    for game in given.names or PRETRAINED:
        make(game, given.out, given.rounds, given.games)


if __name__ == "__main__":
    main()
