"""rules_t and table_t in Python objects, which own their memory."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.engine.inattention cimport attention_t
from rbcore.rules.compiled cimport PRIORITIES, compile_rules, overlook

from functools import lru_cache

from rbcore.rules.attention import Attention


cdef class Compiled:
    """The compiled form of a rbcore.Rules."""

    def __cinit__(self, rules):
        compile_rules(rules, &self.rules)


@lru_cache(maxsize=256)
def compiled(rules):
    """The Compiled of some rules, made once."""
    return Compiled(rules)


cdef class Table:
    """A table_t with the arrays it needs."""

    def __cinit__(self, limits):
        max_turns, search_limit = limits.max_turns, limits.search_limit
        self.t.max_turns = max_turns
        self.t.max_moves = limits.max_moves
        self.t.search.limit = search_limit
        size = 1 << (2 * search_limit).bit_length()
        self.t.search.mask = size - 1
        self.t.marks = <uint64_t*>malloc((max_turns + 1) * sizeof(uint64_t))
        self.t.search.table = <uint64_t*>calloc(size, sizeof(uint64_t))
        self.t.search.used = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        self.t.search.steps = <uint32_t*>malloc(search_limit * sizeof(uint32_t))
        if not (self.t.marks and self.t.search.table and self.t.search.used
                and self.t.search.steps):
            raise MemoryError

    cdef void attend(self, const rules_t* r, attention) except *:
        """Let the seats slip: `attention` is an Attention for each seat, or None."""
        cdef attention_t* a
        cdef int seat, priority, overlooked
        if attention is None:
            return
        if isinstance(attention, Attention) or len(attention) != r.seats:
            raise ValueError(f"one Attention for each of the {r.seats} seats is needed")
        if not any(slip > 0 for one in attention for slip in one.by_priority):
            return                    # nothing to notice either
        a = <attention_t*>calloc(1, sizeof(attention_t))
        if not a:
            raise MemoryError
        self.t.attention = a
        for seat, one in enumerate(attention):
            a.watch[seat] = one.watch
            for priority, slip in enumerate(one.by_priority):
                a.slips[seat][priority] = slip
        for overlooked in range(1 << PRIORITIES):
            a.seen[overlooked] = r[0]
            overlook(&a.seen[overlooked], overlooked)

    def __dealloc__(self):
        free(<void*>self.t.attention)
        free(self.t.marks)
        free(self.t.search.table)
        free(self.t.search.used)
        free(self.t.search.steps)
