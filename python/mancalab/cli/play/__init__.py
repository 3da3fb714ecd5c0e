"""``mancalab play``: a game in the terminal.

`command` declares and runs the command, `table` has the game and the people at it, `wording` says
what they read.
"""

from mancalab.cli.play.command import COMMANDS

__all__ = ["COMMANDS"]
