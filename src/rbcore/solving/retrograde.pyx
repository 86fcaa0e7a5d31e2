"""The solver, for Python: positions are explored until it is known who wins the first one."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, realloc

from rbcore.api.playable cimport Playable
from rbcore.board.position cimport position_t
from rbcore.engine.stepper_setup cimport named_player
from rbcore.engine.workspace cimport CompiledRules
from rbcore.solving.reachable cimport (
    NOBODY, begin, dispose, explore, graph_t, look_where_open,
)
from rbcore.solving.winners cimport find_winners

from rbcore.cards.ranges import check_range
from rbcore.players.names import parse_player
from rbcore.solving.solution import Solution

__all__ = ["MOST_POSITIONS", "POSITIONS", "solve"]

POSITIONS = 2_000_000
MOST_POSITIONS = 100_000_000

cdef enum:
    FIRST_LOOK = 64
    UNTIL_SIGNALS = 50_000


cdef class Search:
    """A graph and who wins its positions, as far as is known."""

    cdef graph_t graph
    cdef uint8_t* winners
    cdef CompiledRules compiled

    def __dealloc__(self):
        dispose(&self.graph)
        free(self.winners)

    cdef void sit(self, players) except *:
        """Give seats their players."""
        names = tuple(players)
        cdef int seat
        if isinstance(players, str) or len(names) != 2:
            raise ValueError("players of best play are two, None for a seat that plays its best")
        for seat, name in enumerate(names):
            if name is not None:
                _check_player(name)
                self.graph.players[seat] = named_player(name).filled
                self.graph.is_named[seat] = True

    cdef bint look(self) noexcept nogil:
        """Find the winners of all positions found so far; False if there is no memory."""
        cdef void* wider = realloc(self.winners, self.graph.count)
        if wider == NULL:
            return False
        self.winners = <uint8_t*>wider
        return find_winners(&self.graph, self.winners)

    cdef bint run(self, const position_t* start, uint32_t most) except -1:
        """Explore until the start is decided or nothing is left; False if there is too much.

        Looking takes about as long as exploring, so it waits until twice as many are explored.
        """
        cdef uint32_t next_look = FIRST_LOOK, pause
        cdef bint has_room
        cdef graph_t* g = &self.graph
        with nogil:
            has_room = begin(g, start)
        while has_room:
            PyErr_CheckSignals()
            pause = min(g.explored + <uint32_t>UNTIL_SIGNALS, min(next_look, most))
            with nogil:
                has_room = explore(g, pause)
                if has_room and (g.explored >= min(next_look, most) or g.n_taken == g.n_queue):
                    next_look = 2 * g.explored
                    has_room = self.look() and look_where_open(g, self.winners)
                    if has_room and (self.winners[0] != NOBODY or g.n_queue == 0):
                        break
            if has_room and g.explored >= most:
                return False
        if not has_room:
            raise MemoryError
        return True


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
    cdef position_t start
    cdef uint32_t limit = check_range("most", most, 1, MOST_POSITIONS)
    rules = position.rules
    _check_rules(rules)
    search.compiled = position.compiled
    search.graph.rules = &search.compiled.rules
    search.sit(players)
    start = position.still()
    if not search.run(&start, limit):
        return Solution("undecided", None, search.graph.explored)
    if search.winners[0] == NOBODY:
        return Solution("drawn", None, search.graph.explored)
    return Solution("won", int(search.winners[0]), search.graph.explored)


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
