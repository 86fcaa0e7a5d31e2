# The compiled players. A player chooses one move at a time.

from libc.stdint cimport uint32_t

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport below, stream_t
from rbcore.moves.legal_moves cimport moves_t, nth_parts
from rbcore.moves.transition cimport move_t, parts_of, parts_t
from rbcore.players.greedy cimport greedy_move
from rbcore.players.lookahead cimport budget_t
from rbcore.players.outside cimport NOT_REFUSED, CompiledPlayer, outside_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

# In the order of names.KINDS, except for the first, which has no name there.
cdef enum player_kind_t:
    OUTSIDE = -1          # an outside player (outside.pxd)
    UNIFORM = 0
    GREEDY = 1
    WEIGHTED = 2
    PLANNER = 3
    TRIAL = 4             # `weighted` with weights on trial
    SEARCH = 5
    CHALLENGED = 6        # `weighted` with the weights of the champion, TRIAL's opponent
    TRIAL_PLANNER = 7     # `planner` with weights on trial
    LOOKAHEAD = 8
    NESTED = 9
    THOROUGH = 10
    STEADY = 11
    FRUGAL = 12
    NO_KIND = 13

cdef enum:
    SURE = 1 << 24        # probability 1, as in names.py
    NO_EXTERNAL = -1
    CALLED = -2           # in place of the number: an outside player, which is called

cdef union means_t:
    budget_t budget       # of SEARCH
    outside_t* outside    # of OUTSIDE

cdef struct player_t:
    int in_loop           # UNIFORM or GREEDY if choose_in_loop() makes no call; else NO_KIND
    int kind
    int chance            # of an error, in units of 1/SURE
    int external          # number of a player that is not compiled, NO_EXTERNAL or CALLED
    means_t by
    bint remembers        # gets views with memory
    bint sees_all         # gets views of all cards, which no person has

cdef inline bint is_refused(const player_t* player) noexcept nogil:
    """Return whether an outside player's answer has been refused."""
    return player.external == CALLED and player.by.outside.refused != NOT_REFUSED

cdef inline parts_t choose_in_loop(const player_t* player, const position_t* p, const rules_t* r,
                                   const moves_t* m, stream_t* stream,
                                   turn_plan_t* plan) noexcept nogil:
    """Do choose(), inlined for players for which the call is a large part of the time."""
    if player.in_loop == UNIFORM:
        return nth_parts(p, r, m, <int>below(stream, <uint32_t>m.count))
    if player.in_loop == GREEDY:
        if m.count == 1:
            return nth_parts(p, r, m, 0)
        return parts_of(greedy_move(p, r, m))
    return parts_of(choose(player, p, r, m, stream, plan))

cdef move_t choose(const player_t* player, const position_t* p, const rules_t* r,
                   const moves_t* m, stream_t* stream, turn_plan_t* plan) noexcept nogil
cdef void fill_player(player_t* player, record) except *
cdef void seat_outside(player_t* player, CompiledPlayer compiled, outside_t* seated)
