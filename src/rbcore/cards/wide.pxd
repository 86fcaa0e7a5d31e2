# Many cards looked at with one instruction, in the build that has such (AVX2); IS_WIDE says so.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from rbcore.cards.card cimport card_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifdef RB_HAS_AVX2
    #define RB_IS_WIDE 1
    static inline uint32_t rb_all_members(const uint8_t *cards, uint64_t set) {
        /* A card's bit is bit c & 7 of byte c >> 3 of the set: both are looked up by a shuffle. */
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
        uint32_t found = 0;
        for (int i = 0; i < 8; i++)
            found |= (uint32_t)(sets[i] >> card & 1) << i;
        return found;
    }
    static inline uint64_t rb_highest(const uint16_t *entries) { (void)entries; return 0; }
    #endif
    """
    enum: IS_WIDE "RB_IS_WIDE"
    # Which of eight sets have a card in them.
    unsigned int sets_of "rb_sets_of"(const uint64_t* sets, uint8_t card) noexcept nogil
    # These only where IS_WIDE. Which of 16 cards are in a set, the last one by bit 0.
    unsigned int all_members "rb_all_members"(const uint8_t* cards, uint64_t set) noexcept nogil
    # Which of 64 entries have their highest bit set.
    uint64_t highest_bits "rb_highest"(const uint16_t* entries) noexcept nogil

cdef inline uint16_t members(
    const card_t* cards, int first, int last, uint64_t set
) noexcept nogil:
    """Which of 16 cards, from the first to the last given, are in a set: bit 15 - k for card k."""
    cdef unsigned int found = 0
    cdef int k
    if IS_WIDE:
        found = all_members(cards, set) & 0xFFFFU >> first & 0xFFFFU << (15 - last)
    else:
        for k in range(first, last + 1):
            found |= <unsigned int>(set >> cards[k] & 1) << (15 - k)
    return <uint16_t>found
