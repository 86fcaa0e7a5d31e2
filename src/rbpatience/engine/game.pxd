# A compiled description, which play never writes and threads share; the packs; and the results of a
# game, a row and a story.

from libc.stdint cimport int16_t, int64_t, int8_t, uint16_t, uint64_t, uint8_t
from libc.string cimport memcpy

from rbcore.cards.card cimport CARDS, card_t
from rbcore.cards.rng cimport FOR_DEAL, open_stream, shuffle, stream_t

cdef enum:
    ENDLESS = -1

cdef enum:
    MAX_CARDS = 104
    MAX_SHUFFLES = 3  # packs in a row
    MAX_PACK = MAX_SHUFFLES * MAX_CARDS
    MAX_FOUNDATIONS = 16
    MAX_STORY = 100000  # events; few games have more than 5,000, except in no. 26

# The events of a story; rbpatience.playing names them in this order.
cdef enum event_t:
    PASS        # a pass through the cards begins
    TO_PLACE    # a card is laid on a place, a heap or the table
    TO_WASTE    # a card finds no place
    TO_FOUNDATION
    THROWN      # a card is thrown out, or covered
    KEPT        # a card stays in hand for the next pass

cdef packed struct patience_row_t:
    int64_t index
    int8_t outcome  # 0 lost, 1 won, 2 given up
    int16_t left
    int64_t passes
    int16_t first_pass  # cards hit where ranks are called; no. 63: pairs left when first stuck

cdef struct story_event_t:
    uint8_t event
    card_t card
    uint8_t source   # the card's old pile, STOCK, a foundation's from MAX_PILES on, or UNTOLD
    uint16_t place   # or pass

cdef enum:
    UNTOLD = 255

cdef struct story_t:
    int count
    uint8_t source   # of the card taken last
    uint8_t held     # the same for the card in hand
    story_event_t events[MAX_STORY]

cdef inline void tell(story_t* story, int event, card_t card, int place) noexcept nogil:
    """Add an event if there is a story; events beyond its size are dropped."""
    if story != NULL and story.count < MAX_STORY:
        story.events[story.count] = story_event_t(
            <uint8_t>event, card, story.source, <uint16_t>place
        )
        story.count += 1

# Piles by number: those of a game's groups, then the places that every game has.
cdef enum:
    STOCK = 124        # only for patterns and groups that name it; its cards are in an array
    OTHER_WASTE = 125
    ASIDE = 125        # the cards set aside by no. 52
    WASTE = 126
    HAND = 127         # a card just turned, which must be laid first
    MAX_PILES = 128
    NO_PILE = STOCK    # because it is always empty

cdef enum:
    MAX_GROUPS = 8
    MAX_SPANS = 10
    MAX_TIERS = 8
    MAX_PATTERNS = 80
    SUITS = 4
    ANY_CARD = ~1  # a set of all cards; 0 is none

# These have the order of their words in descriptions/schema.py.

cdef enum step_t:
    # Scanned pile by pile.
    PLAYS
    PACKS
    FILLS
    LAYS
    THROWS
    LIFTS
    # Scanned once.
    BACKS
    PAIRS
    TURNS
    ROWS
    REDEALS
    DEALS       # of a fixed way: when no pattern before it has a move
    REFILLS     # fills spaces from their groups' sources; no word names it

cdef enum how_t:
    ANY_HOW
    LOOSE       # a card not already on one that could take it
    WHOLE       # all cards of a pile
    UNFIT       # a card that fits no foundation
    UNHELD      # a play that holds no card between two foundations

cdef enum lift_t:
    LIFT_TOP
    LIFT_RUN    # a run by the group's match
    LIFT_WHOLE
    LIFT_ANY    # any face-up tail

cdef enum when_t:
    AT_ONCE      # automatically
    BY_CHOICE    # each source is a move
    AT_WILL      # a move from the first source that has a card
    STUCK        # automatically, when there is no move
    STUCK_ONCE   # and only once before the next row
    BY_ROW       # automatically above the lowest row, which one move fills

cdef enum gate_t:
    NO_GATE
    UNTIL_FULL  # takes nothing before the lower tier is full
    ALL_BEGUN   # takes more cards only when all of its group are begun

cdef enum waiting_t:
    NO_WAITING
    MUST_WAIT
    MAY_WAIT

# Cards that go to foundations during the deal.
cdef enum deal_plays_t:
    NO_PLAYS
    MUST_PLAY   # a card that fits one
    MAY_PLAY    # the player decides for every card
    PLAY_TOPS   # the last card of a pile, before the next is dealt
    PLAY_ALL    # a card that fits, then the last cards of piles

cdef enum chooser_t:
    NO_CHOOSER
    HIGHEST_PILE
    KINGS_APART
    MIN_COVERED
    LOWEST_COVER
    MATCHING
    SOONEST_WANTED

# The plays that the adviser makes first: from the waste, from large piles, or with most to come.
cdef enum plays_first_t:
    WASTE_FIRST
    PILES_FIRST
    ROOM_FIRST

# The pairs that the adviser makes first: of large piles, of small ones, or those without cost.
cdef enum pairs_first_t:
    LARGE_FIRST
    SMALL_FIRST
    SETTLED_FIRST

# The custom games, whose moves patterns cannot describe.
cdef enum:
    NOT_CUSTOM
    SHAH
    GALLERY
    PACKETS
    ROW_OF_CARDS
    COVERED
    CONSTITUTION
    PARISIENNE
    N_CUSTOM

cdef enum:
    N_DEALS = 8  # including the default one

# A range of piles or patterns: `first` to before `end`.
cdef struct span_t:
    uint8_t first
    uint8_t end

cdef struct pattern_t:
    uint8_t step
    uint8_t how
    uint8_t chooser
    uint8_t joined         # number of following patterns scanned with this one, source by source
    bint deep              # may move cards below the top
    bint hand              # the hand is one of the sources
    bint in_turn           # a card is laid at the deal's current place
    uint8_t sources
    uint8_t targets
    span_t source[MAX_SPANS]
    span_t target[MAX_SPANS]
    uint16_t foundations   # the foundations to which a play may go, a bit each

cdef struct foundation_t:
    uint64_t begins        # cards that begin it; 0 if one is set out
    card_t base            # the card set out, or 0
    uint8_t kind           # the row of `follows` with the cards that may follow
    uint8_t length         # cards that it takes, without the one set out
    uint8_t tier
    uint8_t gate
    bint whole             # takes only a complete run
    bint gives             # its top may come back
    bint begins_at_once
    int step

cdef struct group_t:
    uint8_t first
    uint8_t end
    uint8_t lift
    bint space_run         # runs may go to its spaces, whatever the source's rules
    uint8_t fills          # number of sources that fill its spaces
    span_t fill[MAX_SPANS]
    uint8_t fill_when
    uint8_t room           # most cards on a pile
    uint64_t sunk          # cards that go to the bottom of a pile once it is dealt
    bint packs             # whether cards are packed on it
    bint straight               # a sequence continues in the direction that its second card set
    bint ends_at_base      # no card may lie on a card of the drawn rank
    bint alike             # its spaces count as one choice
    uint64_t space         # the cards that a space takes
    bint is_cells          # whether each of its piles takes one card, of any kind

cdef struct spec_t:
    int total              # number of cards that wins
    int custom             # one of NOT_CUSTOM and so on
    int layout             # its own deal, from CUSTOM_DEALS in schema.py, or 0
    bint other_reading         # the other reading of its custom rule
    int run                # cards that move together
    int founded
    foundation_t foundations[MAX_FOUNDATIONS]
    uint64_t begins                         # the cards that begin some foundation
    uint64_t follows[MAX_FOUNDATIONS][CARDS]
    int groups
    group_t group[MAX_GROUPS]
    uint64_t packs[MAX_GROUPS + 1][CARDS]  # what may lie on each card; last row: on a waste
    uint64_t runs[MAX_GROUPS + 1][CARDS]
    uint64_t pairs[CARDS]                   # the cards with which one leaves
    uint64_t alone                          # the cards that leave singly
    uint16_t apart                          # groups within which two cards are no pair, a bit each
    uint8_t group_of[MAX_PILES]
    int piles
    uint8_t dealt[MAX_PILES]
    uint8_t down[MAX_PILES]                # face-down cards
    uint8_t over[MAX_PILES][2]             # the piles that cover each pile, or NO_PILE
    bint is_covered                         # whether any pile can be covered by others
    bint both_cover                         # only both together cover it
    bint both_at_end                        # the same, once the stock is out
    int columns                             # of a grid, or 0
    bint refills                            # a grid is filled before its next row
    bint stuck                              # the same, but only when there is no move
    bint by_row
    pattern_t patterns[MAX_PATTERNS]
    span_t moves
    span_t opening                         # used instead during the opening
    span_t hand
    int tiers
    int free_tiers                          # the first tiers, which come before the card in hand
    span_t duties[MAX_TIERS]
    span_t way
    span_t way_hand
    span_t after                           # with no move when a card, or the waste, is turned
    uint8_t turn_to
    span_t turn_span
    uint8_t turn                            # cards turned at a time
    uint8_t wastes
    bint space_runs                         # whether a run goes to the spaces of some group
    int passes
    bint shuffles
    bint in_rounds
    int sorted_first                        # the first of the piles sorted by rank in no. 43, or -1
    uint8_t deal_plays
    int plays_from                          # number of dealt cards that do not go up
    uint16_t beside[MAX_PILES]             # foundations to which a card dealt may go
    bint is_beside
    int gather_from                         # the pile that is gathered first
    bint closes                             # turning a whole pile puts the one before out of play
    bint base_drawn
    int drawn_after                         # the group after which the base is drawn
    int deals
    bint rotates                            # the next deal puts each pile's lowest card on top
    bint last_first                         # gathered piles have the last one uppermost
    int waiting
    bint is_gated
    int prior                               # the pile whose card goes before an equal one, or -1
    bint prior_rank                         # or before one of its rank
    bint settles                            # whether there are automatic moves
    bint fills_at_once
    bint begins_at_once
    bint may_stop
    bint turns_idly                         # a card that fits nowhere just goes to the waste
    bint plays_are_safe                     # if the foundations are far enough (see the solver)
    bint pairs_are_safe                     # if no card of the rank is left, or all are face up
    bint digs                               # because there are cells (P.5)
    bint feeds                              # whether a choice of piles fills others' spaces
    int idle
    # Parameters of the adviser.
    bint by_size                            # plays from large piles first, packs small ones
    bint only_frees                         # packs cards only to free others
    bint no_suits                           # suits do not matter
    bint are_alike                          # piles of a group are interchangeable
    int advice_pairs
    int advice_lay                          # how a card in hand is laid, from chooser_t
    int advice_play
    int hold_back
    int high
    int store                               # the first pile that plays before all others, or -1

# Parameters of procedures.
cdef struct options_t:
    int first         # nos. 5, 18: the rank called first
    int ranks         # number of ranks called
    bint restarts     # calls start from the first rank again after a hit
    bint transposes   # no. 6b: at the end two cards may be exchanged
    bint discards     # no. 6c: any pack; two cards go if they are alike; at the end any three go
    int gathering     # nos. 4, 17, 26: how heaps become the next stock
    int standing      # no. 10: fresh starts; no. 4: passes without gain that lose
    bint all_moved    # no. 10: won only if every card was moved
    bint tops_go_up   # no. 4: the last card of a packet goes up if it is next
    int heaps         # no. 63: 16, or 17 for the harder form
    bint saves_courts  # no. 14b: the last court card finds its set
    # Pairs on a few places: nos. 1b, 2, 13, 14, 20 and 24.
    int places
    bint laid         # all places are filled before any pair is made
    bint by_suit
    int total         # ranks that add up to this make a pair; 0: equal ranks or suits
    int alone         # ranks from this one on go singly; 0: none
    bint alone_saves  # such a card may be the extra card
    int extras        # extra cards in a game; ENDLESS at every block
    bint counts_table  # the cards left include those on the table, not only the stock
    int beneath       # cards below the pack, which serve only to cover

cdef enum player_t:
    FIXED      # under any name
    UNIFORM
    ADVISER

cdef struct task_t:
    int cards
    card_t pack[MAX_CARDS]  # unshuffled
    int shuffles     # whole packs in a row
    options_t options
    spec_t spec
    int player       # one of player_t; draws from the streams of this game
    uint64_t seed
    uint64_t number  # of the game

ctypedef void (*procedure_t)(const task_t* task, const card_t* pack, patience_row_t* row,
                             story_t* story) noexcept nogil

# The purpose of shuffles between deals; Russian Bank's purposes end before it.
cdef enum:
    FOR_SHUFFLES = 4

cdef inline void deal_pack(const task_t* task, card_t* pack, uint64_t seed,
                           uint64_t game) noexcept nogil:
    """Shuffle a game's pack, or several in a row, as in standard Russian Bank (2.1)."""
    cdef stream_t stream
    cdef card_t* cards
    cdef int n
    open_stream(&stream, seed, game, FOR_DEAL)
    for n in range(task.shuffles):
        cards = pack + n * task.cards
        memcpy(cards, task.pack, task.cards)
        shuffle(&stream, cards, 0, task.cards)
