"""Agents; `mancalab.agents` exports those that users make.

`agent` says what all have in common, with Random and Greedy; `alphabeta` and `mcts` search,
`policies` wrap functions, `network` plays by trained `weights`. `naming` makes agents of names,
`choosing` asks them for their actions.
"""
