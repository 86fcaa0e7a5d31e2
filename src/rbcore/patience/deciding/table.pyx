"""A set of keys that grows as it fills, up to a size that it is told."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    FIRST_SIZE = 4096
    KEPT_SIZE = 65536  # a larger table is given back rather than cleared


cdef bint clear_table(table_t* table) noexcept nogil:
    """Forget all keys; False if there is no memory for any, and never was."""
    cdef uint64_t* keys
    table.noted = 0
    if table.keys == NULL or table.size > KEPT_SIZE:
        keys = <uint64_t*>calloc(FIRST_SIZE, sizeof(uint64_t))
        if keys != NULL:
            free(table.keys)
            table.keys = keys
            table.size = FIRST_SIZE
            return True
    if table.keys == NULL:
        return False
    memset(table.keys, 0, table.size * sizeof(uint64_t))
    return True


cdef bint make_room(table_t* table) noexcept nogil:
    """Whether one more key can be noted; a table that is half full grows first."""
    cdef uint64_t* keys = table.keys
    cdef uint64_t* more
    cdef uint64_t size = table.size, i
    if 2 * table.noted < size:
        return True
    if 2 * size <= table.most:
        more = <uint64_t*>calloc(2 * size, sizeof(uint64_t))
        if more != NULL:
            table.keys = more
            table.size = 2 * size
            table.noted = 0
            for i in range(size):
                if keys[i]:
                    note(table, keys[i])
            free(keys)
            return True
    return 8 * table.noted < 7 * size


cdef bint note(table_t* table, uint64_t key) noexcept nogil:
    """Whether a key is new; it is noted."""
    cdef uint64_t i = (key >> 1) & (table.size - 1)
    while table.keys[i]:
        if table.keys[i] == key:
            return False
        i = (i + 1) & (table.size - 1)
    table.keys[i] = key
    table.noted += 1
    return True
