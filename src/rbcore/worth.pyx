"""The worth of positions and moves: features times weights (docs/players.md)."""

from rbcore.bits cimport popcount
from rbcore.card cimport KING, bit, card
from rbcore.position cimport NO_BASE, shows
from rbcore.table cimport (
    FOUNDATION, HOUSE, KIND_HOUSE, KIND_LOAD, RESERVE, TURNED, WASTE,
)
from rbcore.turns cimport next_in_hand

from rbcore.weights import FEATURES

cdef uint64_t ALL_CARDS = 0x3FFE3FFE3FFE3FFEULL
cdef int WEIGHTS[2][N_WEIGHTS]        # those of the players, and those on trial


def try_weights(weights):
    """Give the player `trial`, for whoever looks for better weights, one for each feature."""
    cdef int i
    if len(weights) != N_WEIGHTS:
        raise ValueError(f"{len(weights)} weights for {N_WEIGHTS} features")
    for i, weight in enumerate(weights):
        WEIGHTS[1][i] = weight


cdef _load():
    cdef int i
    try_weights(list(FEATURES.values()))
    for i in range(N_WEIGHTS):
        WEIGHTS[0][i] = WEIGHTS[1][i]


_load()


cdef const int* weights_of(bint trial) noexcept nogil:
    return WEIGHTS[trial]


cdef void look_round(
    scene_t* s, const position_t* p, const rules_t* r, const int* w
) noexcept nogil:
    """Gather what the worth of houses depends on."""
    cdef int suit, pile, seat
    cdef uint64_t fits = 0
    s.w = w
    if p.base != NO_BASE:
        for suit in range(4):
            for pile in range(r.packs):
                if p.heights[suit][pile] < KING:
                    fits |= bit(card(suit, (p.base + p.heights[suit][pile]) % KING + 1))
    s.fits[0] = fits
    s.fits[1] = fits << 1 & ALL_CARDS & ~fits
    s.fits[2] = fits << 2 & ALL_CARDS & ~fits & ~s.fits[1]
    s.takes_own = r.under_set[KIND_HOUSE][p.shown[RESERVE + p.seat]]
    s.takes_hand = r.under_set[KIND_HOUSE][
        p.shown[TURNED + p.seat] if shows(p, TURNED + p.seat) else next_in_view(p, r)
    ]
    s.takes_other = s.loads_reserve = s.loads_waste = 0
    for seat in range(r.seats):
        if seat != p.seat:
            s.takes_other |= r.under_set[KIND_HOUSE][p.shown[RESERVE + seat]]
            s.loads_reserve |= r.fit_set[KIND_LOAD][p.shown[RESERVE + seat]]
            s.loads_waste |= r.fit_set[KIND_LOAD][p.shown[WASTE + seat]]


cdef card_t next_in_view(const position_t* p, const rules_t* r) noexcept nogil:
    """The next hand card where it may be looked at (V11)."""
    return next_in_hand(p) if r.peek else NO_CARD


cdef int progress_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil:
    """Of a move that is no move between houses, for where its card comes from and goes to."""
    cdef const int* w = s.w
    cdef card_t c = p.shown[m.source]
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
        return w[kind + 2]
    worth = w[kind + (m.place >= WASTE)]
    if p.takes[p.shown[m.place]] & (r.house_set | 1 << FOUNDATION):
        worth += w[W_LOAD_BLOCKS]
    if p.takes[c] & r.house_set & ~(1 << m.source):
        worth += w[W_LOAD_RETURNS]
    return worth


cdef inline int _worth_under(
    const scene_t* s, const rules_t* r, card_t c, card_t over
) noexcept nogil:
    """What it changes that a house's outermost card c comes to lie under another."""
    if c == NO_CARD:
        return 0
    return under_worth(s, c) + order_worth(s, r, over, c) - top_worth(s, c)


cdef int move_worth(
    const scene_t* s, const position_t* p, const rules_t* r, move_t m
) noexcept nogil:
    """What a move changes. Not for moves to a foundation.

    Cards that go from house to house (a group, V13) take with them what they are worth themselves.
    """
    cdef int deepest = p.top[m.source] - m.more, spaces, after, worth = 0
    cdef card_t c = p.cards[deepest], under
    if m.source >= RESERVE or m.place >= RESERVE:
        worth = progress_worth(s, p, r, m)
        if m.place < RESERVE:
            worth += top_worth(s, c)
        elif m.source < RESERVE:
            worth -= top_worth(s, c)
    after = spaces = popcount(p.empty & r.spaces)
    if m.source < RESERVE:
        under = p.cards[deepest - 1]
        worth -= _worth_under(s, r, under, c)
        after += under == NO_CARD
    if m.place < RESERVE:
        worth += _worth_under(s, r, p.shown[m.place], c)
        after -= p.shown[m.place] == NO_CARD
    if after != spaces:
        worth += spaces_worth(s, after) - spaces_worth(s, spaces)
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
    return worth
