from rbcore.patience.engine.game cimport game_t, span_t

cdef enum:
    MOST_GRID = 120  # places

cdef int compile_patterns(game_t* g, told) except -1
cdef span_t span_of(told, name) except *
