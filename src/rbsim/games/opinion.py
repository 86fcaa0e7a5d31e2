"""Opinions: what each line of a turn is worth by playouts, and why a player makes its own."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import rbcore
from rbcore.api.position import features
from rbcore.board.notation import filled_in
from rbcore.cards.ranges import MOST_WORD, check_range, count_text, shown
from rbcore.players.weights import FEATURES, PLANNER
from rbsim.arms.arm import join_seats, seat_players
from rbsim.figures import Figure
from rbsim.games.playouts import Line, Worlds, lines_of

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
WIDTH = 78  # of text for a terminal


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
    what: Asked, *, player: str = PLAYER, games: int = GAMES, seed: int = SEED, open: bool = False
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
    seated = seat_players(player, seats)
    for one in seated:
        if not isinstance(one, str):
            raise ValueError(f"{one} is a player in Python; compiled players play out games")
    return tuple(map(str, seated))


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
        order = sorted(left, key=lambda line: -left[line].wins[seat])
        others = [line for line in order if line != lines[0]][:keep]
        left = {line: left[line] for line in left if line == lines[0] or line in others}
    return list(left)


# ---- reasons: what `weighted` and `planner` like in a line, by the features that they weigh ----

MOST_TOLD = 4  # features that are named

# Of a line beside another: what it has more of. docs/players.md says what each feature is.
WORDS = {
    "turn": "a hand card turned up",
    "waste": "a card laid on the waste",
    "waste_exposed": "a waste card for the opponent to be loaded on",
    "house_loads_reserve": "a house's card loaded on the opponent's reserve",
    "house_loads_waste": "a house's card loaded on the opponent's waste",
    "reserve_loads_reserve": "the own reserve's card loaded on the opponent's reserve",
    "reserve_loads_waste": "the own reserve's card loaded on the opponent's waste",
    "reserve_to_house": "the own reserve's card to a house",
    "hand_loads_reserve": "the hand card loaded on the opponent's reserve",
    "hand_loads_waste": "the hand card loaded on the opponent's waste",
    "hand_to_house": "the hand card to a house",
    "load_blocks": "a load that covers a card which fits",
    "load_returns": "a loaded card that can come back to a house",
    "load_undone": "a house that takes the loaded card back",
    "stale": "progress after the whole hand has been seen",
    "top_fits": "a house's top that fits a foundation now",
    "top_fits_next": "a house's top that fits a foundation after one more card",
    "top_fits_later": "a house's top that fits a foundation after two more cards",
    "top_takes_own": "a house that takes the own reserve's card",
    "top_takes_other": "a house that takes the opponent's reserve card",
    "top_takes_hand": "a house that takes the hand card",
    "top_loads_reserve": "a house's top that can be loaded on a reserve",
    "top_loads_waste": "a house's top that can be loaded on a waste",
    "top_rank": "high tops of houses",
    "under_fits": "a covered card that fits a foundation now",
    "under_fits_next": "a covered card that fits a foundation after one more card",
    "under_fits_later": "a covered card that fits a foundation after two more cards",
    "bottom_rank": "houses that begin with high cards",
    "in_order": "cards in order in houses",
    "space": "an empty house",
    "more_spaces": "more empty houses",
    "bares_unknown": "a face-down card uncovered",
    "house_builds": "a house's card to a foundation",
}


def reasons(game: rbcore.Game, player: str, own: Line, others: Sequence[Line]) -> str:
    """Return in a sentence why a player prefers its line to the first of others; or nothing.

    Of `weighted` the first moves are compared, of `planner` the lines, each feature times its
    weight.
    """
    kind, _, knowledge = player.partition("~")[0].partition("+")
    if kind not in ("weighted", "planner") or knowledge == "sight" or game.stopped is not None:
        return ""
    if own.moves[0].endswith(">F"):
        return f"{own.moves[0]} comes before all else: a card that fits a foundation goes there"
    weigh = _Weighing(game.position(), kind, knowledge == "memory")
    made = [one for one in others if one != own and weigh.would_make(one)]
    if not made:
        return "the other moves are between houses and gain nothing there" if others else ""
    parts, beside = weigh.parts(own), weigh.parts(made[0])
    told = _features_text({name: parts[name] - beside[name] for name in parts}, weigh.weights)
    return f"beside {weigh.name(made[0])}, {weigh.name(own)} has {told}"


class _Weighing:
    """A position as `weighted` or `planner` weighs what can be done in it."""

    def __init__(self, position: rbcore.Position, kind: str, memory: bool) -> None:
        self.position = position
        self.plans = kind == "planner"
        self.memory = memory
        self.weights = FEATURES | PLANNER if self.plans else FEATURES

    def name(self, line: Line) -> str:
        """Return what is weighed of a line: all, or its first move."""
        return str(line) if self.plans else line.moves[0]

    def parts(self, line: Line) -> dict[str, int]:
        """Return what each feature adds to the value of a line."""
        moves = list(line.moves) if self.plans else [line.moves[0]]
        found = features(self.position, moves, self.plans, self.memory)
        named = zip(self.weights.items(), found, strict=True)
        return {name: weight * amount for (name, weight), amount in named}

    def would_make(self, line: Line) -> bool:
        """Return whether a line can be chosen: `weighted` has a move between houses gain there."""
        source, _, place = line.moves[0].partition(">")
        if self.plans or not (source[0].isdigit() and place[:1].isdigit()):
            return True
        return sum(self.parts(line).values()) > 0


def _features_text(parts: Mapping[str, int], weights: Mapping[str, int]) -> str:
    """Return the features that tell two lines apart, the weightiest first, and their sum."""
    named = sorted((name for name in parts if parts[name]), key=lambda name: -abs(parts[name]))
    if not named:
        return "the same weight, and is found first"
    words = []
    for name in named[:MOST_TOLD]:
        amount = "more" if (parts[name] > 0) == (weights[name] > 0) else "less"
        words.append(f"{amount} of: {WORDS[name]} ({parts[name]:+})")
    rest = sum(parts[name] for name in named[MOST_TOLD:])
    if rest:
        words.append(f"the rest ({rest:+})")
    return f"{', '.join(words)}; {sum(parts.values()):+} in all"


# ---- for a terminal ----


def opinion_lines(opinion: Opinion) -> Iterator[str]:
    """Yield a line for each line of the turn, and what the player itself would do."""
    players = join_seats(opinion.players)
    playouts = sum(one.rate.n for one in opinion.lines)
    yield (
        f"Seat {opinion.seat} to move; {players} plays on, "
        f"{count_text(playouts, 'playouts')} counted."
    )
    yield ""
    for one in opinion.lines:
        rate = f"  {one.rate.text:<26} "
        others = ", ".join(move for move in one.line.firsts if move != one.line.moves[0])
        also = f"   (also from {others})" if others else ""
        yield from wrap(f"{rate}{one.line}{also}", WIDTH, subsequent_indent=" " * len(rate))
    yield ""
    most = max((one for one in opinion.lines if one.is_finalist), key=lambda one: one.rate.estimate)
    if most.rate.estimate > opinion.best.rate.estimate:
        text = f"{most.line} won more often, but not clearly by {100 * MARGIN:g} points."
        yield from wrap(text, WIDTH)
    yield f"{opinion.players[opinion.seat]} would play {opinion.own}."
    if opinion.reason:
        yield from wrap(f"{opinion.reason}.", WIDTH, initial_indent="  ", subsequent_indent="  ")
