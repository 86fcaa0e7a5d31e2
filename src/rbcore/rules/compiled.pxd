# rules_t: the rules of a variant as the masks and counts that the compiled code reads.

from libc.stdint cimport int32_t, uint16_t, uint64_t, uint8_t

from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport card_t

# Piles. The foundations are one place with no pile behind it: their heights are enough. There are
# as many places as a lane has bits, so a fourth seat would need a wider lane (ARCHITECTURE.md).
cdef enum:
    MAX_SEATS = 3
    MAX_HOUSES = 9
    HOUSE = 0                            # 0 to 8
    RESERVE = HOUSE + MAX_HOUSES         # + seat
    WASTE = RESERVE + MAX_SEATS          # + seat
    FOUNDATION = WASTE + MAX_SEATS
    PLACES = FOUNDATION + 1              # where cards are placed: 16, a bit each in a lane
    HAND = PLACES                        # + seat
    TURNED = HAND + MAX_SEATS            # + seat: the turned-up hand card
    PILES = TURNED + MAX_SEATS
    NEVER_AVAILABLE = PILES              # source of an attempt on a pile that no seat uses
    NO_OWNER = MAX_SEATS                 # the owner of common piles
    PACK_ROOM = 105                      # three seats share two packs and a joker (V1)

# Lanes: the cards that can be available, a set of places each. They are the houses' cards, the
# reserve's, the turned-up card and the waste's. A quad is the lanes in 64 bits.
cdef enum:
    QUADS = 3
    LANES_PER_QUAD = 4
    LANES = QUADS * LANES_PER_QUAD       # MAX_HOUSES + 3

# What fits a pile depends on its kind.
cdef enum:
    KIND_NONE = 0
    KIND_HOUSE = 1
    KIND_LOAD = 2
    PILE_KINDS = 3
    ANY_SUIT = 64         # + rank: the entry of `destinations` for loads of any suit (V15)

# The starters, in the order of rules.STARTERS.
cdef enum:
    START_LOW_RESERVE = 0
    START_HIGH_RESERVE = 1
    START_HIGH_RESERVE_ACE_LOW = 2
    START_TABLEAU = 3
    START_CUT = 4
    START_ALTERNATE = 5
    START_SEAT = 6    # + seat

# Flags of a move that are independent of the position.
cdef enum:
    QUIET = 1         # not a progress move (7.2); under V17, not from reserve, hand or waste
    ENDS_TURN = 2     # `waste` or `pass` (4.7)

# Priorities of section 5 and the variants, a bit each: what a seat can overlook (section 6).
cdef enum:
    PRIORITY_RESERVE = 1  # 5.1
    PRIORITY_FOUNDATION = 2  # 5.2
    PRIORITY_RELEASE = 4  # V4, V5
    PRIORITY_LOAD = 8     # V6, V9
    PRIORITY_SPACE = 16   # 5.3, V7
    N_PRIORITIES = 5

cdef enum:
    RELEASE_ANY = 1
    RELEASE_FEWEST = 2

cdef enum:
    TURNED_ALONE = 1
    TURNED_TO_WASTE = 2

cdef enum:
    COSTS_CARDS = 1
    COSTS_TURN = 2

cdef enum:
    PEEK_ONCE = 1
    PEEK_ALWAYS = 2

cdef struct rules_t:
    uint8_t seats
    uint8_t houses
    uint8_t houses_each
    uint8_t reserve_size
    uint8_t starter_reserve            # V18: extra cards
    uint8_t second_reserve             # V18: cards removed
    uint8_t first_moves                # V19; 0 for no limit
    uint8_t starter_face_up            # V20: cards face up under its reserve's top
    uint8_t second_face_up             # V20: the same for the other seat
    uint8_t packs
    uint8_t pack_size                  # a seat's cards before it lays out
    uint8_t starter
    bint higher_house_starts           # V24
    uint8_t plan_limit
    uint8_t release                    # V4, V5: 0, RELEASE_ANY, RELEASE_FEWEST
    uint8_t peek                       # V11: 0, PEEK_ONCE, PEEK_ALWAYS
    uint8_t waste_available            # V3, as a mask: 0 or 0xFF
    bint covered_houses                # V8
    bint early_turn                    # V10
    bint reserve_face_down             # V12
    bint group_moves                   # V13
    bint must_load                     # V6
    bint must_make_spaces              # V7
    bint must_uncover                  # V9
    bint own_waste_fills               # V14
    bint house_to_house                # V14
    bint any_suit                      # V15
    bint houses_load                   # V16: house cards may be loaded
    bint reserve_loads                 # V16: the own reserve's top may be loaded
    bint load_equal_rank               # V23
    bint reserve_takes_loads           # V29: opponents' reserves can be loaded
    bint waste_takes_loads             # V29: opponents' wastes can be loaded
    bint load_only_unplayable          # V14
    bint space_only_unplayable         # V25
    bint lone_card_stays               # V26
    bint waste_after_reserve           # V32
    uint8_t waste_mask[2]              # V3, V32: 0 or 0xFF, by whether the own reserve shows a card
    uint8_t turned_up_card             # V30: 0, TURNED_ALONE, TURNED_TO_WASTE
    bint must_play_reserve             # V33
    bint turn_reserve                  # V35
    bint hand_card_compulsory          # V14
    bint hand_load_compulsory          # V31
    bint late_layout                   # V14
    bint first_card_base               # V15
    bint has_house_rules               # V23, V25 or V26
    bint compels                       # V4 to V7, V9 or V33 can make other moves illegal
    bint has_filters                   # a rule above filters the legal moves
    bint has_forced_events             # a rule above causes forced events
    uint64_t salt                      # a hash of these rules, which separates their memos
    uint64_t foundation_priority       # 5.1, 5.2: the foundation in every lane, or nothing
    uint64_t reserve_priority          # 5.1: the foundation in the reserve's lane, or nothing (V28)
    uint16_t spaces                    # the houses that take any card when empty
    bint empty_house_blocks_turn       # 5.3, V27
    bint reserve_or_hand               # V17
    uint8_t wrong_stop                 # V34: 0, COSTS_CARDS, COSTS_TURN
    uint8_t standoff_rounds            # 7.4 (a): times through all cards; 0 means never
    uint8_t standoff_visits            # 7.4 (b): visits to one position; 0 means never
    int32_t win_bonus
    int32_t hand_card
    int32_t reserve_card
    card_t pack[MAX_SEATS][PACK_ROOM]  # each unshuffled pack; three seats share the first
    card_t affected[PILES][128]        # the two `destinations` a top card changes, CARDS apart
    uint8_t owner[PILES]
    uint16_t house_set                 # the houses, a bit each
    uint16_t own_on[MAX_SEATS]         # a seat's own houses and the houses after them
    uint16_t places[MAX_SEATS]         # where a seat may place cards, a bit each pile (4.2)
    uint64_t allowed[MAX_SEATS][QUADS]  # the same in the lanes of each quad (legal_moves.pxd)
    uint8_t source[MAX_SEATS][LANES]   # the pile behind each lane
    uint8_t move_flags[PILES + 1][32]  # QUIET, ENDS_TURN, by source and place
    uint64_t accepts[PILE_KINDS][64]   # the cards that a card accepts
    uint64_t accepted_by[PILE_KINDS][64]  # the cards that accept a card

cdef inline uint64_t in_order(const rules_t* r, int seat, uint64_t places) noexcept nogil:
    """Reorder places, or lanes, as a seat takes them: from its own houses on, in a circle (2.2).

    Other places come after the houses. The lowest bit is the first; numbers are modulo 16. Players
    break ties by this order, so that no seat is favoured.
    """
    cdef uint64_t own_on = places & r.own_on[seat]
    return own_on | (places ^ own_on) << 16

cdef inline int first_for(const rules_t* r, int seat, uint64_t places) noexcept nogil:
    """Return the first of some places, or lanes, for a seat; there must be at least one."""
    return lowest(in_order(r, seat, places)) & 15

cdef class CompiledRules:
    cdef rules_t rules
    cdef object checked   # the source Rules, as a private copy
    cdef list texts       # texts of actions by seat; below, actions by text
    cdef list numbers

cdef void compile_rules(object rules, rules_t* r) except *
cdef void overlook(rules_t* r, int priorities) noexcept nogil
