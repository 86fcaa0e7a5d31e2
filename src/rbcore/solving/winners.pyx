"""Retrograde analysis: from the won positions backwards, who can force a win.

A circle is won for its seat if one way out is, and lost if all ways out are; what is never decided
so, neither seat can force. Of a graph that is only half explored all that is decided holds: a
position whose moves are not known is open, and so is a circle with a way out to it.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from rbcore.solving.circles cimport circles_t, dissolve, find_circles
from rbcore.solving.reachable cimport (
    end, is_won_at, meet, seat_at, set_out, should_end, walk_on, walk_t,
)


cdef void _decide(
    const graph_t* g, circles_t* c, uint8_t* winner, uint32_t* decided
) noexcept nogil:
    """Go backwards from the won positions, all the way unless Ctrl-C came."""
    cdef uint32_t here, before, n = 0, done = 0
    cdef uint64_t entry
    memset(winner, NOBODY, c.count)
    for here in range(g.count):
        if is_won_at(g, here):
            winner[c.circle[here]] = <uint8_t>seat_at(g, here)
            decided[n] = c.circle[here]
            n += 1
    while done < n and not should_end(done):
        here = decided[done]
        done += 1
        for entry in range(c.first_entry[here], c.first_entry[here + 1]):
            before = c.entries[entry]
            if winner[before] != NOBODY:
                continue
            c.ways_out[before] -= 1
            if c.seat[before] == winner[here] or c.ways_out[before] == 0:
                winner[before] = winner[here]
                decided[n] = before
                n += 1


cdef bint find_winners(const graph_t* g, uint8_t* winners) noexcept nogil:
    """Write of each position which seat can force a win, or NOBODY; False without memory."""
    cdef circles_t circles
    cdef uint32_t here
    cdef uint8_t* winner = <uint8_t*>malloc(g.count)                          # of each circle
    cdef uint32_t* decided = <uint32_t*>malloc(<uint64_t>g.count * sizeof(uint32_t))
    cdef bint has_room = find_circles(g, &circles) and winner != NULL and decided != NULL
    if has_room:
        _decide(g, &circles, winner, decided)
        for here in range(g.count):
            winners[here] = winner[circles.circle[here]]
    dissolve(&circles)
    free(winner)
    free(decided)
    return has_room


cdef bint look_where_open(graph_t* g, const uint8_t* winners) noexcept nogil:
    """Queue what can still matter: what lies behind open positions; False without memory."""
    cdef walk_t walk
    cdef bint has_room = set_out(g, &walk)
    cdef uint32_t here
    cdef uint64_t edge
    while has_room and walk_on(g, &walk, &here):
        for edge in range(g.first_edge[here], g.first_edge[here] + g.n_edges[here]):
            if winners[g.edges[edge]] == NOBODY:
                meet(&walk, g.edges[edge])
    end(&walk)
    return has_room
