# Everything that differs between compilers: a branch for gcc and clang, and one for MSVC. No other
# file uses a compiler built-in or a system call, or depends on byte order.

from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>

    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define RB_THREAD_LOCAL __declspec(thread)
    #define RB_OUT_OF_LINE __declspec(noinline)
    #define rb_add_one(count) ((uint64_t)_InterlockedIncrement64((volatile long long *)(count)))
    #define rb_take_one(count) ((uint64_t)_InterlockedDecrement64((volatile long long *)(count)))
    #ifdef __AVX2__  /* /arch:AVX2 implies the others */
    #define RB_HAS_POPCNT
    #define RB_HAS_BMI2
    #define RB_HAS_AVX2
    static __forceinline uint64_t rb_deposit(uint64_t w, uint64_t mask) {
        return _pdep_u64(w, mask);
    }
    static __forceinline uint32_t rb_signs_of_32(const uint16_t *entries) {
        __m256i bytes = _mm256_packs_epi16(
            _mm256_loadu_si256((const __m256i *)entries),
            _mm256_loadu_si256((const __m256i *)(entries + 16)));
        return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xD8));
    }
    static __forceinline uint32_t rb_signs_after_shift(const uint64_t *words, int n) {
        __m256i shifted = _mm256_sll_epi64(
            _mm256_loadu_si256((const __m256i *)words), _mm_cvtsi32_si128(n));
        return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(shifted));
    }
    #endif
    static __forceinline int rb_lowest(uint64_t w) {
        unsigned long place = 0;
        _BitScanForward64(&place, w);
        return (int)place;
    }
    static __forceinline uint64_t rb_mul(uint64_t a, uint64_t b, uint64_t *high) {
    #ifdef _M_X64
        return _umul128(a, b, high);
    #else
        *high = __umulh(a, b);
        return a * b;
    #endif
    }

    #else  /* gcc and clang */
    #define RB_THREAD_LOCAL __thread
    #define RB_OUT_OF_LINE __attribute__((noinline, unused))
    #define rb_add_one(count) __atomic_add_fetch(count, 1, __ATOMIC_ACQ_REL)
    #define rb_take_one(count) __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL)
    #ifdef __POPCNT__
    #define RB_HAS_POPCNT
    #endif
    /* Built-ins, because including immintrin.h would double the compile time of small modules. */
    #ifdef __BMI2__
    #define RB_HAS_BMI2
    static inline uint64_t rb_deposit(uint64_t w, uint64_t mask) {
        return __builtin_ia32_pdep_di(w, mask);
    }
    #endif
    #ifdef __AVX2__
    #define RB_HAS_AVX2
    #include <string.h>
    #include <tmmintrin.h>
    typedef short rb_shorts __attribute__((vector_size(32)));
    typedef char rb_chars __attribute__((vector_size(32)));
    typedef long long rb_longs __attribute__((vector_size(32)));
    typedef double rb_doubles __attribute__((vector_size(32)));
    typedef int rb_ints __attribute__((vector_size(32)));
    #define RB_HAS_FOUR  /* vectors of words, on which C's operators work */
    typedef unsigned long long rb_four __attribute__((vector_size(32)));
    #ifdef __clang__
    #define RB_SHUFFLE __builtin_shufflevector
    #else
    #define RB_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (rb_longs){i, j, k, l})
    #endif
    static inline rb_four rb_mul_lower(rb_four a, rb_four b) {
        return (rb_four)__builtin_ia32_pmuludq256((rb_ints)a, (rb_ints)b);
    }
    static inline rb_four rb_mul_four(rb_four a, uint64_t b, rb_four *high) {
        const rb_four by = (rb_four){} + b, upper = a >> 32;
        rb_four low = rb_mul_lower(a, by), middle = rb_mul_lower(upper, by) + (low >> 32);
        rb_four second = rb_mul_lower(a, by >> 32) + (middle & 0xFFFFFFFFULL);
        *high = rb_mul_lower(upper, by >> 32) + (middle >> 32) + (second >> 32);
        return second << 32 | (low & 0xFFFFFFFFULL);
    }
    static inline uint32_t rb_signs_of_32(const uint16_t *entries) {
        /* Pack to bytes, which keep their sign, then restore the order of the four quarters. */
        rb_shorts first, second;
        memcpy(&first, entries, 32);
        memcpy(&second, entries + 16, 32);
        rb_chars bytes = __builtin_ia32_packsswb256(first, second);
        rb_longs in_order = RB_SHUFFLE((rb_longs)bytes, (rb_longs)bytes, 0, 2, 1, 3);
        return (uint32_t)__builtin_ia32_pmovmskb256((rb_chars)in_order);
    }
    static inline uint32_t rb_signs_after_shift(const uint64_t *words, int n) {
        rb_four four;
        memcpy(&four, words, 32);
        return (uint32_t)__builtin_ia32_movmskpd256((rb_doubles)(four << n));
    }
    #endif
    #ifdef __x86_64__
    /* As in bits.pxd. Compilers turn masks into branches, which random draws mispredict. */
    #define RB_STEP_BACK(k, before, word, at, earlier_k, earlier_word, earlier_at) \
        __asm__("sub %3, %0; cmovl %4, %0; cmovl %5, %1; cmovl %6, %2" \
                : "+&r"(k), "+&r"(word), "+&r"(at) \
                : "r"(before), "r"(earlier_k), "r"(earlier_word), "r"(earlier_at) : "cc")
    #endif
    #if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define rb_little_endian_32 __builtin_bswap32
    #define rb_little_endian_64 __builtin_bswap64
    #endif
    static inline int rb_lowest(uint64_t w) { return __builtin_ctzll(w); }
    static inline uint64_t rb_mul(uint64_t a, uint64_t b, uint64_t *high) {
        unsigned __int128 product = (unsigned __int128)a * b;
        *high = (uint64_t)(product >> 64);
        return (uint64_t)product;
    }
    #endif

    #ifndef rb_little_endian_32  /* most machines are little-endian */
    #define rb_little_endian_32(word) (word)
    #define rb_little_endian_64(word) (word)
    #endif

    #ifdef RB_HAS_POPCNT
    #ifdef _MSC_VER
    static __forceinline int rb_hardware_popcount(uint64_t w) { return (int)__popcnt64(w); }
    #else
    static inline int rb_hardware_popcount(uint64_t w) { return __builtin_popcountll(w); }
    #endif
    #endif
    """
    # The lower half of a product; `high` receives the upper half.
    uint64_t mul128 "rb_mul"(uint64_t a, uint64_t b, uint64_t* high) noexcept nogil
    # The index of the lowest set bit; w must not be 0.
    int lowest "rb_lowest"(uint64_t w) noexcept nogil
    # A word copied from memory, converted to the number whose lowest byte comes first; and the
    # reverse.
    uint32_t little_endian_32 "rb_little_endian_32"(uint32_t word) noexcept nogil
    uint64_t little_endian_64 "rb_little_endian_64"(uint64_t word) noexcept nogil
    # Add or subtract one from a count that threads share; return the new count.
    uint64_t add_one "rb_add_one"(uint64_t* count) noexcept nogil
    uint64_t take_one "rb_take_one"(uint64_t* count) noexcept nogil

cdef extern from *:
    """
    /* Whether the processor has popcnt, bmi, bmi2 and avx2, which the v3 build is compiled for. */
    static inline int rb_has_v3(void) {
    #if defined(_MSC_VER) && !defined(__clang__) && defined(_M_X64)
        int first[4], seventh[4];
        __cpuid(first, 0);
        if (first[0] < 7) return 0;
        __cpuid(first, 1);
        __cpuidex(seventh, 7, 0);
        return (first[2] >> 23 & 1)  /* popcnt */
            && (first[2] >> 27 & 1) && (_xgetbv(0) & 6) == 6  /* registers that the system saves */
            && (seventh[1] >> 3 & 1) && (seventh[1] >> 5 & 1) && (seventh[1] >> 8 & 1);
    #elif defined(__x86_64__) && defined(__GNUC__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    #else
        return 0;
    #endif
    }

    /* A monotonic clock. Declared here on Windows, because windows.h defines words that others
       use. */
    #ifdef _WIN32
    __declspec(dllimport) int __stdcall QueryUnbiasedInterruptTime(unsigned long long *);
    static inline int64_t rb_microseconds(void) {
        unsigned long long tenths = 0;
        QueryUnbiasedInterruptTime(&tenths);
        return (int64_t)(tenths / 10);
    }
    #else
    #include <time.h>
    static inline int64_t rb_microseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    }
    #endif
    """
    bint has_v3 "rb_has_v3"() noexcept nogil
    int64_t microseconds "rb_microseconds"() noexcept nogil
