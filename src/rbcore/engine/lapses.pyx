"""Stop!: what a seat overlooks, and whether it is called (section 6)."""

from libc.string cimport memcmp

from rbcore.cards.rng cimport next32
from rbcore.moves.legal_moves cimport find_moves
from rbcore.players.stop_calls cimport gains_by_call


cdef inline bint _happens(double probability, stream_t* stream) noexcept nogil:
    return next32(stream) * (1.0 / 4294967296.0) < probability


cdef bint _differ(const rules_t* r, const moves_t* a, const moves_t* b) noexcept nogil:
    return (
        memcmp(a.places, b.places, sizeof(a.places)) != 0
        or a.special != b.special
        or (r.group_moves and memcmp(a.groups, b.groups, sizeof(a.groups)) != 0)
    )


cdef const rules_t* perceive(
    const attention_t* a, const position_t* p, const rules_t* r, moves_t* m, stream_t* stream
) noexcept nogil:
    """The rules as the seat to move sees them; m gets the moves that it believes to be legal.

    m holds the legal moves before. A priority is in force if the moves would be others without it;
    the seat may overlook it then. What is overlooked of 5.1 and 5.2 is the card that fits; of the
    others, that they compel.
    """
    cdef moves_t without
    cdef int priority, overlooked = 0
    for priority in range(N_PRIORITIES):
        if a.lapses[p.seat][priority] <= 0:
            continue
        find_moves(p, &a.seen[overlooked | 1 << priority], &without)
        if not without.count or not _differ(r, m, &without):
            continue
        if _happens(a.lapses[p.seat][priority], stream):
            overlooked |= 1 << priority
            m[0] = without
    if overlooked:
        return &a.seen[overlooked]
    return r


cdef bint is_called(
    const attention_t* a, const position_t* p, const rules_t* r, move_t attempted,
    verdict_t verdict, stream_t* stream
) noexcept nogil:
    """Whether another seat notices an offence of the seat to move, and calls Stop."""
    cdef int seat
    cdef bint called = False
    for seat in range(r.seats):
        if seat != p.seat and _happens(a.watch[seat], stream):
            called = called or not a.calls_if_better[seat] or (
                gains_by_call(p, r, seat, attempted, verdict)
            )
    return called
