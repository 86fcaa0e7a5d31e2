"""Game: one game under all rules, move by move."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from rbcore.api.observations cimport Arrays
from rbcore.api.piles cimport made_here
from rbcore.api.playable cimport Playable
from rbcore.api.position cimport Position
from rbcore.api.view cimport View
from rbcore.board.position cimport is_won, position_t
from rbcore.board.setup cimport setup_of
from rbcore.cards.rng cimport FOR_LAPSES, FOR_PLAY, drawn, open_stream, skip, stream_t
from rbcore.endings.outcome cimport PLAYING, WIN, score
from rbcore.engine.attempt cimport intend, make_omitted
from rbcore.engine.game cimport conditions_t, game_state_t, game_t
from rbcore.engine.inattention cimport is_called
from rbcore.engine.playout cimport make_move, outcome_after_stop, play_on, start_game, write_row
from rbcore.engine.workspace cimport StalemateMemory, Workspace
from rbcore.moves.generator cimport find_moves, moves_t
from rbcore.moves.judge cimport LEGAL, MISFIT, UNAVAILABLE, judge, verdict_t
from rbcore.moves.stop cimport find_omitted
from rbcore.moves.transition cimport move_t
from rbcore.observation.determinization cimport deal_hidden
from rbcore.players.planner cimport LONGEST_PLAN, turn_plan_t
from rbcore.players.registry cimport choose, fill_player, player_t
from rbcore.rules.compiled cimport rules_t

from functools import lru_cache

import numpy as np

from rbcore.api.batch import GAME
from rbcore.api.position import OUTCOMES
from rbcore.board import game_line, notation
from rbcore.cards.ranges import MOST_WORD, check_range
from rbcore.engine.workspace import compiled_rules
from rbcore.moves.verdict import Verdict
from rbcore.players.names import parse_player
from rbcore.rules.limits import Limits

cdef enum:
    NO_PLAYER = -1


# ---- what games have in common -----------------------------------------------------------------


cdef class _Conditions:
    """The rules, the limits and the attention of games, and the memory their endings share."""

    cdef Workspace workspace
    cdef object rules
    cdef object limits
    cdef object attention

    def __cinit__(self, rules, limits, attention):
        self.rules, self.limits = rules, limits
        self.attention = None if attention is None else tuple(attention)
        self.workspace = Workspace(rules, ("uniform",) * rules.seats, 0, limits, self.attention)


@lru_cache(maxsize=64)
def _attentive(rules, limits):
    return _Conditions(rules, limits, None)


cdef _Conditions _conditions(rules, attention, limits):
    compiled_rules(rules)             # refuses what is no Rules
    checked = Limits(**limits)
    if attention is None:
        return _attentive(rules, checked)
    return _Conditions(rules, checked, attention)    # an Attention holds a mapping: it has no hash


cdef class _Player:
    """A compiled player by name, and its number in _players."""

    cdef player_t filled
    cdef int number
    cdef str name

cdef list _players = []
cdef dict _players_by_name = {}


cdef _Player _player(name):
    """The player of a name, made once."""
    cdef _Player player = _players_by_name.get(name) if isinstance(name, str) else None
    if player is None:
        record = parse_player(name)
        player = _Player()
        fill_player(&player.filled, record)
        player.name = name
        player.number = len(_players)
        _players.append(player)
        _players_by_name[name] = player
    return player


cdef tuple _names(players, int seats):
    """A player's name for each seat."""
    names = (players,) * seats if isinstance(players, str) else tuple(players)
    if len(names) != seats:
        raise ValueError(f"{len(names)} players for {seats} seats; give one name, or one a seat")
    return names


cdef conditions_t _with_players(_Conditions common, tuple names) except *:
    """The conditions with a player for each seat."""
    cdef conditions_t conditions = common.workspace.conditions
    cdef int seat
    for seat, name in enumerate(names):
        conditions.players[seat] = _player(name).filled
    return conditions


# ---- taking moves back -------------------------------------------------------------------------


# What a move may change.
cdef struct course_t:
    game_state_t state
    int outcome           # PLAYING as long as there is none
    int stopped           # the verdict of a called Stop whose omitted move is to be made, or LEGAL
    int planner           # number in _players of the one whose plan it is, or NO_PLAYER

# What choosing changes, before any move is made.
cdef struct choice_t:
    stream_t stream
    stream_t lapses
    turn_plan_t plan
    int planner

# What stood before a move.
cdef struct before_t:
    course_t course
    uint64_t history[2]   # where the move may write into the history: at its start, and its end

# A 64-bit word of a course_t that a move changed, and what stood there.
cdef packed struct change_t:
    uint32_t at
    uint64_t old

# What takes a move back, and the moves before it; clones share it.
cdef struct past_t:
    past_t* before
    uint64_t holders
    uint64_t history[2]
    uint32_t n
    change_t changes[1]   # n of them


cdef past_t* _record(const before_t* before, const course_t* after, past_t* past) noexcept nogil:
    """What leads back to what stood before; NULL without memory."""
    cdef const uint64_t* old = <const uint64_t*>&before.course
    cdef const uint64_t* new = <const uint64_t*>after
    cdef uint32_t words = <uint32_t>(sizeof(course_t) // sizeof(uint64_t))
    cdef uint32_t at, n = 0
    cdef past_t* record
    for at in range(words):
        n += old[at] != new[at]
    record = <past_t*>malloc(sizeof(past_t) + n * sizeof(change_t))
    if record == NULL:
        return NULL
    record.before = past
    record.holders = 1
    memcpy(record.history, before.history, sizeof(record.history))
    record.n = 0
    for at in range(words):
        if old[at] != new[at]:
            record.changes[record.n].at = at
            record.changes[record.n].old = old[at]
            record.n += 1
    return record


cdef void _let_go(past_t* past) noexcept nogil:
    """Free what nobody else holds."""
    cdef past_t* before
    while past != NULL:
        past.holders -= 1
        if past.holders:
            return
        before = past.before
        free(past)
        past = before


# ---- games -------------------------------------------------------------------------------------


cdef class Game(Playable):
    """One game under all rules, move by move: what a search, a learner or a debugger steps through.

    Made by `deal`, `start` (from a position) or `parse`. A game that players play with `choose` and
    `apply` has the row that rbcore.play gives it. Games of one seed are independent; a match is a
    series of them (rbcore.play_matches).

    Where a seat may slip (section 6), `choose` may return an offence, and `attempt` takes any move:
    an offence stands, or Stop is called. A called Stop leaves the omitted moves as the only legal
    ones, of which the offender makes one; then its turn ends.

    Equal games have the same rules, limits, attention and line. Games pickle through their line,
    which holds all that decides how they go on: clocks, the history of 7.4, streams, plans. What
    `undo` takes back is not in it. One thread at a time plays in a game; another gets a
    RuntimeError while one is at it.

    Examples
    --------
    >>> import rbcore
    >>> game = rbcore.Game.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> while not game.is_over:
    ...     game.apply(game.choose("greedy"))
    >>> game.outcome, game.returns()
    ('win', (-1.0, 1.0))
    """

    cdef _Conditions common
    cdef const rules_t* r
    cdef course_t now
    cdef choice_t settled     # as it was when the newest move had been made
    cdef moves_t found        # the legal moves, if `is_found`
    cdef bint is_found
    cdef move_t chosen        # the newest choice, if `has_chosen`
    cdef bint has_chosen
    cdef bint busy            # a thread plays on, without the GIL
    cdef uint64_t* history
    cdef uint32_t room        # of the history
    cdef uint32_t most_used   # of the history, ever: what may be needed to take moves back
    cdef past_t* past
    cdef uint32_t plies

    def __cinit__(self, made_here=None):
        self.p = &self.now.state.position

    def __dealloc__(self):
        free(self.history)
        _let_go(self.past)

    # ---- made, copied, written ----

    @staticmethod
    cdef Game _blank(_Conditions common):
        """A game without cards."""
        cdef Game game = Game.__new__(Game, made_here())
        game.common = common
        game._rules = common.rules
        game.compiled = common.workspace.compiled
        game.r = common.workspace.conditions.rules
        game.now.state.stalemate = common.workspace.stalemate.search
        game.now.outcome = PLAYING
        game.now.planner = NO_PLAYER
        return game

    @classmethod
    def deal(cls, rules, seed, game, *, attention=None, **limits):
        """Deal a game of a seed (2); the seat that starts is to move (3).

        Parameters
        ----------
        rules : Rules
            What is played.
        seed, game : int
            The seed, and the number of the game in it; 0 to 2**64 - 1.
        attention : sequence of Attention, optional
            One for each seat; lets seats slip (section 6).
        **limits : int
            Any of max_turns, max_moves and search_limit, as rbcore.play takes them.

        Raises
        ------
        ValueError
            For numbers out of range.
        """
        cdef Game dealt = Game._blank(_conditions(rules, attention, limits))
        cdef conditions_t conditions = dealt.common.workspace.conditions
        conditions.seed = check_range("seed", seed, 0, MOST_WORD)
        start_game(&dealt.now.state, &conditions, check_range("game", game, 0, MOST_WORD))
        dealt._settle()
        return dealt

    @classmethod
    def start(
        cls, Position position not None, *, seed=0, game=0, starter=None, attention=None, **limits
    ):
        """Start a game in a position, without a history.

        Parameters
        ----------
        position : Position
            It is copied.
        seed, game : int
            Name the streams that players draw from.
        starter : int, optional
            The seat that counts as the one that started; the seat to move unless given.
        attention, **limits : see `deal`
            Slips, and when the game is left unfinished.

        Raises
        ------
        ValueError
            For numbers out of range.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 Ah c--d--h--s-- 5h|6s -/-/- -/9d/-"
        >>> game = rbcore.Game.start(rbcore.Position.parse(line, rules, study=True))
        >>> game.apply("h>F")
        >>> game.outcome, game.scores()
        ('win', (31, 0))
        """
        cdef Game started = Game._blank(_conditions(position._rules, attention, limits))
        started.now.state.position = position.own
        started._open(
            check_range("seed", seed, 0, MOST_WORD), check_range("game", game, 0, MOST_WORD)
        )
        started.now.state.starter = check_range(
            "starter", position.own.seat if starter is None else starter, 0, started.r.seats - 1
        )
        if is_won(started.p):
            started.now.outcome = WIN
        started._settle()
        return started

    @classmethod
    def parse(cls, str text not None, rules, *, bint study=False, attention=None, **limits):
        """Read a game's line, as `str` writes it (docs/notation.md).

        Parameters
        ----------
        text : str
            The line.
        rules : Rules
            What is played.
        study : bool
            Read a game in which cards may be missing.
        attention, **limits : see `deal`
            They are not in the line.

        Raises
        ------
        ValueError
            In one sentence, for what is no line of a game.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard")
        >>> game = rbcore.Game.deal(rules, seed=1, game=0)
        >>> game.apply(game.choose("uniform"))
        >>> rbcore.Game.parse(str(game), rules) == game
        True
        """
        compiled_rules(rules)
        line, fields = game_line.read(text, rules.seats)
        cdef Position position = Position.parse(line, rules, study=study)
        cdef Game game = Game.start(
            position, seed=fields.seed, game=fields.game, starter=fields.starter,
            attention=attention, **limits,
        )
        game._read_fields(fields)
        game._settle()
        return game

    cdef _open(self, uint64_t seed, uint64_t game):
        """Open the streams of a game."""
        open_stream(&self.now.state.stream, seed, game, FOR_PLAY)
        open_stream(&self.now.state.lapses, seed, game, FOR_LAPSES)

    cdef _read_fields(self, fields):
        cdef game_state_t* state = &self.now.state
        cdef int seat
        cdef uint32_t i
        if len(fields.history) > self.common.limits.max_turns:
            raise ValueError(
                f"game: the history has {len(fields.history)} positions, more than max_turns="
                f"{self.common.limits.max_turns}"
            )
        self._make_room(len(fields.history) + 1)
        for i, one in enumerate(fields.history):
            self.history[i] = one
        state.history_length = self.most_used = len(fields.history)
        state.moves, state.give_ups = fields.moves, fields.give_ups
        for seat in range(self.r.seats):
            state.offences[seat], state.calls[seat] = fields.offences[seat], fields.calls[seat]
        skip(&state.stream, fields.play)
        skip(&state.lapses, fields.lapses)
        self._read_end(fields)
        if fields.plan:
            self._read_plan(fields.plan)

    cdef _read_end(self, fields):
        """Read how the game ended, or which Stop was called."""
        cdef moves_t omitted
        outcome = OUTCOMES.index(fields.outcome) if fields.outcome else PLAYING
        if (outcome == WIN) != (self.now.outcome == WIN):
            raise ValueError("game: outcome=win stands exactly where a seat has no cards left")
        self.now.outcome = outcome
        if not fields.stopped:
            return
        if outcome != PLAYING or fields.stopped in (MISFIT, UNAVAILABLE):
            raise ValueError(f"game: after verdict {fields.stopped} no omitted move is to be made")
        find_omitted(self.p, self.r, fields.stopped, &omitted)
        if not omitted.count:
            raise ValueError(f"game: stopped={fields.stopped}, but no move was omitted here")
        self.now.stopped = fields.stopped

    cdef _read_plan(self, plan):
        cdef turn_plan_t* read = &self.now.state.plan
        cdef int i
        name, *moves = plan
        if not 1 <= len(moves) <= LONGEST_PLAN:
            raise ValueError(f"game: a plan is a player and 1 to {LONGEST_PLAN} moves")
        self.now.planner = _player(name).number
        read.turn = self.p.turn
        read.n, read.at = len(moves), 0
        for i in range(read.n):
            read.moves[i] = self.read_move(moves[i])

    def __str__(self):
        cdef const game_state_t* state = &self.now.state
        cdef const turn_plan_t* plan = &state.plan
        cdef uint32_t visit
        cdef int i
        fields = game_line.GameFields(
            seed=state.stream.seed, game=state.stream.game, starter=state.starter,
            offences=[state.offences[i] for i in range(self.r.seats)],
            calls=[state.calls[i] for i in range(self.r.seats)],
            moves=state.moves, give_ups=state.give_ups,
            play=drawn(&state.stream), lapses=drawn(&state.lapses),
            history=[self.history[visit] for visit in range(state.history_length)],
            stopped=self.now.stopped,
            outcome=self.outcome or "",
        )
        if plan.at < plan.n and plan.turn == self.p.turn and self.now.planner != NO_PLAYER:
            fields.plan = [(<_Player>_players[self.now.planner]).name] + [
                self.move_text(plan.moves[i]) for i in range(plan.at, plan.n)
            ]
        return game_line.write(notation.write(setup_of(self.p, self._rules), self._rules), fields)

    def __repr__(self):
        return f"<Game {self}>"

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        cdef _Conditions common = (<Game>other).common
        return (
            (self._rules, self.common.limits, self.common.attention)
            == (common.rules, common.limits, common.attention)
            and str(self) == str(other)
        )

    __hash__ = None

    def __reduce__(self):
        common = self.common
        return _unpickle, (str(self), common.rules, common.limits, common.attention)

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def clone(self):
        """Return a game of its own, which goes on as this one would."""
        self._check_free()
        cdef Game other = Game._blank(self.common)
        other.now = self.now
        other.settled = self.settled
        other.is_found = self.is_found
        if self.is_found:
            other.found = self.found
        other.has_chosen = self.has_chosen
        other.chosen = self.chosen
        other.plies = self.plies
        other.history = NULL
        other.now.state.history = NULL
        other._make_room(self.most_used + 2)
        memcpy(other.history, self.history, self.most_used * sizeof(uint64_t))
        other.most_used = self.most_used
        other.past = self.past
        if self.past != NULL:
            self.past.holders += 1
        return other

    cdef int _make_room(self, uint32_t n) except -1:
        """Make room for so many fingerprints."""
        cdef uint64_t* history
        if n > self.room:
            history = <uint64_t*>realloc(self.history, (n + n // 2) * sizeof(uint64_t))
            if history == NULL:
                raise MemoryError
            self.history = self.now.state.history = history
            memset(history + self.room, 0, (n + n // 2 - self.room) * sizeof(uint64_t))
            self.room = n + n // 2
        return 0

    cdef void _settle(self) noexcept:
        """Note that a move has been made, or taken back, and no player has chosen since."""
        self.settled.stream = self.now.state.stream
        self.settled.lapses = self.now.state.lapses
        self.settled.plan = self.now.state.plan
        self.settled.planner = self.now.planner
        self.is_found = self.has_chosen = False

    cdef int _check_free(self) except -1:
        if self.busy:
            raise RuntimeError("another thread plays on in this game; give each a clone of its own")
        return 0

    # ---- asked ----

    @property
    def seed(self):
        """The seed of the game's streams."""
        return self.now.state.stream.seed

    @property
    def index(self):
        """The number of the game in its seed."""
        return self.now.state.stream.game

    @property
    def starter(self):
        """The seat that started."""
        return self.now.state.starter

    @property
    def ply(self):
        """Moves made so far."""
        return self.now.state.moves

    @property
    def limits(self):
        """Where the game is left unfinished, a Limits."""
        return self.common.limits

    @property
    def attention(self):
        """The Attention of each seat, or None where nobody slips."""
        return self.common.attention

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.now.outcome != PLAYING

    @property
    def outcome(self):
        """How the game ended, one of OUTCOMES, or None."""
        return None if self.now.outcome == PLAYING else OUTCOMES[self.now.outcome]

    @property
    def stopped(self):
        """The Verdict of a called Stop whose omitted move is to be made, or None."""
        return Verdict(self.now.stopped) if self.now.stopped else None

    def position(self):
        """Return the position, to keep."""
        cdef Position position = Position._blank(self._rules)
        position.own = self.p[0]
        return position

    def view(self):
        """Return what the seat to move sees."""
        return View.create(self.p, self.compiled, self._rules)

    def observation(self):
        """Return what the seat to move sees as Views of one row, new arrays."""
        cdef Arrays arrays = Arrays(self._rules, 1)
        cdef moves_t m
        self.find_legal(&m)
        arrays.enter(0, self.now.state.stream.game, &self.now.state, self.r, &m)
        return arrays.arrays

    cdef int find_legal(self, moves_t* m) except -1:
        self._find()
        m[0] = self.found
        return 0

    cdef int _find(self) except -1:
        """Find the legal moves, if they are not known."""
        self._check_free()
        if self.is_found:
            return 0
        if self.now.outcome != PLAYING:
            memset(&self.found, 0, sizeof(moves_t))
        elif self.now.stopped:
            find_omitted(self.p, self.r, <verdict_t>self.now.stopped, &self.found)
        else:
            find_moves(self.p, self.r, &self.found)
        self.is_found = True
        return 0

    def scores(self):
        """Return the seats' scores (section 8).

        Raises
        ------
        ValueError
            As long as the game is not over.
        """
        cdef int16_t points[3]
        self._check_over("scores")
        score(self.p, self.r, self.now.outcome, self.p.seat, points)
        return tuple([points[i] for i in range(self.r.seats)])

    def returns(self):
        """Return what each seat has gained: 1 for the winner, -1 shared by the others, else 0s."""
        cdef int seat
        if self.now.outcome != WIN:
            return (0.0,) * self.r.seats
        return tuple([
            1.0 if seat == self.p.seat else -1.0 / (self.r.seats - 1)
            for seat in range(self.r.seats)
        ])

    def row(self):
        """Return the game's row, of GAME, as rbcore.play writes it.

        Raises
        ------
        ValueError
            As long as the game is not over.
        """
        cdef game_t[::1] out
        self._check_over("a row")
        rows = np.zeros(1, GAME)
        out = rows
        write_row(&self.now.state, self.r, self.now.state.stream.game, self.now.outcome, &out[0])
        return rows[0]

    cdef int _check_over(self, str what) except -1:
        if self.now.outcome == PLAYING:
            raise ValueError(f"the game is not over; it has {what} when it is")
        return 0

    cdef int _check_playing(self) except -1:
        self._check_free()
        if self.now.outcome != PLAYING:
            raise ValueError(f"the game is over ({self.outcome}); no move is made in it any more")
        return 0

    def refusal(self, str move not None):
        """Return, in a sentence, why a move is not legal."""
        if self.now.stopped:
            return f"Stop was called; the offender makes one of {', '.join(self.moves())} (6)."
        return Playable.refusal(self, move)

    # ---- played ----

    def apply(self, move not None):
        """Make a legal move; the game may end with it.

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            If the move is not legal, or the game is over; the game is then as it was.
        """
        cdef move_t made
        cdef int number
        number = self.number_of(move)
        self._check_playing()
        self._find()
        self.read_legal(move, number, &self.found, &made)
        self._make(made)

    def attempt(self, move not None, *, called=None):
        """Make a move that may be an offence (section 6).

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.
        called : bool, optional
            Whether Stop is called at an offence. Unless given, the attention of the others decides,
            by the game's own stream; nobody calls in a game without.

        Returns
        -------
        Verdict
            On the move; only a legal one is false. `stopped` says if Stop was called.

        Raises
        ------
        ValueError
            For what could not stand even if nobody called (verdicts 4 and 5), and for a move that
            is not among the omitted ones; the game is then as it was.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"
        >>> game = rbcore.Game.start(rbcore.Position.parse(line, rules, study=True))
        >>> game.attempt("turn", called=True)
        <Verdict.RESERVE_TO_FOUNDATION: 1>
        >>> game.moves()
        ['r>F']
        """
        cdef move_t made
        cdef verdict_t verdict
        if self.now.stopped:
            self.apply(move)
            return Verdict.LEGAL
        made = self.read_move(move)
        self._check_playing()
        verdict = judge(self.p, self.r, made)
        if self.now.stopped or verdict in (MISFIT, UNAVAILABLE):
            raise ValueError(f"{self.move_text(made)} cannot be made. {Verdict(verdict).words}")
        self._attempt(made, verdict, called)
        return Verdict(verdict)

    cdef int _attempt(self, move_t made, verdict_t verdict, called) except -1:
        cdef game_state_t* state = &self.now.state
        cdef const conditions_t* conditions = &self.common.workspace.conditions
        cdef before_t before
        cdef int seat = self.p.seat
        cdef bint is_stopped
        if verdict == LEGAL:
            return self._make(made)
        self._begin_move(&before, made)
        if called is not None:
            is_stopped = bool(called)
        else:
            is_stopped = conditions.attention != NULL and is_called(
                conditions.attention, self.p, self.r, made, verdict, &state.lapses
            )
        state.offences[seat] += 1
        if is_stopped:
            state.calls[seat] += 1
            self.now.stopped = verdict
        else:
            self.now.outcome = make_move(state, conditions, made)
        return self._end_move(&before)

    cdef int _make(self, move_t made) except -1:
        """Make a legal move, or an omitted one."""
        cdef const conditions_t* conditions = &self.common.workspace.conditions
        cdef before_t before
        self._begin_move(&before, made)
        if self.now.stopped:
            self.now.stopped = LEGAL
            make_omitted(&self.now.state, self.r, made)
            self.now.outcome = outcome_after_stop(&self.now.state, conditions)
        else:
            self.now.outcome = make_move(&self.now.state, conditions, made)
        return self._end_move(&before)

    cdef int _begin_move(self, before_t* before, move_t made) except -1:
        """Keep what stood before, and forget a plan if it is not followed."""
        cdef uint32_t length = self.now.state.history_length
        self._make_room(length + 2)
        before.history[0] = self.history[0]
        before.history[1] = self.history[length]
        before.course = self.now
        before.course.state.stream = self.settled.stream
        before.course.state.lapses = self.settled.lapses
        before.course.state.plan = self.settled.plan
        before.course.planner = self.settled.planner
        if not self.has_chosen or (
            made.source != self.chosen.source or made.place != self.chosen.place
            or made.extra_cards != self.chosen.extra_cards
        ):
            self.now.state.plan.n = 0
        return 0

    cdef int _end_move(self, const before_t* before) except -1:
        """Record how to take the move back."""
        cdef past_t* record = _record(before, &self.now, self.past)
        if record == NULL:
            self.now = before.course
            self._settle()
            raise MemoryError
        self.past = record
        self.plies += 1
        self.most_used = max(self.most_used, self.now.state.history_length)
        self._settle()
        return 0

    def undo(self):
        """Take the newest move back, with all that followed from it, draws included.

        Raises
        ------
        ValueError
            If there is none: the game was dealt, started or read here, or played out.
        """
        cdef past_t* past = self.past
        cdef uint64_t* words = <uint64_t*>&self.now
        cdef uint32_t i
        self._check_free()
        if past == NULL:
            raise ValueError("there is no move to take back")
        # As it was when the move had been made: a choice since then is forgotten.
        self.now.state.stream = self.settled.stream
        self.now.state.lapses = self.settled.lapses
        self.now.state.plan = self.settled.plan
        self.now.planner = self.settled.planner
        for i in range(past.n):
            words[past.changes[i].at] = past.changes[i].old
        self.now.state.history = self.history
        self.history[self.now.state.history_length] = past.history[1]
        self.history[0] = past.history[0]
        self.past = past.before
        if self.past != NULL:
            self.past.holders += 1
        _let_go(past)
        self._settle()

    def choose(self, str player not None):
        """Return the move that a compiled player makes here, an offence perhaps if its seat slips.

        It draws from the game's own streams, so that games of `choose` and `attempt` are those of
        rbcore.play. Asked again before a move is made, it may choose another.

        Parameters
        ----------
        player : str
            A compiled player, as `greedy`.

        Returns
        -------
        str
            The move in notation.

        Raises
        ------
        ValueError
            For an unknown player, and when the game is over.
        """
        cdef _Player chooser = _player(player)
        cdef game_state_t* state = &self.now.state
        self._check_playing()
        self._find()
        if self.now.planner != chooser.number:
            state.plan.n = 0
        self.now.planner = chooser.number
        self.busy = True
        with nogil:
            self._choose(&chooser.filled)
        self.busy = False
        self.has_chosen = True
        return self.move_text(self.chosen)

    cdef void _choose(self, const player_t* player) noexcept nogil:
        cdef const conditions_t* conditions = &self.common.workspace.conditions
        cdef moves_t believed
        if self.now.stopped:
            self.chosen = choose(
                player, self.p, self.r, &self.found, &self.now.state.stream, &self.now.state.plan
            )
        else:
            intend(&self.now.state, conditions, player, &believed, &self.chosen)

    def play_out(self, players, *, seed=None):
        """Play the game to its end, compiled and without the GIL; it cannot be taken back.

        Parameters
        ----------
        players : str or sequence of str
            A compiled player for all seats, or one for each.
        seed : int, optional
            Opens the game's streams anew, so that playouts of clones differ. Unless given, the game
            goes on with its own streams, to the end that rbcore.play gives it.

        Returns
        -------
        str
            The outcome.

        Raises
        ------
        ValueError
            For unknown players, and when the game is over.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal(rbcore.variant("standard"), seed=1, game=0)
        >>> game.clone().play_out("uniform")
        'win'
        """
        cdef tuple names = _names(players, self.r.seats)
        cdef conditions_t conditions = _with_players(self.common, names)
        cdef StalemateMemory memory = _borrow(self.common.limits.search_limit)
        cdef uint8_t stop = 0
        cdef uint64_t own_seed = 0 if seed is None else check_range("seed", seed, 0, MOST_WORD)
        self._check_playing()
        if seed is not None:
            self._open(own_seed, self.now.state.stream.game)
        if self.now.planner != (<_Player>_player(names[self.p.seat])).number:
            self.now.state.plan.n = 0
        self._make_room(self.common.limits.max_turns + 1)
        self._forget_past()
        self.now.state.stalemate = memory.search
        self.busy = True
        with nogil:
            self.now.outcome = PLAYING
            if self.now.stopped:
                self._choose(&conditions.players[self.p.seat])
                self.now.stopped = LEGAL
                make_omitted(&self.now.state, self.r, self.chosen)
                self.now.outcome = outcome_after_stop(&self.now.state, &conditions)
            if self.now.outcome == PLAYING:
                self.now.outcome = play_on(&self.now.state, &conditions, NULL, &stop)
        self.busy = False
        self.now.state.stalemate = self.common.workspace.stalemate.search
        _spare_memories.setdefault(self.common.limits.search_limit, []).append(memory)
        self.most_used = max(self.most_used, self.now.state.history_length)
        self._settle()
        return self.outcome

    cdef int _forget_past(self) except -1:
        _let_go(self.past)
        self.past = NULL
        return 0

    def determinize(self, seed=0, game=0):
        """Return a game whose hidden cards are dealt at random, consistent with the view.

        As Position.determinize. Its streams are new, so that it tells nothing of draws to come, and
        `undo` does not lead behind it. Of its history, positions that hid the same cards in the same
        places count as visited with the new ones; the others cannot come again.

        Parameters
        ----------
        seed, game : int
            Name the stream that is drawn from; `seed` opens the new game's streams, too.

        Returns
        -------
        Game
            One that the seat to move cannot tell from this.

        Examples
        --------
        >>> import rbcore
        >>> game = rbcore.Game.deal(rbcore.variant("standard"), seed=1, game=0)
        >>> game.determinize(seed=2).view() == game.view()
        True
        """
        cdef uint64_t own_seed = check_range("seed", seed, 0, MOST_WORD)
        cdef stream_t stream
        open_stream(&stream, own_seed, check_range("game", game, 0, MOST_WORD), FOR_PLAY)
        cdef Game other = self.clone()
        cdef uint32_t i
        cdef uint64_t key = self.p.key
        deal_hidden(&other.now.state.position, self.p, self.r, &stream)
        other._forget_past()
        other._open(own_seed, self.now.state.stream.game)
        other.now.state.plan.n = 0
        for i in range(other.most_used):
            other.history[i] ^= key ^ other.p.key
        other._settle()
        return other


cdef dict _spare_memories = {}


cdef StalemateMemory _borrow(search_limit):
    """Memory for the stalemate searches of one playout."""
    spare = _spare_memories.get(search_limit)
    return spare.pop() if spare else StalemateMemory(search_limit)


def _unpickle(text, rules, limits, attention):
    # With study=True: a game that lacks cards must come back, and any other is unharmed.
    return Game.parse(
        text, rules, study=True, attention=attention, max_turns=limits.max_turns,
        max_moves=limits.max_moves, search_limit=limits.search_limit,
    )
