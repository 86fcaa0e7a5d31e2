"""Pairs on a few places: nos. 1b, 2, 13, 14, 14b, 20 and 24 of the book (docs/patience).

Which of several pairs goes first never matters, except in no. 14b: two cards of a pair are of one
class or of two that belong together, so the number of unpaired cards of each class among those
dealt says all. Covering a pair with two cards of the stock is the same as throwing it out and
filling both places. So cards are dealt one by one, and only the unpaired ones are counted.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from rbcore.cards.card cimport KING, card_t, rank_of, suit_of
from rbcore.patience.form cimport (
    ENDLESS, THROWN, TO_PLACE, form_t, pairing_t, patience_row_t, story_t, tell,
)

cdef enum:
    JACK = 11


cdef void play_pairs(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    cdef const pairing_t* rules = &form.pairing
    cdef uint8_t unpaired[2 * KING + 2]
    cdef int i, own, other, lying = 0, extras = rules.extras
    cdef bint is_extra
    memset(unpaired, 0, sizeof(unpaired))
    row.passes = 1
    for i in range(rules.laid):
        unpaired[_class(rules, pack[i])] += 1
        lying += 1
        tell(story, TO_PLACE, pack[i], 0)
    for i in range(rules.laid, rules.playable):
        is_extra = lying >= rules.places
        if is_extra:  # blocked
            if extras == 0 or (extras == ENDLESS and lying > rules.places):
                break
            extras -= extras > 0
        own = _class(rules, pack[i])
        if rules.alone and own >= rules.alone and (rules.alone_saves or not is_extra):
            tell(story, THROWN, pack[i], 0)
            continue
        other = rules.total - own if rules.total else own
        if other >= 0 and unpaired[other]:  # the rank that completes a court's is none
            unpaired[other] -= 1
            lying -= 1
            tell(story, THROWN, pack[i], 0)
        else:
            unpaired[own] += 1
            lying += 1
            tell(story, TO_PLACE, pack[i], 0)
    else:
        # The last card may be the extra one that pairs with nothing.
        if lying <= rules.places:
            row.outcome = 1
            return
        i = rules.playable
    row.left = <uint8_t>(form.cards - i + (lying if rules.counts_table else 0))


cdef inline int _class(const pairing_t* rules, card_t c) noexcept nogil:
    return suit_of(c) if rules.by_suit else rank_of(c)


cdef void play_sets(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    """No. 14b: pairs that make eleven, and K Q J, are covered in the best order (14b.6).

    After p pairs and t sets of K Q J the first 9 + 2p + 3t cards are dealt. A pair can be covered
    if they contain more than p pairs, a set if they contain more than t.
    """
    cdef uint8_t reached[24][8]  # by pairs and sets covered: the cards of the last cover, or 0
    cdef int pairs[53]
    cdef int sets[53]
    cdef int counts[KING + 1]
    cdef int i, p, t, dealt, rank, left, best = form.cards
    cdef int best_pairs = 0, best_sets = 0
    memset(reached, 0, sizeof(reached))
    memset(counts, 0, sizeof(counts))
    pairs[0] = sets[0] = 0
    for i in range(52):
        counts[rank_of(pack[i])] += 1
        pairs[i + 1] = 0
        for rank in range(1, 6):
            pairs[i + 1] += min(counts[rank], counts[11 - rank])
        sets[i + 1] = min(min(counts[JACK], counts[JACK + 1]), counts[KING])
    row.passes = 1
    reached[0][0] = <uint8_t>form.pairing.places
    for p in range(22):
        for t in range(6):
            dealt = form.pairing.places + 2 * p + 3 * t
            if dealt > 52:
                break
            if not reached[p][t]:
                continue
            left = 52 - dealt
            # The grace (14b.4): a last card that is plain finds a partner, for the three others of
            # its rank cannot have used up all four. A court has none (14b.5), or by the other
            # reading its set: of the others not more than two sets have then been covered.
            if left == 1 and (rank_of(pack[51]) < JACK or form.pairing.alone_saves):
                left = 0
            if left < best:
                best, best_pairs, best_sets = left, p, t
            if left >= 2 and pairs[dealt] > p:
                reached[p + 1][t] = 2
            if left >= 3 and sets[dealt] > t:
                reached[p][t + 1] = 3
    row.left = <uint8_t>best
    row.outcome = best == 0
    if story != NULL:
        _tell_covers(pack, reached, best_pairs, best_sets, form.pairing.places, story)


cdef void _tell_covers(
    const card_t* pack, uint8_t reached[24][8], int pairs, int sets, int places, story_t* story
) noexcept nogil:
    """Tell the cards laid: the first ones, then those of each cover, which has a number."""
    cdef uint8_t sizes[32]
    cdef int i, covers = 0, dealt = 0
    while pairs or sets:
        sizes[covers] = reached[pairs][sets]
        pairs -= sizes[covers] == 2
        sets -= sizes[covers] == 3
        covers += 1
    sizes[covers] = <uint8_t>places
    for i in range(covers, -1, -1):
        while sizes[i]:
            tell(story, TO_PLACE, pack[dealt], covers - i)
            dealt += 1
            sizes[i] -= 1
