"""All that the board says, by language, so that it can be translated and changed."""

from mancalab._browser.texts import LANGUAGES, TEXTS, Language, table, translated

__all__ = ["LANGUAGES", "TEXTS", "Language", "table", "translated"]
