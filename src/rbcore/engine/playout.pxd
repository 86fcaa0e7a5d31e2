# Whole games: the one loop that everything above calls, and calls once for many games. External
# players, which are not compiled, are asked outside of it: start_game, then advance until that
# returns an outcome, then write_row. Their player numbers are EXTERNAL and less.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from rbcore.engine.game cimport game_t, game_state_t
from rbcore.moves.generator cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    EXTERNAL = -1

cdef void start_game(
    game_state_t* state, const rules_t* r, uint64_t seed, uint64_t game
) noexcept nogil
cdef int advance(
    game_state_t* state, const rules_t* r, const int64_t* players, moves_t* moves,
    const move_t* chosen,
) noexcept nogil
cdef void write_row(
    const game_state_t* state, const rules_t* r, uint64_t game, int outcome, game_t* row
) noexcept nogil
cdef uint64_t play_games(
    game_state_t* state, const rules_t* r, const int64_t* players, uint64_t seed, uint64_t first,
    game_t* rows, uint64_t n, move_t* trace, const uint8_t* stop,
) noexcept nogil

# The type of play_games, of which api.batch picks a build at run time.
ctypedef uint64_t (*play_games_t)(
    game_state_t*, const rules_t*, const int64_t*, uint64_t, uint64_t,
    game_t*, uint64_t, move_t*, const uint8_t*,
) noexcept nogil
