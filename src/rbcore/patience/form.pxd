# What all kernels share: a form of a game as numbers, the row that a game fills, its story.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from rbcore.cards.card cimport card_t

cdef enum:
    MOST_CARDS = 104
    MOST_SHUFFLES = 3  # packs in a row
    MOST_PACK = MOST_SHUFFLES * MOST_CARDS
    MOST_FOUNDATIONS = 16
    MOST_PLACES = 32
    MOST_DEALT = 20   # piles of a layout dealt before play
    MOST_STORY = 100000  # events; few games have more than 5,000, but those of no. 26

# What a story tells; rbcore.patience.playing names them in this order.
cdef enum event_t:
    PASS        # a pass through the cards begins
    TO_PLACE    # a card is laid on a place, a heap or the table
    TO_WASTE    # a card finds no place
    TO_FOUNDATION
    THROWN      # a card is thrown out, or covered
    KEPT        # a card stays in hand for the next pass

cdef packed struct patience_row_t:
    uint64_t index
    uint8_t outcome  # 0 lost, 1 won, 2 given up
    uint8_t left
    uint16_t passes
    uint16_t hits

cdef struct told_t:
    uint8_t event
    card_t card
    uint16_t place   # or pass

cdef struct story_t:
    int told
    told_t events[MOST_STORY]

# Cards that make pairs on a few places.
cdef struct pairing_t:
    int places
    int laid         # cards laid before any pair is made
    bint by_suit
    int total        # ranks that add up to this make a pair; 0: equal ranks or suits
    int alone        # ranks from this one on go by themselves; 0: none
    bint alone_saves  # such a card may be the extra card
    int extras       # extra cards in a game; ENDLESS at every block
    bint counts_table  # the cards on the table are left too, not the stock alone
    int playable     # cards that can make pairs at all; those below them only cover

# Cards dealt one by one while ranks are called.
cdef struct calls_t:
    int first        # the rank called first
    int ranks        # ranks in the circle
    bint restarts    # the circle begins anew after a hit

# Cards dealt in heaps that are gathered and dealt again.
cdef struct heaps_t:
    int procedure
    int gathering
    int standing     # the fresh starts of a walk; or the passes without gain that lose
    bint all_moved
    bint tops_go_up

# Columns whose last cards are thrown out by pairs of one rank.
cdef struct columns_t:
    int columns
    int height
    int reserve
    bint rectified      # no column has two cards of a rank
    bint reserve_pairs  # two reserve cards may make a pair
    bint grace          # a space may be filled with the last card of a column
    bint best           # in the best order

# Games that share no kernel with others.
cdef struct marriage_t:
    bint transposes   # at the end two cards may be exchanged
    bint discards     # no. 6c: any pack, two cards go if they are alike, at the end any three

cdef struct constitution_t:
    bint latest_only  # only cards of the latest deal are available

cdef struct four_corners_t:
    int deals
    int judged_from   # the first card of a deal that may go to a foundation
    bint packs        # play goes on after the deal

cdef struct fairest_rules_t:
    bint kings_apart  # the fourth waste is for kings alone

# The foundations, places and waste of a table.
cdef struct foundation_t:
    uint64_t starts  # the cards that may begin it; 0 if one is set out
    card_t base      # the card set out, or 0
    int step
    bint either      # minus the step will do as well
    int suits        # SAME_SUIT, ANY_SUIT, OTHER_COLOUR
    int ring         # ranks in a circle: 13 if A follows K, 12 if it follows Q; or 0
    int length       # cards that it takes, without the one set out

cdef struct table_t:
    int founded
    foundation_t foundations[MOST_FOUNDATIONS]
    int first_tier   # so many foundations are tried before the others
    bint gated       # and must be full before the others take a card
    bint waiting     # a card that fits both foundations of its suit waits between them
    int passes
    bint dead_waste  # only the card just turned is available
    int places
    int dealt[MOST_PLACES]  # cards dealt to each
    bint in_rounds    # one to each in turn
    int givers        # the first places, whose tops go to foundations
    int takers        # the first places, on which cards are packed
    int movers        # the first place of those whose tops are packed on takers; -1: none
    int fed           # the first place of those that other places fill, ...
    int fed_end       # ... and the place after the last
    int feeders       # the first place of those that fill them, the lowest first
    int feeders_end
    card_t beneath[MOST_PLACES]  # cards that lie under places from the start, or 0
    bint base_drawn   # the card after the places has the rank of all bases, and is the first
    int fill
    bint fills_last   # only when nothing can be played
    bint waste_first
    int blocked      # the place under the stock, or -1
    bint corners      # the bases are the first cards of four suits
    int pack_step    # 0: nothing is laid on places
    bint pack_either
    int pack_suits
    int pack_ring
    bint onto_waste   # tops of places go on the waste by the same match
    bint late_fill    # any available card may fill a space
    bint whole        # a place is packed whole, by its lowest card
    int store         # the place that plays before all others, or -1
    bint store_fills  # and fills spaces before the waste and the stock
    bint grace        # at the end one card of the waste may be taken out
    int transfers     # times that the lowest card of every place goes to its top
    int deals         # deals of the places; ENDLESS: until `barren` running bring nothing
    int barren
    int gathering

# The procedures of layouts, in the order of kinds.LAYOUTS.
cdef enum:
    PARALLELS
    BLOCKADE
    SHAH
    RESERVES
    SPARK
    ROUNDS
    FLY
    MANOR
    FOURTEENS
    CAPRICIEUSE
    NATIONALE
    LINES
    LOUIS
    PACKETS
    GALLERY
    TABLEAU
    SETS
    MARRIAGE
    FAIREST
    CONSTITUTION
    CORNERS
    TABLE
    LAYOUT_PROCEDURES

# In the order of kinds.DUTIES and kinds.SPACES.
cdef enum duty_t:
    NO_DUTY
    EVERY_PLAY
    WASTE_FIRST

cdef enum space_t:
    AT_ONCE
    EITHER
    AT_WILL

# What the player of a table decides; kinds.Choices explains each.
cdef struct choices_t:
    int duty
    int spaces
    bint in_hand
    bint bases_at_once
    bint runs
    int prior

# A layout on which the player decides; kinds.Layout explains each.
cdef struct layout_t:
    int procedure     # PARALLELS and so on
    int founded
    foundation_t foundations[MOST_FOUNDATIONS]
    int total         # cards that win
    int places
    int dealt[MOST_DEALT]
    int columns
    int deals
    int waiting       # NO_WAITING, MUST_WAIT, MAY_WAIT
    int fill
    int pack_step
    bint pack_either
    bint pack_suits_any
    bint keeps_way
    int run
    int idle
    bint other_way    # the reading of the procedure's clause in doubt
    columns_t tableau  # of games whose fixed way of playing has a kernel of its own
    pairing_t sets
    marriage_t marriage
    constitution_t constitution
    four_corners_t corners
    const table_t* table  # of procedure TABLE: its rules, and what is decided
    choices_t choices

cdef enum waiting_t:
    NO_WAITING
    MUST_WAIT
    MAY_WAIT

cdef enum player_t:
    PLAIN
    AUTOMATIC
    UNIFORM
    ADVISER

cdef enum suits_t:
    SAME_SUIT
    ANY_SUIT
    OTHER_COLOUR

cdef enum gathering_t:
    LAST_UPPERMOST  # the places one on another, dealt from the visible top
    FIRST_FIRST     # the first place first, each from its lowest card

cdef enum fill_t:
    NO_FILL
    FROM_STOCK
    FROM_WASTE
    WASTE_THEN_STOCK
    STOCK_THEN_WASTE

cdef enum:
    ENDLESS = -1

cdef struct form_t:
    int cards
    card_t pack[MOST_CARDS]  # unshuffled
    int shuffled     # the others lie below, in their order
    int shuffles     # whole packs in a row
    pairing_t pairing
    calls_t calls
    heaps_t heaps
    columns_t columns
    marriage_t marriage
    constitution_t constitution
    four_corners_t four_corners
    fairest_rules_t fairest
    table_t table
    layout_t layout
    int player       # of player_t; it draws from the streams of this game
    uint64_t seed
    uint64_t game

ctypedef void (*kernel_t)(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil

cdef inline void tell(story_t* story, int event, card_t card, int place) noexcept nogil:
    """Add an event, if anybody listens; what does not fit is left out."""
    if story != NULL and story.told < MOST_STORY:
        story.events[story.told] = told_t(<uint8_t>event, card, <uint16_t>place)
        story.told += 1
