"""The player `search`: of the ends that its turn can come to, the best by playouts."""

from libc.stdint cimport uint64_t

from rbcore.board.position cimport cards_key, position_t
from rbcore.cards.card cimport UNKNOWN
from rbcore.cards.compiler cimport microseconds
from rbcore.cards.interrupts cimport interrupted
from rbcore.moves.legal_moves cimport has_move
from rbcore.moves.transition cimport apply
from rbcore.observation.view cimport determinize, find_unseen, unseen_t
from rbcore.players.evaluation cimport WEIGHTS_PLANNER, WEIGHTS_WEIGHTED, get_weights
from rbcore.players.planner cimport MOST_NODES, begin_plan, end_t, ends_t, find_ends
from rbcore.players.playouts cimport begin_playouts, follow, playout_t, playout_value
from rbcore.players.weighted cimport weighted_move

cdef enum:
    MOST_CANDIDATES = 8
    HORIZON = 2           # turns of a playout, the present one among them
    WIN_PER_VALUE = 70    # what the planner's value of an end adds to its playouts

# An end that the turn can come to.
cdef struct candidate_t:
    end_t end             # the way there, as far as no unknown card turns up
    uint64_t key          # of the position that this leads to
    int64_t playout_total  # sum of the values of its playouts

cdef struct candidates_t:
    int n
    candidate_t all[MOST_CANDIDATES]


cdef move_t search_move(
    const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
    stream_t* stream, turn_plan_t* plan
) noexcept nogil:
    """The first move of the best candidate, whose other moves follow.

    Candidates are the ends of the greatest value to `planner`; without any, as `weighted`. So no
    turn goes on for ever: each end has a special or a progress move in it, or bares a card.
    """
    cdef candidates_t candidates
    cdef playout_t how
    cdef const end_t* best
    _find_candidates(&candidates, view, r, m, get_weights(WEIGHTS_PLANNER))
    plan.n = 0
    if candidates.n == 0:
        return weighted_move(view, r, m, get_weights(WEIGHTS_WEIGHTED))
    if candidates.n > 1:
        begin_playouts(&how, r, get_weights(WEIGHTS_WEIGHTED))
        _successive_halving(&candidates, view, &how, budget, stream)
    best = &candidates.all[0].end
    return begin_plan(plan, view.seen.turn, best.moves, best.length)


cdef void _find_candidates(
    candidates_t* candidates, const view_t* view, const rules_t* r, const moves_t* m, const int* w
) noexcept nogil:
    """Find the ends of the greatest value, the best first."""
    cdef ends_t ends
    cdef end_t* best
    cdef int i
    find_ends(view, r, w, MOST_NODES, 1, &ends)
    candidates.n = 0
    while ends.n and candidates.n < MOST_CANDIDATES:
        best = &ends.all[0]
        for i in range(1, ends.n):
            if ends.all[i].value > best.value:
                best = &ends.all[i]
        if has_move(&view.seen, r, m, best.moves[0]):
            _add_candidate(candidates, best, view, r)
        ends.n -= 1
        best[0] = ends.all[ends.n]


cdef void _add_candidate(
    candidates_t* candidates, const end_t* end, const view_t* view, const rules_t* r
) noexcept nogil:
    """Add a candidate, cut where an unknown card turns up, unless another comes to the same."""
    cdef candidate_t* c = &candidates.all[candidates.n]
    cdef position_t after = view.seen
    cdef int i
    c.end = end[0]
    c.playout_total = 0
    for i in range(end.length):
        apply(&after, r, end.moves[i])
        if after.top_card[end.moves[i].source] == UNKNOWN:
            c.end.length = i + 1
            break
    c.key = after.key ^ after.turn
    for i in range(candidates.n):
        if candidates.all[i].key == c.key:
            return
    candidates.n += 1


cdef void _successive_halving(
    candidates_t* candidates, const view_t* view, const playout_t* how, budget_t budget,
    stream_t* stream
) noexcept nogil:
    """Successive halving (Karnin, Koren and Somekh, ICML 2013), in determinizations common to all.

    The worse half goes in each round, of which all get the same share of the budget. A
    determinization is played out for all that are left. Interrupted, it is left as it is.
    """
    cdef unseen_t unseen
    cdef position_t sample
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
            candidates.all[i].playout_total += _playout(&sample, &candidates.all[i].end, how)
        spent = microseconds() - start if budget.timed else spent + candidates.n
        while candidates.n > 1 and spent * rounds >= budget.amount * (over + 1):
            _halve(candidates, samples)
            over += 1


cdef inline int64_t _standing(const candidate_t* c, int64_t samples) noexcept nogil:
    return c.playout_total + c.end.value * samples * WIN_PER_VALUE


cdef void _halve(candidates_t* candidates, int64_t samples) noexcept nogil:
    """Keep the better half, the best first; of equals the one that was before."""
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


cdef int _playout(
    const position_t* sample, const end_t* end, const playout_t* how
) noexcept nogil:
    """The value of an end for the seat to move, if all go on as `weighted` from there."""
    cdef position_t p = sample[0]
    follow(&p, how.r, end.moves, end.length)
    return playout_value(&p, sample.seat, sample.turn + HORIZON, how)
