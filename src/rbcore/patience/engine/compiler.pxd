from rbcore.patience.engine.game cimport game_t

cdef int compile_game(game_t* g, told) except -1
