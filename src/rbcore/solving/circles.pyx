"""Circles by Tarjan's algorithm (SIAM J. Comput. 1, 1972), and the ways into and out of them."""

from libc.stdint cimport UINT32_MAX, uint16_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from rbcore.cards.interrupts cimport interrupted
from rbcore.solving.reachable cimport seat_at, should_end, unseen_at

cdef struct tarjan_t:
    uint32_t* low           # the first position on the path that one leads back to
    uint32_t* path          # positions on the way from where the search began
    uint32_t* open          # positions whose circle is not known yet, in the order they were met
    uint16_t* tried         # of each position, edges followed


cdef uint32_t _number(const graph_t* g, circles_t* c, tarjan_t* w) noexcept nogil:
    """Number the circles; return how many there are. Some have no number if Ctrl-C came."""
    cdef uint32_t circles = 0, met = 0, root, here, there, n_path, n_open = 0
    cdef uint32_t* order = c.ways_out                 # when a position was met, plus 1
    for root in range(g.count):
        if order[root]:
            continue
        n_path = 1
        w.path[0] = root
        while n_path:
            here = w.path[n_path - 1]
            if order[here] == 0:
                if should_end(met):
                    return circles
                met += 1
                order[here] = w.low[here] = met
                w.open[n_open] = here
                n_open += 1
                w.tried[here] = 0
            there = UINT32_MAX
            while w.tried[here] < g.n_sure[here]:
                there = g.edges[g.first_edge[here] + w.tried[here]]
                w.tried[here] += 1
                if seat_at(g, there) == seat_at(g, here):
                    if order[there] == 0:
                        break
                    if c.circle[there] == UINT32_MAX:
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
                    c.circle[w.open[n_open]] = circles
                    if w.open[n_open] == here:
                        break
                circles += 1
    return circles


cdef void _find_ways(const graph_t* g, circles_t* c) noexcept nogil:
    """Count the ways out of circles, and gather those that are sure by where they lead to.

    What it leaves if Ctrl-C came is of no use.
    """
    cdef uint32_t here, number
    cdef uint64_t edge, first
    for here in range(g.count):
        if should_end(here):
            return
        c.seat[c.circle[here]] = <uint8_t>seat_at(g, here)
        first = g.first_edge[here]
        for edge in range(first, first + g.n_sure[here]):
            if c.circle[g.edges[edge]] != c.circle[here]:
                c.ways_out[c.circle[here]] += 1
                c.first_entry[c.circle[g.edges[edge]] + 2] += 1
        if g.n_edges[here] > g.n_sure[here]:
            c.ways_out[c.circle[here]] += (
                (g.n_edges[here] - g.n_sure[here]) // unseen_at(g, here, seat_at(g, here))
            )
    for number in range(c.count):
        c.first_entry[number + 2] += c.first_entry[number + 1]
    for here in range(g.count):
        if should_end(here):
            return
        first = g.first_edge[here]
        for edge in range(first, first + g.n_sure[here]):
            number = c.circle[g.edges[edge]]
            if number != c.circle[here]:
                c.entries[c.first_entry[number + 1]] = c.circle[here]
                c.first_entry[number + 1] += 1


cdef bint _make_circles(circles_t* c, uint64_t n, uint64_t n_edges) noexcept nogil:
    """Ask for the memory of circles; False if there is not enough."""
    c.circle = <uint32_t*>malloc(n * sizeof(uint32_t))
    c.seat = <uint8_t*>malloc(n)
    c.ways_out = <uint32_t*>calloc(n, sizeof(uint32_t))
    c.first_entry = <uint64_t*>calloc(n + 2, sizeof(uint64_t))
    c.entries = <uint32_t*>malloc((n_edges + 1) * sizeof(uint32_t))
    return not (
        c.circle == NULL or c.seat == NULL or c.ways_out == NULL or c.first_entry == NULL
        or c.entries == NULL
    )


cdef bint find_circles(const graph_t* g, circles_t* c) noexcept nogil:
    """Find the circles of a graph; False without memory, or if Ctrl-C came. Dissolve() them."""
    cdef tarjan_t work
    cdef uint64_t n = g.count
    cdef bint has_room
    memset(c, 0, sizeof(circles_t))
    work.low = <uint32_t*>malloc(n * sizeof(uint32_t))
    work.path = <uint32_t*>malloc(n * sizeof(uint32_t))
    work.open = <uint32_t*>malloc(n * sizeof(uint32_t))
    work.tried = <uint16_t*>malloc(n * sizeof(uint16_t))
    has_room = _make_circles(c, n, g.all_edges) and not (
        work.low == NULL or work.path == NULL or work.open == NULL or work.tried == NULL
    )
    if has_room:
        memset(c.circle, 0xFF, n * sizeof(uint32_t))                    # UINT32_MAX: not known yet
        c.count = _number(g, c, &work)
    free(work.low)
    free(work.path)
    free(work.open)
    free(work.tried)
    if has_room and not interrupted():
        memset(c.ways_out, 0, n * sizeof(uint32_t))
        _find_ways(g, c)
    return has_room and not interrupted()


cdef void dissolve(circles_t* c) noexcept nogil:
    """Free the memory of circles."""
    free(c.circle)
    free(c.seat)
    free(c.ways_out)
    free(c.first_entry)
    free(c.entries)
