"""Worlds: the hidden places of a view, dealt at random from the cards that are not in sight.

Every card that is not face up lies hidden somewhere. With two packs and both of a card's copies
hidden, each seat's pack has one; of a single one, the view does not tell whose it is.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from rbcore.board.position cimport base_of
from rbcore.cards.card cimport CARDS, JOKER, KING, card, card_t
from rbcore.cards.rng cimport below
from rbcore.observation.view cimport UNKNOWN
from rbcore.rules.compiled cimport HAND, HOUSE, PILES, RESERVE


cdef void find_unseen(unseen_t* u, const view_t* view, const rules_t* r) noexcept nogil:
    """Gather the hidden places of a view and the cards that may lie there."""
    cdef uint8_t seen[CARDS]
    cdef int seat, house, share
    u.shares = 1 if r.seats == 3 else 2
    memset(u.places, 0, sizeof(u.places))
    for seat in range(r.seats):
        share = seat % u.shares
        _add_places(u, share, &view.seen, RESERVE + seat)
        for house in range(seat * r.houses_each, (seat + 1) * r.houses_each):
            _add_places(u, share, &view.seen, HOUSE + house)
    u.down[0] = u.places[0]
    u.down[1] = u.places[1]
    for seat in range(r.seats):
        _add_places(u, seat % u.shares, &view.seen, HAND + seat)
    _count_seen(seen, &view.seen, r)
    u.either = u.sure[0] = u.sure[1] = 0
    if r.seats == 3:
        _share_one(u, seen, r)
    else:
        _share_packs(u, seen, r)


cdef void _add_places(unseen_t* u, int share, const position_t* p, int pile) noexcept nogil:
    cdef int at
    for at in range(base_of(pile) + 1, p.top[pile] + 1):
        if p.cards[at] == UNKNOWN:
            u.at[share][u.places[share]] = <uint16_t>at
            u.places[share] += 1


cdef void _count_seen(uint8_t* seen, const position_t* p, const rules_t* r) noexcept nogil:
    """How many copies of each card are in sight, on the foundations too."""
    cdef int pile, at, suit, height
    memset(seen, 0, CARDS)
    for pile in range(PILES):
        for at in range(base_of(pile) + 1, p.top[pile] + 1):
            seen[p.cards[at]] += 1
    for suit in range(4):
        for pile in range(r.packs):
            for height in range(p.heights[suit][pile]):
                seen[card(suit, (p.base + height) % KING + 1)] += 1


cdef void _share_one(unseen_t* u, const uint8_t* seen, const rules_t* r) noexcept nogil:
    """Of three seats' cards. The joker lies hidden if there is a place left for it."""
    cdef uint8_t copies[CARDS]
    cdef int i
    for i in range(CARDS):
        copies[i] = seen[i]
    for i in range(PACK_ROOM):
        if copies[r.pack[0][i]]:
            copies[r.pack[0][i]] -= 1
        elif r.pack[0][i] != JOKER or u.sure[0] < u.places[0]:
            u.own[0][u.sure[0]] = r.pack[0][i]
            u.sure[0] += 1


cdef void _share_packs(unseen_t* u, const uint8_t* seen, const rules_t* r) noexcept nogil:
    cdef card_t c
    cdef int seat, i
    for seat in range(2):
        for i in range(r.pack_size):
            c = r.pack[seat][i]
            if seen[c] == 0:
                u.own[seat][u.sure[seat]] = c
                u.sure[seat] += 1
            elif seen[c] == 1 and r.packs == 2 and seat == 0:
                u.loose[u.either] = c
                u.either += 1


cdef inline void _put(card_t* cards, int* n, card_t c, int low, stream_t* stream) noexcept nogil:
    """Add a card to n, at an even chance to any place from `low` on (Fisher and Yates)."""
    cdef int i = low + <int>below(stream, <uint32_t>(n[0] + 1 - low))
    cards[n[0]] = cards[i]
    cards[i] = c
    n[0] += 1


cdef inline card_t _take(card_t* cards, int* n, stream_t* stream) noexcept nogil:
    """Take any card out of n."""
    cdef int i = <int>below(stream, <uint32_t>n[0])
    cdef card_t c = cards[i]
    n[0] -= 1
    cards[i] = cards[n[0]]
    cards[n[0]] = c
    return c


cdef void deal_world(
    position_t* world, unseen_t* u, const view_t* view, const rules_t* r, stream_t* stream
) noexcept nogil:
    """Deal the unseen cards to the hidden places.

    A seat has no more of its own pack hidden than it has hidden places, unless cards loaded on its
    opponent have come into that hand with the waste; such go to that hand, never face down to
    reserve or house. In a study more cards may be unseen than hidden.
    """
    cdef card_t dealt[2][MOST_UNSEEN]
    cdef int sure[2]
    cdef int n[2]
    cdef int either = u.either, share, i, low
    world[0] = view.seen
    for share in range(u.shares):
        sure[share] = u.sure[share]
        n[share] = 0
        while sure[share] and n[share] < u.places[share]:
            _put(dealt[share], &n[share], _take(u.own[share], &sure[share], stream), 0, stream)
        while either and n[share] < u.places[share]:
            _put(dealt[share], &n[share], _take(u.loose, &either, stream), 0, stream)
    for share in range(u.shares):
        low = min(n[share], u.down[share])
        while u.shares == 2 and sure[1 - share] and n[share] < u.places[share]:
            _put(dealt[share], &n[share], _take(u.own[1 - share], &sure[1 - share], stream), low,
                 stream)
        for i in range(n[share]):
            world.cards[u.at[share][i]] = dealt[share][i]
    for i in range(HAND, HAND + r.seats):
        world.shown[i] = world.cards[world.top[i]]
