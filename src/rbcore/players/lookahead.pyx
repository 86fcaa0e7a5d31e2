"""The players `lookahead`, `nested` and `thorough`: the ends of a turn, each played on once."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport cards_key, is_won, position_t
from rbcore.cards.card cimport UNKNOWN
from rbcore.cards.hashing cimport mix_bytes
from rbcore.cards.rng cimport FOR_WORLDS, open_stream, stream_t
from rbcore.moves.legal_moves cimport find_moves, has_move, nth_move
from rbcore.moves.transition cimport apply
from rbcore.observation.determinization cimport determinize, find_unseen, unseen_t
from rbcore.players.choice_memo cimport choice_key, note_choice, recall_choice
from rbcore.players.evaluation cimport (
    N_WEIGHTS, WEIGHTS_PLANNER, WEIGHTS_PLANNER_V3, WEIGHTS_WEIGHTED, WEIGHTS_WEIGHTED_V3,
    get_weights,
)
from rbcore.players.planner cimport LONGEST_PLAN, begin_plan, end_t, ends_t, find_ends
from rbcore.players.search cimport WIN_VALUE, leaf_value
from rbcore.players.weighted cimport can_build, foundation_move, weighted_move

cdef enum:
    ROUND_STEP = 2        # moves that each round of the search for ends allows more
    MOST_RANKED = 2 * MOST_CANDIDATES
    PLAYOUT_MOVES = 400   # of a playout
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
    const view_t* view, const rules_t* r, const moves_t* m, const outlook_t* outlook,
    turn_plan_t* plan
) noexcept nogil:
    """The first move of the best candidate, whose other moves follow; without any, as `weighted`.

    Candidates are the ends of the turn of the greatest value to `planner`. Each is played on once
    from the view as it is: a card that is unknown stays so, and fits nowhere. With `replies` the
    best of them are played on again, all seats looking ahead themselves; not where there are no
    houses and no memory, as so far ahead it would matter most that unknown cards can be loaded.

    No turn goes on for ever: each end has a special or a progress move in it, or bares a card, and
    without candidates the argument of `weighted` holds.
    """
    cdef candidates_t candidates
    cdef candidate_t* best = &candidates.all[0]
    cdef int i
    _find_candidates(&candidates, view, r, m, outlook)
    plan.n = 0
    if candidates.n == 0:
        return weighted_move(view, r, m, _weights(r))
    if candidates.n > 1:
        _play_on(&candidates, view, r, outlook.horizon, NULL, outlook.replies != NULL)
    if candidates.n > 1 and outlook.replies != NULL and (r.houses or view.seen.remembers):
        _keep_best(&candidates, outlook.kept)
        _play_on(&candidates, view, r, outlook.reply_horizon, outlook.replies, False)
        if outlook.worlds:
            _play_on_in_worlds(&candidates, view, r, outlook)
    for i in range(1, candidates.n):
        if candidates.all[i].standing > best.standing:
            best = &candidates.all[i]
    return begin_plan(plan, view.seen.turn, best.moves, best.length)


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


cdef void _play_on(
    candidates_t* candidates, const view_t* view, const rules_t* r, int horizon,
    const outlook_t* replies, bint kept
) noexcept nogil:
    """Play all candidates on, each once, and say how they stand; their positions may be `kept`."""
    cdef candidate_t* c
    cdef position_t copy
    cdef position_t* p
    cdef uint32_t until = view.seen.turn + horizon
    cdef uint64_t salt = 0, left_out = 0    # of all cards' key, by a view's
    cdef int i
    if replies != NULL:
        salt = _salt(r, replies)
        left_out = cards_key(&view.seen) ^ view.seen.key
    for i in range(candidates.n):
        c = &candidates.all[i]
        p = &c.after
        if kept:
            p = &copy
            memcpy(p, &c.after, POSITION_BYTES)
        p.key ^= left_out
        c.standing = _playout(p, r, view.seen.seat, until, replies, salt)
        c.standing += <int64_t>c.value * WIN_PER_VALUE


cdef void _play_on_in_worlds(
    candidates_t* candidates, const view_t* view, const rules_t* r, const outlook_t* outlook
) noexcept nogil:
    """Add to how candidates stand the mean of playouts in determinizations, the same for all.

    There hidden cards may fit, above all those that opponents turn up next. What is drawn hangs on
    the position alone, as all choices of these players do.
    """
    cdef candidate_t* c
    cdef unseen_t unseen
    cdef stream_t stream
    cdef position_t sample, p
    cdef moves_t m
    cdef int64_t totals[MOST_CANDIDATES]
    cdef uint32_t until = view.seen.turn + outlook.horizon
    cdef int i, j, _world, worlds = outlook.worlds
    open_stream(&stream, cards_key(&view.seen), view.seen.turn, FOR_WORLDS)
    find_unseen(&unseen, view, r)
    if not (unseen.places[0] or unseen.places[1]):
        worlds = 1
    memset(totals, 0, sizeof(totals))
    for _world in range(worlds):
        determinize(&sample, &unseen, view, r, &stream)
        for i in range(candidates.n):
            c = &candidates.all[i]
            memcpy(&p, &sample, POSITION_BYTES)
            for j in range(c.length):
                find_moves(&p, r, &m)
                if not has_move(&p, r, &m, c.moves[j]):
                    break
                apply(&p, r, c.moves[j])
            totals[i] += _playout(&p, r, view.seen.seat, until, NULL, 0)
    for i in range(candidates.n):
        candidates.all[i].standing += totals[i] // worlds


cdef uint64_t _salt(const rules_t* r, const outlook_t* outlook) noexcept nogil:
    """A hash of all but the position on which a choice depends."""
    cdef uint64_t h = mix_bytes(r.salt, outlook, sizeof(outlook_t))
    h = mix_bytes(h, _weights(r), N_WEIGHTS * sizeof(int))
    return mix_bytes(h, _plan_weights(r), N_WEIGHTS * sizeof(int))


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


cdef int _playout(
    position_t* p, const rules_t* r, int seat, uint32_t until, const outlook_t* replies,
    uint64_t salt
) noexcept nogil:
    """The value of a position to a seat, if all go on as `weighted`, or by `replies`, so long."""
    cdef const view_t* view = <const view_t*>p   # what is hidden from the seat is hidden from all
    cdef const int* w = _weights(r)
    cdef moves_t m
    cdef move_t move
    cdef turn_plan_t plan
    cdef int _made
    plan.n = plan.at = 0
    for _made in range(PLAYOUT_MOVES):
        if is_won(p):
            return WIN_VALUE if p.seat == seat else -WIN_VALUE
        if p.turn >= until:
            break
        find_moves(p, r, &m)
        if plan.at < plan.n and plan.turn == p.turn and has_move(p, r, &m, plan.moves[plan.at]):
            move = plan.moves[plan.at]
            plan.at += 1
        else:
            plan.n = 0
            if m.count == 1:
                move = nth_move(p, r, &m, 0)
            elif can_build(&m):
                move = foundation_move(p.seat, r, &m)
            elif replies == NULL:
                move = weighted_move(view, r, &m, w)
            else:
                move = _recalled_move(view, r, &m, replies, salt, &plan)
        apply(p, r, move)
    return leaf_value(p, r, seat, w, 0)


cdef move_t _recalled_move(
    const view_t* view, const rules_t* r, const moves_t* m, const outlook_t* outlook,
    uint64_t salt, turn_plan_t* plan
) noexcept nogil:
    """lookahead_move() of all legal moves, out of the memo where it has been asked before."""
    cdef uint64_t key = choice_key(&view.seen, outlook.horizon, salt)
    if recall_choice(key, plan):
        plan.turn = view.seen.turn
    else:
        plan.moves[0] = lookahead_move(view, r, m, outlook, plan)
        note_choice(key, plan)
    return plan.moves[0]
