"""Puzzles: positions with exactly one winning move, as a sheet to print and as a page to play.

`find` makes them and has their values proven, `sheet` prints them, `page` lets a browser ask them.
"""
