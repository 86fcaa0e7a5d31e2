"""Positions and perft: what Python sees of the rules."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy

from rbcore.api.piles cimport made_here
from rbcore.api.view cimport View
from rbcore.board.memory cimport note_all_seen, note_seen
from rbcore.board.position cimport base_of, clear, fingerprint, is_won, position_t, recompute
from rbcore.board.setup cimport setup_of
from rbcore.cards.interrupts cimport answer, listen
from rbcore.cards.rng cimport FOR_PLAY, open_stream, stream_t
from rbcore.engine.endings cimport BLOCKED, GAVE_UP, blocked, blocked_t, score
from rbcore.engine.workspace cimport CompiledRules, StalemateMemory
from rbcore.moves.deal cimport deal
from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.offences cimport LEGAL, MISFIT, UNAVAILABLE, judge, verdict_t
from rbcore.moves.sequences cimport count_sequences
from rbcore.moves.transition cimport apply_out_of_line, move_t
from rbcore.observation.determinization cimport deal_hidden
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.registry cimport choose, fill_player, player_t
from rbcore.players.stop_calls cimport gains_by_call
from rbcore.rules.compiled cimport HAND, HOUSE, MAX_SEATS, RESERVE, TURNED, WASTE

from rbcore.board import notation, validation
from rbcore.board.game_line import OUTCOMES
from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbcore.engine.workspace import compiled_rules
from rbcore.players.names import parse_player
from rbcore.rules.limits import Limits

MOST_PLIES = 64

cdef class Position(Playable):
    """A position under some rules: parse or deal one, list its moves, apply them.

    A position knows the rules but no more of a game than lies on the table: rbcore.Game is a game
    with its endings. Equality and hash are those of the rules and the text. Positions pickle
    through their text.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> position.apply(position.moves()[0])
    >>> position.turn
    0
    """

    def __cinit__(self, token=None):
        self.p = &self.own

    @staticmethod
    cdef Position _blank(rules):
        cdef CompiledRules compiled = compiled_rules(rules)
        cdef Position position = Position.__new__(Position, made_here())
        position._rules = compiled.checked
        position.compiled = compiled
        clear(&position.own, &position.compiled.rules)
        return position

    @classmethod
    def parse(cls, str text not None, rules, *, bint partial=False):
        """Read a line of notation (docs/notation.md).

        Parameters
        ----------
        text : str
            The line.
        rules : Rules
            The rules it is a position of.
        partial : bool
            Read a position in which cards may be missing.

        Raises
        ------
        ValueError
            In one sentence that names the field, for what no game can show.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s -/4c/- -/9d/-"
        >>> rbcore.Position.parse(line, rules, partial=True).moves()
        ['1>2', 'turn']
        """
        cdef Position position = Position._blank(rules)
        setup = notation.read(text, rules)
        validation.check(setup, rules, partial)
        position._load(setup)
        return position

    @classmethod
    def deal(cls, rules, seed, game, shuffle=0):
        """Deal a game of a seed (2); the seat that starts is to move (3).

        Parameters
        ----------
        rules : Rules
            The rules it is dealt under.
        seed, game : int
            The seed, and the number of the game in it; 0 to 2**64 - 1.
        shuffle : int
            By any but 0 the cards that lie face down then are shuffled anew.

        Raises
        ------
        ValueError
            For numbers out of range.
        """
        cdef Position position = Position._blank(rules)
        deal(&position.own, &position.compiled.rules, check_range("seed", seed, 0, MOST_WORD),
             check_range("game", game, 0, MOST_WORD), check_range("shuffle", shuffle, 0, MOST_WORD))
        return position

    cdef _fill_pile(self, int pile, content):
        cdef int base = base_of(pile), i = 0
        for card in content.cards:
            i += 1
            self.own.cards[base + i] = card
        self.own.top[pile] = base + i
        self.own.first_face_up[pile] = base + (content.down + 1 if i else 0)

    cdef _load(self, setup):
        self.own.seat = setup.seat
        self._fill_pile(TURNED + setup.seat, setup.turned)
        for i, piles in enumerate(setup.heights):
            for j, height in enumerate(piles):
                self.own.heights[<int>i][<int>j] = height
        for i, house in enumerate(setup.houses):
            self._fill_pile(HOUSE + <int>i, house)
            if not house.state:
                self.own.houses |= 1 << <int>i
        for seat, player in enumerate(setup.players):
            self._fill_pile(RESERVE + <int>seat, player.reserve)
            self._fill_pile(HAND + <int>seat, player.hand)
            self._fill_pile(WASTE + <int>seat, player.waste)
        for seat, turns in enumerate(setup.idle):
            self.own.turns_without_progress |= <uint64_t>turns << (16 * <int>seat)
        self.own.turn = setup.turn
        self.own.fresh = setup.fresh
        self.own.looked = setup.looked
        for seat in setup.first:
            self.own.first |= 1 << <int>seat
        if setup.left is not None:
            self.own.moves_left = setup.left
        if setup.base is not None:
            self.own.base = setup.base
        for seat in setup.known:
            note_all_seen(&self.own, HAND + <int>seat)
        for pile, count in setup.seen.items():
            down = self.own.top[<int>pile]
            if pile < HAND:
                down = self.own.first_face_up[<int>pile] - 1
            note_seen(&self.own, <int>pile, down + 1 - count)
        recompute(&self.own, &self.compiled.rules)

    def __str__(self):
        cdef position_t p = self.still()
        return notation.write(setup_of(&p, self._rules), self._rules)

    def __repr__(self):
        return f"<Position {self}>"

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return self._rules == other.rules and str(self) == str(other)

    # Equality is by text; a mutable position hashes to what it is now, like its text.
    def __hash__(self):
        return hash((self._rules, str(self)))

    def __reduce__(self):
        return _unpickle, (str(self), self._rules)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def copy(self):
        """Return a position of its own, which moves do not share."""
        cdef Position other = Position._blank(self._rules)
        memcpy(&other.own, &self.own, sizeof(position_t))
        return other

    def fingerprint(self):
        """Return a 64-bit hash of all but `idle` and `turn`: what 7.4 (b) compares."""
        return fingerprint(&self.own, &self.compiled.rules)

    def view(self):
        """Return what the seat to move sees; `View.remembered` is the same with its memory."""
        cdef position_t p = self.still()
        return View.create(&p, self.compiled, self._rules)

    def gains_by_call(self, str move not None, seat):
        """Return whether a seat gains by calling Stop at an attempted move (`--call if-better`).

        Parameters
        ----------
        move : str
            The move in notation, an offence that would stand if nobody called: 1, 2, 3 or 6.
        seat : int
            Another seat than the one to move.

        Raises
        ------
        ValueError
            For a move that is no such offence, for the seat to move, and when the game is won.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"
        >>> position = rbcore.Position.parse(line, rules, partial=True)
        >>> position.gains_by_call("turn", seat=1)
        True
        """
        cdef int caller = check_range("seat", seat, 0, self.compiled.rules.seats - 1)
        cdef move_t attempted
        cdef verdict_t verdict
        cdef position_t p = self.still()
        if is_won(&p):
            raise ValueError("the game is won; there is no move to call Stop at")
        attempted = self.read_move(move, p.seat)
        verdict = judge(&p, &self.compiled.rules, attempted)
        if verdict in (LEGAL, MISFIT, UNAVAILABLE):
            raise ValueError(f"{move} is no offence that could stand (1, 2, 3, 6)")
        if caller == p.seat:
            raise ValueError(f"seat {caller} is to move; the others call Stop")
        return gains_by_call(&p, &self.compiled.rules, caller, attempted, verdict)

    def apply(self, move not None):
        """Make a legal move in place.

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            If the move is not legal; the position is then as it was.
        """
        cdef moves_t legal
        cdef move_t made
        cdef int number = self.number_of(move)
        self.find_legal(&legal)
        self.read_legal(move, number, &legal, &made)
        apply_out_of_line(&self.own, &self.compiled.rules, made)

    def blocked(self, search_limit=Limits.search_limit):
        """Return whether the position is blocked (7.3), or None if the search gave up.

        Parameters
        ----------
        search_limit : int
            Arrangements of the houses to look at, or positions where those do not decide: 1 to
            2**24. The search gives up after so many, and 16,384 moves deep. Ctrl-C ends it.
        """
        limits = Limits(search_limit=search_limit)
        cdef StalemateMemory memory = StalemateMemory(limits.search_limit)
        cdef blocked_t verdict
        cdef position_t p = self.own    # its own, should another thread make a move meanwhile
        memory.search.hears = True
        listen()
        with nogil:
            verdict = blocked(&p, &self.compiled.rules, &memory.search)
        answer()
        memory.check()
        return None if verdict == GAVE_UP else verdict == BLOCKED

    def scores(self, str outcome not None):
        """Return the seats' scores (section 8) if the game ended here.

        Parameters
        ----------
        outcome : str
            How it ended, one of OUTCOMES.

        Raises
        ------
        ValueError
            For an unknown outcome, and for a `win` that nobody has.
        """
        cdef int16_t points[MAX_SEATS]
        if outcome not in OUTCOMES:
            raise ValueError(f"{shown(outcome)} is not an outcome; there are {', '.join(OUTCOMES)}")
        if outcome == "win" and not is_won(&self.own):
            raise ValueError("nobody has won this position; it has no winner's score")
        score(&self.own, &self.compiled.rules, OUTCOMES.index(outcome), self.own.seat, points)
        return tuple(points[i] for i in range(self.compiled.rules.seats))

    def choose(self, str player not None, seed=0, game=0):
        """Return the move that a player would make.

        Parameters
        ----------
        player : str
            A compiled player, as `greedy`.
        seed, game : int
            A player that draws does so from the start of this game's stream.

        Raises
        ------
        ValueError
            For an unknown player, and when the game is won.

        Examples
        --------
        >>> import rbcore
        >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
        >>> position.choose("greedy") in position.moves()
        True
        """
        cdef stream_t stream
        cdef moves_t legal
        cdef turn_plan_t plan
        cdef player_t filled
        cdef move_t chosen
        fill_player(&filled, parse_player(player))
        if is_won(&self.own):
            raise ValueError("the game is won; there is no move to choose")
        _open_play(&stream, seed, game)
        self.find_legal(&legal)
        plan.n = plan.at = 0
        listen()
        chosen = choose(&filled, &self.own, &self.compiled.rules, &legal, &stream, &plan)
        answer()
        return self.move_text(chosen)

    def determinize(self, seed=0, game=0, *, bint memory=False):
        """Return a determinization: every hidden card dealt at random, consistent with the view.

        The hidden places get the cards that are in sight nowhere, each way as likely that leaves
        each seat's pack its own (docs/players.md). `search` plays on in positions like this. If
        cards are missing, any that are in sight nowhere may be dealt.

        Parameters
        ----------
        seed, game : int
            Name the stream that is drawn from.
        memory : bool
            Whether cards that lie face down by now stay where the seat remembers them (`View`).

        Returns
        -------
        Position
            One that the seat to move cannot tell from this.

        Examples
        --------
        >>> import rbcore
        >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
        >>> position.determinize(seed=2).view() == position.view()
        True
        """
        cdef Position sample = Position._blank(self._rules)
        cdef stream_t stream
        _open_play(&stream, seed, game)
        deal_hidden(&sample.own, &self.own, &self.compiled.rules, memory, &stream)
        return sample


def _unpickle(text, rules):
    # With partial=True: a position that lacks cards must come back, and any other is unharmed.
    return Position.parse(text, rules, partial=True)


cdef void _open_play(stream_t* stream, seed, game) except *:
    """Open the stream of a game's play."""
    open_stream(stream, check_range("seed", seed, 0, MOST_WORD),
                check_range("game", game, 0, MOST_WORD), FOR_PLAY)


# ---- perft -------------------------------------------------------------------------------------


def perft(Position position not None, depth):
    """Return the number of sequences of `depth` legal moves (docs/notation.md).

    Sequences that a win ends sooner are not counted. The last ply is counted without being played.

    Parameters
    ----------
    position : Position
        Where they begin.
    depth : int
        Moves in a sequence, 0 to 64.

    Raises
    ------
    ValueError
        For another depth.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> rbcore.perft(position, 1) == len(position.moves())
    True
    """
    cdef int plies = check_range("depth", depth, 0, MOST_PLIES)
    cdef const uint8_t* stop = listen()
    try:
        return _count(position.copy(), plies, stop) if plies else 1
    finally:
        answer()


cdef object _count(Position position, int plies, const uint8_t* stop):
    """The sequences of at least one move; through Python for the first plies, so that counts may
    outgrow 64 bits."""
    cdef Position after
    cdef uint64_t count
    if plies <= 3:
        with nogil:
            count = count_sequences(&position.own, &position.compiled.rules, plies)
        return count
    total = 0
    for move in position.moves():
        if stop[0]:
            break
        after = position.copy()
        after.apply(move)
        total += _count(after, plies - 1, stop)
    return total
