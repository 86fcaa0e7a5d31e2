"""What a call to play games works in, as Python objects that own the memory."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.engine.history cimport make_room
from rbcore.players.registry cimport fill_player, player_t
from rbcore.rules.compiled cimport N_PRIORITIES, overlook, rules_t

from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbcore.players.names import parse_player
from rbcore.rules.attention import Attention
from rbcore.rules.compiled import compiled_rules


cdef class StalemateMemory:
    """A stalemate_search_t with its arrays."""

    def __cinit__(self, search_limit):
        size = 1 << (2 * search_limit).bit_length()
        self.bytes = size * sizeof(uint64_t) + 2 * search_limit * sizeof(uint32_t)
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
        """Raise MemoryError, once, if a search gave up for want of memory."""
        if self.ran_out:
            self.ran_out = False
            raise MemoryError
        return 0


cdef class Workspace:
    """The conditions of some games, and the state of one of them.

    players: a name for each seat or, if `external`, the number of an external player. attention: an
    Attention for each seat, or None. limits: a Limits. shuffle, replicate: of all games.
    """

    def __cinit__(
        self, rules, players, seed, limits, attention=None, *, shuffle=0, replicate=0,
        bint external=False
    ):
        self.compiled = compiled_rules(rules)
        self.conditions.rules = &self.compiled.rules
        self.conditions.seed = check_range("seed", seed, 0, MOST_WORD)
        self.conditions.shuffle = check_range("shuffle", shuffle, 0, MOST_WORD)
        self.conditions.replicate = check_range("replicate", replicate, 0, MOST_WORD)
        self.conditions.max_turns = limits.max_turns
        self.conditions.max_moves = limits.max_moves
        self.conditions.max_turn_moves = limits.max_moves    # which ends a game before it does
        names = () if isinstance(players, str) else tuple(players)
        if len(names) != rules.seats:
            raise ValueError(
                f"one player for each of the {rules.seats} seats is needed: {shown(players)}"
            )
        for seat, player in enumerate(names):
            self._set_player(seat, player, rules.seats, external)
        self._set_attention(attention)
        self.stalemate = StalemateMemory(limits.search_limit)
        self.state.stalemate = self.stalemate.search
        if not make_room(&self.state.history, limits.max_turns):
            raise MemoryError

    def __dealloc__(self):
        free(self.attention)
        free(self.state.history.visits)

    cdef _set_player(self, int seat, player, int seats, bint external):
        cdef player_t* filled = &self.conditions.players[seat]
        if external and not isinstance(player, str):
            filled.external = check_range("player", player, 0, seats - 1)
        else:
            fill_player(filled, parse_player(player))

    cdef _set_attention(self, attention):
        cdef const rules_t* r = self.conditions.rules
        cdef int seat, priority, overlooked
        if attention is None:
            return
        each = () if isinstance(attention, Attention) else tuple(attention)
        if len(each) != r.seats or not all(type(one) is Attention for one in each):
            raise ValueError(f"one Attention for each of the {r.seats} seats is needed")
        self.attention = <attention_t*>calloc(1, sizeof(attention_t))
        if not self.attention:
            raise MemoryError
        self.conditions.attention = self.attention
        for seat, one in enumerate(each):
            self.attention.watch[seat] = one.watch
            self.attention.calls_if_better[seat] = one.call == "if-better"
            for priority, slip in enumerate(one.by_priority):
                self.attention.lapses[seat][priority] = slip
        for overlooked in range(1 << N_PRIORITIES):
            self.attention.seen[overlooked] = r[0]
            overlook(&self.attention.seen[overlooked], overlooked)

    cdef void own_rules(self, rules) except *:
        """Replace the rules, which all share, by a copy that may change between games."""
        self.compiled = CompiledRules(rules)
        self.conditions.rules = &self.compiled.rules
