"""What a check found, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

WIDTH = 98  # characters of a line

Verdict = Literal["passed", "failed", "skipped"]


class Disagreement(Exception):
    """Two that should say the same do not; the text says where."""


class Skipped(Exception):
    """A check that means nothing here; the text says why."""


@dataclass(frozen=True)
class Check:
    """One check."""

    name: str
    verdict: Verdict
    """"passed", "failed" or "skipped"."""
    text: str
    """What agreed and how much was looked at; where it failed; or why it means nothing here."""


@dataclass(frozen=True)
class Report:
    """All checks of a game or of an agent; printed, it is a text for people."""

    title: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether none failed."""
        return not self.failures

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.verdict == "failed")

    def __str__(self) -> str:
        verdicts = [check.verdict for check in self.checks]
        counts = [
            f"{verdicts.count(verdict)} {verdict}"
            for verdict in ("failed", "passed", "skipped")
            if verdict in verdicts
        ]
        wide = max(len(check.name) for check in self.checks)
        lines = [f"{self.title}: {', '.join(counts)}"]
        for check in self.checks:
            head = f"  {check.verdict:7}  {check.name:{wide}}  "
            lines.append(
                textwrap.fill(
                    check.text,
                    WIDTH,
                    initial_indent=head,
                    subsequent_indent=" " * len(head),
                    break_on_hyphens=False,
                )
            )
        return "\n".join(lines)


def run(title: str, checks: Iterable[tuple[str, Callable[[], str]]]) -> Report:
    """Run checks: a function each, which says what it looked at, or raises where it disagrees."""
    found = []
    for name, check in checks:
        try:
            found.append(Check(name, "passed", check()))
        except Skipped as reason:
            found.append(Check(name, "skipped", f"{reason}"))
        except Disagreement as error:
            found.append(Check(name, "failed", f"{error}"))
    return Report(title, tuple(found))
