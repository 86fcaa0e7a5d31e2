from rbpatience.engine.game cimport procedure_t

cdef enum:
    PROCEDURES = 11  # of schema.py

cdef procedure_t procedure_of(int number) noexcept
