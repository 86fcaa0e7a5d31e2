"""Pruning: equal positions, safe moves (no other need be tried) and useless moves."""

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
# If all cards of a pack differ, a position is the set of pairs of a card and the one it lies on, so
# its key is a sum of random numbers, one for each pair. Where piles can change places, the sum
# ignores it.

cdef enum:
    ON_TABLE = CARDS                      # the lowest card of a pile that can change places
    ON_PILE = ON_TABLE + MAX_GROUPS      # the lowest card of any other pile
    ON_TWIN = ON_PILE + MAX_PILES        # a card on any twin that could take it
    FACE_DOWN                             # the highest face-down card
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
    """Return the number of deals or passes of a game."""
    return g.passes if g.deals == 1 else g.deals

cdef void find_symmetry(symmetry_t* same, const board_t* b, const spec_t* g,
                        int redeals) noexcept nogil:
    """Find which positions count as equal from a given position on.

    If passes can run out, a circle is turned over at most a given number of times.
    """
    cdef int left = ANY_REDEALS if g.passes == ENDLESS else g.passes - b.deal
    same.circle = _is_circle(b, g)
    # Each useful pass takes a card out of the circle.
    same.counted = same.circle and left < b.end - b.at + b.size[WASTE]
    same.begun = b.deal
    same.last = b.deal + (min(left, redeals) if same.counted else left)
    same.singular = _is_singular(b, g)
    same.loose = same.singular and _is_loose(g, same.circle)

cdef bint _is_circle(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether stock and waste form a cycle to which only turning adds cards."""
    return (
        (g.passes == ENDLESS or (g.passes > 1 and _leaves_waste(g)))
        and g.turn_to == WASTE and g.wastes == 1 and g.deals == 1
        and not (g.custom or g.deal_plays or g.columns or b.size[HAND])
        and g.after.first == g.after.end
        and not g.tiers and g.opening.first == g.opening.end
        and _has_right(g, TURNS) and _has_right(g, REDEALS) and not _fills_from_stock(g)
    )

cdef bint _leaves_waste(const spec_t* g) noexcept nogil:
    """Return whether the waste's cards leave it only from the top, to any place."""
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

cdef bint may_turn_over(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil:
    """Return whether a cycle's waste may be turned over once the stock is out."""
    return b.deal < same.last and (b.played or g.passes != ENDLESS)

cdef enum:
    IN_PASS = 128  # places in a pass, more than the cards of a cycle

cdef uint16_t cost_of(const board_t* b, const symmetry_t* same) noexcept nogil:
    """Return how far a cycle has been turned, for positions that are otherwise equal.

    Turning alone leads from each place to every later one. So a position need not be examined if it
    was met before at the same or an earlier place.
    """
    return <uint16_t>((b.deal - same.begun) * IN_PASS + b.size[WASTE]) if same.counted else 0

cdef bint _fills_from_stock(const spec_t* g) noexcept nogil:
    """Return whether the card that fills a space depends on how far the stock is turned."""
    cdef int n, i
    for n in range(g.groups):
        for i in range(g.group[n].fills):
            if g.group[n].fill[i].first >= STOCK:
                return True
    return False

cdef bint _has_right(const spec_t* g, int step) noexcept nogil:
    """Return whether a step is always available."""
    cdef int n
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step == step:
            return True
    return False

cdef bint _is_singular(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether all cards differ and positions may be compared by pairs."""
    cdef uint64_t met = 0
    cdef int slot
    for slot in range(1, MAX_CARDS + 1):
        if b.value[slot] and met & bit(b.value[slot]):
            return False
        met |= bit(b.value[slot])
    return not g.no_suits and g.custom != COVERED

cdef bint _is_loose(const spec_t* g, bint circle) noexcept nogil:
    """Return whether it makes no difference on which of its twins a card of a run lies.

    Twins take the same cards, as the two sixes of a colour do. Let two positions differ only in
    this way. Whatever one move does in the first can be done in the second, and they are alike
    again:
    - A run, or a card of the waste, a reserve or a foundation, goes to a card: in both positions as
      many cards lie on its twins, so one of these is free and takes it too.
    - Part of a run goes to a card which is a twin of the one it lies on: there is nothing to do.
    - A run or part of it goes to a space: the cards that go with it may differ, but it lies on a
    twin
      again.
    - A card is played from a run: if others lie on it in the second position, a twin of it is free
      there, to which they move first (`search`).
    So nothing else may depend on piles: no cells, no duties, no room, no dealing onto them.
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
    """Return whether two cards that take one card in common take the same cards."""
    cdef int other
    for other in range(CARDS):
        if g.packs[of][other] & g.packs[of][c] and g.packs[of][other] != g.packs[of][c]:
            return False
    return True

cdef inline bint _are_alike(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether a group's piles can change places, since no cards will be dealt to them."""
    return g.are_alike and (
        b.at == b.end or not (g.deal_plays or (g.turn_to < STOCK and g.turn == 1))
    )

cdef uint64_t key_of(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil:
    """Return a position's key, never 0. Piles that can change places count as a set."""
    cdef uint64_t sum, key
    cdef int i
    if same.singular:
        sum = _sum_of_pairs(b, g, same)
    else:
        sum = _sum_of_piles(b, g, same.circle)
    for i in range(g.founded):
        # Equal foundations can change places too.
        sum += mix(b.wants[i] * 31 + b.room[i] + 1000 * (g.foundations[i].step < 0))
    key = mix(sum ^ _stock_key(b, g, same))
    key = mix(
        key + b.waiting[0] + (b.waiting[1] << 8) + (b.waiting[2] << 16)
        + (<uint64_t>b.waiting[3] << 24) + (<uint64_t>b.reach << 32) + (<uint64_t>b.base << 48)
    )
    # Whether the next deal or pass, and the grace, are available.
    return mix(
        key + (<uint64_t>b.turn << 32) + (<uint64_t>b.barren << 16)
        + (b.deal if _deals(g) != ENDLESS and not same.circle else 0) * 16 + b.phase * 8
        + (b.placed == b.before) * 4 + (b.played and not same.circle) * 2 + b.graced
    ) | 1

cdef uint64_t _sum_of_pairs(const board_t* b, const spec_t* g,
                            const symmetry_t* same) noexcept nogil:
    """Return the sum over all cards in piles, each with the card it lies on."""
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
    """Return the sum over a pile's cards, each with the card it lies on."""
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
    """Return the sum over whole piles, for equal cards or rules that ignore suits."""
    cdef bint alike = _are_alike(b, g)
    cdef int pile, slot
    cdef card_t c
    cdef uint64_t pile_key, sum = 0
    for pile in range(MAX_PILES):
        if not b.top[pile] or (circle and pile == WASTE):
            continue
        pile_key = pile + 1
        if alike and g.group_of[pile] < MAX_GROUPS:
            pile_key = MAX_PILES + 1 + g.group_of[pile]
        if b.down[pile]:
            pile_key = mix(pile_key * 64 + b.down[pile])
        slot = b.top[pile]
        while slot:
            c = b.value[slot]
            pile_key = mix(pile_key * 64 + (rank_of(c) if g.no_suits else c))
            # Covered cards are out of play in no. 14b.
            slot = b.under[slot] if g.custom != COVERED else 0
        sum += mix(pile_key)
    return sum

cdef uint64_t _stock_key(const board_t* b, const spec_t* g, const symmetry_t* same) noexcept nogil:
    """Return the stock's key; a cycle includes its waste, in dealing order, and its place.

    If whole turns, or all turns, have been made, every such place can be reached from any other.
    """
    cdef uint64_t key = 0
    cdef uint8_t laid[MAX_CARDS]
    cdef int n = b.size[WASTE] if same.circle else 0, i, _i, slot = b.top[WASTE]
    if same.circle and same.singular:
        # Its order remains that of the pack.
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

# Safe moves, after which no other is tried, and useless moves.

cdef bint is_dominated(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Return whether a move is useless: in no. 43 a heap's card while a packet's card of the same
    rank can go, in no. 6 a throw during the deal.

    The packet's card can always be played in its stead, at no loss. Cards that can be thrown out of
    a row can be thrown out later too, since the row grows at its end.
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
    """Return whether piles are dealt again or rotated."""
    return not g.custom and g.deals != 1

cdef bint may_stop(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether the player may begin the next deal while moves are left."""
    return g.may_stop and not b.size[HAND] and (_deals(g) == ENDLESS or b.deal < _deals(g))

cdef bint is_safe(const dominance_t* dominance, const board_t* b, const spec_t* g, bint circle,
                  move_t move, uint64_t* left) noexcept nogil:
    """Return whether a move is safe, so that no other need be tried.

    A play is safe if no card can be packed on the played card any more: all cards that could, and
    where foundations give cards back also all that could lie below these, are on foundations. A
    pair is safe if no card of its rank is left, or two that are face up. `left` is the set of cards
    not on foundations, computed when it is first needed.

    A card that fits a foundation need not lie there: any continuation from here can also be
    followed after the play, without those cards. If it moves one of them, that card goes to its
    foundation,
    where all lower cards of its suit are. Only such cards can lie on them, and nobody misses them,
    because they take only such cards.
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
    """Return the cards that are not on foundations."""
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
    """Find the cards that may come to lie on each card, indirectly if foundations give back."""
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
        # An equal card may need the foundation's place more, until there is room for both.
        dominance.below[c] |= bit(<card_t>(c - 1))
    dominance.fills = False
    for i in range(g.moves.first, g.moves.end):
        dominance.fills |= g.patterns[i].step == ROWS and g.turn_to >= STOCK
    dominance.soon = same.singular and _plays_all(g)

cdef bint is_plain(const spec_t* g) noexcept nogil:
    """Return whether there are no duties, no automatic moves and no dealing onto piles."""
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
    """Return whether a card that fits a foundation can always go there, without side effects.

    No other card may be laid on it meanwhile, as happens where unrelated cards move together.
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

# Worrying back: for what cards return from foundations, and when a return need not wait.
#
# Let reversible moves between a pile and a foundation cost nothing and all others one. Suppose that
# on a winning way a card returns to a pile, and the following moves need neither the card there nor
# its place on the foundation. Then those moves can come first at no greater cost: the card's place
# in the pile stays free, the other cards of its run can move, and if the card is played again it
# need not have returned. So among the cheapest ways there is one where cards return only in series,
# after which another card is laid on the last of them. Each card of the series serves a later one:
# it lay on that card on the foundation, or takes it. Of the two cards that one card needs, the one
# on top of it may come first. So after a returned card comes the next card of its foundation, or
# one laid on it; or, if no pile takes that next card, a card of another foundation that will, or
# one that this needs.

cdef void find_worrying(worrying_t* worrying, const spec_t* g,
                        const symmetry_t* same) noexcept nogil:
    """Find which cards return only for a card to be laid on them, and where they return to."""
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
    """Return those cards, without cards that move on to a space by themselves."""
    cdef uint64_t spaces = 0
    cdef int n, packed = 0
    cdef const pattern_t* pattern
    if not same.singular or not is_plain(g) or (g.passes == ENDLESS and not same.circle):
        return 0
    for n in range(g.groups):
        spaces |= g.group[n].space
        packed += g.group[n].packs
    if packed > 1:
        return 0  # a card may move on to a pile to which none returns
    for n in range(g.moves.first, g.moves.end):
        pattern = &g.patterns[n]
        if pattern.how != ANY_HOW or pattern.step not in (
            PLAYS, PACKS, FILLS, BACKS, TURNS, REDEALS
        ) or (pattern.step == TURNS and g.turn_to != WASTE):
            return 0
    return ~spaces

cdef bint _come_back_anywhere(const spec_t* g, int of) noexcept nogil:
    """Return whether a card can return to every pile of the group that takes it."""
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
    """Return whether a play can be taken back at any time, so that no other move need be tried.

    The play does not raise the cost of winning, since the card can return first. It returns before
    a move that needs it, and each such move lowers the remaining cost.
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
    """Return the cards on foundations on which something could be laid if they returned.

    That something is a card that can be moved, including the cards of a stock that can be `turned`
    up, or a returned card that is useful. A card is also useful if it lies on such a card.
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
            # Part of a run moves to a twin only if the card it uncovers is played.
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
    """Return whether a move may follow one that returned a card."""
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

# Positions in which some cards are visibly stuck under others for ever.
#
# Relaxation: every card that is ever bared stays in place and can be used any number of times. A
# card can leave its place once a card that takes it has been bared, or all its predecessors on its
# foundation, or if there is a space for it. A card that is not bared even so never will be.

cdef bint is_blocked(const board_t* b, const spec_t* g) noexcept nogil:
    """Return whether this loses a game whose foundations go in suit from ace to king."""
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
    """Return whether cards leave piles only from the top or in runs, to cards that take them."""
    cdef int n
    for n in range(g.groups):
        if g.group[n].lift not in (LIFT_TOP, LIFT_RUN) or (g.space_runs and g.groups > 1):
            return False
    for n in range(g.moves.first, g.moves.end):
        if g.patterns[n].step in (LAYS, THROWS, LIFTS, PAIRS):
            return False
    return True

cdef uint64_t _may_fill(const spec_t* g, int pile) noexcept nogil:
    """Return the cards that may go to a space; any card if piles fill it."""
    cdef const group_t* group = &g.group[g.group_of[pile]]
    cdef int i
    for i in range(group.fills):
        if group.fill[i].first < STOCK:
            return ANY_CARD
    return group.space

cdef uint64_t _known(const board_t* b, const spec_t* g) noexcept nogil:
    """Return the cards of foundations, stock and wastes, and the last card of each pile."""
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
    """Remove the last bared card of a pile if it can go; return whether it can.

    The card below is `open_` if it is face up.
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
    """Return whether a bared card takes another."""
    cdef int group
    cdef card_t on
    for group in range(MAX_GROUPS + 1):
        for on in range(1, 64):
            if g.packs[group][on] & bit(c) and known & bit(on):
                return True
    return False

cdef bint _has_lower(const board_t* b, card_t c, uint64_t known) noexcept nogil:
    """Return whether all predecessors of a card on its foundation are known."""
    while not fits(b, c):
        c -= 1
        if rank_of(c) == 0 or not known & bit(c):
            return False
    return True
