"""What is found when the records of a game are replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import mancalab as mc
from family_records import Playout, Setting, settings

FAULTS_SHOWN = 3


@dataclass
class Report:
    """What was found about one game."""

    game: str
    playouts: int = 0
    turns: int = 0
    plies: int = 0
    ends: int = 0
    excused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    disagreements: int = 0

    def __str__(self) -> str:
        excused = ", ".join(f"{n} {name}" for name, n in sorted(self.excused.items()))
        return (
            f"{self.game:24} {self.playouts:4} playouts {self.plies:7} plies"
            f" {self.ends:4} ends {self.disagreements:5} disagreements"
            + (f"   excused: {excused}" if excused else "")
        )

    def disagree(self, playout: Playout, ply: int, what: str) -> None:
        self.disagreements += 1
        if len(self.faults) < FAULTS_SHOWN:
            self.faults.append(f"{self.game}, seed {playout['seed']}, ply {ply}: {what}")


def without_records(found: Sequence[Report]) -> Iterator[str]:
    """A line for each game of the catalogue that was not compared, with the reason if known."""
    known, compared = settings(), {report.game for report in found}
    for name in mc.catalogue:
        if name not in compared:
            setting = known.get(name, Setting())
            why = f": {setting.why}" if setting.record == "none" else ""
            yield f"{name:24} no records{why}"
