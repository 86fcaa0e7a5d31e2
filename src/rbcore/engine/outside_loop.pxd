# The loop for games with outside players. It has a module of its own because compilers inline a
# function used once in a module, such as apply_parts in the quick loop.

from libc.stdint cimport uint8_t

from rbcore.engine.game_state cimport conditions_t, game_state_t, move_list_t

cdef int play_on_calling(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                         const uint8_t* stop) noexcept nogil
