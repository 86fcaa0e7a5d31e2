# Whole games: the one loop that everything above calls, and calls once for many games. For guests,
# players that are not compiled, it can be left where they have to choose: sit_down, then play_on
# until it returns an outcome, then record. A guest's player number is GUEST or less.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from rbcore.engine.game cimport game_t, table_t
from rbcore.moves.generator cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    GUEST = -1

cdef void sit_down(table_t* t, const rules_t* r, uint64_t seed, uint64_t game) noexcept nogil
cdef int play_on(
    table_t* t, const rules_t* r, const int64_t* players, moves_t* moves, const move_t* chosen
) noexcept nogil
cdef void record(
    const table_t* t, const rules_t* r, uint64_t game, int outcome, game_t* row
) noexcept nogil
cdef uint64_t play_games(
    table_t* t, const rules_t* r, const int64_t* players, uint64_t seed, uint64_t first,
    game_t* rows, uint64_t n, move_t* trace, const uint8_t* stop,
) noexcept nogil

# The same as a type, for whoever picks one of the builds at run time.
ctypedef uint64_t (*play_games_t)(
    table_t*, const rules_t*, const int64_t*, uint64_t, uint64_t,
    game_t*, uint64_t, move_t*, const uint8_t*,
) noexcept nogil
