"""Game: one game under all rules, move by move."""

cimport cython
from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int16_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from rbcore.api.position cimport Playable, Position, View, made_here
from rbcore.board.position cimport is_won, position_t
from rbcore.board.setup cimport setup_of
from rbcore.cards.interrupts cimport answer, listen
from rbcore.cards.rng cimport FOR_LAPSES, FOR_PLAY, drawn, open_stream, skip, stream_t
from rbcore.engine.endings cimport PLAYING, WIN, gain, score
from rbcore.engine.game_loop cimport put_row, start_game, write_row
from rbcore.engine.game_state cimport add_visit, conditions_t, game_row_t, game_state_t, make_room
from rbcore.engine.inattention cimport BY_ATTENTION
from rbcore.engine.stepper cimport (
    NO_PLAYER, choose_next, copy_into, find_next, forget_past, make_next, make_offence, play_to_end,
    settle, stepper_t, take_back,
)
from rbcore.engine.workspace cimport (
    FAILED, FREE, PLAYED, NamedPlayer, StalemateSearch, Workspace, borrow_search, named_player,
    numbered_player, return_search, seated_player, seated_players, shared_workspace, use_t,
    with_players,
)
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport LEGAL, can_stand, find_omitted, judge, verdict_t
from rbcore.moves.transition cimport move_of, move_t
from rbcore.observation.arrays cimport LEGAL as LEGAL_ACTIONS
from rbcore.observation.arrays cimport Arrays, Vectors
from rbcore.observation.view cimport deal_hidden, make_view, view_t
from rbcore.players.planner cimport LONGEST_PLAN, turn_plan_t
from rbcore.players.outside cimport begin_state, end_state
from rbcore.players.registry cimport OUTSIDE, SEARCH
from rbcore.rules.compiled cimport MAX_SEATS, CompiledRules, rules_t

import numpy as np

from rbcore.api.whole_games import game_dtype
from rbcore.board import notation
from rbcore.board.notation import OUTCOMES, GameFields
from rbcore.cards.arrays import check_stop
from rbcore.cards.ranges import (
    MAX_GAME, MAX_WORD, check_range, check_truth, count_text, shown,
)
from rbcore.moves.verdict import Verdict
from rbcore.rules.compiled import compiled_rules
from rbcore.rules.limits import Limits

cdef class Game(Playable):
    """Game()
--

    One game under all rules, move by move, for searches, learning agents and debugging.

    Create one with `deal`, `start` (from a position) or `parse`. A game played with `choose` and
    `apply` ends with the same row as under rbcore.play. The games of a seed are independent; a
    match is a series of games (rbcore.play_matches).

    Where a seat can slip (section 6), `choose` may return an offence, and `attempt` accepts any
    move. An offence either stands or is answered by a Stop. After a Stop only the omitted moves are
    legal: the offender makes one of them, and its turn ends. A card that does not fit or is not
    available (4, 5) is always taken back; if Stop is called, the turn ends as well.

    Two games are equal if their rules, limits, attention and line are equal. A game pickles
    through its line, which holds everything that affects its future: clocks, the history of 7.4,
    streams and plans. The moves that `undo` could take back are not included. Only one thread at a
    time can play a game; a second thread gets a RuntimeError meanwhile.

    Examples
    --------
    >>> import rbcore
    >>> game = rbcore.Game.deal("standard", seed=1, game=0)
    >>> while not game.is_over:
    ...     game.apply(game.choose("greedy"))
    >>> game.outcome, game.returns()
    ('win', (1.0, -1.0))
    """

    cdef Workspace common
    cdef const rules_t* r
    cdef stepper_t live
    cdef use_t use
    cdef Arrays seen    # the arrays that vectors are written from

    def __cinit__(self, token=None):
        self.p = &self.live.now.state.position

    def __dealloc__(self):
        free(self.live.now.state.history.visits)
        forget_past(&self.live)

    # ---- creation, copies, notation ----

    @staticmethod
    cdef Game _blank(Workspace common):
        """Create a game without cards."""
        cdef Game game = Game.__new__(Game, made_here())
        game.common = common
        game._rules = common.compiled.checked
        game.compiled = common.compiled
        game.r = common.conditions.rules
        game.live.now.outcome = PLAYING
        game.live.now.planner = NO_PLAYER
        return game

    @classmethod
    def deal(cls, rules, seed, game, *, attention=None, shuffle=0, replicate=0, **limits):
        """Deal a game of a seed (2); the seat that starts is to move (3).

        Parameters
        ----------
        rules : Rules or str
            The rules of the game.
        seed, game : int
            The seed, 0 to 2**64 - 1, and the game's number within it, 0 to 2**63 - 1.
        attention : sequence of Attention, optional
            One for each seat; allows slips (section 6).
        shuffle, replicate : int
            Numbers of the redraw, as for rbcore.play.
        **limits : int
            Any of max_turns, max_moves and search_limit, as for rbcore.play.

        Raises
        ------
        ValueError
            If a number is out of range.
        """
        cdef Game dealt = Game._blank(shared_workspace(rules, attention, Limits(**limits)))
        cdef conditions_t conditions = dealt.common.conditions
        conditions.seed = check_range("seed", seed, 0, MAX_WORD)
        conditions.shuffle = check_range("shuffle", shuffle, 0, MAX_WORD)
        conditions.replicate = check_range("replicate", replicate, 0, MAX_WORD)
        start_game(&dealt.live.now.state, &conditions, check_range("game", game, 0, MAX_GAME))
        settle(&dealt.live)
        return dealt

    @classmethod
    def start(
        cls, Position position not None, *, seed=0, game=0, starter=None, attention=None, **limits
    ):
        """Start a game in a position, without a history.

        Parameters
        ----------
        position : Position
            The game gets a copy.
        seed, game : int
            Select the streams from which players draw.
        starter : int, optional
            The seat that counts as the starter; by default the seat to move.
        attention, **limits : see `deal`
            Slips, and the limits at which the game is left unfinished.

        Raises
        ------
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 Ah c--d--h--s-- 5h|6s -/-/- -/9d/-"
        >>> game = rbcore.Game.start(rbcore.Position.parse(line, rules, partial=True))
        >>> game.apply("h>F")
        >>> game.outcome, game.scores()
        ('win', (31, 0))
        """
        cdef Game started = Game._blank(
            shared_workspace(position._rules, attention, Limits(**limits))
        )
        started.live.now.state.position = position.still()
        started._open(check_range("seed", seed, 0, MAX_WORD),
                      check_range("game", game, 0, MAX_GAME))
        started.live.now.state.starter = check_range(
            "starter", started.p.seat if starter is None else starter, 0, started.r.seats - 1
        )
        if is_won(started.p):
            started.live.now.outcome = WIN
        settle(&started.live)
        return started

    @classmethod
    def parse(cls, str text not None, rules, *, partial=False, attention=None, **limits):
        """Read a game's line, in the notation that `str` writes (docs/notation.md).

        Parameters
        ----------
        text : str
            The line.
        rules : Rules or str
            The rules of the game.
        partial : bool
            Accept a game with cards missing.
        attention, **limits : see `deal`
            The line does not contain them.

        Raises
        ------
        ValueError
            If the text is not a valid line; the message is one sentence.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal("standard", seed=1, game=0)
        >>> game.apply(game.choose("uniform"))
        >>> rbcore.Game.parse(game.notation, "standard") == game
        True
        """
        rules = (<CompiledRules>compiled_rules(rules)).checked
        line, fields = notation.read_game(text, rules.seats)
        cdef Position position = Position.parse(line, rules, partial=partial)
        cdef Game game = Game.start(position, seed=fields.seed, game=fields.game,
                                    starter=fields.starter, attention=attention, **limits)
        game._open(fields.seed, fields.game, fields.replicate)
        load_fields(&game.live, fields, rules, game.r)
        settle(&game.live)
        return game

    cdef _open(self, uint64_t seed, uint64_t game, uint64_t replicate=0):
        """Open the streams of a game."""
        open_stream(&self.live.now.state.stream, seed, game, FOR_PLAY, replicate)
        open_stream(&self.live.now.state.lapses, seed, game, FOR_LAPSES, replicate)

    @property
    def notation(self):
        """The line that `parse` reads (docs/notation.md): the position, clocks and history."""
        cdef Game here = self.clone()     # no other thread plays in it while Python writes
        line = notation.write(setup_of(here.p, self._rules), self._rules)
        return notation.write_game(line, fields_of(&here.live, self.r.seats))

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self.__reduce__()[1] == other.__reduce__()[1]

    __hash__ = None

    def __reduce__(self):
        return _unpickle, (self.notation, self._rules, self.common.limits, self.common.attention)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    @cython.critical_section
    def clone(self, *, seed=None):
        """Return an independent copy, which continues as this game would.

        Parameters
        ----------
        seed : int, optional
            Reseeds the copy's streams, so that its players draw differently.
        """
        cdef uint64_t own_seed = 0 if seed is None else check_range("seed", seed, 0, MAX_WORD)
        cdef Game other = Game._blank(self.common)
        if not copy_into(&other.live, self.stepper()):
            raise MemoryError
        if seed is not None:
            other._open(own_seed, other.live.now.state.stream.game)
            settle(&other.live)
        return other

    cdef stepper_t* stepper(self) except NULL:
        """Return the game's state for code that does not call Python; refuses a second thread."""
        if self.use == PLAYED:
            raise RuntimeError("another thread is playing this game; give each its own clone")
        if self.use == FAILED:
            raise MemoryError("memory ran out while this game was being played; start another")
        return &self.live

    cdef const position_t* here(self) except NULL:
        return &self.stepper().now.state.position

    # ---- queries ----

    @property
    @cython.critical_section
    def seed(self):
        """The seed of the game's random streams."""
        return self.stepper().now.state.stream.seed

    @property
    @cython.critical_section
    def index(self):
        """The game's number within its seed."""
        return self.stepper().now.state.stream.game

    @property
    @cython.critical_section
    def starter(self):
        """The seat that started."""
        return self.stepper().now.state.starter

    @property
    @cython.critical_section
    def ply(self):
        """Moves made so far."""
        return self.stepper().now.state.moves

    @property
    def limits(self):
        """The Limits at which the game is left unfinished."""
        return self.common.limits

    @property
    def attention(self):
        """The Attention of each seat, or None if nobody slips."""
        return self.common.attention

    @property
    @cython.critical_section
    def is_over(self):
        """Whether the game has ended."""
        return self.stepper().now.outcome != PLAYING

    @property
    @cython.critical_section
    def outcome(self):
        """How the game ended, one of OUTCOMES, or None."""
        return self._outcome()

    cdef _outcome(self):
        cdef int outcome = self.stepper().now.outcome
        return None if outcome == PLAYING else OUTCOMES[outcome]

    @property
    @cython.critical_section
    def stopped(self):
        """The Verdict of a called Stop whose omitted move must be made next, or None."""
        cdef int stopped = self.stepper().now.stopped
        return Verdict(stopped) if stopped else None

    @property
    @cython.critical_section
    def offences(self):
        """The offences so far, by the offender's seat (section 6)."""
        cdef stepper_t* s = self.stepper()
        return tuple([s.now.state.offences[i] for i in range(self.r.seats)])

    @property
    @cython.critical_section
    def calls(self):
        """The offences so far that were called, by the offender's seat."""
        cdef stepper_t* s = self.stepper()
        return tuple([s.now.state.calls[i] for i in range(self.r.seats)])

    @property
    @cython.critical_section
    def wrong_stops(self):
        """The wrong Stops so far that had a penalty (V34), by the caller's seat."""
        cdef stepper_t* s = self.stepper()
        return tuple([s.now.state.wrong_stops[i] for i in range(self.r.seats)])

    def position(self):
        """Return a copy of the current position."""
        cdef Position position = Position._blank(self._rules)
        position.packed = self.still()
        return position

    @cython.critical_section
    def view(self):
        """Return what the seat to move sees; `View.remembered` adds what it remembers."""
        cdef position_t p = self.here()[0]
        return View.create(&p, self.compiled, self._rules, self.live.now.stopped)

    @cython.critical_section
    def observation(self, *, seat=None):
        """Return what a seat sees as Views of one row, in new arrays.

        Parameters
        ----------
        seat : int, optional
            The seat that sees, whose entries come first; by default the seat to move. Any other
            seat has no legal actions.

        Raises
        ------
        ValueError
            If the seat does not play.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal("standard", seed=1, game=0)
        >>> seen = game.observation(seat=1 - game.seat)
        >>> int(seen.seat[0]) == 1 - game.seat, int(seen.legal.sum())
        (True, 0)
        """
        cdef Arrays arrays = Arrays.create(self.r, 1)
        self._observe(arrays, seat)
        return arrays.arrays

    @cython.critical_section
    def vector(self, Vectors vectors not None, *, seat=None, out=None):
        """Return what a seat sees as one vector, and the mask of legal actions.

        Parameters
        ----------
        vectors : Vectors
            The layout of the numbers, for these rules.
        seat : int, optional
            As for `observation`.
        out : numpy.ndarray, optional
            A vector from an earlier call, to be overwritten.

        Returns
        -------
        vector : numpy.ndarray
            With the dtype and size of `vectors`.
        mask : numpy.ndarray of int8
            1 for each legal action.

        Raises
        ------
        ValueError
            If the seat does not play, the vectors are for other rules, or `out` has another shape
            or dtype.
        """
        cdef Py_buffer held
        vector = np.empty(vectors.size, vectors.dtype) if out is None else out
        if vectors.rules is not self._rules and vectors.rules != self._rules:
            raise ValueError("these vectors are for other rules than the game's")
        if getattr(vector, "dtype", None) != vectors.dtype or vector.shape != (vectors.size,):
            raise ValueError(f"out must be like numpy.empty({vectors.size}, '{vectors.dtype}')")
        if self.seen is None:
            self.seen = Arrays.create(self.r, 1)
        mask = np.empty(self.seen.arrays.legal.shape[1], np.int8)
        cdef int8_t[::1] legal = mask
        PyObject_GetBuffer(vector, &held, PyBUF_WRITABLE)
        try:
            self._observe(self.seen, seat)
            vectors.write_row(<const uint8_t**>self.seen.start, NULL, held.buf)
            memcpy(&legal[0], self.seen.start[LEGAL_ACTIONS], legal.shape[0])
        finally:
            PyBuffer_Release(&held)
        return vector, mask

    cdef int _observe(self, Arrays arrays, seat) except -1:
        """Fill the first row with what a seat sees, by default the seat to move."""
        cdef moves_t m
        cdef int watcher = -1 if seat is None else check_range("seat", seat, 0, self.r.seats - 1)
        cdef uint64_t game = self.stepper().now.state.stream.game
        self.find_legal(&m)
        if watcher in (-1, self.p.seat):
            arrays.enter(0, game, self.p, self.live.now.state.moves, self.r, &m)
        else:
            arrays.enter_idle(0, watcher, game, &self.live.now.state.position,
                              self.live.now.state.moves, self.r)
        return 0

    cdef int find_legal(self, moves_t* m) except -1:
        cdef stepper_t* s = self.stepper()
        find_next(s, self.r)
        m[0] = s.legal
        return 0

    @cython.critical_section
    def scores(self):
        """Return the seats' scores (section 8).

        Raises
        ------
        ValueError
            If the game is not over.
        """
        cdef int16_t points[MAX_SEATS]
        self._check_over("scores")
        score(self.p, self.r, self.live.now.outcome, self.p.seat, points)
        return tuple([points[i] for i in range(self.r.seats)])

    @cython.critical_section
    def returns(self):
        """Return each seat's gain: 1 for the winner, -1 split among the others, else 0s."""
        cdef int seat, outcome = self.stepper().now.outcome, last = self.p.seat
        return tuple([gain(outcome, last, seat, self.r.seats) for seat in range(self.r.seats)])

    @cython.critical_section
    def row(self):
        """Return the game's row, of game_dtype(seats), as rbcore.play would write it.

        Raises
        ------
        ValueError
            If the game is not over.
        """
        cdef game_row_t row
        rows = np.zeros(1, game_dtype(self.r.seats))
        cdef uint8_t[::1] out = rows.view(np.uint8)
        self._check_over("a row")
        write_row(&self.live.now.state, self.r, self.live.now.state.stream.game,
                  self.live.now.outcome, &row)
        put_row(&row, self.r.seats, &out[0])
        return rows[0]

    cdef int _check_over(self, str what) except -1:
        if self.stepper().now.outcome == PLAYING:
            raise ValueError(f"the game has {what} only when it is over")
        return 0

    cdef int _check_playing(self) except -1:
        if self.stepper().now.outcome != PLAYING:
            raise ValueError(
                f"the game is over ({self._outcome()}); no more moves can be made"
            )
        return 0

    def refusal(self, str move not None):
        """Return a sentence that says why a move is not legal."""
        cdef Game here = self.clone()     # no other thread ends the Stop
        if here.stopped:
            return f"Stop was called; the offender must make one of {', '.join(here.moves())} (6)."
        return Playable.refusal(here, move)

    # ---- play ----

    @cython.critical_section
    def apply(self, move not None):
        """Make a legal move, which may end the game.

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            If the move is not legal or the game is over; the game is then unchanged.
        """
        cdef move_t parsed
        cdef StalemateSearch stalemate = borrow_search(self.common.stalemate)
        cdef int number
        try:
            number = self.number_of(move)
            self._check_playing()
            find_next(&self.live, self.r)
            self.read_legal(move, number, &self.live.legal, &parsed)
            self.live.now.state.stalemate = stalemate.search
            self._check_made(make_next(&self.live, &self.common.conditions, parsed, 0), stalemate)
        finally:
            return_search(self.common.stalemate, stalemate)

    @cython.critical_section
    def attempt(self, move not None, *, called=None):
        """Make a move that may be an offence (section 6).

        After offences 1, 2, 3 and 6, a called Stop leaves only the omitted moves; uncalled, the
        offence stands. After 4 and 5 the move is taken back; if Stop is called, the turn also ends.
        A Stop called at a legal move that ends a turn is wrong, and its caller pays for it (V34).

        Parameters
        ----------
        move : str or int
            The move in notation, from any pile to any, or its action.
        called : bool, optional
            Whether Stop is called at the move. By default the other seats' attention decides, drawn
            from the game's own stream; in a game without attention nobody calls.

        Returns
        -------
        Verdict
            The verdict on the move; LEGAL alone is false. Verdict.can_stand says whether a move
            with this verdict can stand or is always taken back. `stopped` says whether an omitted
            move is to be made next, and `calls` counts all Stops.

        Raises
        ------
        ValueError
            If the move names no piles of these rules, if an omitted move is due and this is none,
            or if the game is over; the game is then unchanged.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"
        >>> game = rbcore.Game.start(rbcore.Position.parse(line, rules, partial=True))
        >>> game.attempt("turn", called=True)
        <Verdict.RESERVE_TO_FOUNDATION: 1>
        >>> game.moves()
        ['r>F']
        >>> game.undo()
        >>> game.attempt("r>1", called=True), game.seat, game.calls
        (<Verdict.MISFIT: 4>, 1, (1, 0))
        """
        cdef move_t parsed
        cdef verdict_t verdict
        cdef const conditions_t* conditions = &self.common.conditions
        cdef int seat, calls = BY_ATTENTION if called is None else check_truth("called", called)
        cdef StalemateSearch stalemate = borrow_search(self.common.stalemate)
        try:
            if self.stepper().now.stopped:
                self.apply(move)
                return Verdict.LEGAL
            seat = self.p.seat
            parsed = self.read_move(move, seat)
            self._check_playing()
            if self.p.seat != seat or self.live.now.stopped:
                raise RuntimeError(f"another move was made while {shown(move)} was being read")
            verdict = judge(self.p, self.r, parsed)
            self.live.now.state.stalemate = stalemate.search
            if verdict == LEGAL:
                had_memory = make_next(&self.live, conditions, parsed, calls)
            else:
                had_memory = make_offence(&self.live, conditions, parsed, verdict, calls)
            self._check_made(had_memory, stalemate)
            return Verdict(verdict)
        finally:
            return_search(self.common.stalemate, stalemate)

    cdef int _check_made(self, bint had_memory, StalemateSearch stalemate) except -1:
        """Raise MemoryError if memory ran out for the move or its consequences."""
        if had_memory and stalemate.ran_out:
            take_back(&self.live)
        if not had_memory:
            raise MemoryError
        stalemate.check()
        return 0

    @cython.critical_section
    def undo(self):
        """Take back the last move and all its consequences, random draws included.

        Raises
        ------
        ValueError
            If there is none because the game was just dealt, started or parsed, or was played out.
        """
        if self.stepper().past == NULL:
            raise ValueError("there is no move to take back")
        take_back(&self.live)

    @cython.critical_section
    def choose(self, player):
        """Return a compiled player's move here, which may be an offence if its seat can slip.

        The player draws from the game's own streams, so playing with `choose` and `attempt` gives
        the games of rbcore.play. A second call before a move is made may return another move.

        Parameters
        ----------
        player : str or CompiledPlayer
            Such as `greedy`. A CompiledPlayer makes a state for this choice alone.

        Returns
        -------
        str
            The move in notation.

        Raises
        ------
        ValueError
            If the player is unknown or the game is over.
        """
        cdef NamedPlayer chooser = seated_player(player)
        cdef stepper_t before
        cdef const uint8_t* stop = NULL
        self._check_playing()
        if chooser.filled.kind in (SEARCH, OUTSIDE):    # others need a few milliseconds at most
            before = self.live
            stop = listen()
        self.use = PLAYED
        with nogil:
            if chooser.filled.kind == OUTSIDE:
                begin_state(&chooser.outside, self.r, self.p.seat, &self.live.now.state.stream)
            choose_next(&self.live, &self.common.conditions, &chooser.filled, chooser.number)
            end_state(&chooser.outside)
        if stop != NULL and (stop[0] or chooser.outside.refused):
            self.live = before
        self.use = FREE
        chooser.check_calls(self._rules)
        if stop != NULL:
            answer()
        return self.move_text(self.live.chosen)

    @cython.critical_section
    def play_out(self, players, *, seed=None, stop=None):
        """Play the game to its end, compiled and without the GIL; `undo` cannot take it back.

        Parameters
        ----------
        players : str or CompiledPlayer, or sequence of these
            One compiled player for all seats, or one for each. A CompiledPlayer makes one state for
            the whole playout.
        seed : int, optional
            Reseeds the game's streams, so that playouts of clones differ. By default the game uses
            its own streams and ends as under rbcore.play.
        stop : numpy.ndarray of uint8, optional
            As for rbcore.play. When it is set, or at Ctrl-C, the game stays after its last whole
            move.

        Returns
        -------
        str or None
            The outcome, or None if the playout was stopped.

        Raises
        ------
        ValueError
            If a player is unknown or the game is over.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal("standard", seed=1, game=0)
        >>> game.clone().play_out("uniform")
        'win'
        """
        cdef tuple seated = seated_players(players, self.r.seats)
        cdef conditions_t conditions = with_players(self.common, seated)
        cdef NamedPlayer player
        cdef uint64_t own_seed = 0 if seed is None else check_range("seed", seed, 0, MAX_WORD)
        cdef bint had_memory
        cdef const uint8_t[::1] flag = check_stop(stop)    # kept alive while it is read
        cdef const uint8_t* raised
        cdef StalemateSearch stalemate = borrow_search(self.common.stalemate)
        try:
            self._check_playing()
            raised = listen(flag)
            if seed is not None:
                self._open(own_seed, self.live.now.state.stream.game)
            player = seated[self.p.seat]
            if self.live.now.planner != player.number:
                self.live.now.state.plan.n = 0
            self.live.now.state.stalemate = stalemate.search
            self.use = PLAYED
            with nogil:
                had_memory = play_to_end(&self.live, &conditions, raised)
            if raised[0] or conditions.calls != NULL:
                player = seated[self.p.seat]
                self.live.now.planner = player.number
                settle(&self.live)
            self.use = FREE if had_memory and not stalemate.ran_out else FAILED
            for player in seated:
                player.check_calls(self._rules)
            answer()
            stalemate.check()
            return self._outcome()
        finally:
            return_search(self.common.stalemate, stalemate)

    def determinize(self, seed=0, game=0, *, memory=False):
        """Return a game whose hidden cards are dealt at random, consistent with the view.

        Works like View.determinize. The new game has new streams, so it reveals nothing of future
        draws, and `undo` cannot go back before it. In its history, positions that hid the same
        cards in the same places now hold the new ones; the others cannot recur.

        Parameters
        ----------
        seed, game : int
            Select the stream to draw from; `seed` also reseeds the new game's streams.
        memory : bool
            As for View.determinize.

        Returns
        -------
        Game
            One that the seat to move cannot distinguish from this one.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal("standard", seed=1, game=0)
        >>> game.determinize(seed=2).view() == game.view()
        True
        """
        cdef uint64_t own_seed = check_range("seed", seed, 0, MAX_WORD)
        cdef bint remembers = check_truth("memory", memory)
        cdef stream_t stream
        open_stream(&stream, own_seed, check_range("game", game, 0, MAX_GAME), FOR_PLAY)
        cdef Game other = self.clone()
        cdef view_t view
        cdef uint64_t key = other.p.key
        cdef uint32_t i
        make_view(&view, other.p, self.r, remembers)
        deal_hidden(&other.live.now.state.position, &view, self.r, &stream)
        forget_past(&other.live)
        other._open(own_seed, other.live.now.state.stream.game)
        other.live.now.state.plan.n = 0
        for i in range(other.live.most_used):
            other.live.now.state.history.visits[i] ^= key ^ other.p.key
        settle(&other.live)
        return other


def _unpickle(text, rules, limits, attention):
    # partial=True: a game with missing cards must be restored too, and others are unaffected.
    return Game.parse(text, rules, partial=True, attention=attention, max_turns=limits.max_turns,
                      max_moves=limits.max_moves, search_limit=limits.search_limit)

# ---- conversion between a game and the fields that its line writes ------------------------------


cdef fields_of(const stepper_t* s, int seats):
    """Return a game as GameFields."""
    cdef const game_state_t* state = &s.now.state
    cdef const turn_plan_t* plan = &state.plan
    cdef uint32_t visit
    cdef int i
    fields = GameFields(
        seed=state.stream.seed, game=state.stream.game, replicate=state.stream.replicate,
        starter=state.starter,
        offences=[state.offences[i] for i in range(seats)],
        calls=[state.calls[i] for i in range(seats)],
        wrong_stops=[state.wrong_stops[i] for i in range(seats)],
        moves=state.moves, give_ups=state.give_ups,
        play=drawn(&state.stream), lapses=drawn(&state.lapses),
        history=[state.history.visits[visit] for visit in range(state.history.length)],
        stopped=s.now.stopped, took_back=<int>state.took_back,
        outcome="" if s.now.outcome == PLAYING else OUTCOMES[s.now.outcome],
    )
    if plan.at < plan.n and plan.turn == state.position.turn and s.now.planner != NO_PLAYER:
        fields.plan = [numbered_player(s.now.planner).name] + [
            notation.move_text(plan.moves[i].source, plan.moves[i].place, plan.moves[i].extra_cards,
                               seats)
            for i in range(plan.at, plan.n)
        ]
    return fields

cdef load_fields(stepper_t* s, fields, rules, const rules_t* r):
    """Load GameFields into a game that has been started from its position.

    Raises ValueError, in one sentence, if they are not those of a game under these rules.
    """
    cdef game_state_t* state = &s.now.state
    cdef int seat
    if len(fields.history) > state.position.turn:
        raise ValueError(
            f"game: the history has {count_text(len(fields.history), 'positions')}, one a turn; "
            f"with turn={state.position.turn} there can be at most {state.position.turn}"
        )
    if not make_room(&state.history, len(fields.history)):
        raise MemoryError
    for visited in fields.history:
        add_visit(&state.history, visited)
    s.most_used = <uint32_t>state.history.length
    state.moves, state.give_ups = fields.moves, fields.give_ups
    state.took_back = fields.took_back
    for seat in range(r.seats):
        state.offences[seat], state.calls[seat] = fields.offences[seat], fields.calls[seat]
        state.wrong_stops[seat] = fields.wrong_stops[seat]
    skip(&state.stream, fields.play)
    skip(&state.lapses, fields.lapses)
    _load_end(s, fields, r)
    if fields.plan:
        _load_plan(s, fields.plan, rules)

cdef _load_end(stepper_t* s, fields, const rules_t* r):
    """Load how the game ended, or which called Stop is pending."""
    cdef moves_t omitted
    outcome = OUTCOMES.index(fields.outcome) if fields.outcome else PLAYING
    if (outcome == WIN) != (s.now.outcome == WIN):
        raise ValueError("game: the outcome is win if and only if a seat has no cards left")
    s.now.outcome = outcome
    if not fields.stopped:
        return
    if outcome != PLAYING or not can_stand(<verdict_t>fields.stopped):
        raise ValueError(f"game: after verdict {fields.stopped} no omitted move can follow")
    find_omitted(&s.now.state.position, r, fields.stopped, &omitted)
    if not omitted.count:
        raise ValueError(f"game: stopped={fields.stopped}, but there is no omitted move here")
    s.now.stopped = fields.stopped

cdef _load_plan(stepper_t* s, plan, rules):
    """Load a player's turn plan."""
    cdef turn_plan_t* loaded = &s.now.state.plan
    cdef int i
    name, *moves = plan
    if not 1 <= len(moves) <= LONGEST_PLAN:
        raise ValueError(f"game: a plan names a player and 1 to {LONGEST_PLAN} moves")
    s.now.planner = named_player(name).number
    loaded.turn = s.now.state.position.turn
    loaded.n, loaded.at = len(moves), 0
    for i in range(loaded.n):
        source, place, extra_cards = notation.read_move(moves[i], s.now.state.position.seat, rules)
        loaded.moves[i] = move_of(source, place, extra_cards)
