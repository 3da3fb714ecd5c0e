"""The network that is trained, and how it becomes one that plays without torch."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import numpy as np
import numpy.typing as npt

from mancalab._agents.weights import Weights
from mancalab._base.arguments import wrong_type
from mancalab._batch.encoding import Encoding
from mancalab._core import Rules
from mancalab.search import Evaluator
from mancalab.train._torch import torch
from mancalab.train.actors import Judge

Floats = npt.NDArray[np.float32]

KIND, PLANES = "thermometer", 12
"""How positions are shown: counts up to 12 one by one, larger ones by a number as well."""


def encoding_of(rules: Rules) -> Encoding:
    """How the positions of a game are shown to its network."""
    return Encoding(rules, KIND, PLANES, outlook=True)


class Net(torch.nn.Module):
    """Layers with short cuts, and two heads: logits of actions, and the value for the mover.

    Parameters
    ----------
    inputs, actions
        Numbers that it is shown, and actions that it judges.
    width, blocks
        Size of a layer, and number of blocks of two layers.
    """

    def __init__(self, inputs: int, actions: int, width: int, blocks: int) -> None:
        super().__init__()
        layer = torch.nn.Linear
        self.first = layer(inputs, width)
        self.blocks = torch.nn.ModuleList(
            torch.nn.ModuleList((layer(width, width), layer(width, width))) for _ in range(blocks)
        )
        self.policy = layer(width, actions)
        self.value = layer(width, 1)
        with torch.no_grad():  # nothing is known yet: all actions alike, all positions even
            for head in (self.policy, self.value):
                head.weight.mul_(0.1)
                head.bias.zero_()

    def forward(self, observations: Any) -> tuple[Any, Any]:
        """Logits (n, actions) and values (n,) of float32 observations (n, inputs)."""
        relu = torch.nn.functional.relu
        shown = relu(self.first(observations))
        for before, after in self.blocks:
            shown = relu(shown + after(relu(before(shown))))
        return self.policy(shown), torch.tanh(self.value(shown)[:, 0])


class Model:
    """A network in training with its game: judges batches of positions, wherever it computes.

    Parameters
    ----------
    rules
        The game.
    width, blocks
        Of the network.
    device
        "cpu", "cuda"; None: a GPU where there is one.

    Raises
    ------
    ValueError
        torch cannot compute on that device here.
    """

    def __init__(self, rules: Rules, width: int, blocks: int, device: str | None) -> None:
        self.rules = rules
        self.encoding = encoding_of(rules)
        self.device = _checked_device(device)
        inputs = int(np.prod(self.encoding.shape))
        self.net = Net(inputs, rules.n_actions, width, blocks).to(self.device)
        self.mean = copy.deepcopy(self.net).requires_grad_(requires_grad=False)
        """Mean of the network's numbers over the latest steps: what judges, and what is saved."""
        self.steps = 0

    def average(self, decay: float) -> None:
        """Let the mean follow the network after a step, so that a step weighs 1 - decay in it.

        At the beginning later steps weigh more: the first numbers, which know nothing, are
        forgotten soon.
        """
        self.steps += 1
        share = 1 - min(decay, self.steps / (self.steps + 10))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(now, share)

    def tensor(self, observations: npt.NDArray[Any]) -> Any:
        """Observations, encoded or as the games show them (uint8), as the network takes them."""
        if observations.dtype == np.uint8:
            observations = self.encoding(observations)
        flat = observations.reshape(len(observations), -1)
        return torch.from_numpy(flat).to(self.device, non_blocking=True)

    def __call__(
        self, observations: npt.NDArray[Any], _mask: npt.NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """Logits and values, as `mancalab.search.BatchMCTS` asks for them."""
        with torch.inference_mode():
            logits, values = self.mean(self.tensor(observations))
        return logits.cpu().numpy(), values.cpu().numpy()

    def evaluator(self, threads: int = 1, *, anywhere: bool = False) -> Evaluator:
        """What judges positions for a search, with the numbers as they are now.

        On a processor, and ``anywhere`` else, that is the network that plays, without torch: more
        than twice as fast for the few hundred positions of a round of a search. It can be pickled.
        """
        if self.device != "cpu" and not anywhere:
            return self
        return Judge(self.network(), threads)

    def network(self) -> Weights:
        """The mean of the numbers as it is now."""
        arrays = {
            name: np.ascontiguousarray(tensor.detach().cpu().numpy(), dtype=np.float32).copy()
            for name, tensor in self.mean.state_dict().items()
        }
        return Weights(self.rules, self.encoding, arrays)


def _checked_device(device: str | None) -> str:
    if device is None:
        return "cuda" if torch.cuda.is_available() else "cpu"
    if not isinstance(device, str):
        raise wrong_type("device", "a str is needed, or None", device)
    try:
        torch.zeros(1, device=device).cpu()
    except (RuntimeError, AssertionError) as error:
        text = f"device = {device!r}: torch cannot compute there ({str(error).splitlines()[0]})"
        raise ValueError(text) from error
    return device


def masked(logits: Any, mask: Any) -> Any:
    """Logits with those of illegal actions so low that they never count."""
    return logits.masked_fill(~mask, -1e9)


PARTS = 1
"""Parts of a gradient step, which threads share: always as many, so that numbers are the same."""


def in_parts(chosen: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """The positions of a gradient step, in parts for threads."""
    return np.array_split(chosen, min(PARTS, len(chosen)))


Losses = Callable[[Any], tuple[Any, tuple[float, float]]]
"""For some positions what is to become smaller, and the losses of policy and value to report."""


def gradient_step(
    model: Model,
    optimizer: Any,
    pool: Executor,
    parts: Sequence[Any],
    losses: Losses,
    *,
    longest: float = math.inf,
    decay: float = 0.0,
) -> npt.NDArray[np.float64]:
    """Take one step of learning, its positions shared out among threads; the losses, shape (2,).

    Gradients are cut to the length `longest`; the mean follows by `decay`.
    """
    parameters = list(model.net.parameters())

    def gradients(part: Any) -> tuple[tuple[float, float], tuple[Any, ...]]:
        wanted, told = losses(part)
        return told, torch.autograd.grad(wanted, parameters)

    told, found = zip(*pool.map(gradients, parts), strict=True)
    for parameter, *shares in zip(parameters, *found, strict=True):
        parameter.grad = sum(shares[1:], shares[0]) / len(shares)
    if longest < math.inf:
        torch.nn.utils.clip_grad_norm_(parameters, longest)
    optimizer.step()
    model.average(decay)
    mean: npt.NDArray[np.float64] = np.mean(told, axis=0)
    return mean
