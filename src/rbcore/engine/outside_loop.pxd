# The loop of games in which somebody plays who is compiled by others, in a module of its own:
# compilers inline what a module has but once, as each loop its apply_parts.

from libc.stdint cimport uint8_t

from rbcore.engine.game_state cimport conditions_t, game_state_t, move_list_t

cdef int play_on_calling(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil
