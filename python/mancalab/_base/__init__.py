"""What every room of the package stands on: it knows of no game, agent or study.

`arguments` checks what users pass, `estimates` has values with their intervals, `extras` imports
libraries that may be missing, `files` replaces files whole, `memory` says how much is left,
`progress` shows bars, `random_numbers` are those of the engines, `words` are for people.
"""
