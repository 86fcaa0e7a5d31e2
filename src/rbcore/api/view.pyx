"""View: what the seat to move can see, for players in Python."""

from rbcore.board.position cimport idle_turns
from rbcore.board.setup cimport house_of, pile_of, setup_of
from rbcore.cards.card cimport JOKER, KING, UNKNOWN, card
from rbcore.observation.view cimport make_view
from rbcore.rules.compiled cimport HAND, RESERVE, TURNED, WASTE

from collections import Counter

from rbcore.board.notation import write
from rbcore.cards.text import card_text

HIDDEN = "??"

cdef object MADE_HERE = object()   # Python cannot make an empty View: it does not have this


cdef class View:
    """What the seat to move can see of a position, as a person at the table would know it.

    A pile is a tuple of cards as notation writes them (`Td`), bottom to top; a card that lies face
    down is `??`, so that `len` always tells how many there are. `str` is the position's line with
    the same signs (docs/notation.md). Views are equal if their rules and lines are. A view has no
    memory; `remembered` is the view of a player that has.

    Examples
    --------
    >>> import rbcore
    >>> view = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0).view()
    >>> len(view.hands[0]), set(view.hands[0])
    (35, {'??'})
    """

    @property
    def rules(self):
        """The rules of the position."""
        return self._rules

    def __cinit__(self, made_here=None):
        if made_here is not MADE_HERE:
            raise TypeError("a View is made by Position.view")

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules):
        cdef View view = View.__new__(View, MADE_HERE)
        view._rules = rules
        make_view(&view.view, p, &compiled.rules, False)
        view._remembered = View.__new__(View, MADE_HERE)
        view._remembered._rules = rules
        make_view(&view._remembered.view, p, &compiled.rules, True)
        return view

    def __str__(self):
        return write(setup_of(&self.view.seen, self._rules), self._rules)

    def __repr__(self):
        return f"<View {self}>"

    def __eq__(self, other):
        if not isinstance(other, View):
            return NotImplemented
        return self._rules == other.rules and str(self) == str(other)

    def __hash__(self):
        return hash((self._rules, str(self)))

    @property
    def seat(self):
        """The seat to move, whose view it is."""
        return self.view.seen.seat

    @property
    def turn(self):
        """Turns ended so far."""
        return self.view.seen.turn

    @property
    def idle(self):
        """Turns each seat has ended since the last progress move, by seat (7.3)."""
        return tuple(idle_turns(&self.view.seen, <int>s) for s in range(self._rules.seats))

    @property
    def turned(self):
        """The turned-up hand card, or an empty text."""
        return "".join(self._pile(TURNED + self.view.seen.seat))

    @property
    def foundations(self):
        """The foundations as notation writes them."""
        return str(self).split(" ")[2]

    @property
    def houses(self):
        """The houses, house 1 first; None for one that is closed (V1) or not laid yet (V14)."""
        return tuple(
            None if house.state else _texts(house)
            for house in [
                house_of(&self.view.seen, <int>i, self._rules) for i in range(self._rules.houses)
            ]
        )

    @property
    def reserves(self):
        """The reserves by seat."""
        return tuple(self._pile(RESERVE + <int>s) for s in range(self._rules.seats))

    @property
    def hands(self):
        """The hands by seat, face down but for the own next card under V11, which is the last."""
        return tuple(self._pile(HAND + <int>s) for s in range(self._rules.seats))

    @property
    def wastes(self):
        """The wastes by seat."""
        return tuple(self._pile(WASTE + <int>s) for s in range(self._rules.seats))

    @property
    def remembered(self):
        """The view of a player that remembers: cards in it that all have seen are not `??`.

        These are the order of a hand that was a waste before, and face-down cards that a called
        Stop put back. All else is as in the view itself.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("standard,houses-each=1")
        >>> line = "0 - c--d--h--s-- 5h|6s Ah/4c9d/- -/9dJc/- known=1"
        >>> view = rbcore.Position.parse(line, rules, study=True).view()
        >>> view.hands, view.remembered.hands
        ((('??', '??'), ('??', '??')), (('??', '??'), ('9d', 'Jc')))
        """
        return self if self._remembered is None else self._remembered

    @property
    def unseen(self):
        """The cards that are in sight nowhere, sorted by suit and rank: those under `??`.

        Where cards are missing from the position, they are among these.
        """
        return tuple(_unseen(setup_of(&self.view.seen, self._rules), self._rules))

    cdef tuple _pile(self, int pile):
        return _texts(pile_of(&self.view.seen, pile))


def _unseen(setup, rules):
    """The cards that a setup shows nowhere; the joker if there is a place left for it."""
    piles = [setup.turned, *setup.houses]
    for player in setup.players:
        piles += [player.reserve, player.hand, player.waste]
    shown = Counter(card for pile in piles for card in pile.cards)
    for suit, heights in enumerate(setup.heights):
        for height in heights:
            shown.update(suit * 16 + ((setup.base or 0) + n) % 13 + 1 for n in range(height))
    cards = [card(<int>suit, <int>rank) for suit in range(4) for rank in range(1, KING + 1)]
    left = [c for c in cards for _ in range(rules.packs - shown[c])]
    if rules.seats == 3 and len(left) < shown[UNKNOWN]:
        left.append(JOKER)
    return [card_text(c) for c in left]


cdef tuple _texts(pile):
    return tuple([card_text(card) for card in pile.cards])
