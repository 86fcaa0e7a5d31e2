"""Sitting: a person at the table, who plays games against compiled players, or patience.

Owns whose turn it is, what may be attempted, the record with what was taken back, Stop!, matches
and the file in which the games are kept. Knows rbcore, games written down and opinions; no screen,
no key and no command.
"""
