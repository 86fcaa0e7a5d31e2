"""What a search need not look at: positions that count as one, moves that cost or gain nothing."""

from libc.stdint cimport uint16_t, uint64_t, uint8_t

from rbcore.cards.card cimport KING, NO_CARD, bit, card_t, rank_of
from rbpatience.engine.board cimport (
    BACK, FOUNDATIONS, PAIR, PLAY, SHIFT, TURN, board_t, fits, move_t, slot_at, top_card,
)
from rbpatience.engine.game cimport (
    ANY_CARD, ANY_HOW, BACKS, CARDS, COVERED, ENDLESS, FILLS, HAND, LAYS, LIFTS, LIFT_RUN,
    LIFT_TOP, MAX_CARDS, MAX_GROUPS, MAX_PILES, PACKS, PAIRS, PLAYS, REDEALS, ROWS, ROW_OF_CARDS,
    STOCK, THROWS, TURNS, WASTE, group_t, pattern_t, spec_t,
)
from rbpatience.engine.players cimport costs_nothing

# Positions as 64 bits (docs/patience/solver.md).
#
# Of a pack without equal cards a position is the set of its pairs of a card and what it lies on, so
# its key is a sum of random numbers, one for each pair. Where piles can change places, so they do.

cdef enum:
    ON_TABLE = CARDS                      # the lowest card of a pile that can change places
    ON_PILE = ON_TABLE + MAX_GROUPS      # and of any other
    ON_TWIN = ON_PILE + MAX_PILES        # on some card that could take it
    FACE_DOWN                             # the highest card that lies face down
    IN_STOCK
    PLACES

cdef uint64_t LYING[CARDS][PLACES]

cdef void _fill_pairs() noexcept:
    cdef int c, place
    for c in range(CARDS):
        for place in range(PLACES):
            LYING[c][place] = mix(mix(c * PLACES + place + 1))

_fill_pairs()

cdef inline int _deals(const spec_t* g) noexcept nogil:
    """The deals or passes that a game has."""
    return g.passes if g.deals == 1 else g.deals

cdef void find_symmetry(symmetry_t* same, const board_t* b, const spec_t* g) noexcept nogil:
    """Find out which positions of a game, from one on, count as one."""
    same.circle = _is_circle(b, g)
    same.counted = same.circle and _counts_passes(b, g)
    same.singular = _is_singular(b, g)
    same.loose = same.singular and _is_loose(g, same.circle)

cdef bint _is_circle(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether the stock and its waste go round, and only turning lays cards there."""
    return (
        (g.passes == ENDLESS or (g.passes > 1 and _leaves_waste(g)))
        and g.turn_to == WASTE and g.wastes == 1 and g.deals == 1
        and not (g.custom or g.deal_plays or g.columns or b.size[HAND])
        and g.after.first == g.after.end
        and not g.tiers and g.opening.first == g.opening.end
        and _has_right(g, TURNS) and _has_right(g, REDEALS) and not _fills_from_stock(g)
    )

cdef bint _leaves_waste(const spec_t* g) noexcept nogil:
    """Whether cards of the waste leave it by plays, packings and to spaces alone, from its top."""
    cdef int n, c
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].how != ANY_HOW or g.patterns[n].step not in (
            PLAYS, PACKS, FILLS, BACKS, TURNS, REDEALS
        ):
            return False
    for c in range(CARDS):
        if g.packs[MAX_GROUPS][c]:
            return False
    return not g.feeds

cdef bint _counts_passes(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether passes may run out. Between two of them a card leaves a circle, or it was in vain."""
    return g.passes != ENDLESS and g.passes - b.deal < b.end - b.at + b.size[WASTE]

cdef bint may_turn_over(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether the waste of a circle may be turned over once the stock is out."""
    return b.played if g.passes == ENDLESS else b.deal < g.passes

cdef enum:
    IN_PASS = 128  # places of a pass, more than cards of a circle

cdef uint16_t cost_of(const board_t* b, const symmetry_t* same) noexcept nogil:
    """How far a circle has been turned, of positions that are one but for that.

    From an earlier place each later one can be come to, by turning alone: so a position that was
    met at no later place need not be looked at.
    """
    return <uint16_t>(b.deal * IN_PASS + b.size[WASTE]) if same.counted else 0

cdef bint _fills_from_stock(const spec_t* g) noexcept nogil:
    """Whether what comes to a space hangs on how far the stock is turned."""
    cdef int n, i
    for n in range(g.groups):
        for i in range(g.group[n].fills):
            if g.group[n].fill[i].first >= STOCK:
                return True
    return False

cdef bint _has_right(const spec_t* g, int step) noexcept nogil:
    """Whether a step is always to be had."""
    cdef int n
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step == step:
            return True
    return False

cdef bint _is_singular(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether all cards differ, and count with all that lies below them."""
    cdef uint64_t met = 0
    cdef int slot
    for slot in range(1, MAX_CARDS + 1):
        if b.value[slot] and met & bit(b.value[slot]):
            return False
        met |= bit(b.value[slot])
    return not g.no_suits and g.custom != COVERED

cdef bint _is_loose(const spec_t* g, bint circle) noexcept nogil:
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
        g.custom or g.deals != 1 or g.columns or g.tiers or g.prior >= 0 or g.is_covered
        or g.waiting or g.deal_plays or g.closes or g.begins_at_once or g.sorted_first >= 0
        or g.opening.first < g.opening.end or g.foundations[0].whole
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
        of < 0 or g.group[of].lift != LIFT_RUN or g.space_runs
        or g.group[of].straight or g.group[of].room < MAX_CARDS
    ):
        return False
    for c in range(CARDS):
        if g.packs[of][c] != g.runs[of][c] or not _are_twins(g, of, c):
            return False
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.step in (PLAYS, REDEALS) or (pattern.step == TURNS and g.turn_to == WASTE):
            continue
        if pattern.step not in (PACKS, FILLS, BACKS) or pattern.how != ANY_HOW:
            return False
        for c in range(pattern.targets):
            if (
                pattern.target[c].first < g.group[of].first
                or pattern.target[c].end > g.group[of].end
            ):
                return False
    return True

cdef bint _are_twins(const spec_t* g, int of, int c) noexcept nogil:
    """Whether cards that take a card in common take the same."""
    cdef int other
    for other in range(CARDS):
        if g.packs[of][other] & g.packs[of][c] and g.packs[of][other] != g.packs[of][c]:
            return False
    return True

cdef inline bint _are_alike(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether piles of a group can change places: no card is still to be dealt to one of them."""
    return g.are_alike and (
        b.at == b.end or not (g.deal_plays or (g.turn_to < STOCK and g.turn == 1))
    )

cdef uint64_t key_of(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil:
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
        + (b.deal if _deals(g) != ENDLESS and not same.circle else 0) * 16 + b.phase * 8
        + (b.placed == b.before) * 4 + (b.played and not same.circle) * 2 + b.graced
    ) | 1

cdef uint64_t _sum_of_pairs(const board_t* b, const spec_t* g,
                            const symmetry_t* same) noexcept nogil:
    """All cards of piles, each with what it lies on."""
    cdef bint alike = _are_alike(b, g)
    cdef uint64_t sum = 0
    cdef int pile
    for pile in range(g.piles):
        if b.top[pile]:
            sum += _pairs_of(
                b, g, pile, ON_TABLE + g.group_of[pile] if alike else ON_PILE + pile, same.loose
            )
    for pile in range(STOCK, MAX_PILES):
        if b.top[pile] and not (same.circle and pile == WASTE):
            sum += _pairs_of(b, g, pile, ON_PILE + pile, False)
    return sum

cdef inline uint64_t _pairs_of(const board_t* b, const spec_t* g, int pile, int place,
                               bint loose) noexcept nogil:
    """The cards of a pile, each with what it lies on."""
    cdef int slot = b.top[pile], open_ = b.size[pile] - b.down[pile], under
    cdef uint64_t sum = 0
    cdef card_t c, on
    while True:
        c = b.value[slot]
        under = b.under[slot]
        open_ -= 1
        if open_ == -1:
            sum += LYING[c][FACE_DOWN]
        if not under:
            return sum + LYING[c][place]
        on = b.value[under]
        sum += LYING[c][ON_TWIN if loose and open_ > 0 and goes_on(b, g, pile, on, c) else on]
        slot = under

cdef uint64_t _sum_of_piles(const board_t* b, const spec_t* g, bint circle) noexcept nogil:
    """All piles, each as a whole: where cards are equal, or suits are not looked at."""
    cdef bint alike = _are_alike(b, g)
    cdef int pile, slot
    cdef uint64_t one, sum = 0
    for pile in range(MAX_PILES):
        if not b.top[pile] or (circle and pile == WASTE):
            continue
        one = pile + 1
        if alike and g.group_of[pile] < MAX_GROUPS:
            one = MAX_PILES + 1 + g.group_of[pile]
        if b.down[pile]:
            one = mix(one * 64 + b.down[pile])
        slot = b.top[pile]
        while slot:
            one = mix(one * 64 + (rank_of(b.value[slot]) if g.no_suits else b.value[slot]))
            # What is covered in no. 14b is out of play.
            slot = b.under[slot] if g.custom != COVERED else 0
        sum += mix(one)
    return sum

cdef uint64_t _stock_key(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil:
    """The stock; of a circle with its waste, in the order of dealing, and how far it is turned.

    Where whole turns have been made, or all, each such place can be come to from any other.
    """
    cdef uint64_t key = 0
    cdef uint8_t laid[MAX_CARDS]
    cdef int n = b.size[WASTE] if same.circle else 0, i, _i, slot = b.top[WASTE]
    if same.circle and same.singular:
        # Its order is that of the pack for good.
        for _i in range(n):
            key += LYING[b.value[slot]][IN_STOCK]
            slot = b.under[slot]
        for i in range(b.at, b.end):
            key += LYING[b.value[b.stock[i]]][IN_STOCK]
    else:
        for i in range(n - 1, -1, -1):
            laid[i] = b.value[slot]
            slot = b.under[slot]
        for i in range(n):
            key = mix(key * 64 + laid[i])
        for i in range(b.at, b.end):
            key = mix(key * 64 + b.value[b.stock[i]])
    return key if n == 0 or n % g.turn == 0 or b.at == b.end else mix(key + n)

# Moves that cost nothing, so that no other is looked at, and moves that gain nothing.

cdef bint is_dominated(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """No. 43: a heap's card, while a packet's of its rank can go. No. 6: a throw in the deal.

    The other can be played in its stead whenever the packet's would be, and loses nothing by it.
    What can be thrown out of a row can be later too, for the row grows at its end.
    """
    cdef int packet
    if g.custom == ROW_OF_CARDS:
        return move.kind != TURN and b.at < b.end
    if g.sorted_first < 0 or move.source < g.sorted_first:
        return False
    for packet in range(g.sorted_first):
        if rank_of(top_card(b, packet)) == rank_of(top_card(b, move.source)):
            return True
    return False

cdef bint deals_again(const spec_t* g) noexcept nogil:
    """Whether piles are dealt again or turned round."""
    return not g.custom and g.deals != 1

cdef bint may_stop(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether the player may begin the next deal while moves are left."""
    return g.may_stop and not b.size[HAND] and (_deals(g) == ENDLESS or b.deal < _deals(g))

cdef bint is_safe(const dominance_t* dominance, const board_t* b, const spec_t* g, bint circle,
                  move_t move, uint64_t* left) noexcept nogil:
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
            deals_again(g) or g.settles or g.feeds or dominance.fills
            or g.after.first < g.after.end
        ):
            return False
        if move.source >= STOCK and not (circle and move.source == WASTE and g.turn == 1):
            return False
    elif may_stop(b, g):
        return False
    if not left[0]:
        left[0] = _cards_left(b)
    c = b.value[slot_at(b, move.source, move.count)]
    return not dominance.below[c] & left[0] or (
        dominance.soon and not dominance.under[c] & left[0] & ~b.wanted
    )

cdef uint64_t _cards_left(const board_t* b) noexcept nogil:
    """The cards that lie on no foundation."""
    cdef uint64_t left = 0
    cdef int pile, slot, i
    for pile in range(MAX_PILES):
        slot = b.top[pile]
        while slot:
            left |= bit(b.value[slot])
            slot = b.under[slot]
    for i in range(b.at, b.end):
        left |= bit(b.value[b.stock[i]])
    return left

cdef void find_dominance(dominance_t* dominance, const spec_t* g,
                         const symmetry_t* same) noexcept nogil:
    """The cards that may come to lie on each, whatever lies between if foundations give back."""
    cdef int c, other, group, i, _i, give = 0
    for i in range(g.founded):
        give |= g.foundations[i].gives
    for c in range(CARDS):
        dominance.below[c] = 0
        for group in range(MAX_GROUPS + 1):
            dominance.below[c] |= g.packs[group][c]
        dominance.under[c] = dominance.below[c]
    for _i in range(KING):
        for c in range(CARDS):
            for other in range(CARDS):
                if dominance.under[c] & bit(<card_t>other):
                    dominance.under[c] |= dominance.under[other]
    if give:
        for c in range(CARDS):
            dominance.below[c] = dominance.under[c]
    for c in range(1, CARDS):
        # An equal card may need the place on a foundation more, until there is one for both.
        dominance.below[c] |= bit(<card_t>(c - 1))
    dominance.fills = False
    for i in range(g.moves.first, g.moves.end):
        dominance.fills |= g.patterns[i].step == ROWS and g.turn_to >= STOCK
    dominance.soon = same.singular and _plays_all(g)

cdef bint is_plain(const spec_t* g) noexcept nogil:
    """Whether nothing is ever a duty, or follows of itself, or is dealt on piles."""
    cdef int n
    for n in range(g.groups):
        if g.group[n].straight or (g.group[n].packs and g.group[n].room < MAX_CARDS):
            return False
    return not (
        g.custom or g.tiers or g.is_gated or g.is_covered or g.prior >= 0 or g.deal_plays
        or g.settles or g.deals != 1 or g.columns or g.closes or g.feeds
        or g.opening.first < g.opening.end or g.after.first < g.after.end
        or g.sorted_first >= 0
        or g.waiting or g.foundations[0].whole
    )

cdef bint _plays_all(const spec_t* g) noexcept nogil:
    """Whether a card that fits a foundation can always go there, and nothing hangs on its going.

    Nothing else may come to lie on it, as where cards that do not belong together move together.
    """
    cdef int n, i, pile
    cdef const pattern_t* pattern
    cdef bint from_[MAX_PILES]
    if not is_plain(g):
        return False
    for n in range(g.groups):
        if g.group[n].lift not in (LIFT_TOP, LIFT_RUN):
            return False
        for i in range(CARDS):
            if (g.group[n].lift == LIFT_RUN or g.space_runs) and g.runs[n][i] & ~g.packs[n][i]:
                return False
    for pile in range(MAX_PILES):
        from_[pile] = STOCK <= pile < WASTE or pile == HAND or (g.piles <= pile < STOCK)
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.how != ANY_HOW or pattern.step == ROWS or (
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
    for pile in range(MAX_PILES):
        if not from_[pile]:
            return False
    return True

# Cards that come back from foundations: for what, and when they need not wait for it.
#
# Let moves between a pile and a foundation that can be taken back cost nothing, all others one. In
# a way that wins let a card come back to a pile, and let the moves after it not need it there, nor
# its place on the foundation. Then these can be made first, at no greater cost: its place in the
# pile stays free; of a run in which it lies the others move; and if it is played again, it need not
# have come. So of the cheapest ways there is one in which cards come back only in rows, and another
# is laid on the last of a row. Each of the row is there for one that comes later: it lay on it on
# the foundation, or takes it. Of the two that one card needs, what lies on it may come first. So
# after a card comes the next one of its foundation, or one that goes on it; or, if no pile takes
# the next one, some card of another foundation that will, or what that needs.

cdef void find_worrying(worrying_t* worrying, const spec_t* g,
                        const symmetry_t* same) noexcept nogil:
    """Find out which cards come back for one that is laid on them alone, and where to."""
    cdef int n, c, on
    worrying.of = 0
    for n in range(g.groups):
        if g.group[n].packs:
            worrying.of = n
    worrying.late = _late_cards(g, same)
    worrying.anywhere = _come_back_anywhere(g, worrying.of)
    for c in range(CARDS):
        worrying.takers[c] = 0
        for on in range(CARDS):
            if g.packs[worrying.of][on] & bit(<card_t>c):
                worrying.takers[c] |= bit(<card_t>on)

cdef uint64_t _late_cards(const spec_t* g, const symmetry_t* same) noexcept nogil:
    """The cards of which that is true: not such as go on to a space of their own."""
    cdef uint64_t spaces = 0
    cdef int n, packed = 0
    cdef const pattern_t* pattern
    if not same.singular or not is_plain(g) or (g.passes == ENDLESS and not same.circle):
        return 0
    for n in range(g.groups):
        spaces |= g.group[n].space
        packed += g.group[n].packs
    if packed > 1:
        return 0  # a card may go on from one to another, to which none comes back
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.how != ANY_HOW or pattern.step not in (
            PLAYS, PACKS, FILLS, BACKS, TURNS, REDEALS
        ) or (pattern.step == TURNS and g.turn_to != WASTE):
            return 0
    return ~spaces

cdef bint _come_back_anywhere(const spec_t* g, int of) noexcept nogil:
    """Whether a card can come back to any pile of the group on which it can be packed."""
    cdef int n, i
    cdef const pattern_t* pattern
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        for i in range(pattern.targets if pattern.step == BACKS else 0):
            if (
                pattern.target[i].first <= g.group[of].first
                and g.group[of].end <= pattern.target[i].end
            ):
                return True
    return False

cdef bint can_worry_back(const worrying_t* worrying, const board_t* b, const spec_t* g,
                         move_t move) noexcept nogil:
    """Whether a play can be taken back at any time, so that no other move is to be looked at.

    What it costs to win does not grow by it, as the card comes back first. It comes in front of a
    move that needs it, and by each such move the rest of the way costs less.
    """
    cdef card_t c = top_card(b, move.source)
    return (
        move.kind == PLAY and g.group_of[move.source] == worrying.of and move.count == 1
        and worrying.anywhere and (worrying.late & bit(c)) != 0
        and g.foundations[move.target].gives
        and b.size[move.source] - b.down[move.source] > 1
        and goes_on(b, g, move.source, b.value[b.under[b.top[move.source]]], c)
    )

cdef uint64_t useful_cards(const worrying_t* worrying, const board_t* b, const spec_t* g,
                           bint loose, uint64_t turned) noexcept nogil:
    """The cards of foundations on which something might be laid if they came back.

    That is a card which may be moved, those of a stock that can be `turned` up among them; or one
    that has come back and is useful. Useful too is what lies on such a card.
    """
    cdef uint64_t ready = turned, useful = 0
    cdef const uint64_t* packs = g.packs[worrying.of]
    cdef int pile, slot, open_, f
    cdef bint more = True, below
    for pile in range(g.piles):
        slot = b.top[pile]
        open_ = b.size[pile] - b.down[pile]
        if g.group[g.group_of[pile]].lift == LIFT_TOP and not g.space_runs:
            open_ = 1
        while slot and open_ > 0:
            # Part of a run moves to a twin only if what it uncovers is played.
            if not loose or open_ == 1 or not goes_on(
                b, g, pile, b.value[b.under[slot]], b.value[slot]
            ) or fits(b, b.value[b.under[slot]]):
                ready |= bit(b.value[slot])
            slot = b.under[slot]
            open_ -= 1
    while more:
        more = False
        for f in range(g.founded):
            slot = b.top[FOUNDATIONS + f] if g.foundations[f].gives else 0
            while slot:
                below = b.under[slot] and useful & bit(b.value[b.under[slot]])
                if not useful & bit(b.value[slot]) and (
                    below or packs[b.value[slot]] & (ready | useful)
                ):
                    useful |= bit(b.value[slot])
                    more = True
                slot = b.under[slot]
    return useful

cdef bint is_worry_used(const worrying_t* worrying, const board_t* b, const spec_t* g, move_t back,
                        move_t move) noexcept nogil:
    """Whether a move may come after one by which a card has come back."""
    cdef card_t c = top_card(b, FOUNDATIONS + back.source)
    cdef int pile, f, slot
    if move.kind == SHIFT:
        return move.target == back.target
    if move.kind != BACK:
        return False
    if move.source == back.source or move.target == back.target:
        return True
    if c == NO_CARD:
        return False
    for pile in range(g.group[worrying.of].first, g.group[worrying.of].end):
        if worrying.takers[c] & bit(top_card(b, pile)):
            return False
    for f in range(g.founded):
        slot = b.top[FOUNDATIONS + f] if f != back.source and g.foundations[f].gives else 0
        while slot:
            if worrying.takers[c] & bit(b.value[slot]):
                return True
            slot = b.under[slot]
    return False

# Positions in which some cards can be seen to lie for ever on others.
#
# Let every card that is ever laid bare stay where it is and serve as often as it is wanted. A card
# can then leave its place if one that takes it has been laid bare, or all that go before it on its
# foundation, or if there is a space for it. What is not laid bare even so never is.

cdef bint is_blocked(const board_t* b, const spec_t* g) noexcept nogil:
    """Whether a game of suits from the ace to the king is lost for that reason."""
    cdef uint8_t bare[MAX_PILES]
    cdef uint8_t left[MAX_PILES]
    cdef uint64_t known, pack = 0, spaces = 0
    cdef int pile, slot, cards = 0
    cdef bint more = True, all_ = True
    if not g.plays_are_safe or not is_plain(g) or not _is_simple(g):
        return False
    known = _known(b, g)
    for slot in range(1, MAX_CARDS + 1):
        pack |= bit(b.value[slot])
        cards += b.value[slot] != NO_CARD
    if g.total < cards:
        return False  # some may stay where they lie
    for pile in range(g.piles):
        bare[pile] = b.top[pile]
        left[pile] = b.size[pile]
        if not bare[pile]:
            spaces |= _may_fill(g, pile)
    while more:
        more = False
        for pile in range(g.piles):
            while bare[pile] and _lays_bare(
                b, g, pile, bare, left[pile] - 1 > b.down[pile], &known, pack, spaces
            ):
                more = True
                left[pile] -= 1
                if not bare[pile]:
                    spaces |= _may_fill(g, pile)
    for pile in range(g.piles):
        all_ &= not bare[pile]
    return not all_

cdef bint _is_simple(const spec_t* g) noexcept nogil:
    """Whether cards leave piles from the top alone, or in runs, for what takes them."""
    cdef int n
    for n in range(g.groups):
        if g.group[n].lift not in (LIFT_TOP, LIFT_RUN) or (g.space_runs and g.groups > 1):
            return False
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step in (LAYS, THROWS, LIFTS, PAIRS):
            return False
    return True

cdef uint64_t _may_fill(const spec_t* g, int pile) noexcept nogil:
    """The cards that may go to a space, of piles that fill it any."""
    cdef const group_t* group = &g.group[g.group_of[pile]]
    cdef int i
    for i in range(group.fills):
        if group.fill[i].first < STOCK:
            return ANY_CARD
    return group.space

cdef uint64_t _known(const board_t* b, const spec_t* g) noexcept nogil:
    """The cards of foundations, stock and wastes, and the last of each pile."""
    cdef uint64_t known = 0
    cdef int pile, slot, i
    for pile in range(STOCK, MAX_PILES + g.founded):
        slot = b.top[pile]
        while slot:
            known |= bit(b.value[slot])
            slot = b.under[slot]
    for i in range(b.at, b.end):
        known |= bit(b.value[b.stock[i]])
    for i in range(g.founded):
        known |= bit(g.foundations[i].base)
    for pile in range(g.piles):
        known |= bit(b.value[b.top[pile]])
    return known

cdef bint _lays_bare(const board_t* b, const spec_t* g, int pile, uint8_t* bare, bint open_,
                     uint64_t* known, uint64_t pack, uint64_t spaces) noexcept nogil:
    """Take the last bare card of a pile away, if it can go; whether it can.

    The one below it is `open_` if it lies face up.
    """
    cdef int slot = bare[pile], under = b.under[slot], of = g.group_of[pile]
    cdef card_t c = b.value[slot], on = b.value[under]
    # A run goes with the card on which it lies.
    if not (
        open_ and (g.group[of].lift == LIFT_RUN or g.space_runs) and g.runs[of][on] & bit(c)
    ) and not (spaces & bit(c) or _has_taker(g, c, known[0]) or _has_lower(b, c, known[0] | ~pack)):
        return False
    bare[pile] = <uint8_t>under
    if under:
        known[0] |= bit(on)
    return True

cdef bint _has_taker(const spec_t* g, card_t c, uint64_t known) noexcept nogil:
    """Whether a card that has been laid bare takes another."""
    cdef int group
    cdef card_t on
    for group in range(MAX_GROUPS + 1):
        for on in range(1, 64):
            if g.packs[group][on] & bit(c) and known & bit(on):
                return True
    return False

cdef bint _has_lower(const board_t* b, card_t c, uint64_t known) noexcept nogil:
    """Whether all cards that go before it on a foundation are among some."""
    while not fits(b, c):
        c -= 1
        if rank_of(c) == 0 or not known & bit(c):
            return False
    return True
