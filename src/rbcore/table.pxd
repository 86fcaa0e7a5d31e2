# rules_t: the rules of a variant as the masks and counts that the compiled code reads.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from rbcore.card cimport card_t

# Piles. The foundations are one place with no pile behind it: their heights say all.
cdef enum:
    HOUSE = 0         # 0 to 8
    RESERVE = 9       # + seat
    WASTE = 12        # + seat
    FOUNDATION = 15
    HAND = 16         # + seat
    TURNED = 19       # + seat: the turned-up hand card
    PILES = 22
    MAX_HOUSES = 9
    MAX_SEATS = 3
    NOBODY = 3        # owner of the common piles

# What fits on a pile depends on its kind.
cdef enum:
    KIND_NONE = 0
    KIND_HOUSE = 1
    KIND_LOAD = 2
    KINDS = 3

# Order of the starters, as in rules.STARTERS.
cdef enum:
    START_LOW_RESERVE = 0
    START_HIGH_RESERVE = 1
    START_TABLEAU = 2
    START_CUT = 3
    START_ALTERNATE = 4
    START_SEAT = 5    # + seat

# What a move is, whatever the position.
cdef enum:
    QUIET = 1         # no progress move (7.2)
    ENDS_TURN = 2     # `waste` or `pass` (4.7)

cdef struct rules_t:
    uint8_t seats
    uint8_t houses
    uint8_t houses_each
    uint8_t reserve_size
    uint8_t starter
    int32_t win_bonus
    int32_t hand_card
    int32_t reserve_card
    card_t fit[PILES][64][2]           # the cards that fit on a card there; DUMMY for none
    uint8_t owner[PILES]
    uint16_t house_set                 # the houses, a bit each
    uint16_t places[MAX_SEATS]         # where a seat may place cards, a bit each pile (4.2)
    uint64_t allowed[MAX_SEATS]        # the same in each lane of a word (moves.pxd)
    uint8_t source[MAX_SEATS][12]      # the pile behind each lane
    uint8_t nature[PILES][32]          # of a move, by source and place: QUIET, ENDS_TURN
    uint64_t fit_set[KINDS][64]        # the cards that fit on a card
    uint64_t under_set[KINDS][64]      # the cards that a card fits on

cdef void compile_rules(object rules, rules_t* r) except *
