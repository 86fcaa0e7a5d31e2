"""Piles: what one can ask of a position, of a view and of a game alike."""

from rbcore.board.position cimport idle_turns
from rbcore.board.setup cimport house_of, pile_of, setup_of
from rbcore.rules.compiled cimport HAND, RESERVE, TURNED, WASTE

from copy import copy

from rbcore.board.notation import write
from rbcore.cards.text import card_text
from rbcore.drawing import showing

MAKERS = {
    "Position": "Position.parse or Position.deal",
    "View": "Position.view or Game.view",
    "Game": "Game.deal, Game.start or Game.parse",
}

cdef object MADE_HERE = object()   # Python does not have this, and so cannot make an empty one


cdef object made_here():
    """What `__new__` of Piles and its subclasses asks for."""
    return MADE_HERE


cdef class Piles:
    """The cards of a position where they lie: what Position, View and Game have in common.

    A pile is a tuple of cards as notation writes them (`Td`), bottom to top. In a View a card that
    lies face down is `??`, so that `len` always tells how many there are. `str` is the position's
    line (docs/notation.md).

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0)
    >>> len(position.reserves[0]), len(position.hands[1]), position.wastes
    (13, 35, ((), ()))
    >>> position.reserves[0][-1] == position.view().reserves[0][-1]
    True
    """

    def __cinit__(self, made_here=None):
        if made_here is not MADE_HERE:
            name = type(self).__name__
            raise TypeError(f"a {name} is made by {MAKERS.get(name, 'its subclasses')}")

    cdef const position_t* here(self) except NULL:
        """The position, for what asks nothing of Python; a Game refuses if a thread plays in it."""
        return self.p

    cdef position_t still(self) except *:
        """The position as it is now, for what asks Python, which may let other threads play on."""
        return self.here()[0]

    @property
    def rules(self):
        """The rules that are played."""
        return copy(self._rules)    # which whoever gets it may change by force

    @property
    def seat(self):
        """The seat to move; after a win, the winner."""
        return self.here().seat

    @property
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
        """The turned-up hand card, or an empty text."""
        cdef position_t p = self.still()
        return "".join(_texts(pile_of(&p, TURNED + p.seat)))

    @property
    def foundations(self):
        """The foundations as notation writes them."""
        cdef position_t p = self.still()
        return write(setup_of(&p, self._rules), self._rules).split(" ")[2]

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
        """The hands by seat; the last card is turned up next."""
        return self._of_seats(HAND)

    @property
    def wastes(self):
        """The wastes by seat."""
        return self._of_seats(WASTE)

    draw = showing.draw
    _repr_html_ = showing.show_in_notebook
    _repr_pretty_ = showing.show_in_terminal

    cdef tuple _of_seats(self, int first):
        cdef position_t p = self.still()
        return tuple([_texts(pile_of(&p, first + <int>s)) for s in range(self._rules.seats)])


cdef tuple _texts(pile):
    return tuple([card_text(card) for card in pile.cards])
