# The playout loop for this processor, and the array that stops it.

from libc.stdint cimport uint8_t

from rbcore.engine.playout cimport play_games_t

cdef play_games_t play_games
cdef const uint8_t[::1] stop_flag(stop)
