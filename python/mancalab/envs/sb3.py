"""Many games as one `VecEnv` of Stable-Baselines3, whose own ones step one game after the other.

It needs `stable_baselines3` (`pip install sb3-contrib` brings it with MaskablePPO)::

    from sb3_contrib import MaskablePPO
    from mancalab.envs import VectorEnv, sb3

    games = VectorEnv(
        "kalah", 256, mode="opponent", opponent="greedy", seat="random", observation="scaled"
    )
    MaskablePPO("MlpPolicy", sb3.VecEnv(games), n_steps=64, batch_size=2_048).learn(1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from stable_baselines3.common import vec_env

from mancalab._base.arguments import wrong_type
from mancalab.envs.vector import VectorEnv

__all__ = ["VecEnv"]

Array = npt.NDArray[Any]
Indices = Iterable[int] | int | None


class VecEnv(vec_env.VecEnv):  # type: ignore[misc]  # it may be missing where types are checked
    """The games of a vector environment, as Stable-Baselines3 steps them.

    Masks are told as MaskablePPO asks for them (`env_method("action_masks")`). The info of a lane
    whose game has ended has "terminal_observation" and "TimeLimit.truncated"; others are empty.

    Parameters
    ----------
    envs
        With autoreset SAME_STEP, the default, as Stable-Baselines3 wants it. With an opponent: in
        self-play rewards are those of whoever acted, which it does not know how to read.

    Raises
    ------
    TypeError, ValueError
        It is no VectorEnv, or resets otherwise.
    """

    def __init__(self, envs: VectorEnv) -> None:
        if not isinstance(envs, VectorEnv):
            raise wrong_type("envs", "a mancalab.envs.VectorEnv is needed", envs)
        if envs.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise ValueError(
                f"envs.autoreset_mode = {envs.autoreset_mode.name}: allowed is SAME_STEP"
            )
        self.envs = envs
        self._actions: Array = np.zeros(envs.num_envs, dtype=np.int64)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Array:
        """Begin the next game in every lane, or the first ones of the seed that `seed` has set."""
        observations, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Array) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Step: observations, rewards (float32), whether games have ended, and an info for each."""
        observations, rewards, terminated, truncated, info = self.envs.step(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in ended.nonzero()[0]:
            infos[lane] = {
                "terminal_observation": info["final_obs"][lane],
                "TimeLimit.truncated": bool(truncated[lane]),
            }
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Refuse steps and resets from now on."""
        self.envs.close()

    def get_images(self) -> Sequence[Array | None]:
        """The first lanes as pixels, with `render_mode="rgb_array"`."""
        return self.envs.render() or ()

    # What Stable-Baselines3 asks single environments

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Look up an attribute of the vector environment; one entry a lane."""
        value = getattr(self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of all lanes, such as `opponent`."""
        if indices is not None:
            raise ValueError(f"indices = {indices!r}: allowed is None, all lanes have one")
        setattr(self.envs, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any
    ) -> list[Any]:
        """Call a method of the vector environment; one entry a lane."""
        results = self.envs.call(method_name, *args, **kwargs)
        return [results[lane] for lane in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:  # noqa: ARG002
        """Whether lanes have a wrapper: they have none."""
        return [False for _ in self._get_indices(indices)]
