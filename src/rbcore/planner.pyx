"""The player `planner`: the best end that its turn can come to before a card is turned up."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.bits cimport lowest
from rbcore.card cimport NO_CARD
from rbcore.moves cimport NO_WORD, WORDS, find_moves, in_lanes, lane_move, nth_group, word_move
from rbcore.position cimport is_won, length, position_t
from rbcore.table cimport FOUNDATION, RESERVE, WASTE
from rbcore.turns cimport apply
from rbcore.view cimport UNKNOWN
from rbcore.weighted cimport can_build, foundation_move, weighted_move
from rbcore.worth cimport (
    W_BUILDS, W_HAND_LOADS, W_RESERVE_LOADS, houses_worth, look_round, progress_worth, scene_t,
)

cdef enum:
    SEEN = 1024
    NOTHING = -(1 << 30)
    VICTORY = 1 << 28

cdef struct search_t:
    const rules_t* r
    const int* w
    ends_t* ends          # where all ends are noted, or NULL
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
    cdef int i
    s.r = r
    s.w = w
    s.nodes = s.length = 0
    s.best = NOTHING
    for i in range(1, LONGEST):
        s.limit = i
        s.cut = False
        memset(s.seen, 0, sizeof(s.seen))
        _search(s, &view.seen, 0, 0, False)
        if not s.cut or s.nodes >= MOST_NODES:
            break


cdef void _keep(search_t* s, const position_t* p, mind_t* mind) noexcept nogil:
    """Keep a plan as far as no unknown card turns up."""
    cdef position_t after = p[0]
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


cdef bint _seen_before(search_t* s, const position_t* p, int depth) noexcept nogil:
    """Whether these cards lay so before after as few moves; if not, it is noted."""
    cdef uint64_t mark = p.marks & ~<uint64_t>15
    cdef int at = <int>(p.marks >> 40) & (SEEN - 1)
    while s.seen[at]:
        if s.seen[at] & ~<uint64_t>15 == mark:
            if s.seen[at] & 15 <= <uint64_t>depth + 1:
                return True
            break
        at = (at + 1) & (SEEN - 1)
    s.seen[at] = mark | <uint64_t>(depth + 1)
    return False


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
    """Of a move on a path: where its card comes from and goes to."""
    if move.place == FOUNDATION:
        return scene.w[W_BUILDS if move.source < RESERVE else
                       W_RESERVE_LOADS if move.source < WASTE else W_HAND_LOADS]
    if move.source < RESERVE and move.place < RESERVE:
        return 0
    return progress_worth(scene, p, r, move)


cdef void _try(
    search_t* s, const scene_t* scene, const position_t* p, move_t move, int depth, int gain,
    bint progress
) noexcept nogil:
    """Go on along a path."""
    cdef position_t after
    if s.nodes >= MOST_NODES:
        return
    after = p[0]
    gain += _gain(scene, p, s.r, move)
    apply(&after, s.r, move)
    s.path[depth] = move
    if is_won(&after):
        _end(s, VICTORY - depth, depth + 1)
        return
    progress = progress or move.source >= RESERVE or move.place >= RESERVE
    _search(s, &after, depth + 1, gain, progress)


cdef void _search(
    search_t* s, const position_t* p, int depth, int gain, bint progress
) noexcept nogil:
    """All paths on from here; `progress` says that there was progress on the way."""
    cdef moves_t m
    cdef scene_t scene
    s.nodes += 1
    if _seen_before(s, p, depth):
        return
    find_moves(p, s.r, &m)
    look_round(&scene, p, s.r, s.w)
    if can_build(&m):
        if depth < LONGEST - 1:
            _try(s, &scene, p, foundation_move(p.seat, s.r, &m), depth, gain, progress)
        return
    if m.word != NO_WORD:
        s.path[depth] = word_move(p, m.word)
        _end(
            s,
            gain + houses_worth(&scene, p, s.r) + progress_worth(&scene, p, s.r, s.path[depth]),
            depth + 1,
        )
    elif progress:
        _end(s, gain + houses_worth(&scene, p, s.r), depth)
    if depth >= s.limit:
        s.cut = True
        return
    _branch(s, &scene, p, &m, depth, gain, progress)


cdef void _branch(
    search_t* s, const scene_t* scene, const position_t* p, const moves_t* m, int depth, int gain,
    bint progress
) noexcept nogil:
    """Every move but those that only differ in the space they take, or change nothing."""
    cdef uint64_t places, others = in_lanes(<uint16_t>(p.empty & (p.empty - 1)))
    cdef move_t move
    cdef int word, n
    for word in range(WORDS):
        places = m.places[word] & ~others
        while places:
            move = lane_move(p, s.r, 64 * word + lowest(places))
            places &= places - 1
            if move.place < RESERVE and p.shown[move.place] == NO_CARD and (
                move.source < RESERVE and length(p, move.source) == 1
            ):
                continue
            _try(s, scene, p, move, depth, gain, progress)
    for n in range(m.in_groups):
        _try(s, scene, p, nth_group(m, n), depth, gain, progress)
