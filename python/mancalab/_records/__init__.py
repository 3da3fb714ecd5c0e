"""Recorded games: `record` has one, `collection` many; `parts` and `json_format` write them."""
