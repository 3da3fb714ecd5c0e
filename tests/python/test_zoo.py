"""The trained networks that come with mancalab, and networks that know endgames."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mancalab as mc
from mancalab._agents import weights
from mancalab._agents.naming import as_agent
from mancalab._agents.zoo import path_of, trained_for
from mancalab.agents import PRETRAINED, Learnt, Network
from mancalab.study import regret
from mancalab.study.store import lasting_name
from mancalab.widget.session import Session
from networks import saved_network

KALAH = mc.rules("kalah", columns=4, seeds=3)


@pytest.mark.parametrize("game", PRETRAINED)
def test_a_network_comes_for_the_game_as_it_stands_in_the_catalogue(game: str) -> None:
    path, rules = path_of(game), mc.rules(game)
    assert path.stat().st_size < 500_000
    assert weights.load(path).rules == rules
    about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert (about["game"], about["digest"]) == (game, rules.digest)
    assert about["positions"] > 100_000
    assert {row["opponent"] for row in about["curve"]} == {"Greedy", "AlphaBeta(4)"}
    agent = Network.pretrained(game, 4)
    assert agent.rules == rules
    assert agent.name == "learnt(4)"
    batch = mc.Batch(rules, 3, starts=[rules.start()])
    chosen = np.asarray(agent.function(batch))
    assert batch.mask[np.arange(3), chosen].all()
    np.testing.assert_array_equal(Learnt(4).function(batch), chosen)


def test_folder_and_names_agree() -> None:
    folder = path_of("kalah").parent
    assert {path.stem for path in folder.glob("*.npz")} == set(PRETRAINED)
    assert {path.stem for path in folder.glob("*.json")} == set(PRETRAINED)


@pytest.mark.parametrize("game", ["kalah", "oware"])
def test_what_was_learnt_wins(game: str) -> None:
    rules, rival = mc.rules(game), mc.agents.Greedy()
    assert mc.match(rules, Learnt(16), rival, 50, opening_plies=2, seed=1).south >= 45


def test_learnt_is_an_agent_by_name_and_pickles() -> None:
    agent = as_agent("learnt(simulations=8)")
    assert agent.name == "learnt(8)"
    again = pickle.loads(pickle.dumps(agent))  # noqa: S301  (made here)
    start = mc.rules("kalah")
    ours, theirs = (mc.match(start, one, mc.agents.Greedy(), 4) for one in (agent, again))
    assert ours == theirs


def test_where_no_network_comes_it_is_said() -> None:
    assert trained_for(KALAH) is None
    assert trained_for(mc.rules("awari")) is None
    with pytest.raises(ValueError, match=r"learnt: no network comes for .*columns=4.*kalah, oware"):
        mc.match(KALAH, Learnt(), mc.agents.Random(), 2)
    with pytest.raises(KeyError, match=r"game = 'kala': no network comes .* did you mean 'kalah'"):
        Network.pretrained("kala")
    with pytest.raises(TypeError, match="game: the name of a game is needed, not"):
        Network.pretrained(KALAH)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="simulations = -1"):
        Learnt(-1)


def test_boards_offer_what_was_learnt_where_it_is_there() -> None:
    def offered(session: Session) -> list[str]:
        return [name for name, _, _ in session.view()["setup"]["players"]]

    session = Session("kalah")
    assert "learnt(64)" in offered(session)
    session.set_game("awari")
    assert "learnt(64)" not in offered(session)


@pytest.fixture(name="table", scope="module")
def table_of_kalah(tmp_path_factory: pytest.TempPathFactory) -> mc.Tablebase:
    return mc.Tablebase.build(KALAH, 8, tmp_path_factory.mktemp("table") / "kalah")


def test_a_network_with_a_table_loses_no_result_in_it(tmp_path: Path, table: mc.Tablebase) -> None:
    path = saved_network(tmp_path, KALAH)
    plain, tabled = Network(path, 16, label="plain"), Network(path, 16, table=table)
    assert tabled.name.endswith("(16, table of 8)")
    found = {row.agent: row for row in regret(KALAH, [plain, tabled], table=table, n=300).totals}
    assert found["plain"].mistakes > 30
    assert found[tabled.name].result_losses == 0
    again: Any = pickle.loads(pickle.dumps(tabled))  # noqa: S301  (made here)
    batch = mc.Batch(KALAH, 20, seed=3)
    for _ in range(6):
        batch.step(batch.sample())
    np.testing.assert_array_equal(again.function(batch), tabled.function(batch))


def test_a_study_that_resumes_tells_networks_with_tables_from_others(
    tmp_path: Path, table: mc.Tablebase
) -> None:
    path = saved_network(tmp_path, KALAH)
    with_table, without = (Network(path, 8, table=one, label="a") for one in (table, None))
    assert lasting_name(with_table) != lasting_name(without)
    assert lasting_name(Learnt(8)) != lasting_name(Learnt(9))
    assert Learnt(8) == pickle.loads(pickle.dumps(Learnt(8)))  # noqa: S301  (made here)
    assert repr(Learnt(8)) == "Learnt(simulations=8)"


def test_tables_that_are_of_no_use_are_refused(tmp_path: Path, table: mc.Tablebase) -> None:
    path = saved_network(tmp_path, KALAH)
    with pytest.raises(ValueError, match="simulations = 0"):
        Network(path, 0, table=table)
    with pytest.raises(TypeError, match="table: a Tablebase is needed, not int"):
        Network(path, 8, table=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="awari"):
        Network(path, 8, table=mc.Tablebase.build(mc.rules("awari"), 2))
