"""Checks for games and agents of one's own.

>>> from mancalab.testing import check_rules
>>> report = check_rules("kalah columns=3 seeds=2", games=20)
>>> report.ok
True
"""

from mancalab.testing.agents import check_agent
from mancalab.testing.games import check_rules
from mancalab.testing.report import Check, Report

__all__ = ["Check", "Report", "check_agent", "check_rules"]
