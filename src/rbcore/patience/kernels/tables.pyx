"""Foundations, places, stock and waste: most games of the book (docs/patience).

One fixed way of playing, told by the form: spaces are filled, then the first card in the form's
order goes to a foundation, then one is packed on a place, again until nothing moves; then the next
card is turned. Games without decisions have no other way.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memmove

from rbcore.cards.card cimport NO_CARD, bit, card_t, suit_of
from rbcore.patience.form cimport (
    FROM_WASTE,
    NO_FILL,
    PASS,
    STOCK_THEN_WASTE,
    TO_FOUNDATION,
    TO_WASTE,
    WASTE_THEN_STOCK,
    form_t,
    patience_row_t,
    story_t,
    table_t,
    tell,
)
from rbcore.patience.kernels.again cimport again_t, begin_again, open_again
from rbcore.patience.kernels.opening cimport open_table
from rbcore.patience.table cimport (
    SUITS,
    draw,
    lay,
    next_cards,
    pile_t,
    position_t,
    take,
    takes,
    top,
)


cdef void play_table(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil:
    cdef const table_t* rules = &form.table
    cdef position_t p
    cdef again_t again
    row.passes = 1
    tell(story, PASS, 0, 1)
    open_table(&p, form, pack, story)
    open_again(&again, &p, rules)
    while True:
        _settle(&p, rules, story)
        if p.placed == form.cards:
            break
        if p.at < p.end:
            p.turned = p.stock[p.at]
            p.at += 1
            continue
        if not begin_again(&again, &p, rules, row, story):
            if again.graced or not rules.grace or not _take_out(&p, rules, story):
                break
            again.graced = True
    row.left = <uint8_t>(form.cards - p.placed)
    row.outcome = row.left == 0


cdef void _settle(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Do all that can be done before the next card is turned; every branch moves a card on."""
    while True:
        if p.turned != NO_CARD:
            if not _place_turned(p, rules, story):
                _to_waste(p, p.turned, story)
            p.turned = NO_CARD
            continue
        if not rules.fills_last and _fill(p, rules, story):
            continue
        if rules.store >= 0 and _play_store(p, rules, story):
            continue
        if _play_one(p, rules, story):
            continue
        if rules.pack_step and _pack_one(p, rules, story):
            continue
        if rules.fills_last and _fill(p, rules, story):
            continue
        if rules.late_fill and _fill_space(p, rules, story):
            continue
        return


cdef inline void _to_waste(position_t* p, card_t c, story_t* story) noexcept nogil:
    p.waste.cards[p.waste.count] = c
    p.waste.count += 1
    tell(story, TO_WASTE, c, 0)


cdef bint _place_turned(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Lay the card just turned on a foundation or a place; False if it has none."""
    return (
        _found(p, rules, p.turned, 0, rules.founded, story)
        or (rules.pack_step and not rules.onto_waste and _pack(p, rules, p.turned, -1, story))
    )


cdef bint _fill(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Fill all spaces from stock or waste, lowest first; if there are none, one from a place."""
    cdef int place, order = rules.fill
    cdef bint filled = False
    if order == NO_FILL:
        return False
    for place in range(rules.fed_end, rules.places):
        if p.places[place].count or place == rules.store:
            continue
        if rules.store_fills and p.places[rules.store].count:
            lay(p, place, take(&p.places[rules.store]), story)
        elif p.waste.count and order in (FROM_WASTE, WASTE_THEN_STOCK):
            lay(p, place, take(&p.waste), story)
        elif p.at < p.end and order != FROM_WASTE:
            lay(p, place, draw(p), story)
        elif p.waste.count and order == STOCK_THEN_WASTE:
            lay(p, place, take(&p.waste), story)
        else:
            break
        filled = True
    return filled or (rules.fed_end and _feed(p, rules, story))


cdef bint _feed(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Fill the lowest space that places fill, from the lowest of these (53.5, 54.4)."""
    cdef int place, feeder
    for place in range(rules.fed, rules.fed_end):
        if p.places[place].count:
            continue
        for feeder in range(rules.feeders, rules.feeders_end):
            if p.places[feeder].count:
                lay(p, place, take(&p.places[feeder]), story)
                return True
        return False
    return False


cdef bint _fill_space(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Put the waste's top into the lowest space (31.7)."""
    cdef int place
    if not p.waste.count:
        return False
    for place in range(rules.places):
        if not p.places[place].count:
            lay(p, place, take(&p.waste), story)
            return True
    return False


cdef bint _play_store(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Play the storehouse's top, to a foundation or a place (23.5)."""
    cdef pile_t* store = &p.places[rules.store]
    if not store.count:
        return False
    if not (
        _found(p, rules, top(store), 0, rules.founded, story)
        or _pack(p, rules, top(store), rules.store, story)
    ):
        return False
    store.count -= 1
    return True


cdef bint _take_out(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Play the highest card of the waste that has a place, once in a game (23b.7)."""
    cdef int i
    for i in range(p.waste.count - 1, -1, -1):
        if (
            _found(p, rules, p.waste.cards[i], 0, rules.founded, story)
            or _pack(p, rules, p.waste.cards[i], -1, story)
        ):
            p.waste.count -= 1
            memmove(p.waste.cards + i, p.waste.cards + i + 1, p.waste.count - i)
            return True
    return False


cdef bint _play_one(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Play the first card in order to a foundation, those of the first tier before all others."""
    if rules.first_tier and not rules.gated:
        return (
            _play_to(p, rules, 0, rules.first_tier, story)
            or _play_to(p, rules, rules.first_tier, rules.founded, story)
        )
    return _play_to(p, rules, 0, rules.founded, story)


cdef bint _play_to(
    position_t* p, const table_t* rules, int first, int end, story_t* story
) noexcept nogil:
    """Play the first available card that fits one of these foundations."""
    cdef int before_waste = 0 if rules.waste_first else min(rules.takers, rules.givers)
    return (
        (before_waste and _play_places(p, rules, 0, before_waste, first, end, story))
        or _play_waste(p, rules, first, end, story)
        or _play_places(p, rules, before_waste, rules.givers, first, end, story)
    )


cdef inline bint _play_places(
    position_t* p, const table_t* rules, int place, int last, int first, int end, story_t* story
) noexcept nogil:
    """Play the first card of these places, from `place` to that before `last`."""
    for place in range(place, last):
        if p.places[place].count and _is_available(p, rules, place):
            if _found(p, rules, top(&p.places[place]), first, end, story):
                p.places[place].count -= 1
                return True
    return False


cdef bint _play_waste(
    position_t* p, const table_t* rules, int first, int end, story_t* story
) noexcept nogil:
    if p.waste.count and not rules.dead_waste:
        if _found(p, rules, top(&p.waste), first, end, story):
            p.waste.count -= 1
            return True
    return False


cdef inline bint _is_available(const position_t* p, const table_t* rules, int place) noexcept nogil:
    """Whether nothing lies on a place; on one of no. 28 lies the stock (28.4)."""
    return place != rules.blocked or p.at == p.end


cdef bint _found(
    position_t* p, const table_t* rules, card_t c, int first, int end, story_t* story
) noexcept nogil:
    """Put a card on the first of these foundations that takes it; False if none does."""
    cdef int f
    if rules.gated and p.tier_room:
        end = min(end, rules.first_tier)
    if rules.waiting:
        return _found_or_wait(p, rules, c, story)
    for f in range(first, end):
        if p.wants[f] & bit(c):
            _put(p, rules, f, c, story)
            return True
    return False


cdef void _put(
    position_t* p, const table_t* rules, int f, card_t c, story_t* story
) noexcept nogil:
    p.placed += 1
    p.changes += 1
    p.room[f] -= 1
    p.tier_room -= f < rules.first_tier
    p.wants[f] = next_cards(&rules.foundations[f], c) if p.room[f] else 0
    tell(story, TO_FOUNDATION, c, f)


cdef bint _found_or_wait(
    position_t* p, const table_t* rules, card_t c, story_t* story
) noexcept nogil:
    """Play a card where foundation s goes up in suit s and 4 + s goes down.

    A card that fits both waits between them; the next of its suit settles it.
    """
    cdef int up = suit_of(c), down = SUITS + suit_of(c)
    cdef card_t waits = p.waiting[up]
    if waits == NO_CARD:
        if p.wants[up] & p.wants[down] & bit(c):
            p.waiting[up] = c
            p.placed += 1
            tell(story, TO_FOUNDATION, c, up)
            return True
        if p.wants[up] & bit(c):
            _put(p, rules, up, c, story)
        elif p.wants[down] & bit(c):
            _put(p, rules, down, c, story)
        else:
            return False
        return True
    if c < waits - 1 or c > waits + 1:
        return False
    # Counted when it began to wait.
    p.placed -= 1
    p.waiting[up] = NO_CARD
    _put(p, rules, down if c < waits else up, waits, NULL)
    _put(p, rules, up if c > waits else down, c, story)
    return True


cdef bint _pack_one(position_t* p, const table_t* rules, story_t* story) noexcept nogil:
    """Pack one card: the tops of places in order, then the waste's."""
    cdef int place
    if rules.movers >= 0:
        for place in range(rules.movers, rules.places):
            if _pack_top(p, rules, place, story):
                return True
    if not rules.onto_waste and p.waste.count and not rules.dead_waste:
        if _pack(p, rules, top(&p.waste), -1, story):
            p.waste.count -= 1
            return True
    return False


cdef bint _pack_top(position_t* p, const table_t* rules, int place, story_t* story) noexcept nogil:
    """Move the top of a place, unless it lies on a card already that it could be packed on."""
    cdef pile_t* pile = &p.places[place]
    if not pile.count:
        return False
    if rules.onto_waste:
        if not p.waste.count or not takes(rules, top(&p.waste), top(pile)):
            return False
        _to_waste(p, take(pile), story)
        return True
    if rules.whole:
        return _pack_whole(p, rules, place, story)
    if pile.count > 1 and takes(rules, pile.cards[pile.count - 2], top(pile)):
        return False
    if not _pack(p, rules, top(pile), place, story):
        return False
    pile.count -= 1
    return True


cdef bint _pack_whole(
    position_t* p, const table_t* rules, int source, story_t* story
) noexcept nogil:
    """Lay all cards of a place on the lowest other that takes the lowest of them (19.4)."""
    cdef pile_t* pile = &p.places[source]
    cdef int place, i
    for place in range(rules.takers):
        if place != source and p.places[place].count:
            if takes(rules, top(&p.places[place]), pile.cards[0]):
                for i in range(pile.count):
                    lay(p, place, pile.cards[i], story)
                pile.count = 0
                return True
    return False


cdef bint _pack(
    position_t* p, const table_t* rules, card_t c, int source, story_t* story
) noexcept nogil:
    """Lay a card on the lowest place, but its own, that takes it; False if none does."""
    cdef int place
    for place in range(rules.takers):
        if place != source and p.places[place].count and takes(rules, top(&p.places[place]), c):
            lay(p, place, c, story)
            return True
    return False
