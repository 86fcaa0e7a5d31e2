"""The player `search`: of the ends that its turn can come to, the one that plays out best."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from rbcore.board.position cimport is_won, length, position_t
from rbcore.moves.generator cimport find_moves, has_move
from rbcore.moves.transition cimport apply
from rbcore.observation.determinization cimport deal_world, find_unseen, unseen_t
from rbcore.observation.view cimport UNKNOWN
from rbcore.players.evaluation cimport OF_PLANNER, OF_WEIGHTED, houses_worth, look_round, scene_t, weights_of
from rbcore.players.planner cimport end_t, ends_t, find_ends
from rbcore.players.weighted cimport weighted_move
from rbcore.rules.compiled cimport RESERVE

cdef extern from *:
    """
    #include <time.h>
    static inline int64_t rb_microseconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
    }
    """
    int64_t microseconds "rb_microseconds"() nogil

cdef enum:
    MOST_CANDIDATES = 8
    HORIZON = 2           # turns of a playout, the present one among them
    MOST_MOVES = 400      # of a playout
    # What a playout comes to is WIN * lead / (EVEN + |lead|), where a lead is counted in tenths of
    # a hand card: so a lead of EVEN counts half a win.
    WIN = 1_000_000
    EVEN = 200
    HAND_CARD = 10
    RESERVE_CARD = 26
    TO_MOVE = 20
    MOST_COST = 1 << 20
    WORTH_OF_LEAD = 50    # of the houses as they lie
    WIN_OF_WORTH = 70     # what the planner's worth of an end adds to its playouts

# An end that the turn can come to.
cdef struct candidate_t:
    end_t end             # the way there, as far as no unknown card turns up
    uint64_t mark         # of the position that this leads to
    int64_t value         # of all its playouts

cdef struct field_t:
    int n
    candidate_t of[MOST_CANDIDATES]


cdef move_t search_move(
    const view_t* view, const rules_t* r, const moves_t* m, budget_t budget,
    stream_t* stream, mind_t* mind
) noexcept nogil:
    """The first move of the candidate that stands best in the end, the others of which follow.

    Candidates are the ends that `planner` finds worth most; as `weighted` if there are none. So no
    turn goes on for ever: each end has a word or a progress move in it, or bares a card.
    """
    cdef const int* w = weights_of(OF_WEIGHTED)
    cdef field_t field
    _find_candidates(&field, view, r, m, weights_of(OF_PLANNER))
    mind.n = 0
    if field.n == 0:
        return weighted_move(view, r, m, w)
    if field.n > 1:
        _contest(&field, view, r, w, budget, stream)
    mind.turn = view.seen.turn
    mind.at = 1
    mind.n = field.of[0].end.length
    memcpy(mind.moves, field.of[0].end.moves, sizeof(mind.moves))
    return mind.moves[0]


cdef void _find_candidates(
    field_t* field, const view_t* view, const rules_t* r, const moves_t* m, const int* w
) noexcept nogil:
    """The ends that are worth most, the best first."""
    cdef ends_t ends
    cdef end_t* best
    cdef int i
    find_ends(view, r, w, &ends)
    field.n = 0
    while ends.n and field.n < MOST_CANDIDATES:
        best = &ends.all[0]
        for i in range(1, ends.n):
            if ends.all[i].worth > best.worth:
                best = &ends.all[i]
        if has_move(&view.seen, r, m, best.moves[0]):
            _enter(field, best, view, r)
        ends.n -= 1
        best[0] = ends.all[ends.n]


cdef void _enter(
    field_t* field, const end_t* end, const view_t* view, const rules_t* r
) noexcept nogil:
    """Add a candidate, cut where an unknown card turns up, unless another comes to the same."""
    cdef candidate_t* c = &field.of[field.n]
    cdef position_t after = view.seen
    cdef int i
    c.end = end[0]
    c.value = 0
    for i in range(end.length):
        apply(&after, r, end.moves[i])
        if after.shown[end.moves[i].source] == UNKNOWN:
            c.end.length = i + 1
            break
    c.mark = after.marks ^ after.turn
    for i in range(field.n):
        if field.of[i].mark == c.mark:
            return
    field.n += 1


cdef void _contest(
    field_t* field, const view_t* view, const rules_t* r, const int* w, budget_t budget,
    stream_t* stream
) noexcept nogil:
    """Successive halving (Karnin, Koren and Somekh, ICML 2013), in worlds common to all.

    The worse half goes in each round, of which all get the same share of the budget. A world that
    is begun is played out for all that are left.
    """
    cdef unseen_t unseen
    cdef position_t world
    cdef int i, rounds = 1, over = 0
    cdef int64_t worlds = 0, spent = 0, start = microseconds() if budget.timed else 0
    while field.n > 1 << rounds:
        rounds += 1
    find_unseen(&unseen, view, r)
    while field.n > 1:
        deal_world(&world, &unseen, view, r, stream)
        worlds += 1
        for i in range(field.n):
            field.of[i].value += _play_out(&world, &field.of[i].end, r, w)
        spent = microseconds() - start if budget.timed else spent + field.n
        while field.n > 1 and spent * rounds >= budget.amount * (over + 1):
            _halve(field, worlds)
            over += 1


cdef inline int64_t _standing(const candidate_t* c, int64_t worlds) noexcept nogil:
    return c.value + c.end.worth * worlds * WIN_OF_WORTH


cdef void _halve(field_t* field, int64_t worlds) noexcept nogil:
    """Keep the better half, the best first; of equals the one that was before."""
    cdef candidate_t c
    cdef int i, j
    for i in range(1, field.n):
        c = field.of[i]
        j = i
        while j and _standing(&field.of[j - 1], worlds) < _standing(&c, worlds):
            field.of[j] = field.of[j - 1]
            j -= 1
        field.of[j] = c
    field.n = (field.n + 1) // 2


cdef int _play_out(
    const position_t* world, const end_t* end, const rules_t* r, const int* w
) noexcept nogil:
    """What the way to an end comes to for the seat to move, if all go on as `weighted`."""
    cdef position_t p = world[0]
    cdef moves_t m
    cdef move_t move
    cdef int i, planned = end.length, seat = p.seat
    cdef uint32_t until = p.turn + HORIZON
    for i in range(MOST_MOVES):
        find_moves(&p, r, &m)
        if i < planned and has_move(&p, r, &m, end.moves[i]):
            move = end.moves[i]
        else:
            planned = 0
            # Nothing in a world is hidden from whoever made it up, so it may stand for a view.
            move = weighted_move(<const view_t*>&p, r, &m, w)
        apply(&p, r, move)
        if is_won(&p):
            return WIN if p.seat == seat else -WIN
        if p.turn >= until:
            break
    return _prospect(&p, r, seat, w)


cdef int _prospect(
    const position_t* p, const rules_t* r, int seat, const int* w
) noexcept nogil:
    """Of a seat: how many cards fewer it has than any other, and what the houses are worth."""
    cdef scene_t scene
    cdef int other, ahead, least = MOST_COST
    cdef int64_t lead
    for other in range(r.seats):
        if other != seat:
            least = min(least, _cost_of(p, other))
    look_round(&scene, p, r, w)
    ahead = TO_MOVE + houses_worth(&scene, p, r) // WORTH_OF_LEAD
    lead = least - _cost_of(p, seat) + (ahead if p.seat == seat else -ahead)
    return <int>(WIN * lead // (EVEN + max(lead, -lead)))


cdef inline int _cost_of(const position_t* p, int seat) noexcept nogil:
    return HAND_CARD * p.left[seat] + (RESERVE_CARD - HAND_CARD) * length(p, RESERVE + seat)
