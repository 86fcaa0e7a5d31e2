"""View: what the seat to move can see, for players in Python."""

from rbcore.api.piles cimport made_here
from rbcore.board.setup cimport setup_of
from rbcore.cards.card cimport JOKER, UNKNOWN, card
from rbcore.observation.view cimport make_view

from collections import Counter

from rbcore.board.notation import write
from rbcore.cards.text import card_text

HIDDEN = "??"


cdef class View(Piles):
    """What the seat to move can see of a position, as a person at the table would know it.

    A card that lies face down is `??`, so that `len` always tells how many there are; under V11 the
    last of the own hand may be known. `str` is the position's line with the same signs
    (docs/notation.md). Views are equal if their rules and lines are. A view has no memory;
    `remembered` is the view of a player that has. A copy of a view is the view, as nothing changes
    it; it is not pickled, as no line tells what a view hides: pickle the position it is of.

    Examples
    --------
    >>> import rbcore
    >>> view = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0).view()
    >>> len(view.hands[0]), set(view.hands[0])
    (35, {'??'})
    """

    def __cinit__(self, token=None):
        self.p = &self.view.seen

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules):
        cdef View view = View.__new__(View, made_here())
        view._remember(p, compiled, rules, False)
        view._remembered = View.__new__(View, made_here())
        view._remembered._remember(p, compiled, rules, True)
        return view

    cdef _remember(self, const position_t* p, CompiledRules compiled, rules, bint remembers):
        self._rules = rules
        self.compiled = compiled
        make_view(&self.view, p, &compiled.rules, remembers)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a View is not pickled, as it hides cards; pickle the position it is of")

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
    def remembered(self):
        """The view of a player that remembers: cards in it that all have seen are not `??`.

        These are the order of a hand that was a waste before, and face-down cards that a called
        Stop put back. All else is as in the view itself.

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
        """The cards that are in sight nowhere, sorted by suit and rank: those under `??`.

        Where cards are missing from the position, they are among these.
        """
        return tuple(_unseen(setup_of(&self.view.seen, self._rules), self._rules))


def _unseen(setup, rules):
    """The cards that a setup shows nowhere; the joker if there is a place left for it."""
    piles = [setup.turned, *setup.houses]
    for player in setup.players:
        piles += [player.reserve, player.hand, player.waste]
    shown = Counter(card for pile in piles for card in pile.cards)
    for suit, heights in enumerate(setup.heights):
        for height in heights:
            shown.update(suit * 16 + ((setup.base or 0) + n) % 13 + 1 for n in range(height))
    suits, ranks = range(rules.suits), range(1, rules.ranks + 1)
    cards = [card(<int>suit, <int>rank) for suit in suits for rank in ranks]
    left = [c for c in cards for _ in range(rules.packs - shown[c])]
    if rules.seats == 3 and len(left) < shown[UNKNOWN]:
        left.append(JOKER)
    return [card_text(c) for c in left]
