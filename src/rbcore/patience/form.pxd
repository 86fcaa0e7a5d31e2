# What all kernels share: a form of a game as numbers, the row that a game fills, its story.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport card_t
from rbcore.patience.engine.game cimport MAY_WAIT, MUST_WAIT, NO_WAITING, game_t
from rbcore.patience.rows cimport (  # no-cython-lint: cimported from here by others
    ENDLESS,
    KEPT,
    MOST_CARDS,
    MOST_DEALT,
    MOST_FOUNDATIONS,
    MOST_PACK,
    MOST_PLACES,
    MOST_SHUFFLES,
    MOST_STORY,
    PASS,
    THROWN,
    TO_FOUNDATION,
    TO_PLACE,
    TO_WASTE,
    patience_row_t,
    story_t,
    tell,
    told_t,
)

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

# The foundations of a layout.
cdef struct foundation_t:
    uint64_t starts  # the cards that may begin it; 0 if one is set out
    card_t base      # the card set out, or 0
    int step
    bint either      # minus the step will do as well
    int suits        # SAME_SUIT, ANY_SUIT, OTHER_COLOUR
    int ring         # ranks in a circle: 13 if A follows K, 12 if it follows Q; or 0
    int length       # cards that it takes, without the one set out

# The procedures of layouts, in the order of kinds.LAYOUTS.
cdef enum:
    PARALLELS
    BLOCKADE
    SHAH
    PACKETS
    GALLERY
    TABLEAU
    SETS
    MARRIAGE
    FAIREST
    CONSTITUTION
    CORNERS
    LAYOUT_PROCEDURES

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
    const game_t* game    # the description of a game that the engine plays, or NULL

cdef enum player_t:
    PLAIN
    AUTOMATIC
    UNIFORM
    ADVISER

cdef enum suits_t:
    SAME_SUIT
    ANY_SUIT
    OTHER_COLOUR

cdef enum fill_t:
    NO_FILL
    FROM_STOCK
    FROM_WASTE
    WASTE_THEN_STOCK
    STOCK_THEN_WASTE

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
    game_t game
    layout_t layout
    int player       # of player_t; it draws from the streams of this game
    uint64_t seed
    uint64_t number  # of the game

ctypedef void (*kernel_t)(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
