# Counting and selecting bits of 64-bit words, and operations on many cards with one instruction in
# the build that has AVX2, as IS_WIDE tells.

from libc.stdint cimport uint16_t, uint64_t, uint8_t

from rbcore.cards.c_compilers cimport lowest  # no-cython-lint: cimported from here by others
from rbcore.cards.card cimport card_t

cdef extern from *:
    """
    #include <stdint.h>
    /* Portable and branch-free: branches that depend on a random draw are mispredicted. */
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
        /* Prefix sums of the byte counts find the byte; halving finds the bit in it. */
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
    /* Bit k is bit k - before of the word at `at`; if negative, it is in an earlier word. */
    #ifndef RB_STEP_BACK
    #define RB_STEP_BACK(k, before, word, at, earlier_k, earlier_word, earlier_at) do { \
        uint64_t rb_back = (uint64_t)0 - (uint64_t)(k < before); \
        k = (k - before) ^ ((int)rb_back & ((k - before) ^ earlier_k)); \
        word ^= rb_back & (word ^ earlier_word); \
        at ^= (int)rb_back & (at ^ earlier_at); \
    } while (0)
    #endif
    static inline unsigned int rb_select_of_three(uint64_t first, uint64_t second, uint64_t third,
                                                  int before_second, int before_third,
                                                  int n) {
        int k = n, last = n;
        uint64_t word = second, last_word = third;
        unsigned int at = 64, last_at = 128, zero = 0;
        RB_STEP_BACK(k, before_second, word, at, n, first, zero);
        RB_STEP_BACK(last, before_third, last_word, last_at, k, word, at);
        return last_at + (unsigned int)rb_select(last_word, last);
    }
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
        /* Bits 0, 4 and 8 of each lane; the product moves those of lane l to 48 + l, and so on. */
        uint64_t flags = rb_filled(w0) >> 15 | rb_filled(w1) >> 11 | rb_filled(w2) >> 7;
        return flags * 0x0001000200040008ULL >> 48 & 0xFFF;
    }
    """
    int popcount "rb_popcount"(uint64_t w) noexcept nogil
    # The index of set bit number k, from 0; k is less than popcount(w).
    int select "rb_select"(uint64_t w, int k) noexcept nogil
    # The same for three words as if they were one, given the bit counts before two of them.
    unsigned int select_of_three "rb_select_of_three"(uint64_t first, uint64_t second,
                                                      uint64_t third, int before_second,
                                                      int before_third, int n) noexcept nogil
    # The four lowest bits of flags, each at the bottom of a 16-bit lane.
    uint64_t spread_lanes "rb_lanes"(uint64_t flags) noexcept nogil
    # The reverse for three words: which of their twelve lanes are nonzero, a bit each.
    uint64_t filled_lanes "rb_filled_lanes"(uint64_t w0, uint64_t w1, uint64_t w2) noexcept nogil

cdef extern from *:
    """
    #ifdef RB_HAS_AVX2
    #define RB_IS_WIDE 1
    static inline uint32_t rb_all_members(const uint8_t *cards, uint64_t set) {
        /* A card's bit is bit c & 7 of byte c >> 3 of the set: shuffles look up both. */
        const __m128i bits = _mm_set1_epi64x((long long)0x8040201008040201ULL);
        const __m128i back =
            _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        __m128i seven = _mm_set1_epi8(7);
        __m128i c = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)cards), back);
        __m128i byte = _mm_and_si128(_mm_srli_epi16(c, 3), seven);
        __m128i bit = _mm_shuffle_epi8(bits, _mm_and_si128(c, seven));
        byte = _mm_shuffle_epi8(_mm_cvtsi64_si128((long long)set), byte);
        return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(byte, bit), bit));
    }
    static inline uint32_t rb_sets_of(const uint64_t *sets, uint8_t card) {
        int n = 63 - card;
        return rb_signs_after_shift(sets, n) | rb_signs_after_shift(sets + 4, n) << 4;
    }
    static inline uint64_t rb_highest(const uint16_t *entries) {
        return (uint64_t)rb_signs_of_32(entries + 32) << 32 | rb_signs_of_32(entries);
    }
    #else
    #define RB_IS_WIDE 0
    static inline uint32_t rb_all_members(const uint8_t *cards, uint64_t set) {
        (void)cards; (void)set;
        return 0;
    }
    static inline uint32_t rb_sets_of(const uint64_t *sets, uint8_t card) {
        uint32_t in_sets = 0;
        for (int i = 0; i < 8; i++)
            in_sets |= (uint32_t)(sets[i] >> card & 1) << i;
        return in_sets;
    }
    static inline uint64_t rb_highest(const uint16_t *entries) { (void)entries; return 0; }
    #endif
    """
    enum: IS_WIDE "RB_IS_WIDE"
    # The set of the eight sets that contain a card, a bit each.
    unsigned int sets_of "rb_sets_of"(const uint64_t* sets, uint8_t card) noexcept nogil
    # These exist only if IS_WIDE. Which of 16 cards are in a set; bit 0 is the last card.
    unsigned int all_members "rb_all_members"(const uint8_t* cards, uint64_t set) noexcept nogil
    # Which of 64 entries have their highest bit set.
    uint64_t highest_bits "rb_highest"(const uint16_t* entries) noexcept nogil

cdef inline uint16_t members(const card_t* cards, int first, int last, uint64_t set) noexcept nogil:
    """Return which of at most 16 cards, `first` to `last`, are in a set: bit 15 - k for card k."""
    cdef unsigned int in_set = 0
    cdef int k
    if IS_WIDE:
        in_set = all_members(cards, set) & 0xFFFFU >> first & 0xFFFFU << (15 - last)
    else:
        for k in range(first, last + 1):
            in_set |= <unsigned int>(set >> cards[k] & 1) << (15 - k)
    return <uint16_t>in_set
