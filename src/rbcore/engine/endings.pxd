# The endings of games: outcomes, long quiet (7.3, 7.4 a), scores (8), and whether a position is
# blocked. A win is position.is_won.

from libc.stdint cimport int16_t, uint32_t, uint64_t, uint8_t

from rbcore.board.position cimport idle_turns, length, position_t
from rbcore.rules.compiled cimport HAND, MAX_SEATS, RESERVE, WASTE, rules_t

cdef enum outcome_t:
    WIN = 0
    STALEMATE = 1
    STANDOFF = 2
    UNFINISHED = 3
    PLAYING = 4
    CUT_SHORT = 5         # Ctrl-C ended a player's choice

cdef inline double gain(int outcome, int winner, int seat, int seats) noexcept nogil:
    """Return a seat's gain: 1 for the winner, -1 split among the others; 0 without a winner."""
    if outcome != WIN:
        return 0
    return 1 if seat == winner else -1.0 / (seats - 1)

cdef inline bint is_quiet_long_enough(const position_t* p, const rules_t* r,
                                      int times) noexcept nogil:
    """Whether every seat has ended times * max(1, its hand and waste) turns without progress."""
    cdef int seat
    for seat in range(r.seats):
        if idle_turns(p, seat) < times * max(1, length(p, HAND + seat) + length(p, WASTE + seat)):
            return False
    return True

cdef inline void score(const position_t* p, const rules_t* r, int outcome, int winner,
                       int16_t* scores) noexcept nogil:
    """Compute the scores of all seats (section 8); an unfinished game scores nothing (7.5)."""
    cdef int count[MAX_SEATS]
    cdef int seat, total = 0, lowest = 0, shared = 0, reserve
    for seat in range(MAX_SEATS):
        scores[seat] = 0
    if outcome == UNFINISHED:
        return
    for seat in range(r.seats):
        reserve = length(p, RESERVE + seat)
        count[seat] = r.reserve_card * reserve + r.hand_card * (p.cards_left[seat] - reserve)
        total += count[seat]
        if count[seat] < count[lowest]:
            lowest = seat
    if outcome == WIN:
        scores[winner] = <int16_t>(r.win_bonus + total)
        return
    for seat in range(r.seats):
        shared += count[seat] == count[lowest]
    if shared == 1:                                                                # 8.4
        scores[lowest] = <int16_t>(total - r.seats * count[lowest])

# ---- whether a position is blocked ----

cdef enum blocked_t:
    NOT_BLOCKED = 0
    BLOCKED = 1
    GAVE_UP = 2

# The memory of a search; engine.workspace allocates it.
cdef struct stalemate_search_t:
    uint32_t limit        # arrangements of the houses, or positions, that it may examine
    uint32_t mask         # size of the memo less 1; the size is a power of 2, at least 2*limit
    uint64_t* memo        # fingerprints of the arrangements seen; 0 is a free slot
    uint32_t* used        # slots in use, for clearing them afterwards
    uint32_t seen         # number of slots in use
    uint32_t* steps       # the moves that led to the current arrangement
    uint8_t* ran_out      # set if the search gave up for lack of memory
    bint hears            # whether it also gives up on Ctrl-C, which it does not within games

# A move of the walk through arrangements, and whether it uncovered a card.
cdef struct step_t:
    uint8_t house
    uint8_t extra_cards
    uint8_t place
    uint8_t uncovered

cdef blocked_t blocked(const position_t* start, const rules_t* r,
                       stalemate_search_t* s) noexcept nogil
cdef uint64_t arrangement(const position_t* p, const rules_t* r) noexcept nogil
cdef bint next_step(const position_t* p, const rules_t* r, step_t* step) noexcept nogil
cdef void do_step(position_t* p, const rules_t* r, step_t* step) noexcept nogil
cdef void undo_step(position_t* p, const rules_t* r, const step_t* step) noexcept nogil
