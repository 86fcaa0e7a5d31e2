"""Second opinions: what each move is worth to the seat to move, and why a player makes its own.

Owns lines of a turn, playouts in worlds that a seat cannot tell from its own, and evaluations in
words. Knows rbcore, players by name and intervals; no game file, no study, and no command.
"""
