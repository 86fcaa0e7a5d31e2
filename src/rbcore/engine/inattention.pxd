# Inattentive seats (section 6), apart from the loop for attentive games: what a seat overlooks and
# misplaces, what it attempts, and whether another seat calls Stop.

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.engine.game_state cimport attention_t, conditions_t, game_state_t, move_list_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport verdict_t
from rbcore.moves.transition cimport move_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport rules_t

# In `extra_cards` of a move in a trace: Stop was called on it, perhaps wrongly, or nobody called
# but it was taken back anyway.
cdef enum:
    TAKEN_BACK = 64
    CALLED = 128

cdef enum:
    BY_ATTENTION = -1     # the other seats' attention decides whether Stop is called

cdef const rules_t* intend(game_state_t* state, const conditions_t* conditions,
                           const player_t* player, moves_t* moves, move_t* move) noexcept nogil
cdef bint misplaces(const attention_t* a, const position_t* p, const rules_t* r, stream_t* stream,
                    move_t* attempted) noexcept nogil
cdef bint is_called_wrongly(const attention_t* a, const position_t* p, const rules_t* r, int called,
                            stream_t* stream) noexcept nogil
cdef move_t attempt(game_state_t* state, const conditions_t* conditions,
                    move_list_t* trace) noexcept nogil
cdef void make_omitted(game_state_t* state, const rules_t* r, move_t move) noexcept nogil
cdef bint is_called(const attention_t* a, const position_t* p, const rules_t* r, move_t attempted,
                    verdict_t verdict, stream_t* stream) noexcept nogil
cdef bint gains_by_call(const position_t* p, const rules_t* r, int seat, move_t attempted,
                        verdict_t verdict) noexcept nogil
