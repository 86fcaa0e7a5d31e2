"""A described game played by one of its players (docs/patience)."""

from libc.stdint cimport int16_t, int64_t, uint64_t, uint8_t
from libc.string cimport memset

from rbcore.cards.bits cimport lowest, popcount
from rbcore.cards.card cimport CARDS, KING, NO_CARD, bit, card, card_t, rank_of, suit_of
from rbcore.cards.rng cimport FOR_PLAY, below, open_stream, stream_t
from rbpatience.engine.board cimport (
    BACK, FILL, GIVE_OVER, HOLD, MAX_MOVES, PAIR, PLAY, SHIFT, TAKE_OVER, TURN, board_t, draw,
    fits, move_t, moves_t, push, slot_at, top_card,
)
from rbpatience.engine.custom cimport list_custom, list_moves, make_move, open_game
from rbpatience.engine.custom_games.row cimport row_worth
from rbpatience.engine.game cimport (
    ADVISER, COVERED, ENDLESS, FOR_SHUFFLES, GALLERY, HAND, HIGHEST_PILE, MIN_COVERED,
    LOWEST_COVER, MATCHING, MAX_CARDS, NO_PILE, PILES_FIRST, REFILLS, ROOM_FIRST, ROW_OF_CARDS,
    SETTLED_FIRST, SMALL_FIRST, SOONEST_WANTED, STOCK, SUITS as TWINS, TURNS, UNIFORM, WASTE,
    group_t, patience_row_t, pattern_t, spec_t, story_t, task_t,
)
from rbpatience.engine.legal_moves cimport scan_pattern, scan_pile
from rbpatience.engine.transition cimport fill_spaces, follow, next_deal, shift_cards

cdef enum:
    NO_MOVE = -1
    UNWANTED = -1  # value of a move that the adviser does not make

# by this number in the bits of their suits, and so do those of the other.
cdef struct matching_t:
    int partner[KING + 1]  # 1 to 3, or 0 while it is open

cdef inline bint are_matched(const matching_t* matching, card_t c, card_t other) noexcept nogil:
    """Return whether two cards of a rank are a pair."""
    return suit_of(c) ^ suit_of(other) == matching.partner[rank_of(c)]

cdef enum:
    WON = 1
    GIVEN_UP = 2
    MAX_STEPS = 100000  # moves of a player in a game; more are given up
    BARREN_PASSES = 20   # successive passes after which an endless game is lost

cdef void play_game(const task_t* task, const card_t* pack, patience_row_t* row,
                    story_t* story) noexcept nogil:
    cdef board_t b
    cdef stream_t shuffles
    open_stream(&shuffles, task.seed, task.number, FOR_SHUFFLES)
    open_game(
        &b, &task.spec, pack, task.cards, task.player not in (UNIFORM, ADVISER), &shuffles, story
    )
    play_on(&b, task, row)

cdef void play_on(board_t* b, const task_t* task, patience_row_t* row) noexcept nogil:
    """Play a game on to its end."""
    cdef const spec_t* g = &task.spec
    cdef bint is_left
    if task.player in (UNIFORM, ADVISER):
        is_left = _decide(b, task)
    else:
        is_left = _keep_to_custom_way(b, g) if g.custom else _keep_to_the_way(b, g)
    row.passes = <int64_t>b.deal
    row.left = <int16_t>(g.total - b.placed)
    if not row.left:
        row.outcome = WON
    elif is_left:
        row.outcome = GIVEN_UP

cdef bint _decide(board_t* b, const task_t* task) noexcept nogil:
    """Make the moves that a player chooses; return whether moves are left at its stop."""
    cdef const spec_t* g = &task.spec
    cdef moves_t moves
    cdef stream_t choices
    cdef int chosen, steps = 0, deal = b.deal, barren = 0
    cdef bint gained = False, is_endless = g.passes == ENDLESS and not g.shuffles
    open_stream(&choices, task.seed, task.number, FOR_PLAY)
    while b.placed < g.total:
        list_moves(b, g, &moves)
        chosen = NO_MOVE
        steps += 1
        if moves.n and b.idle < g.idle and steps < MAX_STEPS:
            if task.player == ADVISER:
                chosen = advise(b, g, &moves)
            if chosen == NO_MOVE:
                # No move is worth making here; another position may have one.
                chosen = below(&choices, moves.n)
        if chosen != NO_MOVE:
            make_move(b, g, moves.moves[chosen])
            gained |= not b.idle
            if is_endless and b.deal != deal:
                barren = 0 if gained else barren + 1
                deal = b.deal
                gained = False
                if barren == BARREN_PASSES:
                    return False
        elif not next_deal(b, g):
            return moves.n > 0 and not (g.digs and task.player == ADVISER)  # which resigns
    return False

cdef bint _keep_to_the_way(board_t* b, const spec_t* g) noexcept nogil:
    """Make the first move of the first pattern with moves; return whether it would never end."""
    cdef const pattern_t* first = &g.patterns[g.way.first]
    cdef const pattern_t* end = &g.patterns[g.way.end]
    cdef const pattern_t* pattern = first
    cdef moves_t moves
    cdef int steps = 0, idle = 0, placed = b.placed, at = b.at
    cdef matching_t matching
    cdef bint filled = False
    if first.chooser == MATCHING:
        find_matching(b, g, &matching)
    while b.placed < g.total:
        if b.size[HAND]:
            pattern = first
            if not _find_for_hand(b, g, &moves):
                return False
        elif pattern == end:
            if not next_deal(b, g):
                return False
            pattern = first
            continue
        elif pattern.step == TURNS and g.turns_idly and _turn_on(b, g):
            pattern = first
            continue
        elif not _find(b, g, pattern, &matching, &moves):
            pattern = first if filled else pattern + 1
            filled = False
            continue
        filled = pattern.step == REFILLS and not b.size[HAND]
        shift_cards(b, g, moves.moves[0])
        if filled:
            fill_spaces(b, g)  # all spaces are filled before anything else is done
        else:
            follow(b, g)
            pattern = first
        # Cards that move back and forth without a play or draw would do so forever.
        idle = idle + 1 if b.placed == placed and b.at == at else 0
        placed, at = b.placed, b.at
        steps += 1
        if idle == g.idle or steps == MAX_STEPS:
            return True
    return False

cdef bint _turn_on(board_t* b, const spec_t* g) noexcept nogil:
    """Turn up cards until one has a place; return False if none is turned or a space takes any.

    All earlier possibilities have been used, so only the turned card can have a place.
    """
    cdef const group_t* group
    cdef uint64_t taken = b.wanted
    cdef int n, pile
    for n in range(g.groups):
        group = &g.group[n]
        for pile in range(group.first, group.end):
            if b.size[pile]:
                if group.packs:
                    taken |= g.packs[n][top_card(b, pile)]
            elif group.space or group.fills:
                return False
    if b.at == b.end:
        return False
    while b.at < b.end and not taken & bit(b.value[b.stock[b.at]]):
        push(b, WASTE, draw(b))
    if b.at < b.end:
        push(b, g.turn_to, draw(b))
    return True

cdef inline bint _find_for_hand(const board_t* b, const spec_t* g, moves_t* moves) noexcept nogil:
    """Find where the card in hand goes; return False if nowhere."""
    cdef const pattern_t* pattern
    cdef int i
    moves.n = 0
    for i in range(g.way_hand.first, g.way_hand.end):
        pattern = &g.patterns[i]
        moves.most = MAX_MOVES if pattern.chooser else 1
        scan_pile(b, g, pattern, HAND, moves)
        if moves.n:
            _choose(b, g, pattern.chooser, NULL, moves)
            return True
    return False

cdef inline bint _find(const board_t* b, const spec_t* g, const pattern_t* pattern,
                       const matching_t* matching, moves_t* moves) noexcept nogil:
    """Find the first move of a pattern, or its chooser's; return False if there is none."""
    moves.n = 0
    moves.most = MAX_MOVES if pattern.chooser else 1
    scan_pattern(b, g, pattern, moves)
    if moves.n:
        _choose(b, g, pattern.chooser, matching, moves)
    return moves.n > 0

cdef inline void _choose(const board_t* b, const spec_t* g, int chooser, const matching_t* matching,
                         moves_t* moves) noexcept nogil:
    """Move the chooser's pick to the front, if there is a chooser."""
    if chooser == MATCHING:
        moves.moves[0] = moves.moves[first_matched(b, matching, moves)]
    elif chooser:
        moves.moves[0] = moves.moves[choose(b, g, chooser, moves)]

cdef bint _keep_to_custom_way(board_t* b, const spec_t* g) noexcept nogil:
    """Make the first play; else lay the card in hand; else what must follow. Nothing is shifted."""
    cdef moves_t moves
    cdef int i
    while b.placed < g.total:
        list_custom(b, g, &moves, 1)
        for i in range(moves.n):
            if moves.moves[i].kind == PLAY:
                break
        else:
            for i in range(moves.n):
                if moves.moves[i].kind > SHIFT:
                    break
            else:
                return False
        make_move(b, g, moves.moves[i])
    return False

# The adviser's values of moves, by the rules and the game's file

cdef enum:
    ONE_PACK = 52

cdef int advise(const board_t* b, const spec_t* g, const moves_t* moves) noexcept nogil:
    """Return the first of the best moves; NO_MOVE if none is worth making."""
    cdef int i, value, best = NO_MOVE, most = UNWANTED
    cdef digging_t dug
    if g.digs:
        dug = _find_digging(b, g)
    for i in range(moves.n):
        value = worth(b, g, moves.moves[i])
        if g.digs and moves.moves[i].kind == SHIFT:
            value = _worth_of_digging(b, g, moves.moves[i], dug, value)
        if value > most:
            most = value
            best = i
    return best

cdef int worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Plays; packings; spaces filled; the next card; the grace; the next pass."""
    if g.custom == ROW_OF_CARDS:
        return row_worth(b, g, move)
    if g.custom == COVERED:
        return 200 if move.count else 100  # K Q J, which come together seldom
    if g.by_size:
        return _worth_by_size(b, g, move)
    if move.kind in (PLAY, HOLD):
        return _play_worth(b, g, move)
    if move.kind == SHIFT:
        return _shift_worth(b, g, move)
    if move.kind == FILL:
        return 1600
    if move.kind == TURN:
        return 100
    return UNWANTED if move.kind == BACK else 50

# With cells: one pile at a time is dug for a card that a foundation wants

cdef inline bint _is_cell(const spec_t* g, int pile) noexcept nogil:
    return pile < STOCK and g.group[g.group_of[pile]].is_cells

cdef enum:
    EACH = 2 * MAX_CARDS

cdef struct digging_t:
    int pile   # or NO_PILE
    int over   # the cards on the one that is wanted

cdef digging_t _find_digging(const board_t* b, const spec_t* g) noexcept nogil:
    """Return the pile where a wanted face-up card lies under the fewest cards.

    Ties go to the pile where fewest of these would need a cell. The digging ends, because no card
    goes to that pile and the cards on it become fewer.
    """
    cdef digging_t dug = digging_t(NO_PILE, 0)
    cdef int pile, slot, cost, over, least = EACH * EACH
    for pile in range(g.piles):
        slot = b.top[pile]
        cost = over = 0
        while over < b.size[pile] - b.down[pile] and not fits(b, b.value[slot]):
            cost += EACH + (not _is_taken(b, g, b.value[slot], pile))
            slot = b.under[slot]
            over += 1
        if over < b.size[pile] - b.down[pile] and cost < least and not _is_cell(g, pile):
            least = cost
            dug = digging_t(pile, over)
    return dug

cdef bint _is_taken(const board_t* b, const spec_t* g, card_t c, int home) noexcept nogil:
    """Return whether a card could be packed on another pile than its own."""
    cdef int pile
    for pile in range(g.piles):
        if pile != home and b.size[pile] and g.packs[g.group_of[pile]][top_card(b, pile)] & bit(c):
            return True
    return False

cdef int _worth_of_digging(const board_t* b, const spec_t* g, move_t move, digging_t dug,
                           int value) noexcept nogil:
    """Cards on what is wanted leave the pile that is dug, and none comes to it."""
    if move.target == dug.pile or (move.source == dug.pile and move.count > dug.over):
        return UNWANTED
    if b.size[move.target]:
        return 4000 if move.source == dug.pile else value
    if move.source == dug.pile:
        return 1000 if _is_cell(g, move.target) else 1500
    if _is_cell(g, move.target):
        return UNWANTED
    return 900 if _is_cell(g, move.source) else value

cdef int _play_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    if move.source == WASTE and move.count > 1:
        return 70  # the grace, of which a play is the best use
    if g.hold_back:
        if g.foundations[move.target].tier == 1:
            return 6000
        if _is_wanted_soon(b, g, top_card(b, move.source)):
            return UNWANTED
    if move.source == g.prior or move.source == g.store:
        return 5900
    if g.advice_play == ROOM_FIRST:
        return 5000 + b.room[move.target]
    if move.source == WASTE:
        return 5000 if g.advice_play == PILES_FIRST else 5800
    return 5001 + b.size[move.source]

cdef bint _is_wanted_soon(const board_t* b, const spec_t* g, card_t c) noexcept nogil:
    """Return whether the first foundation will want a rank after that of its next card."""
    cdef int next_rank = (g.foundations[0].length + 1 - b.room[0]) % KING + 1
    return 0 < (rank_of(c) - next_rank + KING) % KING < g.hold_back

cdef int _shift_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int slot = slot_at(b, move.source, move.count)
    cdef card_t c = b.value[slot], freed = b.value[b.under[slot]]
    cdef bint from_place = move.source < STOCK
    if move.source == HAND and g.advice_lay:
        return 3000 - lay_cost(b, g, g.advice_lay, move)
    if move.target == WASTE:
        return 2400 if from_place else 100
    if not b.size[move.target]:
        return _space_worth(g, move, c)
    # Well-placed cards stay, so packings come to an end.
    if from_place and freed != NO_CARD and g.packs[g.group_of[move.source]][freed] & bit(c):
        return UNWANTED
    if g.total > ONE_PACK and freed != NO_CARD and fits(b, freed):
        return 3000
    return 2500 + rank_of(c) if from_place else 2300

cdef int _space_worth(const spec_t* g, move_t move, card_t c) noexcept nogil:
    """Return the value of a card in a space: a reserve's low cards first; no high ones."""
    if g.feeds:
        return 1000 - rank_of(c)
    if move.source < STOCK:
        return UNWANTED
    return 90 if g.high and rank_of(c) > g.high else 1700

# By the sizes of piles

cdef int _worth_by_size(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Plays, of large piles first; packings that free a card; packings; what must be."""
    if move.kind == HOLD:
        return 6000
    if move.kind == PLAY:
        if g.sorted_first >= 0 and move.source >= g.sorted_first:
            return _sorted_worth(b, g, move)
        return 5000 + b.size[move.source]
    if move.kind == PAIR:
        return _pair_worth(b, g, move)
    if move.kind in (TAKE_OVER, GIVE_OVER):
        return 4000
    if move.kind != SHIFT:
        return 100
    if move.source != HAND:
        return _shift_worth_by_size(b, g, move)
    if g.advice_lay:
        return 3000 - lay_cost(b, g, g.advice_lay, move)
    # The card in hand on another card, or where it must go.
    return 200 if move.target != WASTE and b.size[move.target] else 100

cdef int _pair_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    cdef int high = b.size[move.source] + b.size[move.target]
    if g.advice_pairs == SMALL_FIRST:
        return 5000 - high
    if g.advice_pairs == SETTLED_FIRST and costs_nothing(b, g, move):
        return 9000
    return 5000 + high

cdef bint costs_nothing(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Return whether a pair leaves no other card of its rank, or two that are face up."""
    cdef int rank = rank_of(top_card(b, move.source)), pile, slot, lying = 0, buried = 0
    for pile in range(g.piles):
        slot = b.top[pile]
        if slot and rank_of(b.value[slot]) == rank:
            lying += pile != move.source and pile != move.target
        slot = b.under[slot]
        while slot:
            buried += rank_of(b.value[slot]) == rank
            slot = b.under[slot]
    return lying == 2 or lying + buried == 0

cdef int _sorted_worth(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """No. 43: a heap's card, sooner if fewer of them lead to a packet's card."""
    cdef int rank = move.source - g.sorted_first + 2, packet, top, r, least = 100
    for packet in range(g.sorted_first):
        top = rank_of(top_card(b, packet))
        r = rank + 1
        while r < top and b.size[g.sorted_first + r - 2]:
            r += 1
        if b.size[packet] and r == top:
            least = min(least, r - rank)
    return 1000 - least

cdef int _shift_worth_by_size(const board_t* b, const spec_t* g, move_t move) noexcept nogil:
    """Joins of cards that were not joined, and cards to an empty pile that free another.

    Neither undoes a join, so they come to an end.
    """
    cdef int slot = slot_at(b, move.source, move.count), of = g.group_of[move.target]
    cdef card_t c = b.value[slot], freed = b.value[b.under[slot]]
    cdef bint frees = freed != NO_CARD and fits(b, freed)
    if g.custom == GALLERY:
        # A packing that frees a card, or one that lays a lower card bare.
        return 3000 if frees else 2000 if rank_of(freed) < rank_of(c) else UNWANTED
    if g.only_frees:
        return 3000 if frees and b.size[move.target] else UNWANTED
    if freed != NO_CARD and g.packs[of][freed] & bit(c):
        return UNWANTED
    if b.size[move.target]:
        return 3000 if frees else 2500 - b.size[move.source]
    if g.advice_pairs == SMALL_FIRST:
        return 1000 + b.size[move.source]
    if move.source != WASTE and freed == NO_CARD:
        return UNWANTED
    return 2000 if frees else 1500 - b.size[move.source]

# Tie-breaks among the moves of one pattern

cdef enum:
    NEVER = 99
    APART = 2000  # the last pile is for kings alone, and they go nowhere else

cdef int choose(const board_t* b, const spec_t* g, int chooser,
                const moves_t* moves) noexcept nogil:
    """Return the number of the move that a chooser picks: the first with the lowest cost."""
    cdef int waits[KING + 1]
    cdef int i, cost, best = 0, least
    _find_waits(b, g, chooser, waits)
    least = _cost(b, g, chooser, waits, moves.moves[0])
    for i in range(1, moves.n):
        cost = _cost(b, g, chooser, waits, moves.moves[i])
        if cost < least:
            least = cost
            best = i
    return best

cdef int lay_cost(const board_t* b, const spec_t* g, int chooser, move_t move) noexcept nogil:
    """Return the cost of laying a card on a pile, or a pile's last card in a space."""
    cdef int waits[KING + 1]
    _find_waits(b, g, chooser, waits)
    return _cost(b, g, chooser, waits, move)

cdef int _cost(const board_t* b, const spec_t* g, int chooser, const int* waits,
               move_t move) noexcept nogil:
    if chooser == HIGHEST_PILE:
        return -b.size[move.source]  # the first of the highest (1.6)
    if chooser == LOWEST_COVER:
        return _cover_cost(b, move)
    if chooser != SOONEST_WANTED and (
        (rank_of(top_card(b, HAND)) == KING) != (move.target == g.piles - 1)
    ):
        return APART
    if chooser == MIN_COVERED:
        return _covered(b, waits, move)
    return _wait_cost(b, waits, move)

cdef inline int _cover_cost(const board_t* b, move_t move) noexcept nogil:
    """No. 51: best is the lowest top not below the card; then a space; then the highest top."""
    cdef int rank = rank_of(top_card(b, move.target))
    if rank >= rank_of(top_card(b, HAND)):
        return rank
    return 20 if not rank else 40 - rank

# No. 22: cards that foundations by steps will want

cdef void _find_waits(const board_t* b, const spec_t* g, int chooser, int* waits) noexcept nogil:
    """Find, for each rank, how many cards must precede it on the first foundation to take it."""
    cdef int f, n, rank
    if chooser in (HIGHEST_PILE, LOWEST_COVER):
        return  # they do not ask
    for rank in range(KING + 1):
        waits[rank] = NEVER
    for f in range(g.founded):
        if not b.wants[f]:
            continue
        rank = lowest(b.wants[f]) & 15
        for n in range(b.room[f]):
            waits[rank] = min(waits[rank], n)
            rank += g.foundations[f].step
            rank += KING if rank < 1 else -KING if rank > KING else 0

cdef int _wait_cost(const board_t* b, const int* waits, move_t move) noexcept nogil:
    """Best covered is the soonest card wanted as soon or later; a space; the card wanted last."""
    cdef int wait = waits[rank_of(top_card(b, move.target))]
    if not b.size[move.target]:
        return 2 * NEVER
    return wait if waits[rank_of(top_card(b, HAND))] <= wait else 4 * NEVER - wait

cdef int _covered(const board_t* b, const int* waits, move_t move) noexcept nogil:
    """Twice the cards of a pile wanted sooner; a space comes between none and one."""
    cdef int wait = waits[rank_of(top_card(b, HAND))], slot = b.top[move.target], covered = 0
    while slot:
        covered += waits[rank_of(b.value[slot])] < wait
        slot = b.under[slot]
    return 2 * covered + (not b.size[move.target])

# Whether all cards of a tableau can be thrown out in pairs: a complete search.
#
# The only decision is how the four cards of each rank form two pairs. Once that is settled, every
# pair may go as soon as both its cards are available, because a card that is gone hides nothing. So
# the search settles one rank after another, with three options each, and throws out everything
# possible in between.

cdef enum:
    SPOTS = 32  # piles
    MAX_HIGH = 16

# The constants of a search.
cdef struct tableau_t:
    card_t cards[SPOTS][MAX_HIGH]  # the last one is available
    uint8_t spot[CARDS]             # where each card lies
    uint8_t partners[KING + 1]      # of each rank, a bit for each partner that is legal

cdef struct node_t:
    uint64_t lying                  # the available cards
    uint8_t high[SPOTS]
    int left
    matching_t matching

cdef void find_matching(const board_t* b, const spec_t* g, matching_t* matching) noexcept nogil:
    """Find a way to throw out all cards; without one, nothing is matched."""
    cdef tableau_t t
    cdef node_t start
    cdef int rank, partner
    memset(matching, 0, sizeof(matching_t))
    _read_board(b, g, &t, &start)
    for rank in range(1, KING + 1):
        t.partners[rank] = 0
        for partner in range(1, TWINS):
            t.partners[rank] |= _is_legal(g, &t, rank, partner) << partner
    _search(&t, &start, matching)

cdef void _read_board(const board_t* b, const spec_t* g, tableau_t* t,
                      node_t* start) noexcept nogil:
    cdef int spot, slot, depth
    memset(start, 0, sizeof(node_t))
    memset(t.spot, 0, sizeof(t.spot))
    for spot in range(min(g.piles, <int>SPOTS)):
        start.high[spot] = min(b.size[spot], <uint8_t>MAX_HIGH)
        start.left += start.high[spot]
        slot = b.top[spot]
        for depth in range(start.high[spot] - 1, -1, -1):
            t.cards[spot][depth] = b.value[slot]
            t.spot[b.value[slot]] = <uint8_t>spot
            slot = b.under[slot]
        if start.high[spot]:
            start.lying |= bit(top_card(b, spot))

cdef bint _is_legal(const spec_t* g, const tableau_t* t, int rank, int partner) noexcept nogil:
    """Return whether both pairs are legal: not within a column; the reserve by its rules."""
    cdef int other = _in_neither(partner)
    return _may_pair(g, t, card(0, rank), card(partner, rank)) and (
        _may_pair(g, t, card(other, rank), card(other ^ partner, rank))
    )

cdef inline int _in_neither(int partner) noexcept nogil:
    """A suit of the second pair, where the first is suit 0 with its partner."""
    return 1 if partner != 1 else 2

cdef inline bint _may_pair(const spec_t* g, const tableau_t* t, card_t c,
                           card_t other) noexcept nogil:
    cdef int group = g.group_of[t.spot[c]]
    return t.spot[c] != t.spot[other] and not (
        group == g.group_of[t.spot[other]] and g.apart >> group & 1
    )

cdef int first_matched(const board_t* b, const matching_t* matching,
                       const moves_t* pairs) noexcept nogil:
    """The number of the first pair that the search has found to be right; else of the first."""
    cdef int i
    for i in range(pairs.n):
        if are_matched(
            matching, top_card(b, pairs.moves[i].source), top_card(b, pairs.moves[i].target)
        ):
            return i
    return 0

cdef bint _search(const tableau_t* t, node_t* node, matching_t* matching) noexcept nogil:
    """Throw out all settled pairs, then settle another rank; return False at a dead end."""
    cdef node_t child
    cdef int rank, open_rank = 0, lying, most = 1, partner
    cdef uint64_t ranks
    _throw_out(t, node)
    if not node.left:
        matching[0] = node.matching
        return True
    ranks = _doubled(node)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        lying = popcount(_of_rank(node, rank))
        if lying > most and not node.matching.partner[rank]:
            most = lying
            open_rank = rank
    if not open_rank:
        return False  # every open rank waits for cards that lie under it
    for partner in range(1, TWINS):
        if t.partners[open_rank] >> partner & 1:
            child = node[0]
            child.matching.partner[open_rank] = partner
            if _search(t, &child, matching):
                return True
    return False

cdef inline uint64_t _of_rank(const node_t* node, int rank) noexcept nogil:
    """Return the available cards of a rank, shifted to rank 0."""
    return node.lying >> rank & 0x0001000100010001ULL

cdef inline uint64_t _doubled(const node_t* node) noexcept nogil:
    """Return the ranks with two or more available cards, a bit each."""
    cdef uint64_t once = node.lying | node.lying >> 16, twice = node.lying & node.lying >> 16
    return (twice | twice >> 32 | (once & once >> 32)) & 0xFFFF

cdef void _throw_out(const tableau_t* t, node_t* node) noexcept nogil:
    """Throw out the settled pairs as they become available; four open cards of a rank go too."""
    cdef int rank, partner, other
    cdef bint moved = True
    cdef uint64_t ranks
    while moved:
        moved = False
        ranks = _doubled(node)
        while ranks:
            rank = lowest(ranks)
            ranks &= ranks - 1
            partner = node.matching.partner[rank]
            if not partner:
                if not t.partners[rank] or popcount(_of_rank(node, rank)) < TWINS:
                    continue
                partner = lowest(t.partners[rank])
                node.matching.partner[rank] = partner
            other = _in_neither(partner)
            moved |= _throw_pair(t, node, card(0, rank), card(partner, rank))
            moved |= _throw_pair(t, node, card(other, rank), card(other ^ partner, rank))

cdef inline bint _throw_pair(const tableau_t* t, node_t* node, card_t c,
                             card_t other) noexcept nogil:
    """Throw out two cards if both are available."""
    if not (node.lying >> c & node.lying >> other & 1):
        return False
    _throw(t, node, c)
    _throw(t, node, other)
    return True

cdef inline void _throw(const tableau_t* t, node_t* node, card_t c) noexcept nogil:
    cdef int spot = t.spot[c]
    node.lying ^= bit(c)
    node.left -= 1
    node.high[spot] -= 1
    if node.high[spot]:
        node.lying |= bit(t.cards[spot][node.high[spot] - 1])
