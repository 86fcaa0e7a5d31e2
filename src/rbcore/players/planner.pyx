"""The player `planner`: the best end that its turn can reach before a card is turned up."""

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
    FEWEST_SLOTS = 256    # powers of 2; at least two for each examined position
    MAX_SLOTS = 1024
    VICTORY = 1 << 28
    REACHED = 16          # top cards of a seat's pile, more than a plan has moves
    MAX_KEPT = 32        # positions of a search kept for its later rounds

assert REACHED > LONGEST_PLAN + 1

# Bytes up to the end of the houses. A variable, because compilers then call the faster copy.
cdef size_t COMMON_BYTES = sizeof(position_t) - ROOM + base_of(RESERVE)

# A position on a path, and what is known of it. The moves from it that are kept form a list, in the
# order in which every round tries them.
cdef struct node_t:
    const position_t* p
    const context_t* context  # NULL until it is examined, or the previous node's
    bint looked_at        # `moves`, `houses` and `value` are known
    int houses            # the value of the houses
    int value             # the value of the end here, if there is one
    int arrangement       # the part of it for what lies on what
    int depth
    int gain              # the value of the moves up to here
    bint progress         # whether one of them is a progress move
    move_t move           # the last of them
    node_t* next          # the result of another move from the same position
    node_t* first         # the results of the moves from here
    node_t** at           # the next of these, while they are tried
    moves_t moves
    context_t own_context
    position_t position

cdef struct plan_search_t:
    const rules_t* r
    const int* w
    ends_t* ends          # receives all ends, or NULL
    bint repeats          # note again the ends that an earlier round noted
    int limit             # maximum moves of a path in this round
    bint cut              # the limit cut off a path
    int nodes
    int most_nodes
    int best              # the value of the best end so far; below, the way there
    int length
    move_t moves[LONGEST_PLAN]
    move_t path[LONGEST_PLAN]
    uint64_t slots        # in use
    uint64_t seen[MAX_SLOTS]  # keys met in this round, with the depth in their four low bits
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
    """Return room for a search; a thread runs one at a time."""
    return <plan_search_t*>search_number(0)

cdef move_t planner_move(const view_t* view, const rules_t* r, const moves_t* m, const int* w,
                         turn_plan_t* plan) noexcept nogil:
    """Return the first move of the best plan and store the rest; without a plan, as `weighted`.

    A plan is a sequence of moves of known cards and the `turn`, `waste` or `pass` after it. Its
    value is that of its progress moves, of the houses at its end, and of the special move. Each
    round of the search allows one more move, until nothing is cut off or MAX_NODES are examined. A
    plan is carried out unless it turns up a card on the way, because that changes what is known.

    Every turn ends: each plan contains a special or a progress move, and without a plan the
    argument for `weighted` holds.
    """
    cdef plan_search_t* s = _search_room()
    if can_build(m):
        plan.n = 0
        return foundation_move(view.seen.seat, r, m)
    s.ends = NULL
    s.repeats = False
    s.most_nodes = MAX_NODES
    _deepen(s, view, r, w, 1)
    # After a called Stop, only some of the legal moves may be chosen.
    if s.length == 0 or not has_move(&view.seen, r, m, s.moves[0]):
        plan.n = 0
        return weighted_move(view, r, m, w)
    _store_plan(s, &view.seen, plan)
    return plan.moves[0]

cdef void find_ends(const view_t* view, const rules_t* r, const int* w, int most_nodes, int step,
                    bint repeats, ends_t* ends) noexcept nogil:
    """Collect all ends found in the search; an end reached in several ways may be listed twice.

    Each round allows `step` more moves, and at most `most_nodes` positions are examined. With
    `repeats`, the ends of earlier rounds are collected again.
    """
    cdef plan_search_t* s = _search_room()
    ends.n = 0
    s.ends = ends
    s.repeats = repeats
    s.most_nodes = most_nodes
    _deepen(s, view, r, w, step)

cdef void _deepen(plan_search_t* s, const view_t* view, const rules_t* r, const int* w,
                  int step) noexcept nogil:
    """Search by iterative deepening: one move in the first round, `step` more in each later one."""
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

    Groups make so many paths that MAX_NODES cuts them short, so the search continues from where the
    plan leads. It cannot do so forever: a plan without progress leads to a position with the same
    special move and a higher value of the houses.
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
    """Return whether this key was met after as few moves; if not, add it."""
    cdef uint64_t at = slot_of(s.seen, s.slots - 1, key, 15)
    if s.seen[at] and s.seen[at] & 15 <= <uint64_t>depth + 1:
        return True
    s.seen[at] = key & ~<uint64_t>15 | <uint64_t>(depth + 1)
    return False

cdef inline uint64_t _key_after(const position_t* p, move_t move) noexcept nogil:
    """Return the key after a move, without forced events or groups (V13)."""
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
    """Copy the half of a position that a search can reach.

    A search makes no special moves, so these are the top cards of the seats' piles and the lowest
    card of the own waste, which comes after the hand's last. No card is taken from other seats'
    piles, except where plans are looked for: these load cards and take them back.
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
    """Make a move on a path, and fill in what is known of the result."""
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
    """Return whether a node exists and is the result of a move."""
    return node != NULL and node.move.source == move.source and node.move.place == move.place and (
        node.move.extra_cards == move.extra_cards
    )

cdef void _extend(plan_search_t* s, node_t* here, move_t move) noexcept nogil:
    """Extend a path by a move; keep the result for later rounds while there is room."""
    cdef node_t spare
    cdef node_t* there = &spare
    cdef bint foreseen = not s.r.has_forced_events and here.p.cards_left[here.p.seat] > 1
    cdef bint kept = _leads_to(here.at[0], move)
    if kept:
        there = here.at[0]
        here.at = &there.next
    # A plan needs room for a special move at its end.
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
    """Find the moves from here, and the values of the houses and of the end here, if any."""
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
    """Record the end of the turn without another card move, if there is one."""
    if here.moves.special != NO_SPECIAL:
        s.path[here.depth] = special_move(here.p, here.moves.special)
        _record_end(s, here.p, here.value, here.depth + 1)
    elif here.progress:
        _record_end(s, here.p, here.value, here.depth)

cdef void _search_from(plan_search_t* s, node_t* here) noexcept nogil:
    """Search all paths from here."""
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
    """Extend the path by every move, except to spaces after the first, and idle moves.

    Moves come in the seat's order (tie_break.pxd), because the search may be cut short.
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
    """Do _expand() for the moves of groups (V13); `others` are the spaces after the first."""
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
