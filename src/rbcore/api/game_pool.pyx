"""GamePool: many games at once, each advanced to the next choice of an external player.

The games share only the memory of stalemate searches and are independent, so results do not
depend on how many are played at once.
"""

cimport cython
from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t, uint8_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from rbcore.api.position cimport View
from rbcore.board.position cimport position_t
from rbcore.cards.interrupts cimport answer, interrupted, listen
from rbcore.engine.endings cimport CUT_SHORT, PLAYING, UNFINISHED, gain
from rbcore.engine.game_loop cimport (
    advance, begin_states, put_row, start_game, write_row,
)
from rbcore.engine.game_state cimport game_row_t, game_state_t, history_t, make_room
from rbcore.engine.workspace cimport FAILED, FREE, PLAYED, STOPPED, Workspace, use_t
from rbcore.moves.actions cimport WITH_GROUPS, action_count, action_of, read_action
from rbcore.moves.legal_moves cimport moves_t, nth_move
from rbcore.moves.transition cimport move_t
from rbcore.observation.arrays cimport LEGAL, Arrays, Vectors
from rbcore.players.outside cimport free_state_t
from rbcore.players.registry cimport CALLED, NO_EXTERNAL, is_refused, player_t
from rbcore.rules.compiled cimport MAX_SEATS, rules_t

from copy import copy
from dataclasses import dataclass

import numpy as np

from rbcore.api.whole_games import GAME
from rbcore.cards.arrays import check_vector, seats_of
from rbcore.cards.ranges import MAX_GAME, check_range, check_whole, shown
from rbcore.moves.actions import action_texts
from rbcore.rules.limits import Limits

MAX_SLOTS = 1 << 16
cdef int MAX_UNASKED = 10_000    # games in a row that a slot may play without an external choice

# What `step` does with a game: make the given action, or one of these instead.
cpdef enum:
    ACT = 0
    LEAVE = 1
    GIVE_UP = 2

cdef enum:
    MADE = -1
    UNTIL_ASKED = 32              # slots that play between two checks for Ctrl-C

cdef struct slot_t:
    game_state_t state
    moves_t moves
    uint64_t seed         # of the game played here
    uint64_t game         # its number within that seed
    void* states[MAX_SEATS]   # of outside players in this game, or NULL
    bint has_own_seed     # `deal` gave the slot a seed; it plays the games of that seed
    uint64_t next         # the number of the next game, if so
    int external          # the player that has to choose; NO_EXTERNAL if no game is left


def _checked(actions, instead):
    """Check and return the arguments of `step`."""
    if instead is not None:
        instead = check_vector("instead", instead, np.uint8)
    return check_vector("actions", actions, np.int64), instead


@dataclass(frozen=True)
class Steps:
    """The results of one step of a GamePool, one row for each game; n rows, S seats.

    The next step overwrites the arrays: copy what you keep.

    Attributes
    ----------
    ended : (n,) bool
        Whether the row's game ended; the next observation is then of a new game.
    outcome : (n,) uint8
        How the game ended, as an index into OUTCOMES; 3, unfinished, is elsewhere called truncated.
    returns : (n, S) float32
        By seat: 1 for the winner, -1 split among the others, else 0.
    scores : (n, S) int16
        By seat, as in section 8; 0 unless the game ended.
    final : Views
        In rows whose game ended, what the seat that stepped sees at the end; stale in other rows.
    """

    ended: object
    outcome: object
    returns: object
    scores: object
    final: object


cdef class GamePool:
    """GamePool(rules, players, seed, first=0, *, rows=None, width=1, max_turn_moves=None, \
shuffle=0, replicate=0, **limits)
--

    Many games in slots, each advanced to the next choice of a player that is not compiled.

    To use it as an environment, `observe` all slots, `step` with one action for each, and repeat.
    A step makes the action, then the moves of compiled opponents and forced moves (an external
    player chooses only among two moves or more), up to the next choice. When a game ends, its slot
    starts the next game of the seed within the same step, and the next observation shows that game
    (`Steps.ended` tells). Games are independent and are numbered in the order in which they begin,
    so the same choices give the same game at any width.

    With several external players, first `gather` the games that wait for one of them. `view`,
    `moves` and `make` reach a gathered game by its number i and raise IndexError for any other
    number; after `make` the game is no longer gathered. Only one thread at a time can play in a
    pool; a second thread gets a RuntimeError meanwhile. If Ctrl-C ends a step, the pool raises
    RuntimeError until `reset`.

    Parameters
    ----------
    rules : Rules or str
        The rules of the games.
    players : sequence of str, CompiledPlayer or int
        One for each seat: a compiled player's name, a CompiledPlayer, or an external player's
        number 0, 1 or 2. One number may have several seats.
    seed, first : int
        The games to play: first, first+1, ... of the seed.
    rows : numpy.ndarray of game_dtype(seats), or of GAME, optional
        Contiguous; each game fills a row, and slots stay empty once all rows are taken. Without
        rows the supply of games is endless.
    width : int
        The number of slots, 1 to 65,536.
    max_turn_moves : int, optional
        Maximum moves of an external player in one turn, 1 to 10**7; a game in which a turn reaches
        it and goes on is unfinished. By default `max_moves` alone limits a turn.
    shuffle, replicate : int
        As for rbcore.play.
    **limits : int
        As for rbcore.play.

    Raises
    ------
    ValueError
        As for rbcore.play; and, without rows, if 10,000 games in a row end before an external
        player has a choice, for instance because it never gets a turn.

    Examples
    --------
    >>> import rbcore
    >>> pool = rbcore.GamePool("standard", (0, "greedy"), seed=1, width=8)
    >>> ended = 0
    >>> for _ in range(200):
    ...     first_legal = pool.observe().legal.argmax(axis=1)
    ...     ended += pool.step(first_legal).ended.sum()
    >>> bool(pool.done == ended)
    True
    """

    cdef Workspace workspace
    cdef const rules_t* r     # of the workspace
    cdef Arrays seen
    cdef Arrays scratch       # the observation of the slot now written into `shown`
    cdef Vectors vectors      # the argument of `show`, or None
    cdef tuple shown          # the arrays of `show`; their memory follows
    cdef object held          # the observation that each vector was written from
    cdef uint8_t* was
    cdef uint8_t* numbers
    cdef uint8_t* legal
    cdef uint64_t* games
    cdef uint8_t* ends
    cdef object _rules
    cdef uint64_t _seed
    cdef uint64_t _first
    cdef uint64_t _done
    cdef uint64_t begun
    cdef uint64_t n
    cdef uint8_t[::1] rows
    cdef uint64_t row_size
    cdef int row_seats        # for which each row has entries
    cdef bint keeps_rows
    cdef slot_t* slots
    cdef free_state_t free_states[MAX_SEATS]
    cdef int width
    cdef int* chosen          # the slots gathered; MADE where a move has been made since
    cdef int n_chosen
    cdef int n_made
    cdef bint is_gathered     # `gather` was called since the last step
    cdef bint is_unasked      # a slot gets only games in which no external player chooses
    cdef use_t use
    cdef const uint8_t* stop  # set by Ctrl-C during play, or NULL
    cdef uint32_t longest     # most moves of an external player in one turn so far
    cdef uint64_t longest_game
    cdef uint32_t longest_turn_number
    cdef int longest_seat
    cdef list texts
    cdef object steps         # Steps for all slots; the memory of its arrays follows
    cdef Arrays final
    cdef uint8_t* ended
    cdef uint8_t* outcomes
    cdef float* returns
    cdef int16_t* scores
    cdef game_row_t ended_row     # of the game that ended last

    @property
    def rules(self):
        """The rules in force."""
        return copy(self._rules)    # callers could mutate it through object.__setattr__

    @property
    @cython.critical_section
    def seed(self):
        """The seed of the games."""
        if self.use != STOPPED:
            self._check_free()
        return self._seed

    @property
    @cython.critical_section
    def replicate(self):
        """The replicate being played."""
        self._check_free()
        return self.workspace.conditions.replicate

    @property
    @cython.critical_section
    def done(self):
        """The number of games that have ended."""
        self._check_free()
        return self._done

    @property
    @cython.critical_section
    def longest_turn(self):
        """The number of moves in an external player's longest turn so far."""
        self._check_free()
        return self.longest

    @property
    @cython.critical_section
    def longest_turn_at(self):
        """The game, turn and seat of that longest turn, numbered as in views."""
        self._check_free()
        return self.longest_game, self.longest_turn_number, self.longest_seat

    def __cinit__(
        self, rules, players, seed, first=0, *, rows=None, width=1, max_turn_moves=None,
        shuffle=0, replicate=0, **limits
    ):
        cdef int i
        checked = Limits(**limits)
        self.keeps_rows = rows is not None
        self.workspace = Workspace(rules, players, seed, checked, shuffle=shuffle,
                                   replicate=replicate, max_turn_moves=max_turn_moves,
                                   external=True)
        if self.keeps_rows:
            seats = self.workspace.compiled.rules.seats
            self.row_seats = seats_of(rows, GAME, "rbcore.GAME", seats)
            self.rows = rows.view(np.uint8)
            self.row_size = rows.dtype.itemsize
            self.n = len(rows)
        self.r = self.workspace.conditions.rules
        self._rules = self.workspace.compiled.checked
        self._seed = self.workspace.conditions.seed
        self._first = check_range("first", first, 0, MAX_GAME - self.n)
        if not self.keeps_rows:
            self.n = MAX_GAME - self._first
        self.width = check_range("width", width, 1, MAX_SLOTS)
        if not self.keeps_rows and not any(
            self.workspace.conditions.players[i].external >= 0 for i in range(self.r.seats)
        ):
            raise ValueError("no seat has an external player, so the pool would never stop")
        for i in range(self.r.seats):
            self.free_states[i] = self.workspace.outside[i].free_state
        self.texts = [action_texts(rules, seat) for seat in range(self.r.seats)]
        self.slots = <slot_t*>calloc(self.width, sizeof(slot_t))
        self.chosen = <int*>malloc(self.width * sizeof(int))
        if not (self.slots and self.chosen):
            raise MemoryError
        for i in range(self.width):
            self.slots[i].state = self.workspace.state
            self.slots[i].state.history = history_t(NULL, 0, 0)   # its own, not the workspace's
            if not make_room(&self.slots[i].state.history, checked.max_turns):
                raise MemoryError
        self._begin()
        with nogil:
            self._deal_all()
        self._rest()

    def __dealloc__(self):
        cdef int i
        if self.slots:
            for i in range(self.width):
                self._end_states(&self.slots[i])
                free(self.slots[i].state.history.visits)
        free(self.slots)
        free(self.chosen)

    @cython.critical_section
    def reset(self, first=None):
        """Deal new games into all slots and set `done` to 0.

        Parameters
        ----------
        first : int, optional
            The number of the first game; by default unchanged.
        """
        cdef int i
        number = None
        if first is not None:
            number = check_range("first", first, 0, MAX_GAME - self.n * self.keeps_rows)
        if self.use != STOPPED:
            self._check_free()
        self._begin()
        if number is not None:
            self._first = number
            if not self.keeps_rows:
                self.n = MAX_GAME - self._first
        self.begun = self._done = self.longest = 0
        self.n_chosen = self.n_made = 0
        self.is_gathered = False
        for i in range(self.width):
            self.slots[i].has_own_seed = False
        with nogil:
            self._deal_all()
        self._rest()
        if self.vectors is not None:
            self._show_all()

    @cython.critical_section
    def deal(self, which, seeds=None):
        """Deal the next games into some slots, replacing the games there.

        The replaced games have not ended, so `done` does not count them. Dealing into all slots
        also counts as a `reset` after Ctrl-C.

        Parameters
        ----------
        which : numpy.ndarray of bool
            True for each slot that gets a new game.
        seeds : numpy.ndarray of uint64, optional
            One for each slot. From then on such a slot plays games 0, 1, ... of its own seed.

        Raises
        ------
        TypeError
            If an argument is not an array.
        ValueError
            If an array has the wrong dtype or length, or the pool has rows.
        """
        cdef const uint8_t[::1] dealt = check_vector("which", which, np.bool_).view(np.uint8)
        cdef const uint64_t[::1] seeded = None
        cdef int i
        if seeds is not None:
            seeded = check_vector("seeds", seeds, np.uint64)
        for name, array in (("which", which), ("seeds", seeds)):
            if array is not None and len(array) != self.width:
                raise ValueError(f"{name} needs {self.width} entries, not {len(array)}")
        if self.keeps_rows:
            raise ValueError("in a pool with rows each game has its row; reset the pool instead")
        if self.use != STOPPED or not which.all():
            self._check_free()
        self._begin()
        with nogil:
            for i in range(self.width):
                if self._is_stopped(i):
                    break
                if dealt[i]:
                    if seeded is not None:
                        self.slots[i].has_own_seed = True
                        self.slots[i].seed, self.slots[i].next = seeded[i], 0
                    if self._deal_next(i):
                        self._advance(i, NULL)
        self.n_chosen = self.n_made = 0
        self.is_gathered = False
        self._rest()
        if self.vectors is not None:
            self._show_all()

    cdef void _deal_all(self) noexcept nogil:
        cdef int i
        for i in range(self.width):
            if not self._is_stopped(i) and self._deal_next(i):
                self._advance(i, NULL)

    @cython.critical_section
    def gather(self, player=None):
        """Gather the games that wait for an external player, and return their number.

        Parameters
        ----------
        player : int, optional
            The player's number; by default the games of all external players are gathered.
        """
        cdef int number = NO_EXTERNAL
        if player is not None:
            number = check_range("player", player, 0, self.r.seats - 1)
        return self._gather(number)

    cdef int _gather(self, int number) except -1:
        cdef int i
        self._check_free()
        self.n_chosen = self.n_made = 0
        self.is_gathered = True
        for i in range(self.width):
            if self.slots[i].external != NO_EXTERNAL and number in (
                self.slots[i].external, NO_EXTERNAL
            ):
                self.chosen[self.n_chosen] = i
                self.n_chosen += 1
        return self.n_chosen

    @cython.critical_section
    def observe(self):
        """Return the observations of the gathered games, or of all games if none were gathered.

        Returns
        -------
        Views
            The arrays themselves, which every call overwrites.

        Raises
        ------
        ValueError
            If `make` has made a move in any of these games.
        """
        cdef int i, at
        if self.seen is None:
            seen = Arrays.create(self.r, self.width)
            if self.seen is None:    # another thread must not share the arrays
                self.seen = seen
        if not self.is_gathered:
            self._gather(NO_EXTERNAL)
        self._check_whole()
        self.use = PLAYED
        with nogil:
            for i in range(self.n_chosen):
                at = self.chosen[i]
                self.seen.enter(i, self.slots[at].game,
                                &self.slots[at].state.position, self.slots[at].state.moves, self.r,
                                &self.slots[at].moves)
        self._rest()
        return self.seen.arrays[:self.n_chosen]

    @cython.critical_section
    def show(self, Vectors vectors not None):
        """Write the observation of every slot as a vector, now and within each step.

        From now on rows are slots, and a step needs no `observe` before it. This is the fastest way
        to step, because each observation is written while its game is in the cache.

        Parameters
        ----------
        vectors : Vectors
            The layout of the numbers, for these rules.

        Returns
        -------
        numbers, legal, game, ends : numpy.ndarray
            For each slot its vector, its legal actions, the number of its game, and the vector at
            the end of the last game that ended there. Every step overwrites these arrays, and the
            first is read-only.

        Raises
        ------
        ValueError
            If the vectors are for other rules, or the pool has rows, whose slots become empty.
        """
        if vectors.rules != self._rules:
            raise ValueError("these vectors are for other rules than the games'")
        if self.keeps_rows:
            raise ValueError("a pool with rows runs out of games and has no `show`; use `observe`")
        if vectors is not self.vectors:
            scratch = Arrays.create(self.r, 1)
            numbers = np.empty((self.width, vectors.size), vectors.dtype)
            was = np.full((self.width, vectors.read_bytes), 255, np.uint8)  # no view is like this
            legal = np.empty((self.width, scratch.arrays.legal.shape[1]), np.bool_)
            games, ends = np.empty(self.width, np.uint64), np.zeros_like(numbers)
            numbers.flags.writeable = False  # a step rewrites only what changed
            places = [each.ctypes.data for each in (was, numbers, legal, games, ends)]
            self._check_free()    # Python may have let another thread play meanwhile
            self.was, self.numbers = <uint8_t*><uintptr_t>places[0], <uint8_t*><uintptr_t>places[1]
            self.legal, self.games = <uint8_t*><uintptr_t>places[2], <uint64_t*><uintptr_t>places[3]
            self.ends = <uint8_t*><uintptr_t>places[4]
            self.vectors, self.shown, self.held = vectors, (numbers, legal, games, ends), was
            self.scratch = scratch
        self._show_all()
        return self.shown

    cdef int _show_all(self) except -1:
        cdef int i
        self._gather(NO_EXTERNAL)
        self.use = PLAYED
        with nogil:
            for i in range(self.width):
                self._show(i)
        return self._rest()

    cdef void _show(self, int at) noexcept nogil:
        """Write a slot's observation into the arrays of `show`."""
        cdef slot_t* slot = &self.slots[at]
        cdef int actions = action_count(self.r)
        self.games[at] = slot.game
        self.scratch.enter(
            0, self.games[at], &slot.state.position, slot.state.moves, self.r, &slot.moves)
        self.vectors.write_row(
            <const uint8_t**>self.scratch.start, self.was + at * self.vectors.read_bytes,
            self.numbers + at * self.vectors.row_bytes)
        memcpy(self.legal + at * actions, self.scratch.start[LEGAL], actions)

    @cython.critical_section
    def find_illegal(self, actions, instead=None):
        """Return the first row with an illegal action that would be made, or -1.

        The parameters and exceptions are those of `step`.
        """
        actions, instead = _checked(actions, instead)
        return self._find_illegal(actions, instead)

    cdef int _find_illegal(self, const int64_t[::1] actions, const uint8_t[::1] instead) except -2:
        cdef move_t move
        cdef int i
        self._check_actions(actions, instead)
        for i in range(self.n_chosen):
            if (instead is None or instead[i] == ACT) and not self._read(
                &self.slots[self.chosen[i]], actions[i], &move
            ):
                return i
        return -1

    @cython.critical_section
    def step(self, actions, instead=None):
        """Make an action in each observed game, and advance each to its next choice.

        Parameters
        ----------
        actions : numpy.ndarray of int64
            One for each row (rbcore.action_texts).
        instead : numpy.ndarray of uint8, optional
            One for each row: 0 makes the action. With any other value the action is ignored: LEAVE
            = 1 of rbcore.api.game_pool leaves the game as it is, and GIVE_UP = 2 ends it as
            unfinished.

        Returns
        -------
        Steps
            The results, in the rows of the observation.

        Raises
        ------
        TypeError
            If an argument is not an array.
        ValueError
            If an array has the wrong dtype or length, an action is not legal, or `make` has made
            a move in any of the games. Nothing changes then.
        """
        cdef const int64_t[::1] checked
        cdef const uint8_t[::1] other
        checked, other = _checked(actions, instead)
        if self.steps is None:
            self._make_steps()
        cdef slot_t* slot
        cdef move_t move
        cdef int i, seat, wrong
        cdef uint8_t what
        wrong = self._find_illegal(checked, other)
        if wrong >= 0:
            raise ValueError(
                f"row {wrong}: action {checked[wrong]} is not legal; the observation's `legal` "
                "has True for legal actions"
            )
        self._begin()
        with nogil:
            for i in range(self.n_chosen):
                if self._is_stopped(i):
                    break
                slot = &self.slots[self.chosen[i]]
                seat = slot.state.position.seat
                what = ACT if other is None else other[i]
                # Check again: another thread may write into `actions`.
                if what == ACT:
                    self.ended[i] = self._read(slot, checked[i], &move) and self._advance(
                        self.chosen[i], &move, i, seat
                    )
                else:
                    self.ended[i] = what == GIVE_UP
                    if what == GIVE_UP:
                        self._give_up(self.chosen[i], i, seat)
                self._enter_end(i)
                if self.vectors is not None:
                    self._show(i)
        self._rest()
        n = self.n_chosen
        if self.vectors is None:
            self.n_chosen, self.is_gathered = 0, False
        return Steps(ended=self.steps.ended[:n], outcome=self.steps.outcome[:n],
                     returns=self.steps.returns[:n], scores=self.steps.scores[:n],
                     final=self.final.arrays[:n])

    cdef int _check_actions(self, const int64_t[::1] actions, const uint8_t[::1] instead) except -1:
        cdef int i
        self._check_whole()
        if not self.is_gathered:
            raise ValueError("nothing has been observed since the last step; observe first")
        if actions.shape[0] != self.n_chosen:
            raise ValueError(f"{self.n_chosen} actions are needed, not {actions.shape[0]}")
        if instead is None:
            return 0
        if instead.shape[0] != self.n_chosen:
            raise ValueError(f"`instead` needs {self.n_chosen} entries, not {instead.shape[0]}")
        for i in range(self.n_chosen):
            if instead[i] > GIVE_UP:
                raise ValueError(
                    f"row {i}: instead={instead[i]} is not 0, LEAVE (1) or GIVE_UP (2)"
                )
        return 0

    cdef _make_steps(self):
        """Allocate the arrays of `steps`, unless another thread did so meanwhile."""
        seats = self.r.seats
        cdef Arrays final = Arrays.create(self.r, self.width)
        steps = Steps(
            ended=np.zeros(self.width, np.bool_), outcome=np.zeros(self.width, np.uint8),
            returns=np.zeros((self.width, seats), np.float32),
            scores=np.zeros((self.width, seats), np.int16), final=final.arrays,
        )
        cdef uintptr_t ended = steps.ended.ctypes.data, outcomes = steps.outcome.ctypes.data
        cdef uintptr_t returns = steps.returns.ctypes.data, scores = steps.scores.ctypes.data
        if self.steps is None:
            self.ended, self.outcomes = <uint8_t*>ended, <uint8_t*>outcomes
            self.returns, self.scores = <float*>returns, <int16_t*>scores
            self.final, self.steps = final, steps

    cdef void _enter_end(self, int row) noexcept nogil:
        """Fill a row of Steps, except for `final`."""
        cdef const game_row_t* ended = &self.ended_row
        cdef int64_t points
        cdef int seat, seats = self.r.seats
        cdef int outcome = ended.outcome if self.ended[row] else PLAYING
        self.outcomes[row] = ended.outcome if self.ended[row] else 0
        for seat in range(seats):
            self.returns[row * seats + seat] = <float>gain(outcome, ended.winner, seat, seats)
            points = ended.scores[seat] if self.ended[row] else 0
            self.scores[row * seats + seat] = <int16_t>points

    cdef int _check_free(self) except -1:
        if self.use == PLAYED:
            raise RuntimeError("another thread is playing in this pool; give each its own pool")
        if self.use == FAILED:
            raise MemoryError("memory ran out while this pool was playing; create another")
        if self.use == STOPPED:
            raise RuntimeError("this pool was interrupted while playing; reset it first")
        return 0

    cdef int _begin(self) except -1:
        """Mark the pool as in use; listen for Ctrl-C if this is Python's main thread."""
        self.stop = listen()
        self.use = PLAYED
        return 0

    cdef bint _is_stopped(self, int slots) noexcept nogil:
        """Return whether Ctrl-C has arrived, checked after some slots have played."""
        return self.stop[0] or (slots % UNTIL_ASKED == 0 and interrupted())

    cdef int _rest(self) except -1:
        """Mark the pool as free, and raise the error that interrupted play, if any."""
        self.use = FAILED if self.workspace.stalemate.ran_out else FREE
        if self._is_refused():
            self.use, self.stop = STOPPED, NULL
        self.workspace.check_calls()
        if self.stop != NULL:
            if self.stop[0]:
                self.use = STOPPED
            self.stop = NULL
            answer()
        self.workspace.stalemate.check()
        if self.is_unasked:
            self.is_unasked = False
            raise ValueError(
                f"{MAX_UNASKED:,} games in a row ended before an external player had a choice; "
                "give another starter, higher limits, or rows, which end"
            )
        return 0

    cdef bint _is_refused(self) noexcept nogil:
        """Return whether an outside player's answer was refused."""
        cdef bint refused = False
        cdef int seat
        for seat in range(self.r.seats):
            refused = refused or is_refused(&self.workspace.conditions.players[seat])
        return refused

    cdef int _check_whole(self) except -1:
        self._check_free()
        if self.n_made:
            raise ValueError("`make` has made moves in these games; gather them again")
        return 0

    cdef slot_t* _slot(self, number) except NULL:
        """Return the slot of a gathered game, given a checked number; no Python is called."""
        cdef int i
        self._check_free()
        if not 0 <= number < self.n_chosen:
            raise IndexError(
                f"{shown(number)} is not one of the {self.n_chosen} gathered games"
            )
        i = number
        if self.chosen[i] == MADE:
            raise IndexError(
                f"a move has been made in gathered game {i}; gather the games again"
            )
        return &self.slots[self.chosen[i]]

    @cython.critical_section
    def slot(self, i):
        """Return the slot, 0 to width-1, of gathered game i."""
        return <int>(self._slot(check_whole("i", i)) - self.slots)

    @cython.critical_section
    def game(self, i):
        """Return the number of gathered game i within its seed."""
        return self._slot(check_whole("i", i)).game

    @cython.critical_section
    def seat(self, i):
        """Return the seat to move in gathered game i."""
        return self._slot(check_whole("i", i)).state.position.seat

    @cython.critical_section
    def view(self, i):
        """Return what the seat to move sees in gathered game i."""
        cdef position_t p = self._slot(check_whole("i", i)).state.position
        return View.create(&p, self.workspace.compiled, self._rules)

    @cython.critical_section
    def moves(self, i):
        """Return the legal moves of gathered game i, in the order of their actions."""
        cdef slot_t* slot = self._slot(check_whole("i", i))
        cdef tuple texts = self.texts[slot.state.position.seat]
        return tuple([texts[action] for action in self._actions(slot)])

    @cython.critical_section
    def make(self, i, n):
        """Make move number n of gathered game i, and play on.

        Parameters
        ----------
        i, n : int
            The number of the gathered game, and the number of the move among its `moves`.

        Raises
        ------
        IndexError
            If either number is out of range.
        """
        # Convert first and once: an __index__ must not run between a check and its use.
        i, n = check_whole("i", i), check_whole("n", n)
        cdef slot_t* slot = self._slot(i)
        cdef move_t move
        cdef int at = <int>(slot - self.slots)
        cdef list actions = self._actions(slot)
        if not 0 <= n < len(actions):
            raise IndexError(f"{shown(n)} is not the number of one of {len(actions)} moves")
        self._read(slot, actions[n], &move)
        self._begin()
        self.chosen[<int>i] = MADE
        self.n_made += 1
        with nogil:
            self._advance(at, &move)
        self._rest()

    cdef list _actions(self, const slot_t* slot):
        """Return the legal actions in ascending order."""
        cdef const moves_t* m = &slot.moves
        cdef int n
        return sorted([
            action_of(&slot.state.position, self.r,
                      nth_move(&slot.state.position, self.r, m, n))
            for n in range(m.count)
        ])

    cdef bint _read(self, const slot_t* slot, int64_t action, move_t* move) noexcept nogil:
        """Read the move of an action; return whether the action exists and is legal."""
        return 0 <= action < WITH_GROUPS and read_action(&slot.state.position, self.r, &slot.moves,
                                                         <int>action, move)

    cdef bint _deal_next(self, int at) noexcept nogil:
        """Deal the next game into a slot; return whether one was left."""
        cdef slot_t* slot = &self.slots[at]
        if slot.has_own_seed:
            slot.game = slot.next
            slot.next += 1
        elif self.begun == self.n:
            slot.external = NO_EXTERNAL
            return False
        else:
            slot.seed = self._seed
            slot.game = self._first + self.begun
            self.begun += 1
        self.workspace.conditions.seed = slot.seed
        start_game(&slot.state, &self.workspace.conditions, slot.game)
        if self.workspace.conditions.calls != NULL:
            self._begin_states(slot)
        return True

    cdef void _begin_states(self, slot_t* slot) noexcept nogil:
        """Let outside players create their states for a slot's game."""
        cdef const player_t* player
        cdef int seat
        self._end_states(slot)
        begin_states(&self.workspace.conditions, &slot.state.stream)
        for seat in range(self.r.seats):
            player = &self.workspace.conditions.players[seat]
            if player.external == CALLED:
                slot.states[seat] = player.by.outside.state

    cdef void _end_states(self, slot_t* slot) noexcept nogil:
        """Let outside players free the states of a slot."""
        cdef int seat
        for seat in range(MAX_SEATS):
            if slot.states[seat] != NULL and self.free_states[seat] != NULL:
                self.free_states[seat](slot.states[seat])
            slot.states[seat] = NULL

    cdef void _take_states(self, const slot_t* slot) noexcept nogil:
        """Let outside players use the states of a slot."""
        cdef int seat
        for seat in range(self.r.seats):
            if self.workspace.conditions.players[seat].external == CALLED:
                self.workspace.outside[seat].state = slot.states[seat]

    cdef bint _advance(self, int at, const move_t* move, int row=-1, int seat=0) noexcept nogil:
        """Make a move, if one is given, and advance to the next choice of an external player.

        Return whether the move's game ended; if a row is given, its final observation is then
        written into that row of `final`.
        """
        cdef slot_t* slot = &self.slots[at]
        cdef int outcome, unasked = 0
        cdef bint ended = False
        while move != NULL or not interrupted():
            if self.workspace.conditions.calls != NULL:
                self._take_states(slot)
            outcome = advance(&slot.state, &self.workspace.conditions, &slot.moves, move, self.stop)
            if outcome == CUT_SHORT:
                break
            self._note_turn(slot)
            if outcome == PLAYING:
                slot.external = (
                    self.workspace.conditions.players[slot.state.position.seat].external
                )
                return ended
            self._end(at, outcome, row if move != NULL else -1, seat)
            ended = ended or move != NULL
            unasked += move == NULL
            if unasked == MAX_UNASKED and not self.keeps_rows:    # it would never end
                self.is_unasked = True
                slot.external = NO_EXTERNAL
                return ended
            if not self._deal_next(at):
                return ended
            move = NULL
        return ended

    cdef void _note_turn(self, const slot_t* slot) noexcept nogil:
        """Note a slot's current turn if it is an external player's longest so far."""
        cdef const game_state_t* state = &slot.state
        cdef int seat = state.position.seat
        cdef uint32_t length = state.moves - state.turn_begun
        cdef bint is_external = self.workspace.conditions.players[seat].external != NO_EXTERNAL
        if is_external and length > self.longest:
            self.longest = length
            self.longest_game = slot.game
            self.longest_turn_number = state.position.turn
            self.longest_seat = seat

    cdef void _give_up(self, int at, int row, int seat) noexcept nogil:
        """End a game as unfinished, and advance the next one to its first choice."""
        self._end(at, UNFINISHED, row, seat)
        if self._deal_next(at):
            self._advance(at, NULL)

    cdef void _end(self, int at, int outcome, int row, int seat) noexcept nogil:
        """Record the end of a game and, if a row is given, what a seat sees of it in `final`."""
        cdef slot_t* slot = &self.slots[at]
        cdef game_row_t played
        write_row(&slot.state, self.r, slot.game, outcome, &played)
        if self.keeps_rows:
            put_row(&played, self.row_seats, &self.rows[(slot.game - self._first) * self.row_size])
        self._done += 1
        if row >= 0:
            self.ended_row = played
            self.final.enter_idle(row, seat, slot.game, &slot.state.position,
                                  slot.state.moves, self.r)
            if self.vectors is not None:
                self.scratch.enter_idle(0, seat, slot.game, &slot.state.position,
                                        slot.state.moves, self.r)
                self.vectors.write_row(
                    <const uint8_t**>self.scratch.start, NULL,
                    self.ends + row * self.vectors.row_bytes)
