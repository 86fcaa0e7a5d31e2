# What games have in common, the state of one in progress, and the row that each leaves.

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.engine.endings cimport stalemate_search_t
from rbcore.engine.history cimport history_t
from rbcore.engine.lapses cimport attention_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport MAX_SEATS, rules_t

# A game's result; api.whole_games.GAME is the same as a NumPy dtype.
cdef packed struct game_t:
    uint64_t index
    uint32_t turns
    uint32_t moves
    uint32_t give_ups
    int16_t scores[MAX_SEATS]
    uint8_t reserve[MAX_SEATS]
    uint8_t hand[MAX_SEATS]
    uint8_t waste[MAX_SEATS]
    int8_t starter
    int8_t winner
    uint8_t outcome
    uint16_t offences[MAX_SEATS]
    uint16_t calls[MAX_SEATS]

# What all games of a call have in common.
cdef struct conditions_t:
    const rules_t* rules
    player_t players[MAX_SEATS]
    uint64_t seed
    uint64_t shuffle      # of the hidden cards of all games: 0 as they are dealt
    uint64_t replicate    # of the play of all games: 0 unless the same deals are played anew
    uint32_t max_turns    # after which a game is unfinished (7.5)
    uint32_t max_moves
    uint32_t max_turn_moves    # in one turn of an external player, the same
    const attention_t* attention    # NULL where everybody attends to everything

# The position and what a game keeps beside it; who owns it makes room in its arrays.
cdef struct game_state_t:
    position_t position
    stream_t stream
    stalemate_search_t stalemate
    turn_plan_t plan      # of the seat to move
    uint32_t moves
    uint32_t turn_begun   # the moves made before this turn, which `advance` alone counts
    uint32_t give_ups
    int starter
    stream_t lapses
    bint stop_called      # the newest move ended in a called Stop
    uint32_t offences[MAX_SEATS]  # and those of them that were called, by the offender's seat
    uint32_t calls[MAX_SEATS]
    history_t history
