"""GamePool: many games at once, each advanced to where an external player has to choose.

The games share the memory of stalemate searches and nothing else: they are independent, so results
do not depend on how many are played at once.
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
cdef int MAX_UNASKED = 10_000    # games that a slot plays without a decision

# What `step` does with a game: it makes the action, or one of the others instead.
cpdef enum:
    ACT = 0
    LEAVE = 1
    GIVE_UP = 2

cdef enum:
    MADE = -1
    UNTIL_ASKED = 32              # slots that play on between two times that Ctrl-C is heard

cdef struct slot_t:
    game_state_t state
    moves_t moves
    uint64_t seed         # of its game
    uint64_t game         # its number in that seed
    void* states[MAX_SEATS]   # of players compiled by others, in its game; or NULL
    bint has_own_seed     # `deal` gave it one: the games of the slot are those of this seed
    uint64_t next         # then the number of the next
    int external          # the player who has to choose; NO_EXTERNAL if no game is left


def _checked(actions, instead):
    """Return the arguments of `step`, checked."""
    if instead is not None:
        instead = check_vector("instead", instead, np.uint8)
    return check_vector("actions", actions, np.int64), instead


@dataclass(frozen=True)
class Steps:
    """What a step of a GamePool has brought, a row each; n rows, S seats.

    The arrays are filled anew by the next step: copy what is kept.

    Attributes
    ----------
    ended : (n,) bool
        Whether the game of the row ended; the next observation is of a new one.
    outcome : (n,) uint8
        Where it ended, how: an index into OUTCOMES. 3, unfinished, is what others call truncated.
    returns : (n, S) float32
        By seat: 1 for the winner and -1 shared by the others, else 0.
    scores : (n, S) int16
        By seat: section 8; 0 unless the game ended.
    final : Views
        Where it ended, what the seat that stepped sees in the end; elsewhere, something old.
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

    Many games in slots, each played on to where a player that is not compiled has to choose.

    As an environment: `observe` what is seen in every slot, `step` with an action for each, and so
    on. A step makes the action, then the moves of compiled opponents and forced moves (an external
    player is asked only where it has two moves or more), up to the next decision. A game that ends
    is replaced within the step: the slot takes the next game of the seed, and the next observation
    is of that one (`Steps.ended` says so). Games are independent and numbered in the order in which
    they begin, so a game that is played alike is the same at any width.

    For several external players, `gather` the games that wait for one of them first. Single games
    of those gathered are reached by a number i: `view`, `moves` and `make`, after which the game is
    gathered no more; IndexError for an i that is not gathered. One thread at a time plays in a
    pool; another gets a RuntimeError. So does who goes on with a pool after Ctrl-C has ended a step
    of it, until `reset`.

    Parameters
    ----------
    rules : Rules or str
        What is played.
    players : sequence of str, CompiledPlayer or int
        One for each seat: a compiled player's name, a CompiledPlayer or, for an external one, its
        number 0, 1 or 2.
        A number may have several seats.
    seed, first : int
        Which games: first, first+1, ... of the seed.
    rows : numpy.ndarray of game_dtype(seats), or of GAME, optional
        Contiguous; a row for each game, after which slots stay empty. Without rows, games never run
        out.
    width : int
        Slots, 1 to 65,536.
    max_turn_moves : int, optional
        Moves that an external player may make in one turn, 1 to 10**7; a game in which a turn has
        so many and goes on is unfinished. Unless given, `max_moves` alone limits a turn.
    shuffle, replicate : int
        As rbcore.play takes them.
    **limits : int
        As rbcore.play takes them.

    Raises
    ------
    ValueError
        As rbcore.play does; and without rows if 10,000 games in a row end before an external
        player has a choice, as where it never gets a turn.

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
    cdef const rules_t* r     # the workspace's
    cdef Arrays seen
    cdef Arrays one           # what is seen in the slot that `shown` is filled of
    cdef Vectors vectors      # of `show`, or None
    cdef tuple shown          # its arrays, and where they lie
    cdef object held          # of what each vector was written
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
    cdef int row_seats        # that each has entries for
    cdef bint keeps_rows
    cdef slot_t* slots
    cdef free_state_t free_states[MAX_SEATS]
    cdef int width
    cdef int* chosen          # the slots of `gather`; MADE where a move has been made since
    cdef int n_chosen
    cdef int n_made
    cdef bint is_gathered     # `gather` was called since the newest step
    cdef bint is_unasked      # a slot has none but games in which no external player chooses
    cdef use_t use
    cdef const uint8_t* stop  # raised by Ctrl-C as long as somebody plays, or NULL
    cdef uint32_t longest     # moves in a turn of an external player, the most so far
    cdef uint64_t longest_game
    cdef uint32_t longest_turn_number
    cdef int longest_seat
    cdef list texts
    cdef object steps         # Steps with room for all, and where each array lies
    cdef Arrays final
    cdef uint8_t* ended
    cdef uint8_t* outcomes
    cdef float* returns
    cdef int16_t* scores
    cdef game_row_t ended_row     # of the game that ended last

    @property
    def rules(self):
        """The rules that are played."""
        return copy(self._rules)    # which whoever gets it may change by force

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
        """Which replicate of the games is played."""
        self._check_free()
        return self.workspace.conditions.replicate

    @property
    @cython.critical_section
    def done(self):
        """Games that have ended."""
        self._check_free()
        return self._done

    @property
    @cython.critical_section
    def longest_turn(self):
        """The moves of an external player's longest turn so far."""
        self._check_free()
        return self.longest

    @property
    @cython.critical_section
    def longest_turn_at(self):
        """The game, the turn and the seat of that turn, numbers as of views."""
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
            raise ValueError("no seat has an external player, so these games would never stop")
        for i in range(self.r.seats):
            self.free_states[i] = self.workspace.outside[i].free_state
        self.texts = [action_texts(rules, seat) for seat in range(self.r.seats)]
        self.slots = <slot_t*>calloc(self.width, sizeof(slot_t))
        self.chosen = <int*>malloc(self.width * sizeof(int))
        if not (self.slots and self.chosen):
            raise MemoryError
        for i in range(self.width):
            self.slots[i].state = self.workspace.state
            self.slots[i].state.history = history_t(NULL, 0, 0)   # not the workspace's
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
        """Deal all slots anew; `done` begins at 0 again.

        Parameters
        ----------
        first : int, optional
            Number of the first game; unless given, as it was.
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
        """Deal the next games into some slots, in place of what is played there.

        What was played there has not ended, so `done` does not count it. To deal games into all
        slots is a `reset` too, after Ctrl-C.

        Parameters
        ----------
        which : numpy.ndarray of bool
            True for each slot that gets a game.
        seeds : numpy.ndarray of uint64, optional
            One for each slot. From now on such a slot plays games 0, 1, ... of its own seed.

        Raises
        ------
        TypeError
            For what is no array.
        ValueError
            For an array of another kind or length, and in a pool with rows.
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
            raise ValueError("each game of a pool with rows has its row; reset the pool instead")
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
        """Find the games that wait for an external player, and return how many there are.

        Parameters
        ----------
        player : int, optional
            Its number; unless given, those that wait for any.
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
        """Return what is seen in each of the gathered games, or in all if none were gathered.

        Returns
        -------
        Views
            The arrays that every call fills anew, without copies of them.

        Raises
        ------
        ValueError
            If `make` has made a move in one of the games.
        """
        cdef int i, at
        if self.seen is None:
            seen = Arrays.create(self.r, self.width)
            if self.seen is None:    # or another thread observes in its own
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
        """Write what is seen in all slots as vectors, now and within each step.

        From now on rows are slots, and a step needs no `observe` before it. What is seen is written
        while the game is at hand: the fastest way to step.

        Parameters
        ----------
        vectors : Vectors
            How the numbers lie, for these rules.

        Returns
        -------
        numbers, legal, game, ends : numpy.ndarray
            A vector for each slot, its legal actions, the number of its game, and the vector at the
            end of the game that ended last in it: arrays that every step fills anew, of which the
            first cannot be written to.

        Raises
        ------
        ValueError
            For vectors of other rules, and in a pool with rows, whose slots end up empty.
        """
        if vectors.rules != self._rules:
            raise ValueError("these vectors are of other rules than the games")
        if self.keeps_rows:
            raise ValueError("games with rows come to an end, and cannot be shown; observe them")
        if vectors is not self.vectors:
            one = Arrays.create(self.r, 1)
            numbers = np.empty((self.width, vectors.size), vectors.dtype)
            was = np.full((self.width, vectors.read_bytes), 255, np.uint8)  # as no view is
            legal = np.empty((self.width, one.arrays.legal.shape[1]), np.bool_)
            games, ends = np.empty(self.width, np.uint64), np.zeros_like(numbers)
            numbers.flags.writeable = False  # what has not changed is not written again
            places = [each.ctypes.data for each in (was, numbers, legal, games, ends)]
            self._check_free()    # as Python may have let another thread play on
            self.was, self.numbers = <uint8_t*><uintptr_t>places[0], <uint8_t*><uintptr_t>places[1]
            self.legal, self.games = <uint8_t*><uintptr_t>places[2], <uint64_t*><uintptr_t>places[3]
            self.ends = <uint8_t*><uintptr_t>places[4]
            self.vectors, self.shown, self.held = vectors, (numbers, legal, games, ends), was
            self.one = one
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
        """Write what is seen in a slot into the arrays of `show`."""
        cdef slot_t* slot = &self.slots[at]
        cdef int actions = action_count(self.r)
        self.games[at] = slot.game
        self.one.enter(
            0, self.games[at], &slot.state.position, slot.state.moves, self.r, &slot.moves)
        self.vectors.write_row(
            <const uint8_t**>self.one.start, self.was + at * self.vectors.read_bytes,
            self.numbers + at * self.vectors.row_bytes)
        memcpy(self.legal + at * actions, self.one.start[LEGAL], actions)

    @cython.critical_section
    def find_illegal(self, actions, instead=None):
        """Return the first row whose action has to be legal and is not, or -1.

        Parameters, and what they raise, are those of `step`.
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
        """Make an action in each of the games observed, and play on to the next decisions.

        Parameters
        ----------
        actions : numpy.ndarray of int64
            One for each row (rbcore.action_texts).
        instead : numpy.ndarray of uint8, optional
            One for each row: 0 makes the action; else it is not looked at, and LEAVE = 1 of
            rbcore.api.game_pool leaves the game as it is, while GIVE_UP = 2 ends it, unfinished.

        Returns
        -------
        Steps
            What this has brought, in the rows of the observation.

        Raises
        ------
        TypeError
            For what is no array.
        ValueError
            For an array of another kind, an action that is not legal, or another number of actions,
            and if `make` has made a move in one of the games. Nothing is done then.
        """
        cdef const int64_t[::1] made
        cdef const uint8_t[::1] other
        made, other = _checked(actions, instead)
        if self.steps is None:
            self._make_steps()
        cdef slot_t* slot
        cdef move_t move
        cdef int i, seat, wrong
        cdef uint8_t what
        wrong = self._find_illegal(made, other)
        if wrong >= 0:
            raise ValueError(
                f"row {wrong}: action {made[wrong]} is not legal; `legal` of the observation "
                "has True where actions are"
            )
        self._begin()
        with nogil:
            for i in range(self.n_chosen):
                if self._is_stopped(i):
                    break
                slot = &self.slots[self.chosen[i]]
                seat = slot.state.position.seat
                what = ACT if other is None else other[i]
                # Legal still, if somebody else writes into `actions`.
                if what == ACT:
                    self.ended[i] = self._read(slot, made[i], &move) and self._advance(
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
                    f"row {i}: instead={instead[i]} is not 0, LEAVE = 1 or GIVE_UP = 2"
                )
        return 0

    cdef _make_steps(self):
        """Make the arrays of `steps`, unless another thread has made them meanwhile."""
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
        """Fill a row of Steps but for `final`."""
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
            raise RuntimeError("another thread plays on in this pool; give each a pool of its own")
        if self.use == FAILED:
            raise MemoryError("memory ran out while this pool played on; make another")
        if self.use == STOPPED:
            raise RuntimeError("this pool was interrupted while it played on; reset it first")
        return 0

    cdef int _begin(self) except -1:
        """Note that a thread plays on, which hears Ctrl-C if it is Python's main one."""
        self.stop = listen()
        self.use = PLAYED
        return 0

    cdef bint _is_stopped(self, int slots) noexcept nogil:
        """Whether Ctrl-C has come, after some slots have played on."""
        return self.stop[0] or (slots % UNTIL_ASKED == 0 and interrupted())

    cdef int _rest(self) except -1:
        """Note that no thread plays on; raise what came in the way of that."""
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
        """Whether an answer of a player compiled by others was refused."""
        cdef bint refused = False
        cdef int seat
        for seat in range(self.r.seats):
            refused = refused or is_refused(&self.workspace.conditions.players[seat])
        return refused

    cdef int _check_whole(self) except -1:
        self._check_free()
        if self.n_made:
            raise ValueError("moves have been made one by one in these games; gather them anew")
        return 0

    cdef slot_t* _slot(self, number) except NULL:
        """The slot of a game, whose number is checked to be whole; it asks nothing of Python."""
        cdef int i
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

    @cython.critical_section
    def slot(self, i):
        """Return the slot, 0 to width-1, of gathered game i."""
        return <int>(self._slot(check_whole("i", i)) - self.slots)

    @cython.critical_section
    def game(self, i):
        """Return the number in its seed of gathered game i."""
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
        """The legal actions in order."""
        cdef const moves_t* m = &slot.moves
        cdef int n
        return sorted([
            action_of(&slot.state.position, self.r,
                      nth_move(&slot.state.position, self.r, m, n))
            for n in range(m.count)
        ])

    cdef bint _read(self, const slot_t* slot, int64_t action, move_t* move) noexcept nogil:
        """The move behind an action; whether it is legal, and an action at all."""
        return 0 <= action < WITH_GROUPS and read_action(&slot.state.position, self.r, &slot.moves,
                                                         <int>action, move)

    cdef bint _deal_next(self, int at) noexcept nogil:
        """Deal the next game into a slot; whether one was left."""
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
        """Let players compiled by others make their states for the game of a slot."""
        cdef const player_t* player
        cdef int seat
        self._end_states(slot)
        begin_states(&self.workspace.conditions, &slot.state.stream)
        for seat in range(self.r.seats):
            player = &self.workspace.conditions.players[seat]
            if player.external == CALLED:
                slot.states[seat] = player.by.outside.state

    cdef void _end_states(self, slot_t* slot) noexcept nogil:
        """Let them free the states of a slot."""
        cdef int seat
        for seat in range(MAX_SEATS):
            if slot.states[seat] != NULL and self.free_states[seat] != NULL:
                self.free_states[seat](slot.states[seat])
            slot.states[seat] = NULL

    cdef void _take_states(self, const slot_t* slot) noexcept nogil:
        """Let them play with the states of a slot."""
        cdef int seat
        for seat in range(self.r.seats):
            if self.workspace.conditions.players[seat].external == CALLED:
                self.workspace.outside[seat].state = slot.states[seat]

    cdef bint _advance(self, int at, const move_t* move, int row=-1, int seat=0) noexcept nogil:
        """Make a move, if one is given, and play on until an external player has to choose.

        Whether the game ended that the move was made in; then its end as a seat sees it is entered
        in `final`, if a row of it is given.
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
            if unasked == MAX_UNASKED and not self.keeps_rows:    # it would go on for ever
                self.is_unasked = True
                slot.external = NO_EXTERNAL
                return ended
            if not self._deal_next(at):
                return ended
            move = NULL
        return ended

    cdef void _note_turn(self, const slot_t* slot) noexcept nogil:
        """Note the turn that goes on in a slot if it is an external player's longest so far."""
        cdef const game_state_t* state = &slot.state
        cdef int seat = state.position.seat
        cdef uint32_t made = state.moves - state.turn_begun
        if made > self.longest and self.workspace.conditions.players[seat].external != NO_EXTERNAL:
            self.longest = made
            self.longest_game = slot.game
            self.longest_turn_number = state.position.turn
            self.longest_seat = seat

    cdef void _give_up(self, int at, int row, int seat) noexcept nogil:
        """End a game unfinished, and play the next one on to its first decision."""
        self._end(at, UNFINISHED, row, seat)
        if self._deal_next(at):
            self._advance(at, NULL)

    cdef void _end(self, int at, int outcome, int row, int seat) noexcept nogil:
        """Note the end of a game, and in `final` what a seat sees of it, if a row is given."""
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
                self.one.enter_idle(0, seat, slot.game, &slot.state.position,
                                    slot.state.moves, self.r)
                self.vectors.write_row(
                    <const uint8_t**>self.one.start, NULL,
                    self.ends + row * self.vectors.row_bytes)
