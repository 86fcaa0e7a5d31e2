"""rules_t and game_state_t in Python objects, which own their memory."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.engine.inattention cimport attention_t
from rbcore.rules.compiled cimport N_PRIORITIES, compile_rules, overlook

from functools import lru_cache

from rbcore.rules.attention import Attention


cdef class CompiledRules:
    """The compiled form of a rbcore.Rules."""

    def __cinit__(self, rules):
        compile_rules(rules, &self.rules)


@lru_cache(maxsize=256)
def compiled_rules(rules):
    """The CompiledRules of some rules, made once."""
    return CompiledRules(rules)


cdef class Workspace:
    """A game_state_t with the arrays it needs."""

    def __cinit__(self, limits):
        max_turns, search_limit = limits.max_turns, limits.search_limit
        self.state.max_turns = max_turns
        self.state.max_moves = limits.max_moves
        self.state.stalemate.limit = search_limit
        size = 1 << (2 * search_limit).bit_length()
        self.state.stalemate.mask = size - 1
        self.state.history = <uint64_t*>malloc((max_turns + 1) * sizeof(uint64_t))
        self.state.stalemate.memo = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.state.stalemate.used = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        self.state.stalemate.steps = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        if not (self.state.history and self.state.stalemate.memo and self.state.stalemate.used
                and self.state.stalemate.steps):
            raise MemoryError

    cdef void attend(self, const rules_t* r, attention) except *:
        """Make the seats inattentive: `attention` is an Attention for each seat, or None."""
        cdef attention_t* compiled
        cdef int seat, priority, overlooked
        if attention is None:
            return
        if isinstance(attention, Attention) or len(attention) != r.seats:
            raise ValueError(f"one Attention for each of the {r.seats} seats is needed")
        if not any(slip > 0 for one in attention for slip in one.by_priority):
            return                    # nothing to notice either
        compiled = <attention_t*>calloc(1, sizeof(attention_t))
        if not compiled:
            raise MemoryError
        self.state.attention = compiled
        for seat, one in enumerate(attention):
            compiled.watch[seat] = one.watch
            for priority, slip in enumerate(one.by_priority):
                compiled.lapses[seat][priority] = slip
        for overlooked in range(1 << N_PRIORITIES):
            compiled.seen[overlooked] = r[0]
            overlook(&compiled.seen[overlooked], overlooked)

    def __dealloc__(self):
        free(<void*>self.state.attention)
        free(self.state.history)
        free(self.state.stalemate.memo)
        free(self.state.stalemate.used)
        free(self.state.stalemate.steps)
