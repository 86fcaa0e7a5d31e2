# The common conditions of games, the state of a game in progress, the row that each game leaves,
# and the arrays that grow with a game: the positions that 7.4 (b) compares and the list of its
# moves.

from libc.stdint cimport int16_t, int64_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from rbcore.board.position cimport position_t
from rbcore.cards.rng cimport stream_t
from rbcore.engine.endings cimport stalemate_search_t
from rbcore.moves.transition cimport move_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport player_t
from rbcore.rules.compiled cimport MAX_SEATS, N_PRIORITIES, rules_t

# A game's result, with seats where there are several entries; api.whole_games.GAME is its NumPy
# dtype. All fields are signed, so that differences of rows are right. Numbers of cards have 16
# bits; points, and counts bounded only by limits, have 64, so that products and sums of rows are
# right too.
cdef packed struct game_row_t:
    int64_t index               # number within its seed
    int64_t turns               # ended
    int64_t moves               # made
    int64_t give_ups            # stalemate searches that reached their limit (7.6)
    int64_t scores[MAX_SEATS]   # section 8; 0 for absent seats
    int16_t reserve[MAX_SEATS]  # cards left
    int16_t hand[MAX_SEATS]     # cards left, including a turned-up card
    int16_t waste[MAX_SEATS]    # cards left
    int8_t starter
    int8_t winner               # or -1
    int8_t outcome              # index into OUTCOMES
    int64_t offences[MAX_SEATS]  # by the offender's seat (section 6)
    int64_t calls[MAX_SEATS]    # offences that were called

# Each seat's attention: what it overlooks and notices (section 6).
cdef struct attention_t:
    double lapses[MAX_SEATS][N_PRIORITIES]
    double misplacing[MAX_SEATS]
    double miscalling[MAX_SEATS]
    double watch[MAX_SEATS]
    bint calls_if_better[MAX_SEATS]
    rules_t seen[1 << N_PRIORITIES]   # the rules with every set of priorities overlooked

ctypedef int (*play_t)(game_state_t* state, const conditions_t* conditions, move_list_t* trace,
                       const uint8_t* stop) noexcept nogil

# What all games of a call have in common.
cdef struct conditions_t:
    const rules_t* rules
    player_t players[MAX_SEATS]
    uint64_t seed
    uint64_t shuffle      # of the hidden cards of all games: 0 leaves them as dealt
    uint64_t replicate    # of the play of all games: nonzero plays the same deals again
    uint32_t max_turns    # turns after which a game is unfinished (7.5)
    uint32_t max_moves
    uint32_t max_turn_moves    # moves in one external player's turn, likewise
    bint searches         # a player searches, and its choice may be cut short
    play_t calls          # the loop for outside players (outside_loop), or NULL
    const attention_t* attention    # NULL if all seats are fully attentive

# The positions at the ends of turns since the last foundation move. A move is undone word by word
# (engine.stepper), so `length`, which is undone, shares no word with the fields that describe
# memory, which are not: room is made before a move's record begins.
cdef struct history_t:
    uint64_t* visits      # fingerprints; freed by the owner
    uint64_t room
    uint64_t length

# The position and the rest of a game's state; the owner makes room in its arrays.
cdef struct game_state_t:
    position_t position
    stream_t stream
    stalemate_search_t stalemate
    turn_plan_t plan      # of the seat to move
    uint32_t moves
    uint32_t turn_begun   # the moves made before this turn; only `advance` counts them
    uint32_t give_ups
    int starter
    stream_t lapses
    bint stop_called      # the last move ended in a called Stop
    bint offence_stands   # the last move is an offence that nobody called
    bint took_back        # the seat to move has taken back a card since the last move (4, 5)
    uint32_t offences[MAX_SEATS]  # offences, and those called, by the offender's seat
    uint32_t calls[MAX_SEATS]
    uint32_t wrong_stops[MAX_SEATS]  # by the caller's seat (V34)
    history_t history

cdef inline bint make_room(history_t* history, uint32_t n) noexcept nogil:
    """Make room for n visits in total; return whether there was memory."""
    cdef uint64_t* visits
    if n <= history.room:
        return True
    visits = <uint64_t*>realloc(history.visits, n * sizeof(uint64_t))
    if visits == NULL:
        return False
    memset(visits + history.room, 0, (n - history.room) * sizeof(uint64_t))
    history.visits = visits
    history.room = n
    return True

cdef inline bint add_visit(history_t* history, uint64_t key) noexcept nogil:
    """Add a position; return whether there was room."""
    if history.length == history.room:
        return False
    history.visits[history.length] = key
    history.length += 1
    return True

cdef inline int visits_to(const history_t* history, uint64_t key) noexcept nogil:
    """Return how often a position has been visited."""
    cdef uint64_t i
    cdef int visits = 0
    for i in range(history.length):
        visits += history.visits[i] == key
    return visits

cdef enum:
    FIRST_ROOM = 1024

cdef struct move_list_t:
    move_t* entries       # moves made; for called Stops, the attempts and call signs too
    size_t length
    size_t room
    bint out_of_memory    # once set, nothing more is added

cdef inline void add_move(move_list_t* trace, move_t entry) noexcept nogil:
    """Add a move; the caller frees the entries."""
    cdef size_t room
    cdef move_t* entries
    if trace.out_of_memory:
        return
    if trace.length == trace.room:
        room = 2 * trace.room if trace.room else FIRST_ROOM
        entries = <move_t*>realloc(trace.entries, room * sizeof(move_t))
        if entries == NULL:
            trace.out_of_memory = True
            return
        trace.entries = entries
        trace.room = room
    trace.entries[trace.length] = entry
    trace.length += 1
