"""Memos of what playouts come to, and of what `lookahead` chooses in those of `nested`.

Each thread has one of each, a table in which an answer takes the place of the one that was there.
They answer what would be found anyway, so games do not depend on what else a thread has played.
"""

from libc.stdint cimport UINT32_MAX
from libc.string cimport memcpy

from rbcore.board.position cimport state_key
from rbcore.cards.hashing cimport mix_words

cdef extern from *:
    """
    #define RB_PLAN_WORDS 7
    /* Of each choice the key, 0 where there is none, and behind it a turn_plan_t. */
    #define RB_CHOICES 2048
    static RB_THREAD_LOCAL uint64_t rb_choices[RB_CHOICES][1 + RB_PLAN_WORDS];
    static inline uint64_t *rb_choice_at(uint64_t key) {
        return rb_choices[(key >> 32) % RB_CHOICES];
    }
    typedef struct {
        uint64_t key;         /* 0 where there is none */
        int32_t value, moves;
    } rb_value_t;
    #define RB_VALUES 2048
    static RB_THREAD_LOCAL rb_value_t rb_values[RB_VALUES];
    static inline rb_value_t *rb_value_at(uint64_t key) {
        return rb_values + (key >> 32) % RB_VALUES;
    }
    """
    enum: PLAN_WORDS "RB_PLAN_WORDS"
    uint64_t* choice_at "rb_choice_at"(uint64_t key) noexcept nogil
    ctypedef struct value_t "rb_value_t":
        uint64_t key
        int value
        int moves
    value_t* value_at "rb_value_at"(uint64_t key) noexcept nogil

cdef enum:
    FURTHEST = 255        # turns that a choice may look ahead

assert sizeof(turn_plan_t) <= PLAN_WORDS * sizeof(uint64_t)


cdef uint64_t choice_key(const position_t* p, int horizon, uint64_t salt) noexcept nogil:
    """A hash of all that a choice depends on, which is never 0.

    That is the rules, the weights and how far is looked, for which `salt` stands, and the position.
    Of the number of its turn nothing matters, as turns are counted from it, but whether that many
    can still be counted. Nothing is drawn, no time taken, and the work for house plans has no
    limit that other choices use up.
    """
    return mix_words(state_key(p), salt, min(UINT32_MAX - p.turn, <unsigned int>horizon)) | 1


cdef bint recall_choice(uint64_t key, turn_plan_t* plan) noexcept nogil:
    """Fill in the plan that was noted under a key; False if there is none."""
    cdef const uint64_t* choice = choice_at(key)
    if choice[0] != key:
        return False
    memcpy(plan, choice + 1, sizeof(turn_plan_t))
    return True


cdef void note_choice(uint64_t key, const turn_plan_t* plan) noexcept nogil:
    """Note the plan that was chosen, which has a first move even if it plans nothing."""
    cdef uint64_t* choice = choice_at(key)
    choice[0] = key
    memcpy(choice + 1, plan, sizeof(turn_plan_t))


cdef uint64_t value_key(
    const position_t* p, int seat, uint32_t until, uint64_t salt
) noexcept nogil:
    """A hash of all that a playout's value to a seat depends on, which is never 0.

    That is what its choices depend on, and the turns until it ends. Some of these choices look on
    beyond its end, as far as turns can be counted.
    """
    cdef uint64_t turns = until - p.turn, beyond = min(UINT32_MAX - until, <uint32_t>FURTHEST)
    return mix_words(state_key(p), salt, beyond << 40 | turns << 8 | <unsigned int>seat) | 1


cdef bint recall_value(uint64_t key, int* value, int* moves) noexcept nogil:
    """Fill in the value that was noted under a key, and after how many moves; False if none was."""
    cdef const value_t* noted = value_at(key)
    if noted.key != key:
        return False
    value[0] = noted.value
    moves[0] = noted.moves
    return True


cdef void note_value(uint64_t key, int value, int moves) noexcept nogil:
    """Note the value that a playout came to, after so many moves from here."""
    cdef value_t* noted = value_at(key)
    noted.key = key
    noted.value = value
    noted.moves = moves
