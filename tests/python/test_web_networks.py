"""Trained networks on the web page: they choose there as they do in the package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

import mancalab as mc
from mancalab._agents.choosing import answer_for_one
from mancalab._agents.network import Player
from mancalab._agents.policies import BatchPolicy
from mancalab._agents.weights import load
from mancalab._agents.zoo import path_of
from networks import random_network, rounded
from web_page import WebPage, opened_for_games
from web_sources import BUILD

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(1800),  # the first test compiles the engine
    pytest.mark.usefixtures("web_built"),
]

LEARNT = "learnt(64)"
ATTACH = """([request, bytes]) =>
  window.mancalab.engines.reader.ask(request, Uint8Array.from(bytes))"""
PLAYED = """(plies) => {
  const { actions, state } = window.mancalab.session;
  return actions.length >= plies || state.outcome !== null;
}"""


@pytest.fixture
def web(browser: Browser) -> Iterator[WebPage]:
    """The page, which must be without errors to the end."""
    with opened_for_games(browser) as found:
        yield found


@pytest.mark.parametrize("name", ["kalah", "oware", "bao-ki-arabu", "togyzqumalaq"])
def test_a_network_plays_as_in_the_package(web: WebPage, name: str) -> None:
    agent = BatchPolicy(Player(rounded(load(path_of(name))), 64))
    web.session({"do": "game", "name": name})
    for side in (0, 1):
        web.session({"do": "player", "side": side, "name": LEARNT})
    web.page.wait_for_function(PLAYED, arg=24)
    state = mc.rules(name).start()
    for _, _, action in web.view()["moves"][:24]:
        assert answer_for_one(agent, state, 1, 0) == action, state.plies
        state = state.play(action)


def test_a_network_shown_an_outlook_plays_as_in_the_package(web: WebPage) -> None:
    rules = mc.rules("kalah", columns=5)
    network = random_network(rules, outlook=True)
    agent = BatchPolicy(Player(rounded(network), 32))
    game = {"name": "kalah", "options": {"columns": 5}}
    layout, content = BUILD.learnt.layout(network), list(BUILD.learnt.halves(network))
    web.page.evaluate(ATTACH, [{"do": "learn", "game": game, "network": layout}, content])
    mind = {"player": {"network": {"simulations": 32, "exploration": 0.5}}, "seed": 1, "game": 0}
    state, actions = rules.start(), list[int]()
    while not state.is_over and len(actions) < 24:
        at = {"game": game, "actions": actions}
        actions.append(web.ask({"do": "choose", "at": at, "mind": mind})["action"])
        assert answer_for_one(agent, state, 1, 0) == actions[-1], actions
        state = state.play(actions[-1])


def test_networks_are_offered_where_they_come(web: WebPage) -> None:
    def offered() -> list[str]:
        return [name for name, _, _ in web.view()["setup"]["players"]]

    assert offered()[-1] == LEARNT
    web.session({"do": "player", "side": 1, "name": LEARNT})
    web.session({"do": "save"})
    assert mc.Record.from_json(web.view()["file"]["text"]).agents == ("human", "learnt")
    web.session({"do": "option", "name": "columns", "value": 5})
    assert LEARNT not in offered()
    web.session({"do": "play", "action": 0})
    web.session({"do": "answer"})
    assert "learnt: there is no network for these rules of Kalah" in web.view()["fault"]
    web.session({"do": "game", "name": "awari"})
    assert LEARNT not in offered()


def test_an_engine_that_was_stopped_is_given_the_network_again(web: WebPage) -> None:
    web.session({"do": "player", "side": 1, "name": LEARNT})
    for _ in range(2):
        web.session({"do": "play", "action": 0})
        assert web.until("manual", plies=2)["fault"] == ""
        web.page.evaluate("window.mancalab.engines.board.stop()")
        web.session({"do": "new"})


def test_a_network_that_is_damaged_is_refused_by_name(web: WebPage) -> None:
    network, bare = (random_network(mc.rules("kalah"), kind=kind) for kind in ("one_hot", "raw"))
    layout, content = BUILD.learnt.layout(network), list(BUILD.learnt.halves(network))
    endless = [*content[:-1], 0x7C]
    cases: list[tuple[dict[str, Any], list[int], str]] = [
        ({"digest": "0" * 8}, content, "network.digest = 00000000: "),
        ({"kind": "shiny"}, content, "network.kind = shiny: allowed are raw, scaled"),
        ({"kind": "raw"}, list(BUILD.learnt.halves(bare)), "kind = raw: floats are needed"),
        ({"planes": 256}, content, "network.planes = 256: 1 to 255 are allowed"),
        ({"width": 17}, content, "weights = "),
        ({}, content[:-1], "two bytes a number are needed"),
        ({}, content[:-2], "are needed: 70 inputs, 6 actions"),
        ({}, endless, "finite numbers are needed"),
    ]
    for change, attached, said in cases:
        request = {"do": "learn", "game": {"name": "kalah"}, "network": {**layout, **change}}
        with pytest.raises(Error, match=said):
            web.page.evaluate(ATTACH, [request, attached])
