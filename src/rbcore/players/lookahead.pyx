"""The players that evaluate the ends of their turn by playouts.

They are `lookahead`, `nested`, `thorough`, `frugal` and `search`. Playouts come first in this file.
"""

from libc.stdint cimport UINT32_MAX, int32_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport cards_key, is_won, length, state_key
from rbcore.cards.c_compilers cimport microseconds
from rbcore.cards.card cimport UNKNOWN
from rbcore.cards.hash_table cimport mix_bytes, mix_words
from rbcore.cards.interrupts cimport interrupted
from rbcore.cards.rng cimport FOR_WORLDS, open_stream
from rbcore.moves.legal_moves cimport find_moves, has_move, nth_move
from rbcore.moves.transition cimport apply
from rbcore.observation.view cimport determinize, find_unseen, unseen_t
from rbcore.players.evaluation cimport (
    N_WEIGHTS, NO_VALUE, WEIGHTS_PLANNER, WEIGHTS_PLANNER_V3, WEIGHTS_WEIGHTED,
    WEIGHTS_WEIGHTED_V3, can_build, context_t, foundation_move, get_weights, houses_value, prepare,
    weighted_move,
)
from rbcore.players.planner cimport LONGEST_PLAN, MAX_NODES, begin_plan, end_t, ends_t, find_ends
from rbcore.rules.compiled cimport RESERVE

# ---- playouts: a position is played on for some turns and then evaluated -------------------------
# Positions recur: by transposition, in the next playout, at the next decision. So each thread has
# memos of the values of playouts and of the choices in those of `nested`. In these tables a new
# entry replaces the old one. A memo only saves recomputation, so games do not depend on what else a
# thread has played.

cdef enum:
    PLAYOUT_MOVES = 400   # in a playout
    MAX_PASSED = 64      # decisions of a playout at which its value is noted
    # The value is WIN_VALUE * lead / (EVEN_LEAD + |lead|), with the lead in tenths of a hand card:
    # a lead of EVEN_LEAD counts as half a win.
    EVEN_LEAD = 200
    HAND_CARD = 10
    RESERVE_CARD = 26
    TO_MOVE = 20
    MAX_COST = 1 << 20
    VALUE_OF_LEAD = 50    # of the houses as they are
    HORIZON = 2           # turns of a playout as `weighted`, including the present one
    FURTHEST = 255        # turns that a choice may look ahead

cdef extern from *:
    """
    #define RB_PLAN_WORDS 7
    RB_MEMO(choice, 1 + RB_PLAN_WORDS, 2048)    /* noted_choice_t; key 0 is empty */
    RB_MEMO(value, 2, 2048)                     /* noted_value_t */
    """
    enum: PLAN_WORDS "RB_PLAN_WORDS"
    uint64_t* choice_at "rb_choice_at"(uint64_t key) noexcept nogil
    uint64_t* value_at "rb_value_at"(uint64_t key) noexcept nogil

# The value of a playout, and its number of moves.
cdef struct noted_value_t:
    uint64_t key
    int32_t value
    int32_t moves

# The plan that was chosen; it has a first move even if nothing is planned.
cdef struct noted_choice_t:
    uint64_t key
    turn_plan_t plan

assert sizeof(noted_choice_t) <= (1 + PLAN_WORDS) * sizeof(uint64_t)

# A decision that a playout reached, and the number of moves before it.
cdef struct decision_t:
    uint64_t key
    int n_moves

cdef void begin_playouts(playout_t* how, const rules_t* r, const int* w) noexcept nogil:
    """Set up playouts in which every seat plays as `weighted`."""
    how.r = r
    how.w = w
    how.salt = mix_bytes(r.salt, w, N_WEIGHTS * sizeof(int))
    how.decide = _as_weighted
    how.context = NULL

cdef move_t _as_weighted(const view_t* view, const moves_t* m, const playout_t* how,
                         turn_plan_t* _plan) noexcept nogil:
    return weighted_move(view, how.r, m, how.w)

cdef int playout_value(position_t* p, int seat, uint32_t until,
                       const playout_t* how) noexcept nogil:
    """Play a position on to the turn `until`, and return its value to a seat there.

    Its key must cover all its cards. The position may be a view if every card hidden from the seat
    is hidden from all. At a decision that another playout has reached, both would continue alike,
    so the value comes from a memo.
    """
    cdef decision_t passed[MAX_PASSED]
    cdef moves_t m
    cdef move_t move
    cdef turn_plan_t plan
    cdef uint64_t key
    cdef noted_value_t* noted
    cdef int n_moves, value, i, n_passed = 0
    plan.n = plan.at = 0
    for n_moves in range(PLAYOUT_MOVES):
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
            noted = <noted_value_t*>value_at(key)
            if noted.key == key and n_moves + noted.moves < PLAYOUT_MOVES:
                value = noted.value
                n_moves += noted.moves
                break
            if n_passed < MAX_PASSED:
                passed[n_passed].key = key
                passed[n_passed].n_moves = n_moves
                n_passed += 1
            plan.n = 0
            move = how.decide(<const view_t*>p, &m, how, &plan)
        apply(p, how.r, move)
    else:
        return leaf_value(p, how.r, seat, how.w, 0)
    for i in range(n_passed):
        noted = <noted_value_t*>value_at(passed[i].key)
        noted[0] = noted_value_t(passed[i].key, value, n_moves - passed[i].n_moves)
    return value

cdef void follow(position_t* p, const rules_t* r, const move_t* moves, int n) noexcept nogil:
    """Make n moves, up to the first illegal one."""
    cdef moves_t m
    cdef int i
    for i in range(n):
        find_moves(p, r, &m)
        if not has_move(p, r, &m, moves[i]):
            return
        apply(p, r, moves[i])

cdef int leaf_value(const position_t* p, const rules_t* r, int seat, const int* w,
                    int houses_before) noexcept nogil:
    """Return the value of a position to a seat: its lead in cards, and the mover's houses.

    `houses_before` is subtracted from the value of the houses. It cancels out where all compared
    positions have the same seat to move, as the ends of playouts do.
    """
    cdef context_t context
    cdef int other, ahead, least = MAX_COST
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

# ---- memo keys -----------------------------------------------------------------------------------

cdef uint64_t choice_key(const position_t* p, int horizon, uint64_t salt) noexcept nogil:
    """Return a hash of everything that a choice depends on; never 0.

    That is the position, and the rules, the weights and the horizon, for which `salt` stands. The
    turn number matters only in that it may be too near its maximum for the turns to be counted.
    Nothing is drawn, no time is measured, and the search for house plans has no shared limit, so
    nothing else matters.
    """
    return mix_words(state_key(p), salt, min(UINT32_MAX - p.turn, <unsigned int>horizon)) | 1

cdef uint64_t value_key(const position_t* p, int seat, uint32_t until,
                        uint64_t salt) noexcept nogil:
    """Return a hash of everything that a playout's value to a seat depends on; never 0.

    That is what its choices depend on, and the number of turns until it ends. Some of these choices
    look beyond its end, if turns can be counted.
    """
    cdef uint64_t turns = until - p.turn, beyond = min(UINT32_MAX - until, <uint32_t>FURTHEST)
    return mix_words(state_key(p), salt, beyond << 40 | turns << 8 | <unsigned int>seat) | 1

# ---- `lookahead`, `nested`, `thorough` and `frugal`: each end of a turn is played on once --------

cdef enum:
    MAX_CANDIDATES = 32
    ROUND_STEP = 2        # moves added in each round of the search for ends
    MAX_RANKED = 2 * MAX_CANDIDATES
    WIN_PER_VALUE = 15    # weight of the planner's value of an end in its total

# A variable, because compilers then call the faster copy.
cdef size_t POSITION_BYTES = sizeof(position_t)

# A possible end of the turn.
cdef struct candidate_t:
    int value             # to the planner
    int length            # moves on the way, up to the first unknown card
    move_t moves[LONGEST_PLAN]
    uint64_t key          # of the resulting position
    int64_t standing      # for `search`, the sum of its playouts' values
    position_t after

cdef struct candidates_t:
    int n
    candidate_t all[MAX_CANDIDATES]

cdef extern from *:
    """
    #define RB_ENDS_WORDS 6100
    #define RB_CANDIDATES_WORDS 6500
    RB_ROOM(ends, RB_ENDS_WORDS, 1)
    RB_ROOM(candidates, RB_CANDIDATES_WORDS, 2)    /* for the seat and for replies */
    """
    enum:
        ENDS_WORDS "RB_ENDS_WORDS"
        CANDIDATES_WORDS "RB_CANDIDATES_WORDS"
    void* ends_number "rb_ends_number"(int n) noexcept nogil
    void* candidates_number "rb_candidates_number"(int n) noexcept nogil

assert sizeof(ends_t) <= ENDS_WORDS * sizeof(uint64_t)
assert sizeof(candidates_t) <= CANDIDATES_WORDS * sizeof(uint64_t)

# The playouts of a decision: all seats as `weighted`, and all by an outlook, or NULL.
cdef struct playouts_t:
    playout_t weighted
    playout_t by_replies
    const outlook_t* replies

OUTLOOKS[:] = [
    outlook_t(nodes=70, candidates=6, kept=0, within=0, reply_horizon=0, worlds=0, replies=NULL),
    outlook_t(nodes=120, candidates=16, kept=5, within=0, reply_horizon=6, worlds=0,
              replies=&OUTLOOKS[0]),
    outlook_t(nodes=400, candidates=32, kept=12, within=0, reply_horizon=6, worlds=12,
              replies=&OUTLOOKS[3]),
    outlook_t(nodes=140, candidates=12, kept=0, within=0, reply_horizon=0, worlds=0, replies=NULL),
    outlook_t(nodes=200, candidates=28, kept=3, within=80_000, reply_horizon=4, worlds=0,
              replies=&OUTLOOKS[0]),
]

cdef move_t lookahead_move(view_t* view, const rules_t* r, const moves_t* m,
                           const outlook_t* outlook, turn_plan_t* plan) noexcept nogil:
    """Return the first move of the best candidate and plan the rest; if none, as `weighted`.

    Candidates are the ends of the turn with the highest value to `planner`. Each is played on once
    from the view as it is: an unknown card stays unknown and fits nowhere. With `replies`, the best
    of them are played on again with all seats looking ahead themselves. This is omitted where there
    are no houses and no memory, because the loads of unknown cards would matter most there.

    Every turn ends: each candidate contains a special or a progress move or bares a card, and
    without candidates the argument for `weighted` holds. The view gets the key of all its cards.
    """
    cdef playouts_t how
    view.seen.key = cards_key(&view.seen)
    _begin(&how, r, outlook.replies)
    return _choose(view, m, outlook, &how, plan)

cdef void _begin(playouts_t* how, const rules_t* r, const outlook_t* replies) noexcept nogil:
    """Set up the playouts of a decision."""
    begin_playouts(&how.weighted, r, _weights(r))
    how.replies = replies
    if replies != NULL:
        how.by_replies = how.weighted
        how.by_replies.salt = mix_bytes(
            mix_bytes(how.weighted.salt, _plan_weights(r), N_WEIGHTS * sizeof(int)),
            replies, sizeof(outlook_t),
        )
        how.by_replies.decide = _recalled_move
        how.by_replies.context = how

cdef move_t _choose(const view_t* view, const moves_t* m, const outlook_t* outlook,
                    const playouts_t* how, turn_plan_t* plan) noexcept nogil:
    """Do lookahead_move() for a view whose key covers all its cards."""
    cdef const rules_t* r = how.weighted.r
    # Replies have no replies, so at most two decisions are open at a time.
    cdef candidates_t* candidates = <candidates_t*>candidates_number(outlook.replies == NULL)
    cdef const candidate_t* best
    cdef bint asks = outlook.replies != NULL and (r.houses or view.seen.remembers)
    cdef bint shared = True
    _find_candidates(candidates, view, r, m, outlook)
    plan.n = 0
    if candidates.n == 0:
        return weighted_move(view, r, m, how.weighted.w)
    if candidates.n == 1:
        shared = False
    elif asks and candidates.n <= outlook.kept and not outlook.within:
        # All would be kept, so the values without replies serve only to break ties.
        _play_on_by_replies(candidates, view, outlook, how, True)
        _best(candidates, &shared)
    if shared:
        _play_on(candidates, view, HORIZON, &how.weighted, asks)
        if asks:
            if outlook.within:
                _keep_distinct(candidates)
            _keep_best(candidates, outlook.kept)
            if outlook.within:
                _keep_close(candidates, outlook.within)
            if candidates.n > 1:
                _play_on_by_replies(candidates, view, outlook, how, False)
    best = _best(candidates, &shared)
    return begin_plan(plan, view.seen.turn, best.moves, best.length)

cdef const candidate_t* _best(const candidates_t* candidates, bint* shared) noexcept nogil:
    """Return the first candidate with the best standing, and whether others share it."""
    cdef const candidate_t* best = &candidates.all[0]
    cdef int i
    shared[0] = False
    for i in range(1, candidates.n):
        if candidates.all[i].standing > best.standing:
            best = &candidates.all[i]
            shared[0] = False
        elif candidates.all[i].standing == best.standing:
            shared[0] = True
    return best

cdef inline const int* _weights(const rules_t* r) noexcept nogil:
    """Return the weights by which playouts choose."""
    return get_weights(WEIGHTS_WEIGHTED_V3 if r.waste_available else WEIGHTS_WEIGHTED)

cdef inline const int* _plan_weights(const rules_t* r) noexcept nogil:
    """Return the weights by which ends are ranked."""
    return get_weights(WEIGHTS_PLANNER_V3 if r.waste_available else WEIGHTS_PLANNER)

cdef void _find_candidates(candidates_t* candidates, const view_t* view, const rules_t* r,
                           const moves_t* m, const outlook_t* outlook) noexcept nogil:
    """Find the ends with the highest value to `planner`, best first."""
    cdef ends_t* ends = <ends_t*>ends_number(0)
    cdef uint64_t keys[MAX_RANKED]
    cdef const end_t* end
    cdef int at, value, ranked = 0
    find_ends(view, r, _plan_weights(r), outlook.nodes, ROUND_STEP, False, ends)
    candidates.n = 0
    while candidates.n < outlook.candidates and ranked < 2 * outlook.candidates:
        at = _greatest(ends)
        if at < 0:
            return
        value = ends.values[at]
        ends.values[at] = NO_VALUE
        end = &ends.all[at]
        if _is_among(keys, ranked, end.key):     # the same end with a lower value
            continue
        keys[ranked] = end.key
        ranked += 1
        if has_move(&view.seen, r, m, end.moves[0]):
            _add_candidate(candidates, end, value, view, r)

cdef inline int _greatest(const ends_t* ends) noexcept nogil:
    """Return the first end with the highest value, or -1 if all are taken."""
    cdef int i, best = NO_VALUE, at = -1
    for i in range(ends.n):
        if ends.values[i] > best:
            best = ends.values[i]
            at = i
    return at

cdef inline bint _is_among(const uint64_t* keys, int n, uint64_t key) noexcept nogil:
    cdef int i
    for i in range(n):
        if keys[i] == key:
            return True
    return False

cdef void _add_candidate(candidates_t* candidates, const end_t* end, int value,
                         const view_t* view, const rules_t* r) noexcept nogil:
    """Add a candidate, cut at the first unknown card, unless an equal one is present."""
    cdef candidate_t* c = &candidates.all[candidates.n]
    cdef int i
    memcpy(&c.after, &view.seen, POSITION_BYTES)
    c.value = value
    c.length = end.length
    memcpy(c.moves, end.moves, sizeof(c.moves))
    c.standing = 0
    for i in range(end.length):
        apply(&c.after, r, end.moves[i])
        if c.after.top_card[end.moves[i].source] == UNKNOWN:
            c.length = i + 1
            break
    c.key = c.after.key ^ c.after.turn
    for i in range(candidates.n):
        if candidates.all[i].key == c.key:
            return
    candidates.n += 1

cdef void _play_on_by_replies(candidates_t* candidates, const view_t* view,
                              const outlook_t* outlook, const playouts_t* how,
                              bint kept) noexcept nogil:
    """Play all candidates on with all seats looking ahead, in determinizations too if asked."""
    _play_on(candidates, view, outlook.reply_horizon, &how.by_replies, kept)
    if outlook.worlds:
        _play_on_in_worlds(candidates, view, outlook, &how.weighted)

cdef void _play_on(candidates_t* candidates, const view_t* view, int horizon, const playout_t* how,
                   bint kept) noexcept nogil:
    """Play each candidate on once and record its standing; `kept` may store the positions."""
    cdef candidate_t* c
    cdef position_t copy
    cdef position_t* p
    cdef uint32_t until = view.seen.turn + horizon
    cdef int i
    for i in range(candidates.n):
        c = &candidates.all[i]
        p = &c.after
        if kept:
            p = &copy
            memcpy(p, &c.after, POSITION_BYTES)
        c.standing = playout_value(p, view.seen.seat, until, how)
        c.standing += <int64_t>c.value * WIN_PER_VALUE

cdef void _play_on_in_worlds(candidates_t* candidates, const view_t* view, const outlook_t* outlook,
                             const playout_t* how) noexcept nogil:
    """Add to the candidates' standings the mean of playouts in determinizations common to all.

    There hidden cards may fit, above all those that opponents turn up next. The draw depends only
    on the position, as all choices of these players do.
    """
    cdef candidate_t* c
    cdef unseen_t unseen
    cdef stream_t stream
    cdef position_t sample, p
    cdef int64_t totals[MAX_CANDIDATES]
    cdef uint32_t until = view.seen.turn + HORIZON
    cdef int i, _world, worlds = outlook.worlds
    open_stream(&stream, view.seen.key, view.seen.turn, FOR_WORLDS)
    find_unseen(&unseen, view, how.r)
    if not (unseen.places[0] or unseen.places[1]):
        worlds = 1
    memset(totals, 0, sizeof(totals))
    for _world in range(worlds):
        determinize(&sample, &unseen, view, how.r, &stream)
        sample.key = cards_key(&sample)
        for i in range(candidates.n):
            c = &candidates.all[i]
            memcpy(&p, &sample, POSITION_BYTES)
            follow(&p, how.r, c.moves, c.length)
            totals[i] += playout_value(&p, view.seen.seat, until, how)
    for i in range(candidates.n):
        candidates.all[i].standing += totals[i] // worlds

cdef void _keep_distinct(candidates_t* candidates) noexcept nogil:
    """Keep the first of the candidates whose playouts had the same value.

    These nearly always lead to the same game. Candidates are in the planner's order.
    """
    cdef int64_t values[MAX_CANDIDATES]
    cdef int i, j, n = 0
    for i in range(candidates.n):
        values[n] = candidates.all[i].standing - <int64_t>candidates.all[i].value * WIN_PER_VALUE
        j = 0
        while values[j] != values[n]:
            j += 1
        if j == n:
            if n != i:
                candidates.all[n] = candidates.all[i]
            n += 1
    candidates.n = n

cdef void _keep_best(candidates_t* candidates, int kept) noexcept nogil:
    """Keep the best candidates; ties keep their order."""
    cdef candidate_t c
    cdef int i, j, best
    for i in range(min(kept, candidates.n)):
        best = i
        for j in range(i + 1, candidates.n):
            if candidates.all[j].standing > candidates.all[best].standing:
                best = j
        if best != i:
            c = candidates.all[i]
            candidates.all[i] = candidates.all[best]
            candidates.all[best] = c
    candidates.n = min(kept, candidates.n)

cdef void _keep_close(candidates_t* candidates, int within) noexcept nogil:
    """Of candidates sorted by standing, keep those that are at most `within` below the best."""
    while candidates.all[0].standing - candidates.all[candidates.n - 1].standing > within:
        candidates.n -= 1

cdef move_t _recalled_move(const view_t* view, const moves_t* m, const playout_t* how,
                           turn_plan_t* plan) noexcept nogil:
    """Return the choice of `lookahead`, from the memo if it is there."""
    cdef const playouts_t* playouts = <const playouts_t*>how.context
    cdef uint64_t key = choice_key(&view.seen, HORIZON, how.salt)
    cdef noted_choice_t* noted = <noted_choice_t*>choice_at(key)
    if noted.key == key:
        plan[0] = noted.plan
        plan.turn = view.seen.turn
    else:
        plan.moves[0] = _choose(view, m, playouts.replies, playouts, plan)
        noted.key = key
        noted.plan = plan[0]
    return plan.moves[0]

# ---- the player `search`: the end of the turn that is best by playouts ---------------------------

cdef enum:
    MAX_SEARCHED = 8     # candidates
    WIN_PER_END = 70      # weight of the planner's value of an end among its playouts

cdef move_t search_move(const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
                        stream_t* stream, turn_plan_t* plan) noexcept nogil:
    """Return the first move of the best candidate and plan the rest; if none, as `weighted`.

    Candidates are the ends with the highest value to `planner`. Every turn ends, because each
    candidate contains a special or a progress move or bares a card.
    """
    cdef candidates_t* candidates = <candidates_t*>candidates_number(0)
    cdef playout_t how
    cdef const candidate_t* best = &candidates.all[0]
    _find_best_ends(candidates, view, r, m, get_weights(WEIGHTS_PLANNER))
    plan.n = 0
    if candidates.n == 0:
        return weighted_move(view, r, m, get_weights(WEIGHTS_WEIGHTED))
    if candidates.n > 1:
        begin_playouts(&how, r, get_weights(WEIGHTS_WEIGHTED))
        _successive_halving(candidates, view, &how, budget, stream)
    return begin_plan(plan, view.seen.turn, best.moves, best.length)

cdef void _find_best_ends(candidates_t* candidates, const view_t* view, const rules_t* r,
                          const moves_t* m, const int* w) noexcept nogil:
    """Find the ends with the highest value, best first."""
    cdef ends_t* ends = <ends_t*>ends_number(0)
    cdef int at
    find_ends(view, r, w, MAX_NODES, 1, True, ends)
    candidates.n = 0
    while ends.n and candidates.n < MAX_SEARCHED:
        at = _greatest(ends)
        if has_move(&view.seen, r, m, ends.all[at].moves[0]):
            _add_candidate(candidates, &ends.all[at], ends.values[at], view, r)
        ends.n -= 1
        ends.values[at] = ends.values[ends.n]
        ends.all[at] = ends.all[ends.n]

cdef void _successive_halving(candidates_t* candidates, const view_t* view, const playout_t* how,
                              budget_t budget, stream_t* stream) noexcept nogil:
    """Run successive halving (Karnin, Koren and Somekh, ICML 2013) in common determinizations.

    Each round eliminates the worse half, and all rounds get equal shares of the budget. Every
    determinization is played out for all remaining candidates. An interruption leaves the result
    as it is.
    """
    cdef candidate_t* c
    cdef unseen_t unseen
    cdef position_t sample, p
    cdef int i, rounds = 1, over = 0
    cdef int64_t samples = 0, spent = 0, start = microseconds() if budget.timed else 0
    while candidates.n > 1 << rounds:
        rounds += 1
    find_unseen(&unseen, view, how.r)
    while candidates.n > 1 and not interrupted():
        determinize(&sample, &unseen, view, how.r, stream)
        sample.key = cards_key(&sample)
        samples += 1
        for i in range(candidates.n):
            c = &candidates.all[i]
            p = sample
            follow(&p, how.r, c.moves, c.length)
            c.standing += playout_value(&p, sample.seat, sample.turn + HORIZON, how)
        spent = microseconds() - start if budget.timed else spent + candidates.n
        while candidates.n > 1 and spent * rounds >= budget.amount * (over + 1):
            _halve(candidates, samples)
            over += 1

cdef inline int64_t _standing(const candidate_t* c, int64_t samples) noexcept nogil:
    return c.standing + c.value * samples * WIN_PER_END

cdef void _halve(candidates_t* candidates, int64_t samples) noexcept nogil:
    """Keep the better half, best first; ties keep their order."""
    cdef candidate_t c
    cdef int i, j
    for i in range(1, candidates.n):
        c = candidates.all[i]
        j = i
        while j and _standing(&candidates.all[j - 1], samples) < _standing(&c, samples):
            candidates.all[j] = candidates.all[j - 1]
            j -= 1
        candidates.all[j] = c
    candidates.n = (candidates.n + 1) // 2
