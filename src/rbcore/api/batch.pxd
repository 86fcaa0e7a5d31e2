# What matches, played elsewhere, need of games: the loop for this processor, and the players.

from libc.stdint cimport int64_t

from rbcore.engine.playout cimport play_games_t

cdef play_games_t play_games
cdef int seat_players(rules, players, int64_t* numbers) except -1
