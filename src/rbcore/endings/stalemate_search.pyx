"""Stalemate by the letter of 7.3 and V17: a search of all positions reachable without progress.

Slow and general: for positions where stalemate.pyx has no quicker argument.
"""

from libc.stdint cimport uint16_t
from libc.stdlib cimport free, realloc

from rbcore.board.position cimport NO_LIMIT, fingerprint, is_won
from rbcore.cards.hashing cimport mix_a
from rbcore.moves.legal_moves cimport RESERVE_LANE, find_moves, lane_set, moves_t, nth_move
from rbcore.moves.transition cimport apply

cdef enum:
    INITIAL_PLIES = 64
    DEEPEST = 1 << 14         # plies; 26 MB of positions

# A position on the way from the start to the one looked at, and its next move to be tried.
cdef struct ply_t:
    position_t position
    int n


cdef uint32_t slot_of(const stalemate_search_t* s, uint64_t key) noexcept nogil:
    """The slot of the memo where a fingerprint stands, or would stand."""
    cdef uint32_t slot = <uint32_t>(key >> 20) & s.mask
    while s.memo[slot] and s.memo[slot] != key:
        slot = (slot + 1) & s.mask
    return slot


cdef bint _allows_progress(
    const position_t* p, const rules_t* r, const moves_t* moves
) noexcept nogil:
    """Whether the position is won or a progress move (7.2) is legal, under V17 a play."""
    cdef int lane
    cdef uint16_t of_houses = 0 if r.reserve_or_hand else <uint16_t>~r.house_set
    if is_won(p):
        return True
    for lane in range(12):
        if lane_set(moves, lane) & (0xFFFF if lane >= RESERVE_LANE else of_houses):
            return True
    return False


cdef uint64_t _visit_key(const position_t* p, const rules_t* r) noexcept nogil:
    return (fingerprint(p, r) ^ mix_a(p.fresh | (NO_LIMIT - p.moves_left) << 8)) | 1


cdef ply_t* _grow(ply_t* plies, int* room) noexcept nogil:
    """Make room for twice as many plies; NULL if there is no memory."""
    cdef int wider = 2 * room[0] if room[0] else INITIAL_PLIES
    cdef ply_t* grown = <ply_t*>realloc(plies, wider * sizeof(ply_t))
    if grown != NULL:
        room[0] = wider
    return grown


cdef blocked_t search_positions(
    const position_t* start, const rules_t* r, stalemate_search_t* s
) noexcept nogil:
    """Whether a position is blocked; gives up at the limit of positions, or of depth."""
    cdef ply_t* plies = NULL
    cdef ply_t* wider
    cdef ply_t* ply
    cdef moves_t moves
    cdef uint32_t seen = 0, slot, i
    cdef int depth = 0, room = 0
    cdef uint64_t key
    cdef blocked_t verdict = BLOCKED
    cdef position_t here = start[0]
    while True:
        # `here` is new if its key is: then it goes on the pile of plies.
        key = _visit_key(&here, r)
        slot = slot_of(s, key)
        if not s.memo[slot]:
            find_moves(&here, r, &moves)
            if _allows_progress(&here, r, &moves):
                verdict = NOT_BLOCKED
                break
            if depth == room:
                wider = _grow(plies, &room)
                if wider == NULL:
                    s.ran_out[0] = True
                    verdict = GAVE_UP
                    break
                plies = wider
            if depth == DEEPEST or gives_up(s, seen):
                verdict = GAVE_UP
                break
            s.memo[slot] = key
            s.used[seen] = slot
            seen += 1
            plies[depth].position = here
            plies[depth].n = 0
            depth += 1
        # The next position that a move leads to.
        while depth:
            ply = &plies[depth - 1]
            find_moves(&ply.position, r, &moves)
            if ply.n < moves.count:
                break
            depth -= 1
        if depth == 0:
            break
        here = ply.position
        apply(&here, r, nth_move(&here, r, &moves, ply.n))
        ply.n += 1
    for i in range(seen):
        s.memo[s.used[i]] = 0
    free(plies)
    return verdict
