"""A game played move by move from Python: legal moves, the table, advice."""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from rbcore.cards.card cimport UNKNOWN, card_t
from rbcore.cards.rng cimport open_stream
from rbpatience.engine.board cimport FOUNDATIONS, board_t, link, top_card
from rbpatience.engine.custom cimport list_moves, make_move, open_game
from rbpatience.engine.game cimport (
    ADVISER, CONSTITUTION, ENDLESS, FOR_SHUFFLES, MAX_PACK, MAX_PILES, STOCK, UNIFORM, UNTOLD,
    patience_row_t, spec_t, story_t,
)
from rbpatience.engine.players cimport advise, play_on
from rbpatience.engine.transition cimport base_cards, lay_on, next_deal, renew, set_out, settle
from rbpatience.playing cimport Task, told_events

import numpy as np

from rbcore.cards.ranges import MAX_GAME, MAX_WORD, check_range, shown
from rbcore.cards.text import cards_text
from rbcore.drawing import show_in_notebook, show_in_terminal
from rbpatience.book import find_game
from rbpatience.layouts import BoardLayout, read_layout, write_layout
from rbpatience.playing import ROW, check_player
from rbpatience.scene import draw

__all__ = ["MOVES", "Board"]

# In the order of engine/board.pxd.
MOVES = (
    "play", "hold", "take over", "give over", "pair", "shift", "under", "turn", "fill", "row",
    "redeal", "cover", "throw", "take", "exchange", "back", "lift",
)
_DEAL = -1  # stands for a deal among the numbers of past moves

cdef class Board:
    """Board(game, pack, seed=0, number=0)
--

    A game in play, which lists its legal moves.

    Copies, clones and pickles keep the history of moves and can take them back.

    Parameters
    ----------
    game : str
        Number, name or file of a game with decisions, optionally with readings: ``nationale``,
        ``42,passes=2``, ``klondike``, ``my-game.toml``.
    pack : str or rbpatience.layouts.BoardLayout
        The cards in dealing order, as `playing.deal` gives them, or a layout in the middle of a
        game (`Board.parse`).
    seed, number : int
        The game whose stream shuffles between deals (no. 48; no. 42 with ``redeal=shuffled``).

    Raises
    ------
    ValueError
        If the game is unknown or has no legal moves, the pack is not the game's, or a number is
        out of range.

    Examples
    --------
    >>> from rbpatience import playing
    >>> from rbpatience.board import Board
    >>> board = Board("juvenile", playing.deal("juvenile", 1, 0))
    >>> board.left, board.won
    (104, False)
    >>> kind, *_ = board.moves[0]
    >>> board.move(0)
    >>> kind, board.left
    ('pair', 102)
    """

    def __cinit__(self, game, pack, seed=0, number=0):
        cdef card_t cards[MAX_PACK]
        if isinstance(game, Board):
            self._take(game)
            return
        entry = _decided_game(game)
        self.name = game if isinstance(game, str) else game.name
        self.told = entry.rules
        self.begun = entry, pack, seed, number
        self.task = Task(entry, "uniform")
        open_stream(
            &self.moment.shuffles, check_range("seed", seed, 0, MAX_WORD),
            check_range("game", number, 0, MAX_GAME), FOR_SHUFFLES,
        )
        if isinstance(pack, BoardLayout):
            self._lay_out(pack)
        else:
            self.task.load_pack(pack, cards)
            open_game(
                &self.moment.position, &self.task.data.spec, cards, self.task.data.cards, False,
                &self.moment.shuffles, NULL,
            )
        self._list()

    cdef _lay_out(self, layout):
        """Set up the game from a layout."""
        cdef board_t* b = &self.moment.position
        cdef const spec_t* g = &self.task.data.spec
        cdef int slot = 0, f, pile
        set_out(b, g, self.task.data.pack, 0, False, &self.moment.shuffles, NULL)
        self.unknown_cards = layout.unknown
        if g.base_drawn:
            b.base = next((cards[0] & 15 for cards in layout.foundations if cards), 0)
            for f in range(g.founded):
                b.wants[f] = base_cards(b)
        for f, cards in enumerate(layout.foundations):
            for c in cards:
                slot += 1
                b.value[slot] = c
                lay_on(b, g, f, slot)
        for pile, cards in layout.piles.items():
            for c in cards:
                slot += 1
                b.value[slot] = c
                link(b, pile, slot)
            if pile < STOCK:
                b.down[pile] = layout.down.get(pile, 0)
        for c in layout.held:
            slot += 1
            b.value[slot] = c
            b.held[c >> 4], b.waiting[c >> 4] = slot, c
        for c in layout.stock:
            slot += 1
            b.value[slot] = c
            b.stock[b.end] = slot
            b.end += 1
        if g.custom == CONSTITUTION:
            for f in range(g.founded):
                if not b.size[FOUNDATIONS + f]:
                    b.wants[f] = g.follows[g.foundations[f].kind][top_card(b, g.founded + f)]
        b.deal = layout.deal
        state = layout.state
        b.turn, b.phase, b.reach = state["turn"], state["phase"], state["reach"]
        b.graced, b.played = state["graced"], state["played"]
        b.barren, b.before, b.placed = state["barren"], state["before"], state["placed"]
        b.most = b.placed
        renew(b, g)
        if g.settles:
            settle(b, g)

    cdef _list(self):
        """List the legal moves: none while an unknown card is face up."""
        cdef const board_t* b = &self.moment.position
        cdef int pile
        list_moves(b, &self.task.data.spec, &self.legal)
        for pile in range(MAX_PILES if self.unknown_cards else 0):
            if top_card(b, pile) == UNKNOWN:
                self.legal.n = 0

    cdef _take(self, Board other):
        """Become a copy of another board; moments are immutable and shared."""
        self.task, self.name, self.told = other.task, other.name, other.told
        self.begun, self.unknown_cards = other.begun, other.unknown_cards
        with cython.critical_section(other):
            self.done = other.done
            self.moment = other.moment
        self._set()

    cdef _set(self):
        """Set up the moment, which belongs to this board alone, and list its moves."""
        self.moment.position.shuffles = &self.moment.shuffles
        self._list()

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
        """Return an independent copy, with the same future and history.

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

    @classmethod
    def parse(cls, game, text, seed=0, number=0):
        """Read a game in progress from a layout written by people or other programs.

        Parameters
        ----------
        game : str
            As for `Board`.
        text : str
            One line for each pile, its cards from the bottom up; foundations, cells and the stock
            by name; or Solvitaire's JSON, or a deal of Klondike-Solver (docs/patience/layouts.md).
        seed, number : int
            As for `Board`.

        Returns
        -------
        Board
            The game, with hidden unknown cards left unknown.

        Raises
        ------
        ValueError
            If the text is not a layout of the game; the message is one sentence with line, pile and
            card.

        Examples
        --------
        >>> from rbpatience.board import Board
        >>> board = Board.parse("black-hole", "Foundations: KS\\nQD 2H\\nAC")
        >>> board.left, board.moves
        (3, [('play', 1, 0, 1)])
        """
        return cls(game, read_layout(_decided_game(game), text), seed, number)

    @property
    def rules(self):
        """The game's description."""
        return self.told

    @property
    def game(self):
        """The game as it was named."""
        return self.name

    @property
    @cython.critical_section
    def moves(self):
        """The legal moves: a list of (kind, source, target, cards), with kinds from MOVES.

        `cards` of a play is the card's number in its pile, counted from the top; `cards` of a shift
        is the number of cards that move.
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
        """Return the cards of a pile, lowest first."""
        cdef int slot = self.moment.position.top[pile]
        cards = []
        while slot:
            cards.append(self.moment.position.value[slot])
            slot = self.moment.position.under[slot]
        return cards[::-1]

    @property
    def piles(self):
        """The piles on the table: a dict from pile to its cards as text, lowest first."""
        cdef Board here = self.clone()     # no other thread moves in it while Python writes
        cdef int pile
        return {
            pile: cards_text(here._cards(pile))
            for pile in range(MAX_PILES) if here.moment.position.top[pile]
        }

    @property
    def groups(self):
        """The groups of piles: a dict from group name to the range of its piles."""
        cdef int i
        return {
            group: range(self.task.data.spec.group[i].first, self.task.data.spec.group[i].end)
            for i, group in enumerate(self.told.piles)
        }

    @property
    @cython.critical_section
    def face_down(self):
        """The face-down cards, which are the lowest: a dict from pile to their number."""
        cdef int pile
        return {
            pile: int(self.moment.position.down[pile])
            for pile in range(MAX_PILES) if self.moment.position.down[pile]
        }

    @property
    def foundations(self):
        """The cards of each foundation as text, including a card set out beforehand."""
        cdef Board here = self.clone()
        return tuple([here._foundation(f) for f in range(self.task.data.spec.founded)])

    def _foundation(self, int f):
        cdef card_t base = self.task.data.spec.foundations[f].base
        return cards_text(([base] if base else []) + self._cards(FOUNDATIONS + f))

    @property
    @cython.critical_section
    def held(self):
        """The cards held between two foundations."""
        cdef int suit
        return cards_text([
            self.moment.position.value[self.moment.position.held[suit]]
            for suit in range(4) if self.moment.position.held[suit]
        ])

    @property
    @cython.critical_section
    def stock(self):
        """The cards not yet dealt, next card first."""
        cdef int i
        return cards_text([
            self.moment.position.value[self.moment.position.stock[i]]
            for i in range(self.moment.position.at, self.moment.position.end)
        ])

    @property
    @cython.critical_section
    def left(self):
        """The number of cards that are neither on foundations nor thrown out."""
        return int(self.task.data.spec.total - self.moment.position.placed)

    @property
    def won(self):
        """Whether no cards are left."""
        return self.left == 0

    @property
    @cython.critical_section
    def idle(self):
        """Moves since the last gain; a player stops at the game's limit."""
        return int(self.moment.position.idle)

    @property
    @cython.critical_section
    def deal(self):
        """The number of the current deal or pass, from 1."""
        return int(self.moment.position.deal)

    @property
    @cython.critical_section
    def advice(self):
        """The number of the adviser's move; None if none is worth making or cards are unknown."""
        if self.unknown_cards:
            return None  # the adviser looks at all cards
        cdef int i = advise(&self.moment.position, &self.task.data.spec, &self.legal)
        return int(i) if self.legal.n and i >= 0 else None

    @property
    def unknown(self):
        """The number of unknown cards, which a layout left hidden."""
        return int(self.unknown_cards)

    @cython.critical_section
    def layout(self):
        """Return the current layout as text, which `Board.parse` reads.

        Examples
        --------
        >>> from rbpatience import playing
        >>> from rbpatience.board import Board
        >>> board = Board("free-cell", playing.deal("free-cell", 1, 0))
        >>> board.layout().splitlines()[:3]
        ['Foundations: C-0 D-0 H-0 S-0', 'Freecells: - - - -', '3S 7H KD 5S 7C 6D TC']
        """
        cdef const board_t* b = &self.moment.position
        cdef int pile, f, i
        cdef const spec_t* g = &self.task.data.spec
        lying = BoardLayout(
            {pile: tuple(self._cards(pile)) for pile in range(MAX_PILES) if b.top[pile]},
            {pile: int(b.down[pile]) for pile in range(MAX_PILES) if b.down[pile]},
            tuple([tuple(self._cards(FOUNDATIONS + f)) for f in range(g.founded)]),
            tuple([b.value[b.held[i]] for i in range(4) if b.held[i]]),
            tuple([b.value[b.stock[i]] for i in range(b.at, b.end)]),
            (),
            int(b.deal),
            {
                "turn": int(b.turn), "phase": int(b.phase), "reach": int(b.reach),
                "graced": int(b.graced), "played": int(b.played), "barren": int(b.barren),
                "before": int(b.before) if g.deals == ENDLESS else 0, "placed": int(b.placed),
            },
        )
        return write_layout(self.begun[0], lying)

    def play(self, player=None, seed=0, number=0):
        """Play a copy of the game from here to its end.

        Parameters
        ----------
        player : str, optional
            One of the game's players; by default its first.
        seed, number : int
            The game whose stream a player draws from.

        Returns
        -------
        row : numpy.void of playing.ROW
            The result; its index is 0.
        story : list of tuple of (str, str, int, int)
            The events, as `playing.play_pack` returns them. The board itself does not change.

        Raises
        ------
        ValueError
            If the player is not one of the game's, or cards are unknown.

        Examples
        --------
        >>> from rbpatience.board import Board
        >>> row, story = Board.parse("black-hole", "Foundations: KS\\nQD 2H\\nAC").play("plain")
        >>> int(row["left"]), story[0]
        (1, ('foundation', 'Ac', 0, 1))
        """
        entry = check_player(self.begun[0], self.begun[0].player if player is None else player)
        self._known("a player")
        cdef Task task = Task(entry, player, check_range("seed", seed, 0, MAX_WORD))
        task.data.number = check_range("game", number, 0, MAX_GAME)
        cdef Board other = self.clone()
        cdef board_t* b = &other.moment.position
        rows = np.zeros(1, ROW)
        cdef patience_row_t[::1] row = rows
        cdef story_t* story = <story_t*>malloc(sizeof(story_t))
        if story == NULL:
            raise MemoryError
        story.count, story.source = 0, UNTOLD
        b.story, b.by_way = story, task.data.player not in (UNIFORM, ADVISER)
        try:
            with nogil:
                play_on(b, &task.data, &row[0])
            told = told_events(story)
        finally:
            b.story = NULL
            free(story)
        return rows[0], told

    def _known(self, who):
        """Raise ValueError if cards are unknown."""
        if self.unknown_cards:
            cards = "1 card is" if self.unknown_cards == 1 else f"{self.unknown_cards} cards are"
            raise ValueError(
                f"{cards} unknown (??), and {who} needs a game whose cards are all known; "
                "name them in the layout"
            )

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
            Its number in `moves`, or the move as listed there.

        Raises
        ------
        ValueError
            If there is no such legal move.
        """
        cdef int i
        if isinstance(number, tuple):
            listed = self._listed()    # no Python runs from here on, so no other thread moves
            if number not in listed:
                raise ValueError(f"move={shown(number)} is not legal; `moves` lists the legal ones")
            i = listed.index(number)
        else:
            i = check_range("move", number, 0, 10_000)
        if i >= self.legal.n:
            raise ValueError(f"move={i} is out of range; there are {self.legal.n} legal moves")
        self.done = i, self._moment(), self.done
        make_move(&self.moment.position, &self.task.data.spec, self.legal.moves[i])
        self._list()

    @cython.critical_section
    def next_deal(self):
        """Begin the next deal when no move is left or the player stops.

        Returns
        -------
        bool
            Whether there was one; False while cards of this deal are still to be laid.
        """
        cdef bytes before = self._moment()
        cdef bint more = next_deal(&self.moment.position, &self.task.data.spec)
        if more:
            self.done = _DEAL, before, self.done
        else:  # a failed deal is not counted twice, however often it is requested
            memcpy(&self.moment, <const char*>before, sizeof(moment_t))
        self._list()
        return bool(more)

    cdef bytes _moment(self):
        """Return everything that a move or a deal may change."""
        return (<const char*>&self.moment)[:sizeof(moment_t)]

    @cython.critical_section
    def undo(self):
        """Take back the last move or deal, with its automatic consequences.

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


def _decided_game(game):
    """Return a game with decisions by its name; raise ValueError for any other."""
    entry = find_game(game)
    if not entry.is_decided:
        raise ValueError(
            f"the player decides nothing in {entry.name}; `Board` needs a game with decisions"
        )
    return entry


def _unpickle(entry, pack, seed, number, name, steps):
    """Return a board after the same moves and deals."""
    cdef Board board = Board(entry, pack, seed, number)
    board.name = name
    for step in steps:
        if step == _DEAL:
            board.next_deal()
        else:
            board.move(step)
    return board
