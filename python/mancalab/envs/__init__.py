"""Environments for reinforcement learning: Gymnasium's `VectorEnv` and `Env`, PettingZoo's AEC.

Importing this module makes every game of the catalogue known to Gymnasium:

>>> import gymnasium
>>> import mancalab.envs
>>> envs = gymnasium.make_vec("mancalab/kalah-v0", num_envs=4, columns=4)
>>> observations, info = envs.reset(seed=1)
>>> observations.shape, info["action_mask"].tolist()[0]
((4, 10), [1, 1, 1, 1])
>>> env = gymnasium.make("mancalab/oware-v0", mode="opponent", opponent="greedy", seat="random")

`mancalab.envs.page(game)` says what a game shows and takes. `mancalab.envs.aec` has PettingZoo's
environment. `Env.action_masks` is what MaskablePPO of sb3-contrib asks for::

    from sb3_contrib import MaskablePPO

    env = mancalab.envs.Env(
        "kalah", mode="opponent", opponent="greedy", seat="random", observation="scaled"
    )
    MaskablePPO("MlpPolicy", env).learn(100_000)
"""

from mancalab._base.extras import require

require("gymnasium", "rl")

from mancalab.envs.masked import masked_argmax, masked_sample  # noqa: E402
from mancalab.envs.pages import page  # noqa: E402  (the library may be missing)
from mancalab.envs.registry import register  # noqa: E402
from mancalab.envs.single import Env  # noqa: E402
from mancalab.envs.vector import VectorEnv  # noqa: E402

__all__ = ["Env", "VectorEnv", "masked_argmax", "masked_sample", "page", "register"]

register()
