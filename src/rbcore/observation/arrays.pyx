"""Views filled with what seats see, and views as vectors: arrays concatenated, or encoded."""

from libc.stdint cimport uintptr_t
from libc.string cimport memchr, memcmp, memcpy, memset

from rbcore.board.position cimport (
    HOUSE_ROOM, NO_BASE, PILE_ROOM, base_of, idle_turns, knows_next, length,
)
from rbcore.cards.card cimport CARDS, JOKER, KING, NO_CARD, UNKNOWN, card
from rbcore.moves.actions cimport action_count, mask_actions
from rbcore.observation.view cimport hidden_in_hand, hidden_in_pile
from rbcore.rules.compiled cimport HAND, HOUSE, RESERVE, TURNED, WASTE

import math

import numpy as np

from rbcore.observation.views import DTYPES, empty_views, shapes_of

cdef enum:
    IN_HOUSE = HOUSE_ROOM - 1
    IN_PILE = PILE_ROOM - 1
    PLANE = 4 * KING      # one entry for each card, by suit and rank
    MAX_IDLE = 100       # turns; larger counts are capped here
    MAX_NUMBER = 32767   # in a raw vector; larger numbers are capped here

cdef uint8_t FULL_THEN_EMPTY[2 * PILE_ROOM]   # all ones, then zeros: masks a copy of a pile
memset(FULL_THEN_EMPTY, 255, PILE_ROOM)

cdef uint8_t IN_PLANE[256]    # the index of a visible card in a plane; PLANE for anything else
memset(IN_PLANE, PLANE, sizeof(IN_PLANE))
for _at in range(PLANE):
    IN_PLANE[card(_at // KING, _at % KING + 1)] = <uint8_t>_at

cdef class Arrays:
    """Views with room for some seats, and the memory of each array."""

    @staticmethod
    cdef Arrays create(const rules_t* r, n):
        cdef Arrays batch = Arrays.__new__(Arrays)
        batch.arrays = empty_views(n, {
            "S": r.seats, "H": r.houses, "P": r.packs, "A": action_count(r),
        })
        for i, name in enumerate(DTYPES):
            batch.start[<int>i] = <uint8_t*><uintptr_t>getattr(batch.arrays, name).ctypes.data
        return batch

    cdef void enter(self, int row, uint64_t game, const position_t* p, uint32_t moves,
                    const rules_t* r, const moves_t* m) noexcept nogil:
        """Fill a row with the view of the seat that has to choose."""
        cdef uint8_t* unseen = self.start[UNSEEN] + row * CARDS
        cdef bint knows = knows_next(p, r)
        cdef int i, k, seat, pile, end
        memset(unseen, 0, CARDS)
        (<uint64_t*>self.start[GAME])[row] = game
        (<uint32_t*>self.start[MOVE])[row] = moves
        self.start[SEAT][row] = p.seat
        (<uint32_t*>self.start[TURN])[row] = p.turn
        for i in range(r.houses):
            k = row * r.houses + i
            _copy_pile(p, HOUSE + i, hidden_in_pile(p, HOUSE + i, False),
                       self.start[HOUSES] + k * IN_HOUSE, IN_HOUSE)
            _count(unseen, p, HOUSE + i, hidden_in_pile(p, HOUSE + i, True))
            self.start[IN_USE][k] = p.houses >> i & 1
        for i in range(r.seats):
            seat = (p.seat + i) % r.seats
            k = row * r.seats + i
            pile = RESERVE + seat
            _copy_pile(p, pile, hidden_in_pile(p, pile, False),
                       self.start[RESERVES] + k * IN_PILE, IN_PILE)
            _count(unseen, p, pile, hidden_in_pile(p, pile, True))
            _copy_pile(p, WASTE + seat, 0, self.start[WASTES] + k * IN_PILE, IN_PILE)
            pile = HAND + seat
            end = hidden_in_hand(p, seat, True, knows)
            _copy_pile(p, pile, end, self.start[REMEMBERED] + k * IN_PILE, IN_PILE)
            _count(unseen, p, pile, end)
            self.start[HANDS][k] = <uint8_t>length(p, pile)
            (<uint16_t*>self.start[IDLE])[k] = <uint16_t>idle_turns(p, seat)
            self.start[FIRST][k] = p.first >> seat & 1
        self.start[TURNED_CARD][row] = p.top_card[TURNED + p.seat]
        pile = HAND + p.seat
        self.start[NEXT_CARD][row] = UNKNOWN if length(p, pile) and not knows else p.top_card[pile]
        for i in range(4):
            memcpy(self.start[HEIGHTS] + (row * 4 + i) * r.packs, p.heights[i], r.packs)
        self.start[BASE][row] = 0 if p.base == NO_BASE else p.base + 1
        self.start[FRESH][row] = p.fresh
        mask_actions(p, r, m, self.start[LEGAL] + row * action_count(r))

    cdef void enter_idle(self, int row, int seat, uint64_t game, position_t* p, uint32_t moves,
                         const rules_t* r) noexcept nogil:
        """Fill a row for a seat that has nothing to choose; the position ends up unchanged.

        The seat sees the turned-up card of the seat to move, as all seats do. Only the seat to move
        may look at its next card (V11).
        """
        cdef uint8_t mover = p.seat
        cdef moves_t none
        cdef rules_t unpeeked = r[0]
        memset(&none, 0, sizeof(moves_t))
        if seat != mover:
            unpeeked.peek = 0
        p.seat = <uint8_t>seat
        self.enter(row, game, p, moves, &unpeeked, &none)
        p.seat = mover
        self.start[TURNED_CARD][row] = p.top_card[TURNED + mover]

cdef inline void _count(uint8_t* counts, const position_t* p, int pile, int end) noexcept nogil:
    """Count the cards of a pile below a place in `cards`."""
    cdef int at
    for at in range(base_of(pile) + 1, end):
        counts[p.cards[at]] += 1

cdef inline void _copy_pile(const position_t* p, int pile, int first, uint8_t* out,
                            int room) noexcept nogil:
    """Copy a pile's cards, bottom to top, hidden below the `first` seen, then zeros."""
    cdef const uint8_t* cards = p.cards + base_of(pile) + 1
    cdef const uint8_t* kept = FULL_THEN_EMPTY + PILE_ROOM - length(p, pile)
    cdef int hidden = min(first - base_of(pile) - 1, length(p, pile)), k
    for k in range(room):
        out[k] = cards[k] & kept[k]
    if hidden > 0:
        memset(out, UNKNOWN, hidden)


cdef inline bint has_changed(uint8_t* old, const uint8_t* new, Py_ssize_t n) noexcept nogil:
    """Return whether bytes differ from the old ones, and update the old ones."""
    if old and memcmp(old, new, n) == 0:
        return False
    if old:
        memcpy(old, new, n)
    return True


def _encoded_shapes(rules):
    """Return the arrays of an encoded vector, in order, with their shapes."""
    seats, houses, cards = rules.seats, rules.houses, (4, KING)
    return {
        "house_tops": (houses, *cards), "houses": (houses, *cards),
        "reserve_tops": (seats, *cards), "reserves": (seats, *cards),
        "waste_tops": (seats, *cards), "wastes": (seats, *cards),
        "next_cards": (seats, *cards), "hands": (seats, *cards),
        "turned": cards, "foundations": cards, "unseen": cards,
        "house_sizes": (houses,), "reserve_sizes": (seats,), "waste_sizes": (seats,),
        "hand_sizes": (seats,),
        "in_use": (houses,), "base": (KING,), "idle": (seats,), "fresh": (), "first": (seats,),
        "joker": (),
    }


cdef class Vectors:
    """Vectors(rules, encoded)
--

    The layout of the views of these rules as rows of numbers.

    Attributes
    ----------
    rules : Rules
        The rules of the game.
    shapes : dict of str to tuple of int
        The arrays in order, with the shape of each for one seat.
    dtype : numpy.dtype
        int16, or float32 if encoded.
    size : int
        The length of a row.
    """

    def __init__(self, rules, bint encoded):
        read = shapes_of({"S": rules.seats, "H": rules.houses, "P": rules.packs, "A": 0})
        del read["game"], read["legal"]
        self.rules = rules
        for i, (name, dtype) in enumerate(DTYPES.items()):
            self.counts[i] = math.prod(read[name]) if name in read else 0
            self.items[i] = dtype.itemsize
        self.shapes = _encoded_shapes(rules) if encoded else read
        self.dtype = np.dtype(np.float32 if encoded else np.int16)
        self.size = sum(map(math.prod, self.shapes.values()))
        self.row_bytes = self.size * self.dtype.itemsize
        self.read_bytes = sum(n * item for n, item in zip(self.counts, self.items))
        self.encoded = encoded
        self.houses, self.seats, self.packs = rules.houses, rules.seats, rules.packs
        self.copy_share = 1.0 / rules.packs
        cards = rules.suits * rules.ranks * rules.packs + (rules.seats == 3)
        self.card_share = 1.0 / cards

    def __reduce__(self):
        return Vectors, (self.rules, self.encoded)

    cdef void write_row(self, const uint8_t** read, uint8_t* was, void* out) noexcept nogil:
        """Write a row from the arrays of Views.

        If an encoded row was written there before, `was` holds the views it was written from, and
        only what has changed is written. This keeps `was` up to date. NULL if there is no earlier
        row.
        """
        cdef uint8_t* old[ARRAYS]
        cdef Py_ssize_t at = 0
        cdef int i
        if not self.encoded:
            self._copy(read, <int16_t*>out)
            return
        for i in range(ARRAYS):
            old[i] = NULL if was == NULL else was + at
            at += self.counts[i] * self.items[i]
        self._encode(read, old, <float*>out)

    cdef void _copy(self, const uint8_t** read, int16_t* out) noexcept nogil:
        """Write all numbers in sequence."""
        cdef int i
        cdef Py_ssize_t k
        for i in range(ARRAYS):
            if self.items[i] == 1:
                for k in range(self.counts[i]):
                    out[k] = read[i][k]
            elif self.items[i] == 2:
                for k in range(self.counts[i]):
                    out[k] = <int16_t>min(<int>(<const uint16_t*>read[i])[k], MAX_NUMBER)
            else:
                for k in range(self.counts[i]):
                    out[k] = <int16_t>min((<const uint32_t*>read[i])[k], <uint32_t>MAX_NUMBER)
            out += self.counts[i]

    cdef void _encode(self, const uint8_t** read, uint8_t** old, float* out) noexcept nogil:
        """Write the arrays of `_encoded_shapes` in sequence, where they changed."""
        cdef int houses = self.houses, seats = self.seats, i, k
        cdef float share = self.copy_share
        cdef const uint16_t* idle = <const uint16_t*>read[IDLE]
        cdef float* sizes = out + (2 * houses + 6 * seats + 3) * PLANE
        out = self._piles(read[HOUSES], old[HOUSES], houses, IN_HOUSE, out, sizes)
        sizes += houses
        out = self._piles(read[RESERVES], old[RESERVES], seats, IN_PILE, out, sizes)
        sizes += seats
        out = self._piles(read[WASTES], old[WASTES], seats, IN_PILE, out, sizes)
        sizes += seats
        out = self._piles(read[REMEMBERED], old[REMEMBERED], seats, IN_PILE, out, sizes)
        sizes += seats
        memset(out, 0, PLANE * sizeof(float))
        if IN_PLANE[read[TURNED_CARD][0]] < PLANE:
            out[IN_PLANE[read[TURNED_CARD][0]]] = 1
        out += PLANE
        if has_changed(old[HEIGHTS], read[HEIGHTS], self.counts[HEIGHTS]) | has_changed(
            old[BASE], read[BASE], 1
        ):
            self._foundations(read[HEIGHTS], read[BASE][0], out)
        out += PLANE
        if has_changed(old[UNSEEN], read[UNSEEN], self.counts[UNSEEN]):
            for i in range(4):
                for k in range(KING):
                    out[i * KING + k] = share * read[UNSEEN][card(i, k + 1)]
        out = sizes
        for i in range(houses):
            out[i] = read[IN_USE][i]
        out += houses
        memset(out, 0, KING * sizeof(float))
        if read[BASE][0]:
            out[(read[BASE][0] - 1) % KING] = 1
        out += KING
        for i in range(seats):
            out[i] = min(<int>idle[i], MAX_IDLE) / <float>MAX_IDLE
            out[seats + 1 + i] = read[FIRST][i]
        out[seats] = read[FRESH][0]
        out[2 * seats + 1] = read[UNSEEN][JOKER]

    cdef float* _piles(self, const uint8_t* pile, uint8_t* old, int n, int room, float* tops,
                       float* sizes) noexcept nogil:
        """Write a plane with each pile's top card, then one with all its visible cards.

        `sizes` receives the height of each pile. Return the address after the planes.
        """
        cdef float* known = tops + n * PLANE
        cdef float share = self.copy_share
        cdef const void* end
        cdef int i, k, height
        for i in range(n):
            if has_changed(old, pile, room):
                memset(tops, 0, PLANE * sizeof(float))
                memset(known, 0, PLANE * sizeof(float))
                end = memchr(pile, NO_CARD, room)
                height = room if end == NULL else <int>(<const uint8_t*>end - pile)
                sizes[i] = self.card_share * height
                for k in range(height):
                    if IN_PLANE[pile[k]] < PLANE:
                        known[IN_PLANE[pile[k]]] += share
                if height and IN_PLANE[pile[height - 1]] < PLANE:
                    tops[IN_PLANE[pile[height - 1]]] = 1
            tops += PLANE
            known += PLANE
            pile += room
            if old:
                old += room
        return known

    cdef void _foundations(self, const uint8_t* heights, int base, float* out) noexcept nogil:
        """Write a plane with the cards on the foundations, whose first rank is `base`."""
        cdef float share = self.copy_share
        cdef int suit, pile, _k, rank
        memset(out, 0, PLANE * sizeof(float))
        for suit in range(4 * (base != 0)):
            for pile in range(self.packs):
                rank = base - 1
                for _k in range(heights[suit * self.packs + pile]):
                    out[suit * KING + rank] += share
                    rank = rank + 1 if rank < KING - 1 else 0
