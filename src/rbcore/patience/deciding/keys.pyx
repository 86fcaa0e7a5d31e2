"""Positions as 64 bits (docs/patience/solver.md).

Of a pack without equal cards a position is the set of its pairs of a card and what it lies on, so
its key is a sum of random numbers, one for each pair. Where piles can change places, so they do.
"""

from libc.stdint cimport uint8_t, uint64_t

from rbcore.cards.card cimport bit, card_t, rank_of
from rbcore.patience.engine.board cimport board_t
from rbcore.patience.engine.game cimport (
    ANY_WAY, BACKS, CARDS, COVERED, FILLS, HAND, LIFT_RUN, LIFT_TOP, MOST_GROUPS, MOST_PILES, PACKS,
    PLAYS, REDEALS, STOCK, TURNS, WASTE, game_t, pattern_t,
)
from rbcore.patience.rows cimport ENDLESS, MOST_CARDS

cdef enum:
    ON_TABLE = CARDS                      # the lowest card of a pile that can change places
    ON_PILE = ON_TABLE + MOST_GROUPS      # and of any other
    ON_TWIN = ON_PILE + MOST_PILES        # on some card that could take it
    FACE_DOWN                             # the highest card that lies face down
    IN_STOCK
    PLACES

cdef uint64_t PAIRS[CARDS][PLACES]


cdef void _fill_pairs() noexcept:
    cdef int c, place
    for c in range(CARDS):
        for place in range(PLACES):
            PAIRS[c][place] = mix(mix(c * PLACES + place + 1))


_fill_pairs()


cdef inline int _deals(const game_t* g) noexcept nogil:
    """The deals or passes that a game has."""
    if g.rotate:
        return g.rotate + 1
    return g.passes if g.deals == 1 else g.deals


cdef void find_sameness(sameness_t* same, const board_t* b, const game_t* g) noexcept nogil:
    """Find out which positions of a game, from one on, count as one."""
    same.circle = _is_circle(b, g)
    same.singular = _is_singular(b, g)
    same.loose = same.singular and _is_loose(g, same.circle)


cdef bint _is_circle(const board_t* b, const game_t* g) noexcept nogil:
    """Whether the stock and its waste go round for ever, and only turning lays cards there."""
    return (
        g.passes == ENDLESS and g.turn_to == WASTE and g.wastes == 1 and g.deals == 1
        and not (g.own or g.rotate or g.rounds or g.deal_plays or g.columns or b.size[HAND])
        and g.after.first == g.after.end and g.again_after.first == g.again_after.end
        and not g.tiers and g.opening.first == g.opening.end
        and _has_right(g, TURNS) and _has_right(g, REDEALS) and not _fills_from_stock(g)
    )


cdef bint _fills_from_stock(const game_t* g) noexcept nogil:
    """Whether what comes to a space hangs on how far the stock is turned."""
    cdef int n, i
    for n in range(g.groups):
        for i in range(g.group[n].fills):
            if g.group[n].fill[i].first >= STOCK:
                return True
    return False


cdef bint _has_right(const game_t* g, int step) noexcept nogil:
    """Whether a step is always to be had."""
    cdef int n
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step == step:
            return True
    return False


cdef bint _is_singular(const board_t* b, const game_t* g) noexcept nogil:
    """Whether all cards differ, and count with all that lies below them."""
    cdef uint64_t met = 0
    cdef int slot
    for slot in range(1, MOST_CARDS + 1):
        if b.value[slot] and met & bit(b.value[slot]):
            return False
        met |= bit(b.value[slot])
    return not g.no_suits and g.own != COVERED


cdef bint _is_loose(const game_t* g, bint circle) noexcept nogil:
    """Whether it is one which of its twins a card of a run lies on.

    Twins take the same cards, as the sixes of a colour do. Let two positions be alike but for that.
    What one move does in the first, moves do in the second, and they are alike again:
    - a run, or a card of the waste, a reserve or a foundation, goes to a card: as many cards lie on
      twins of it in both, so that one of these is free, and takes it too;
    - a part of a run goes to a card, which is a twin of that on which it lies: nothing is to do;
    - a run or part of it goes to a space: what goes with it may differ, but lies on a twin again;
    - a card is played from a run: if others lie on it in the second, a twin of it is free there, to
      which they go first (`search`).
    So nothing else may look at piles: no cells, no duties, no room, nothing that is dealt on them.
    """
    cdef int of = -1, n, c
    cdef const pattern_t* pattern
    if (
        g.own or g.deals != 1 or g.rotate or g.rounds or g.columns or g.crown >= 0 or g.tiers
        or g.prior >= 0 or g.shuts or g.waiting or g.deal_plays or g.closes or g.begins_at_once
        or g.opening.first < g.opening.end or g.sorted_first >= 0 or g.foundations[0].whole
        or (g.passes == ENDLESS and not circle)
    ):
        return False
    for n in range(g.groups):
        if g.group[n].packs:
            if of >= 0:
                return False
            of = n
        elif g.group[n].lift != LIFT_TOP:
            return False
    if (
        of < 0 or g.group[of].lift != LIFT_RUN or g.group[of].space_lift != LIFT_RUN
        or g.group[of].way or g.group[of].room < MOST_CARDS
    ):
        return False
    for c in range(CARDS):
        if g.packs[of][c] != g.runs[of][c] or not _are_twins(g, of, c):
            return False
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.step in (PLAYS, REDEALS) or (pattern.step == TURNS and g.turn_to == WASTE):
            continue
        if pattern.step not in (PACKS, FILLS, BACKS) or pattern.how != ANY_WAY:
            return False
        for c in range(pattern.targets):
            if (
                pattern.target[c].first < g.group[of].first
                or pattern.target[c].end > g.group[of].end
            ):
                return False
    return True


cdef bint _are_twins(const game_t* g, int of, int c) noexcept nogil:
    """Whether cards that take a card in common take the same."""
    cdef int other
    for other in range(CARDS):
        if g.packs[of][other] & g.packs[of][c] and g.packs[of][other] != g.packs[of][c]:
            return False
    return True


cdef inline bint _are_alike(const board_t* b, const game_t* g) noexcept nogil:
    """Whether piles of a group can change places: no card is still to be dealt to one of them."""
    return g.are_alike and (
        b.at == b.end or not (g.deal_plays or (g.turn_to < STOCK and not g.each))
    )


cdef uint64_t key_of(const board_t* b, const game_t* g, const sameness_t* same) noexcept nogil:
    """A position as 64 bits, never 0. Piles that can change places count as a set."""
    cdef uint64_t sum, key
    cdef int i
    if same.singular:
        sum = _sum_of_pairs(b, g, same)
    else:
        sum = _sum_of_piles(b, g, same.circle)
    for i in range(g.founded):
        # Equal foundations change places too.
        sum += mix(b.wants[i] * 31 + b.room[i] + 1000 * (g.foundations[i].step < 0))
    key = mix(sum ^ _stock_key(b, g, same))
    key = mix(
        key + b.waiting[0] + (b.waiting[1] << 8) + (b.waiting[2] << 16)
        + (<uint64_t>b.waiting[3] << 24) + (<uint64_t>b.reach << 32) + (<uint64_t>b.base << 48)
    )
    # Whether the next deal or pass may be had, and the grace.
    return mix(
        key + (<uint64_t>b.turn << 32) + (<uint64_t>b.barren << 16)
        + (b.deal if _deals(g) != ENDLESS else 0) * 16 + b.phase * 8
        + (b.placed == b.before) * 4 + (b.played and not same.circle) * 2 + b.graced
    ) | 1


cdef uint64_t _sum_of_pairs(
    const board_t* b, const game_t* g, const sameness_t* same
) noexcept nogil:
    """All cards of piles, each with what it lies on."""
    cdef bint alike = _are_alike(b, g)
    cdef uint64_t sum = 0
    cdef int pile
    for pile in range(g.piles):
        if b.top[pile]:
            sum += _pairs_of(
                b, g, pile, ON_TABLE + g.group_of[pile] if alike else ON_PILE + pile, same.loose
            )
    for pile in range(STOCK, MOST_PILES):
        if b.top[pile] and not (same.circle and pile == WASTE):
            sum += _pairs_of(b, g, pile, ON_PILE + pile, False)
    return sum


cdef inline uint64_t _pairs_of(
    const board_t* b, const game_t* g, int pile, int place, bint loose
) noexcept nogil:
    """The cards of a pile, each with what it lies on."""
    cdef int slot = b.top[pile], open_ = b.size[pile] - b.down[pile], under
    cdef uint64_t sum = 0
    cdef card_t c, on
    while True:
        c = b.value[slot]
        under = b.under[slot]
        open_ -= 1
        if open_ == -1:
            sum += PAIRS[c][FACE_DOWN]
        if not under:
            return sum + PAIRS[c][place]
        on = b.value[under]
        sum += PAIRS[c][ON_TWIN if loose and open_ > 0 and goes_on(b, g, pile, on, c) else on]
        slot = under


cdef uint64_t _sum_of_piles(const board_t* b, const game_t* g, bint circle) noexcept nogil:
    """All piles, each as a whole: where cards are equal, or suits are not looked at."""
    cdef bint alike = _are_alike(b, g)
    cdef int pile, slot
    cdef uint64_t one, sum = 0
    for pile in range(MOST_PILES):
        if not b.top[pile] or (circle and pile == WASTE):
            continue
        one = pile + 1
        if alike and g.group_of[pile] < MOST_GROUPS:
            one = MOST_PILES + 1 + g.group_of[pile]
        if b.down[pile]:
            one = mix(one * 64 + b.down[pile])
        slot = b.top[pile]
        while slot:
            one = mix(one * 64 + (rank_of(b.value[slot]) if g.no_suits else b.value[slot]))
            # What is covered in no. 14b is out of play.
            slot = b.under[slot] if g.own != COVERED else 0
        sum += mix(one)
    return sum


cdef uint64_t _stock_key(
    const board_t* b, const game_t* g, const sameness_t* same
) noexcept nogil:
    """The stock; of a circle with its waste, in the order of dealing, and how far it is turned.

    Where whole turns have been made, or all, each such place can be come to from any other.
    """
    cdef uint64_t key = 0
    cdef uint8_t laid[MOST_CARDS]
    cdef int n = b.size[WASTE] if same.circle else 0, i, _i, slot = b.top[WASTE]
    if same.circle and same.singular:
        # Its order is that of the pack for good.
        for _i in range(n):
            key += PAIRS[b.value[slot]][IN_STOCK]
            slot = b.under[slot]
        for i in range(b.at, b.end):
            key += PAIRS[b.value[b.stock[i]]][IN_STOCK]
    else:
        for i in range(n - 1, -1, -1):
            laid[i] = b.value[slot]
            slot = b.under[slot]
        for i in range(n):
            key = mix(key * 64 + laid[i])
        for i in range(b.at, b.end):
            key = mix(key * 64 + b.value[b.stock[i]])
    return key if n == 0 or n % g.turn == 0 or b.at == b.end else mix(key + n)
