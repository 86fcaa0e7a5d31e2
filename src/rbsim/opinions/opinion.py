"""Opinion: what each line of a turn is worth, estimated by playouts."""

import math
from dataclasses import dataclass

import rbcore
from rbcore.board.hidden_cards import filled_in
from rbcore.cards.ranges import MOST_WORD, check_range, shown
from rbsim.arms.arm import seat_players
from rbsim.figures import Figure
from rbsim.opinions.lines import Line, lines_of
from rbsim.opinions.playouts import Worlds
from rbsim.opinions.reasons import reasons

PLAYER = "weighted"
GAMES = 36_000  # playouts; 0.8 seconds on two cores
SEED = 1
MOST_GAMES = 10**9
FINALISTS = 3  # lines that are compared at last
SCREENING = 0.25  # of all playouts, to find these
BACKGROUND = 0.15  # of the others, for every line alike
MARGIN = 0.005  # of all games, for which nobody would leave a line
NOTHING = Line((), ())  # the game goes on as it stands

Asked = rbcore.Position | rbcore.View | rbcore.Game


@dataclass(frozen=True)
class JudgedLine:
    """A line with how often the seat wins after it.

    Attributes
    ----------
    line : Line
        The moves.
    rate : Figure
        The share of playouts that the seat won, with its interval (Wilson).
    is_finalist : bool
        Whether it was among the best of those that were tried at first.
    """

    line: Line
    rate: Figure
    is_finalist: bool


@dataclass(frozen=True)
class Opinion:
    """What each line is worth to the seat to move, best first.

    Attributes
    ----------
    seat : int
        The seat to move.
    players : tuple of str
        Who plays on, by seat.
    lines : tuple of JudgedLine
        The best first, then finalists and then others by the share of playouts that was won.
    own : Line
        What the player of the seat would play.
    reason : str
        Why, if it is `weighted` or `planner`: which features its line has more of than the best of
        the others, and what they weigh.
    """

    seat: int
    players: tuple[str, ...]
    lines: tuple[JudgedLine, ...]
    own: Line
    reason: str = ""

    @property
    def best(self) -> JudgedLine:
        """The player's own line, or one that is ahead of it by more than half a point."""
        return self.lines[0]


def analyse(
    what: Asked,
    *,
    player: str = PLAYER,
    games: int = GAMES,
    seed: int = SEED,
    open: bool = False,
) -> Opinion:
    """Estimate how often the seat to move wins after each of its moves.

    For each legal move the player goes on until a card is turned up or the turn ends; moves that
    come to the same are one line. All lines are played out in the same worlds, in which the cards
    that the seat cannot see are dealt at random. A part of the playouts finds the best lines by
    successive halving and is not counted; fresh ones, most of them for these lines, make the rates.
    The player's own line counts as the best unless the lead of another in the same worlds is over
    half a percentage point by more than its standard error; of these, the one that won most.

    Parameters
    ----------
    what : Position, View or Game
        What is asked about. Only what the seat to move may know of it is used.
    player : str
        Who plays on, compiled; one for all seats or one each, as `simulate` takes them. One with
        memory also knows what its seat remembers.
    games : int
        Playouts in all; of an only line a quarter.
    seed : int
        Names the worlds.
    open : bool
        Whether the hidden cards are taken as they lie, which no seat may know.

    Returns
    -------
    Opinion
        The lines, best first, and what the player itself would do.

    Raises
    ------
    ValueError
        For a game that is over, players that are not compiled, and numbers out of range.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=2)
    >>> opinion = analyse(position, games=200)
    >>> opinion.best.line.moves[0] in position.moves()
    True
    """
    game = game_of(what, open)
    check_numbers(games, seed)
    if game.is_over:
        raise ValueError(f"the game is over ({game.outcome}); there is no move to choose")
    worlds = Worlds(game, compiled_players(player, game.rules.seats), seed, open)
    own = worlds.players[game.seat]
    lines = _own_first(lines_of(worlds.next(), own, seed), game, own, seed)
    judged = _judge(worlds, lines, games)
    choice = game.position().choose(own, seed) if game.stopped is None else lines[0].firsts[0]
    chosen = next((line for line in lines if choice in line.firsts), judged[0].line)
    why = reasons(game, own, chosen, [one.line for one in judged if one.line != chosen])
    return Opinion(game.seat, worlds.players, tuple(judged), chosen, why)


def odds(game: rbcore.Game, seat: int, games: int) -> Figure:
    """Return how often a seat wins if all play on well, by what all at the table can see.

    Raises ValueError if the seat to move may know more than that.
    """
    if game.rules.peek != "no":
        raise ValueError("Who is to move may have looked at a card (V11); ask in your own turn.")
    worlds = Worlds(game, compiled_players(PLAYER, game.rules.seats), SEED)
    (count,) = worlds.play([NOTHING], games)
    return count.rate(seat)


def check_numbers(games: int, seed: int, least: int = 1) -> None:
    """Raise ValueError for a number of playouts or a seed out of range."""
    check_range("games", games, least, MOST_GAMES)
    check_range("seed", seed, 0, MOST_WORD)


def game_of(what: Asked, open: bool = False) -> rbcore.Game:
    """Return a game that stands as what is asked about, to be played on."""
    if isinstance(what, rbcore.Game):
        return what.clone()
    if isinstance(what, rbcore.Position):
        return rbcore.Game.start(what)
    if isinstance(what, rbcore.View):
        if open:
            raise ValueError("a view does not say what lies face down; open=True wants a position")
        line = filled_in(str(what.remembered), what.rules)  # hidden cards are dealt anew anyway
        return rbcore.Game.start(rbcore.Position.parse(line, what.rules, partial=True))
    raise TypeError(f"{shown(what)} is no position, view or game")


def compiled_players(player: str, seats: int) -> tuple[str, ...]:
    """Return a compiled player for each seat. Raises ValueError for one in Python."""
    names = []
    for one in seat_players(player, seats):
        if not isinstance(one, str):
            raise ValueError(f"{one} is a player in Python; compiled players play out games")
        names.append(one)
    return tuple(names)


def _own_first(lines: list[Line], game: rbcore.Game, player: str, seed: int) -> list[Line]:
    """Return the lines, the one first that the player would play if it did not err."""
    if game.stopped is not None:
        return lines
    choice = game.position().choose(player.partition("~")[0], seed)
    return sorted(lines, key=lambda line: choice not in line.firsts)


def _judge(worlds: Worlds, lines: list[Line], games: int) -> list[JudgedLine]:
    """Return the lines with their rates, the best first; the player's own is the first given."""
    if len(lines) == 1:
        games = max(1, games // 4)  # there is nothing to compare
    finalists = _screened(worlds, lines, int(games * SCREENING))
    rest = games - int(games * SCREENING) * (len(lines) > FINALISTS)
    few = max(1, int(rest * BACKGROUND) // len(lines)) if len(lines) > len(finalists) else 0
    counts = dict(zip(lines, worlds.play(lines, few), strict=True))
    seat = worlds.game.seat
    many = max(1 - few, (rest - few * len(lines)) // len(finalists))
    for line, more in zip(finalists, worlds.play(finalists, many), strict=True):
        counts[line].add(more)
    ahead = [line for line in finalists if counts[line].lead > MARGIN + counts[line].error]
    best = max(ahead or lines[:1], key=lambda line: counts[line].wins[seat])
    judged = [JudgedLine(line, one.rate(seat), line in finalists) for line, one in counts.items()]
    return sorted(
        judged, key=lambda one: (one.line == best, one.is_finalist, one.rate.estimate), reverse=True
    )


def _screened(worlds: Worlds, lines: list[Line], games: int) -> list[Line]:
    """Return the first line and the best others, found in rounds that leave half of them.

    Successive halving (Karnin, Koren and Somekh, ICML 2013).
    """
    left, seat = {line: worlds.count() for line in lines}, worlds.game.seat
    rounds = max(1, math.ceil(math.log2(len(lines) / FINALISTS)))
    while len(left) > FINALISTS:
        in_all = max(1, games // rounds // len(left))
        for line, more in zip(left, worlds.play(list(left), in_all), strict=True):
            left[line].add(more)
        keep = max(FINALISTS, len(left) // 2) - 1
        others = sorted(
            (line for line in left if line != lines[0]),
            key=lambda line: left[line].wins[seat],
            reverse=True,
        )[:keep]
        left = {line: left[line] for line in left if line == lines[0] or line in others}
    return list(left)
