"""Hall: many games at once, played on to where a guest has to choose.

A guest is a player that is not compiled. The tables of a hall share what a stalemate search works
in; else a game has no part in another, so it is the same at however many tables.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from rbcore.api.actions cimport WITH_GROUPS, action_of, read_action
from rbcore.api.observations cimport Arrays
from rbcore.api.view cimport View
from rbcore.endings.outcome cimport PLAYING
from rbcore.engine.game cimport game_t, table_t
from rbcore.engine.playout cimport GUEST, play_on, record, sit_down
from rbcore.engine.workspace cimport Compiled, Table
from rbcore.moves.generator cimport moves_t, nth_move
from rbcore.moves.transition cimport move_t

from rbcore.api.actions import action_texts
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.engine.workspace import compiled
from rbcore.players.registry import player_number
from rbcore.rules.limits import Limits

MOST_TABLES = 1 << 16

cdef enum:
    NOBODY = -1
    MADE = -1

cdef struct place_t:
    table_t table
    moves_t moves
    uint64_t game         # counted from the hall's first
    int guest             # who has to choose here; NOBODY if no game is left for the table


cdef class Hall:
    """Many games at once. Documented in hall.pyi."""

    cdef Compiled held
    cdef Table searcher
    cdef Arrays seen
    cdef readonly object rules
    cdef readonly uint64_t seed
    cdef readonly uint64_t first
    cdef readonly uint64_t done
    cdef uint64_t begun
    cdef uint64_t n
    cdef game_t[::1] rows
    cdef place_t* places
    cdef int width
    cdef int* chosen          # the tables of `gather`; MADE where a move has been made since
    cdef int n_chosen
    cdef int n_made
    cdef int64_t players[3]
    cdef list texts

    def __cinit__(self, rules, players, seed, first, rows, width=1, **limits):
        cdef int i
        bounds = Limits(**limits)
        self.rules, self.rows, self.n = rules, rows, len(rows)
        self.held = compiled(rules)
        self.searcher = Table(bounds)
        self.seed = check_range("seed", seed, 0, MOST_WORD)
        self.first = check_range("first", first, 0, MOST_WORD - self.n)
        self.width = check_range("width", width, 1, MOST_TABLES)
        self.texts = [action_texts(rules, seat) for seat in range(rules.seats)]
        if len(players) != rules.seats:
            raise ValueError(f"one player for each of the {rules.seats} seats is needed")
        for seat, player in enumerate(players):
            self.players[<int>seat] = (
                player_number(player) if isinstance(player, str)
                else GUEST - check_range("guest", player, 0, rules.seats - 1)
            )
        self.places = <place_t*>calloc(self.width, sizeof(place_t))
        self.chosen = <int*>malloc(self.width * sizeof(int))
        if not (self.places and self.chosen):
            raise MemoryError
        for i in range(self.width):
            self.places[i].table = self.searcher.t
            self.places[i].table.marks = <uint64_t*>malloc((<size_t>bounds.max_turns + 1) * sizeof(uint64_t))
            if not self.places[i].table.marks:
                raise MemoryError
        with nogil:
            for i in range(self.width):
                if self._deal(i):
                    self._play_on(i, NULL)

    def __dealloc__(self):
        cdef int i
        if self.places:
            for i in range(self.width):
                free(self.places[i].table.marks)
        free(self.places)
        free(self.chosen)

    def gather(self, int guest):
        cdef int i
        check_range("guest", guest, 0, self.rules.seats - 1)
        self.n_chosen = self.n_made = 0
        for i in range(self.width):
            if self.places[i].guest == guest:
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
                self.seen.enter(i, self.first + self.places[at].game, &self.places[at].table,
                                &self.held.rules, &self.places[at].moves)
        return self.seen.arrays[:self.n_chosen]

    def answer(self, const int64_t[::1] actions):
        cdef place_t* place
        cdef move_t move
        cdef int i, wrong = -1
        self._check_whole()
        if actions.shape[0] != self.n_chosen:
            raise ValueError(f"{self.n_chosen} actions are needed, not {actions.shape[0]}")
        with nogil:
            for i in range(self.n_chosen):
                place = &self.places[self.chosen[i]]
                if not self._read(place, actions[i], &move):
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.n_chosen):
                    place = &self.places[self.chosen[i]]
                    self._read(place, actions[i], &move)
                    self._play_on(self.chosen[i], &move)
                self.n_chosen = 0
        return wrong

    cdef _check_whole(self):
        if self.n_made:
            raise ValueError("moves have been made one by one in these games; gather them anew")

    cdef place_t* _place(self, int i) except NULL:
        if not 0 <= i < self.n_chosen:
            raise IndexError(f"{i} is not one of the {self.n_chosen} games that were gathered")
        if self.chosen[i] == MADE:
            raise IndexError(f"a move has been made in game {i} of those gathered; gather them anew")
        return &self.places[self.chosen[i]]

    def table(self, int i):
        self._place(i)
        return self.chosen[i]

    def game(self, int i):
        return self.first + self._place(i).game

    def seat(self, int i):
        return self._place(i).table.position.seat

    def view(self, int i):
        return View.of(&self._place(i).table.position, self.held, self.rules)

    def moves(self, int i):
        cdef tuple texts = self.texts[self.seat(i)]
        return tuple([texts[action] for action in self._actions(i)])

    def make(self, int i, int n):
        cdef place_t* place = self._place(i)
        cdef move_t move
        cdef int at = self.chosen[i]
        if not 0 <= n < place.moves.count:
            raise IndexError(f"{n} is not the number of one of {place.moves.count} moves")
        self._read(place, self._actions(i)[n], &move)
        self.chosen[i] = MADE
        self.n_made += 1
        with nogil:
            self._play_on(at, &move)

    cdef list _actions(self, int i):
        """The legal actions in order."""
        cdef place_t* place = self._place(i)
        cdef const moves_t* m = &place.moves
        cdef int n
        return sorted([
            action_of(&place.table.position, &self.held.rules,
                      nth_move(&place.table.position, &self.held.rules, m, n))
            for n in range(m.count)
        ])

    cdef bint _read(self, const place_t* place, int64_t action, move_t* move) noexcept nogil:
        """The move behind an action; whether it is legal, and an action at all."""
        return 0 <= action < WITH_GROUPS and read_action(
            &place.table.position, &self.held.rules, &place.moves, <int>action, move
        )

    cdef bint _deal(self, int at) noexcept nogil:
        """Deal the next game at a table; whether one was left."""
        cdef place_t* place = &self.places[at]
        if self.begun == self.n:
            place.guest = NOBODY
            return False
        place.game = self.begun
        self.begun += 1
        sit_down(&place.table, &self.held.rules, self.seed, self.first + place.game)
        return True

    cdef void _play_on(self, int at, const move_t* move) noexcept nogil:
        """Make a move, if one is given, and go on until a guest has to choose at this table."""
        cdef place_t* place = &self.places[at]
        cdef int outcome
        while True:
            outcome = play_on(&place.table, &self.held.rules, self.players, &place.moves, move)
            if outcome == PLAYING:
                place.guest = <int>(GUEST - self.players[place.table.position.seat])
                return
            record(&place.table, &self.held.rules, self.first + place.game, outcome,
                   &self.rows[place.game])
            self.done += 1
            if not self._deal(at):
                return
            move = NULL
