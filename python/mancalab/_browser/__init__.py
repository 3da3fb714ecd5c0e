"""The board that a browser shows: in a notebook (`mancalab.widget`) and on a page of its own.

Python says what is to be seen: `slots` numbers and places the pits, `frames` makes the steps of an
animation from the trace of an action, `status` says whose turn it is, `view` puts these together,
`texts` has the words, a file each language in `languages`. The folder `js` draws it (the head of
`js/board.js` says what it asks of whoever answers); `bundle` makes one script of its modules, and
`page` a web page that replays a game.
"""
