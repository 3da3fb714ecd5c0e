"""Finished parts of a study as files, from which a study that was stopped resumes.

A part is one file: a line of JSON that says what was played and a digest of the second line, which
is its result (a series, as a rule) as JSON. It is written beside its name and renamed. Its name is
made from what was played, with the version of mancalab that played it; so a folder can serve many
studies, and none takes a part that is not its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic

from mancalab._base.files import replacing
from mancalab._core import __version__
from mancalab.agents import Agent, AlphaBeta, BatchPolicy, Network, Policy
from mancalab.study.parts import Job, Part, Result

MAGIC = "mancalab part"
FORMAT = 2


class DamagedPart(UserWarning):
    """A stored part could not be read; its rounds are played again."""


class Store(Generic[Result]):
    """A folder of finished parts.

    Parameters
    ----------
    folder
        Made if it is not there.
    job
        What the parts are of.

    Raises
    ------
    OSError
        The folder cannot be made.
    """

    def __init__(self, folder: str | os.PathLike[str], job: Job[Result]) -> None:
        self._job = job
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)

    def path(self, part: Part) -> Path:
        """The file of a part."""
        said = self._said(part)
        place = {"first_round", "rounds"}
        cell = json.dumps({key: said[key] for key in said if key not in place}, sort_keys=True)
        key = hashlib.sha256(cell.encode()).hexdigest()[:24]
        return self._folder / f"{key}-{part.first_round}-{part.rounds}.json"

    def load(self, part: Part) -> Result | None:
        """The result of a part, or None where it has not been stored.

        A damaged file counts as none; a `DamagedPart` warning names it.
        """
        path = self.path(part)
        try:
            return self._parse(path.read_bytes().decode(), part)
        except FileNotFoundError:
            return None
        except ValueError as error:  # UnicodeDecodeError is one
            text = f"{path} is damaged, its rounds are played again: {error}"
            warnings.warn(text, DamagedPart, stacklevel=2)
            return None

    def save(self, part: Part, result: Result) -> None:
        """Store a part; a file of that name is replaced.

        Raises
        ------
        OSError
            The folder cannot be written to.
        """
        body = self._job.dump(result)
        header = json.dumps({**self._said(part), "sha256": _sha256(body)})
        with replacing(self.path(part)) as beside:
            beside.write_text(f"{header}\n{body}\n", encoding="utf-8", newline="\n")

    def _parse(self, text: str, part: Part) -> Result:
        header, _, rest = text.partition("\n")
        body = rest.removesuffix("\n")
        try:
            said = json.loads(header)
        except ValueError:
            raise ValueError("the first line is not JSON") from None
        expected = {**self._said(part), "sha256": _sha256(body)}
        if said != expected:
            raise ValueError(_first_fault(said, expected))
        result = self._job.load(body)
        if (result.rounds, result.swapped) != (part.rounds, part.cell.swap):
            raise ValueError(f"it holds {result.rounds} rounds, not {part.rounds}")
        return result

    def _said(self, part: Part) -> dict[str, Any]:
        """All that the result of a part depends on."""
        cell = part.cell
        return {
            "magic": MAGIC,
            "format": FORMAT,
            "version": __version__,
            "rules": cell.rules.digest,
            "game": cell.rules.name,
            "first": lasting_name(cell.first),
            "second": lasting_name(cell.second),
            "swap": cell.swap,
            "seed": cell.seed,
            "opening_plies": cell.opening_plies,
            "first_round": part.first_round,
            "rounds": part.rounds,
            **self._job.said(cell),
        }


def _first_fault(said: object, expected: dict[str, Any]) -> str:
    if not isinstance(said, dict):
        return "the first line is not a JSON object"
    wrong = next((key for key in expected if said.get(key) != expected[key]), None)
    if wrong is None:
        return f"{', '.join(sorted(set(said) - set(expected)))} is unknown"
    return f"{wrong} is {said.get(wrong)!r}, not {expected[wrong]!r}"


def lasting_name(agent: Agent) -> str:
    """A name by which an agent is known again in another process.

    For a policy that is its label and the name of its function: a function that is changed keeps
    its name, so it needs another label or another folder. A network is known by its numbers, too.
    For any other agent it is its repr.

    Raises
    ------
    ValueError
        The agent is a function without a name of its own (a lambda, or one inside another
        function) and has no label, or judges by such a function; or an object whose repr is an
        address.
    """
    if isinstance(agent, AlphaBeta) and callable(agent.evaluation):
        name = _full_name(agent.evaluation)
        if "<" in name:
            raise ValueError(
                f"resume: the agent {agent.name!r} cannot be recognised when the study "
                "resumes; give it an evaluation that has a name in its module"
            )
        return f"{replace(agent, evaluation='margin')} by {name}"
    if not isinstance(agent, Policy | BatchPolicy):
        if type(agent).__repr__ is object.__repr__:
            raise ValueError(
                f"resume: the agent {agent.name!r} cannot be recognised when the study "
                "resumes; its class needs a __repr__ that says all that it plays by"
            )
        return repr(agent)
    kind, name = type(agent).__name__, _full_name(agent.function)
    if isinstance(agent, Network):
        return f"{kind}({agent.digest}, {agent.effort}, {agent.label!r})"
    if agent.label:
        return f"{kind}({agent.label!r})" if "<" in name else f"{kind}({name}, {agent.label!r})"
    if "<" in name:
        raise ValueError(
            f"resume: the agent {agent.name!r} cannot be recognised when the study resumes; "
            f"give it a label, as in {kind}(function, label='first try')"
        )
    return f"{kind}({name})"


def _full_name(function: object) -> str:
    return f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', '<none>')}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
