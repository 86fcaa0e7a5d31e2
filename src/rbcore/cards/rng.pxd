# Random streams: Philox4x64-10 (Salmon et al., SC 2011), the counter-based generator that NumPy
# also ships; and shuffling of packs.
#
# The seed is the key, and the counter is (block, replicate, game, purpose). So every game of a seed
# has its own streams, which never overlap those of another game and are the same on every machine.
# The replicate is 0 for the deal and the starter. A redraw of a game's hidden cards (FOR_DEAL) or
# of its play has another replicate. Word n of a stream is that of numpy.random.Philox(key=[seed,
# 0], counter=[0, replicate, game, purpose]). NumPy steps the counter before it makes a block, so
# the first block here is 1.

from libc.stdint cimport uint32_t, uint64_t

from rbcore.cards.c_compilers cimport lowest  # no-cython-lint: for its C
from rbcore.cards.card cimport card_t

# Players in Python draw through NumPy with purposes 16 + seat.
cdef enum purpose_t:
    FOR_DEAL = 0
    FOR_STARTER = 1
    FOR_PLAY = 2
    FOR_LAPSES = 3
    FOR_WORLDS = 4       # for players that draw nothing else

cdef enum:
    BLOCKS = 8            # made at a time, since none waits for another
    HALVES = 8 * BLOCKS

cdef extern from *:
    """
    /* A round of Philox for one counter, or for four side by side. */
    #define RB_ROUND(words, multiply, c, k0, k1) do { \
        words high_0, low_0 = multiply(c[0], 0xD2E7470EE14C6C93ULL, &high_0); \
        words high_1, low_1 = multiply(c[2], 0xCA5A826395121157ULL, &high_1); \
        c[0] = high_1 ^ (c[1] ^ k0), c[1] = low_1, c[2] = high_0 ^ (c[3] ^ k1), c[3] = low_0; \
    } while (0)
    #define RB_NEXT_KEYS(k0, k1) k0 += 0x9E3779B97F4A7C15ULL, k1 += 0xBB67AE8584CAA73BULL
    #define RB_MAKE_BLOCKS static RB_OUT_OF_LINE void rb_make_blocks( \
        const uint64_t *counter, uint64_t seed, uint32_t *halves)  /* spares callers' registers */
    #ifdef RB_HAS_FOUR
    RB_MAKE_BLOCKS {  /* two groups of four, since one group would stall on itself */
        rb_four c[2][4], k0 = (rb_four){} + seed, k1 = {};
        for (int i = 0; i < 8; i++)
            c[i >> 2][i & 3] = (rb_four){} + counter[i & 3];
        c[0][0] += (rb_four){1, 2, 3, 4};
        c[1][0] += (rb_four){5, 6, 7, 8};
        for (int round = 0; round < 10; round++, RB_NEXT_KEYS(k0, k1)) {
            RB_ROUND(rb_four, rb_mul_four, c[0], k0, k1);
            RB_ROUND(rb_four, rb_mul_four, c[1], k0, k1);
        }
        for (int i = 0; i < 2; i++) {  /* transpose words of four blocks to blocks of four words */
            rb_four a = RB_SHUFFLE(c[i][0], c[i][1], 0, 4, 2, 6);
            rb_four b = RB_SHUFFLE(c[i][2], c[i][3], 0, 4, 2, 6);
            rb_four d = RB_SHUFFLE(c[i][0], c[i][1], 1, 5, 3, 7);
            rb_four e = RB_SHUFFLE(c[i][2], c[i][3], 1, 5, 3, 7);
            rb_four blocks[4] = {RB_SHUFFLE(a, b, 0, 1, 4, 5), RB_SHUFFLE(d, e, 0, 1, 4, 5),
                                 RB_SHUFFLE(a, b, 2, 3, 6, 7), RB_SHUFFLE(d, e, 2, 3, 6, 7)};
            memcpy(halves + 32 * i, blocks, sizeof(blocks));
        }
    }
    #else
    RB_MAKE_BLOCKS {
        for (uint64_t i = 1; i <= 8; i++) {
            uint64_t c[4] = {counter[0] + i, counter[1], counter[2], counter[3]}, k0 = seed, k1 = 0;
            for (int round = 0; round < 10; round++, RB_NEXT_KEYS(k0, k1))
                RB_ROUND(uint64_t, rb_mul, c, k0, k1);
            for (int word = 0; word < 4; word++) {
                *halves++ = (uint32_t)c[word];
                *halves++ = (uint32_t)(c[word] >> 32);
            }
        }
    }
    #endif
    """
    # The next blocks after a counter.
    void make_blocks "rb_make_blocks"(const uint64_t* counter, uint64_t seed,
                                      uint32_t* halves) noexcept nogil

cdef struct stream_t:
    uint64_t seed
    uint64_t block        # blocks made so far; the counter with the fields below
    uint64_t replicate
    uint64_t game
    uint64_t purpose
    uint32_t halves[HALVES]   # the latest blocks; each word low half first, as in NumPy
    uint32_t taken        # halves given out

cdef inline void open_stream(stream_t* s, uint64_t seed, uint64_t game, uint64_t purpose,
                             uint64_t replicate=0) noexcept nogil:
    s.seed = seed
    s.game = game
    s.purpose = purpose
    s.replicate = replicate
    s.block = 0
    s.taken = HALVES

cdef inline void next_blocks(stream_t* s) noexcept nogil:
    make_blocks(&s.block, s.seed, s.halves)
    s.block += BLOCKS
    s.taken = 0

cdef inline uint32_t next32(stream_t* s) noexcept nogil:
    cdef uint32_t i
    if s.taken == HALVES:
        next_blocks(s)
    i = s.taken
    s.taken = i + 1
    return s.halves[i]

cdef inline uint32_t below(stream_t* s, uint32_t n) noexcept nogil:
    """Draw an unbiased number from 0 to n-1 (Lemire, ACM TOMACS 29, 2019); n is at least 1."""
    cdef uint64_t m = <uint64_t>next32(s) * n
    cdef uint32_t floor
    if <uint32_t>m < n:
        floor = (<uint32_t>0 - n) % n
        while <uint32_t>m < floor:
            m = <uint64_t>next32(s) * n
    return <uint32_t>(m >> 32)

cdef inline uint64_t drawn(const stream_t* s) noexcept nogil:
    """Return the number of 32-bit draws that a stream has given."""
    return 8 * s.block + s.taken - HALVES

cdef inline void skip(stream_t* s, uint64_t n) noexcept nogil:
    """Skip the first n 32-bit draws of a newly opened stream."""
    s.block = n // HALVES * BLOCKS
    if n % HALVES:
        next_blocks(s)
        s.taken = <uint32_t>(n % HALVES)

cdef inline void shuffle(stream_t* stream, card_t* cards, int first, int end) noexcept nogil:
    """Swap each card from number `first` on with a random one at or before it (Fisher-Yates).

    Card number 0 can only stay, but uses a draw if it is included.
    """
    cdef int i
    cdef uint32_t j
    cdef card_t c
    for i in range(first, end):
        j = below(stream, <uint32_t>(i + 1))
        c = cards[i]
        cards[i] = cards[j]
        cards[j] = c
