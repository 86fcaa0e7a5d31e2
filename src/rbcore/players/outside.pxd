# Outside players: how they are called, and what follows from their answers. They see only the
# declarations of rbcore/players.h.

from libc.stdint cimport int32_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.players cimport rb_turn
from rbcore.rules.compiled cimport rules_t

# Cython functions may raise: they then return RB_FAILED or NULL and leave the exception set.
ctypedef int32_t (*choose_t)(const rb_turn* turn, void* state) noexcept nogil
ctypedef void* (*new_state_t)(int32_t seat, int32_t seats) noexcept nogil
ctypedef void (*free_state_t)(void* state) noexcept nogil

# The turn in which a player was called.
cdef struct place_t:
    uint64_t seed
    uint64_t game
    uint32_t turn
    int seat

cdef enum refusal_t:
    NOT_REFUSED = 0
    WRONG_ANSWER
    NO_STATE

# A player in a seat. Each thread that plays without the GIL has its own.
cdef struct outside_t:
    choose_t choose
    new_state_t new_state     # or NULL
    free_state_t free_state   # or NULL
    bint remembers
    bint sees_all
    void* state               # of the current game
    bint has_state
    refusal_t refused         # once set, the player is no longer called
    place_t refused_at
    int32_t answer            # the refused answer
    int32_t choices           # the number of choices there
    uint32_t longest          # most moves in one turn so far
    place_t longest_at

cdef class CompiledPlayer:
    cdef outside_t functions
    cdef str _name
    cdef str _origin
    cdef uint32_t longest
    cdef tuple longest_at     # seed, game, turn and seat of that turn
    cdef tuple owners         # choose, new_state and free_state as given; keeps them alive
    cdef int check(self, outside_t* played, rules) except -1

cdef move_t outside_move(outside_t* outside, const position_t* p, const rules_t* r,
                         const moves_t* m, stream_t* stream) noexcept nogil
cdef void begin_state(outside_t* outside, const rules_t* r, int seat,
                      const stream_t* stream) noexcept nogil
cdef void end_state(outside_t* outside) noexcept nogil
cdef inline void note_turn(outside_t* outside, const position_t* p, const stream_t* stream,
                           uint32_t moves) noexcept nogil:
    """Record the moves of the current turn if it is the longest so far."""
    if moves > outside.longest:
        outside.longest = moves
        outside.longest_at = place_t(stream.seed, stream.game, p.turn, p.seat)
