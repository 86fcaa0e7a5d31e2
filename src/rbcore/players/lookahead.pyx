"""The players `lookahead`, `nested` and `thorough`: the ends of a turn, each played on once."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport cards_key, position_t
from rbcore.cards.card cimport UNKNOWN
from rbcore.cards.hashing cimport mix_bytes
from rbcore.cards.rng cimport FOR_WORLDS, open_stream, stream_t
from rbcore.moves.legal_moves cimport has_move
from rbcore.moves.transition cimport apply
from rbcore.observation.view cimport determinize, find_unseen, unseen_t
from rbcore.players.evaluation cimport (
    N_WEIGHTS, WEIGHTS_PLANNER, WEIGHTS_PLANNER_V3, WEIGHTS_WEIGHTED, WEIGHTS_WEIGHTED_V3,
    get_weights,
)
from rbcore.players.planner cimport LONGEST_PLAN, begin_plan, end_t, ends_t, find_ends
from rbcore.players.playouts cimport (
    begin_playouts, choice_key, follow, note_choice, playout_t, playout_value, recall_choice,
)
from rbcore.players.weighted cimport weighted_move

cdef enum:
    ROUND_STEP = 2        # moves that each round of the search for ends allows more
    MOST_RANKED = 2 * MOST_CANDIDATES
    WIN_PER_VALUE = 15    # what the planner's value of an end adds to the value of its playout

# A variable, for which compilers call the faster copy.
cdef size_t POSITION_BYTES = sizeof(position_t)

# An end that the turn can come to.
cdef struct candidate_t:
    int value             # to the planner
    int length            # moves of the way there, as far as no unknown card turns up
    move_t moves[LONGEST_PLAN]
    uint64_t key          # of the position that this leads to
    int64_t standing
    position_t after

cdef struct candidates_t:
    int n
    candidate_t all[MOST_CANDIDATES]

# How a decision's playouts go: all as `weighted`, and all by an outlook, or NULL.
cdef struct playouts_t:
    playout_t weighted
    playout_t by_replies
    const outlook_t* replies

LOOKAHEAD_OUTLOOK.nodes = 70
LOOKAHEAD_OUTLOOK.candidates = 6
LOOKAHEAD_OUTLOOK.horizon = 2
LOOKAHEAD_OUTLOOK.replies = NULL

NESTED_OUTLOOK.nodes = 120
NESTED_OUTLOOK.candidates = 16
NESTED_OUTLOOK.horizon = 2
NESTED_OUTLOOK.kept = 5
NESTED_OUTLOOK.reply_horizon = 6
NESTED_OUTLOOK.replies = &LOOKAHEAD_OUTLOOK

cdef outlook_t THOROUGH_REPLIES
THOROUGH_REPLIES.nodes = 140
THOROUGH_REPLIES.candidates = 12
THOROUGH_REPLIES.horizon = 2
THOROUGH_REPLIES.replies = NULL

THOROUGH_OUTLOOK.nodes = 400
THOROUGH_OUTLOOK.candidates = 32
THOROUGH_OUTLOOK.horizon = 2
THOROUGH_OUTLOOK.kept = 12
THOROUGH_OUTLOOK.reply_horizon = 6
THOROUGH_OUTLOOK.replies = &THOROUGH_REPLIES
THOROUGH_OUTLOOK.worlds = 12


cdef move_t lookahead_move(
    view_t* view, const rules_t* r, const moves_t* m, const outlook_t* outlook, turn_plan_t* plan
) noexcept nogil:
    """The first move of the best candidate, whose other moves follow; without any, as `weighted`.

    Candidates are the ends of the turn of the greatest value to `planner`. Each is played on once
    from the view as it is: a card that is unknown stays so, and fits nowhere. With `replies` the
    best of them are played on again, all seats looking ahead themselves; not where there are no
    houses and no memory, as so far ahead it would matter most that unknown cards can be loaded.

    No turn goes on for ever: each end has a special or a progress move in it, or bares a card, and
    without candidates the argument of `weighted` holds. The view gets the key of all its cards.
    """
    cdef playouts_t how
    view.seen.key = cards_key(&view.seen)
    _begin(&how, r, outlook.replies)
    return _choose(view, m, outlook, &how, plan)


cdef void _begin(playouts_t* how, const rules_t* r, const outlook_t* replies) noexcept nogil:
    """Say how a decision's playouts go."""
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


cdef move_t _choose(
    const view_t* view, const moves_t* m, const outlook_t* outlook, const playouts_t* how,
    turn_plan_t* plan
) noexcept nogil:
    """lookahead_move() of a view whose key is that of all its cards."""
    cdef const rules_t* r = how.weighted.r
    cdef candidates_t candidates
    cdef const candidate_t* best
    cdef bint asks = outlook.replies != NULL and (r.houses or view.seen.remembers)
    cdef bint shared = True
    _find_candidates(&candidates, view, r, m, outlook)
    plan.n = 0
    if candidates.n == 0:
        return weighted_move(view, r, m, how.weighted.w)
    if candidates.n == 1:
        shared = False
    elif asks and candidates.n <= outlook.kept:
        # All would be kept, so how they stand without replies only parts those that share the best.
        _play_on_by_replies(&candidates, view, outlook, how, True)
        _best(&candidates, &shared)
    if shared:
        _play_on(&candidates, view, outlook.horizon, &how.weighted, asks)
        if asks:
            _keep_best(&candidates, outlook.kept)
            _play_on_by_replies(&candidates, view, outlook, how, False)
    best = _best(&candidates, &shared)
    return begin_plan(plan, view.seen.turn, best.moves, best.length)


cdef const candidate_t* _best(const candidates_t* candidates, bint* shared) noexcept nogil:
    """The first of those that stand best, and whether there are others."""
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
    """The weights by which playouts choose."""
    return get_weights(WEIGHTS_WEIGHTED_V3 if r.waste_available else WEIGHTS_WEIGHTED)


cdef inline const int* _plan_weights(const rules_t* r) noexcept nogil:
    """The weights by which ends are ranked."""
    return get_weights(WEIGHTS_PLANNER_V3 if r.waste_available else WEIGHTS_PLANNER)


cdef void _find_candidates(
    candidates_t* candidates, const view_t* view, const rules_t* r, const moves_t* m,
    const outlook_t* outlook
) noexcept nogil:
    """Find the ends of the greatest value to `planner`, the best first."""
    cdef ends_t ends
    cdef const end_t* ranked[MOST_RANKED]
    cdef int i, n
    find_ends(view, r, _plan_weights(r), outlook.nodes, ROUND_STEP, &ends)
    n = _rank(&ends, ranked, 2 * outlook.candidates)
    candidates.n = 0
    for i in range(n):
        if candidates.n < outlook.candidates and has_move(&view.seen, r, m, ranked[i].moves[0]):
            _add_candidate(candidates, ranked[i], view, r)


cdef int _rank(const ends_t* ends, const end_t** ranked, int most) noexcept nogil:
    """Rank the ends by their values, each once, of equals the first found; how many there are."""
    cdef const end_t* end
    cdef int i, j, n = 0, same
    for i in range(ends.n):
        end = &ends.all[i]
        if n == most and end.value <= ranked[n - 1].value:
            continue
        same = 0
        while same < n and ranked[same].key != end.key:
            same += 1
        if same < n and ranked[same].value >= end.value:
            continue
        # The place of the same end, or of the least, is free now, or there is a new one.
        j = same if same < n else n if n < most else n - 1
        n += same == n and n < most
        while j and ranked[j - 1].value < end.value:
            ranked[j] = ranked[j - 1]
            j -= 1
        ranked[j] = end
    return n


cdef void _add_candidate(
    candidates_t* candidates, const end_t* end, const view_t* view, const rules_t* r
) noexcept nogil:
    """Add a candidate, cut where an unknown card turns up, unless another comes to the same."""
    cdef candidate_t* c = &candidates.all[candidates.n]
    cdef int i
    memcpy(&c.after, &view.seen, POSITION_BYTES)
    c.value = end.value
    c.length = end.length
    memcpy(c.moves, end.moves, sizeof(c.moves))
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


cdef void _play_on_by_replies(
    candidates_t* candidates, const view_t* view, const outlook_t* outlook,
    const playouts_t* how, bint kept
) noexcept nogil:
    """Play all candidates on, all seats looking ahead themselves, and in worlds if it is asked."""
    _play_on(candidates, view, outlook.reply_horizon, &how.by_replies, kept)
    if outlook.worlds:
        _play_on_in_worlds(candidates, view, outlook, &how.weighted)


cdef void _play_on(
    candidates_t* candidates, const view_t* view, int horizon, const playout_t* how, bint kept
) noexcept nogil:
    """Play all candidates on, each once, and say how they stand; their positions may be `kept`."""
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


cdef void _play_on_in_worlds(
    candidates_t* candidates, const view_t* view, const outlook_t* outlook, const playout_t* how
) noexcept nogil:
    """Add to how candidates stand the mean of playouts in determinizations, the same for all.

    There hidden cards may fit, above all those that opponents turn up next. What is drawn hangs on
    the position alone, as all choices of these players do.
    """
    cdef candidate_t* c
    cdef unseen_t unseen
    cdef stream_t stream
    cdef position_t sample, p
    cdef int64_t totals[MOST_CANDIDATES]
    cdef uint32_t until = view.seen.turn + outlook.horizon
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


cdef void _keep_best(candidates_t* candidates, int kept) noexcept nogil:
    """Keep the best candidates; of equals those that were before."""
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


cdef move_t _recalled_move(
    const view_t* view, const moves_t* m, const playout_t* how, turn_plan_t* plan
) noexcept nogil:
    """What `lookahead` chooses, out of the memo where it has been asked before."""
    cdef const playouts_t* playouts = <const playouts_t*>how.context
    cdef uint64_t key = choice_key(&view.seen, playouts.replies.horizon, how.salt)
    if recall_choice(key, plan):
        plan.turn = view.seen.turn
    else:
        plan.moves[0] = _choose(view, m, playouts.replies, playouts, plan)
        note_choice(key, plan)
    return plan.moves[0]
