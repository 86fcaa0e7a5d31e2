"""Actions: every move as a number, relative to the seat that makes it; and perft."""

cimport cython
from libc.string cimport memcpy, memset

from rbcore.board.position cimport is_won
from rbcore.cards.bits cimport lowest
from rbcore.cards.interrupts cimport interrupted
from rbcore.moves.legal_moves cimport NO_SPECIAL, find_moves, lane_set, nth_move, special_move
from rbcore.moves.transition cimport apply, move_of
from rbcore.rules.compiled cimport QUADS

from rbcore.board.notation import move_text
from rbcore.cards.ranges import check_range
from rbcore.rules.compiled import compiled_rules

cdef uint64_t count_sequences(const position_t* p, const rules_t* r, int depth) noexcept nogil:
    """Count the sequences of `depth` moves, at least one; the last ply is not played.

    The count is incomplete if a signal handler has raised an exception.
    """
    cdef moves_t moves
    cdef position_t after
    cdef uint64_t total = 0
    cdef int n
    if is_won(p):
        return 0
    find_moves(p, r, &moves)
    if depth == 1:
        return moves.count
    if depth > 2 and interrupted():
        return 0
    for n in range(moves.count):
        memcpy(&after, p, sizeof(position_t))
        apply(&after, r, nth_move(p, r, &moves, n))
        total += count_sequences(&after, r, depth - 1)
    return total

cdef bint read_action(const position_t* p, const rules_t* r, const moves_t* m, int action,
                      move_t* move) noexcept nogil:
    """Read the move of an action; return whether the action exists and is legal."""
    cdef int place, rest
    if action < 0 or action >= action_count(r):
        return False
    if FIRST_SPECIAL <= action < SINGLES:
        if m.special != action - FIRST_SPECIAL + 1:
            return False
        move[0] = special_move(p, m.special)
        return True
    place = turned_round(r, (action - SINGLES * (action >= SINGLES)) % PLACES, p.seat)
    if action < FIRST_SPECIAL:
        move[0] = move_of(r.source[p.seat][action // PLACES], place, 0)
        return lane_set(m, action // PLACES) >> place & 1
    rest = (action - SINGLES) // PLACES
    move[0] = move_of(HOUSE + rest // GROUPS, place, rest % GROUPS + 1)
    return m.groups[rest // GROUPS][move.extra_cards] >> place & 1

cdef void mask_actions(const position_t* p, const rules_t* r, const moves_t* m,
                       uint8_t* mask) noexcept nogil:
    """Write a byte for every action: 1 if it is legal, else 0."""
    cdef uint64_t places
    cdef int n, at
    memset(mask, 0, action_count(r))
    for n in range(QUADS):
        places = m.places[n]
        while places:
            at = 64 * n + lowest(places)
            places &= places - 1
            mask[at // PLACES * PLACES + turned_round(r, at % PLACES, r.seats - p.seat)] = 1
    for n in range(m.singles, m.singles + m.in_groups):
        mask[action_of(p, r, nth_move(p, r, m, n))] = 1
    if m.special != NO_SPECIAL:
        mask[FIRST_SPECIAL + m.special - 1] = 1


def action_texts(rules, seat):
    """Return every action in a seat's notation; '' for one that no position allows.

    A single card's move is 16 * source + place. Sources are the houses (0 to 8), the own reserve
    (9), the turned-up card (10) and the own waste (11, V3). Places are the houses (0 to 8), the
    reserves of the next seat and the one after it (10 and 11), their wastes (13 and 14) and the
    foundations (15).

    192 is `turn`, 193 `waste`, 194 `pass`. Where groups move (V13), 195 + 16 * (12 * house + size -
    2) + place moves the last 2 to 13 cards of a house.

    Parameters
    ----------
    rules : Rules or str
        The rules of the game.
    seat : int
        The seat in whose notation they are written.

    Returns
    -------
    tuple of str
        195 texts, or 1,923 where groups move.

    Raises
    ------
    ValueError
        If the seat does not play.

    Examples
    --------
    >>> import rbcore
    >>> rbcore.action_texts("standard", 0)[16 * 9 + 15]
    'r>F'
    """
    cdef CompiledRules compiled = compiled_rules(rules)
    return texts_of(compiled, check_range("seat", seat, 0, compiled.rules.seats - 1))


cdef tuple _texts(const rules_t* r, int seat):
    """Return every action in notation, as `action_texts` does."""
    cdef int lane, house, extra_cards, place
    texts = [
        _action_text(r, seat, r.source[seat][lane], place, 0)
        for lane in range(LANES) for place in range(PLACES)
    ] + ["turn", "waste", "pass"]
    if r.group_moves:
        texts += [
            _action_text(r, seat, HOUSE + house, place, extra_cards)
            for house in range(MAX_HOUSES) for extra_cards in range(1, GROUPS + 1)
            for place in range(PLACES)
        ]
    return tuple(texts)

cdef tuple texts_of(CompiledRules compiled, int seat):
    """Return the actions in a seat's notation, computed once."""
    with cython.critical_section(compiled):
        if compiled.texts is None:
            compiled.texts = [_texts(&compiled.rules, i) for i in range(compiled.rules.seats)]
        return compiled.texts[seat]

cdef dict numbers_of(CompiledRules compiled, int seat):
    """Return the actions by their texts in a seat's notation, computed once."""
    with cython.critical_section(compiled):
        if compiled.numbers is None:
            compiled.numbers = [
                {text: n for n, text in reversed([*enumerate(_texts(&compiled.rules, i))]) if text}
                for i in range(compiled.rules.seats)
            ]
        return compiled.numbers[seat]

cdef str _action_text(const rules_t* r, int seat, int source, int place, int extra_cards):
    """Return the move in notation; '' if no position allows it."""
    cdef int to = turned_round(r, place, seat)
    if not r.places[seat] >> to & 1 or source == to or (source < RESERVE and source >= r.houses):
        return ""
    if source == WASTE + seat and not r.waste_available:
        return ""
    return move_text(source, to, extra_cards, r.seats)
