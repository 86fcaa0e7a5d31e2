"""The part of a position that the seat to move can see, and possible cards for the hidden ones."""

from libc.stdint cimport uint32_t, uint8_t
from libc.string cimport memcpy, memset

from rbcore.board.memory cimport forget, note_all_seen, remember
from rbcore.board.position cimport ROOM, base_of, knows_next, length, recompute
from rbcore.cards.card cimport CARDS, JOKER, KING, NO_CARD, UNKNOWN, card
from rbcore.cards.rng cimport below
from rbcore.rules.compiled cimport HAND, HOUSE, PILES, RESERVE, TURNED, WASTE

# Bytes up to the end of the houses, and from there to the turned-up cards. These are variables
# because compilers inline a copy of known size, which is slower.
cdef size_t COPIED_BYTES = sizeof(position_t) - ROOM + base_of(RESERVE)
cdef size_t HIDDEN_BYTES = base_of(TURNED) - base_of(RESERVE)

cdef inline void _reveal(position_t* seen, const position_t* p, int pile, int first) noexcept nogil:
    """Copy a pile's cards from the first visible one on."""
    if first <= p.top[pile]:
        memcpy(seen.cards + first, p.cards + first, p.top[pile] - first + 1)

cdef void make_common_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Make the part of a view common to all seats: the face-up cards and the numbers of others.

    `key`, to which hidden cards contribute, starts at 0 and records what moves in the view.
    """
    cdef position_t* seen = &view.seen
    cdef int seat, house, at
    memcpy(seen, p, COPIED_BYTES)
    forget(seen)
    memset(seen.cards + base_of(RESERVE), UNKNOWN, HIDDEN_BYTES)
    memcpy(seen.cards + base_of(TURNED), p.cards + base_of(TURNED), ROOM - base_of(TURNED))
    seen.key = 0
    for seat in range(r.seats):
        seen.cards[base_of(HAND + seat)] = seen.cards[base_of(RESERVE + seat)] = NO_CARD
        seen.top_card[HAND + seat] = UNKNOWN if length(p, HAND + seat) else NO_CARD
        _reveal(seen, p, RESERVE + seat, hidden_in_pile(p, RESERVE + seat, False))
        _reveal(seen, p, WASTE + seat, base_of(WASTE + seat))
    if r.covered_houses:
        for house in range(HOUSE, HOUSE + r.houses):
            for at in range(base_of(house) + 1, hidden_in_pile(p, house, False)):
                seen.cards[at] = UNKNOWN

cdef void make_view(view_t* view, const position_t* p, const rules_t* r,
                    bint remembers) noexcept nogil:
    """Make the mover's view: what all see, what it remembers and, if known, its next card."""
    cdef position_t* seen = &view.seen
    cdef bint knows = knows_next(p, r)
    cdef int seat, pile
    make_common_view(view, p, r)
    if not remembers and not knows:
        return
    if remembers:
        remember(seen, p)
    for seat in range(r.seats):
        pile = HAND + seat
        _reveal(seen, p, pile, hidden_in_hand(p, seat, remembers, knows))
        seen.top_card[pile] = seen.cards[seen.top[pile]]
        _reveal(seen, p, RESERVE + seat, hidden_in_pile(p, RESERVE + seat, remembers))
    if r.covered_houses:
        for pile in range(HOUSE, HOUSE + r.houses):
            _reveal(seen, p, pile, hidden_in_pile(p, pile, remembers))

cdef void make_open_view(view_t* view, const position_t* p, const rules_t* r) noexcept nogil:
    """Make the view of a seat that sees all cards, which counts as remembering every one."""
    cdef position_t known
    cdef int pile
    memcpy(&known, p, sizeof(position_t))
    for pile in range(PILES):
        note_all_seen(&known, pile)
    make_view(view, &known, r, True)

# ---- determinizations: every hidden card dealt at random, consistent with the view -------------
#
# Every card that is not face up lies hidden somewhere. With two packs, if both copies of a card are
# hidden, each seat's pack has one; if one copy is hidden, the view does not tell whose it is.

cdef void find_unseen(unseen_t* u, const view_t* view, const rules_t* r) noexcept nogil:
    """Gather the hidden places of a view and the cards that may lie there."""
    cdef uint8_t seen[CARDS]
    cdef int seat, house, pool
    u.pools = 1 if r.seats == 3 else 2
    memset(u.places, 0, sizeof(u.places))
    for seat in range(r.seats):
        pool = seat % u.pools
        _add_places(u, pool, &view.seen, RESERVE + seat)
        for house in range(seat * r.houses_each, (seat + 1) * r.houses_each):
            _add_places(u, pool, &view.seen, HOUSE + house)
    u.in_piles[0] = u.places[0]
    u.in_piles[1] = u.places[1]
    for seat in range(r.seats):
        _add_places(u, seat % u.pools, &view.seen, HAND + seat)
    _count_seen(seen, &view.seen, r)
    u.n_either = u.n_certain[0] = u.n_certain[1] = 0
    if r.seats == 3:
        _gather_common_pool(u, seen, r)
    else:
        _gather_packs(u, seen, r)

cdef void _add_places(unseen_t* u, int pool, const position_t* p, int pile) noexcept nogil:
    cdef int at
    for at in range(base_of(pile) + 1, p.top[pile] + 1):
        if p.cards[at] == UNKNOWN:
            u.at[pool][u.places[pool]] = <uint16_t>at
            u.places[pool] += 1

cdef void _count_seen(uint8_t* seen, const position_t* p, const rules_t* r) noexcept nogil:
    """Count the copies of each card in sight, including the foundations."""
    cdef int pile, at, suit, height
    memset(seen, 0, CARDS)
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            seen[p.cards[at]] += 1
    for suit in range(4):
        for pile in range(r.packs):
            for height in range(p.heights[suit][pile]):
                seen[card(suit, (p.base + height) % KING + 1)] += 1

cdef void _gather_common_pool(unseen_t* u, const uint8_t* seen, const rules_t* r) noexcept nogil:
    """Gather the cards of three seats. The joker is hidden if a place is left for it."""
    cdef uint8_t copies[CARDS]
    cdef int i
    for i in range(CARDS):
        copies[i] = seen[i]
    for i in range(PACK_ROOM):
        if copies[r.pack[0][i]]:
            copies[r.pack[0][i]] -= 1
        elif r.pack[0][i] != JOKER or u.n_certain[0] < u.places[0]:
            u.certain[0][u.n_certain[0]] = r.pack[0][i]
            u.n_certain[0] += 1

cdef void _gather_packs(unseen_t* u, const uint8_t* seen, const rules_t* r) noexcept nogil:
    cdef card_t c
    cdef int seat, i
    for seat in range(2):
        for i in range(r.pack_size):
            c = r.pack[seat][i]
            if seen[c] == 0:
                u.certain[seat][u.n_certain[seat]] = c
                u.n_certain[seat] += 1
            elif seen[c] == 1 and r.packs == 2 and seat == 0:
                u.either[u.n_either] = c
                u.n_either += 1

cdef inline void _put(card_t* cards, int* n, card_t c, int low, stream_t* stream) noexcept nogil:
    """Add a card to n others, in a uniformly random place from `low` on (Fisher-Yates)."""
    cdef int i = low + <int>below(stream, <uint32_t>(n[0] + 1 - low))
    cards[n[0]] = cards[i]
    cards[i] = c
    n[0] += 1

cdef inline card_t _take_any(card_t* cards, int* n, stream_t* stream) noexcept nogil:
    """Remove a random card from n."""
    cdef int i = <int>below(stream, <uint32_t>n[0])
    cdef card_t c = cards[i]
    n[0] -= 1
    cards[i] = cards[n[0]]
    cards[n[0]] = c
    return c

cdef void determinize(position_t* sample, unseen_t* u, const view_t* view, const rules_t* r,
                      stream_t* stream) noexcept nogil:
    """Deal the unseen cards to the hidden places, those of the seat to move first.

    A seat has at most as many hidden cards of its own pack as it has hidden places, unless cards
    that it loaded onto its opponent have entered the opponent's hand with the waste. Such cards go
    to that hand and never face down to a reserve or house. In an incomplete position, more cards
    may be unseen than hidden.
    """
    cdef card_t dealt[2][MAX_UNSEEN]
    cdef int n_certain[2]
    cdef int n[2]
    cdef int n_either = u.n_either, pool, i, low, nth
    sample[0] = view.seen
    for pool in range(u.pools):
        n_certain[pool] = u.n_certain[pool]
        n[pool] = 0
    for nth in range(u.pools):
        pool = (view.seen.seat + nth) % u.pools
        while n_certain[pool] and n[pool] < u.places[pool]:
            _put(dealt[pool], &n[pool], _take_any(u.certain[pool], &n_certain[pool], stream), 0,
                 stream)
        while n_either and n[pool] < u.places[pool]:
            _put(dealt[pool], &n[pool], _take_any(u.either, &n_either, stream), 0, stream)
    for nth in range(u.pools):
        pool = (view.seen.seat + nth) % u.pools
        low = min(n[pool], u.in_piles[pool])
        while u.pools == 2 and n_certain[1 - pool] and n[pool] < u.places[pool]:
            _put(dealt[pool], &n[pool],
                 _take_any(u.certain[1 - pool], &n_certain[1 - pool], stream), low, stream)
        for i in range(n[pool]):
            sample.cards[u.at[pool][i]] = dealt[pool][i]
    for i in range(HAND, HAND + r.seats):
        sample.top_card[i] = sample.cards[sample.top[i]]

cdef void deal_hidden(position_t* sample, const view_t* view, const rules_t* r,
                      stream_t* stream) noexcept nogil:
    """Complete a seat's view to a whole position."""
    cdef unseen_t unseen
    find_unseen(&unseen, view, r)
    determinize(sample, &unseen, view, r, stream)
    recompute(sample, r)
    sample.remembers = 0
