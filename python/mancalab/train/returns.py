"""The values that positions turned out to have, for the player to move in each.

Players do not simply alternate: after an extra turn the next value is one's own, and keeps its
sign. So every step has a sign with which the next value counts for it: 1 if the same player
moves again, -1 if the other does, 0 where the game ended.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


def returns(
    rewards: Floats,
    signs: npt.NDArray[np.int8],
    values: Floats,
    last: Floats,
    lambda_: float,
    *,
    known: npt.NDArray[np.bool_] | None = None,
) -> Floats:
    """Give TD(lambda) returns, shape (steps, lanes), without discounting.

    Parameters
    ----------
    rewards, signs
        (steps, lanes): what each step paid the player who acted, and the sign with which what
        follows passes to that player.
    values
        (steps, lanes): what is thought of the positions before each step.
    last
        (lanes,): what is thought of the positions after the last step.
    lambda_
        1 waits for the end of the game wherever it is seen, 0 trusts the next value.
    known
        (steps, lanes): where `values` are exact, so that nothing is waited for.
    """
    found = np.empty_like(rewards)
    following, thought = last, last
    for step in range(len(rewards) - 1, -1, -1):
        mixed = lambda_ * following + (1 - lambda_) * thought
        found[step] = rewards[step] + signs[step] * mixed
        if known is not None:
            np.copyto(found[step], values[step], where=known[step])
        following = found[step]
        thought = values[step]
    return found
