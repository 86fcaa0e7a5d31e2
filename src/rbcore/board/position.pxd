# position_t: one position as plain data of fixed size, and how cards move in it.
#
# Every pile lies bottom to top in `cards`, above a sentinel (NO_CARD) at its base, so that taking
# the last card of a pile needs no test. Two arrays are derived from the piles and kept up to date,
# because finding the legal moves reads little else:
#   top_card[pile]      the face-up top card, or NO_CARD; for a hand the next card, seen by nobody
#   destinations[card]  the places that the card fits, a bit each, without empty houses, which take
#                       any card and are the set `empty`. Loads of any suit (V15) have an entry for
#                       each rank, after those of the cards; destinations_of() reads both

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

from rbcore.cards.bits cimport IS_WIDE, highest_bits
from rbcore.cards.card cimport CARDS, KING, NO_CARD, bit, card, card_t, rank_of
from rbcore.cards.hash_table cimport mix_a, mix_b, mix_c, mix_pairs, mix_words
from rbcore.rules.compiled cimport (
    ANY_SUIT, FOUNDATION, HAND, HOUSE, KIND_LOAD, MAX_HOUSES, MAX_SEATS, PEEK_ALWAYS, PILES,
    RESERVE, TURNED, rules_t,
)

cdef enum:
    HOUSE_ROOM = 16       # bytes of a house: sentinel and up to 15 cards
    PILE_ROOM = 112       # bytes of a reserve, hand or waste: sentinel and up to 111 cards
    ROOM = MAX_HOUSES * HOUSE_ROOM + 3 * MAX_SEATS * PILE_ROOM + (MAX_SEATS + 1) * 2 + 8
    MAX_IDLE = 65535
    NO_PILE = 255         # height of a second foundation with one pack
    NO_BASE = 255         # the foundations have no first card yet (V15)
    NO_LIMIT = 255        # for the moves of a turn (V19)
    NONE_KNOWN = 65535    # none of a pile's face-down cards
    STATE_PAIRS = (4 * PILES + 8) >> 4  # pairs of words that state_key() mixes
    DESTINATION_ENTRIES = CARDS + 16  # entries of `destinations`: cards, then ranks

cdef struct position_t:
    uint16_t destinations[DESTINATION_ENTRIES]
    card_t top_card[PILES]
    uint16_t top[PILES]       # index in `cards` of each pile's top card
    # From here to `heights` the fields form whole words, for state_key().
    uint16_t first_face_up[PILES]  # index of its lowest face-up card (reserves, houses: 1.3, V8)
    uint16_t known_from[PILES]  # index of the first face-down card seen by all (memory.pxd)
    uint8_t heights[4][2]     # the foundations of each suit, taller first; or NO_PILE
    uint16_t houses           # the houses in use: laid out (V14) and not closed (V1), a bit each
    uint16_t empty            # those of them that are empty
    uint8_t base              # rank of the foundations' first card, less 1; or NO_BASE
    uint8_t seat              # the seat to move
    uint8_t cards_left[MAX_SEATS + 1]  # each seat's cards in reserve, hand, waste and turned up
    uint64_t turns_without_progress   # of each seat, 16 bits each, since a progress move (7.3)
    uint32_t turn             # turns ended so far
    uint8_t fresh             # no move has been made in this turn (kept under V10)
    uint8_t looked            # the seat has looked at its next card, which is still unturned (V11)
    uint8_t moves_left        # in the starter's first turn (V19), or NO_LIMIT
    uint8_t first             # the seats whose first turn is not over, a bit each (V12, V14)
    uint8_t remembers         # 1 in the view of a seat that remembers; 0 in a real position
    uint64_t key              # Zobrist key: XOR of every card's card_key at its place
    card_t cards[ROOM]

cdef inline int base_of(int pile) noexcept nogil:
    """Return the index in `cards` of a pile's sentinel."""
    if pile < RESERVE:
        return pile * HOUSE_ROOM
    if pile < FOUNDATION:
        return MAX_HOUSES * HOUSE_ROOM + (pile - RESERVE) * PILE_ROOM
    if pile == FOUNDATION:
        return ROOM - 10
    if pile < TURNED:
        return MAX_HOUSES * HOUSE_ROOM + (pile - HAND + 2 * MAX_SEATS) * PILE_ROOM
    return MAX_HOUSES * HOUSE_ROOM + 3 * MAX_SEATS * PILE_ROOM + (pile - TURNED) * 2

cdef inline int length(const position_t* p, int pile) noexcept nogil:
    """Return the number of cards in a pile."""
    return p.top[pile] - base_of(pile)

cdef inline void toggle(position_t* p, const rules_t* r, uint64_t pile,
                        uint64_t top) noexcept nogil:
    """Add this pile to `destinations` as topped by this card, or remove it."""
    cdef const card_t* affected = &r.affected[pile][top]
    cdef uint16_t pile_bit = <uint16_t>(1 << pile)
    p.destinations[affected[0]] ^= pile_bit
    p.destinations[affected[CARDS]] ^= pile_bit

cdef inline int face_down_count(const position_t* p, int pile) noexcept nogil:
    """Return the number of face-down cards in a reserve or a house."""
    return max(0, p.first_face_up[pile] - base_of(pile) - 1)

cdef inline uint64_t card_key(uint64_t at, uint64_t c) noexcept nogil:
    """Return the Zobrist key of a card at an index of `cards`."""
    cdef uint64_t h = mix_a(at << 6 | c)
    return mix_b(h ^ h >> 35)

cdef inline void pop_known(position_t* p, const rules_t* r, uint64_t pile,
                           uint64_t c) noexcept nogil:
    """Remove a pile's top card, known to be c; the next is turned up (4.3)."""
    cdef uint64_t top = <uint64_t>p.top[pile] - 1, below = p.cards[top]
    p.top[pile] = <uint16_t>top
    p.first_face_up[pile] = min(p.first_face_up[pile], <uint16_t>top)
    toggle(p, r, pile, c)
    toggle(p, r, pile, below)
    p.top_card[pile] = <card_t>below
    p.empty |= <uint16_t>((below == NO_CARD) << pile) & r.house_set
    p.cards_left[r.owner[pile]] -= 1
    p.key ^= card_key(top + 1, c)    # last, because no move waits for it

cdef inline card_t pop_card(position_t* p, const rules_t* r, int pile) noexcept nogil:
    """Remove a pile's top card and return it."""
    cdef card_t c = p.cards[p.top[pile]]
    pop_known(p, r, pile, c)
    return c

cdef inline void push_card(position_t* p, const rules_t* r, uint64_t pile,
                           uint64_t c) noexcept nogil:
    """Lay a card face up on a pile."""
    cdef uint64_t top = <uint64_t>p.top[pile] + 1
    toggle(p, r, pile, p.top_card[pile])
    toggle(p, r, pile, c)
    p.top[pile] = <uint16_t>top
    p.cards[top] = p.top_card[pile] = <card_t>c
    p.empty &= <uint16_t>~(1 << pile)
    p.cards_left[r.owner[pile]] += 1
    p.key ^= card_key(top, c)

cdef inline void move_group(position_t* p, const rules_t* r, int source, int extra_cards,
                            int place) noexcept nogil:
    """Move the last extra_cards + 1 cards of a pile to another, in their order (V13)."""
    cdef card_t group[HOUSE_ROOM]
    cdef int i
    for i in range(extra_cards + 1):
        group[i] = pop_card(p, r, source)
    for i in range(extra_cards, -1, -1):
        push_card(p, r, place, group[i])

cdef inline uint16_t destinations_of(const position_t* p, card_t c) noexcept nogil:
    """Return the places a card fits (4.2), without empty houses and equal-rank loads (V23)."""
    return p.destinations[c] | p.destinations[ANY_SUIT + rank_of(c)]

cdef inline uint16_t equal_loads(const position_t* p, const rules_t* r, card_t c) noexcept nogil:
    """Return the piles a card can be loaded onto by equal rank (V23); none without V23."""
    cdef uint16_t piles = 0
    cdef int pile
    if r.load_equal_rank:
        for pile in range(RESERVE, FOUNDATION):
            piles |= <uint16_t>((r.accepts[KIND_LOAD][p.top_card[pile]] >> c & 1) << pile)
    return piles

cdef inline uint16_t places_of(const position_t* p, const rules_t* r, int pile,
                               int extra_cards) noexcept nogil:
    """The places that a pile's top card, or a group (V13), fits on, empty houses among them."""
    cdef card_t c = p.cards[p.top[pile] - extra_cards]
    cdef uint16_t places = destinations_of(p, c)
    if r.has_house_rules:                             # one test, because plans call this often
        places |= equal_loads(p, r, c)                                             # V23
        if r.space_only_unplayable and places & r.house_set:                       # V25
            return places
        if r.lone_card_stays and pile < RESERVE and length(p, pile) == extra_cards + 1:   # V26
            return places
    return places | (p.empty & r.spaces)

cdef inline uint64_t fit_foundations(const position_t* p) noexcept nogil:
    """Return the set of cards that fit a foundation."""
    cdef uint64_t cards = 0
    cdef int suit, pile, next_rank
    if IS_WIDE:
        return highest_bits(p.destinations)                    # FOUNDATION is the highest
    if p.base == NO_BASE:
        return 0
    for suit in range(4):
        for pile in range(2):
            if p.heights[suit][pile] < KING:
                next_rank = p.base + p.heights[suit][pile] + 1
                cards |= bit(card(suit, next_rank - KING if next_rank > KING else next_rank))
    return cards

cdef inline int idle_turns(const position_t* p, int seat) noexcept nogil:
    """Return how many turns a seat has ended since the last progress move, up to MAX_IDLE."""
    return <int>(p.turns_without_progress >> (16 * seat)) & MAX_IDLE

cdef inline bint has_top_card(const position_t* p, int pile) noexcept nogil:
    """Return whether the pile has a face-up top card."""
    return p.top_card[pile] != NO_CARD

cdef inline bint knows_next(const position_t* p, const rules_t* r) noexcept nogil:
    """Return whether the seat to move knows its next hand card (V11)."""
    return r.peek != 0 and (r.peek == PEEK_ALWAYS or p.looked != 0)

cdef inline bint is_won(const position_t* p) noexcept nogil:
    """Return whether the seat to move has won (7.1)."""
    return p.cards_left[p.seat] == 0

cdef inline uint64_t state_key(const position_t* p) noexcept nogil:
    """Return a 64-bit hash of everything that future moves depend on, except the turn number.

    `key` stands for the piles, so it must cover all their cards; a view's does not. `top`,
    `top_card`, `cards_left` and, for the houses in use, `empty` follow from the piles.
    `destinations` follows from top cards and foundations. All other fields are hashed here.
    """
    cdef uint64_t h = mix_words(p.key, p.turns_without_progress, <uint64_t>p.houses << 16 | p.first)
    h ^= mix_words(
        <uint64_t>p.base << 16 | <uint64_t>p.seat << 8 | p.remembers, mix_c(1),
        <uint64_t>(NO_LIMIT - p.moves_left) << 16 | <uint64_t>p.fresh << 8 | p.looked)
    return mix_pairs(h, p.first_face_up, STATE_PAIRS)

cdef void recompute(position_t* p, const rules_t* r) noexcept nogil
cdef void clear(position_t* p, const rules_t* r) noexcept nogil
cdef void recompute_foundations(position_t* p, const rules_t* r) noexcept nogil
cdef uint64_t cards_key(const position_t* p) noexcept nogil
cdef uint64_t fingerprint(const position_t* p, const rules_t* r) noexcept nogil
