"""The environments under TorchRL, and the recipe for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from env_cases import OPPONENTS
from mancalab.envs import Env, VectorEnv, aec

pytestmark = [
    pytest.mark.train,
    # Said of every PettingZoo but 1.24.3, of a mask for games that TorchRL has wrapped already, and
    # by torch of what TorchRL calls.
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested"),
    pytest.mark.filterwarnings("ignore:Nested TransformedEnvs are"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

GAMES = ["kalah", "oware", "togyzqumalaq", "chuba", "main-chongkak"]
PAGE = Path(__file__).parents[2] / "docs" / "reinforcement_learning" / "environments.md"


@pytest.fixture
def rl() -> Any:
    pytest.importorskip("torch")
    return pytest.importorskip("torchrl.envs")


def masked(rl: Any, env: Any) -> Any:
    return rl.TransformedEnv(env, rl.ActionMask())


def check_play(rl: Any, env: Any, *, steps: int = 100) -> Any:
    """Check the specs, and that random play is legal; gives what was played."""
    rl.check_env_specs(env)
    played = env.rollout(steps, break_when_any_done=False)
    action, mask = played["action"], played["action_mask"]
    if action.shape == mask.shape:  # one-hot
        assert (action.sum(-1) == 1).all()
        action = action.int().argmax(-1)
    assert mask.gather(-1, action.unsqueeze(-1)).all()
    return played


@pytest.mark.parametrize("arguments", OPPONENTS)
@pytest.mark.parametrize("game", GAMES)
def test_an_id_passes_the_checks_of_torchrl(rl: Any, game: str, arguments: dict[str, Any]) -> None:
    env = rl.GymEnv(f"mancalab/{game}-v0", categorical_action_encoding=True, **arguments)
    rl.check_env_specs(env)
    played = check_play(rl, masked(rl, env.auto_register_info_dict()))
    assert played["next", "action_mask"].any(-1).all()
    assert {"sign", "to_move", "rewards"} <= set(played["next"].keys())


@pytest.mark.parametrize("observation", ["raw", "scaled", "one_hot"])
def test_actions_can_be_one_hot(rl: Any, observation: str) -> None:
    env = rl.GymWrapper(Env("kalah", observation=observation)).auto_register_info_dict()
    check_play(rl, masked(rl, env))


def test_random_actions_without_a_mask_lose(rl: Any) -> None:
    # Whether the first step of the check is illegal is chance: its info has one entry more then.
    for seed in range(12):
        env = rl.GymEnv("mancalab/chuba-v0", categorical_action_encoding=True)
        env.set_seed(seed)
        rl.check_env_specs(env.auto_register_info_dict(), seed=seed)


@pytest.mark.parametrize("arguments", OPPONENTS)
def test_many_games_at_once_show_the_same_with_both_kinds_of_resets(
    rl: Any, arguments: dict[str, Any]
) -> None:
    torch = pytest.importorskip("torch")

    def first_legal(td: Any) -> Any:  # `td`: TorchRL goes by the name
        # A rank for each action: of equal numbers torch's argmax gives any.
        return td.set("action", (td["action_mask"] * ranks).argmax(-1))

    ranks = torch.arange(6, 0, -1)

    played: list[Any] = []
    for mode in ("disabled", "same_step"):
        games = VectorEnv("kalah", 4, illegal="lose", autoreset_mode=mode, **arguments)
        env = rl.GymWrapper(games, categorical_action_encoding=True)
        if mode == "disabled":  # with the other mode TorchRL reads `info` in any case
            env = env.auto_register_info_dict()
        env = masked(rl, env)
        env.set_seed(5)
        played.append(env.rollout(120, policy=first_legal, break_when_any_done=False))
        check_play(rl, env)
    one, other = played
    assert one["next", "done"].sum() > 20
    # What a reset says of rewards, which there are none of, is TorchRL's own.
    shown = ("observation", "action_mask", "to_move", "action", "done")
    for key in (*shown, *(("next", name) for name in sorted(other["next"].keys()))):
        assert (one[key] == other[key]).all(), key


@pytest.mark.parametrize("game", GAMES)
def test_the_pettingzoo_environment_passes_the_checks_of_torchrl(rl: Any, game: str) -> None:
    zoo: Any = aec.env(game, max_actions=60)
    env = rl.PettingZooWrapper(zoo, use_mask=True, categorical_actions=True)
    rl.check_env_specs(env)
    played = env.rollout(100)
    assert zoo.unwrapped.board.is_over  # and not by an illegal action
    assert played["next", "done"][-1].all()
    paid = [played["next", agent, "reward"].sum().item() for agent in ("south", "north")]
    assert sum(paid) == 0
    acting = played["south", "mask"].int() + played["north", "mask"].int()
    assert (acting == 1).all()


def test_the_recipe_of_the_page_runs(rl: Any) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^```text\n(from torchrl[^`]*)^```$", text, re.MULTILINE)
    names: dict[str, Any] = {}
    exec(compile(recipe, str(PAGE), "exec"), names)  # noqa: S102
    for name in ("env", "envs", "zoo"):
        rl.check_env_specs(names[name])
