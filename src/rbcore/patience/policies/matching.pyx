"""Whether all cards of a tableau can be thrown out by pairs: a full search.

What is decided is only how the four cards of each rank make two pairs. Once that is settled every
pair may go as soon as both its cards are available, for a card that is gone hides nothing. So the
search settles one rank after another, three ways each, and throws out all that can go in between.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from rbcore.cards.bits cimport lowest, popcount
from rbcore.cards.card cimport CARDS, KING, bit, card, card_t
from rbcore.patience.engine.board cimport board_t, moves_t, top_card
from rbcore.patience.engine.game cimport SUITS as TWINS
from rbcore.patience.engine.game cimport game_t

cdef enum:
    SPOTS = 32  # piles
    MOST_HIGH = 16

# What a search does not change.
cdef struct tableau_t:
    card_t cards[SPOTS][MOST_HIGH]  # the last one is available
    uint8_t spot[CARDS]             # where each card lies
    uint8_t partners[KING + 1]      # of each rank, a bit for each partner that is legal

cdef struct node_t:
    uint64_t lying                  # the cards that lie open
    uint8_t high[SPOTS]
    int left
    matching_t matching


cdef void find_matching(const board_t* b, const game_t* g, matching_t* found) noexcept nogil:
    """Find a way to throw out all cards; it matches none if there is none."""
    cdef tableau_t t
    cdef node_t start
    cdef int rank, partner
    memset(found, 0, sizeof(matching_t))
    _read_board(b, g, &t, &start)
    for rank in range(1, KING + 1):
        t.partners[rank] = 0
        for partner in range(1, TWINS):
            t.partners[rank] |= _is_legal(g, &t, rank, partner) << partner
    _search(&t, &start, found)


cdef void _read_board(
    const board_t* b, const game_t* g, tableau_t* t, node_t* start
) noexcept nogil:
    cdef int spot, slot, depth
    memset(start, 0, sizeof(node_t))
    memset(t.spot, 0, sizeof(t.spot))
    for spot in range(min(g.piles, <int>SPOTS)):
        start.high[spot] = min(b.size[spot], <uint8_t>MOST_HIGH)
        start.left += start.high[spot]
        slot = b.top[spot]
        for depth in range(start.high[spot] - 1, -1, -1):
            t.cards[spot][depth] = b.value[slot]
            t.spot[b.value[slot]] = <uint8_t>spot
            slot = b.under[slot]
        if start.high[spot]:
            start.lying |= bit(top_card(b, spot))


cdef bint _is_legal(const game_t* g, const tableau_t* t, int rank, int partner) noexcept nogil:
    """Whether both pairs may be made: not of one column, and of the reserve as the rules say."""
    cdef int other = _in_neither(partner)
    return _may_pair(g, t, card(0, rank), card(partner, rank)) and (
        _may_pair(g, t, card(other, rank), card(other ^ partner, rank))
    )


cdef inline int _in_neither(int partner) noexcept nogil:
    """A suit of the second pair, where the first is suit 0 with its partner."""
    return 1 if partner != 1 else 2


cdef inline bint _may_pair(
    const game_t* g, const tableau_t* t, card_t one, card_t other
) noexcept nogil:
    cdef int group = g.group_of[t.spot[one]]
    return t.spot[one] != t.spot[other] and not (
        group == g.group_of[t.spot[other]] and g.apart >> group & 1
    )


cdef int first_matched(
    const board_t* b, const matching_t* matching, const moves_t* pairs
) noexcept nogil:
    """The number of the first pair that the search has found to be right; else of the first."""
    cdef int i
    for i in range(pairs.n):
        if are_matched(
            matching, top_card(b, pairs.moves[i].source), top_card(b, pairs.moves[i].target)
        ):
            return i
    return 0


cdef bint _search(const tableau_t* t, node_t* node, matching_t* found) noexcept nogil:
    """Throw out all that is settled, then settle one rank more; False if that leads nowhere."""
    cdef node_t child
    cdef int rank, open_rank = 0, lying, most = 1, partner
    cdef uint64_t ranks
    _throw_out(t, node)
    if not node.left:
        found[0] = node.matching
        return True
    ranks = _doubled(node)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        lying = popcount(_of_rank(node, rank))
        if lying > most and not node.matching.partner[rank]:
            most = lying
            open_rank = rank
    if not open_rank:
        return False  # every open rank waits for cards below which it lies itself
    for partner in range(1, TWINS):
        if t.partners[open_rank] >> partner & 1:
            child = node[0]
            child.matching.partner[open_rank] = partner
            if _search(t, &child, found):
                return True
    return False


cdef inline uint64_t _of_rank(const node_t* node, int rank) noexcept nogil:
    """The cards of a rank that lie open, as if they were of rank 0."""
    return node.lying >> rank & 0x0001000100010001ULL


cdef inline uint64_t _doubled(const node_t* node) noexcept nogil:
    """The ranks of which two cards or more lie open, a bit each."""
    cdef uint64_t once = node.lying | node.lying >> 16, twice = node.lying & node.lying >> 16
    return (twice | twice >> 32 | (once & once >> 32)) & 0xFFFF


cdef void _throw_out(const tableau_t* t, node_t* node) noexcept nogil:
    """Throw out the settled pairs as they become available; four open cards of a rank go too."""
    cdef int rank, partner, other
    cdef bint moved = True
    cdef uint64_t ranks
    while moved:
        moved = False
        ranks = _doubled(node)
        while ranks:
            rank = lowest(ranks)
            ranks &= ranks - 1
            partner = node.matching.partner[rank]
            if not partner:
                if not t.partners[rank] or popcount(_of_rank(node, rank)) < TWINS:
                    continue
                partner = lowest(t.partners[rank])
                node.matching.partner[rank] = partner
            other = _in_neither(partner)
            moved |= _throw_pair(t, node, card(0, rank), card(partner, rank))
            moved |= _throw_pair(t, node, card(other, rank), card(other ^ partner, rank))


cdef inline bint _throw_pair(
    const tableau_t* t, node_t* node, card_t one, card_t other
) noexcept nogil:
    """Throw out two cards if both lie open."""
    if not (node.lying >> one & node.lying >> other & 1):
        return False
    _throw(t, node, one)
    _throw(t, node, other)
    return True


cdef inline void _throw(const tableau_t* t, node_t* node, card_t c) noexcept nogil:
    cdef int spot = t.spot[c]
    node.lying ^= bit(c)
    node.left -= 1
    node.high[spot] -= 1
    if node.high[spot]:
        node.lying |= bit(t.cards[spot][node.high[spot] - 1])
