"""The table: a person plays against compiled players, or patience, in a terminal.

Read `seated_game` first, or `seated_patience`; `series` keeps games in files, `screen` and `apps`
show them. Knows no command.
"""
