"""PPO with masked actions in one file: Kalah against Greedy, a thousand games at once.

python masked_ppo.py [ROUNDS]
"""

from __future__ import annotations

import sys

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from mancalab.envs import VectorEnv

GAMES, STEPS, EPOCHS, MINIBATCHES = 1024, 32, 3, 8
RATE, GAMMA, LAMBDA, CLIP, ENTROPY = 1e-3, 1.0, 0.95, 0.2, 0.01


class Agent(nn.Module):
    """Logits of actions, and what a position is worth."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, shown: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """Judge positions (n, inputs), of whose actions (n, actions) some are legal."""
        hidden = self.body(shown)
        logits = self.actor(hidden).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.critic(hidden)[:, 0]


def train(rounds: int, seed: int = 0) -> list[float]:
    """The mean result of each round's games, from -1 (all lost) to 1."""
    torch.manual_seed(seed)
    envs = VectorEnv(
        "kalah", GAMES, mode="opponent", opponent="greedy", seat="random", observation="thermometer"
    )
    inputs, actions = int(np.prod(envs.single_observation_space.shape)), envs.single_action_space.n
    agent = Agent(inputs, int(actions))
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    shown, info = envs.reset(seed=seed)
    results = []
    for _ in range(rounds):
        rows, rewards = [], np.zeros((STEPS, GAMES), np.float32)
        ends = np.zeros((STEPS, GAMES), np.bool_)
        for step in range(STEPS):
            seen = torch.from_numpy(shown.reshape(GAMES, -1))
            mask = torch.from_numpy(info["action_mask"]).bool()
            with torch.no_grad():
                policy, value = agent(seen, mask)
            action = policy.sample()
            rows.append((seen, mask, action, policy.log_prob(action), value))
            shown, rewards[step], terminated, truncated, info = envs.step(action.numpy())
            ends[step] = terminated | truncated
        with torch.no_grad():
            mask = torch.from_numpy(info["action_mask"]).bool()
            _, following = agent(torch.from_numpy(shown.reshape(GAMES, -1)), mask)
        seen, mask, action, log_prob, value = map(torch.stack, zip(*rows, strict=True))
        advantage, gain = torch.zeros_like(value), torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            goes_on = torch.from_numpy(~ends[step]).float()
            delta = torch.from_numpy(rewards[step]) + GAMMA * following * goes_on - value[step]
            gain = advantage[step] = delta + GAMMA * LAMBDA * goes_on * gain
            following = value[step]
        results.append(float(rewards[ends].mean()))
        whole = [seen, mask, action, log_prob, advantage, advantage + value]
        seen, mask, action, log_prob, advantage, wanted = (part.flatten(0, 1) for part in whole)
        for _ in range(EPOCHS):
            for some in torch.randperm(GAMES * STEPS).chunk(MINIBATCHES):
                policy, value = agent(seen[some], mask[some])
                ratio = (policy.log_prob(action[some]) - log_prob[some]).exp()
                better = (advantage[some] - advantage.mean()) / (advantage.std() + 1e-8)
                surrogate = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
                loss = -surrogate.mean() + 0.5 * (value - wanted[some]).pow(2).mean()
                optimizer.zero_grad()
                (loss - ENTROPY * policy.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    return results


if __name__ == "__main__":
    for number, result in enumerate(train(int(sys.argv[1]) if len(sys.argv) > 1 else 60)):
        print(f"round {number}: mean result {result:+.2f}")
