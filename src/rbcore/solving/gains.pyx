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
from libc.stdint cimport UINT32_MAX, UINT64_MAX, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, qsort
from libc.string cimport memcpy, memset

from rbcore.api.position cimport Playable
from rbcore.board.position cimport position_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbcore.engine.workspace cimport named_player
from rbcore.rules.compiled cimport CompiledRules
from rbcore.solving.graph cimport (
    begin, dispose, end, explore, graph_t, grow, is_won_at, meet, seat_at, set_out, set_packing,
    should_end, unseen_at, walk_on, walk_t,
)

# ---- circles: the positions of one turn that lead to each other, by house moves ----------------
#
# A seat has to end its turn, so it may leave a circle by any way out of it, and cannot stay. They
# are the strongly connected components of the moves that do not end a turn, found by Tarjan's
# algorithm (SIAM J. Comput. 1, 1972). A way out is a move; one that turns up a card that nobody has
# seen leads to one of several positions, and never to its circle. All others are *sure*.

cdef struct circles_t:
    uint32_t count
    uint32_t* circle        # of each position
    uint8_t* seat           # of each circle
    uint32_t* ways_out      # of each circle
    uint64_t* first_entry   # of each circle: where its entries begin, and behind the last one's
    uint32_t* entries       # circles from which a sure way leads to it

cdef struct tarjan_t:
    uint32_t* low           # the first position on the path that one leads back to
    uint32_t* path          # positions on the way from where the search began
    uint32_t* open          # positions whose circle is not known yet, in the order they were met
    uint16_t* tried         # of each position, edges followed


cdef enum:
    MOST_BLOCKS = 16

# Memory that is freed all at once.
cdef struct blocks_t:
    void* all[MOST_BLOCKS]
    int n
    bint failed             # there was not enough


cdef void* _take(blocks_t* blocks, uint64_t size) noexcept nogil:
    """Ask for so many bytes, all 0."""
    cdef void* block = calloc(size, 1)
    blocks.all[blocks.n] = block
    blocks.n += 1
    blocks.failed = blocks.failed or block == NULL
    return block


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


cdef void _find_entries(const graph_t* g, circles_t* c) noexcept nogil:
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


cdef bint _find_circles(const graph_t* g, circles_t* c, blocks_t* blocks) noexcept nogil:
    """Find the circles of a graph; False without memory, or if Ctrl-C came."""
    cdef tarjan_t work
    cdef uint64_t n = g.count
    c.circle = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    c.seat = <uint8_t*>_take(blocks, n)
    c.ways_out = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    c.first_entry = <uint64_t*>_take(blocks, (n + 2) * sizeof(uint64_t))
    c.entries = <uint32_t*>_take(blocks, (g.all_edges + 1) * sizeof(uint32_t))
    work.low = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.path = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.open = <uint32_t*>_take(blocks, n * sizeof(uint32_t))
    work.tried = <uint16_t*>_take(blocks, n * sizeof(uint16_t))
    if blocks.failed:
        return False
    memset(c.circle, 0xFF, n * sizeof(uint32_t))                    # UINT32_MAX: not known yet
    c.count = _number(g, c, &work)
    if not interrupted():
        memset(c.ways_out, 0, n * sizeof(uint32_t))
        _find_entries(g, c)
    return not interrupted()


# ---- gains -------------------------------------------------------------------------------------

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


cdef bint find_gains(const graph_t* g, double* least, double* most) noexcept nogil:
    """Write what seat 0 gains from each position at least and at most; False without memory.

    They are equal but for what positions leave open whose moves are not known.
    """
    cdef work_t w
    cdef blocks_t blocks
    cdef uint64_t n = g.count, ways = 0, here
    cdef bint has_circles
    cdef int i
    blocks.n = blocks.failed = 0
    for here in range(n):
        ways += g.n_edges[here] - g.n_sure[here]
    w.in_layers = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.ways = <way_t*>_take(&blocks, (ways // 2 + 1) * sizeof(way_t))   # each to two or more
    w.left = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.decided = <uint32_t*>_take(&blocks, n * sizeof(uint32_t))
    w.is_decided = <uint8_t*>_take(&blocks, n)
    w.gain = <double*>_take(&blocks, n * sizeof(double))
    has_circles = _find_circles(g, &w.circles, &blocks)
    if has_circles:
        _sort_by_layer(g, &w)
        _value(g, &w, -1, least)
        _value(g, &w, 1, most)
    for i in range(blocks.n):
        free(blocks.all[i])
    return has_circles


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


# ---- the search, for Python --------------------------------------------------------------------

cdef enum:
    FIRST_LOOK = 64


cdef class Search:
    """A graph and what seat 0 gains from its positions at least and at most, as far as is known.

    With cards hidden a position stands for all orders of those that nobody has seen.
    """

    cdef graph_t graph
    cdef uint32_t part          # between two looks the positions grow by this part of them
    cdef double* lower
    cdef double* upper

    def __dealloc__(self):
        dispose(&self.graph)
        free(self.lower)
        free(self.upper)

    cdef bint look(self) noexcept nogil:
        """Find what is known of all positions found so far, and queue what can still matter; False
        if there is no memory, or Ctrl-C came.
        """
        cdef uint64_t size = self.graph.count * sizeof(double)
        return (
            grow(<void**>&self.lower, size) and grow(<void**>&self.upper, size)
            and find_gains(&self.graph, self.lower, self.upper)
            and look_where_hopeful(&self.graph, self.lower, self.upper)
        )

    cdef bint run(self, Playable position, uint32_t most) except -1:
        """Explore until the start is decided or nothing is left; False if there is too much.

        Looking takes about as long as exploring, so it waits until more are explored.
        """
        cdef uint32_t next_look = FIRST_LOOK
        cdef bint goes_on, is_known = False
        cdef graph_t* g = &self.graph
        cdef position_t start = position.still()
        listen()
        with nogil:
            goes_on = begin(g, &start)
            while goes_on and not is_known and g.explored < most:
                goes_on = explore(g, min(next_look, most))
                next_look = g.explored + g.explored // self.part
                goes_on = goes_on and self.look()
                is_known = goes_on and (self.lower[0] == self.upper[0] or g.n_queue == 0)
        answer()
        if not goes_on:
            raise MemoryError
        return is_known


def best_play(Playable position not None, tuple names, uint32_t most, bint hidden):
    """Explore a position, up to so many; names are of players, or None for a seat that plays best.

    Return whether it is decided, what seat 0 gains at least and at most, and how many are explored.
    """
    cdef Search search = Search.__new__(Search)
    cdef graph_t* g = &search.graph
    cdef CompiledRules compiled = position.compiled     # which the graph reads
    for seat, name in enumerate(names):
        if name is not None:
            g.players[<int>seat] = named_player(name).filled
            g.is_named[<int>seat] = True
    set_packing(&g.packing, &compiled.rules, g.is_named[0] or g.is_named[1], hidden)
    search.part = 3 if hidden else 1
    is_known = search.run(position, most)
    return is_known, search.lower[0], search.upper[0], g.explored
