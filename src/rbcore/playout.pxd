# Whole games: the one loop that everything above calls, and calls once for many games.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from rbcore.game cimport game_t, table_t
from rbcore.table cimport rules_t
from rbcore.turns cimport move_t

cdef uint64_t play_games(
    table_t* t, const rules_t* r, const int64_t* players, uint64_t seed, uint64_t first,
    game_t* rows, uint64_t n, move_t* trace, const uint8_t* stop,
) noexcept nogil

# The same as a type, for whoever picks one of the builds at run time.
ctypedef uint64_t (*play_games_t)(
    table_t*, const rules_t*, const int64_t*, uint64_t, uint64_t,
    game_t*, uint64_t, move_t*, const uint8_t*,
) noexcept nogil
