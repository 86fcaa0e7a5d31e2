# One game, move by move: the state behind api.Game. Every move leaves a record of what it changed,
# by which it is undone.

from libc.stdint cimport uint32_t, uint64_t, uint8_t

from rbcore.cards.rng cimport stream_t
from rbcore.engine.game_state cimport conditions_t, game_state_t
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport verdict_t
from rbcore.moves.transition cimport move_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    NO_PLAYER = -1

# Everything that a move may change.
cdef struct course_t:
    game_state_t state
    int outcome           # PLAYING until there is one
    int stopped           # the verdict of a called Stop whose omitted move is due, or LEGAL
    int planner           # number of the player that owns the plan, or NO_PLAYER

# What choosing a move changes, before the move is made.
cdef struct choice_t:
    stream_t stream
    stream_t lapses
    turn_plan_t plan
    int planner

cdef enum:
    OLD_VISITS = 3    # entries of the history that a move may write: the first, two at the end

# A 64-bit word of a course_t that a move changed, with its old value.
cdef packed struct change_t:
    uint32_t at
    uint64_t old

# The record that undoes a move, and a link to earlier ones; copies of a game share it across
# threads.
cdef struct past_t:
    past_t* before
    uint64_t holders
    uint64_t history[OLD_VISITS]  # old values where the move may have written
    uint32_t n
    change_t changes[1]   # n of them

cdef struct stepper_t:
    course_t now
    choice_t settled      # the state right after the last move
    moves_t legal         # the legal moves, if `is_found`
    bint is_found
    move_t chosen         # the latest choice, if `has_chosen`
    bint has_chosen
    uint32_t most_used    # longest history so far, which undoing moves may need
    past_t* past

cdef void settle(stepper_t* s) noexcept nogil
cdef bint copy_into(stepper_t* copy, const stepper_t* s) noexcept nogil
cdef void find_next(stepper_t* s, const rules_t* r) noexcept nogil
cdef void choose_next(stepper_t* s, const conditions_t* conditions, const player_t* player,
                      int number) noexcept nogil
cdef bint make_next(stepper_t* s, const conditions_t* conditions, move_t move,
                    int called) noexcept nogil
cdef bint make_offence(stepper_t* s, const conditions_t* conditions, move_t move, verdict_t verdict,
                       int called) noexcept nogil
cdef bint play_to_end(stepper_t* s, const conditions_t* conditions,
                      const uint8_t* stop) noexcept nogil
cdef void take_back(stepper_t* s) noexcept nogil
cdef void forget_past(stepper_t* s) noexcept nogil
