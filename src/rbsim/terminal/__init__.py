"""Terminal: what a person sees and presses at the table, as an app of textual.

Owns widgets, keys, the mouse and threads to think on; rules, records and files are those of
`sitting`. Knows no command.
"""
