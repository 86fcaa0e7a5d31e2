"""Retrograde analysis: from the won positions backwards, who can force a win.

A seat has to end its turn, so positions of one turn that lead to each other, by house moves, are
one *circle*: the seat may leave it by any move out of it, and cannot stay. Circles are the strongly
connected components of the moves that do not end a turn (Tarjan, SIAM J. Comput. 1, 1972). A
circle is won for its seat if one way out is, and lost if all ways out are; what is never decided
so, neither seat can force. Of a graph that is only half explored all that is decided holds: a
position whose moves are not known is open, and so is a circle with a way out to it.
"""

from libc.stdint cimport UINT32_MAX, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from rbcore.solving.reachable cimport NOBODY, is_won_at, seat_at

cdef struct work_t:
    uint32_t* circle      # of each position
    uint32_t* low         # Tarjan: the first position on the path that one leads back to
    uint32_t* path        # positions on the way from where the search began
    uint32_t* open        # positions whose circle is not known yet, in the order they were met
    uint16_t* tried       # of each position, edges followed
    uint32_t* ways_out    # of each circle, those not known to be lost
    uint64_t* first_entry # of each circle: where its entries begin, and behind the last one's
    uint32_t* entries     # circles that lead to it
    uint32_t* decided     # circles whose winner is known, in the order they became so
    uint8_t* winner       # of each circle
    uint8_t* seat         # of each circle


cdef uint32_t _find_circles(const graph_t* g, work_t* w) noexcept nogil:
    """Number the circles; return how many there are."""
    cdef uint32_t circles = 0, met = 0, root, here, there, n_path, n_open = 0
    cdef uint32_t* order = w.ways_out                 # when a position was met, plus 1
    for root in range(g.count):
        if order[root]:
            continue
        n_path = 1
        w.path[0] = root
        while n_path:
            here = w.path[n_path - 1]
            if order[here] == 0:
                met += 1
                order[here] = w.low[here] = met
                w.open[n_open] = here
                n_open += 1
                w.tried[here] = 0
            there = UINT32_MAX
            while w.tried[here] < g.n_moves[here]:
                there = g.edges[g.first_edge[here] + w.tried[here]]
                w.tried[here] += 1
                if seat_at(g, there) == seat_at(g, here):
                    if order[there] == 0:
                        break
                    if w.circle[there] == UINT32_MAX:
                        w.low[here] = min(w.low[here], order[there])
                there = UINT32_MAX
            if there != UINT32_MAX:
                w.path[n_path] = there
                n_path += 1
                continue
            n_path -= 1
            if n_path:
                w.low[w.path[n_path - 1]] = min(w.low[w.path[n_path - 1]], w.low[here])
            if w.low[here] == order[here]:
                while True:
                    n_open -= 1
                    w.circle[w.open[n_open]] = circles
                    if w.open[n_open] == here:
                        break
                circles += 1
    return circles


cdef void _find_entries(const graph_t* g, work_t* w, uint32_t circles) noexcept nogil:
    """Gather the ways out of circles, by where they lead to."""
    cdef uint32_t here, number
    cdef uint64_t edge
    for here in range(g.count):
        w.seat[w.circle[here]] = <uint8_t>seat_at(g, here)
        for edge in range(g.first_edge[here], g.first_edge[here] + g.n_moves[here]):
            if w.circle[g.edges[edge]] != w.circle[here]:
                w.ways_out[w.circle[here]] += 1
                w.first_entry[w.circle[g.edges[edge]] + 2] += 1
    for number in range(circles):
        w.first_entry[number + 2] += w.first_entry[number + 1]
    for here in range(g.count):
        for edge in range(g.first_edge[here], g.first_edge[here] + g.n_moves[here]):
            number = w.circle[g.edges[edge]]
            if number != w.circle[here]:
                w.entries[w.first_entry[number + 1]] = w.circle[here]
                w.first_entry[number + 1] += 1


cdef void _decide(const graph_t* g, work_t* w, uint32_t circles) noexcept nogil:
    """Go backwards from the won positions."""
    cdef uint32_t here, before, n = 0, done = 0
    cdef uint64_t entry
    memset(w.winner, NOBODY, circles)
    for here in range(g.count):
        if is_won_at(g, here):
            w.winner[w.circle[here]] = <uint8_t>seat_at(g, here)
            w.decided[n] = w.circle[here]
            n += 1
    while done < n:
        here = w.decided[done]
        done += 1
        for entry in range(w.first_entry[here], w.first_entry[here + 1]):
            before = w.entries[entry]
            if w.winner[before] != NOBODY:
                continue
            w.ways_out[before] -= 1
            if w.seat[before] == w.winner[here] or w.ways_out[before] == 0:
                w.winner[before] = w.winner[here]
                w.decided[n] = before
                n += 1


cdef bint _make_work(work_t* w, const graph_t* g) noexcept nogil:
    """Ask for the memory; False if there is not enough."""
    cdef uint64_t n = g.count
    w.circle = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.low = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.path = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.open = <uint32_t*>malloc(n * sizeof(uint32_t))
    w.tried = <uint16_t*>malloc(n * sizeof(uint16_t))
    w.ways_out = <uint32_t*>calloc(n, sizeof(uint32_t))
    w.first_entry = <uint64_t*>calloc(n + 2, sizeof(uint64_t))
    w.entries = <uint32_t*>malloc((g.n_edges + 1) * sizeof(uint32_t))
    w.decided = w.path                                # free by then
    w.winner = <uint8_t*>malloc(n)
    w.seat = <uint8_t*>malloc(n)
    return not (
        w.circle == NULL or w.low == NULL or w.path == NULL or w.open == NULL
        or w.tried == NULL or w.ways_out == NULL or w.first_entry == NULL
        or w.entries == NULL or w.winner == NULL or w.seat == NULL
    )


cdef bint find_winners(const graph_t* g, uint8_t* winners) noexcept nogil:
    """Write of each position which seat can force a win, or NOBODY; False without memory."""
    cdef work_t work
    cdef uint32_t circles, here
    cdef bint has_room
    memset(&work, 0, sizeof(work_t))
    has_room = _make_work(&work, g)
    if has_room:
        for here in range(g.count):
            work.circle[here] = UINT32_MAX
        circles = _find_circles(g, &work)
        memset(work.ways_out, 0, g.count * sizeof(uint32_t))
        _find_entries(g, &work, circles)
        _decide(g, &work, circles)
        for here in range(g.count):
            winners[here] = work.winner[work.circle[here]]
    free(work.circle)
    free(work.low)
    free(work.path)
    free(work.open)
    free(work.tried)
    free(work.ways_out)
    free(work.first_entry)
    free(work.entries)
    free(work.winner)
    free(work.seat)
    return has_room
