"""What the agents of a study are called, each by a name of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mancalab._agents.agent import Agent


def distinct_names(agents: Sequence[Agent]) -> list[str]:
    """What the agents are called: by their names, or by all their parameters if that is needed.

    Raises
    ------
    ValueError
        Two have the same name, and no parameters that tell them apart.
    """
    often = Counter(agent.name for agent in agents)
    native = [hasattr(agent, "_native") and not hasattr(agent, "function") for agent in agents]
    names = [
        repr(agent) if often[agent.name] > 1 and known else agent.name
        for agent, known in zip(agents, native, strict=True)
    ]
    for name, count in Counter(names).items():
        if count > 1:
            raise ValueError(
                f"agents: {count} are called {name!r}; each needs a name of its own, as in "
                "mancalab.agents.Policy(function, label='first try')"
            )
    return names
