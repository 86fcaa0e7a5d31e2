"""View: what the seat to move can see, for players in Python."""

from rbcore.board.position cimport idle_turns
from rbcore.board.setup cimport house_of, pile_of, setup_of
from rbcore.observation.view cimport make_view
from rbcore.rules.compiled cimport HAND, RESERVE, TURNED, WASTE

from rbcore.board.notation import write
from rbcore.cards.text import card_text

HIDDEN = "??"


cdef class View:
    """What the seat to move can see. Documented in view.pyi."""

    def __init__(self):
        raise TypeError("a View is made by Position.view")

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules):
        cdef View view = View.__new__(View)
        view.rules = rules
        make_view(&view.view, p, &compiled.rules)
        return view

    def __str__(self):
        return write(setup_of(&self.view.seen, self.rules), self.rules)

    def __repr__(self):
        return f"<View {self}>"

    def __eq__(self, other):
        if not isinstance(other, View):
            return NotImplemented
        return self.rules == other.rules and str(self) == str(other)

    def __hash__(self):
        return hash((self.rules, str(self)))

    @property
    def seat(self):
        return self.view.seen.seat

    @property
    def turn(self):
        return self.view.seen.turn

    @property
    def idle(self):
        return tuple(idle_turns(&self.view.seen, <int>s) for s in range(self.rules.seats))

    @property
    def turned(self):
        return "".join(self._pile(TURNED + self.view.seen.seat))

    @property
    def foundations(self):
        return str(self).split(" ")[2]

    @property
    def houses(self):
        return tuple(
            None if house.state else _texts(house)
            for house in [
                house_of(&self.view.seen, <int>i, self.rules) for i in range(self.rules.houses)
            ]
        )

    @property
    def reserves(self):
        return tuple(self._pile(RESERVE + <int>s) for s in range(self.rules.seats))

    @property
    def hands(self):
        return tuple(self._pile(HAND + <int>s) for s in range(self.rules.seats))

    @property
    def wastes(self):
        return tuple(self._pile(WASTE + <int>s) for s in range(self.rules.seats))

    cdef tuple _pile(self, int pile):
        return _texts(pile_of(&self.view.seen, pile))


cdef tuple _texts(pile):
    return tuple([card_text(card) for card in pile.cards])
