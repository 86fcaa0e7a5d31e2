# Memos of what playouts come to, and of what `lookahead` chooses in those of `nested`: positions come
# again, on other ways, in the next playout, at the next decision.

from libc.stdint cimport uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.players.planner cimport turn_plan_t

cdef uint64_t choice_key(const position_t* p, int horizon, uint64_t salt) noexcept nogil
cdef bint recall_choice(uint64_t key, turn_plan_t* plan) noexcept nogil
cdef void note_choice(uint64_t key, const turn_plan_t* plan) noexcept nogil
cdef uint64_t value_key(
    const position_t* p, int seat, uint32_t until, uint64_t salt
) noexcept nogil
cdef bint recall_value(uint64_t key, int* value, int* moves) noexcept nogil
cdef void note_value(uint64_t key, int value, int moves) noexcept nogil
