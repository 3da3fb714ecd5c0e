"""Many games in lockstep: `batch` plays them, `encoding` shows them to a network.

`lanes` checks what is passed for the lanes of a batch, `buffers` the arrays that it fills.
"""
