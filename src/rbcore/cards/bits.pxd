# Counting and choosing bits of 64-bit words.

from libc.stdint cimport uint64_t, uint32_t

from rbcore.cards.compiler cimport lowest  # no-cython-lint: cimported from here by others

cdef extern from *:
    """
    #include <stdint.h>
    /* Portable and branch-free: random play mispredicts every branch that depends on a draw. */
    #define RB_ONES 0x0101010101010101ULL

    static inline uint64_t rb_byte_counts(uint64_t w) {
        w -= (w >> 1) & 0x5555555555555555ULL;
        w = (w & 0x3333333333333333ULL) + ((w >> 2) & 0x3333333333333333ULL);
        return (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    }
    static inline int rb_popcount(uint64_t w) {
    #ifdef RB_HAS_POPCNT
        return rb_hardware_popcount(w);
    #else
        return (int)((rb_byte_counts(w) * RB_ONES) >> 56);
    #endif
    }
    #ifdef RB_HAS_BMI2
    static inline int rb_select(uint64_t w, int k) {
        return rb_lowest(rb_deposit(1ULL << k, w));
    }
    #else
    static inline int rb_select(uint64_t w, int k) {
        /* Prefix sums of the bytes' counts find the byte; halving finds the bit in it. */
        uint64_t sums = rb_byte_counts(w) * RB_ONES;
        uint64_t passed = (((uint64_t)k * RB_ONES) | (RB_ONES << 7)) - sums;
        int byte = (int)((((passed >> 7) & RB_ONES) * RB_ONES) >> 56) * 8, n, past;
        uint32_t b = (uint32_t)(w >> byte) & 0xff;
        k -= (int)(((sums << 8) >> byte) & 0xff);
        n = (b & 1) + (b >> 1 & 1) + (b >> 2 & 1) + (b >> 3 & 1);
        past = -(k >= n); byte += past & 4; b >>= past & 4; k -= past & n;
        n = (b & 1) + (b >> 1 & 1);
        past = -(k >= n); byte += past & 2; b >>= past & 2; k -= past & n;
        return byte + (k >= (int)(b & 1));
    }
    #endif
    static inline uint64_t rb_lanes(uint64_t flags) {
    #ifdef RB_HAS_BMI2
        return rb_deposit(flags, 0x0001000100010001ULL);
    #else
        return ((flags & 15) * 0x0000200040008001ULL) & 0x0001000100010001ULL;
    #endif
    }
    static inline uint64_t rb_filled(uint64_t w) {
        const uint64_t highest = 0x8000800080008000ULL;
        return (((w & ~highest) + ~highest) | w) & highest;
    }
    static inline uint64_t rb_filled_lanes(uint64_t w0, uint64_t w1, uint64_t w2) {
        /* Bits 0, 4 and 8 of each lane; the product puts those of lane l at 48 + l, and so on. */
        uint64_t flags = rb_filled(w0) >> 15 | rb_filled(w1) >> 11 | rb_filled(w2) >> 7;
        return flags * 0x0001000200040008ULL >> 48 & 0xFFF;
    }
    """
    int popcount "rb_popcount"(uint64_t w) noexcept nogil
    # Index of the k-th set bit, counted from 0; k is less than popcount(w).
    int select "rb_select"(uint64_t w, int k) noexcept nogil
    # The four lowest bits of flags, each at the bottom of a lane of 16 bits.
    uint64_t spread_lanes "rb_lanes"(uint64_t flags) noexcept nogil
    # The other way for three words: which of their twelve lanes are not 0, a bit each.
    uint64_t filled_lanes "rb_filled_lanes"(uint64_t w0, uint64_t w1, uint64_t w2) noexcept nogil
