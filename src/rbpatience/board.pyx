"""A game played move by move from Python: legal moves, what lies where, advice."""

cimport cython
from libc.string cimport memcpy

from rbcore.cards.card cimport card_t
from rbcore.cards.rng cimport open_stream
from rbpatience.engine.board cimport FOUNDATIONS
from rbpatience.engine.custom cimport list_moves, make_move, open_game
from rbpatience.engine.game cimport FOR_SHUFFLES, MAX_PACK, MAX_PILES
from rbpatience.engine.players cimport advise
from rbpatience.engine.transition cimport next_deal
from rbpatience.playing cimport Task

from rbcore.cards.ranges import MAX_GAME, MAX_WORD, check_range, shown
from rbcore.cards.text import cards_text
from rbcore.drawing import show_in_notebook, show_in_terminal
from rbpatience.book import find_game
from rbpatience.scene import draw

__all__ = ["MOVES", "Board"]

# In the order of engine/board.pxd.
MOVES = (
    "play", "hold", "take over", "give over", "pair", "shift", "under", "turn", "fill", "row",
    "redeal", "cover", "throw", "take", "exchange", "back", "lift",
)
_DEAL = -1  # among the numbers of moves that were made

cdef class Board:
    """Board(game, pack, seed=0, number=0)

    A game in play, which knows the legal moves.

    Copies, clones and pickles have the moves that were made, and can take them back.

    Parameters
    ----------
    game : str
        Number, name or file of a game in which something is decided, with readings:
        ``nationale``, ``42,passes=2``, ``klondike``, ``my-game.toml``.
    pack : str
        The cards in dealing order, as `playing.deal` gives them.
    seed, number : int
        The game whose stream shuffles between deals (no. 48; no. 42 with ``redeal=shuffled``).

    Raises
    ------
    ValueError
        For an unknown game or one without legal moves, another pack, and numbers out of range.

    Examples
    --------
    >>> from rbpatience import playing
    >>> from rbpatience.board import Board
    >>> board = Board("juvenile", playing.deal("juvenile", 1, 0))
    >>> board.left, board.won
    (104, False)
    >>> kind, one, other, _ = board.moves[0]
    >>> board.move(0)
    >>> kind, board.left
    ('pair', 102)
    """

    def __cinit__(self, game, pack, seed=0, number=0):
        cdef card_t cards[MAX_PACK]
        if isinstance(game, Board):
            self._take(game)
            return
        found = find_game(game)
        if not found.is_decided:
            raise ValueError(f"nothing is decided in {found.name}; `Board` plays other games")
        self.name = game if isinstance(game, str) else game.name
        self.told = found.rules
        self.begun = found, pack, seed, number
        self.task = Task(found, "uniform")
        self.task.load_pack(pack, cards)
        open_stream(
            &self.moment.shuffles, check_range("seed", seed, 0, MAX_WORD),
            check_range("game", number, 0, MAX_GAME), FOR_SHUFFLES,
        )
        open_game(
            &self.moment.position, &self.task.data.spec, cards, self.task.data.cards, False,
            &self.moment.shuffles, NULL,
        )
        list_moves(&self.moment.position, &self.task.data.spec, &self.legal)

    cdef _take(self, Board other):
        """Become the like of another; moments are shared, and never change."""
        self.task, self.name, self.told = other.task, other.name, other.told
        self.begun = other.begun
        with cython.critical_section(other):
            self.done = other.done
            self.moment = other.moment
        self._set()

    cdef _set(self):
        """Set up the moment, which lies in this board alone, and list its moves."""
        self.moment.position.shuffles = &self.moment.shuffles
        list_moves(&self.moment.position, &self.task.data.spec, &self.legal)

    @cython.critical_section
    def __reduce__(self):
        steps, done = [], self.done
        while done is not None:
            step, _, done = done
            steps.append(step)
        return _unpickle, (*self.begun, self.name, tuple(reversed(steps)))

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def clone(self):
        """Return a board of its own, which goes on and back as this one would.

        Examples
        --------
        >>> from rbpatience import playing
        >>> from rbpatience.board import Board
        >>> board = Board("juvenile", playing.deal("juvenile", 1, 0))
        >>> other = board.clone()
        >>> other.move(0)
        >>> board.left, other.left
        (104, 102)
        """
        return Board.__new__(type(self), self, None)

    @property
    def rules(self):
        """What the game's description says."""
        return self.told

    @property
    def game(self):
        """The game, as it was named."""
        return self.name

    @property
    @cython.critical_section
    def moves(self):
        """The legal moves: list of (kind, source, target, cards), kinds as in MOVES.

        A play's `cards` is the card's number from above in its pile; a shift's, how many go.
        """
        return self._listed()

    cdef list _listed(self):
        cdef int i
        return [
            (
                MOVES[self.legal.moves[i].kind], int(self.legal.moves[i].source),
                int(self.legal.moves[i].target), int(self.legal.moves[i].count),
            )
            for i in range(self.legal.n)
        ]

    cdef list _cards(self, int pile):
        """The cards of a pile, the lowest first."""
        cdef int slot = self.moment.position.top[pile]
        cards = []
        while slot:
            cards.append(self.moment.position.value[slot])
            slot = self.moment.position.under[slot]
        return cards[::-1]

    @property
    @cython.critical_section
    def piles(self):
        """What lies on the table: dict of pile and its cards as text, the lowest first."""
        cdef int pile
        return {
            pile: cards_text(self._cards(pile))
            for pile in range(MAX_PILES) if self.moment.position.top[pile]
        }

    @property
    def groups(self):
        """The piles of each group of the game: dict of its name and the range of its piles."""
        cdef int i
        return {
            group: range(self.task.data.spec.group[i].first, self.task.data.spec.group[i].end)
            for i, group in enumerate(self.told.piles)
        }

    @property
    @cython.critical_section
    def face_down(self):
        """How many cards of a pile lie face down, the lowest: dict of pile and number."""
        cdef int pile
        return {
            pile: int(self.moment.position.down[pile])
            for pile in range(MAX_PILES) if self.moment.position.down[pile]
        }

    @property
    @cython.critical_section
    def foundations(self):
        """What lies on each foundation as text, with a card that was set out."""
        return tuple([self._foundation(f) for f in range(self.task.data.spec.founded)])

    def _foundation(self, int f):
        cdef card_t base = self.task.data.spec.foundations[f].base
        return cards_text(([base] if base else []) + self._cards(FOUNDATIONS + f))

    @property
    @cython.critical_section
    def held(self):
        """The cards that are held between two foundations."""
        cdef int suit
        return cards_text([
            self.moment.position.value[self.moment.position.held[suit]]
            for suit in range(4) if self.moment.position.held[suit]
        ])

    @property
    @cython.critical_section
    def stock(self):
        """The cards not dealt yet, the next first."""
        cdef int i
        return cards_text([
            self.moment.position.value[self.moment.position.stock[i]]
            for i in range(self.moment.position.at, self.moment.position.end)
        ])

    @property
    @cython.critical_section
    def left(self):
        """Cards that are not on foundations, or not thrown out."""
        return int(self.task.data.spec.total - self.moment.position.placed)

    @property
    def won(self):
        """Whether none is left."""
        return self.left == 0

    @property
    @cython.critical_section
    def idle(self):
        """Moves since something was gained; a player stops at the game's limit."""
        return int(self.moment.position.idle)

    @property
    @cython.critical_section
    def deal(self):
        """The deal or pass that goes on, from 1."""
        return int(self.moment.position.deal)

    @property
    @cython.critical_section
    def advice(self):
        """The number of the adviser's move, or None if none is worth making."""
        cdef int i = advise(&self.moment.position, &self.task.data.spec, &self.legal)
        return int(i) if self.legal.n and i >= 0 else None

    draw = draw
    _repr_html_ = show_in_notebook
    _repr_pretty_ = show_in_terminal

    def __str__(self):
        return str(self.draw()).rstrip("\n")

    @cython.critical_section
    def move(self, number):
        """Make a legal move.

        Parameters
        ----------
        number : int or tuple of (str, int, int, int)
            Its number in `moves`, or the move as it stands there.

        Raises
        ------
        ValueError
            Unless there is one.
        """
        if isinstance(number, tuple):
            listed = self._listed()
            if number not in listed:
                raise ValueError(f"move={shown(number)} is not legal; `moves` has those that are")
            number = listed.index(number)
        cdef int i = check_range("move", number, 0, 10_000)
        if i >= self.legal.n:
            raise ValueError(f"move={i} is none of the {self.legal.n} legal moves")
        self.done = i, self._moment(), self.done
        make_move(&self.moment.position, &self.task.data.spec, self.legal.moves[i])
        list_moves(&self.moment.position, &self.task.data.spec, &self.legal)

    @cython.critical_section
    def next_deal(self):
        """Begin the next deal, when no move is left or the player stops.

        Returns
        -------
        bool
            Whether there was one; never while cards of this deal are still to be laid.
        """
        cdef bytes before = self._moment()
        cdef bint more = next_deal(&self.moment.position, &self.task.data.spec)
        if more:
            self.done = _DEAL, before, self.done
        else:  # a deal that brought none is not counted twice, however often it is asked for
            memcpy(&self.moment, <const char*>before, sizeof(moment_t))
        list_moves(&self.moment.position, &self.task.data.spec, &self.legal)
        return bool(more)

    cdef bytes _moment(self):
        """All that a move or a deal may change."""
        return (<const char*>&self.moment)[:sizeof(moment_t)]

    @cython.critical_section
    def undo(self):
        """Take back the last move or deal, with what followed of itself.

        Raises
        ------
        ValueError
            If there is none.

        Examples
        --------
        >>> from rbpatience import playing
        >>> from rbpatience.board import Board
        >>> board = Board("juvenile", playing.deal("juvenile", 1, 0))
        >>> board.move(0)
        >>> board.undo()
        >>> board.left
        104
        """
        if self.done is None:
            raise ValueError("there is no move to take back")
        cdef bytes before = self.done[1]
        self.done = self.done[2]
        memcpy(&self.moment, <const char*>before, sizeof(moment_t))
        self._set()


def _unpickle(found, pack, seed, number, name, steps):
    """A board after the same moves and deals."""
    cdef Board board = Board(found, pack, seed, number)
    board.name = name
    for step in steps:
        if step == _DEAL:
            board.next_deal()
        else:
            board.move(step)
    return board
