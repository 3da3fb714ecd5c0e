"""All that the board says, in one table, so that it can be translated."""

from mancalab._browser.texts import TEXTS, translated

__all__ = ["TEXTS", "translated"]
