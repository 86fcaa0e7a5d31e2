"""The workspace of a call that plays games: Python objects that own its memory."""

cimport cython
from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.cards.c_compilers cimport add_one, take_one
from rbcore.engine.game_state cimport make_room
from rbcore.engine.outside_loop cimport play_on_calling
from rbcore.players.outside cimport CompiledPlayer
from rbcore.players.registry cimport OUTSIDE, SEARCH, fill_player, seat_outside
from rbcore.rules.compiled cimport N_PRIORITIES, overlook, rules_t

from functools import lru_cache

from rbcore.cards.ranges import MAX_WORD, check_range, check_several, count_text, shown
from rbcore.players.names import parse_player
from rbcore.rules.attention import Attention
from rbcore.rules.compiled import compiled_rules
from rbcore.rules.limits import MAX_LIMITS

cdef int NO_NUMBER = -1    # of a player without a built-in name

cdef class StalemateSearch:
    """A stalemate_search_t with its arrays."""

    def __cinit__(self, search_limit):
        size = 1 << (2 * search_limit).bit_length()
        self.search.ran_out = &self.ran_out
        self.search.limit = search_limit
        self.search.mask = size - 1
        self.search.memo = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.search.used = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        self.search.steps = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        if not (self.search.memo and self.search.used and self.search.steps):
            raise MemoryError

    def __dealloc__(self):
        free(self.search.memo)
        free(self.search.used)
        free(self.search.steps)

    cdef int check(self) except -1:
        """Raise MemoryError, once, if a search gave up for lack of memory."""
        if self.ran_out:
            self.ran_out = False
            raise MemoryError
        return 0

cdef class Workspace:
    """The conditions of some games, and the state of one of them.

    players: for each seat a name, a CompiledPlayer or, if `external`, the number of an external
    player. attention: an Attention for each seat, or None. limits: a Limits. shuffle, replicate:
    the same for all games. max_turn_moves: for players that are not compiled with rbcore.
    """

    def __cinit__(
        self, rules, players, seed, limits, attention=None, *, shuffle=0, replicate=0,
        max_turn_moves=None, bint external=False
    ):
        self.compiled = compiled_rules(rules)
        rules = self.compiled.checked
        self.limits = limits
        self.attention = None if attention is None else check_several("attention", attention)
        self.conditions.rules = &self.compiled.rules
        self.conditions.seed = check_range("seed", seed, 0, MAX_WORD)
        self.conditions.shuffle = check_range("shuffle", shuffle, 0, MAX_WORD)
        self.conditions.replicate = check_range("replicate", replicate, 0, MAX_WORD)
        self.conditions.max_turns = limits.max_turns
        self.conditions.max_moves = limits.max_moves
        self.conditions.max_turn_moves = limits.max_moves    # max_moves ends a game first
        if max_turn_moves is not None:
            self.conditions.max_turn_moves = check_range(
                "max_turn_moves", max_turn_moves, 1, MAX_LIMITS["max_moves"])
        names = (
            () if isinstance(players, str | CompiledPlayer) else check_several("players", players))
        if len(names) != rules.seats:
            raise ValueError(
                f"one player for each of the {rules.seats} seats is needed, not {shown(players)}"
            )
        for seat, player in enumerate(names):
            if isinstance(player, CompiledPlayer):
                seat_outside(&self.conditions.players[<int>seat], player,
                             &self.outside[<int>seat])
            elif external and not isinstance(player, str):
                self.conditions.players[<int>seat].external = check_range(
                    "player", player, 0, rules.seats - 1)
            else:
                fill_player(&self.conditions.players[<int>seat], parse_player(player))
        self.seated = tuple(
            [player if isinstance(player, CompiledPlayer) else None for player in names])
        note_players(&self.conditions, rules.seats)
        self._set_attention(attention)
        self.stalemate = StalemateSearch(limits.search_limit)
        self.state.stalemate = self.stalemate.search
        if not make_room(&self.state.history, limits.max_turns):
            raise MemoryError

    def __dealloc__(self):
        free(self.lapses)
        free(self.state.history.visits)

    cdef _set_attention(self, attention):
        cdef const rules_t* r = self.conditions.rules
        cdef int seat, priority, overlooked
        if attention is None:
            return
        each = () if isinstance(attention, Attention) else tuple(attention)
        if len(each) != r.seats or not all(type(of_seat) is Attention for of_seat in each):
            raise ValueError(f"one Attention for each of the {r.seats} seats is needed")
        self.lapses = <attention_t*>calloc(1, sizeof(attention_t))
        if not self.lapses:
            raise MemoryError
        self.conditions.attention = self.lapses
        for seat, of_seat in enumerate(each):
            self.lapses.watch[seat] = of_seat.watch
            self.lapses.calls_if_better[seat] = of_seat.call == "if-better"
            self.lapses.misplacing[seat] = of_seat.misplacing
            self.lapses.miscalling[seat] = of_seat.miscalling
            for priority, slip in enumerate(of_seat.by_priority):
                self.lapses.lapses[seat][priority] = slip
        for overlooked in range(1 << N_PRIORITIES):
            self.lapses.seen[overlooked] = r[0]
            overlook(&self.lapses.seen[overlooked], overlooked)

    cdef int check_calls(self) except -1:
        """Raise the error of an outside player whose answer was refused."""
        cdef CompiledPlayer player
        cdef int seat
        for seat, player in enumerate(self.seated):
            if player is not None:
                player.check(&self.outside[seat], self.compiled.checked)
        return 0

    cdef void copy_rules(self, rules) except *:
        """Replace the shared rules by a copy that may change between games."""
        self.compiled = CompiledRules(rules)
        self.conditions.rules = &self.compiled.rules

cdef void note_players(conditions_t* conditions, int seats) noexcept nogil:
    """Record in the conditions which players search or are called."""
    cdef int seat
    conditions.searches = False
    conditions.calls = NULL
    for seat in range(seats):
        conditions.searches |= conditions.players[seat].kind == SEARCH
        if conditions.players[seat].kind == OUTSIDE:
            conditions.calls = play_on_calling

MAX_KEPT = 100_000    # largest search limit whose memory is kept; 3 MB at most
MAX_SPARE = 16


@lru_cache(maxsize=64)
def _attentive(rules, limits):
    return Workspace(rules, ("uniform",) * rules.seats, 0, limits)


cdef Workspace shared_workspace(rules, attention, limits):
    """Return the workspace shared by stepped games with the same rules and conditions."""
    rules = (<CompiledRules>compiled_rules(rules)).checked
    if attention is None and limits.search_limit <= MAX_KEPT:
        return _attentive(rules, limits)
    # An Attention holds a mapping and so is not hashable.
    return Workspace(rules, ("uniform",) * rules.seats, 0, limits, attention)

# ---- compiled players by name -------------------------------------------------------------------

cdef class NamedPlayer:
    """A compiled player by name and number, or an outside player during a playout."""

    cdef int check_calls(self, rules) except -1:
        """Raise the player's error if its answer was refused."""
        if self.compiled is not None:
            self.compiled.check(&self.outside, rules)
        return 0

cdef list _players = []
cdef dict _players_by_name = {}
cdef cython.pymutex _naming    # held while a player is added

cdef NamedPlayer named_player(name):
    """Return the player of a name, created once."""
    cdef NamedPlayer player = _players_by_name.get(name) if isinstance(name, str) else None
    if player is None:
        record = parse_player(name)
        player = NamedPlayer()
        fill_player(&player.filled, record)
        player.name = name
        with _naming:
            player.number = len(_players)
            _players.append(player)
            _players_by_name[name] = player
    return player

cdef NamedPlayer numbered_player(int number):
    """Return the player of a number."""
    return _players[number]

cdef NamedPlayer seated_player(player):
    """Return the player of a name, or an outside player, for one seat."""
    cdef NamedPlayer seated
    if player is None:
        raise TypeError("a player must be a name or an rbcore.CompiledPlayer, not None")
    if not isinstance(player, CompiledPlayer):
        return named_player(player)
    seated = NamedPlayer()
    seated.compiled = player
    seated.name, seated.number = player.name, NO_NUMBER
    seat_outside(&seated.filled, seated.compiled, &seated.outside)
    return seated

cdef tuple seated_players(players, int seats):
    """Return a player for each seat."""
    each = (
        (players,) * seats if isinstance(players, str | CompiledPlayer)
        else check_several("players", players)
    )
    if len(each) != seats:
        counted = count_text(len(each), "players")
        raise ValueError(f"{counted} for {seats} seats; give one name, or one for each seat")
    return tuple([seated_player(player) for player in each])

cdef conditions_t with_players(Workspace common, tuple seated) except *:
    """Return the conditions with a player for each seat; `seated` owns the players."""
    cdef conditions_t conditions = common.conditions
    cdef NamedPlayer player
    cdef int seat
    for seat, player in enumerate(seated):
        conditions.players[seat] = player.filled
    note_players(&conditions, len(seated))
    return conditions

# ---- memory for stalemate searches in several threads -----------------------------------------

cdef list _spare = []
cdef cython.pymutex _lending    # held while one is lent or given back

cdef StalemateSearch borrow_search(StalemateSearch common):
    """Return memory for searches, to be given back: the games' common one, or a spare one.

    A thread that has to wait for it releases the GIL meanwhile.
    """
    cdef Py_ssize_t i
    if add_one(&common.users) == 1:
        return common
    with _lending:
        for i in range(len(_spare) - 1, -1, -1):
            if (<StalemateSearch>_spare[i]).search.limit == common.search.limit:
                return _spare.pop(i)
    try:
        return StalemateSearch(common.search.limit)
    except MemoryError:
        take_one(&common.users)
        raise

cdef void return_search(StalemateSearch common, StalemateSearch lent) except *:
    """Keep it for the next borrower, in place of the least recently used."""
    take_one(&common.users)
    if lent is not common and lent.search.limit <= <uint32_t>MAX_KEPT:
        with _lending:
            _spare.append(lent)
            if len(_spare) > MAX_SPARE:
                _spare.pop(0)


def kept():
    """Return how many spare memories are kept, and how many kinds of games share one."""
    return len(_spare), _attentive.cache_info().currsize
