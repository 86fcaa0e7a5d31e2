"""The player `planner`: the best end that its turn can come to before a card is turned up."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport ROOM, base_of, card_key, is_won, length, position_t
from rbcore.cards.card cimport UNKNOWN, card_t
from rbcore.cards.hash_table cimport slot_of
from rbcore.moves.legal_moves cimport (
    NO_SPECIAL, find_moves, has_move, lane_move, lane_set, special_move,
)
from rbcore.moves.transition cimport apply, is_special, move_of
from rbcore.players.evaluation cimport (
    NO_VALUE, arrangement_change, arrangement_value, build_value, can_build, context_t, fits_value,
    foundation_move, move_value, prepare, progress_value, weighted_move,
)
from rbcore.players.tie_break cimport changes_nothing, lanes_to, later_spaces, take_first
from rbcore.rules.compiled cimport FOUNDATION, HAND, HOUSE, RESERVE, TURNED, WASTE, in_order

cdef enum:
    FEWEST_SLOTS = 256    # powers of 2; there are at least two for each position looked at
    MAX_SLOTS = 1024
    VICTORY = 1 << 28
    REACHED = 16          # cards on top of a seat's pile, more than a plan has moves
    MAX_KEPT = 32        # positions of a search that its later rounds find again

assert REACHED > LONGEST_PLAN + 1

# Bytes up to the end of the houses. A variable, for which compilers call the faster copy.
cdef size_t COMMON_BYTES = sizeof(position_t) - ROOM + base_of(RESERVE)

# A position on a path, and what is known of it. The moves on from it that are kept are a list, in
# the order in which every round tries them.
cdef struct node_t:
    const position_t* p
    const context_t* context  # NULL until it is looked at, or the one of where the path came from
    bint looked_at        # `moves`, `houses` and `value` are known
    int houses            # their value
    int value             # of the end that this may be
    int arrangement       # and of that, for what lies on what
    int depth
    int gain              # the value of the moves that led here
    bint progress         # whether there is progress among them
    move_t move           # the last of these
    node_t* next          # where another move leads from the same position
    node_t* first         # where the moves on from here lead
    node_t** at           # of these the next one, while they are tried
    moves_t moves
    context_t own_context
    position_t position

cdef struct plan_search_t:
    const rules_t* r
    const int* w
    ends_t* ends          # where all ends are noted, or NULL
    bint repeats          # those that an earlier round has noted are noted again
    int limit             # moves of a path in this round
    bint cut              # a path was cut off by the limit
    int nodes
    int most_nodes
    int best              # the value of the best end so far, and the way there
    int length
    move_t moves[LONGEST_PLAN]
    move_t path[LONGEST_PLAN]
    uint64_t slots        # in use
    uint64_t seen[MAX_SLOTS]  # keys met in this round; their four low bits are the depth
    int n_kept
    node_t kept[MAX_KEPT]

cdef extern from *:
    """
    #define RB_SEARCH_WORDS 9400
    RB_ROOM(search, RB_SEARCH_WORDS, 1)
    """
    enum: SEARCH_WORDS "RB_SEARCH_WORDS"
    void* search_number "rb_search_number"(int n) noexcept nogil

assert sizeof(plan_search_t) <= SEARCH_WORDS * sizeof(uint64_t)

cdef inline plan_search_t* _search_room() noexcept nogil:
    """Room for a search, of which a thread has one at a time."""
    return <plan_search_t*>search_number(0)

cdef move_t planner_move(const view_t* view, const rules_t* r, const moves_t* m, const int* w,
                         turn_plan_t* plan) noexcept nogil:
    """The first move of the best plan, the others of which follow; as `weighted` if there is none.

    A plan is a series of moves of known cards and the `turn`, `waste` or `pass` after it. Its value
    is that of its progress moves, of the houses in the end, and of that special move. Rounds of the
    search allow one move more each, until nothing is cut off or MAX_NODES are seen. A plan
    is carried out unless it turns a card up on the way: then what is known has changed.

    No turn goes on for ever: every plan has a special or a progress move in it, and without a plan
    the argument of `weighted` holds.
    """
    cdef plan_search_t* s = _search_room()
    if can_build(m):
        plan.n = 0
        return foundation_move(view.seen.seat, r, m)
    s.ends = NULL
    s.repeats = False
    s.most_nodes = MAX_NODES
    _deepen(s, view, r, w, 1)
    # After a called Stop not every legal move is one to choose from.
    if s.length == 0 or not has_move(&view.seen, r, m, s.moves[0]):
        plan.n = 0
        return weighted_move(view, r, m, w)
    _store_plan(s, &view.seen, plan)
    return plan.moves[0]

cdef void find_ends(const view_t* view, const rules_t* r, const int* w, int most_nodes, int step,
                    bint repeats, ends_t* ends) noexcept nogil:
    """Collect all ends met in the search; the same may be met on several ways.

    Rounds allow `step` moves more each, and at most `most_nodes` are looked at. With `repeats` what
    an earlier round has met is collected again.
    """
    cdef plan_search_t* s = _search_room()
    ends.n = 0
    s.ends = ends
    s.repeats = repeats
    s.most_nodes = most_nodes
    _deepen(s, view, r, w, step)

cdef void _deepen(plan_search_t* s, const view_t* view, const rules_t* r, const int* w,
                  int step) noexcept nogil:
    """Search by iterative deepening: rounds of `step` moves more each, the first of one move."""
    cdef node_t root
    s.r = r
    s.w = w
    s.nodes = s.length = s.n_kept = 0
    root.p = &view.seen
    root.depth = root.gain = 0
    root.progress = root.looked_at = False
    root.first = NULL
    prepare(&root.own_context, root.p, r, w)
    root.context = &root.own_context
    root.arrangement = arrangement_value(root.context, root.p, r)
    root.houses = root.arrangement + fits_value(root.context, root.p, r)
    s.best = NO_VALUE
    s.limit = 1
    s.slots = FEWEST_SLOTS
    while s.slots < <uint64_t>(2 * s.most_nodes):
        s.slots *= 2
    while s.limit < LONGEST_PLAN:
        s.cut = False
        memset(s.seen, 0, s.slots * sizeof(uint64_t))
        s.nodes += 1
        _is_visited(s, view.seen.key, 0)
        _search_from(s, &root)
        if not s.cut or s.nodes >= s.most_nodes:
            break
        s.limit += step

cdef void _store_plan(plan_search_t* s, const position_t* p, turn_plan_t* plan) noexcept nogil:
    """Store a plan up to the first unknown card; without its special move where groups move (V13).

    They make so many paths that MAX_NODES cut them short; from where the plan leads, the search
    goes further. It cannot do so for ever: a plan without progress leads to where the same special
    move is legal and the houses have a greater value.
    """
    cdef position_t after = p[0]
    cdef bint cut = s.r.group_moves and s.nodes >= s.most_nodes
    if cut and s.length > 1 and is_special(s.r, s.moves[s.length - 1]):
        s.length -= 1
    plan.turn = p.turn
    plan.at = 1
    plan.n = 0
    while plan.n < s.length:
        plan.moves[plan.n] = s.moves[plan.n]
        plan.n += 1
        if plan.n == s.length:
            return
        apply(&after, s.r, s.moves[plan.n - 1])
        if after.top_card[s.moves[plan.n - 1].source] == UNKNOWN:
            return

cdef bint _is_visited(plan_search_t* s, uint64_t key, int depth) noexcept nogil:
    """Whether this key was met after as few moves; if not, enter it."""
    cdef uint64_t at = slot_of(s.seen, s.slots - 1, key, 15)
    if s.seen[at] and s.seen[at] & 15 <= <uint64_t>depth + 1:
        return True
    s.seen[at] = key & ~<uint64_t>15 | <uint64_t>(depth + 1)
    return False

cdef inline uint64_t _key_after(const position_t* p, move_t move) noexcept nogil:
    """The key that a move leads to, without forced events or groups (V13)."""
    cdef card_t c = p.cards[p.top[move.source]]
    cdef uint64_t key = p.key ^ card_key(p.top[move.source], c)
    if move.place == FOUNDATION:
        return key
    return key ^ card_key(<uint16_t>(p.top[move.place] + 1), c)

cdef void _record_end(plan_search_t* s, const position_t* p, int value, int depth) noexcept nogil:
    """Keep the path to an end if its value is the best so far."""
    cdef end_t* end
    if s.ends != NULL and s.ends.n < MAX_ENDS:
        end = &s.ends.all[s.ends.n]
        s.ends.values[s.ends.n] = value
        s.ends.n += 1
        end.key = p.key
        end.length = depth
        memcpy(end.moves, s.path, sizeof(s.path))
    if value > s.best:
        s.best = value
        s.length = depth
        memcpy(s.moves, s.path, sizeof(s.path))

cdef inline void _copy_pile(position_t* to, const position_t* p, int pile) noexcept nogil:
    cdef int at = p.top[pile] + 1 - REACHED
    memcpy(to.cards + at, p.cards + at, REACHED)

cdef inline void _copy(position_t* to, const position_t* p, const rules_t* r) noexcept nogil:
    """Copy what a search can reach of a position, which is half of it.

    No special move is made in a search, so of the piles of seats these are the cards on top, and of
    the own waste the lowest, which comes after the hand's last. From those of others no card is
    taken, but where plans are looked for: they load cards, and take them back.
    """
    cdef int seat
    if r.has_forced_events:
        memcpy(to, p, COMMON_BYTES + ROOM - base_of(RESERVE))
        return
    memcpy(to, p, COMMON_BYTES)
    for seat in range(r.seats):
        if seat == p.seat or r.has_filters:
            _copy_pile(to, p, RESERVE + seat)
            _copy_pile(to, p, WASTE + seat)
    _copy_pile(to, p, HAND + p.seat)
    memcpy(to.cards + base_of(WASTE + p.seat), p.cards + base_of(WASTE + p.seat), 2)
    memcpy(to.cards + base_of(TURNED), p.cards + base_of(TURNED), ROOM - base_of(TURNED))

cdef void _reach(plan_search_t* s, const node_t* here, move_t move, node_t* there) noexcept nogil:
    """Make a move on a path, and fill in what is known of where it leads."""
    cdef const position_t* p = here.p
    _copy(&there.position, p, s.r)
    apply(&there.position, s.r, move)
    there.p = &there.position
    there.move = move
    there.first = NULL
    there.depth = here.depth + 1
    there.gain = here.gain
    there.progress = here.progress
    there.looked_at = False
    there.context = NULL
    if s.r.has_forced_events:
        there.arrangement = arrangement_value(here.context, there.p, s.r)
    else:
        there.arrangement = here.arrangement + arrangement_change(here.context, p, s.r, move)
    if move.source >= RESERVE or move.place >= RESERVE:
        there.progress = True
        there.gain += (
            build_value(s.w, move) if move.place == FOUNDATION
            else progress_value(here.context, p, s.r, move)
        )
    elif not s.r.has_forced_events:
        there.context = here.context
        there.houses = here.houses + move_value(here.context, p, s.r, move)

cdef inline bint _leads_to(const node_t* node, move_t move) noexcept nogil:
    """Whether a node, if there is one, is where a move leads."""
    return node != NULL and node.move.source == move.source and node.move.place == move.place and (
        node.move.extra_cards == move.extra_cards
    )

cdef void _extend(plan_search_t* s, node_t* here, move_t move) noexcept nogil:
    """Extend a path by a move; where it leads is kept for later rounds, as far as there is room."""
    cdef node_t spare
    cdef node_t* there = &spare
    cdef bint foreseen = not s.r.has_forced_events and here.p.cards_left[here.p.seat] > 1
    cdef bint kept = _leads_to(here.at[0], move)
    if kept:
        there = here.at[0]
        here.at = &there.next
    # A plan has room for a special move at its end.
    if s.nodes >= s.most_nodes or here.depth == LONGEST_PLAN - 1:
        return
    if foreseen and _is_visited(s, _key_after(here.p, move), here.depth + 1):
        s.nodes += 1
        return
    if not kept:
        if s.n_kept < MAX_KEPT:
            there = &s.kept[s.n_kept]
            s.n_kept += 1
            there.next = here.at[0]
            here.at[0] = there
            here.at = &there.next
        _reach(s, here, move, there)
    s.path[here.depth] = move
    if is_won(there.p):
        _record_end(s, there.p, VICTORY - here.depth, there.depth)
        return
    s.nodes += 1
    if foreseen or not _is_visited(s, there.p.key, there.depth):
        _search_from(s, there)

cdef void _look_at(plan_search_t* s, node_t* here) noexcept nogil:
    """Find the moves from here, the value of the houses, and that of the end that this may be."""
    cdef const position_t* p = here.p
    find_moves(p, s.r, &here.moves)
    here.looked_at = True
    if here.context == NULL:
        prepare(&here.own_context, p, s.r, s.w)
        here.context = &here.own_context
        here.houses = here.arrangement
        if not can_build(&here.moves):
            here.houses += fits_value(here.context, p, s.r)
    here.value = here.gain + here.houses
    if not can_build(&here.moves) and here.moves.special != NO_SPECIAL:
        here.value += progress_value(here.context, p, s.r, special_move(p, here.moves.special))

cdef inline void _note_end(plan_search_t* s, const node_t* here) noexcept nogil:
    """Note the end that the turn comes to without another card's move, if there is one."""
    if here.moves.special != NO_SPECIAL:
        s.path[here.depth] = special_move(here.p, here.moves.special)
        _record_end(s, here.p, here.value, here.depth + 1)
    elif here.progress:
        _record_end(s, here.p, here.value, here.depth)

cdef void _search_from(plan_search_t* s, node_t* here) noexcept nogil:
    """Search all paths on from here."""
    cdef bint noted = here.looked_at and not s.repeats
    if not here.looked_at:
        _look_at(s, here)
    here.at = &here.first
    if can_build(&here.moves):
        _extend(s, here, foundation_move(here.p.seat, s.r, &here.moves))
        return
    if not noted:
        _note_end(s, here)
    if here.depth >= s.limit:
        s.cut = True
    else:
        _expand(s, here)

cdef void _expand(plan_search_t* s, node_t* here) noexcept nogil:
    """Extend the path by every move, but for moves to any space but the first and idle ones.

    The first to the seat come first (tie_break.pxd), as the search may be cut short.
    """
    cdef const position_t* p = here.p
    cdef const moves_t* m = &here.moves
    cdef uint64_t places, lanes = in_order(s.r, p.seat, lanes_to(m, 0xFFFF))
    cdef uint64_t others = later_spaces(p, s.r)
    cdef move_t move
    cdef int lane
    while lanes:
        lane = take_first(&lanes)
        places = in_order(s.r, p.seat, lane_set(m, lane) & ~others)
        while places:
            move = lane_move(p, s.r, 16 * lane + take_first(&places))
            if not changes_nothing(p, move):
                _extend(s, here, move)
    if m.in_groups:
        _expand_groups(s, here, others)

cdef void _expand_groups(plan_search_t* s, node_t* here, uint64_t others) noexcept nogil:
    """_expand() by the moves of groups (V13); `others` are the spaces but the first."""
    cdef const position_t* p = here.p
    cdef uint64_t places, houses = in_order(s.r, p.seat, s.r.house_set)
    cdef move_t move
    cdef int house, extra_cards
    while houses:
        house = take_first(&houses)
        for extra_cards in range(1, length(p, HOUSE + house)):
            places = in_order(s.r, p.seat, here.moves.groups[house][extra_cards] & ~others)
            while places:
                move = move_of(HOUSE + house, take_first(&places), extra_cards)
                if not changes_nothing(p, move):
                    _extend(s, here, move)
