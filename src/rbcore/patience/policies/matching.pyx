"""Whether all cards of a tableau can be thrown out by pairs: a full search.

What is decided is only how the four cards of each rank make two pairs. Once that is settled every
pair may go as soon as both its cards are available, for a card that is gone hides nothing. So the
search settles one rank after another, three ways each, and throws out all that can go in between.
"""

from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.engine.board cimport board_t, moves_t, top_card
from rbcore.patience.engine.game cimport SUITS as TWINS
from rbcore.patience.engine.game cimport game_t

cdef enum:
    SPOTS = 32  # piles
    MOST_HIGH = 16

cdef struct tableau_t:
    card_t cards[SPOTS][MOST_HIGH]  # the last one is available
    int high[SPOTS]
    int left

# The cards of a rank by suit.
cdef struct twins_t:
    int spot[TWINS]
    int depth[TWINS]

cdef struct search_t:
    twins_t ranks[KING + 1]
    const game_t* game

cdef struct node_t:
    int high[SPOTS]
    int left
    matching_t matching


cdef void find_matching(const board_t* b, const game_t* g, matching_t* found) noexcept nogil:
    """Find a way to throw out all cards; it matches none if there is none."""
    cdef tableau_t start
    cdef int rank
    _read_board(b, g, &start)
    if not _find(g, &start, found):
        for rank in range(1, KING + 1):
            found.partner[rank] = 0


cdef void _read_board(const board_t* b, const game_t* g, tableau_t* start) noexcept nogil:
    cdef int spot, slot, depth
    start.left = 0
    for spot in range(SPOTS):
        start.high[spot] = min(<int>b.size[spot], <int>MOST_HIGH) if spot < g.piles else 0
        start.left += start.high[spot]
        slot = b.top[spot] if start.high[spot] else 0
        for depth in range(start.high[spot] - 1, -1, -1):
            start.cards[spot][depth] = b.value[slot]
            slot = b.under[slot]


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


cdef bint _find(const game_t* g, const tableau_t* start, matching_t* found) noexcept nogil:
    """Find a way to throw out all; False if there is none."""
    cdef search_t search
    cdef node_t node
    cdef int rank, spot
    search.game = g
    node.left = start.left
    for spot in range(SPOTS):
        node.high[spot] = start.high[spot]
    for rank in range(1, KING + 1):
        node.matching.partner[rank] = 0
        _find_twins(start, rank, &search.ranks[rank])
    return _search(&search, &node, found)


cdef void _find_twins(const tableau_t* start, int rank, twins_t* twins) noexcept nogil:
    """Find the cards of a rank; a rank that is not in play has none, and spot -1."""
    cdef int spot, depth, suit
    twins.spot[0] = -1
    for spot in range(SPOTS):
        for depth in range(start.high[spot]):
            if rank_of(start.cards[spot][depth]) == rank:
                suit = suit_of(start.cards[spot][depth])
                twins.spot[suit] = spot
                twins.depth[suit] = depth


cdef bint _search(const search_t* search, node_t* node, matching_t* found) noexcept nogil:
    """Throw out all that is settled, then settle one rank more."""
    cdef node_t child
    cdef int rank, open_rank = 0, lying, most = 1, partner
    _throw_out(search, node)
    if not node.left:
        found[0] = node.matching
        return True
    for rank in range(1, KING + 1):
        if search.ranks[rank].spot[0] >= 0 and not node.matching.partner[rank]:
            lying = _available(search, node, rank)
            if lying > most:
                most = lying
                open_rank = rank
    if not open_rank:
        return False  # every open rank waits for cards below which it lies itself
    for partner in range(1, TWINS):
        if _is_legal(search, open_rank, partner):
            child = node[0]
            child.matching.partner[open_rank] = partner
            if _search(search, &child, found):
                return True
    return False


cdef void _throw_out(const search_t* search, node_t* node) noexcept nogil:
    """Throw out the settled pairs as they become available; four open cards of a rank go too."""
    cdef int rank, partner, other
    cdef bint moved = True
    while moved:
        moved = False
        for rank in range(1, KING + 1):
            if search.ranks[rank].spot[0] < 0:
                continue
            partner = node.matching.partner[rank]
            if not partner:
                if _available(search, node, rank) < TWINS:
                    continue
                for partner in range(1, TWINS):
                    if _is_legal(search, rank, partner):
                        break
                else:
                    continue
                node.matching.partner[rank] = partner
            moved |= _throw_pair(search, node, rank, 0, partner)
            other = 1 if partner != 1 else 2  # a suit that is in neither
            moved |= _throw_pair(search, node, rank, other, other ^ partner)


cdef inline bint _throw_pair(
    const search_t* search, node_t* node, int rank, int one, int other
) noexcept nogil:
    cdef const twins_t* twins = &search.ranks[rank]
    if not (_lies_open(twins, node, one) and _lies_open(twins, node, other)):
        return False
    node.high[twins.spot[one]] -= 1
    node.high[twins.spot[other]] -= 1
    node.left -= 2
    return True


cdef inline bint _lies_open(const twins_t* twins, const node_t* node, int n) noexcept nogil:
    return twins.depth[n] == node.high[twins.spot[n]] - 1


cdef inline int _available(const search_t* search, const node_t* node, int rank) noexcept nogil:
    """How many cards of a rank lie open."""
    cdef int n, lying = 0
    for n in range(TWINS):
        lying += _lies_open(&search.ranks[rank], node, n)
    return lying


cdef bint _is_legal(const search_t* search, int rank, int partner) noexcept nogil:
    """Whether both pairs may be made: not of one column, and of the reserve as the rules say."""
    cdef const twins_t* twins = &search.ranks[rank]
    cdef int other = 1 if partner != 1 else 2  # a suit of the second pair
    return (
        _may_pair(search, twins.spot[0], twins.spot[partner])
        and _may_pair(search, twins.spot[other], twins.spot[other ^ partner])
    )


cdef inline bint _may_pair(const search_t* search, int one, int other) noexcept nogil:
    return one != other and not (
        search.game.group_of[one] == search.game.group_of[other]
        and search.game.apart >> search.game.group_of[one] & 1
    )
