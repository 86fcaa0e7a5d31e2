# What many seats see, in arrays. Documented in observations.pyi.

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.engine.game_state cimport game_state_t
from rbcore.engine.workspace cimport CompiledRules
from rbcore.moves.legal_moves cimport moves_t
from rbcore.observation.view cimport view_t
from rbcore.rules.compiled cimport rules_t

cdef class Arrays:
    cdef readonly object arrays       # Views with room for all
    cdef uint64_t* game
    cdef uint32_t* move
    cdef uint8_t* seat
    cdef uint32_t* turn
    cdef uint8_t* houses
    cdef uint8_t* in_use
    cdef uint8_t* reserves
    cdef uint8_t* wastes
    cdef uint8_t* hands
    cdef uint8_t* turned
    cdef uint8_t* next_card
    cdef uint8_t* heights
    cdef uint8_t* base
    cdef uint16_t* idle
    cdef uint8_t* fresh
    cdef uint8_t* first
    cdef uint8_t* legal
    cdef uint8_t* remembered
    cdef uint8_t* unseen

    cdef void first_row(self, const uint8_t** row) noexcept nogil
    cdef void enter(
        self, int row, uint64_t game, const game_state_t* state, const rules_t* r, const moves_t* m
    ) noexcept nogil
    cdef void enter_idle(
        self, int row, int seat, uint64_t game, game_state_t* state, const rules_t* r
    ) noexcept nogil
