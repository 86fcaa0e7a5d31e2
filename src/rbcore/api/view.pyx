"""View: what the seat to move can see, for players in Python."""

from rbcore.api.piles cimport made_here
from rbcore.board.setup cimport setup_of
from rbcore.observation.view cimport make_view

from rbcore.board.notation import write

HIDDEN = "??"


cdef class View(Piles):
    """What the seat to move can see of a position, as a person at the table would know it.

    A card that lies face down is `??`, so that `len` always tells how many there are; under V11 the
    last of the own hand may be known. `str` is the position's line with the same signs
    (docs/notation.md). Views are equal if their rules and lines are.

    Examples
    --------
    >>> import rbcore
    >>> view = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=0).view()
    >>> len(view.hands[0]), set(view.hands[0])
    (35, {'??'})
    """

    def __cinit__(self, made_here=None):
        self.p = &self.view.seen

    @staticmethod
    cdef View create(const position_t* p, CompiledRules compiled, rules):
        cdef View view = View.__new__(View, made_here())
        view._rules = rules
        view.compiled = compiled
        make_view(&view.view, p, &compiled.rules)
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
