from rbcore.patience.engine.game cimport procedure_t

cdef enum:
    PAIRS = 9  # counted, after the procedures of modules
    SETS

cdef procedure_t procedure_of(int number) noexcept
