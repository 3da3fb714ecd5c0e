"""Perfect play: `solve` finds the value of a position, `tablebase` keeps those of endgames."""
