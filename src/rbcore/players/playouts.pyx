"""Playouts: a position is played on for some turns, and where this leads is valued.

Positions come again, on other ways, in the next playout, at the next decision. So each thread has
memos of what playouts come to, and of what is chosen in those of `nested`: tables in which an
answer takes the place of the one that was there. They answer what would be found anyway, so games
do not depend on what else a thread has played.
"""

from libc.stdint cimport UINT32_MAX, int64_t
from libc.string cimport memcpy

from rbcore.board.position cimport is_won, length, state_key
from rbcore.cards.hashing cimport mix_bytes, mix_words
from rbcore.moves.legal_moves cimport find_moves, has_move, nth_move
from rbcore.moves.transition cimport apply
from rbcore.players.evaluation cimport N_WEIGHTS, context_t, houses_value, prepare
from rbcore.players.weighted cimport can_build, foundation_move, weighted_move
from rbcore.rules.compiled cimport RESERVE

cdef enum:
    PLAYOUT_MOVES = 400   # of a playout
    MOST_PASSED = 64      # decisions of a playout under which its value is noted
    # The value is WIN_VALUE * lead / (EVEN_LEAD + |lead|), where a lead is counted in tenths of a
    # hand card: so a lead of EVEN_LEAD counts half a win.
    EVEN_LEAD = 200
    HAND_CARD = 10
    RESERVE_CARD = 26
    TO_MOVE = 20
    MOST_COST = 1 << 20
    VALUE_OF_LEAD = 50    # of the houses as they lie
    FURTHEST = 255        # turns that a choice may look ahead

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

assert sizeof(turn_plan_t) <= PLAN_WORDS * sizeof(uint64_t)

# Where a playout came to a decision, and after how many moves.
cdef struct decision_t:
    uint64_t key
    int made


cdef void begin_playouts(playout_t* how, const rules_t* r, const int* w) noexcept nogil:
    """Have all go on as `weighted`."""
    how.r = r
    how.w = w
    how.salt = mix_bytes(r.salt, w, N_WEIGHTS * sizeof(int))
    how.decide = _as_weighted
    how.context = NULL


cdef move_t _as_weighted(
    const view_t* view, const moves_t* m, const playout_t* how, turn_plan_t* _plan
) noexcept nogil:
    return weighted_move(view, how.r, m, how.w)


cdef int playout_value(
    position_t* p, int seat, uint32_t until, const playout_t* how
) noexcept nogil:
    """Play a position on to the turn `until`, and return what it is worth to a seat there.

    Its key must be that of all its cards. It may be a view, if what is hidden from the seat is
    hidden from all. At a decision that another playout has come to the two would go on alike: there
    the value comes out of a memo.
    """
    cdef decision_t passed[MOST_PASSED]
    cdef moves_t m
    cdef move_t move
    cdef turn_plan_t plan
    cdef uint64_t key
    cdef int made, more, value, i, n_passed = 0
    plan.n = plan.at = 0
    for made in range(PLAYOUT_MOVES):
        if is_won(p):
            value = WIN_VALUE if p.seat == seat else -WIN_VALUE
            break
        if p.turn >= until:
            value = leaf_value(p, how.r, seat, how.w, 0)
            break
        find_moves(p, how.r, &m)
        if plan.at < plan.n and plan.turn == p.turn and has_move(p, how.r, &m, plan.moves[plan.at]):
            move = plan.moves[plan.at]
            plan.at += 1
        elif m.count == 1:
            plan.n = 0
            move = nth_move(p, how.r, &m, 0)
        elif can_build(&m):
            plan.n = 0
            move = foundation_move(p.seat, how.r, &m)
        else:
            key = value_key(p, seat, until, how.salt)
            if _recall_value(key, &value, &more) and made + more < PLAYOUT_MOVES:
                made += more
                break
            if n_passed < MOST_PASSED:
                passed[n_passed].key = key
                passed[n_passed].made = made
                n_passed += 1
            plan.n = 0
            move = how.decide(<const view_t*>p, &m, how, &plan)
        apply(p, how.r, move)
    else:
        return leaf_value(p, how.r, seat, how.w, 0)
    for i in range(n_passed):
        _note_value(passed[i].key, value, made - passed[i].made)
    return value


cdef void follow(position_t* p, const rules_t* r, const move_t* moves, int n) noexcept nogil:
    """Make n moves, as far as they are legal."""
    cdef moves_t m
    cdef int i
    for i in range(n):
        find_moves(p, r, &m)
        if not has_move(p, r, &m, moves[i]):
            return
        apply(p, r, moves[i])


cdef int leaf_value(
    const position_t* p, const rules_t* r, int seat, const int* w, int houses_before
) noexcept nogil:
    """The value of a position to a seat: its lead in cards, and the houses for who is to move.

    `houses_before` is deducted from their value. It cancels out where all positions compared have
    the same seat to move, as the ends of playouts do.
    """
    cdef context_t context
    cdef int other, ahead, least = MOST_COST
    cdef int64_t lead
    for other in range(r.seats):
        if other != seat:
            least = min(least, _cost(p, other))
    prepare(&context, p, r, w)
    ahead = TO_MOVE + (houses_value(&context, p, r) - houses_before) // VALUE_OF_LEAD
    lead = least - _cost(p, seat) + (ahead if p.seat == seat else -ahead)
    return <int>(WIN_VALUE * lead // (EVEN_LEAD + max(lead, -lead)))


cdef inline int _cost(const position_t* p, int seat) noexcept nogil:
    return HAND_CARD * p.cards_left[seat] + (RESERVE_CARD - HAND_CARD) * length(p, RESERVE + seat)


# ---- what has been asked before ------------------------------------------------------------------


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


cdef inline bint _recall_value(uint64_t key, int* value, int* moves) noexcept nogil:
    """Fill in the value that was noted under a key, and after how many moves; False if none was."""
    cdef const value_t* noted = value_at(key)
    if noted.key != key:
        return False
    value[0] = noted.value
    moves[0] = noted.moves
    return True


cdef inline void _note_value(uint64_t key, int value, int moves) noexcept nogil:
    """Note the value that a playout came to, after so many moves from here."""
    cdef value_t* noted = value_at(key)
    noted.key = key
    noted.value = value
    noted.moves = moves
