# A game of patience to be played: its cards, what plays it, the streams that it draws from.

from libc.stdint cimport uint64_t

from rbcore.cards.card cimport card_t
from rbcore.patience.engine.game cimport game_t
from rbcore.patience.rows cimport (  # no-cython-lint: cimported from here by others
    ENDLESS,
    KEPT,
    MOST_CARDS,
    MOST_PACK,
    PASS,
    THROWN,
    TO_FOUNDATION,
    TO_PLACE,
    TO_WASTE,
    patience_row_t,
    story_t,
    tell,
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

# Cards that leave a row.
cdef struct row_t:
    bint transposes   # at the end two cards may be exchanged
    bint discards     # no. 6c: any pack, two cards go if they are alike, at the end any three

cdef enum player_t:
    FIXED      # whatever it is called
    UNIFORM
    ADVISER

cdef struct form_t:
    int cards
    card_t pack[MOST_CARDS]  # unshuffled
    int shuffled     # the others lie below, in their order
    int shuffles     # whole packs in a row
    pairing_t pairing
    calls_t calls
    heaps_t heaps
    row_t row
    game_t game
    int player       # of player_t; it draws from the streams of this game
    uint64_t seed
    uint64_t number  # of the game

ctypedef void (*procedure_t)(
    const form_t* form, const card_t* pack, patience_row_t* row, story_t* story
) noexcept nogil
