"""All that the board says, by language, so that it can be translated and changed."""

from mancalab._browser.texts import LANGUAGES, PARTS, TEXTS, Language, Part, table, translated

__all__ = ["LANGUAGES", "PARTS", "TEXTS", "Language", "Part", "table", "translated"]
