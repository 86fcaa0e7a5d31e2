"""Opinions: what lines of a turn, and the moves of a game, are worth by playouts, and why."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap

import numpy as np
import numpy.typing as npt

import rbcore
from rbcore.api.position import features
from rbcore.board.notation import filled_in
from rbcore.cards.ranges import MAX_WORD, check_range, count_text, shown
from rbcore.players.weights import FEATURES, PLANNER
from rbsim.arms.arm import all_cores, join_seats, seat_players
from rbsim.arms.pools import in_order
from rbsim.arms.rows import Stop
from rbsim.estimates.figures import Figure, rate
from rbsim.estimates.intervals import wilson
from rbsim.games.transcript import Transcript
from rbsim.games.viewer import ShownGame, framed

PLAYER = "weighted"
GAMES = 36_000  # playouts; 0.8 seconds on two cores
SEED = 1
MAX_GAMES = 10**9
FINALISTS = 3  # lines that are compared at last
SCREENING = 0.25  # of all playouts, to find these
BACKGROUND = 0.15  # of the others, for every line alike
MARGIN = 0.005  # of all games, for which nobody would leave a line
LONGEST = 16  # moves; what a player does later in the same turn is left to the playouts
SPECIAL = ("turn", "waste", "pass")
STREAMS = 1 << 63  # the first seed of playouts, which are other streams than those of worlds
PIECE = 100  # worlds that a thread plays at a time

Asked = rbcore.Position | rbcore.View | rbcore.Game
WIDTH = 78  # of text for a terminal


# ---- lines, and who wins after them in the same worlds for all ----


@dataclass(frozen=True)
class Line:
    """Moves of known cards, up to where a card is turned up or the turn ends."""

    moves: tuple[str, ...]
    firsts: tuple[str, ...]  # the legal moves that come to the same, the first of `moves` too

    def __str__(self) -> str:
        return " ".join(self.moves)


def lines_of(game: rbcore.Game, player: str, seed: int) -> list[Line]:
    """Return a line, the shortest, for each end that a move and a player's next ones lead to."""
    steady = player.partition("~")[0]  # who goes on without erring
    found: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for move in game.moves():
        moves, end = _line(game, move, steady, seed)
        found.setdefault((end.position().fingerprint(), end.seat), []).append(moves)
    return [Line(min(same, key=len), tuple(moves[0] for moves in same)) for same in found.values()]


def _line(
    game: rbcore.Game, move: str, player: str, seed: int
) -> tuple[tuple[str, ...], rbcore.Game]:
    """Return the line that a move begins, and the game after it."""
    after = game.clone()
    moves = [move]
    unseen = len(after.view().unseen)
    after.apply(move)
    while (
        not after.is_over
        and after.seat == game.seat
        and moves[-1] not in SPECIAL
        and len(after.view().unseen) == unseen
        and len(moves) < LONGEST
    ):
        # By the position: nobody slips here, and no plan of the game's own is followed.
        moves.append(after.position().choose(player, seed))
        after.apply(moves[-1])
    return tuple(moves), after


# A count of playouts after a line is whole numbers: the wins of each seat, and behind these the
# games, those unfinished, and the worlds that the seat to move won after this line and not after
# the first, or the other way round.
Counts = npt.NDArray[np.int64]
PLAYED, LEFT, GAINED, LOST = range(-4, 0)
NONE: Counts = np.zeros(1, np.int64)


def rate_of(count: Counts, seat: int) -> Figure:
    """Return the share of playouts that a seat won."""
    won, games, left = (int(count[i]) for i in (seat, PLAYED, LEFT))
    return rate("won", won, games, left, unit="playouts")


def lead_of(count: Counts) -> tuple[float, float]:
    """Return how much more often the seat to move won than after the first line, and its error."""
    games, gained, lost = max(1, count[PLAYED]), count[GAINED], count[LOST]
    lead = float((gained - lost) / games)
    return lead, math.sqrt(((gained + lost) / games - lead**2) / games)


@dataclass
class Worlds:
    """Worlds of a game, determinizations or the open game, each played out after every line."""

    game: rbcore.Game
    players: tuple[str, ...]
    seed: int
    is_open: bool = False
    dealt: int = 1  # of which the first is looked at for its lines alone

    def world(self, number: int = 1) -> rbcore.Game:
        """Return the world of a number."""
        if self.is_open:
            return self.game.clone()
        memory = "+memory" in self.players[self.game.seat]
        return self.game.determinize(self.seed, number, memory=memory)

    def play(self, lines: Sequence[Line], worlds: int) -> Counts:
        """Return how the lines came out in so many new worlds; many are played on all cores."""
        numbers = range(self.dealt + 1, self.dealt + worlds + 1)
        self.dealt += worlds
        if worlds <= PIECE:
            return self._play(lines, numbers)
        pieces = [numbers[i : i + PIECE] for i in range(0, worlds, PIECE)]
        counts: Counts = sum(in_order(partial(self._play, lines), pieces, all_cores()), NONE)
        return counts

    def _play(self, lines: Sequence[Line], numbers: range, stop: Stop | None = None) -> Counts:
        """Return how the lines came out in worlds of some numbers, or in those before `stop`."""
        counts = np.zeros((len(lines), self.game.rules.seats - PLAYED), np.int64)
        for number in numbers:
            if stop is not None and stop[0]:
                break
            world = self.world(number)
            first = None
            for line, count in zip(lines, counts, strict=True):
                played = world.clone()
                for move in line.moves:
                    played.apply(move)
                if not played.is_over:
                    played.play_out(self.players, seed=STREAMS + number, stop=stop)
                winner = played.winner if played.outcome == "win" else None
                if winner is not None:
                    count[winner] += 1
                won = winner == self.game.seat
                first = won if first is None else first
                count[PLAYED:] += 1, played.outcome == "unfinished", won > first, won < first
        return counts


# ---- opinions ----

NOTHING = Line((), ())  # the game goes on as it stands


@dataclass(frozen=True)
class JudgedLine:
    """A `line`, the `rate` of playouts its seat won, `is_finalist`: of the best tried at first."""

    line: Line
    rate: Figure
    is_finalist: bool


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        return "\n".join(opinion_lines(self))


def analyse(
    what: Asked, *, by: str = PLAYER, games: int = GAMES, seed: int = SEED, open: bool = False
) -> Opinion:
    """Estimate how often the seat to move wins after each of its moves.

    For each legal move the player goes on until a card is turned up or the turn ends; moves that
    come to the same are one line. All lines are played out in the same worlds, in which the cards
    that the seat cannot see are dealt at random (docs/opinions.md).

    Parameters
    ----------
    what : Position, View or Game
        What is asked about. Only what the seat to move may know of it is used.
    by : str
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
    >>> position = rbcore.Position.deal("standard", seed=1, game=2)
    >>> opinion = analyse(position, games=200)
    >>> opinion.best.line.moves[0] in position.moves()
    True
    """
    game = game_of(what, open)
    check_range("games", games, 1, MAX_GAMES)
    check_range("seed", seed, 0, MAX_WORD)
    if game.is_over:
        raise ValueError(f"the game is over ({game.outcome}); there is no move to choose")
    worlds = Worlds(game, compiled_players(by, game.rules.seats), seed, open)
    own = worlds.players[game.seat]
    lines = lines_of(worlds.world(), own, seed)
    choice = lines[0].firsts[0]
    if game.stopped is None:  # the line first that the player would play if it did not err
        choice, steady = (game.position().choose(one, seed) for one in (own, own.partition("~")[0]))
        lines.sort(key=lambda line: steady not in line.firsts)
    judged = _judge(worlds, lines, games)
    chosen = next((line for line in lines if choice in line.firsts), judged[0].line)
    why = reasons(game, own, chosen, [one.line for one in judged if one.line != chosen])
    return Opinion(game.seat, worlds.players, tuple(judged), chosen, why)


def odds(game: rbcore.Game, seat: int, games: int) -> Figure:
    """Return how often a seat wins if all play on well; ValueError if a seat has peeked (V11)."""
    if game.rules.peek != "no":
        raise ValueError("Who is to move may have looked at a card (V11); ask in your own turn.")
    worlds = Worlds(game, compiled_players(PLAYER, game.rules.seats), SEED)
    return rate_of(worlds.play([NOTHING], games)[0], seat)


def game_of(what: Asked, open: bool = False) -> rbcore.Game:
    """Return a game that stands as what is asked about, to be played on."""
    if isinstance(what, rbcore.Game):
        return what.clone()
    if isinstance(what, rbcore.Position):
        return rbcore.Game.start(what)
    if isinstance(what, rbcore.View):
        if open:
            raise ValueError("a view does not say what lies face down; open=True wants a position")
        line = filled_in(what.remembered.notation, what.rules)  # hidden cards are dealt anew anyway
        return rbcore.Game.start(rbcore.Position.parse(line, what.rules, partial=True))
    raise TypeError(f"{shown(what)} is no position, view or game")


def compiled_players(player: str, seats: int) -> tuple[str, ...]:
    """Return a compiled player for each seat. Raises ValueError for one in Python."""
    seated = seat_players(player, seats)
    for one in seated:
        if not isinstance(one, str):
            raise ValueError(f"{one} is a player in Python; compiled players play out games")
    return tuple(map(str, seated))


def _judge(worlds: Worlds, lines: list[Line], games: int) -> list[JudgedLine]:
    """Return the lines with their rates, the best first; the player's own is the first given."""
    if len(lines) == 1:
        games = max(1, games // 4)  # there is nothing to compare
    seat = worlds.game.seat
    finalists = _screened(worlds, lines, int(games * SCREENING))
    rest = games - int(games * SCREENING) * (len(lines) > FINALISTS)
    few = max(1, int(rest * BACKGROUND) // len(lines)) if len(lines) > len(finalists) else 0
    counts = worlds.play(lines, few)
    many = max(1 - few, (rest - few * len(lines)) // len(finalists))
    counts[finalists] += worlds.play([lines[i] for i in finalists], many)
    leads = {i: lead_of(counts[i]) for i in finalists}
    ahead = [i for i, (lead, error) in leads.items() if lead > MARGIN + error]
    best = max(ahead or [0], key=lambda i: counts[i, seat])
    judged = [
        JudgedLine(line, rate_of(counts[i], seat), i in finalists) for i, line in enumerate(lines)
    ]
    first = judged[best]
    return sorted(
        judged, key=lambda one: (one is first, one.is_finalist, one.rate.estimate), reverse=True
    )


def _screened(worlds: Worlds, lines: list[Line], games: int) -> list[int]:
    """Return the first line and the best others by successive halving (Karnin et al., 2013)."""
    left, wins = list(range(len(lines))), [0] * len(lines)
    rounds = max(1, math.ceil(math.log2(len(lines) / FINALISTS)))
    while len(left) > FINALISTS:
        counts = worlds.play([lines[i] for i in left], max(1, games // rounds // len(left)))
        for i, count in zip(left, counts, strict=True):
            wins[i] += count[worlds.game.seat]
        keep = max(FINALISTS, len(left) // 2) - 1
        left = sorted([0, *sorted(left[1:], key=lambda i: -wins[i])[:keep]])
    return left


# ---- reasons: what `weighted` and `planner` like in a line, by the features that they weigh ----

MAX_TOLD = 4  # features that are named

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
    """Return in a sentence why a player prefers its line to the first of others; or nothing."""
    kind, _, knowledge = player.partition("~")[0].partition("+")
    if kind not in ("weighted", "planner") or knowledge == "sight" or game.stopped is not None:
        return ""
    if own.moves[0].endswith(">F"):
        return f"{own.moves[0]} comes before all else: a card that fits a foundation goes there"
    plans, memory, position = kind == "planner", knowledge == "memory", game.position()
    weights = FEATURES | PLANNER if plans else FEATURES

    def parts(line: Line) -> dict[str, int]:
        """Return what each feature adds to the value of a line, or of its first move."""
        moves = list(line.moves) if plans else [line.moves[0]]
        named = zip(weights.items(), features(position, moves, plans, memory), strict=True)
        return {name: weight * amount for (name, weight), amount in named}

    def would_make(line: Line) -> bool:
        """Return whether a line can be chosen: `weighted` has a move between houses gain there."""
        source, _, place = line.moves[0].partition(">")
        between = source[0].isdigit() and place[:1].isdigit()
        return plans or not between or sum(parts(line).values()) > 0

    other = next((one for one in others if one != own and would_make(one)), None)
    if other is None:
        return "the other moves are between houses and gain nothing there" if others else ""
    less = parts(other)
    told = _features_text({name: more - less[name] for name, more in parts(own).items()}, weights)
    words, beside = (str(line) if plans else line.moves[0] for line in (own, other))
    return f"beside {beside}, {words} has {told}"


def _features_text(parts: Mapping[str, int], weights: Mapping[str, int]) -> str:
    """Return the features that tell two lines apart, the weightiest first, and their sum."""
    named = sorted((name for name in parts if parts[name]), key=lambda name: -abs(parts[name]))
    if not named:
        return "the same weight, and is found first"
    words = []
    for name in named[:MAX_TOLD]:
        amount = "more" if (parts[name] > 0) == (weights[name] > 0) else "less"
        words.append(f"{amount} of: {WORDS[name]} ({parts[name]:+})")
    if rest := sum(parts[name] for name in named[MAX_TOLD:]):
        words.append(f"the rest ({rest:+})")
    return f"{', '.join(words)}; {sum(parts.values()):+} in all"


# ---- for a terminal ----


def opinion_lines(opinion: Opinion) -> Iterator[str]:
    """Yield a line for each line of the turn, and what the player itself would do."""
    players = join_seats(opinion.players)
    playouts = count_text(sum(one.rate.n for one in opinion.lines), "playouts")
    yield f"Seat {opinion.seat} to move; {players} plays on, {playouts} counted."
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


# ---- the course of a game: how likely a seat was to win at each move, and what cost most ----

MOVE_GAMES = 100  # playouts that the figure of a move counts
OTHER_WORLDS = 1 << 62  # added to the seed of those that are judged again
AGAIN = 10  # times as many, in other worlds, of the moves that seemed to cost most
MAX_COSTLY = 5  # of a game
BAR = 30  # columns of a certain win
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, and what it was worth.

    Attributes
    ----------
    number, turn, seat : int
        How many entries the transcript has before it, its turn, and whose move it was.
    move : str
        In notation.
    seat_0 : Figure
        How often seat 0 wins after it, with only what the seat to move knew.
    best : Line
        What seemed best; if it was this move, it cost nothing.
    cost : float
        How much less often its seat wins than after the best line, in the same worlds; `error` is
        the standard error of it, 0 where it cost nothing.
    """

    number: int
    turn: int
    seat: int
    move: str
    seat_0: Figure
    best: Line
    cost: float = 0.0
    error: float = 0.0


@dataclass(frozen=True, repr=False)
class Course:
    """The moves of a game, judged.

    Attributes
    ----------
    transcript : Transcript
        The game.
    players : tuple of str
        Who played on, by seat.
    moves : tuple of JudgedMove
        All legal moves in order; what was attempted when Stop was called is not among them.
    costly : tuple of JudgedMove
        Those that cost most, one of a turn, judged once more with more playouts in other worlds;
        the worst first, and none whose interval has 0.
    """

    transcript: Transcript
    players: tuple[str, ...]
    moves: tuple[JudgedMove, ...]
    costly: tuple[JudgedMove, ...]

    @property
    def rates(self) -> list[float]:
        """How often seat 0 wins after each entry, before the first as after it."""
        after = {one.number: one.seat_0.estimate for one in self.moves}
        rates = [next(iter(after.values()), 0.5)]
        for number in range(len(self.transcript.moves)):
            rates.append(after.get(number, rates[-1]))
        return rates

    @property
    def remarks(self) -> dict[int, str]:
        """What the costly moves cost in words, by the number of entries up to each."""
        return {one.number + 1: f"This move costs {_cost_text(one)}" for one in self.costly}

    def __repr__(self) -> str:
        return "\n".join(course_lines(self))

    def shown(self) -> ShownGame:
        """Return the game as a page shows it, with the curve of chances, remarks and mistakes."""
        shown, said, told = self.transcript.shown(), self.transcript.comments, self.remarks
        name = next((f" ({one.partition('/')[0]})" for one in self.transcript.players), "")
        return replace(
            shown,
            comments={**said, **{n: f"{said.get(n, '')} {told[n]}".lstrip() for n in told}},
            rates=self.rates,
            caption=f"How likely seat 0{name} was to win after each move, "
            f"if {join_seats(self.players)} plays on",
            mistakes={
                one.number + 1: f"turn {one.turn}, seat {one.seat}: {one.move} costs "
                f"{_cost_text(one)}"
                for one in self.costly
            },
        )

    def _repr_html_(self) -> str:
        """Return the game to step through with its curve, as a notebook shows it."""
        return framed([self])


def course(
    transcript: Transcript,
    *,
    by: str = PLAYER,
    games: int = MOVE_GAMES,
    seed: int = SEED,
    seat: int | None = None,
    progress: Progress | None = None,
) -> Course:
    """Estimate how likely seat 0 was to win at each move of a game, and what each move cost.

    Parameters
    ----------
    transcript : Transcript
        The game.
    by : str
        Who plays on, as of `analyse`.
    games : int
        Playouts that a move's figure counts. Where there was a choice, twice as many look for the
        best line before, and as many follow this one in the same worlds.
    seed : int
        Names the worlds.
    seat : int, optional
        Whose costly moves are wanted; those of all unless given.
    progress : callable, optional
        Called with (moves judged, moves in all).

    Returns
    -------
    Course
        All moves, and those that cost most.

    Raises
    ------
    ValueError
        For a game that the rules forbid, players that are not compiled, and numbers out of range.

    Examples
    --------
    >>> game = Transcript.traced("standard", ["uniform", "greedy"], seed=1, game=3)
    >>> found = course(game, games=8)
    >>> found.moves[0].turn, len(found.moves) == len(game.moves)
    (1, True)
    """
    check_range("games", games, 1, MAX_GAMES)
    check_range("seed", seed, 0, MAX_WORD)
    players = compiled_players(by, transcript.rules.seats)
    check_range("seat", seat or 0, 0, transcript.rules.seats - 1)
    moves = []
    dearest: dict[int, tuple[float, Callable[[int, int], JudgedMove]]] = {}  # of each turn
    for number, (game, entry) in enumerate(transcript.replay()):
        if entry not in game.moves():
            continue  # a called Stop, or an offence
        judge = partial(_judged, game.clone(), players, number, entry)
        moves.append(judge(seed, games))
        if progress is not None:
            progress(moves[-1].number + 1, len(transcript.moves))
        cost, turn = moves[-1].cost, moves[-1].turn
        if seat in (None, game.seat) and cost > dearest.get(turn, (0.0,))[0]:
            dearest[turn] = cost, judge
    seeming = sorted(dearest.values(), key=lambda one: -one[0])[: 2 * MAX_COSTLY]
    elsewhere = (seed + OTHER_WORLDS) & MAX_WORD
    again = (judge(elsewhere, AGAIN * games) for _, judge in seeming)
    costly = sorted((one for one in again if _cost(one).low > 0), key=lambda one: -one.cost)
    return Course(transcript, players, tuple(moves), tuple(costly[:MAX_COSTLY]))


def _judged(
    game: rbcore.Game, players: tuple[str, ...], number: int, move: str, seed: int, games: int
) -> JudgedMove:
    """Judge a move by so many playouts of it and of the best line, which twice as many look for."""
    worlds = Worlds(game, players, seed)
    lines = lines_of(worlds.world(), players[game.seat], seed)
    own = best = next(line for line in lines if move in line.firsts)
    if len(lines) > 1:
        wins = worlds.play(lines, max(1, 2 * games // len(lines)))[:, game.seat]
        best = lines[int(wins.argmax())]
    counts = worlds.play([own] if best is own else [own, best], games)
    lead, error = lead_of(counts[-1])
    worth = (best, lead, error) if lead > 0 else (own,)
    return JudgedMove(number, game.turn + 1, game.seat, move, rate_of(counts[0], 0), *worth)


def course_lines(found: Course, full: bool = False) -> Iterator[str]:
    """Yield lines for a terminal: which moves cost most; in full, how seat 0 stood in each turn."""
    yield f"{found.transcript.title}; {join_seats(found.players)} plays on"
    yield ""
    if not found.costly:
        yield "No move was found to cost anything."
    else:
        yield "Moves that cost most, and by how much their seat wins less often (95%)"
        yield ""
    for one in found.costly:
        place = f"  move {one.number + 1:>4}, turn {one.turn:>4}, seat {one.seat}  {one.move:<8} "
        yield from wrap(place + _cost_text(one), WIDTH, subsequent_indent=" " * len(place))
    if full:
        yield from ("", "How often seat 0 wins, at the end of each turn (95%)", "")
        for one in {one.turn: one for one in found.moves}.values():
            bar = "#" * round(BAR * one.seat_0.estimate)
            yield f"  turn {one.turn:>4}, seat {one.seat}  {one.seat_0.text:<25} {bar}".rstrip()


def _cost(one: JudgedMove) -> Figure:
    share, games = (one.cost + 1) / 2, one.seat_0.n
    alike = share * (1 - share) / (one.error / 2) ** 2 if one.error > 0 else games
    low, high = (2 * end - 1 for end in wilson(share * alike, alike))
    return Figure("cost", one.cost, low, high, games)


def _cost_text(one: JudgedMove) -> str:
    return f"{_cost(one).text}; better: {one.best}"
