# Hashing of 64-bit values: multiplications that carry every low bit into the high ones.
#
# The multipliers are those of rrmxmx (Pelle Evensen), of degski's hash, and 2**64 over the golden
# ratio (as in SplitMix, Steele, Lea and Flood, OOPSLA 2014).

from libc.stdint cimport uint64_t

cdef inline uint64_t mix_a(uint64_t x) noexcept nogil:
    return x * 0x9FB21C651E98DF25ULL

cdef inline uint64_t mix_b(uint64_t x) noexcept nogil:
    return x * 0xD6E8FEB86659FD93ULL

cdef inline uint64_t mix_c(uint64_t x) noexcept nogil:
    return x * 0x9E3779B97F4A7C15ULL

cdef inline uint64_t fold(uint64_t h) noexcept nogil:
    """The high bits brought down to the low ones, which a multiplication leaves alone."""
    return h ^ h >> 32
