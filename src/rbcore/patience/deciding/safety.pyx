"""Moves that cost nothing, so that no other is looked at, and moves that gain nothing."""

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport KING, bit, card_t, rank_of
from rbcore.patience.deciding.keys cimport sameness_t
from rbcore.patience.engine.board cimport PAIR, PLAY, TURN, board_t, move_t, slot_at, top_card
from rbcore.patience.engine.game cimport (
    ANY_WAY, CARDS, HAND, LIFT_RUN, LIFT_TOP, MOST_GROUPS, MOST_PILES, PLAYS, ROW_OF_CARDS, ROWS,
    STOCK, TURNS, WASTE, game_t, pattern_t,
)
from rbcore.patience.policies.adviser cimport costs_nothing
from rbcore.patience.rows cimport ENDLESS, MOST_CARDS


cdef bint is_dominated(const board_t* b, const game_t* g, move_t move) noexcept nogil:
    """No. 43: a heap's card, while a packet's of its rank can go. No. 6: a throw in the deal.

    The other can be played in its stead whenever the packet's would be, and loses nothing by it.
    What can be thrown out of a row can be later too, for the row grows at its end.
    """
    cdef int packet
    if g.own == ROW_OF_CARDS:
        return move.kind != TURN and b.at < b.end
    if g.sorted_first < 0 or move.source < g.sorted_first:
        return False
    for packet in range(g.sorted_first):
        if rank_of(top_card(b, packet)) == rank_of(top_card(b, move.source)):
            return True
    return False


cdef bint deals_again(const game_t* g) noexcept nogil:
    """Whether piles are dealt again or turned round."""
    return not g.own and (g.deals != 1 or g.rotate > 0)


cdef bint may_stop(const board_t* b, const game_t* g) noexcept nogil:
    """Whether the player may begin the next deal while moves are left."""
    cdef int deals = g.rotate + 1 if g.rotate else g.passes if g.deals == 1 else g.deals
    return g.may_stop and not b.size[HAND] and (deals == ENDLESS or b.deal < deals)


cdef bint is_safe(
    const safety_t* safety, const board_t* b, const game_t* g, bint circle, move_t move,
    uint64_t* left,
) noexcept nogil:
    """Whether a move costs nothing, so that no other is to be looked at.

    So does a play of a card on which none can be packed any more: all that could, and where
    foundations give back all that could lie below these, are on foundations. And a pair after which
    nothing of its rank is left, or two cards that lie open. `left` are the cards that are on none,
    found when they are first needed.

    A card need not lie on a foundation if it fits one: whatever way is gone on from here can be
    gone after the play too, without those cards. Where it moves one of them, that goes to its
    foundation, all lower ones of its suit being there; nothing but such cards can lie on them, and
    they are never missed, as what they take are such cards alone.
    """
    cdef card_t c
    if g.pairs_are_safe and move.kind == PAIR:
        return costs_nothing(b, g, move)
    if not g.plays_are_safe or move.kind != PLAY:
        return False
    if b.at < b.end or b.size[WASTE]:
        if (
            deals_again(g) or g.settles or g.feeds or safety.fills
            or g.after.first < g.after.end or g.again_after.first < g.again_after.end
        ):
            return False
        if move.source >= STOCK and not (circle and move.source == WASTE and g.turn == 1):
            return False
    elif may_stop(b, g):
        return False
    if not left[0]:
        left[0] = _cards_left(b)
    c = b.value[slot_at(b, move.source, move.count)]
    return not safety.below[c] & left[0] or (
        safety.soon and not safety.under[c] & left[0] & ~b.wanted
    )


cdef uint64_t _cards_left(const board_t* b) noexcept nogil:
    """The cards that lie on no foundation."""
    cdef uint64_t left = 0
    cdef int pile, slot, i
    for pile in range(MOST_PILES):
        slot = b.top[pile]
        while slot:
            left |= bit(b.value[slot])
            slot = b.under[slot]
    for i in range(b.at, b.end):
        left |= bit(b.value[b.stock[i]])
    return left


cdef void find_safety(
    safety_t* safety, const game_t* g, const sameness_t* same
) noexcept nogil:
    """The cards that may come to lie on each, whatever lies between if foundations give back."""
    cdef int c, other, group, i, _i, give = 0
    for i in range(g.founded):
        give |= g.foundations[i].gives
    for c in range(CARDS):
        safety.below[c] = 0
        for group in range(MOST_GROUPS + 1):
            safety.below[c] |= g.packs[group][c]
        safety.under[c] = safety.below[c]
    for _i in range(KING):
        for c in range(CARDS):
            for other in range(CARDS):
                if safety.under[c] & bit(<card_t>other):
                    safety.under[c] |= safety.under[other]
    if give:
        for c in range(CARDS):
            safety.below[c] = safety.under[c]
    for c in range(1, CARDS):
        # An equal card may need the place on a foundation more, until there is one for both.
        safety.below[c] |= bit(<card_t>(c - 1))
    safety.fills = False
    for i in range(g.moves.first, g.moves.end):
        safety.fills |= g.patterns[i].step == ROWS and g.turn_to >= STOCK
    safety.soon = same.singular and _plays_all(g)


cdef bint is_plain(const game_t* g) noexcept nogil:
    """Whether nothing is ever a duty, or follows of itself, or is dealt on piles."""
    cdef int n
    for n in range(g.groups):
        if g.group[n].way or (g.group[n].packs and g.group[n].room < MOST_CARDS):
            return False
    return not (
        g.own or g.tiers or g.is_gated or g.shuts or g.prior >= 0 or g.crown >= 0 or g.deal_plays
        or g.settles or g.deals != 1 or g.rotate or g.columns or g.closes or g.rounds or g.feeds
        or g.opening.first < g.opening.end or g.after.first < g.after.end
        or g.again_after.first < g.again_after.end or g.sorted_first >= 0 or g.waste_all
        or g.waiting or g.foundations[0].whole
    )


cdef bint _plays_all(const game_t* g) noexcept nogil:
    """Whether a card that fits a foundation can always go there, and nothing hangs on its going.

    Nothing else may come to lie on it, as where cards that do not belong together move together.
    """
    cdef int n, i, pile
    cdef const pattern_t* pattern
    cdef bint from_[MOST_PILES]
    if not is_plain(g):
        return False
    for n in range(g.groups):
        if g.group[n].lift not in (LIFT_TOP, LIFT_RUN):
            return False
        for i in range(CARDS):
            if g.group[n].lift == LIFT_RUN and g.runs[n][i] & ~g.packs[n][i]:
                return False
    for pile in range(MOST_PILES):
        from_[pile] = STOCK <= pile < WASTE or pile == HAND or (g.piles <= pile < STOCK)
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.how != ANY_WAY or pattern.step == ROWS or (
            pattern.step == TURNS and g.turn_to != WASTE
        ):
            return False
        if pattern.step == PLAYS:
            for i in range(g.founded):
                if not pattern.foundations >> i & 1:
                    break
            else:
                for i in range(pattern.sources):
                    for pile in range(pattern.source[i].first, pattern.source[i].end):
                        from_[pile] = True
    for pile in range(MOST_PILES):
        if not from_[pile]:
            return False
    return True
