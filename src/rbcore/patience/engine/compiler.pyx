"""A description as numbers: what may lie on what as sets of cards, patterns as piles and steps."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from rbcore.cards.card cimport KING, NO_CARD, bit, card, card_t, is_red, rank_of, suit_of
from rbcore.patience.engine.game cimport (
    ANY_CARD, AT_ONCE, COVERED, HAND, LAYS, LIFT_FEW, MOST_FOUNDATIONS, MOST_GROUPS, MOST_PILES,
    NO_GATE, NO_PILE, ROW_OF_CARDS, SUITS, TO_ROUND, WASTE, foundation_t, game_t, group_t,
)
from rbcore.patience.engine.patterns cimport MOST_GRID, compile_patterns, span_of

from itertools import chain

from rbcore.cards.text import RANKS, read_cards
from rbcore.patience.descriptions.patterns import Pattern
from rbcore.patience.descriptions.sizes import foundation_count, pack_size, piles_dealt
from rbcore.patience.engine.patterns import places

cdef int compile_game(game_t* g, told) except -1:
    """Compile a description that was checked as a whole."""
    memset(g, 0, sizeof(game_t))
    _compile_foundations(g, told)
    _compile_groups(g, told)
    _compile_deal(g, told)
    _compile_stock(g, told)
    compile_patterns(g, told)
    _compile_advice(g, told)
    g.idle = told.play.idle
    _compile_discards(g, told)
    g.settles = g.fills_at_once or g.begins_at_once or g.crown >= 0
    _compile_symmetry(g, told)
    g.total = pack_size(told) - len(told.cards.dead) // 2
    g.own = _number(told.play, "own")
    g.run = told.play.run
    g.other_way = told.play.other_way
    if g.own == ROW_OF_CARDS:
        g.run = told.options.get("transposes", False)
        g.other_way = told.options.get("discards", False)
        g.total -= 2 * g.other_way  # the ends of its row stay
    elif g.own == COVERED:
        g.total -= g.piles  # the stock is to cover
    return 0


def _number(record, key):
    """What game.pxd calls the value of a key: the place of its word among those that it may be."""
    kind = type(record).__dataclass_fields__[key].metadata["kind"]
    return kind.choices.index(getattr(record, key))


# What may lie on what

cdef uint64_t _of_rank(int rank, int ring, suit, card_t on) except? 0:
    """The cards of a rank, or none if it is off the scale, that may follow a card by suit."""
    cdef uint64_t cards = 0
    cdef int one
    if ring and rank_of(on) > ring:
        return 0
    if ring:
        rank = (rank + 2 * ring - 1) % ring + 1
    if rank < 1 or rank > KING:
        return 0
    for one in range(SUITS):
        if (
            suit == "any"
            or (suit == "same" and one == suit_of(on))
            or (suit == "colour" and is_red(card(one, 1)) == is_red(on))
            or (suit == "other colour" and is_red(card(one, 1)) != is_red(on))
        ):
            cards |= bit(card(one, rank))
    return cards


cdef int _compile_match(uint64_t* follows, match) except -1:
    """What may lie on each card, by the step, suit and ring of a record."""
    cdef int one, rank
    for one in range(SUITS):
        for rank in range(1, KING + 1):
            on = card(one, rank)
            follows[on] = _of_rank(rank + match.step, match.ring, match.suit, on)
            if match.both:
                follows[on] |= _of_rank(rank - match.step, match.ring, match.suit, on)
    return 0


cdef uint64_t _set(cards) except? 0:
    cdef uint64_t all_ = 0
    for one in cards:
        all_ |= bit(<card_t>one)
    return all_


# Foundations

def _begun_by(group):
    """For each foundation of a group the card set out, or 0, and the cards that begin it."""
    if group.begin in ("drawn", "suits", "crown"):
        return [(0, ())] * group.count
    if group.shared:
        return [(0, read_cards(group.begin, "begin"))] * group.count
    cards = read_cards(group.base or group.begin, "base")
    equal_together = [one for one in dict.fromkeys(cards) for _ in range(cards.count(one))]
    return [(one, ()) if group.base else (0, (one,)) for one in equal_together]


cdef int _compile_foundations(game_t* g, told) except -1:
    cdef foundation_t* one
    g.crown = -1
    kinds = []
    for group in sorted(told.foundations.values(), key=lambda group: group.tier):
        match = (group.step, group.both, group.suit, group.ring)
        if match not in kinds:
            _compile_match(g.follows[len(kinds)], group)
            kinds.append(match)
        for base, begins in _begun_by(group):
            if g.founded == MOST_FOUNDATIONS:
                raise ValueError(f"a game has at most {MOST_FOUNDATIONS} foundations")
            one = &g.foundations[g.founded]
            one.base = base
            one.begins = _set(begins)
            g.begins |= one.begins
            one.kind = kinds.index(match)
            one.length = group.length
            one.tier = group.tier
            one.gate = _number(group, "gate")
            one.whole = group.whole
            one.gives = group.gives
            one.begins_at_once = group.at_once == "begin"
            one.step = group.step
            g.founded += 1
            g.is_gated |= one.gate != NO_GATE
            g.begins_at_once |= one.begins_at_once
        if group.begin == "drawn":
            g.base_drawn = True
            g.drawn_after = len(told.piles) - 1
            if group.drawn_after:
                g.drawn_after = list(told.piles).index(group.drawn_after)
        g.corners |= group.begin == "suits"
        if group.crown:
            g.crown = span_of(told, group.crown).first
    g.waiting = _number(told.play, "waiting")
    _leave_out_dead(g, len(kinds), _set(read_cards(told.cards.dead, "dead")))
    return 0


cdef void _leave_out_dead(game_t* g, int kinds, uint64_t dead) noexcept:
    """No foundation wants a card that never goes to one."""
    cdef int f, kind, c
    for f in range(g.founded):
        g.foundations[f].begins &= ~dead
    for kind in range(kinds):
        for c in range(64):
            g.follows[kind][c] &= ~dead


# Piles

cdef int _compile_groups(game_t* g, told) except -1:
    cdef group_t* one
    cdef int pile = 0, i
    for i in range(MOST_PILES):
        g.group_of[i] = MOST_GROUPS
        g.over[i][0] = g.over[i][1] = NO_PILE
    g.prior = g.store = -1
    for group in told.piles.values():
        one = &g.group[g.groups]
        one.first = pile
        one.end = pile + group.count
        for i in range(one.first, one.end):
            g.group_of[i] = g.groups
        _compile_matches(g, g.groups, group)
        one.room = group.room
        one.alike = group.alike
        one.ends_at_base = group.ends_at_base
        if group.space == "any":
            one.space = ANY_CARD
        elif group.space != "none":
            one.space = _set(
                card(suit, RANKS.index(rank) + 1) for rank in group.space for suit in range(SUITS)
            )
        _compile_cover(g, pile, group)
        if group.under_stock:
            g.over[pile + group.under_stock - 1][0] = pile + group.under_stock - 1
            g.is_covered = True
        if group.first != "none":
            g.prior = pile
            g.prior_rank = group.first == "rank"
        if group.grid:
            g.columns = group.count
            one.end = pile + places(told, group)
            for i in range(one.first, one.end):
                g.group_of[i] = g.groups
            g.refills = group.refill
            g.stuck = group.fill_when == "stuck"
            g.by_row = group.fill_when == "by row"
        one.latest = group.available == "latest"
        g.latest |= one.latest
        pile = one.end
        g.groups += 1
    g.piles = pile
    g.shuts = g.is_covered or g.latest
    for i, group in enumerate(told.piles.values()):
        _compile_fills(&g.group[i], told, group)
        g.fills_at_once |= g.group[i].fills > 0 and g.group[i].fill_when == AT_ONCE
    return 0


cdef int _compile_cover(game_t* g, int first, group) except -1:
    """Which piles shut which: of a grid the one below, or both below and above."""
    cdef int pile, end = first + MOST_GRID
    if group.cover == "none":
        return 0
    g.is_covered = True
    if group.cover == "pyramid":
        return _compile_pyramid(g, first, group.count)
    g.both_cover = group.cover == "either"
    g.both_at_end = group.cover_at_end == "either"
    for pile in range(first, end):
        g.over[pile][0] = pile + group.count if pile + group.count < end else NO_PILE
        if g.both_cover or g.both_at_end:
            g.over[pile][1] = pile - group.count if pile - group.count >= first else NO_PILE
    return 0


cdef int _compile_pyramid(game_t* g, int first, int count) except -1:
    """Each place of a row is shut by the two that lie on it, in the next row."""
    cdef int place, row = 1, end = 1
    for place in range(count):
        if place == end:
            row += 1
            end += row
        if place + row + 1 < count:
            g.over[first + place][0] = first + place + row
            g.over[first + place][1] = first + place + row + 1
    return 0


cdef int _compile_matches(game_t* g, int n, group) except -1:
    """What is packed on a group, and what its runs are."""
    cdef group_t* one = &g.group[n]
    one.few = group.lift if isinstance(group.lift, int) else 0
    one.lift = min(_number(group, "lift"), LIFT_FEW)
    of_space = "space_lift" if group.space_lift else "lift"
    one.space_lift = min(_number(group, of_space), LIFT_FEW)
    one.space_few = getattr(group, of_space) if one.space_lift == LIFT_FEW else 0
    run = group.run or group.on
    if group.on:
        one.packs = True
        one.way = group.on.way
        _compile_match(g.packs[n], group.on)
    if run:
        _compile_match(g.runs[n], run)
    return 0


cdef int _compile_fills(group_t* one, told, group) except -1:
    one.fill_when = _number(group, "fill_when")
    one.fills = 0
    for source in group.fill:
        one.fill[one.fills] = span_of(told, source)
        one.fills += 1
    return 0


# Deal and stock

cdef int _compile_deal(game_t* g, told) except -1:
    dealt = list(chain.from_iterable(map(piles_dealt, told.piles.values())))
    if any(group.rest for group in told.piles.values()):
        dealt.pop()
        drawn = any(group.begin == "drawn" for group in told.foundations.values())
        dealt.append(max(0, pack_size(told) - sum(dealt) - drawn))
    if sum(dealt) > pack_size(told):
        raise ValueError(f"{told.name} deals {sum(dealt)} cards, and has {pack_size(told)}")
    pile = 0
    g.sorted_first = -1
    for group in told.piles.values():
        beneath = read_cards(group.beneath, "beneath")
        if group.grid:
            continue
        for i in range(group.count):
            g.dealt[pile] = dealt[pile]
            g.beneath[pile] = beneath[i] if i < len(beneath) else NO_CARD
            if group.face == "top" and dealt[pile]:
                g.down[pile] = dealt[pile] - 1
            elif isinstance(group.face, tuple):
                g.down[pile] = group.face[i]
            g.beside[pile] = 0xFFFF
            if i < len(group.beside) and group.beside[i]:
                g.beside[pile] = sum(1 << f for f in group.beside[i])
                g.is_beside = True
            pile += 1
        if group.sorted:
            g.sorted_first = pile - group.count
    deal = told.deal
    g.in_rounds = deal.rounds
    g.is_distinct = deal.distinct == "rank"
    g.deals = deal.deals
    g.barren = deal.barren
    g.rotate = deal.rotate
    g.last_first = deal.gather == "reversed"
    g.gather_from = g.piles // 2 if deal.gather == "second half first" else 0
    g.deal_plays = _number(deal, "plays")
    g.deal_tops = deal.tops
    g.plays_from = deal.plays_from
    return 0


cdef int _compile_stock(game_t* g, told) except -1:
    stock = told.stock
    g.turn = stock.turn
    g.each = stock.each
    g.closes = stock.closes
    g.wastes = stock.wastes
    g.waste_all = stock.waste == "all"
    g.waste_lift = _number(stock, "waste_lift")
    g.passes = stock.passes
    g.shuffles = stock.shuffle
    for name in stock.round:
        span = span_of(told, name)
        for pile in range(span.first, span.end):
            g.round[g.rounds] = pile
            g.rounds += 1
            g.last_rounds += told.deal.last == "same" or name != "waste"
    if g.rounds:
        g.turn_to = TO_ROUND
    elif stock.to in told.foundations:
        tier = told.foundations[stock.to].tier
        before = list(told.foundations)[: list(told.foundations).index(stock.to)]
        g.turn_to = MOST_PILES + sum(
            foundation_count(group)
            for name, group in told.foundations.items()
            if group.tier < tier or (group.tier == tier and name in before)
        )
    elif stock.to in told.piles:
        g.turn_span = span_of(told, stock.to)
        g.turn_to = g.turn_span.first
    else:
        g.turn_to = HAND if stock.to == "hand" else WASTE
    if stock.waste_on:
        _compile_match(g.packs[MOST_GROUPS], stock.waste_on)
    return 0


cdef int _compile_discards(game_t* g, told) except -1:
    """What leaves with what."""
    cdef int one, rank, other
    discard = told.discard
    for one in range(SUITS):
        for rank in range(1, KING + 1):
            c = card(one, rank)
            if discard.equal == "suit":
                g.pairs[c] = <uint64_t>0xFFFF << 16 * one
            other = rank if discard.equal == "rank" else discard.sum - rank
            if (discard.equal == "rank" or discard.sum) and 1 <= other <= KING:
                g.pairs[c] = _of_rank(other, 0, "any", c)
            if RANKS[rank - 1] in discard.alone:
                g.alone |= bit(c)
    g.pairs_are_safe = (
        discard.equal == "rank" and not discard.apart and told.cards.decks == 1
        and sum(map(sum, map(piles_dealt, told.piles.values()))) == pack_size(told)
    )
    for i, name in enumerate(told.piles):
        g.apart |= (name in discard.apart) << i
    return 0


cdef int _compile_symmetry(game_t* g, told) except -1:
    """What a solver may take for equal."""
    matches = [*told.foundations.values(), *(group.on for group in told.piles.values() if group.on)]
    g.no_suits = (
        all(match.suit == "any" for match in matches) and not g.waiting and not g.corners
        and told.discard.equal != "suit" and not told.stock.waste_on
    )
    g.are_alike = (
        g.deals == 1 and not g.rotate and not g.is_covered and g.prior < 0 and not g.tiers
        and not g.closes and not g.fills_at_once and g.sorted_first <= 0
    )
    return 0


cdef int _compile_advice(game_t* g, told) except -1:
    """What players are told besides the rules."""
    advice = told.play.advice
    g.advice_play = _number(advice, "play")
    g.by_size = advice.by == "size"
    g.advice_lay = _number(advice, "lay")
    g.hold_back = advice.hold_back
    g.advice_pairs = _number(advice, "pairs")
    g.only_frees = advice.frees
    g.high = advice.high
    for name, group in told.piles.items():
        # The pile that plays before all others do (23.5).
        if any(
            one.step == "pack" and name in one.sources for tier in told.play.duties for one in tier
        ):
            g.store = span_of(told, name).first
        g.feeds |= group.fill_when == "duty"
    g.turns_idly = (
        g.turn_to in (HAND, WASTE) and g.turn == 1 and g.wastes == 1 and not told.stock.waste_on
        and not told.stock.after and not g.deal_plays and not g.columns
        and g.patterns[g.hand.end - 1].step == LAYS
        and g.patterns[g.hand.end - 1].target[0].first == WASTE
    )
    # What could be packed on a card then lies on foundations already.
    packs = [group.on for group in told.piles.values() if group.on]
    duties = told.play.duties
    is_free = not duties or Pattern(("play",)) in duties[0]  # what it lays bare can be a duty
    g.plays_are_safe = bool(packs) and is_free and not g.waiting and all(
        on.step == -1 and not on.both and not on.ring for on in packs
    ) and all(
        group.step == 1 and not group.both and group.suit == "same" and not group.ring
        and not group.whole
        for group in told.foundations.values()
    )
    return 0
