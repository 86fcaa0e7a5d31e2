"""The exact solver: who wins a small game under best play, or its value with cards hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from rbcore.api.position import Playable, View
from rbcore.cards.ranges import check_range, check_several, shown
from rbcore.players.names import parse_player
from rbcore.solving.retrograde import best_play  # type: ignore[import-not-found]

POSITIONS = 2_000_000
MAX_POSITIONS = 100_000_000


@dataclass(frozen=True)
class Solution:
    """The winner of a position under best play when both seats see all cards; see `rbcore.solve`.

    If one seat plays as a named player, best play means the other seat's.

    Attributes
    ----------
    status : str
        "won" if a seat can force a win, "drawn" if neither can, "undecided" if the search reached
        its limit of positions.
    winner : int or None
        The seat that can force a win, if there is one.
    positions : int
        The number of positions explored. Positions with a single move are not counted. Positions
        that differ only in the order of their houses count as one, unless a seat plays as a named
        player.
    """

    status: str
    winner: int | None
    positions: int


@dataclass(frozen=True)
class Gain:
    """The gain of seat 0 under best play when nobody sees hidden cards; see `rbcore.solve_hidden`.

    The gain is seat 0's chance of winning minus seat 1's, over all orders of the cards that nobody
    has seen. If one seat plays as a named player, best play means the other seat's.

    Attributes
    ----------
    lower, upper : float
        Bounds of the gain. They are equal up to rounding, unless the search reached its limit of
        positions.
    positions : int
        The number of positions explored.
    """

    lower: float
    upper: float
    positions: int


def solve(
    position: Playable, most: int = POSITIONS, *, players: Sequence[str | None] = (None, None)
) -> Solution:
    """Return who wins a position under best play when both seats see all cards.

    The solver explores the positions that can be reached and works backwards from the won ones
    (retrograde analysis) until it knows who wins the first. This suits small packs: `ranks` (V21)
    and `suits` (V22).

    A seat has to end its turn. If play never ends, nobody wins; this stands for stalemate (7.3) and
    for repeated positions (7.4 b). Long quiet (7.4 a) and limits (7.5) do not end a game. The page
    on exact values (docs/studies/exact.md) explains the consequences.

    Parameters
    ----------
    position : Position or Game
        The start of play; its history does not count.
    most : int
        Maximum number of positions to explore; a million take about 100 MB.
    players : sequence of (str or None)
        How the seats play: None for best play, or the name of a player that sees all cards and
        draws nothing, such as `greedy` or `nested+sight`. Against a named player, best play is the
        best response, and how often it wins bounds how far the player is from perfect. The player
        chooses at each of its turns as if the game began there.

    Returns
    -------
    Solution
        Who wins.

    Raises
    ------
    ValueError
        If there are three seats, if a position is more than its piles under the rules
        (`early-turn`, `first-moves`, `reserve-face-down`, `turn-reserve`, `late-layout`,
        `foundation-base`), or if a player draws, remembers or does not see all cards.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("ranks=3,suits=2,houses-each=1,reserve-size=2")
    >>> rbcore.solve(rbcore.Position.deal(rules, seed=1, game=0))
    Solution(status='won', winner=0, positions=64)

    Seat 0 can win this deal, but not if it plays as `greedy`:

    >>> rules = rbcore.variant("ranks=4,suits=2,houses-each=1,reserve-size=2")
    >>> deal = rbcore.Position.deal(rules, seed=1, game=4)
    >>> rbcore.solve(deal).winner, rbcore.solve(deal, players=("greedy", None)).winner
    (0, 1)
    """
    most = check_range("most", most, 1, MAX_POSITIONS)
    _check_rules(position)
    is_known, gain, _, explored = best_play(position, _seated(players, False), most, False)
    if not is_known:
        return Solution("undecided", None, explored)
    if gain == 0:
        return Solution("drawn", None, explored)
    return Solution("won", int(gain < 0), explored)


def solve_hidden(
    position: Playable, most: int = POSITIONS, *, players: Sequence[str | None] = (None, None)
) -> Gain:
    """Return the gain of seat 0 under best play when both seats see only what lies open.

    The unseen cards of a reserve or hand may lie in any order, each equally likely. Both seats know
    everything else, because they remember what they saw and which pack it came from. So a position
    is solved for all orders at once, as a game of chance in which both seats have the same
    information (docs/studies/exact.md). A win counts 1, a loss -1, and play that never ends 0.
    Everything else is as in `solve`.

    Parameters
    ----------
    position : Position or Game
        The start of play. The order of its unseen cards makes no difference.
    most : int
        Maximum number of positions to explore; a million take about 300 MB. If they do not
        suffice, unknown positions count as lost for the lower bound and as won for the upper one.
    players : sequence of (str or None)
        How the seats play: None for best play, or `greedy`. Against `greedy`, best play is the best
        response of an opponent that sees no hidden cards.

    Returns
    -------
    Gain
        The mean gain of seat 0, as bounds.

    Raises
    ------
    ValueError
        If `solve` refuses the rules; for `covered-houses`, under which unseen cards lie in houses;
        for `peek`, under which seats know different cards; and for other players.

    Examples
    --------
    If all cards are seen, seat 0 wins this deal. If nobody sees the hidden cards, it wins in only
    some orders of them:

    >>> import rbcore
    >>> rules = rbcore.variant("ranks=3,suits=2,houses-each=1,reserve-size=2,starter=seat-0")
    >>> deal = rbcore.Position.deal(rules, seed=30, game=2)
    >>> gain = rbcore.solve_hidden(deal)
    >>> print(f"{gain.lower:.4f} {gain.upper:.4f}")
    0.3333 0.3333
    """
    most = check_range("most", most, 1, MAX_POSITIONS)
    _check_rules(position)
    if position.rules.covered_houses:
        raise ValueError("covered-houses=yes cannot be solved with cards hidden")
    if position.rules.peek != "no":
        raise ValueError(f"peek={position.rules.peek} cannot be solved with cards hidden")
    _, lower, upper, explored = best_play(position, _seated(players, True), most, True)
    return Gain(lower, upper, explored)


def _seated(players: Sequence[str | None], hidden: bool) -> tuple[str | None, ...]:
    """Check and return both seats' players; named ones must choose by what both seats see."""
    names = check_several("players", players)
    if isinstance(players, str) or len(names) != 2:
        raise ValueError("give two players, with None for a seat under best play")
    for name in names:
        if name is None:
            continue
        spec = parse_player(name)
        if hidden and (spec.draws or spec.kind != "greedy"):
            raise ValueError(f"{name} cannot play with cards hidden; only greedy can")
        if spec.draws:
            raise ValueError(f"{name} draws its moves, so there is no exact best play against it")
        if spec.kind != "greedy" and spec.knowledge != "sight":
            raise ValueError(f"{name} does not see all cards; write {spec.kind}+sight")
    return names


def _check_rules(position: Playable) -> None:
    """Raise ValueError if the solver does not support the rules."""
    if not isinstance(position, Playable) or isinstance(position, View):
        raise TypeError(f"{shown(position)} is not a Position or Game; only these can be solved")
    rules = position.rules
    if rules.seats == 3:
        raise ValueError("seats=3 cannot be solved; the solver needs two seats")
    more = {
        "early-turn=yes": rules.early_turn,
        f"first-moves={rules.first_moves}": rules.first_moves,
        "reserve-face-down=yes": rules.reserve_face_down,
        "turn-reserve=yes": rules.turn_reserve,
        "late-layout=yes": rules.late_layout,
        "foundation-base=first-card": rules.foundation_base == "first-card",
    }
    for choice, there in more.items():
        if there:
            raise ValueError(f"{choice} cannot be solved; a position then has more than its piles")
