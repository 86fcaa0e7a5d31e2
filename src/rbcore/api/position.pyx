"""Positions and views: the table as Python sees it, and what it can ask of rules and players."""

cimport cython
from libc.stdint cimport int16_t, uint64_t, uint8_t, uintptr_t
from libc.string cimport memcpy, memset

from rbcore.board.position cimport clear, fingerprint, idle_turns, is_won
from rbcore.board.setup cimport house_of, load_setup, pile_of, setup_of
from rbcore.cards.card cimport JOKER
from rbcore.cards.interrupts cimport answer, listen
from rbcore.cards.rng cimport FOR_PLAY, open_stream, stream_t
from rbcore.engine.endings cimport BLOCKED, GAVE_UP, blocked, blocked_t, score
from rbcore.engine.inattention cimport gains_by_call
from rbcore.engine.workspace cimport NamedPlayer, StalemateSearch, seated_player
from rbcore.moves.actions cimport (
    WITH_GROUPS, action_count, action_of, count_sequences, mask_actions, numbers_of, read_action,
    texts_of,
)
from rbcore.moves.legal_moves cimport find_moves, nth_move
from rbcore.moves.offences cimport LEGAL, find_omitted, judge, verdict_t
from rbcore.moves.transition cimport apply_out_of_line, deal, move_of
from rbcore.observation.view cimport deal_hidden, find_unseen, make_view, unseen_t
from rbcore.players.evaluation cimport (
    ALL_WEIGHTS, N_WEIGHTS, WEIGHTS_CHAMPION, WEIGHTS_TRIAL, add_sums, set_weights, value_of,
)
from rbcore.players.planner cimport turn_plan_t
from rbcore.players.outside cimport begin_state, end_state
from rbcore.players.registry cimport OUTSIDE, choose
from rbcore.rules.compiled cimport HAND, MAX_SEATS, RESERVE, TURNED, WASTE, rules_t

from copy import copy

import numpy as np

from rbcore import drawing
from rbcore.board import notation, validation
from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import (
    MAX_GAME, MAX_WORD, check_range, check_truth, check_whole, shown,
)
from rbcore.cards.text import card_text
from rbcore.moves.verdict import Verdict
from rbcore.rules.compiled import compiled_rules
from rbcore.rules.limits import Limits

MAKERS = {
    "Position": "Position.parse or Position.deal",
    "View": "Position.view or Game.view",
    "Game": "Game.deal, Game.start or Game.parse",
}

cdef object MADE_HERE = object()   # Python cannot get this, so it cannot create an empty object

cdef object made_here():
    """Return the token that `__new__` of Playable's subclasses requires."""
    return MADE_HERE

cdef class Playable:
    """Playable()
--

    Common parts of Position, View and Game: the cards on the table, legal moves, verdicts.

    A pile is a tuple of cards in notation (`Td`), bottom to top. In a View a face-down card is
    `??`, so `len` always gives the number of cards. A move is given as text in notation (`r>F`) or
    as its action, a number that means the same for every seat (rbcore.action_texts). `print` shows
    the table as the seat to move sees it.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=0)
    >>> len(position.reserves[0]), len(position.hands[1]), position.wastes
    (13, 35, ((), ()))
    >>> view = position.view()
    >>> position.reserves[0][-1] == view.reserves[0][-1], view.moves() == position.moves()
    (True, True)
    >>> print(view)
    turn 1, seat 0 to move
      [12] 7♦                    Seat 1, 48 left                    .. ..     [35]
                                 K♥ 8 ·♣    ·♣     1 9♥
                                 J♣ 7 ·♦    ·♦     2 K♠
                                 K♣ 6 ·♥    ·♥     3 3♥
                                 2♦ 5 ·♠    ·♠     4 8♣
      [35]  ..    ..              ▸ Seat 0, to move, 48 left               A♠ [12]
    """

    def __cinit__(self, made_here=None):
        if made_here is not MADE_HERE:
            name = type(self).__name__
            raise TypeError(f"a {name} is created by {MAKERS.get(name, 'its subclasses')}")

    cdef const position_t* here(self) except NULL:
        """Return the position for code without Python; a Game refuses while a thread plays."""
        return self.p

    cdef position_t still(self) except *:
        """Return a copy of the position for code with Python, which lets other threads play."""
        with cython.critical_section(self):
            return self.here()[0]

    @property
    def rules(self):
        """The rules in force."""
        return copy(self._rules)    # callers could mutate it through object.__setattr__

    @property
    @cython.critical_section
    def seat(self):
        """The seat to move; after a win, the winner."""
        return self.here().seat

    @property
    @cython.critical_section
    def turn(self):
        """Turns ended so far."""
        return self.here().turn

    @property
    def idle(self):
        """Turns each seat has ended since the last progress move, by seat (7.3)."""
        cdef position_t p = self.still()
        return tuple([idle_turns(&p, <int>s) for s in range(self._rules.seats)])

    @property
    def turned(self):
        """The turned-up hand card, or an empty string."""
        cdef position_t p = self.still()
        return "".join(_texts(pile_of(&p, TURNED + p.seat)))

    @property
    def foundations(self):
        """The foundations as notation writes them."""
        cdef position_t p = self.still()
        return notation.write(setup_of(&p, self._rules), self._rules).split(" ")[2]

    @property
    def houses(self):
        """The houses, house 1 first; None for one that is closed (V1) or not laid yet (V14)."""
        cdef position_t p = self.still()
        return tuple([
            None if house.state else _texts(house)
            for house in [house_of(&p, <int>i, self._rules) for i in range(self._rules.houses)]
        ])

    @property
    def reserves(self):
        """The reserves by seat."""
        return self._of_seats(RESERVE)

    @property
    def hands(self):
        """The hands by seat; each last card is turned up next."""
        return self._of_seats(HAND)

    @property
    def wastes(self):
        """The wastes by seat."""
        return self._of_seats(WASTE)

    draw = drawing.draw
    _repr_html_ = drawing.show_in_notebook
    _repr_pretty_ = drawing.show_in_terminal

    cdef tuple _of_seats(self, int first):
        cdef position_t p = self.still()
        return tuple([_texts(pile_of(&p, first + <int>s)) for s in range(self._rules.seats)])

    @property
    def notation(self):
        """The line of text that `parse` reads (docs/notation.md)."""
        cdef position_t p = self.still()
        return notation.write(setup_of(&p, self._rules), self._rules)

    def __str__(self):
        return str(self.draw()).rstrip("\n")

    def __repr__(self):
        return f"<{type(self).__name__} {self.notation}>"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self._rules == other.rules and self.notation == other.notation

    def __hash__(self):    # of the current state, like the text, although a position is mutable
        return hash((self._rules, self.notation))

    cdef int find_legal(self, moves_t* m) except -1:
        """Find the legal moves; there are none once the game is won."""
        cdef const position_t* p = self.here()
        if is_won(p):
            memset(m, 0, sizeof(moves_t))
        else:
            find_moves(p, &self.compiled.rules, m)
        return 0

    @property
    @cython.critical_section
    def winner(self):
        """The seat that has won (7.1), or None."""
        cdef const position_t* p = self.here()
        return p.seat if is_won(p) else None

    @cython.critical_section
    def legal_actions(self):
        """Return the legal actions in ascending order; none once the game is over."""
        return self._actions()

    cdef list _actions(self):
        cdef moves_t m
        cdef int n
        self.find_legal(&m)
        cdef list actions = [
            action_of(self.p, &self.compiled.rules, nth_move(self.p, &self.compiled.rules, &m, n))
            for n in range(m.count)
        ]
        # Move numbers differ from actions only with groups or with three seats.
        if self.compiled.rules.group_moves or self.compiled.rules.seats == 3:
            actions.sort()
        return actions

    @cython.critical_section
    def moves(self):
        """Return the legal moves in notation, in the order of `legal_actions`."""
        cdef list actions = self._actions()
        cdef tuple texts = texts_of(self.compiled, self.p.seat)
        return [texts[action] for action in actions]

    @cython.critical_section
    def action_mask(self):
        """Return a bool array with an entry for each action: whether it is legal."""
        cdef moves_t m
        mask = np.zeros(action_count(&self.compiled.rules), np.bool_)
        mask_at = mask.ctypes.data
        self.find_legal(&m)
        if m.count:
            mask_actions(self.p, &self.compiled.rules, &m, <uint8_t*><uintptr_t>mask_at)
        return mask

    def action(self, str move not None):
        """Return the action of a move in notation; the move need not be legal.

        Parameters
        ----------
        move : str
            The move in notation.

        Returns
        -------
        int
            The action's number (rbcore.action_texts).

        Raises
        ------
        ValueError
            If the text is no move of these rules, or no position allows the move.
        """
        cdef int seat = self.still().seat
        cdef dict numbers = numbers_of(self.compiled, seat)
        if move not in numbers:
            self.read_move(move, seat)
            raise ValueError(f"no position allows {move}, so it has no action")
        return numbers[move]

    def judge(self, move not None):
        """Return the Stop! verdict on an attempted move (section 6).

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            If the text is no move of these rules, or the game is won.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c/- -/9d/-"
        >>> position = rbcore.Position.parse(line, rules, partial=True)
        >>> print(position.judge("turn").words)
        The top card of the reserve fits a foundation and must be played there first (5.1).
        """
        cdef position_t p = self.still()
        if is_won(&p):
            raise ValueError("the game is won; there is no move to judge")
        return Verdict(judge(&p, &self.compiled.rules, self.read_move(move, p.seat)))

    cdef str move_text(self, move_t move):
        """Return the move in notation."""
        return notation.move_text(move.source, move.place, move.extra_cards, self._rules.seats)

    cdef move_t read_move(self, move, int seat) except *:
        """Return a seat's move from its text or action, legal or not."""
        source, place, extra_cards = notation.read_move(
            move if isinstance(move, str) else self._action_text(move, seat), seat, self._rules
        )
        return move_of(source, place, extra_cards)

    cdef str _action_text(self, action, int seat):
        number = _action(action)
        texts = texts_of(self.compiled, seat)
        if not 0 <= number < len(texts):
            raise ValueError(
                f"action={shown(number)} is out of range; actions are 0 to {len(texts) - 1}"
            )
        if not texts[number]:
            raise ValueError(f"action {number} is not a move under these rules")
        return texts[number]

    cdef int number_of(self, move) except -2:
        """Return the action of a move given as text or action; -1 for a text that is never legal.

        Call this before anything else is read from the game: reading Python objects can run code
        that changes the game.
        """
        cdef int seat = self.here().seat
        if isinstance(move, str):
            number = numbers_of(self.compiled, seat).get(move, -1)
            if number == -1:
                self.read_move(move, seat)
        else:
            number = _action(move)
            if not 0 <= number < WITH_GROUPS:
                self._action_text(number, seat)
        if self.here().seat != seat:
            raise RuntimeError(f"another move was made while {shown(move)} was being read")
        return number

    cdef int read_legal(self, move, int number, const moves_t* m, move_t* out) except -1:
        """Read an action that must be legal; if not, raise a ValueError that quotes the `move`."""
        if not read_action(self.p, &self.compiled.rules, m, number, out):
            text = str(move) if isinstance(move, str) else self._action_text(number, self.p.seat)
            raise ValueError(f"{text} is not legal here. {self.refusal(text)}")
        return 0

    def refusal(self, str move not None):
        """Return a sentence that says why a move is not legal."""
        return self.judge(move).words

cdef _action(move):
    """Return the number of a move that is not given as text."""
    try:
        return check_whole("move", move)
    except ValueError:
        raise ValueError(
            f"move={shown(move)} is not a move; give its notation or its action (a whole number)"
        ) from None

cdef tuple _texts(pile):
    return tuple([card_text(card) for card in pile.cards])

cdef class View(Playable):
    """View()
--

    The part of a position that the seat to move can see, as a person at the table would know it.

    Under V11 the seat may know the last cards of its own hand. `remembered` is the view of a player
    with memory, and `determinize` deals random cards in place of the `??`. Copying a view returns
    the view itself. Views do not pickle; pickle the position instead.

    Examples
    --------
    >>> import rbcore
    >>> view = rbcore.Position.deal("standard", seed=1, game=0).view()
    >>> len(view.hands[0]), set(view.hands[0])
    (35, {'??'})
    """

    def __cinit__(self, token=None):
        self.p = &self.view.seen

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules, int stopped=LEGAL):
        cdef View view, remembered = None
        cdef bint remembers
        for remembers in (True, False):
            view = View.__new__(View, made_here())
            view._rules, view.compiled, view._stopped = rules, compiled, stopped
            view._remembered, remembered = remembered, view
            make_view(&view.view, p, &compiled.rules, remembers)
        return view

    cdef int find_legal(self, moves_t* m) except -1:
        if self._stopped != LEGAL:
            find_omitted(self.p, &self.compiled.rules, <verdict_t>self._stopped, m)
            return 0
        return Playable.find_legal(self, m)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a View cannot be pickled because it hides cards; pickle its position")

    @property
    def remembered(self):
        """The view of a player with memory: cards that every seat has seen are not `??`.

        These are the cards of a hand that was a waste before, and the face-down cards that a called
        Stop put back. Everything else is as in the view itself.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c9d/- -/9dJc/- known=1"
        >>> view = rbcore.Position.parse(line, rules, partial=True).view()
        >>> view.hands, view.remembered.hands
        ((('??', '??'), ('??', '??')), (('??', '??'), ('9d', 'Jc')))
        """
        return self if self._remembered is None else self._remembered

    @property
    def unseen(self):
        """The cards in sight nowhere, sorted by suit and rank: those under the `??`.

        If the position has cards missing, they are included.
        """
        cdef unseen_t u
        cdef int seat, i
        find_unseen(&u, &self.view, &self.compiled.rules)
        cards = [u.certain[seat][i] for seat in range(u.pools) for i in range(u.n_certain[seat])]
        cards += [u.either[i] for i in range(u.n_either)]
        return tuple(map(card_text, sorted(cards, key=lambda card: (card == JOKER, card))))

    def determinize(self, seed=0, game=0, *, memory=False):
        """Return a determinization: every hidden card dealt at random, consistent with the view.

        The hidden places receive the cards in sight nowhere. Every arrangement that keeps each
        seat's pack its own is equally likely (docs/players.md). `search` plays out positions like
        this. If cards are missing from the position, any card in sight nowhere may be dealt.

        Parameters
        ----------
        seed, game : int
            Select the stream to draw from.
        memory : bool
            Whether face-down cards that the seat remembers stay where they are, as in `remembered`.

        Returns
        -------
        Position
            One that the seat to move cannot distinguish from the original; rbcore.Game.start begins
            a game from it, which players can play out.

        Raises
        ------
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> import rbcore
        >>> view = rbcore.Position.deal("standard", seed=1, game=0).view()
        >>> world = view.determinize(seed=2)
        >>> world.view() == view, "??" in world.hands[0]
        (True, False)
        >>> rbcore.Game.start(world).play_out("greedy")
        'win'
        """
        cdef View known = self.remembered if check_truth("memory", memory) else self
        cdef Position sample = Position._blank(self._rules)
        cdef stream_t stream
        _open_play(&stream, seed, game)
        deal_hidden(&sample.packed, &known.view, &self.compiled.rules, &stream)
        return sample

MAX_PLIES = 64

cdef enum:
    MAX_MOVES = 64       # in a plan

cdef class Position(Playable):
    """Position()
--

    A position under some rules: parse or deal one, list its moves, apply them.

    A position knows its rules but only the part of a game that lies on the table; rbcore.Game is
    a whole game, with endings. Equality and hash compare the rules and the line of notation.
    Positions pickle through that line.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=0)
    >>> position.apply(position.moves()[0])
    >>> position.turn
    0
    """

    def __cinit__(self, token=None):
        self.p = &self.packed

    @staticmethod
    cdef Position _blank(rules):
        cdef CompiledRules compiled = compiled_rules(rules)
        cdef Position position = Position.__new__(Position, made_here())
        position._rules = compiled.checked
        position.compiled = compiled
        clear(&position.packed, &position.compiled.rules)
        return position

    @classmethod
    def parse(cls, str text not None, rules, *, partial=False):
        """Read a line of notation (docs/notation.md).

        Parameters
        ----------
        text : str
            The line.
        rules : Rules or str
            The rules in force.
        partial : bool
            Accept a position with cards missing.

        Raises
        ------
        ValueError
            If no game can reach the position; the message is one sentence that names the field.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s -/4c/- -/9d/-"
        >>> rbcore.Position.parse(line, rules, partial=True).moves()
        ['1>2', 'turn']
        """
        cdef Position position = Position._blank(rules)
        setup = notation.read(text, position._rules)
        validation.check(setup, position._rules, check_truth("partial", partial))
        load_setup(&position.packed, &position.compiled.rules, setup)
        return position

    @classmethod
    def deal(cls, rules, seed, game, shuffle=0):
        """Deal a game of a seed (2); the seat that starts is to move (3).

        Parameters
        ----------
        rules : Rules or str
            The rules to deal by.
        seed, game : int
            The seed, 0 to 2**64 - 1, and the game's number within it, 0 to 2**63 - 1.
        shuffle : int
            Any number but 0 reshuffles the cards that the deal leaves face down.

        Raises
        ------
        ValueError
            If a number is out of range.
        """
        cdef Position position = Position._blank(rules)
        deal(&position.packed, &position.compiled.rules, check_range("seed", seed, 0, MAX_WORD),
             check_range("game", game, 0, MAX_GAME), check_range("shuffle", shuffle, 0, MAX_WORD))
        return position

    def __reduce__(self):
        return _unpickle, (self.notation, self._rules)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @cython.critical_section
    def copy(self):
        """Return an independent copy, which moves in this one do not change."""
        cdef Position other = Position._blank(self._rules)
        memcpy(&other.packed, &self.packed, sizeof(position_t))
        return other

    @cython.critical_section
    def fingerprint(self):
        """Return a 64-bit hash of everything but `idle` and `turn`, as 7.4 (b) compares."""
        return fingerprint(&self.packed, &self.compiled.rules)

    def view(self):
        """Return what the seat to move sees; `View.remembered` adds what it remembers."""
        cdef position_t p = self.still()
        return View.create(&p, self.compiled, self._rules)

    def gains_by_call(self, str move not None, seat):
        """Return whether a seat gains by calling Stop on an attempted move (`--call if-better`).

        Parameters
        ----------
        move : str
            An offence, in notation.
        seat : int
            A seat other than the one to move.

        Raises
        ------
        ValueError
            If the move is legal, the seat is to move, or the game is won.

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
            raise ValueError("the game is won; there is no move to call Stop on")
        attempted = self.read_move(move, p.seat)
        verdict = judge(&p, &self.compiled.rules, attempted)
        if verdict == LEGAL:
            raise ValueError(f"{move} is legal here, so it is not an offence")
        if caller == p.seat:
            raise ValueError(f"seat {caller} is to move; only the other seats can call Stop")
        return gains_by_call(&p, &self.compiled.rules, caller, attempted, verdict)

    @cython.critical_section
    def apply(self, move not None):
        """Make a legal move in place.

        Parameters
        ----------
        move : str or int
            The move in notation, or its action.

        Raises
        ------
        ValueError
            If the move is not legal; the position is then unchanged.
        """
        cdef moves_t legal
        cdef move_t parsed
        cdef int number = self.number_of(move)
        self.find_legal(&legal)
        self.read_legal(move, number, &legal, &parsed)
        apply_out_of_line(&self.packed, &self.compiled.rules, parsed)

    def blocked(self, search_limit=Limits.search_limit):
        """Return whether the position is blocked (7.3), or None if the search reached its limit.

        Parameters
        ----------
        search_limit : int
            Limit of the search, 1 to 2**24: the number of house arrangements to examine or, where
            those do not decide, of positions. The search also gives up at a depth of 16,384 moves.
            Ctrl-C ends it.
        """
        limits = Limits(search_limit=search_limit)
        cdef StalemateSearch stalemate = StalemateSearch(limits.search_limit)
        cdef blocked_t verdict
        cdef position_t p = self.still()
        stalemate.search.hears = True
        listen()
        with nogil:
            verdict = blocked(&p, &self.compiled.rules, &stalemate.search)
        answer()
        stalemate.check()
        return None if verdict == GAVE_UP else verdict == BLOCKED

    def scores(self, str outcome not None):
        """Return the seats' scores (section 8) as if the game ended here.

        Parameters
        ----------
        outcome : str
            The ending, one of OUTCOMES.

        Raises
        ------
        ValueError
            If the outcome is unknown, or is `win` and nobody has won.
        """
        cdef int16_t points[MAX_SEATS]
        if outcome not in OUTCOMES:
            raise ValueError(f"{shown(outcome)} is not an outcome; use {', '.join(OUTCOMES)}")
        cdef position_t p = self.still()
        if outcome == "win" and not is_won(&p):
            raise ValueError("nobody has won this position, so there is no winner's score")
        score(&p, &self.compiled.rules, OUTCOMES.index(outcome), p.seat, points)
        return tuple(points[i] for i in range(self.compiled.rules.seats))

    def choose(self, player, seed=0, game=0):
        """Return the move that a player would make.

        Parameters
        ----------
        player : str or CompiledPlayer
            A compiled player, such as `greedy`.
        seed, game : int
            A player that draws uses this game's stream from its start.

        Raises
        ------
        ValueError
            If the player is unknown or the game is won.

        Examples
        --------
        >>> import rbcore
        >>> position = rbcore.Position.deal("standard", seed=1, game=0)
        >>> position.choose("greedy") in position.moves()
        True
        """
        cdef stream_t stream
        cdef moves_t legal
        cdef turn_plan_t plan
        cdef NamedPlayer chooser = seated_player(player)
        cdef move_t chosen
        cdef position_t p = self.still()
        if is_won(&p):
            raise ValueError("the game is won; there is no move to choose")
        _open_play(&stream, seed, game)
        find_moves(&p, &self.compiled.rules, &legal)
        plan.n = plan.at = 0
        listen()
        with nogil:
            if chooser.filled.kind == OUTSIDE:
                begin_state(&chooser.outside, &self.compiled.rules, p.seat, &stream)
            chosen = choose(&chooser.filled, &p, &self.compiled.rules, &legal, &stream, &plan)
            end_state(&chooser.outside)
        chooser.check_calls(self._rules)
        answer()
        return self.move_text(chosen)


def _unpickle(text, rules):
    # partial=True: a position with cards missing must be restored too; others are unaffected.
    return Position.parse(text, rules, partial=True)


cdef void _open_play(stream_t* stream, seed, game) except *:
    """Open the stream from which a game's players draw."""
    open_stream(stream, check_range("seed", seed, 0, MAX_WORD),
                check_range("game", game, 0, MAX_GAME), FOR_PLAY)


def perft(Position position not None, depth):
    """Return the number of sequences of `depth` legal moves (docs/notation.md).

    Sequences that a win cuts short are not counted. The last ply is counted without being played.

    Parameters
    ----------
    position : Position
        The start of every sequence.
    depth : int
        Moves per sequence, 0 to 64.

    Raises
    ------
    ValueError
        If the depth is out of range.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=0)
    >>> rbcore.perft(position, 1) == len(position.moves())
    True
    """
    cdef int plies = check_range("depth", depth, 0, MAX_PLIES)
    cdef const uint8_t* stop = listen()
    try:
        return _count(position.copy(), plies, stop) if plies else 1
    finally:
        answer()


cdef object _count(Position position, int plies, const uint8_t* stop):
    """Count the sequences of at least one move; the first plies run in Python, so that counts can
    outgrow 64 bits."""
    cdef Position after
    cdef uint64_t count
    if plies <= 3:
        with nogil:
            count = count_sequences(&position.packed, &position.compiled.rules, plies)
        return count
    total = 0
    for move in position.moves():
        if stop[0]:
            break
        after = position.copy()
        after.apply(move)
        total += _count(after, plies - 1, stop)
    return total


def try_weights(weights, champion=False):
    """Set the weights of the players on trial, one weight a feature; for tuning programs.

    `trial` plays as `weighted` does and `trialplanner` as `planner`, with the weights set last, in
    all threads. `champion`, their opponent, plays as `weighted` with the weights set for it.

    Raises
    ------
    ValueError
        If the number of weights is wrong.
    """
    which = WEIGHTS_CHAMPION if check_truth("champion", champion) else WEIGHTS_TRIAL
    set_weights(which, weights)


def features(Position position not None, list moves not None, is_plan, memory):
    """Return the features of a move or a plan, in the order of weights.FEATURES.

    The weighted sum of these is the evaluation by which `weighted` chooses a move (`moves` then has
    just that move) and `planner` a plan. A plan's features come from its moves out of hand, reserve
    and houses, the houses at its end, and the `turn`, `waste` or `pass` that may end it. `weighted`
    makes a move to a foundation before any other, so such a move has no features for it.

    Parameters
    ----------
    position : Position
        Only the cards that the seat to move can see are read.
    moves : list of str
        Legal moves in sequence.
    is_plan : bool
        Whether the moves are a plan.
    memory : bool
        Whether the seat remembers cards, as a player named `+memory` does.

    Raises
    ------
    ValueError
        If a move is not legal, or the number of moves is not 1 to 64.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("standard,houses-each=1")
    >>> line = "0 - c--d--h--s-- 5h|6s Kc/4c/- -/9d/-"
    >>> position = rbcore.Position.parse(line, rules, partial=True)
    >>> features(position, ["turn"], False, False)[:3]
    [1, 0, 0]
    """
    cdef int unit[ALL_WEIGHTS]
    cdef move_t parsed[MAX_MOVES]
    cdef const rules_t* r = &position.compiled.rules
    cdef view_t view
    cdef int i, j, n = 0
    cdef bint plans = check_truth("is_plan", is_plan), remembers = check_truth("memory", memory)
    cdef Position before = position.copy(), after = position.copy()
    if not 0 < len(moves) <= MAX_MOVES:
        raise ValueError(f"{len(moves)} moves are not a plan, which has 1 to {MAX_MOVES}")
    for move in moves:
        parsed[n] = after.read_move(move, after.packed.seat)
        after.apply(move)
        n += 1
    make_view(&view, &before.packed, r, remembers)
    values = []
    for i in range(N_WEIGHTS):
        for j in range(N_WEIGHTS):        # the value with weight 1 here and 0 elsewhere
            unit[j] = j == i
        add_sums(unit)
        values.append(value_of(view.seen, r, parsed, n, unit, plans))
    return values
