"""Benchmark of `mc.Batch`, `mc.playouts` and searches from Python, with OpenSpiel beside them.

Every answer is checked against the reference engine before a time is printed. Figures are medians
of runs that take turns, so compare them within one run of this script: machines are noisy.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from alphabeta import run_alphabeta
from measure import QUICK, Effort, machine
from openspiel import run_openspiel
from playing import run_playouts, run_scale
from stepping import run_memory, run_steps

PARTS = {
    "step": run_steps,
    "playouts": run_playouts,
    "openspiel": run_openspiel,
    "alphabeta": run_alphabeta,
    "memory": run_memory,
    "scale": run_scale,
}


def main() -> None:
    """Run the parts that are asked for."""
    parser = argparse.ArgumentParser(description="Benchmark mancalab from Python.")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a short pass, for a look or a test")
    size.add_argument("--full", action="store_true", help="also 100 million games in one call")
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="run this part (can be repeated)"
    )
    arguments = parser.parse_args()
    effort = QUICK if arguments.quick else Effort()
    if arguments.full:
        effort = replace(effort, scale=(*effort.scale, 100_000_000))
    print(machine())
    print(f"Medians of {effort.runs} runs of about {effort.seconds} s or more, taking turns")
    print("Repeat with:", " ".join(["python", "tests/bench/batch.py", *sys.argv[1:]]))
    for part in arguments.only or PARTS:
        PARTS[part](effort)


if __name__ == "__main__":
    main()
