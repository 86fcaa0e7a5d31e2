"""Who wins a small game under best play, and what it is worth, cards hidden: the solver."""

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
    """Who wins a position under best play, if both seats see all cards; of `rbcore.solve`.

    Where a seat plays as a named player, best play is that of the other.

    Attributes
    ----------
    status : str
        "won" if a seat can force a win, "drawn" if neither can, "undecided" if the positions
        allowed did not suffice.
    winner : int or None
        The seat that can force a win, if there is one.
    positions : int
        How many were looked at. Those with a single move are left out, and positions that differ in
        the order of their houses alone are one, unless a seat plays as a named player.
    """

    status: str
    winner: int | None
    positions: int


@dataclass(frozen=True)
class Gain:
    """What seat 0 gains under best play, if nobody sees hidden cards; of `rbcore.solve_hidden`.

    It is the chance that seat 0 wins less the chance that seat 1 does, over all orders of the cards
    that nobody has seen. Where a seat plays as a named player, best play is that of the other.

    Attributes
    ----------
    lower, upper : float
        What it is at least and at most. They are equal, but for rounding errors, unless the
        positions allowed did not suffice.
    positions : int
        How many were looked at.
    """

    lower: float
    upper: float
    positions: int


def solve(
    position: Playable, most: int = POSITIONS, *, players: Sequence[str | None] = (None, None)
) -> Solution:
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
    most = check_range("most", most, 1, MAX_POSITIONS)
    _check_rules(position)
    if position.rules.covered_houses:
        raise ValueError("covered-houses=yes cannot be solved with cards hidden")
    if position.rules.peek != "no":
        raise ValueError(f"peek={position.rules.peek} cannot be solved with cards hidden")
    _, lower, upper, explored = best_play(position, _seated(players, True), most, True)
    return Gain(lower, upper, explored)


def _seated(players: Sequence[str | None], hidden: bool) -> tuple[str | None, ...]:
    """The players of both seats; the turns of those named hang on no more than all of them see."""
    names = check_several("players", players)
    if isinstance(players, str) or len(names) != 2:
        raise ValueError("players of best play are two, None for a seat that plays its best")
    for name in names:
        if name is None:
            continue
        spec = parse_player(name)
        if hidden and (spec.draws or spec.kind != "greedy"):
            raise ValueError(f"{name} cannot be answered with cards hidden; greedy can")
        if spec.draws:
            raise ValueError(f"{name} draws its moves, so nobody can be best against it for sure")
        if spec.kind != "greedy" and spec.knowledge != "sight":
            raise ValueError(f"{name} does not see all cards; write {spec.kind}+sight")
    return names


def _check_rules(position: Playable) -> None:
    """Raise ValueError for rules that the solver does not know."""
    if not isinstance(position, Playable) or isinstance(position, View):
        raise TypeError(f"{shown(position)} is no Position or Game, which alone can be solved")
    rules = position.rules
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
