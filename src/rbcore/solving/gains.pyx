"""Retrograde analysis with chance: what seat 0 gains, a win being 1 and a loss -1.

A move that turns up an unseen card leaves fewer of them, so positions lie in layers, by how many
cards are unseen. Within a layer nothing is left to chance. A way out of it is worth the mean of the
positions that it may lead to, all of lower layers. From the way out that is worth most to either
seat, down to those worth nothing, each is followed backwards as a won position is where all cards
are seen: the seat that wants it takes it, and the other one once all else that it can do is worse.
What is left, neither seat need leave for less than nothing: play goes on for ever, and nobody gains
(Andersson and others, Deterministic graphical games revisited, J. Log. Comput. 22, 2012).
"""

from libc.math cimport fabs
from libc.stdint cimport UINT64_MAX, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset

from rbcore.solving.circles cimport circles_t, dissolve, find_circles
from rbcore.solving.reachable cimport (
    end, is_won_at, meet, seat_at, set_out, should_end, unseen_at, walk_on, walk_t,
)

cdef enum:
    LAYERS = 128

cdef struct way_t:
    double gain
    uint32_t circle         # that it leads out of

cdef struct work_t:
    circles_t circles
    uint32_t* in_layers     # all positions, layer by layer
    uint64_t layers[LAYERS + 1]  # where each begins
    way_t* ways             # out of the layer
    uint32_t* left          # of each circle, ways out that are not followed yet
    uint32_t* decided       # circles whose gain is known, in the order they became so
    uint8_t* is_decided
    double* gain            # of each circle


cdef int _compare(const void* one, const void* other) noexcept nogil:
    """Order ways, the one that is worth most to either seat first."""
    cdef double difference = fabs((<way_t*>other).gain) - fabs((<way_t*>one).gain)
    return (difference > 0) - (difference < 0)


cdef inline double _mean(
    const graph_t* g, const double* gains, uint64_t edge, int unseen
) noexcept nogil:
    """What a move is worth that turns up one of some unseen cards, given its first edge."""
    cdef double total = 0
    cdef int k
    for k in range(unseen):
        total += gains[g.edges[edge + k]]
    return total / unseen


cdef inline int _layer(const graph_t* g, uint32_t here) noexcept nogil:
    return unseen_at(g, here, 0) + unseen_at(g, here, 1)


cdef void _sort_by_layer(const graph_t* g, work_t* w) noexcept nogil:
    """Sort the positions by how many cards are unseen."""
    cdef uint32_t here
    cdef int layer
    for layer in range(LAYERS + 1):
        w.layers[layer] = 0
    for here in range(g.count):
        w.layers[_layer(g, here) + 1] += 1
    for layer in range(LAYERS):
        w.layers[layer + 1] += w.layers[layer]
    for here in range(g.count):
        layer = _layer(g, here)
        w.in_layers[w.layers[layer]] = here
        w.layers[layer] += 1
    for layer in range(LAYERS, 0, -1):
        w.layers[layer] = w.layers[layer - 1]
    w.layers[0] = 0


cdef uint64_t _find_ways(
    const graph_t* g, work_t* w, const double* gains, uint64_t first, uint64_t behind
) noexcept nogil:
    """Find what the ways out of a layer are worth; return how many there are. Some may be missing
    if Ctrl-C came.
    """
    cdef uint64_t n = 0, i, edge
    cdef uint32_t here
    cdef int unseen
    for i in range(first, behind):
        if should_end(i):
            break
        here = w.in_layers[i]
        unseen = unseen_at(g, here, seat_at(g, here))
        edge = g.first_edge[here] + g.n_sure[here]
        while edge < g.first_edge[here] + g.n_edges[here]:
            w.ways[n].circle = w.circles.circle[here]
            w.ways[n].gain = _mean(g, gains, edge, unseen)
            edge += unseen
            n += 1
    qsort(w.ways, n, sizeof(way_t), _compare)
    return n


cdef inline void _decide(work_t* w, uint32_t circle, double gain, uint64_t* n) noexcept nogil:
    w.is_decided[circle] = 1
    w.gain[circle] = gain
    w.decided[n[0]] = circle
    n[0] += 1


cdef inline void _offer(work_t* w, uint32_t circle, double gain, uint64_t* n) noexcept nogil:
    """Let a seat take a way out of a circle, if it wants to or has no other left."""
    if not w.is_decided[circle]:
        w.left[circle] -= 1
        if w.left[circle] == 0 or (gain > 0) == (w.circles.seat[circle] == 0):
            _decide(w, circle, gain, n)


cdef void _follow_back(work_t* w, uint64_t done, uint64_t* n) noexcept nogil:
    """Go backwards, within the layer, from the circles decided last, unless Ctrl-C came."""
    cdef uint32_t here
    cdef uint64_t entry
    while done < n[0] and not should_end(done):
        here = w.decided[done]
        done += 1
        for entry in range(w.circles.first_entry[here], w.circles.first_entry[here + 1]):
            _offer(w, w.circles.entries[entry], w.gain[here], n)


cdef void _value_layer(
    const graph_t* g, work_t* w, double unknown, double* gains, uint64_t first, uint64_t behind
) noexcept nogil:
    """Find what the positions of a layer are worth; all lower ones are known."""
    cdef uint64_t n = 0, done, i, n_ways
    cdef uint32_t here
    for i in range(first, behind):
        here = w.in_layers[i]
        if is_won_at(g, here):
            _decide(w, w.circles.circle[here], 1 - 2 * seat_at(g, here), &n)
        elif g.first_edge[here] == UINT64_MAX:
            _decide(w, w.circles.circle[here], unknown, &n)
    _follow_back(w, 0, &n)
    n_ways = _find_ways(g, w, gains, first, behind)
    for i in range(n_ways):
        if w.ways[i].gain == 0:
            break
        done = n
        _offer(w, w.ways[i].circle, w.ways[i].gain, &n)
        _follow_back(w, done, &n)
    for i in range(first, behind):
        gains[w.in_layers[i]] = w.gain[w.circles.circle[w.in_layers[i]]]


cdef void _value(const graph_t* g, work_t* w, double unknown, double* gains) noexcept nogil:
    """Find what all positions are worth, given what those are whose moves are not known."""
    cdef int layer
    memcpy(w.left, w.circles.ways_out, w.circles.count * sizeof(uint32_t))
    memset(w.is_decided, 0, w.circles.count)
    memset(w.gain, 0, w.circles.count * sizeof(double))
    for layer in range(LAYERS):
        _value_layer(g, w, unknown, gains, w.layers[layer], w.layers[layer + 1])


cdef bint _make_work(const graph_t* g, work_t* w) noexcept nogil:
    """Ask for the memory; False if there is not enough."""
    cdef uint64_t n = g.count, ways = 0, here
    for here in range(n):
        ways += g.n_edges[here] - g.n_sure[here]
    w.in_layers = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.ways = <way_t*>malloc((ways // 2 + 1) * sizeof(way_t))    # each is to two positions or more
    w.left = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.decided = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.is_decided = <uint8_t*>malloc(n)
    w.gain = <double*>malloc(n * sizeof(double))
    return not (
        w.in_layers == NULL or w.ways == NULL or w.left == NULL or w.decided == NULL
        or w.is_decided == NULL or w.gain == NULL
    )


cdef bint find_gains(const graph_t* g, double* least, double* most) noexcept nogil:
    """Write what seat 0 gains from each position at least and at most; False without memory.

    They are equal but for what positions leave open whose moves are not known.
    """
    cdef work_t work
    cdef bint has_circles = find_circles(g, &work.circles), has_room
    has_room = _make_work(g, &work) and has_circles
    if has_room:
        _sort_by_layer(g, &work)
        _value(g, &work, -1, least)
        _value(g, &work, 1, most)
    dissolve(&work.circles)
    free(work.in_layers)
    free(work.ways)
    free(work.left)
    free(work.decided)
    free(work.is_decided)
    free(work.gain)
    return has_room


cdef bint look_where_hopeful(graph_t* g, const double* least, const double* most) noexcept nogil:
    """Queue what the first position's gain hangs on: what lies behind the moves that both seats
    would make who hope for the best of what is not known; False without memory.
    """
    cdef walk_t walk
    cdef bint has_room = set_out(g, &walk)
    cdef const double* hoped
    cdef uint32_t here, there
    cdef uint64_t edge, last
    cdef int width, k
    while has_room and walk_on(g, &walk, &here):
        hoped = least if seat_at(g, here) else most
        edge = g.first_edge[here]
        last = edge + g.n_edges[here]
        while edge < last:
            width = 1
            if edge >= g.first_edge[here] + g.n_sure[here]:
                width = unseen_at(g, here, seat_at(g, here))
            if _mean(g, hoped, edge, width) == hoped[here]:
                for k in range(width):
                    there = g.edges[edge + k]
                    if least[there] < most[there]:
                        meet(&walk, there)
            edge += width
    end(&walk)
    return has_room
