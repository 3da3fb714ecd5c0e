"""Replay recorded games through the engine and say where it disagrees with them.

    python tests/python/replay_records.py FOLDER [GAME ...]

FOLDER holds `playouts/*.jsonl.gz` and `boards/*.json`. Every record whose game is in the catalogue
(or all of the games named) is compared lap by lap: the legal actions, the seeds on every site, who
moves next, and at the end the winner and the score. Where the recorded program is known to deviate
from the rules, `tests/data/family/games.toml` names the deviation, and a lap is excused if it is
one of that kind. Games of the catalogue without records are listed as such and count as not
compared. The exit status is 1 if anything else differs or a game that is named has no records, and
2 if FOLDER has none at all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from family_records import FAMILY, Game, games, settings
from family_replay import Replay
from family_report import Report, without_records


def replay(game: Game) -> Report:
    """Replay all records of a game."""
    report = Report(game.name)
    for playout in game.playouts():
        Replay(game, playout, report).run()
    return report


def reports(folder: Path, names: Sequence[str] = ()) -> Iterator[Report]:
    """Replay the records of a folder, or those of the games named."""
    for game in games(folder, settings()):
        if not names or game.name in names:
            yield replay(game)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FAMILY)
    parser.add_argument("games", nargs="*")
    args = parser.parse_args()
    if not any((args.folder / "playouts").glob("*.jsonl.gz")):
        what = "holds no playouts/*.jsonl.gz" if args.folder.is_dir() else "does not exist"
        parser.error(f"{args.folder} {what}")
    found = []
    for report in reports(args.folder, args.games):
        found.append(report)
        print(report, *report.faults, sep="\n    ", flush=True)
    unknown = set(args.games) - {report.game for report in found}
    if unknown:
        print(f"no records of {', '.join(sorted(unknown))}")
    others = [] if args.games else list(without_records(found))
    print(*others, sep="\n", end="\n" if others else "")
    print(
        f"{len(found)} games, {sum(report.playouts for report in found)} playouts,"
        f" {sum(report.plies for report in found)} plies compared,"
        f" {sum(report.excused.total() for report in found)} excused,"
        f" {sum(report.disagreements for report in found)} disagreements"
        + (f"; {len(others)} games without records" if others else "")
    )
    return int(bool(unknown) or not found or any(report.disagreements for report in found))


if __name__ == "__main__":
    sys.exit(main())
