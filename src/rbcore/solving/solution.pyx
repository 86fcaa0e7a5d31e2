"""Solution: who wins a small game under best play, for Python."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport UINT32_MAX, uint8_t, uint32_t
from libc.stdlib cimport free, malloc

from rbcore.api.playable cimport Playable
from rbcore.board.position cimport position_t
from rbcore.engine.workspace cimport CompiledRules
from rbcore.solving.reachable cimport begin, dispose, explore, graph_t, number_of
from rbcore.solving.winners cimport NOBODY, find_winners

from rbcore.cards.ranges import check_range, shown

__all__ = ["MOST_POSITIONS", "POSITIONS", "Solution", "solve"]

POSITIONS = 2_000_000
MOST_POSITIONS = 100_000_000
_UNTIL_SIGNALS = 50_000


cdef class Solution:
    """Who wins under best play, of a position and of all that moves lead to from it.

    `solve` makes one. Both seats know all cards. A seat *wins* if it can force that, whatever the
    other does; where neither can, `winner` is None.

    Attributes
    ----------
    winner : int or None
        Who wins the position that was solved.
    positions : int
        How many were looked at. Those with a single move are left out, and positions that differ in
        the order of their houses alone are one.
    rules : Rules
        The rules.
    """

    cdef graph_t graph
    cdef uint8_t* winners
    cdef CompiledRules compiled
    cdef readonly object rules

    def __cinit__(self):
        self.winners = NULL

    def __init__(self):
        raise TypeError("rbcore.solve makes a Solution")

    def __dealloc__(self):
        dispose(&self.graph)
        free(self.winners)

    cdef bint solve(self, Playable position, uint32_t most) except -1:
        """Solve a position; False if it has too many to look at."""
        cdef position_t start = position.still()
        cdef uint32_t pause = 0
        cdef bint has_room
        self.rules, self.compiled = position.rules, position.compiled
        with nogil:
            has_room = begin(&self.graph, &start, &self.compiled.rules)
        while has_room and self.graph.explored < self.graph.count:
            PyErr_CheckSignals()
            if self.graph.count > most:
                return False
            pause = min(self.graph.explored + <uint32_t>_UNTIL_SIGNALS, most)
            with nogil:
                has_room = explore(&self.graph, pause)
        if has_room:
            self.winners = <uint8_t*>malloc(self.graph.count)
            with nogil:
                has_room = self.winners != NULL and find_winners(&self.graph, self.winners)
        if not has_room:
            raise MemoryError
        return True

    @property
    def winner(self):
        return _seat(self.winners[0])

    @property
    def positions(self):
        return self.graph.count

    def winner_of(self, Playable position not None):
        """Return who wins a position under best play.

        Parameters
        ----------
        position : Position or Game
            One that moves lead to from the solved one.

        Returns
        -------
        int or None
            The seat; None if neither can force a win.

        Raises
        ------
        ValueError
            For other rules, and for a position that moves do not lead to.

        Examples
        --------
        >>> import rbcore
        >>> rules = rbcore.variant("ranks=2,suits=2,houses-each=1,reserve-size=1")
        >>> position = rbcore.Position.deal(rules, seed=1, game=0)
        >>> solution = rbcore.solve(position)
        >>> position.apply(position.moves()[0])
        >>> solution.winner_of(position) in (0, 1, None)
        True
        """
        cdef position_t asked = position.still()
        cdef uint32_t number
        if position.rules != self.rules:
            raise ValueError("the position is of other rules than those solved")
        number = number_of(&self.graph, &asked)
        if number == UINT32_MAX:
            raise ValueError("no moves lead to the position from the solved one")
        return _seat(self.winners[number])

    def __repr__(self):
        who = "nobody" if self.winner is None else f"seat {self.winner}"
        return f"<Solution: {who} wins, {self.positions:,} positions>"


cdef object _seat(uint8_t winner):
    return None if winner == NOBODY else int(winner)


def solve(Playable position not None, most=POSITIONS):
    """Return who wins a position under best play, if both seats see all cards.

    All positions that moves lead to are gone through, backwards from the won ones (retrograde
    analysis). So it is for small packs: `ranks` (V21) and `suits` (V22). A seat has to end its turn.
    Play that goes on for ever is won by nobody, which stands for stalemate (7.3) and for visits to
    one position (7.4 b); turns without progress (7.4 a) and limits (7.5) end no game. The page on
    exact values (docs/studies/exact.md) says why that is the same.

    Parameters
    ----------
    position : Position or Game
        Where play begins; what has happened before does not count.
    most : int
        Positions to look at; a million take some 150 MB.

    Returns
    -------
    Solution
        Of that position, and of all that moves lead to.

    Raises
    ------
    ValueError
        For three seats, for rules in which a position is more than its piles (`early-turn`,
        `reserve-face-down`, `late-layout`, `foundation-base`), and if there are more positions.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("ranks=2,suits=2,houses-each=1,reserve-size=1")
    >>> rbcore.solve(rbcore.Position.deal(rules, seed=1, game=0))
    <Solution: seat 1 wins, 6 positions>
    """
    cdef Solution solution = Solution.__new__(Solution)
    cdef uint32_t limit = check_range("most", most, 1, MOST_POSITIONS)
    _check_rules(position.rules)
    if not solution.solve(position, limit):
        raise ValueError(f"there are more than {limit:,} positions; solve a smaller pack, or set most=")
    return solution


def _check_rules(rules):
    """Raise ValueError for rules that the solver does not know."""
    if rules.seats == 3:
        raise ValueError("seats=3 cannot be solved; best play is a matter of two")
    more = {
        "early-turn=yes": rules.early_turn,
        "reserve-face-down=yes": rules.reserve_face_down,
        "late-layout=yes": rules.late_layout,
        "foundation-base=first-card": rules.foundation_base == "first-card",
    }
    for choice, there in more.items():
        if there:
            raise ValueError(f"{choice} cannot be solved; positions are more than their piles there")
