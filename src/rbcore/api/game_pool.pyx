"""Hall: many games at once, each advanced to where an external player has to choose.

The games share the memory of stalemate searches and nothing else: they are independent, so results
do not depend on how many are played at once.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.api.actions cimport WITH_GROUPS, action_of, read_action
from rbcore.api.observations cimport Arrays
from rbcore.api.view cimport View
from rbcore.endings.outcome cimport PLAYING
from rbcore.engine.game cimport game_state_t, game_t
from rbcore.engine.playout cimport advance, start_game, write_row
from rbcore.engine.workspace cimport Workspace, new_history
from rbcore.moves.generator cimport moves_t, nth_move
from rbcore.moves.transition cimport move_t
from rbcore.players.registry cimport NO_EXTERNAL
from rbcore.rules.compiled cimport rules_t

from rbcore.api.actions import action_texts
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.rules.limits import Limits

MOST_TABLES = 1 << 16

cdef enum:
    MADE = -1

cdef struct slot_t:
    game_state_t state
    moves_t moves
    uint64_t game         # counted from the first
    int external          # the player who has to choose; NO_EXTERNAL if no game is left


cdef class Hall:
    """Many games at once. Documented in game_pool.pyi."""

    cdef Workspace workspace
    cdef const rules_t* r     # the workspace's
    cdef Arrays seen
    cdef readonly object rules
    cdef readonly uint64_t seed
    cdef readonly uint64_t first
    cdef readonly uint64_t done
    cdef uint64_t begun
    cdef uint64_t n
    cdef game_t[::1] rows
    cdef slot_t* slots
    cdef int width
    cdef int* chosen          # the slots of `gather`; MADE where a move has been made since
    cdef int n_chosen
    cdef int n_made
    cdef list texts

    def __cinit__(self, rules, players, seed, first, rows, width=1, **limits):
        cdef int i
        checked = Limits(**limits)
        self.rules, self.rows, self.n = rules, rows, len(rows)
        self.workspace = Workspace(rules, players, seed, checked, external=True)
        self.r = self.workspace.conditions.rules
        self.seed = self.workspace.conditions.seed
        self.first = check_range("first", first, 0, MOST_WORD - self.n)
        self.width = check_range("width", width, 1, MOST_TABLES)
        self.texts = [action_texts(rules, seat) for seat in range(rules.seats)]
        self.slots = <slot_t*>calloc(self.width, sizeof(slot_t))
        self.chosen = <int*>malloc(self.width * sizeof(int))
        if not (self.slots and self.chosen):
            raise MemoryError
        for i in range(self.width):
            self.slots[i].state = self.workspace.state
            self.slots[i].state.history = NULL    # not the workspace's, should no memory be left
            self.slots[i].state.history = new_history(checked.max_turns)
        with nogil:
            for i in range(self.width):
                if self._deal_next(i):
                    self._advance(i, NULL)

    def __dealloc__(self):
        cdef int i
        if self.slots:
            for i in range(self.width):
                free(self.slots[i].state.history)
        free(self.slots)
        free(self.chosen)

    def gather(self, int guest):
        cdef int i
        check_range("guest", guest, 0, self.rules.seats - 1)
        self.n_chosen = self.n_made = 0
        for i in range(self.width):
            if self.slots[i].external == guest:
                self.chosen[self.n_chosen] = i
                self.n_chosen += 1
        return self.n_chosen

    def views(self):
        cdef int i, at
        self._check_whole()
        if self.seen is None:
            self.seen = Arrays(self.rules, self.width)
        with nogil:
            for i in range(self.n_chosen):
                at = self.chosen[i]
                self.seen.enter(i, self.first + self.slots[at].game, &self.slots[at].state,
                                self.r, &self.slots[at].moves)
        return self.seen.arrays[:self.n_chosen]

    def answer(self, const int64_t[::1] actions):
        cdef slot_t* slot
        cdef move_t move
        cdef int i, wrong = -1
        self._check_whole()
        if actions.shape[0] != self.n_chosen:
            raise ValueError(f"{self.n_chosen} actions are needed, not {actions.shape[0]}")
        with nogil:
            for i in range(self.n_chosen):
                slot = &self.slots[self.chosen[i]]
                if not self._read(slot, actions[i], &move):
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.n_chosen):
                    slot = &self.slots[self.chosen[i]]
                    self._read(slot, actions[i], &move)
                    self._advance(self.chosen[i], &move)
                self.n_chosen = 0
        return wrong

    cdef _check_whole(self):
        if self.n_made:
            raise ValueError("moves have been made one by one in these games; gather them anew")

    cdef slot_t* _slot(self, int i) except NULL:
        if not 0 <= i < self.n_chosen:
            raise IndexError(f"{i} is not one of the {self.n_chosen} games that were gathered")
        if self.chosen[i] == MADE:
            raise IndexError(
                f"a move has been made in game {i} of those gathered; gather them anew"
            )
        return &self.slots[self.chosen[i]]

    def table(self, int i):
        self._slot(i)
        return self.chosen[i]

    def game(self, int i):
        return self.first + self._slot(i).game

    def seat(self, int i):
        return self._slot(i).state.position.seat

    def view(self, int i):
        return View.create(&self._slot(i).state.position, self.workspace.compiled, self.rules)

    def moves(self, int i):
        cdef tuple texts = self.texts[self.seat(i)]
        return tuple([texts[action] for action in self._actions(i)])

    def make(self, int i, int n):
        cdef slot_t* slot = self._slot(i)
        cdef move_t move
        cdef int at = self.chosen[i]
        if not 0 <= n < slot.moves.count:
            raise IndexError(f"{n} is not the number of one of {slot.moves.count} moves")
        self._read(slot, self._actions(i)[n], &move)
        self.chosen[i] = MADE
        self.n_made += 1
        with nogil:
            self._advance(at, &move)

    cdef list _actions(self, int i):
        """The legal actions in order."""
        cdef slot_t* slot = self._slot(i)
        cdef const moves_t* m = &slot.moves
        cdef int n
        return sorted([
            action_of(&slot.state.position, self.r,
                      nth_move(&slot.state.position, self.r, m, n))
            for n in range(m.count)
        ])

    cdef bint _read(self, const slot_t* slot, int64_t action, move_t* move) noexcept nogil:
        """The move behind an action; whether it is legal, and an action at all."""
        return 0 <= action < WITH_GROUPS and read_action(
            &slot.state.position, self.r, &slot.moves, <int>action, move
        )

    cdef bint _deal_next(self, int at) noexcept nogil:
        """Deal the next game into a slot; whether one was left."""
        cdef slot_t* slot = &self.slots[at]
        if self.begun == self.n:
            slot.external = NO_EXTERNAL
            return False
        slot.game = self.begun
        self.begun += 1
        start_game(&slot.state, &self.workspace.conditions, self.first + slot.game)
        return True

    cdef void _advance(self, int at, const move_t* move) noexcept nogil:
        """Make a move, if one is given, and play on until an external player has to choose."""
        cdef slot_t* slot = &self.slots[at]
        cdef int outcome, seat
        while True:
            outcome = advance(&slot.state, &self.workspace.conditions, &slot.moves, move)
            if outcome == PLAYING:
                seat = slot.state.position.seat
                slot.external = self.workspace.conditions.players[seat].external
                return
            write_row(&slot.state, self.r, self.first + slot.game, outcome,
                      &self.rows[slot.game])
            self.done += 1
            if not self._deal_next(at):
                return
            move = NULL
