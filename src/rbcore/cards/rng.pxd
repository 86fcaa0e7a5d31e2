# Random streams: Philox4x64-10 (Salmon et al., SC 2011), the counter-based generator that NumPy
# ships; and packs shuffled by them.
#
# The seed is the key; the counter is (block, replicate, game, purpose). So every game of a seed has
# streams of its own, which cannot meet those of another game, and is the same on every machine.
# The replicate of the deal and of the starter is 0; a game that is dealt, or played, in another way
# has another one for its hidden cards (FOR_DEAL), or for what is drawn in play.
# The n-th word of a stream is that of numpy.random.Philox(key=[seed, 0], counter=[0, replicate,
# game, purpose]): NumPy steps the counter before it makes a block, so the first block here is 1.

from libc.stdint cimport uint32_t, uint64_t

from rbcore.cards.c_compilers cimport mul128
from rbcore.cards.card cimport card_t

# Players in Python draw with purposes 16 + seat, by NumPy.
cdef enum purpose_t:
    FOR_DEAL = 0
    FOR_STARTER = 1
    FOR_PLAY = 2
    FOR_LAPSES = 3
    FOR_WORLDS = 4       # of players that draw nothing else

cdef enum:
    BLOCKS = 4            # made at a time: none waits for another
    HALVES = 8 * BLOCKS

cdef struct stream_t:
    uint64_t seed
    uint64_t game
    uint64_t purpose
    uint64_t replicate
    uint64_t block        # blocks made so far
    uint32_t halves[HALVES]   # the newest, of each word the low half first, as NumPy has it
    uint32_t given        # halves given out

cdef inline void open_stream(stream_t* s, uint64_t seed, uint64_t game,
                             uint64_t purpose) noexcept nogil:
    open_replicate(s, seed, game, purpose, 0)

cdef inline void open_replicate(stream_t* s, uint64_t seed, uint64_t game, uint64_t purpose,
                                uint64_t replicate) noexcept nogil:
    s.seed = seed
    s.game = game
    s.purpose = purpose
    s.replicate = replicate
    s.block = 0
    s.given = HALVES

cdef inline void next_block(stream_t* s, uint32_t* halves) noexcept nogil:
    cdef uint64_t c0, c1 = s.replicate, c2 = s.game, c3 = s.purpose, k0 = s.seed, k1 = 0
    cdef uint64_t low0, low1, high0 = 0, high1 = 0
    cdef int _round
    s.block += 1
    c0 = s.block
    for _round in range(10):
        low0 = mul128(0xD2E7470EE14C6C93ULL, c0, &high0)
        low1 = mul128(0xCA5A826395121157ULL, c2, &high1)
        c0 = high1 ^ c1 ^ k0
        c2 = high0 ^ c3 ^ k1
        c1 = low1
        c3 = low0
        k0 += 0x9E3779B97F4A7C15ULL
        k1 += 0xBB67AE8584CAA73BULL
    halves[0] = <uint32_t>c0
    halves[1] = <uint32_t>(c0 >> 32)
    halves[2] = <uint32_t>c1
    halves[3] = <uint32_t>(c1 >> 32)
    halves[4] = <uint32_t>c2
    halves[5] = <uint32_t>(c2 >> 32)
    halves[6] = <uint32_t>c3
    halves[7] = <uint32_t>(c3 >> 32)

cdef inline void next_blocks(stream_t* s) noexcept nogil:
    cdef int i
    for i in range(BLOCKS):
        next_block(s, s.halves + 8 * i)
    s.given = 0

cdef inline uint32_t next32(stream_t* s) noexcept nogil:
    cdef uint32_t i
    if s.given == HALVES:
        next_blocks(s)
    i = s.given
    s.given = i + 1
    return s.halves[i]

cdef inline uint32_t below(stream_t* s, uint32_t n) noexcept nogil:
    """An unbiased draw from 0 to n-1 (Lemire, ACM TOMACS 29, 2019); n is at least 1."""
    cdef uint64_t m = <uint64_t>next32(s) * n
    cdef uint32_t floor
    if <uint32_t>m < n:
        floor = (<uint32_t>0 - n) % n
        while <uint32_t>m < floor:
            m = <uint64_t>next32(s) * n
    return <uint32_t>(m >> 32)

cdef inline uint64_t drawn(const stream_t* s) noexcept nogil:
    """Draws of 32 bits that a stream has given."""
    return 8 * s.block + s.given - HALVES

cdef inline void skip(stream_t* s, uint64_t n) noexcept nogil:
    """Step a stream that has just been opened over its first n draws of 32 bits."""
    s.block = n // HALVES * BLOCKS
    if n % HALVES:
        next_blocks(s)
        s.given = <uint32_t>(n % HALVES)

cdef inline void shuffle(stream_t* stream, card_t* cards, int first, int end) noexcept nogil:
    """Let each card from number `first` on change places with one at or before it (Fisher, Yates).

    The card number 0 can only stay, but takes a draw if it is not left out.
    """
    cdef int i
    cdef uint32_t j
    cdef card_t c
    for i in range(first, end):
        j = below(stream, <uint32_t>(i + 1))
        c = cards[i]
        cards[i] = cards[j]
        cards[j] = c
