"""The tables that studies give: their rows, their files, and how they are shown.

`base` writes and reads tables of any rows. `layouts` shows those with fixed columns, `grids` those
whose columns depend on the rows; both use `formats` for numbers and `markup` for HTML and Markdown.
`advantage`, `effect`, `exact` and `tournament` have a kind of table each.
"""
