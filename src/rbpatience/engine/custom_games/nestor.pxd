# No. 9: columns of which none has two cards of a rank.

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy

from rbcore.cards.card cimport rank_of
from rbcore.cards.rng cimport FOR_DEAL, open_stream, shuffle, stream_t
from rbpatience.engine.board cimport board_t, link, slot_at, tell_source
from rbpatience.engine.game cimport MAX_CARDS, PASS, STOCK, TO_PLACE, spec_t, tell

cdef inline void deal_nestor(board_t* b, const spec_t* g) noexcept nogil:
    """Deal until a deal holds; a void one is shuffled anew, by a stream named by the pack (9.3)."""
    cdef stream_t stream
    if not _deal(b, g):
        open_stream(&stream, _name(b), 0, FOR_DEAL)
        while not _deal(b, g):
            shuffle(&stream, b.stock, 1, b.end)
            b.deal += 1
        tell(b.story, PASS, 0, b.deal)
    b.at = b.end
    _tell_deal(b, g)

cdef inline bint _deal(board_t* b, const spec_t* g) noexcept nogil:
    """Deal row by row, a barred card to the bottom; False if all that are left are barred (9.2)."""
    cdef uint8_t rest[MAX_CARDS]  # a ring: `left` cards from `at` on
    cdef int at = 0, n = b.end, left = n, _row, column, pile, _tried
    cdef uint8_t slot = 0
    memcpy(rest, b.stock, n)
    for pile in range(g.piles):
        b.top[pile] = 0
        b.size[pile] = 0
    for _row in range(g.dealt[0]):
        for column in range(g.group[0].end):
            for _tried in range(left):
                slot = rest[at]
                at = (at + 1) % n
                if not _has_rank(b, column, rank_of(b.value[slot])):
                    break
                rest[(at + left - 1) % n] = slot
            else:
                return False
            left -= 1
            link(b, column, slot)
    for pile in range(g.group[0].end, g.piles):
        for _tried in range(g.dealt[pile]):
            link(b, pile, rest[at])
            at = (at + 1) % n
    return True

cdef inline bint _has_rank(const board_t* b, int column, int rank) noexcept nogil:
    cdef int slot = b.top[column]
    while slot:
        if rank_of(b.value[slot]) == rank:
            return True
        slot = b.under[slot]
    return False

cdef inline uint64_t _name(const board_t* b) noexcept nogil:
    """A number for an order of cards (Fowler, Noll and Vo's FNV-1a)."""
    cdef uint64_t name = 0xCBF29CE484222325ULL
    cdef int i
    for i in range(b.end):
        name = (name ^ b.value[b.stock[i]]) * 0x100000001B3ULL
    return name

cdef inline void _tell_deal(const board_t* b, const spec_t* g) noexcept nogil:
    """Tell the deal that holds, row by row, and then the other piles."""
    cdef int row, pile
    tell_source(b, STOCK)
    for row in range(g.dealt[0]):
        for pile in range(g.group[0].end):
            tell(b.story, TO_PLACE, b.value[slot_at(b, pile, b.size[pile] - row)], pile)
    for pile in range(g.group[0].end, g.piles):
        for row in range(g.dealt[pile]):
            tell(b.story, TO_PLACE, b.value[slot_at(b, pile, b.size[pile] - row)], pile)
