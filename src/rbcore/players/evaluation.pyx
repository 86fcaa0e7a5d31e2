"""The worth of positions and moves: features times weights (docs/players.md)."""

from libc.stdint cimport uint8_t

from rbcore.board.position cimport NO_BASE, idle_turns, length, shows
from rbcore.cards.bits cimport popcount
from rbcore.cards.card cimport KING, bit, card
from rbcore.moves.transition cimport next_in_hand
from rbcore.rules.compiled cimport (
    FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RESERVE, TURNED, WASTE,
)

from rbcore.players.weights import FEATURES, PLANNER

cdef uint64_t ALL_CARDS = 0x3FFE3FFE3FFE3FFEULL
cdef int WEIGHTS[SLOTS][N_WEIGHTS]


def try_weights(weights, champion=False):
    """Give the players on trial, or their opponent `champion`, a weight for each feature."""
    _enter(CHAMPION if champion else ON_TRIAL, weights)


cdef _enter(int slot, weights):
    cdef int i
    if len(weights) != N_WEIGHTS:
        raise ValueError(f"{len(weights)} weights for {N_WEIGHTS} features")
    for i, weight in enumerate(weights):
        WEIGHTS[slot][i] = weight


for _slot in range(SLOTS):
    _enter(_slot, list((FEATURES | PLANNER if _slot == OF_PLANNER else FEATURES).values()))


cdef const int* weights_of(int slot) noexcept nogil:
    return WEIGHTS[slot]


cdef void look_round(
    scene_t* s, const position_t* p, const rules_t* r, const int* w
) noexcept nogil:
    """Gather what the worth of houses depends on."""
    cdef int i, seat, rank
    cdef uint64_t fits = 0
    cdef const uint8_t* heights = p.heights[0]
    s.w = w
    s.stale = w[W_STALE] if goes_round(p) else 0
    if p.base != NO_BASE:
        for i in range(8):
            if heights[i] < KING:
                rank = p.base + heights[i] + 1
                fits |= bit(card(i >> 1, rank if rank <= KING else rank - KING))
    s.sets[FITS] = fits
    s.sets[FITS + 1] = fits << 1 & ALL_CARDS & ~fits
    s.sets[FITS + 2] = fits << 2 & ALL_CARDS & ~fits & ~s.sets[FITS + 1]
    s.sets[TAKES_OWN] = r.under_set[KIND_HOUSE][p.shown[RESERVE + p.seat]]
    s.sets[TAKES_HAND] = r.under_set[KIND_HOUSE][
        p.shown[TURNED + p.seat] if shows(p, TURNED + p.seat) else next_in_view(p, r)
    ]
    s.sets[TAKES_OTHER] = s.sets[LOADS_RESERVE] = s.sets[LOADS_WASTE] = 0
    for seat in range(r.seats):
        if seat != p.seat:
            s.sets[TAKES_OTHER] |= r.under_set[KIND_HOUSE][p.shown[RESERVE + seat]]
            s.sets[LOADS_RESERVE] |= r.fit_set[KIND_LOAD][p.shown[RESERVE + seat]]
            s.sets[LOADS_WASTE] |= r.fit_set[KIND_LOAD][p.shown[WASTE + seat]]


cdef bint goes_round(const position_t* p) noexcept nogil:
    """Whether the seat has seen all cards of its hand since the last progress move."""
    cdef int cards = p.left[p.seat] - length(p, RESERVE + p.seat)
    return idle_turns(p, p.seat) >= max(1, cards)


cdef card_t next_in_view(const position_t* p, const rules_t* r) noexcept nogil:
    """The next hand card where it may be looked at (V11)."""
    return next_in_hand(p) if r.peek else NO_CARD


cdef int progress_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil:
    """Of a move that is no move between houses, for where its card comes from and goes to."""
    cdef const int* w = s.w
    cdef card_t c = p.shown[m.source], under
    cdef int kind, worth, other
    if m.place >= TURNED or m.source == FOUNDATION:
        return w[W_TURN]
    if m.source >= TURNED and m.place == WASTE + p.seat:
        worth = w[W_WASTE]
        for other in range(r.seats):
            if other != p.seat:
                worth += w[W_WASTE_EXPOSED] * has(
                    r.under_set[KIND_LOAD][p.shown[RESERVE + other]], c)
        return worth
    kind = W_HOUSE_LOADS if m.source < RESERVE else (
        W_RESERVE_LOADS if m.source < WASTE else W_HAND_LOADS)
    if m.place < RESERVE:
        return s.stale + w[kind + 2]
    worth = s.stale + w[kind + (m.place >= WASTE)]
    if p.takes[p.shown[m.place]] & (r.house_set | 1 << FOUNDATION):
        worth += w[W_LOAD_BLOCKS]
    if p.takes[c] & r.house_set & ~(1 << m.source):
        worth += w[W_LOAD_RETURNS]
    if m.source < RESERVE and m.place < WASTE:
        under = p.cards[p.top[m.source] - 1]
        worth += w[W_LOAD_UNDONE] * has(r.fit_set[KIND_HOUSE][under], c)
    return worth


cdef int houses_worth(const scene_t* s, const position_t* p, const rules_t* r) noexcept nogil:
    """Of all houses as they lie."""
    cdef int house, at, worth = spaces_worth(s, popcount(p.empty & r.spaces))
    for house in range(r.houses):
        at = p.top[HOUSE + house]
        if p.cards[at] == NO_CARD:
            continue
        worth += top_worth(s, p.cards[at])
        while p.cards[at - 1] != NO_CARD:
            at -= 1
            worth += under_worth(s, p.cards[at]) + order_worth(s, r, p.cards[at + 1], p.cards[at])
        worth += bottom_worth(s, p.cards[at])
    return worth
