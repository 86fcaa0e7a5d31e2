"""Outside players: what they are given, how they are called, and what they may ask."""

cimport cython
from cpython.exc cimport PyErr_Occurred
from cpython.pycapsule cimport PyCapsule_CheckExact, PyCapsule_GetName, PyCapsule_GetPointer
from libc.stdint cimport uint8_t, uintptr_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport NO_PILE, base_of, face_down_count, is_won, length
from rbcore.cards.bits cimport IS_WIDE, lowest
from rbcore.cards.c_compilers cimport little_endian_32
from rbcore.cards.card cimport NO_CARD
from rbcore.cards.rng cimport below
from rbcore.moves.actions cimport turned_round
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, RESERVE_LANE, SPECIAL_PASS, TURNED_LANE, find_moves, lane_set, nth_move,
    special_move,
)
from rbcore.moves.transition cimport apply_out_of_line, move_of
from rbcore.observation.view cimport deal_hidden, make_open_view, make_view, view_t
from rbcore.players cimport (
    RB_CHOOSE, RB_FEATURES, RB_FREE_STATE, RB_LOAD, RB_NEW_STATE, RB_PASS, RB_PLAYER_ABI,
    RB_TO_FOUNDATION, RB_TO_HOUSE, RB_TO_WASTE, RB_TURN_UP, rb_functions_v1, rb_move, rb_table,
)
from rbcore.players.evaluation cimport (
    ALL_WEIGHTS, N_WEIGHTS, WEIGHTS_WEIGHTED, add_sums, get_weights, value_of,
)
from rbcore.rules.compiled cimport (
    FOUNDATION, HAND, HOUSE, LANES, MAX_SEATS, PILES, PLACES, QUADS, RESERVE, TURNED, WASTE,
)

import re
from importlib import import_module

from rbcore.cards.ranges import check_range, check_text, shown
from rbcore.players.names import knowledge_in
from rbcore.rules.variants import variant_text

if sizeof(position_t) > sizeof(rb_table) or <int>RB_FEATURES != <int>N_WEIGHTS:
    raise ImportError("rbcore/players.h has too little room for a position or for the features")

# The argument of `choose`: after the public turn, the data that its functions need.
cdef struct asked_t:
    rb_turn turn
    const outside_t* outside
    const position_t* position
    const rules_t* rules
    stream_t* stream
    bint is_seen
    rb_table seen

cdef move_t outside_move(outside_t* outside, const position_t* p, const rules_t* r,
                         const moves_t* m, stream_t* stream) noexcept nogil:
    """Return an outside player's move; any move once one of its answers was refused."""
    cdef asked_t asked
    cdef int32_t answer
    if m.count == 1 or outside.refused:
        return nth_move(p, r, m, 0)
    asked.turn.functions = &FUNCTIONS
    asked.turn.seat = p.seat
    asked.turn.seats = r.seats
    asked.turn.houses = r.houses
    asked.turn.turns = p.turn
    asked.turn.move_count = _list_moves(p, r, m, asked.turn.moves)
    asked.outside = outside
    asked.position = p
    asked.rules = r
    asked.stream = stream
    asked.is_seen = False
    answer = outside.choose(&asked.turn, outside.state)
    if not 0 <= answer < m.count:
        outside.refused = WRONG_ANSWER
        outside.refused_at = place_t(stream.seed, stream.game, p.turn, p.seat)
        outside.answer = answer
        outside.choices = m.count
        return nth_move(p, r, m, 0)
    return _move_of(asked.turn.moves[answer])

cdef void begin_state(outside_t* outside, const rules_t* r, int seat,
                      const stream_t* stream) noexcept nogil:
    """Let a player create its state for a game."""
    if outside.refused:
        return
    outside.state = NULL
    outside.has_state = outside.new_state != NULL
    if outside.has_state:
        outside.state = outside.new_state(seat, r.seats)
        if outside.state == NULL:
            outside.has_state = False
            outside.refused = NO_STATE
            outside.refused_at = place_t(stream.seed, stream.game, 0, seat)

cdef void end_state(outside_t* outside) noexcept nogil:
    """Let a player free its state."""
    if outside.has_state and outside.free_state != NULL:
        outside.free_state(outside.state)
    outside.has_state = False

# The rb_move of each card move, as a word, by seat, lane and place as legal_moves numbers them;
# then the words of a seat's special moves.
cdef uint32_t TOLD[MAX_SEATS][LANES * PLACES]
cdef uint32_t TOLD_SPECIAL[MAX_SEATS][SPECIAL_PASS + 1]

cdef uint32_t _word_of(move_t move) noexcept nogil:
    """Return the word of an rb_move; a move_t has no kind in the fourth byte."""
    cdef uint32_t word
    cdef uint32_t kind = RB_LOAD
    if move.source == FOUNDATION:
        kind = RB_PASS
    elif move.place == FOUNDATION:
        kind = RB_TO_FOUNDATION
    elif move.place < RESERVE:
        kind = RB_TO_HOUSE
    elif move.place >= TURNED:
        kind = RB_TURN_UP
    elif move.source >= TURNED and move.source - TURNED == move.place - WASTE:
        kind = RB_TO_WASTE
    memcpy(&word, &move, sizeof(word))
    return word | little_endian_32(kind << 24)

cdef _fill_told():
    cdef int seat, lane, place, source, special
    cdef position_t p
    for seat in range(MAX_SEATS):
        for lane in range(LANES):
            source = HOUSE + lane
            if lane >= RESERVE_LANE:
                source = seat + (RESERVE if lane == RESERVE_LANE else
                                 TURNED if lane == TURNED_LANE else WASTE)
            for place in range(PLACES):
                TOLD[seat][lane * PLACES + place] = _word_of(move_of(source, place, 0))
        p.seat = <uint8_t>seat
        for special in range(NO_SPECIAL, SPECIAL_PASS + 1):
            TOLD_SPECIAL[seat][special] = _word_of(special_move(&p, special))

_fill_told()

cdef inline move_t _move_of(rb_move told) noexcept nogil:
    """Return the move of an rb_move: its word without the kind."""
    cdef uint32_t word
    cdef move_t move
    memcpy(&word, &told, sizeof(word))
    word &= little_endian_32(0xFFFFFF)
    memcpy(&move, &word, sizeof(word))
    return move

cdef inline int32_t _list_moves(const position_t* p, const rules_t* r, const moves_t* m,
                                rb_move* out) noexcept nogil:
    """List the legal moves in the order of their actions (moves/actions); return their number."""
    cdef const uint32_t* told = TOLD[p.seat]
    cdef uint32_t* words = <uint32_t*>out
    cdef uint64_t places
    cdef int quad, n
    if r.seats != 2 or m.in_groups:
        return _list_more_moves(p, r, m, words)
    # With one opponent, its piles are in the order of places.
    for quad in range(QUADS):
        # Write four at a time, possibly too many: a branch for each would be mispredicted. Those
        # too many are any words of the table, which has a third seat.
        places = m.places[quad]
        n = m.before[quad]
        while True:
            words[n] = told[_lowest_or_any(places)]
            places &= places - 1
            words[n + 1] = told[_lowest_or_any(places)]
            places &= places - 1
            words[n + 2] = told[_lowest_or_any(places)]
            places &= places - 1
            words[n + 3] = told[_lowest_or_any(places)]
            places &= places - 1
            if not places:
                break
            n += 4
        told += 64
    # Write a special move even if there is none: a branch would be mispredicted.
    words[m.singles] = TOLD_SPECIAL[p.seat][m.special]
    return m.count

cdef int32_t _list_more_moves(const position_t* p, const rules_t* r, const moves_t* m,
                              uint32_t* words) noexcept nogil:
    """Do _list_moves() with three seats, or where groups move (V13)."""
    cdef int lane, place, to, n, i = 0
    for lane in range(LANES):
        for place in range(PLACES):
            to = turned_round(r, place, p.seat)
            if lane_set(m, lane) >> to & 1:
                words[i] = TOLD[p.seat][lane * PLACES + to]
                i += 1
    if m.special != NO_SPECIAL:
        words[i] = TOLD_SPECIAL[p.seat][m.special]
        i += 1
    for n in range(m.singles, m.singles + m.in_groups):
        words[i] = _word_of(nth_move(p, r, m, n))
        i += 1
    return i

cdef inline int _lowest_or_any(uint64_t places) noexcept nogil:
    """Return the lowest of some places, or any place or 64 if there is none."""
    if IS_WIDE:
        return lowest(places) if places else 64    # one instruction (tzcnt)
    return lowest(places | <uint64_t>1 << 63)      # elsewhere a branch, which is mispredicted

# ---- the functions that a player may call --------------------------------------------------------

cdef const rb_table* _view(const rb_turn* turn) noexcept nogil:
    cdef asked_t* asked = <asked_t*>turn
    if not asked.is_seen:
        if asked.outside.sees_all:
            make_open_view(<view_t*>&asked.seen, asked.position, asked.rules)
        else:
            make_view(<view_t*>&asked.seen, asked.position, asked.rules, asked.outside.remembers)
        asked.is_seen = True
    return &asked.seen

cdef inline bint _is_pile(int32_t pile) noexcept nogil:
    return 0 <= pile < PILES and pile != FOUNDATION

cdef int32_t _card(const rb_turn* turn, const rb_table* table, rb_move move) noexcept nogil:
    cdef const position_t* p = <const position_t*>table
    if not _is_pile(move.source):
        return NO_CARD
    if HAND <= move.source < TURNED:
        return p.top_card[move.source] if length(p, move.source) else _card_at(
            table, move.source - HAND + WASTE, 0)
    return _card_at(table, move.source, length(p, move.source) - 1 - move.extra_cards)

cdef int32_t _top_card(const rb_table* table, int32_t pile) noexcept nogil:
    return (<const position_t*>table).top_card[pile] if _is_pile(pile) else <int32_t>NO_CARD

cdef int32_t _card_at(const rb_table* table, int32_t pile, int32_t n) noexcept nogil:
    cdef const position_t* p = <const position_t*>table
    if not _is_pile(pile) or not 0 <= n < length(p, pile):
        return NO_CARD
    return p.cards[base_of(pile) + 1 + n]

cdef int32_t _length(const rb_table* table, int32_t pile) noexcept nogil:
    return length(<const position_t*>table, pile) if _is_pile(pile) else 0

cdef int32_t _face_down(const rb_table* table, int32_t pile) noexcept nogil:
    cdef const position_t* p = <const position_t*>table
    if HAND <= pile < TURNED:
        return length(p, pile)
    return face_down_count(p, pile) if 0 <= pile < WASTE else 0

cdef int32_t _foundation(const rb_table* table, int32_t suit, int32_t n) noexcept nogil:
    cdef uint8_t height
    if not (0 <= suit < 4 and 0 <= n < 2):
        return 0
    height = (<const position_t*>table).heights[suit][n]
    return 0 if height == NO_PILE else height

cdef int32_t _seat(const rb_table* table) noexcept nogil:
    return (<const position_t*>table).seat

cdef int32_t _is_won(const rb_table* table) noexcept nogil:
    return is_won(<const position_t*>table)

cdef int32_t _find_moves(const rb_turn* turn, const rb_table* table, rb_move* moves) noexcept nogil:
    cdef const position_t* p = <const position_t*>table
    cdef const rules_t* r = (<const asked_t*>turn).rules
    cdef moves_t legal
    if is_won(p):
        return 0
    find_moves(p, r, &legal)
    return _list_moves(p, r, &legal, moves)

cdef void _make(const rb_turn* turn, rb_table* table, rb_move move) noexcept nogil:
    apply_out_of_line(<position_t*>table, (<const asked_t*>turn).rules, _move_of(move))

cdef int32_t _value(const rb_turn* turn, const rb_table* table, rb_move move) noexcept nogil:
    cdef move_t core_move = _move_of(move)
    return value_of((<const position_t*>table)[0], (<const asked_t*>turn).rules, &core_move, 1,
                    get_weights(WEIGHTS_WEIGHTED), False)

cdef int UNITS[N_WEIGHTS][ALL_WEIGHTS]    # weights of 1 for one feature and 0 for the others

cdef int _unit
for _unit in range(N_WEIGHTS):
    memset(UNITS[_unit], 0, sizeof(UNITS[_unit]))
    UNITS[_unit][_unit] = 1
    add_sums(UNITS[_unit])

cdef void _features(const rb_turn* turn, const rb_table* table, rb_move move,
                    int32_t* features) noexcept nogil:
    cdef move_t core_move = _move_of(move)
    cdef int i
    for i in range(N_WEIGHTS):
        features[i] = value_of((<const position_t*>table)[0], (<const asked_t*>turn).rules,
                               &core_move, 1, UNITS[i], False)

cdef void _determinize(const rb_turn* turn, rb_table* table) noexcept nogil:
    cdef const asked_t* asked = <const asked_t*>turn
    deal_hidden(<position_t*>table, <const view_t*>_view(turn), asked.rules, asked.stream)

cdef uint32_t _below(const rb_turn* turn, uint32_t n) noexcept nogil:
    return below((<const asked_t*>turn).stream, n)

cdef rb_functions_v1 FUNCTIONS
FUNCTIONS.view = _view
FUNCTIONS.card = _card
FUNCTIONS.top_card = _top_card
FUNCTIONS.card_at = _card_at
FUNCTIONS.length = _length
FUNCTIONS.face_down = _face_down
FUNCTIONS.foundation = _foundation
FUNCTIONS.seat = _seat
FUNCTIONS.is_won = _is_won
FUNCTIONS.find_moves = _find_moves
FUNCTIONS.make = _make
FUNCTIONS.value = _value
FUNCTIONS.features = _features
FUNCTIONS.determinize = _determinize
FUNCTIONS.below = _below

# ---- the Python class ----------------------------------------------------------------------------


@cython.final
cdef class CompiledPlayer:
    """CompiledPlayer(choose, new_state=None, free_state=None, *, abi=None, name="outside")
--

    An outside player: one compiled outside rbcore, for use wherever a compiled player's name is.

    It is called without the GIL. ``rbcore/players.h`` in rbcore.get_include(), and for Cython
    ``rbcore.players``, declare what its functions are given. If its name ends in ``+memory`` or
    ``+sight``, it sees what a built-in player with such a name sees.

    Parameters
    ----------
    choose : capsule, or an address
        The function that chooses a move. A capsule must have the signature RB_CHOOSE as its name,
        as Cython gives it in ``__pyx_capi__``. An address is a function of ctypes, a cfunc of
        numba, or a number.
    new_state, free_state : the same, optional
        Functions that create and free the state of a game and seat.
    abi : int, optional
        The RB_PLAYER_ABI of the header that the function was built against. It is needed for an
        address, which does not carry this information.
    name : str
        The name used in messages.

    Raises
    ------
    ValueError
        If a function has another signature or ABI; the message is one sentence.
    TypeError
        If an argument is not a function.

    Examples
    --------
    >>> import rbcore
    >>> rbcore.CompiledPlayer(12345)
    Traceback (most recent call last):
        ...
    ValueError: an address does not show what it was built against; give abi=, the RB_PLAYER_ABI \
of its rbcore/players.h (here it is 1)
    """

    def __cinit__(self, choose, new_state=None, free_state=None, *, abi=None, name="outside"):
        knowledge = knowledge_in(name)
        self._name = name
        self.functions.remembers = knowledge == "memory"
        self.functions.sees_all = knowledge == "sight"
        self.functions.choose = <choose_t>_function("choose", choose, RB_CHOOSE, abi)
        if new_state is not None:
            self.functions.new_state = <new_state_t>_function(
                "new_state", new_state, RB_NEW_STATE, abi)
        if free_state is not None:
            self.functions.free_state = <free_state_t>_function(
                "free_state", free_state, RB_FREE_STATE, abi)
        self.owners = choose, new_state, free_state
        self.longest_at, self._origin = (), ""

    @property
    def name(self):
        """The name used in messages."""
        return self._name

    @property
    def origin(self):
        """Where other processes find the player, as ``module.name``; empty if unknown."""
        return self._origin

    @property
    def longest_turn(self):
        """The number of moves in its longest turn so far."""
        return self.longest

    @property
    def longest_turn_at(self):
        """The seed, game, turn and seat of that longest turn, numbered as in views."""
        return self.longest_at

    @property
    def keeps_state(self):
        """Whether the player keeps a state for each game."""
        return self.functions.new_state != NULL

    def named(self, name, origin=""):
        """Return the same player under another name.

        Parameters
        ----------
        name : str
            The new name.
        origin : str
            Where other processes find the player, as ``module.name``; without it, the player cannot
            be sent to them.
        """
        cdef CompiledPlayer other = CompiledPlayer(*self.owners, abi=RB_PLAYER_ABI, name=name)
        other._origin = check_text("origin", origin)
        return other

    def __eq__(self, other):
        """Return whether another player has the same functions and name."""
        if not isinstance(other, CompiledPlayer):
            return NotImplemented
        return _identity(self) == _identity(other)

    def __hash__(self):
        return hash(_identity(self))

    def __repr__(self):
        return f"CompiledPlayer({self._name!r})"

    def __reduce__(self):
        if not self._origin:
            raise TypeError(f"{self._name} cannot be pickled because no module names it")
        return _found, (self._origin, self._name)

    cdef int check(self, outside_t* played, rules) except -1:
        """Record a longest turn, and raise an error if an answer was refused."""
        cdef place_t at = played.refused_at
        raised = _raised() if played.refused and PyErr_Occurred() else None
        if played.longest > self.longest:
            self.longest = played.longest
            self.longest_at = (played.longest_at.seed, played.longest_at.game,
                               played.longest_at.turn, played.longest_at.seat)
        if not played.refused:
            return 0
        refused, played.refused = played.refused, NOT_REFUSED
        where = (
            f"{self._name} in {variant_text(rules)}, game {at.game} of seed {at.seed}, "
            f"turn {at.turn + 1}, seat {at.seat}"
        )
        if raised is None and refused == NO_STATE:
            raised = RuntimeError("new_state returned NULL")
        if raised is None and played.answer < 0:
            raised = RuntimeError(f"choose failed with {played.answer}")
        if raised is not None:
            raised.add_note("raised by " + where)
            raise raised
        raise ValueError(
            f"{where}: {played.answer} is not the number of a move; there are {played.choices}, "
            "from 0 on"
        )


def _found(origin, name):
    """Return a module's player by name, for unpickling."""
    module, _, attribute = origin.rpartition(".")
    home = import_module(module)
    choose = getattr(home, attribute, None)
    if choose is None:
        choose = home.__pyx_capi__[attribute]
    choose = getattr(choose, "choose", choose)    # if it is a rbsim.Player
    player = choose if isinstance(choose, CompiledPlayer) else CompiledPlayer(choose)
    return player.named(name, origin)


cdef object _raised():
    """Return the exception that a function left set."""
    try:
        _raise_it()
    except BaseException as error:
        return error

cdef int _raise_it() except? 0:
    """Return as a Cython function does after raising."""
    return 0

cdef tuple _identity(CompiledPlayer player):
    cdef const outside_t* functions = &player.functions
    return (player._name, <uintptr_t>functions.choose, <uintptr_t>functions.new_state,
            <uintptr_t>functions.free_state)

cdef void* _function(what, value, const char* signature, abi) except NULL:
    """Return the function in a capsule or at an address."""
    cdef const char* name
    cdef uintptr_t address
    wanted = signature.decode()
    if PyCapsule_CheckExact(value):
        name = PyCapsule_GetName(value)
        capsule_name = "" if name == NULL else name.decode(errors="replace")
        version = re.search(r"\brb_turn_v(\d+)\b", capsule_name)
        if version:
            _check_abi(what, int(version[1]))
        if capsule_name != wanted:
            raise ValueError(
                f"{what} is a capsule named {shown(capsule_name)}; it should be named "
                f"{shown(wanted)}"
            )
        return PyCapsule_GetPointer(value, name)
    address = _address(what, value)
    if abi is None:
        raise ValueError(
            "an address does not show what it was built against; give abi=, the RB_PLAYER_ABI of "
            f"its rbcore/players.h (here it is {RB_PLAYER_ABI})"
        )
    _check_abi(what, abi)
    return <void*>address


def _check_abi(what, abi):
    """Raise ValueError if a function was built against another version of the interface."""
    if abi != RB_PLAYER_ABI:
        raise ValueError(
            f"{what} was built against version {shown(abi)} of rbcore/players.h, and this rbcore "
            f"has version {RB_PLAYER_ABI}; rebuild it"
        )


def _address(what, value):
    """Return the address of a ctypes function or a numba cfunc, or a number itself."""
    import ctypes

    value = getattr(value, "address", value)    # numba's
    if isinstance(value, ctypes._CFuncPtr):
        value = ctypes.cast(value, ctypes.c_void_p).value
    if not isinstance(value, int):
        raise TypeError(
            f"{what} is {shown(value)}, not a compiled function; give a capsule, a function of "
            "ctypes, a cfunc of numba or an address"
        )
    return check_range(what, value, 1, 2**64 - 1)
