"""The solver, for Python: positions are explored until it is known who wins the first one."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, realloc

from rbcore.api.playable cimport Playable
from rbcore.board.position cimport position_t
from rbcore.cards.interrupts cimport answer, listen
from rbcore.engine.stepper_setup cimport named_player
from rbcore.engine.workspace cimport CompiledRules
from rbcore.solving.gains cimport find_gains, look_where_hopeful
from rbcore.solving.packing cimport set_form
from rbcore.solving.reachable cimport begin, dispose, explore, graph_t

from rbcore.cards.ranges import check_range
from rbcore.players.names import parse_player
from rbcore.solving.solution import Gain, Solution

__all__ = ["MOST_POSITIONS", "POSITIONS", "solve", "solve_hidden"]

POSITIONS = 2_000_000
MOST_POSITIONS = 100_000_000

cdef enum:
    FIRST_LOOK = 64


cdef class Search:
    """A graph and what seat 0 gains from its positions at least and at most, as far as is known.

    With cards hidden a position stands for all orders of those that nobody has seen.
    """

    cdef graph_t graph
    cdef CompiledRules compiled
    cdef uint32_t part          # between two looks the positions grow by this part of them
    cdef double* lower
    cdef double* upper

    def __dealloc__(self):
        dispose(&self.graph)
        free(self.lower)
        free(self.upper)

    cdef void set_up(self, Playable position, players, bint hidden) except *:
        """Seat players, and settle how positions are kept."""
        names = tuple(players)
        cdef int seat
        if isinstance(players, str) or len(names) != 2:
            raise ValueError("players of best play are two, None for a seat that plays its best")
        self.compiled = position.compiled
        for seat, name in enumerate(names):
            if name is not None:
                (_check_answered if hidden else _check_player)(name)
                self.graph.players[seat] = named_player(name).filled
                self.graph.is_named[seat] = True
        set_form(
            &self.graph.form, &self.compiled.rules,
            self.graph.is_named[0] or self.graph.is_named[1], hidden,
        )

    cdef bint look(self) noexcept nogil:
        """Find what is known of all positions found so far, and queue what can still matter; False
        if there is no memory, or Ctrl-C came.
        """
        cdef void* wider = realloc(self.lower, self.graph.count * sizeof(double))
        if wider == NULL:
            return False
        self.lower = <double*>wider
        wider = realloc(self.upper, self.graph.count * sizeof(double))
        if wider == NULL:
            return False
        self.upper = <double*>wider
        return find_gains(&self.graph, self.lower, self.upper) and look_where_hopeful(
            &self.graph, self.lower, self.upper
        )

    cdef bint is_decided(self) noexcept nogil:
        """Whether the first position is."""
        return self.lower[0] == self.upper[0]

    cdef bint run(self, Playable position, uint32_t most) except -1:
        """Explore until the start is decided or nothing is left; False if there is too much.

        Looking takes about as long as exploring, so it waits until more are explored.
        """
        cdef uint32_t next_look = FIRST_LOOK
        cdef bint goes_on, is_known = False
        cdef graph_t* g = &self.graph
        cdef position_t start = position.still()
        listen()
        with nogil:
            goes_on = begin(g, &start)
            while goes_on and not is_known and g.explored < most:
                goes_on = explore(g, min(next_look, most))
                next_look = g.explored + g.explored // self.part
                goes_on = goes_on and self.look()
                is_known = goes_on and (self.is_decided() or g.n_queue == 0)
        answer()
        if not goes_on:
            raise MemoryError
        return is_known


def solve(Playable position not None, most=POSITIONS, *, players=(None, None)):
    """Return who wins a position under best play, if both seats see all cards.

    Positions that moves lead to are gone through backwards from the won ones (retrograde analysis)
    until it is known who wins the first. So it is for small packs: `ranks` (V21) and `suits` (V22).
    A seat has to end its turn. Play that goes on for ever is won by nobody, which stands for
    stalemate (7.3) and for visits to one position (7.4 b); turns without progress (7.4 a) and
    limits (7.5) end no game. The page on exact values (docs/studies/exact.md) says what that means.

    Parameters
    ----------
    position : Position or Game
        Where play begins; what has happened before does not count.
    most : int
        Positions to explore; a million take some 100 MB.
    players : sequence of (str or None)
        How the seats play: one that is None its best, others as `greedy`, or as another player that
        sees all cards and draws nothing, `nested+sight`. Against a player best play is the best
        response: how often it wins bounds how far the player is from perfect. The player is asked
        at each of its turns as if the game began there.

    Returns
    -------
    Solution
        Who wins.

    Raises
    ------
    ValueError
        For three seats, and for rules in which a position is more than its piles: `early-turn`,
        `first-moves`, `reserve-face-down`, `late-layout`, `foundation-base`; and for players that
        draw, remember, or do not see all cards.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("ranks=3,suits=2,houses-each=1,reserve-size=2")
    >>> rbcore.solve(rbcore.Position.deal(rules, seed=1, game=0))
    Solution(status='won', winner=0, positions=64)

    Seat 0 would win this deal, but not if it plays as `greedy`:

    >>> rules = rbcore.variant("ranks=4,suits=2,houses-each=1,reserve-size=2")
    >>> deal = rbcore.Position.deal(rules, seed=1, game=4)
    >>> rbcore.solve(deal).winner, rbcore.solve(deal, players=("greedy", None)).winner
    (0, 1)
    """
    cdef Search search = Search.__new__(Search)
    cdef uint32_t limit = check_range("most", most, 1, MOST_POSITIONS)
    _check_rules(position.rules)
    search.set_up(position, players, False)
    search.part = 1
    if not search.run(position, limit):
        return Solution("undecided", None, search.graph.explored)
    if search.lower[0] == 0:
        return Solution("drawn", None, search.graph.explored)
    return Solution("won", int(search.lower[0] < 0), search.graph.explored)


def solve_hidden(Playable position not None, most=POSITIONS, *, players=(None, None)):
    """Return what seat 0 gains under best play, if both seats see what a table sees.

    What nobody has seen of a reserve or hand may lie there in any order, each equally likely; all
    else both seats know, as they remember what they saw, and of which pack it was. So a position is
    solved for all orders at once, as a game of chance in which both know the same
    (docs/studies/exact.md). A win counts 1, a loss -1, play that goes on for ever 0; all else is as
    in `solve`.

    Parameters
    ----------
    position : Position or Game
        Where play begins. It makes no difference which order its unseen cards have.
    most : int
        Positions to explore; a million take some 300 MB. If they do not suffice, positions of which
        nothing is known count as lost for the lower bound and as won for the upper one.
    players : sequence of (str or None)
        How the seats play: one that is None its best, others as `greedy`. Against it best play is
        the best response that an opponent has who sees no hidden card.

    Returns
    -------
    Gain
        What seat 0 gains, on average.

    Raises
    ------
    ValueError
        For rules that `solve` refuses; for `covered-houses`, where cards that nobody has seen lie
        in houses, and `peek`, by which seats know different cards; and for other players.

    Examples
    --------
    All cards seen, seat 0 would win this deal. If nobody sees the hidden ones, it wins it in some
    orders of them and not in others:

    >>> import rbcore
    >>> rules = rbcore.variant("ranks=3,suits=2,houses-each=1,reserve-size=2,starter=seat-0")
    >>> deal = rbcore.Position.deal(rules, seed=30, game=2)
    >>> gain = rbcore.solve_hidden(deal)
    >>> print(f"{gain.lower:.4f} {gain.upper:.4f}")
    0.3333 0.3333
    """
    cdef Search search = Search.__new__(Search)
    cdef uint32_t limit = check_range("most", most, 1, MOST_POSITIONS)
    _check_rules(position.rules)
    _check_hidden(position.rules)
    search.set_up(position, players, True)
    search.part = 3
    search.run(position, limit)
    return Gain(search.lower[0], search.upper[0], search.graph.explored)


def _check_player(name):
    """Raise ValueError for a player whose turns hang on more than the cards."""
    spec = parse_player(name)
    if spec.draws:
        raise ValueError(f"{name} draws its moves, so nobody can be best against it for sure")
    if spec.kind != "greedy" and spec.knowledge != "sight":
        raise ValueError(f"{name} does not see all cards; write {spec.kind}+sight")


def _check_rules(rules):
    """Raise ValueError for rules that the solver does not know."""
    if rules.seats == 3:
        raise ValueError("seats=3 cannot be solved; best play is a matter of two")
    more = {
        "early-turn=yes": rules.early_turn,
        f"first-moves={rules.first_moves}": rules.first_moves,
        "reserve-face-down=yes": rules.reserve_face_down,
        "late-layout=yes": rules.late_layout,
        "foundation-base=first-card": rules.foundation_base == "first-card",
    }
    for choice, there in more.items():
        if there:
            raise ValueError(f"{choice} cannot be solved; positions are more than piles there")


def _check_answered(name):
    """Raise ValueError for a player whose turns hang on more than what all see."""
    spec = parse_player(name)
    if spec.draws or spec.kind != "greedy":
        raise ValueError(f"{name} cannot be answered with cards hidden; greedy can")


def _check_hidden(rules):
    """Raise ValueError for rules by which seats know more than what all have seen, or less."""
    if rules.covered_houses:
        raise ValueError("covered-houses=yes cannot be solved with cards hidden")
    if rules.peek != "no":
        raise ValueError(f"peek={rules.peek} cannot be solved with cards hidden")
