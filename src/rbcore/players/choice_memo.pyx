"""A memo of what `lookahead` chooses in the playouts of `nested`.

Each thread has one, a table in which a choice takes the place of the one that was there. It answers
what would be chosen anyway, so games do not depend on what else a thread has played.
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
    """
    enum: PLAN_WORDS "RB_PLAN_WORDS"
    uint64_t* choice_at "rb_choice_at"(uint64_t key) noexcept nogil

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
