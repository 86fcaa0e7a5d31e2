"""The player `planner`: the best end that its turn can come to before a card is turned up."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport is_won, length, mark_of, position_t
from rbcore.cards.bits cimport lowest
from rbcore.cards.card cimport NO_CARD, card_t
from rbcore.moves.generator cimport NO_WORD, WORDS, find_moves, in_lanes, lane_move, nth_group, word_move
from rbcore.moves.transition cimport apply, is_word
from rbcore.observation.view cimport UNKNOWN
from rbcore.players.evaluation cimport (
    W_BUILDS, W_HAND_LOADS, W_RESERVE_LOADS, houses_worth, look_round, move_worth, progress_worth,
    scene_t,
)
from rbcore.players.weighted cimport can_build, foundation_move, weighted_move
from rbcore.rules.compiled cimport FOUNDATION, RESERVE, WASTE

cdef enum:
    SEEN = 256            # a power of 2, with room to spare for MOST_NODES
    NOTHING = -(1 << 30)
    VICTORY = 1 << 28

# A position on a path, and what is known of it.
cdef struct node_t:
    const position_t* p
    const scene_t* scene  # NULL until it is looked at
    int houses            # their worth
    int depth
    int gain              # the worth of the moves that led here
    bint progress         # whether there is progress among them

cdef struct search_t:
    const rules_t* r
    const int* w
    ends_t* ends          # where all ends are noted, or NULL
    size_t size           # of a position
    int limit             # moves of a path in this round
    bint cut              # a path was cut off by the limit
    int nodes
    int best              # the worth of the best end so far, and the way there
    int length
    move_t moves[LONGEST]
    move_t path[LONGEST]
    uint64_t seen[SEEN]   # configurations met in this round; the four low bits are the depth


cdef move_t planner_move(
    const view_t* view, const rules_t* r, const moves_t* m, const int* w, mind_t* mind
) noexcept nogil:
    """The first move of the best plan, the others of which follow; as `weighted` if there is none.

    A plan is a series of moves of known cards and the `turn`, `waste` or `pass` after it. Its worth
    is that of its moves that are progress, of the houses in the end, and of that last word. Rounds
    of the search allow one move more each, until nothing is cut off or MOST_NODES are seen. A plan
    is carried out unless it turns a card up on the way: then what is known has changed.

    No turn goes on for ever: every plan has a word or a progress move in it, and without a plan
    the argument of `weighted` holds.
    """
    cdef search_t s
    if can_build(m):
        mind.n = 0
        return foundation_move(view.seen.seat, r, m)
    s.ends = NULL
    _explore(&s, view, r, w)
    if s.length == 0:
        mind.n = 0
        return weighted_move(view, r, m, w)
    _keep(&s, &view.seen, mind)
    return mind.moves[0]


cdef void find_ends(
    const view_t* view, const rules_t* r, const int* w, ends_t* ends
) noexcept nogil:
    """All ends met on the way to the best; the same may be met in several rounds."""
    cdef search_t s
    ends.n = 0
    s.ends = ends
    _explore(&s, view, r, w)


cdef void _explore(search_t* s, const view_t* view, const rules_t* r, const int* w) noexcept nogil:
    """Rounds of one move more each."""
    cdef node_t root
    cdef int i
    s.r = r
    s.w = w
    s.nodes = s.length = 0
    s.size = sizeof(position_t)       # a variable, for which compilers call the faster copy
    root.p = &view.seen
    root.depth = root.gain = 0
    root.progress = False
    s.best = NOTHING
    for i in range(1, LONGEST):
        s.limit = i
        s.cut = False
        memset(s.seen, 0, sizeof(s.seen))
        s.nodes += 1
        _seen_before(s, view.seen.marks, 0)
        root.scene = NULL
        _search(s, &root)
        if not s.cut or s.nodes >= MOST_NODES:
            break


cdef void _keep(search_t* s, const position_t* p, mind_t* mind) noexcept nogil:
    """Keep a plan as far as no unknown card turns up, but not its word where groups move (V13).

    They make so many paths that MOST_NODES cut them short; from where the plan leads, the search
    goes further. It cannot do so for ever: a plan without progress leads to where the same word is
    legal and the houses are worth more.
    """
    cdef position_t after = p[0]
    cdef bint cut = s.r.group_moves and s.nodes >= MOST_NODES
    if cut and s.length > 1 and is_word(s.r, s.moves[s.length - 1]):
        s.length -= 1
    mind.turn = p.turn
    mind.at = 1
    mind.n = 0
    while mind.n < s.length:
        mind.moves[mind.n] = s.moves[mind.n]
        mind.n += 1
        if mind.n == s.length:
            return
        apply(&after, s.r, s.moves[mind.n - 1])
        if after.shown[s.moves[mind.n - 1].source] == UNKNOWN:
            return


cdef bint _seen_before(search_t* s, uint64_t marks, int depth) noexcept nogil:
    """Whether cards lay with these marks before after as few moves; if not, it is noted."""
    cdef uint64_t mark = marks & ~<uint64_t>15
    cdef int at = <int>(marks >> 40) & (SEEN - 1)
    while s.seen[at]:
        if s.seen[at] & ~<uint64_t>15 == mark:
            if s.seen[at] & 15 <= <uint64_t>depth + 1:
                return True
            break
        at = (at + 1) & (SEEN - 1)
    s.seen[at] = mark | <uint64_t>(depth + 1)
    return False


cdef inline uint64_t _marks_after(const position_t* p, move_t move) noexcept nogil:
    """The marks that a move leads to where nothing else happens and no groups move (V13)."""
    cdef card_t c = p.cards[p.top[move.source]]
    cdef uint64_t marks = p.marks ^ mark_of(p.top[move.source], c)
    if move.place == FOUNDATION:
        return marks
    return marks ^ mark_of(<uint16_t>(p.top[move.place] + 1), c)


cdef void _end(search_t* s, int worth, int depth) noexcept nogil:
    """Keep the path to an end if it is the best so far."""
    cdef end_t* end
    if s.ends != NULL and s.ends.n < MOST_ENDS:
        end = &s.ends.all[s.ends.n]
        s.ends.n += 1
        end.worth = worth
        end.length = depth
        memcpy(end.moves, s.path, sizeof(s.path))
    if worth > s.best:
        s.best = worth
        s.length = depth
        memcpy(s.moves, s.path, sizeof(s.path))


cdef int _gain(
    const scene_t* scene, const position_t* p, const rules_t* r, move_t move
) noexcept nogil:
    """Of a move on a path that is progress: where its card comes from and goes to."""
    if move.place == FOUNDATION:
        return scene.w[W_BUILDS if move.source < RESERVE else
                       W_RESERVE_LOADS if move.source < WASTE else W_HAND_LOADS]
    return progress_worth(scene, p, r, move)


cdef void _try(search_t* s, const node_t* here, move_t move) noexcept nogil:
    """Go on along a path."""
    cdef position_t after
    cdef node_t next
    cdef const position_t* p = here.p
    cdef bint foreseen = not s.r.eventful and p.left[p.seat] > 1
    if s.nodes >= MOST_NODES:
        return
    if foreseen and _seen_before(s, _marks_after(p, move), here.depth + 1):
        s.nodes += 1
        return
    memcpy(&after, p, s.size)
    apply(&after, s.r, move)
    s.path[here.depth] = move
    if is_won(&after):
        _end(s, VICTORY - here.depth, here.depth + 1)
        return
    s.nodes += 1
    if not foreseen and _seen_before(s, after.marks, here.depth + 1):
        return
    next.p = &after
    next.depth = here.depth + 1
    next.gain = here.gain
    next.progress = here.progress
    next.scene = NULL
    if move.source >= RESERVE or move.place >= RESERVE:
        next.progress = True
        next.gain += _gain(here.scene, p, s.r, move)
    elif not s.r.eventful:
        next.scene = here.scene
        next.houses = here.houses + move_worth(here.scene, p, s.r, move)
    _search(s, &next)


cdef void _search(search_t* s, node_t* here) noexcept nogil:
    """All paths on from here."""
    cdef moves_t m
    cdef scene_t scene
    cdef const position_t* p = here.p
    find_moves(p, s.r, &m)
    if here.scene == NULL:
        look_round(&scene, p, s.r, s.w)
        here.scene = &scene
        here.houses = 0 if can_build(&m) else houses_worth(&scene, p, s.r)
    if can_build(&m):
        if here.depth < LONGEST - 1:
            _try(s, here, foundation_move(p.seat, s.r, &m))
        return
    if m.word != NO_WORD:
        s.path[here.depth] = word_move(p, m.word)
        _end(
            s,
            here.gain + here.houses
            + progress_worth(here.scene, p, s.r, s.path[here.depth]),
            here.depth + 1,
        )
    elif here.progress:
        _end(s, here.gain + here.houses, here.depth)
    if here.depth >= s.limit:
        s.cut = True
        return
    _branch(s, here, &m)


cdef inline bint _only_shifts(const position_t* p, move_t move) noexcept nogil:
    """Whether a move takes all of a house to a space, which changes nothing."""
    return move.place < RESERVE and p.shown[move.place] == NO_CARD and (
        move.source < RESERVE and length(p, move.source) == move.more + 1
    )


cdef void _branch(search_t* s, const node_t* here, const moves_t* m) noexcept nogil:
    """Every move but those that only differ in the space they take, or change nothing."""
    cdef const position_t* p = here.p
    cdef uint16_t others = <uint16_t>(p.empty & (p.empty - 1))   # spaces but the first
    cdef uint64_t places
    cdef move_t move
    cdef int word, n
    for word in range(WORDS):
        places = m.places[word] & ~in_lanes(others)
        while places:
            move = lane_move(p, s.r, 64 * word + lowest(places))
            places &= places - 1
            if not _only_shifts(p, move):
                _try(s, here, move)
    for n in range(m.in_groups):
        move = nth_group(m, n)
        if not (others >> move.place & 1 or _only_shifts(p, move)):
            _try(s, here, move)
