# 64-bit keys and their tables: mixing by multiplications that carry every low bit into the high
# ones, an open-addressing table, and per-thread memos, in which a new entry replaces the old one.
#
#
# The multipliers are those of rrmxmx (Pelle Evensen) and degski's hash, and 2**64 over the golden
# ratio (as in SplitMix, Steele, Lea and Flood, OOPSLA 2014).

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from rbcore.cards.c_compilers cimport mul128

cdef inline uint64_t mix_a(uint64_t x) noexcept nogil:
    return x * 0x9FB21C651E98DF25ULL

cdef inline uint64_t mix_b(uint64_t x) noexcept nogil:
    return x * 0xD6E8FEB86659FD93ULL

cdef inline uint64_t mix_c(uint64_t x) noexcept nogil:
    return x * 0x9E3779B97F4A7C15ULL

cdef inline uint64_t fold(uint64_t h) noexcept nogil:
    """Return h with its high bits folded into the low ones, which multiplication leaves weak."""
    return h ^ h >> 32

cdef inline uint64_t mix_words(uint64_t h, uint64_t a, uint64_t b) noexcept nogil:
    """Return a hash with two words added: the XOR of a product's halves (wyhash, Wang Yi)."""
    cdef uint64_t high
    cdef uint64_t low = mul128(h ^ a, b ^ 0xA0761D6478BD642FULL, &high)
    return high ^ low

cdef inline uint64_t mix_bytes(uint64_t h, const void* at, size_t n) noexcept nogil:
    """Return a hash with n bytes added.

    For larger numbers it depends on the byte order, so it may serve memos and tables but never
    influence a game.
    """
    cdef uint64_t words[2]
    cdef size_t done = 0
    while done + sizeof(words) <= n:   # whole words load without a call
        memcpy(words, <const char*>at + done, sizeof(words))
        h = mix_words(h, words[0], words[1])
        done += sizeof(words)
    if done < n:
        words[0] = words[1] = 0
        memcpy(words, <const char*>at + done, n - done)
        h = mix_words(h, words[0], words[1])
    return h

cdef inline uint64_t mix_pairs(uint64_t h, const void* at, int n) noexcept nogil:
    """Return a hash with n pairs of words added, by products that do not wait for each other.

    It depends on the byte order, as mix_bytes does.
    """
    cdef uint64_t words[2]
    cdef int i
    for i in range(n):
        memcpy(words, <const char*>at + i * sizeof(words), sizeof(words))
        h ^= mix_words(words[0], mix_c(i + 2), words[1])
    return h

cdef inline uint64_t slot_of(const uint64_t* slots, uint64_t mask, uint64_t key,
                             uint64_t beside) noexcept nogil:
    """Return the slot of a key in a table of mask + 1 slots, or the free slot (0) for it.

    The bits `beside` of a slot are not part of the key. At least one slot must be free.
    """
    cdef uint64_t at = key >> 32 & mask
    while slots[at] and (slots[at] ^ key) & ~beside:
        at = (at + 1) & mask
    return at

cdef extern from *:
    """
    /* A per-thread memo: rb_NAME_at(key) is a key's only slot, which has `words` words. */
    #define RB_MEMO(name, words, size) \
        static RB_THREAD_LOCAL uint64_t rb_##name[size][words]; \
        static inline uint64_t *rb_##name##_at(uint64_t key) { \
            return rb_##name[(key >> 32) % size]; \
        }

    /* Room in each thread for data too large for its stack, which has 128 KB on some systems:
       `size` times `words` words. The data stays until the next use. */
    #define RB_ROOM(name, words, size) \
        static RB_THREAD_LOCAL uint64_t rb_##name[size][words]; \
        static inline void *rb_##name##_number(int n) { return rb_##name[n]; }
    """
