# The deal, moves, turns, and forced events.

from libc.stdint cimport UINT32_MAX, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy

from rbcore.board.memory cimport note_all_seen
from rbcore.board.position cimport (
    MAX_IDLE, base_of, card_key, idle_turns, length, pop_card, pop_known, position_t, push_card,
    toggle,
)
from rbcore.cards.c_compilers cimport little_endian_32
from rbcore.cards.card cimport KING, NO_CARD, card_t, rank_of, suit_of
from rbcore.rules.compiled cimport (
    ENDS_TURN, FOUNDATION, HAND, QUIET, RESERVE, TURNED, WASTE, rules_t,
)

# A move takes the top card of a pile to another. `turn` goes from HAND to TURNED, `waste` from
# TURNED to WASTE; only `pass` goes from FOUNDATION to FOUNDATION.
cdef struct move_t:
    uint8_t source
    uint8_t place
    uint8_t extra_cards   # cards that move with the one that fits: a group of extra_cards + 1 (V13)
    uint8_t unused        # padding: four bytes fit a register, three do not

cdef inline move_t move_of(uint32_t source, uint32_t place, uint32_t extra_cards) noexcept nogil:
    """Return a move built as one word; assembling it in memory would stall."""
    cdef uint32_t word = little_endian_32(source | place << 8 | extra_cards << 16)
    cdef move_t move
    memcpy(&move, &word, sizeof(word))
    return move

# A move as the game loop holds it: three numbers stay in registers, whereas the bytes of a struct
# would go through memory or vectors.
cdef struct parts_t:
    uint64_t source
    uint64_t place
    uint32_t extra_cards

cdef inline move_t joined(parts_t m) noexcept nogil:
    return move_of(<uint32_t>m.source, <uint32_t>m.place, m.extra_cards)

cdef inline parts_t parts_of(move_t m) noexcept nogil:
    cdef uint32_t word
    cdef parts_t parts
    memcpy(&word, &m, sizeof(word))
    word = little_endian_32(word)
    parts.source = <uint8_t>word
    parts.place = <uint8_t>(word >> 8)
    parts.extra_cards = <uint8_t>(word >> 16)
    return parts

cdef inline void push_foundation(position_t* p, card_t c) noexcept nogil:
    """Lay a card on a foundation (1.4; V15 goes from king to ace)."""
    cdef uint8_t* heights = p.heights[suit_of(c)]
    cdef int needed = rank_of(c) - 1 - p.base
    cdef card_t following = <card_t>(c + 1 - (13 if rank_of(c) == KING else 0))
    cdef bint on_taller, fits_again
    needed += 13 if needed < 0 else 0
    on_taller = heights[0] == needed
    fits_again = heights[0] == heights[1]
    heights[0] += on_taller
    heights[1] += not on_taller
    p.destinations[c] ^= <uint16_t>((not fits_again) << FOUNDATION)
    p.destinations[following] |= <uint16_t>((needed != 12) << FOUNDATION)

cdef inline void turn_over(position_t* p, const rules_t* r) noexcept nogil:
    """Turn over the waste of the seat to move, unshuffled, as its new hand (4.4)."""
    cdef int hand = HAND + p.seat, waste = WASTE + p.seat
    cdef int n = length(p, waste), i
    cdef const card_t* waste_top = p.cards + p.top[waste]
    cdef card_t* bottom = p.cards + base_of(hand) + 1
    toggle(p, r, waste, p.top_card[waste])
    for i in range(n):
        bottom[i] = waste_top[-i]
        p.key ^= card_key(<uint16_t>(p.top[waste] - i), bottom[i])
        p.key ^= card_key(<uint16_t>(base_of(hand) + 1 + i), bottom[i])
    p.top[hand] += <uint16_t>n
    p.top[waste] = <uint16_t>base_of(waste)
    p.top_card[hand] = p.cards[p.top[hand]]
    p.top_card[waste] = NO_CARD
    note_all_seen(p, hand)

cdef inline bint turns_reserve(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether `turn` turns up the own reserve's top instead of a hand card (V35)."""
    return r.turn_reserve and p.empty and length(p, RESERVE + p.seat)

cdef inline card_t next_in_hand(const position_t* p, const rules_t* r) noexcept nogil:
    """Return the card that the next `turn` of the seat to move will turn up."""
    cdef int hand = HAND + p.seat, waste = WASTE + p.seat
    if turns_reserve(p, r):
        return p.cards[p.top[RESERVE + p.seat]]
    if length(p, hand):
        return p.cards[p.top[hand]]
    return p.cards[base_of(waste) + 1] if length(p, waste) else NO_CARD

cdef inline int next_seat(const position_t* p, const rules_t* r) noexcept nogil:
    return (p.seat + 1) * (p.seat + 1 < r.seats)

cdef inline void end_turn(position_t* p, const rules_t* r) noexcept nogil:
    """Pass the turn to the next seat. Counts saturate at the largest that notation reads."""
    if idle_turns(p, p.seat) < MAX_IDLE:
        p.turns_without_progress += <uint64_t>1 << (16 * p.seat)
    p.turn += p.turn != UINT32_MAX
    p.seat = <uint8_t>next_seat(p, r)

cdef inline bint ends_turn(const rules_t* r, move_t m) noexcept nogil:
    """Return whether a move is `waste` or `pass` (4.7)."""
    return r.move_flags[m.source][m.place] >= ENDS_TURN

cdef inline bint is_special(const rules_t* r, move_t m) noexcept nogil:
    """Return whether a move is `turn`, `waste` or `pass`."""
    return m.place >= TURNED or ends_turn(r, m)

cdef inline void apply_card_move(position_t* p, const rules_t* r, uint64_t source,
                                 uint64_t place) noexcept nogil:
    """Move a single card from its pile to its place."""
    cdef uint64_t c
    if p.top_card[source] == NO_CARD:     # the hand
        turn_over(p, r)
    c = p.top_card[source]
    # Place first: the source's next card is known last and may fit where the moved card did.
    if place == FOUNDATION:
        push_foundation(p, <card_t>c)
    else:
        push_card(p, r, place, c)
    pop_known(p, r, source, c)

cdef inline int apply_parts(position_t* p, const rules_t* r, parts_t m) noexcept nogil:
    """Make a legal move and the forced events after it; return the move's flags."""
    cdef uint8_t move_flags = r.move_flags[m.source][m.place]
    if r.has_forced_events:
        apply_with_events(p, r, joined(m))
        return move_flags
    if m.source != FOUNDATION:
        apply_card_move(p, r, m.source, m.place)
    p.turns_without_progress &= <uint64_t>0 - (move_flags & QUIET)
    if move_flags >= ENDS_TURN:
        end_turn(p, r)
    return move_flags

cdef inline int apply(position_t* p, const rules_t* r, move_t m) noexcept nogil:
    return apply_parts(p, r, parts_of(m))

cdef void apply_with_events(position_t* p, const rules_t* r, move_t m) noexcept nogil
cdef int apply_out_of_line(position_t* p, const rules_t* r, move_t m) noexcept nogil
cdef void pass_turn(position_t* p, const rules_t* r) noexcept nogil
cdef void deal(position_t* p, const rules_t* r, uint64_t seed, uint64_t game,
               uint64_t shuffle) noexcept nogil
