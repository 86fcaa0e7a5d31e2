"""Rules compiled into rules_t, the masks and counts that the nogil code reads."""

from libc.string cimport memset

from rbcore.cards.card cimport CARDS, JOKER, KING, bit, card, is_red
from rbcore.cards.hash_table cimport mix_bytes

from dataclasses import fields
from functools import lru_cache

from rbcore.cards.ranges import shown
from rbcore.rules.definition import STARTERS, Rules
from rbcore.rules.variants import variant

cdef card_t[8] UNREAD = [16, 30, 31, 32, 46, 47, 48, 62]   # codes of no card
cdef uint64_t FOUNDATIONS = 0x8000800080008000ULL      # the foundation in every lane of a quad
cdef uint64_t RESERVE_IN_QUAD = 0xFFFF0000ULL          # the reserve's lane in the third quad

cdef class CompiledRules:
    """The compiled form of an rbcore.Rules, checked again because `frozen` can be bypassed."""

    def __cinit__(self, rules):
        self.checked = Rules(**{axis.name: getattr(rules, axis.name) for axis in fields(Rules)})
        compile_rules(self.checked, &self.rules)


def compiled_rules(rules):
    """Return the CompiledRules of a Rules (no subclass) or of a variant's text; cached."""
    rules = variant(rules) if isinstance(rules, str) else rules
    if type(rules) is not Rules:
        raise TypeError(f"rules are an rbcore.Rules or a variant like 'strict', not {shown(rules)}")
    return _compile_once(rules)


@lru_cache(maxsize=256)
def _compile_once(rules):
    return CompiledRules(rules)


cdef void compile_rules(object rules, rules_t* r) except *:
    """Fill r from an rbcore.Rules."""
    memset(r, 0, sizeof(rules_t))
    r.seats = rules.seats
    r.houses = rules.houses
    r.houses_each = rules.houses_each
    r.reserve_size = rules.reserve_size
    r.starter_reserve = rules.starter_reserve
    r.second_reserve = rules.second_reserve
    r.first_moves = rules.first_moves
    r.starter_face_up = rules.starter_face_up
    r.second_face_up = rules.second_face_up
    r.packs = rules.packs
    r.pack_size = rules.pack_size
    r.starter = STARTERS.index(rules.starter)
    r.higher_house_starts = rules.higher_house_starts
    r.reserve_or_hand = rules.stalemate == "reserve-or-hand"
    r.wrong_stop = ("nothing", "three-cards", "turn").index(rules.wrong_stop)
    r.standoff_rounds = rules.standoff_rounds
    r.standoff_visits = rules.standoff_visits
    r.win_bonus = rules.win_bonus
    r.hand_card = rules.hand_card
    r.reserve_card = rules.reserve_card
    r.house_set = <uint16_t>((1 << r.houses) - 1)
    _compile_variant(rules, r)
    _compile_piles(r)
    _compile_packs(r, rules.ranks, rules.suits)
    _compile_fits(r, rules.house_build == "same-suit")
    _compile_move_flags(r)
    _add_salt(r)

cdef void _compile_variant(object rules, rules_t* r) except *:
    """Compile the variants' axes, and the masks of standard rules that they change."""
    r.plan_limit = rules.plan_limit
    r.release = ("no", "any", "fewest").index(rules.release)
    r.peek = ("no", "once", "yes").index(rules.peek)
    r.waste_available = 0xFF if rules.waste_available else 0
    r.covered_houses = rules.covered_houses
    r.early_turn = rules.early_turn
    r.reserve_face_down = rules.reserve_face_down
    r.group_moves = rules.group_moves
    r.must_load = rules.must_load
    r.must_make_spaces = rules.must_make_spaces
    r.must_uncover = rules.must_uncover
    r.own_waste_fills = rules.vacant_house == "own-waste"
    r.house_to_house = rules.house_to_house
    r.any_suit = rules.load_match == "any-suit"
    r.houses_load = rules.load_from == "any"
    r.reserve_loads = rules.load_from != "hand"
    r.reserve_takes_loads = rules.load_onto == "any"
    r.waste_takes_loads = rules.load_onto != "none"
    r.load_equal_rank = rules.load_equal_rank
    r.load_only_unplayable = rules.load_only_unplayable
    r.space_only_unplayable = rules.space_only_unplayable
    r.lone_card_stays = not rules.lone_card_to_space
    r.waste_after_reserve = rules.waste_after_reserve
    r.waste_mask[0] = r.waste_available
    r.waste_mask[1] = 0 if r.waste_after_reserve else r.waste_available
    r.turned_up_card = ("free", "alone", "to-waste").index(rules.turned_up_card)
    r.must_play_reserve = rules.must_play_reserve
    r.turn_reserve = rules.turn_reserve
    r.hand_card_compulsory = rules.hand_card_compulsory
    r.hand_load_compulsory = rules.hand_load_compulsory
    r.late_layout = rules.late_layout
    r.first_card_base = rules.foundation_base == "first-card"
    r.compels = (
        r.release or r.must_load or r.must_make_spaces or r.must_uncover or r.must_play_reserve
    )
    r.has_house_rules = r.load_equal_rank or r.space_only_unplayable or r.lone_card_stays
    r.has_filters = (
        r.compels or r.early_turn or r.group_moves or r.any_suit or r.load_only_unplayable
        or r.hand_card_compulsory or r.hand_load_compulsory or r.turned_up_card or r.first_moves
        or r.has_house_rules or r.turn_reserve
    )
    r.has_forced_events = (
        r.seats == 3 or r.early_turn or r.reserve_face_down or r.group_moves or r.own_waste_fills
        or r.late_layout or r.first_card_base or r.peek == PEEK_ONCE or r.first_moves
        or r.turn_reserve
    )
    if rules.foundations_compulsory:
        r.foundation_priority = FOUNDATIONS
    if rules.reserve_first:
        r.reserve_priority = FOUNDATIONS & RESERVE_IN_QUAD
    if not r.own_waste_fills:
        r.spaces = r.house_set
        r.empty_house_blocks_turn = not rules.turn_over_space

cdef void overlook(rules_t* r, int priorities) noexcept nogil:
    """Remove priorities, a set of their bits, from the rules."""
    cdef uint64_t from_reserve = FOUNDATIONS & RESERVE_IN_QUAD
    cdef int seat, quad
    for seat in range(r.seats):
        if priorities & PRIORITY_RESERVE and r.foundation_priority:
            r.allowed[seat][2] &= ~from_reserve
        if priorities & PRIORITY_FOUNDATION and r.foundation_priority:
            for quad in range(QUADS):
                r.allowed[seat][quad] &= ~FOUNDATIONS | (from_reserve if quad == 2 else 0)
    if priorities & PRIORITY_RELEASE:
        r.release = 0
    if priorities & PRIORITY_LOAD:
        r.must_load = r.must_uncover = False
    if priorities & PRIORITY_SPACE:
        r.must_make_spaces = r.empty_house_blocks_turn = False
    _add_salt(r)

cdef void _add_salt(rules_t* r) noexcept nogil:
    """Set the salt to a hash of all the rules as they are now."""
    r.salt = 0
    r.salt = mix_bytes(0, r, sizeof(rules_t))

cdef void _compile_piles(rules_t* r) noexcept:
    """Compile each pile's owner, and where each seat may place cards."""
    cdef int seat, other, pile, lane, quad
    cdef uint64_t places, commons = r.house_set | 1 << FOUNDATION
    for pile in range(PILES):
        r.owner[pile] = NO_OWNER
    for seat in range(MAX_SEATS):
        for pile in (RESERVE, WASTE, HAND, TURNED):
            r.owner[pile + seat] = seat
        r.places[seat] = <uint16_t>commons
        r.own_on[seat] = <uint16_t>(r.house_set & ~((1 << seat * r.houses_each) - 1))
        for other in range(r.seats):
            if other != seat:                                                      # V29
                r.places[seat] |= <uint16_t>(
                    r.reserve_takes_loads << (RESERVE + other)
                    | r.waste_takes_loads << (WASTE + other)
                )
        for lane in range(LANES):
            pile = HOUSE + lane
            if lane >= MAX_HOUSES:
                pile = (RESERVE, TURNED, WASTE)[lane - MAX_HOUSES] + seat
            r.source[seat][lane] = pile
            places = r.places[seat]
            if lane < MAX_HOUSES and not r.house_to_house:
                places &= ~<uint64_t>r.house_set
            if pile < RESERVE and not r.houses_load or pile == RESERVE + seat and (
                not r.reserve_loads
            ):
                places &= commons                                                  # V16
            quad = lane >> 2
            r.allowed[seat][quad] |= places << (16 * (lane & 3))

cdef void _compile_packs(rules_t* r, int ranks, int suits) except *:
    """List the packs, aces first, suits in turn. With one pack, the seats split it into hearts and
    clubs, spades and diamonds.

    Three seats share the two packs and a joker (V1), listed as the first seat's pack.
    """
    cdef int seat, rank, n
    for seat in range(2):
        of_one = ((2, 0), (3, 1))[seat]
        n = 0
        for rank in range(1, ranks + 1):
            for suit in of_one if r.packs == 1 else range(4):
                if suit < suits:
                    r.pack[seat][n] = card(suit, rank)
                    n += 1
    if r.seats == 3:
        for i in range(52):
            r.pack[0][52 + i] = r.pack[1][i]
        r.pack[0][104] = JOKER

cdef void _compile_fits(rules_t* r, bint same_suit) noexcept:
    cdef int pile, kind, suit, rank
    cdef card_t under, over
    for kind in range(1, PILE_KINDS):
        for suit in range(4):
            for rank in range(1, KING + 1):
                under = card(suit, rank)
                for over in range(64):
                    if 1 <= over & 15 <= KING and _fits_on(r, kind, over, under, same_suit):
                        r.accepts[kind][under] |= bit(over)
                        r.accepted_by[kind][over] |= bit(under)
    for pile in range(PILES):
        kind = KIND_HOUSE if pile < RESERVE else KIND_LOAD if pile < FOUNDATION else KIND_NONE
        for under in range(64):
            _compile_affected(r, kind, pile, under, &r.affected[pile][under])

cdef void _compile_affected(rules_t* r, int kind, int pile, card_t under,
                            card_t* affected) noexcept:
    """Find the two entries of `destinations` that change when a card tops a pile (V15: of ranks).

    Missing entries point to ones that nobody reads. These vary, because reusing a single one would
    stall on its latest write.
    """
    cdef int over, rank = under & 15, n = 0
    affected[0] = UNREAD[(pile & 1) << 2 | (rank & 1)]
    affected[CARDS] = UNREAD[(pile & 1) << 2 | 2 | (rank & 1)]
    if kind == KIND_LOAD and r.any_suit:
        if 1 <= rank < KING:
            affected[0] = <card_t>(ANY_SUIT + rank + 1)
        if 1 < rank <= KING:
            affected[CARDS] = <card_t>(ANY_SUIT + rank - 1)
        return
    for over in range(64):
        if r.accepts[kind][under] >> over & 1 and over != under:   # V23: see equal_loads()
            affected[n] = <card_t>over
            n += CARDS

cdef void _compile_move_flags(rules_t* r) noexcept:
    cdef int source, place
    for source in range(PILES):
        for place in range(PILES):
            if source == FOUNDATION or (source >= TURNED and place == source - TURNED + WASTE):
                r.move_flags[source][place] = QUIET | ENDS_TURN
            elif place >= TURNED or (
                source < RESERVE and (place < RESERVE or r.reserve_or_hand)        # V17
            ):
                r.move_flags[source][place] = QUIET

cdef bint _fits_on(const rules_t* r, int kind, card_t over, card_t under, bint same_suit) noexcept:
    """Return whether a card may be laid on another (4.2, V14, V15)."""
    cdef int step = (under & 15) - (over & 15)
    cdef bint in_suit = over >> 4 == under >> 4
    if kind == KIND_HOUSE:
        return step == 1 and (in_suit if same_suit else is_red(over) != is_red(under))
    return (step == 1 or step == -1 or (step == 0 and r.load_equal_rank)) and (
        in_suit or r.any_suit)
