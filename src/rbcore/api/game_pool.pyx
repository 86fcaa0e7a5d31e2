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
from rbcore.api.batch import GAME
from rbcore.cards.ranges import MOST_WORD, check_range, check_whole, shown
from rbcore.cards.rows import check_rows
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
    """Hall(rules, players, seed, first, rows, width=1, **limits)

    A pool of games, each played on to where a player that is not compiled has to choose.

    Games first, first+1, ... of a seed are played in `width` slots, into `rows`. A slot that is
    free takes the next game; games are independent, so results do not depend on the width.

    An external player is asked only where it has two moves or more; forced moves are made for it.
    `gather` the games that wait for one; then either look at the `views` and `answer` them all, or
    take them one by one, each with `view`, `moves` and `make`, after which it is gathered no more.
    What takes an i raises IndexError for a game that is not gathered. One thread at a time plays in
    a pool; another gets a RuntimeError.

    Parameters
    ----------
    rules : Rules
        What is played.
    players : sequence of str or int
        One for each seat: a compiled player's name or, for an external one, its number 0, 1 or 2.
    seed, first : int
        Which games.
    rows : numpy.ndarray of GAME
        Contiguous; a row for each game.
    width : int
        Games at once, 1 to 65,536.
    **limits
        As rbcore.play takes them.

    Raises
    ------
    ValueError
        As rbcore.play does.

    Examples
    --------
    >>> import numpy as np
    >>> import rbcore
    >>> rows = np.zeros(4, rbcore.GAME)
    >>> pool = rbcore.Hall(rbcore.variant("standard"), (0, "greedy"), 1, 0, rows, width=2)
    >>> while pool.done < 4:
    ...     if pool.gather(0):
    ...         _ = pool.answer(pool.views().legal.argmax(axis=1))
    >>> rows["index"].tolist()
    [0, 1, 2, 3]
    """

    cdef Workspace workspace
    cdef const rules_t* r     # the workspace's
    cdef Arrays seen
    cdef object _rules
    cdef uint64_t _seed
    cdef uint64_t _first
    cdef uint64_t _done
    cdef uint64_t begun
    cdef uint64_t n
    cdef game_t[::1] rows
    cdef slot_t* slots
    cdef int width
    cdef int* chosen          # the slots of `gather`; MADE where a move has been made since
    cdef int n_chosen
    cdef int n_made
    cdef bint busy            # a thread plays on, without the GIL
    cdef list texts

    @property
    def rules(self):
        """The rules that are played."""
        return self._rules

    @property
    def seed(self):
        """The seed of the games."""
        return self._seed

    @property
    def first(self):
        """Number in the seed of the first game."""
        return self._first

    @property
    def done(self):
        """Games that have ended."""
        return self._done

    def __cinit__(self, rules, players, seed, first, rows, width=1, **limits):
        cdef int i
        checked = Limits(**limits)
        self._rules, self.rows = rules, check_rows(rows, GAME, "rbcore.GAME")
        self.n = self.rows.shape[0]
        self.workspace = Workspace(rules, players, seed, checked, external=True)
        self.r = self.workspace.conditions.rules
        self._seed = self.workspace.conditions.seed
        self._first = check_range("first", first, 0, MOST_WORD - self.n)
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

    def gather(self, guest):
        """Find the games that wait for an external player, and return how many there are."""
        cdef int i, number = check_range("guest", guest, 0, self._rules.seats - 1)
        self._check_free()
        self.n_chosen = self.n_made = 0
        for i in range(self.width):
            if self.slots[i].external == number:
                self.chosen[self.n_chosen] = i
                self.n_chosen += 1
        return self.n_chosen

    def views(self):
        """Return what is seen in each of the gathered games. The next call fills the same arrays.

        Raises
        ------
        ValueError
            If `make` has made a move in one of them.
        """
        cdef int i, at
        self._check_whole()
        if self.seen is None:
            self.seen = Arrays(self._rules, self.width)
        self.busy = True
        with nogil:
            for i in range(self.n_chosen):
                at = self.chosen[i]
                self.seen.enter(i, self._first + self.slots[at].game, &self.slots[at].state,
                                self.r, &self.slots[at].moves)
        self.busy = False
        return self.seen.arrays[:self.n_chosen]

    def answer(self, const int64_t[::1] actions not None):
        """Make an action in each of the gathered games, and play on.

        Parameters
        ----------
        actions : numpy.ndarray of int64
            One for each game (rbcore.action_texts).

        Returns
        -------
        int
            -1; or the row of an action that is not legal, and then nothing is done.

        Raises
        ------
        ValueError
            For another number of actions, and if `make` has made a move in one of the games.
        """
        cdef slot_t* slot
        cdef move_t move
        cdef int i, wrong = -1
        self._check_whole()
        if actions.shape[0] != self.n_chosen:
            raise ValueError(f"{self.n_chosen} actions are needed, not {actions.shape[0]}")
        self.busy = True
        with nogil:
            for i in range(self.n_chosen):
                slot = &self.slots[self.chosen[i]]
                if not self._read(slot, actions[i], &move):
                    wrong = i
                    break
            if wrong < 0:
                for i in range(self.n_chosen):
                    slot = &self.slots[self.chosen[i]]
                    if self._read(slot, actions[i], &move):    # still, if they are shared
                        self._advance(self.chosen[i], &move)
                self.n_chosen = 0
        self.busy = False
        return wrong

    cdef int _check_free(self) except -1:
        if self.busy:
            raise RuntimeError("another thread plays on in this pool; give each a pool of its own")
        return 0

    cdef int _check_whole(self) except -1:
        self._check_free()
        if self.n_made:
            raise ValueError("moves have been made one by one in these games; gather them anew")
        return 0

    cdef slot_t* _slot(self, number) except NULL:
        cdef int i
        number = check_whole("i", number)
        self._check_free()
        if not 0 <= number < self.n_chosen:
            raise IndexError(
                f"{shown(number)} is not one of the {self.n_chosen} games that were gathered"
            )
        i = number
        if self.chosen[i] == MADE:
            raise IndexError(
                f"a move has been made in game {i} of those gathered; gather them anew"
            )
        return &self.slots[self.chosen[i]]

    def table(self, i):
        """Return the slot, 0 to width-1, of gathered game i."""
        return <int>(self._slot(i) - self.slots)

    def game(self, i):
        """Return the number in its seed of gathered game i."""
        return self._first + self._slot(i).game

    def seat(self, i):
        """Return the seat to move in gathered game i."""
        return self._slot(i).state.position.seat

    def view(self, i):
        """Return what the seat to move sees in gathered game i."""
        return View.create(&self._slot(i).state.position, self.workspace.compiled, self._rules)

    def moves(self, i):
        """Return the legal moves of gathered game i, in the order of their actions."""
        i = check_whole("i", i)
        cdef tuple texts = self.texts[self.seat(i)]
        return tuple([texts[action] for action in self._actions(i)])

    def make(self, i, n):
        """Make move number n of gathered game i, and play on.

        Parameters
        ----------
        i, n : int
            The game among those gathered, and the move among its `moves`.

        Raises
        ------
        IndexError
            For another number.
        """
        # Numbers first, once: what an __index__ does must not come between a check and its use.
        i, n = check_whole("i", i), check_whole("n", n)
        cdef slot_t* slot = self._slot(i)
        cdef move_t move
        cdef int at = <int>(slot - self.slots)
        if not 0 <= n < slot.moves.count:
            raise IndexError(f"{shown(n)} is not the number of one of {slot.moves.count} moves")
        self._read(slot, self._actions(i)[n], &move)
        self.chosen[<int>i] = MADE
        self.n_made += 1
        self.busy = True
        with nogil:
            self._advance(at, &move)
        self.busy = False

    cdef list _actions(self, i):
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
        start_game(&slot.state, &self.workspace.conditions, self._first + slot.game)
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
            write_row(&slot.state, self.r, self._first + slot.game, outcome,
                      &self.rows[slot.game])
            self._done += 1
            if not self._deal_next(at):
                return
            move = NULL
