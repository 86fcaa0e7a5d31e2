"""What many seats see, in arrays."""

from libc.stdint cimport uintptr_t
from libc.string cimport memcpy, memset

from rbcore.api.actions cimport action_count, mask_actions
from rbcore.board.position cimport (
    HOUSE_ROOM, NO_BASE, PILE_ROOM, base_of, idle_turns, length, position_t,
)
from rbcore.cards.card cimport CARDS, NO_CARD, UNKNOWN
from rbcore.observation.vectors cimport (
    BASE, FIRST, FRESH, HANDS, HEIGHTS, HOUSES, IDLE, IN_USE, MOVE, NEXT_CARD, REMEMBERED, RESERVES,
    SEAT, TURN, TURNED_CARD, UNSEEN, WASTES,
)
from rbcore.observation.view cimport make_view, recall
from rbcore.rules.compiled cimport HAND, HOUSE, PILES, RESERVE, TURNED, WASTE

from dataclasses import dataclass, fields

import numpy as np

cdef enum:
    IN_HOUSE = HOUSE_ROOM - 1
    IN_PILE = PILE_ROOM - 1


@dataclass(frozen=True)
class Views:
    """What the seats to move see, a row each; n rows, S seats, H houses, A actions.

    Where an array has an entry for each seat, the first is the seat that is to move, then the next
    one. Cards are suit * 16 + rank, suits c d h s = 0 to 3, ranks ace = 1 to king = 13; 0 is no
    card, 14 one that lies face down. Piles are bottom to top. A slice of Views is Views. The arrays
    are filled anew for the next decision: copy what is kept.

    Attributes
    ----------
    game : (n,) uint64
        Numbers of the games in their seed.
    move : (n,) uint32
        Moves made in the game so far, forced ones included.
    seat : (n,) uint8
        The seat to move.
    turn : (n,) uint32
        Turns ended so far.
    houses : (n, H, 15) uint8
        The houses.
    in_use : (n, H) bool
        Whether the house is laid (V14) and not closed (V1).
    reserves, wastes : (n, S, 111) uint8
        The reserves, and the wastes.
    hands : (n, S) uint8
        Cards in the hands.
    turned : (n,) uint8
        The turned-up hand card of the seat to move.
    next_card : (n,) uint8
        The next card of the own hand: 14, its card under V11, 0 if the hand is empty.
    heights : (n, 4, packs) uint8
        Cards on the foundations of each suit, the taller first.
    base : (n,) uint8
        The rank that foundations begin with; 0 as long as there is none (V15).
    idle : (n, S) uint16
        Turns ended since the last progress move (7.3).
    fresh : (n,) bool
        No move has been made in this turn (kept under V10).
    first : (n, S) bool
        The first turn is not over (kept under V12 and V14).
    legal : (n, A) bool
        The legal actions; rbcore.action_texts says what each number means.
    remembered : (n, S, 111) uint8
        The hands as a player remembers them: 14, or the card in a hand that was a waste before.
    unseen : (n, 64) uint8
        Of each card, how many copies lie face down where a player does not remember them.
    """

    game: object
    move: object
    seat: object
    turn: object
    houses: object
    in_use: object
    reserves: object
    wastes: object
    hands: object
    turned: object
    next_card: object
    heights: object
    base: object
    idle: object
    fresh: object
    first: object
    legal: object
    remembered: object
    unseen: object

    def __len__(self):
        return len(self.game)

    def __getitem__(self, rows):
        return Views(*(getattr(self, field.name)[rows] for field in fields(self)))


cdef uint8_t* _start(array):
    return <uint8_t*><uintptr_t>array.ctypes.data


cdef class Arrays:
    """Views with room for some seats, and where each array lies."""

    def __init__(self, CompiledRules compiled, n):
        cdef const rules_t* r = &compiled.rules
        seats, houses, packs, actions = r.seats, r.houses, r.packs, action_count(r)
        self.arrays = a = Views(
            game=np.zeros(n, np.uint64),
            move=np.zeros(n, np.uint32),
            seat=np.zeros(n, np.uint8),
            turn=np.zeros(n, np.uint32),
            houses=np.zeros((n, houses, IN_HOUSE), np.uint8),
            in_use=np.zeros((n, houses), np.bool_),
            reserves=np.zeros((n, seats, IN_PILE), np.uint8),
            wastes=np.zeros((n, seats, IN_PILE), np.uint8),
            hands=np.zeros((n, seats), np.uint8),
            turned=np.zeros(n, np.uint8),
            next_card=np.zeros(n, np.uint8),
            heights=np.zeros((n, 4, packs), np.uint8),
            base=np.zeros(n, np.uint8),
            idle=np.zeros((n, seats), np.uint16),
            fresh=np.zeros(n, np.bool_),
            first=np.zeros((n, seats), np.bool_),
            legal=np.zeros((n, actions), np.bool_),
            remembered=np.zeros((n, seats, IN_PILE), np.uint8),
            unseen=np.zeros((n, CARDS), np.uint8),
        )
        self.game = <uint64_t*>_start(a.game)
        self.move = <uint32_t*>_start(a.move)
        self.seat = _start(a.seat)
        self.turn = <uint32_t*>_start(a.turn)
        self.houses = _start(a.houses)
        self.in_use = _start(a.in_use)
        self.reserves = _start(a.reserves)
        self.wastes = _start(a.wastes)
        self.hands = _start(a.hands)
        self.turned = _start(a.turned)
        self.next_card = _start(a.next_card)
        self.heights = _start(a.heights)
        self.base = _start(a.base)
        self.idle = <uint16_t*>_start(a.idle)
        self.fresh = _start(a.fresh)
        self.first = _start(a.first)
        self.legal = _start(a.legal)
        self.remembered = _start(a.remembered)
        self.unseen = _start(a.unseen)

    cdef void first_row(self, const uint8_t** row) noexcept nogil:
        """Where the arrays of the first row lie, in the order of vectors."""
        row[MOVE] = <uint8_t*>self.move
        row[SEAT] = self.seat
        row[TURN] = <uint8_t*>self.turn
        row[HOUSES] = self.houses
        row[IN_USE] = self.in_use
        row[RESERVES] = self.reserves
        row[WASTES] = self.wastes
        row[HANDS] = self.hands
        row[TURNED_CARD] = self.turned
        row[NEXT_CARD] = self.next_card
        row[HEIGHTS] = self.heights
        row[BASE] = self.base
        row[IDLE] = <uint8_t*>self.idle
        row[FRESH] = self.fresh
        row[FIRST] = self.first
        row[REMEMBERED] = self.remembered
        row[UNSEEN] = self.unseen

    cdef void enter(
        self, int row, uint64_t game, const game_state_t* state, const rules_t* r, const moves_t* m
    ) noexcept nogil:
        """Fill a row for the seat that has to choose; nothing but its view is read."""
        cdef view_t view
        cdef const position_t* p = &view.seen
        cdef uint8_t* unseen = self.unseen + row * CARDS
        cdef int i, k, seat
        make_view(&view, &state.position, r, False)
        self.game[row] = game
        self.move[row] = state.moves
        self.seat[row] = p.seat
        self.turn[row] = p.turn
        for i in range(r.houses):
            _copy(p, HOUSE + i, self.houses + (row * r.houses + i) * IN_HOUSE, IN_HOUSE)
            self.in_use[row * r.houses + i] = p.houses >> i & 1
        for i in range(r.seats):
            seat = (p.seat + i) % r.seats
            k = row * r.seats + i
            _copy(p, RESERVE + seat, self.reserves + k * IN_PILE, IN_PILE)
            _copy(p, WASTE + seat, self.wastes + k * IN_PILE, IN_PILE)
            self.hands[k] = <uint8_t>length(p, HAND + seat)
            self.idle[k] = <uint16_t>idle_turns(p, seat)
            self.first[k] = p.first >> seat & 1
        self.turned[row] = p.top_card[TURNED + p.seat]
        # The sentinel is no card; without V11 the next card is a hidden one.
        self.next_card[row] = p.cards[p.top[HAND + p.seat]]
        for i in range(4):
            memcpy(self.heights + (row * 4 + i) * r.packs, p.heights[i], r.packs)
        self.base[row] = 0 if p.base == NO_BASE else p.base + 1
        self.fresh[row] = p.fresh
        mask_actions(p, r, m, self.legal + row * action_count(r))
        recall(&view.seen, &state.position, r)
        for i in range(r.seats):
            _copy(p, HAND + (p.seat + i) % r.seats,
                  self.remembered + (row * r.seats + i) * IN_PILE, IN_PILE)
        memset(unseen, 0, CARDS)
        for i in range(PILES):
            if HAND <= i < HAND + r.seats or RESERVE <= i < RESERVE + r.seats or (
                i < r.houses and r.covered_houses
            ):
                for k in range(base_of(i) + 1, p.top[i] + 1):
                    unseen[state.position.cards[k]] += p.cards[k] == UNKNOWN

    cdef void enter_idle(
        self, int row, int seat, uint64_t game, game_state_t* state, const rules_t* r
    ) noexcept nogil:
        """Fill a row for a seat that has nothing to choose; the position is as it was after this.

        It sees the turned-up card of the seat to move, as all do. To look at the next card (V11) is
        for the seat to move alone.
        """
        cdef position_t* p = &state.position
        cdef uint8_t mover = p.seat
        cdef moves_t none
        cdef rules_t unpeeked = r[0]
        memset(&none, 0, sizeof(moves_t))
        if seat != mover:
            unpeeked.peek = 0
        p.seat = <uint8_t>seat
        self.enter(row, game, state, &unpeeked, &none)
        p.seat = mover
        self.turned[row] = p.top_card[TURNED + mover]


cdef void _copy(const position_t* p, int pile, uint8_t* out, int room) noexcept nogil:
    """The cards of a pile, bottom to top, and nothing above them."""
    cdef int n = length(p, pile)
    memcpy(out, p.cards + base_of(pile) + 1, n)
    memset(out + n, NO_CARD, room - n)
