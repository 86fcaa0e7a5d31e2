"""Opinions: the value of the lines of a turn and the moves of a game, by playouts; and why."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from rbsim.arguments import checked
from rbsim.arms.arm import join_seats, seat_players
from rbsim.arms.asking import Chooser, chooser, play_out
from rbsim.arms.cores import all_cores
from rbsim.arms.players import Players, SeatedPlayer, core_player, distinct
from rbsim.arms.pools import in_order
from rbsim.arms.rows import Stop
from rbsim.estimates.figures import Figure, rate
from rbsim.estimates.intervals import wilson
from rbsim.games.transcript import Transcript, line_words, move_words
from rbsim.games.viewer import ShownGame, framed

PLAYER = "weighted"
GAMES = 36_000  # playouts: 0.8 seconds on two cores
PYTHON_GAMES = 1_000  # playouts with a player in Python: some seconds on one core
SEED = 1
MAX_GAMES = 10**9
FINALISTS = 3  # lines in the final comparison
SCREENING = 0.25  # the share of all playouts that finds the finalists
BACKGROUND = 0.15  # the share of the remaining playouts that every line gets
MARGIN = 0.005  # a lead, in games won, that is too small to prefer another line to the player's own
MAX_MOVES = 16  # of a line; playouts decide the rest of the turn
SPECIAL = ("turn", "waste", "pass")
STREAMS = 1 << 63  # the first seed of playouts: their streams differ from those of worlds
PIECE = 100  # worlds that a thread plays at a time

Asked = rbcore.Position | rbcore.View | rbcore.Game
WIDTH = 78  # columns of text for a terminal


# ---- lines, and who wins after them in common worlds ----


@dataclass(frozen=True)
class Line:
    """Moves of known cards, up to where a card is turned up or the turn ends.

    Attributes
    ----------
    moves : tuple of str
        The moves, one after another.
    firsts : tuple of str
        The legal moves from which the player reaches the same end, including the first of `moves`.
    """

    moves: tuple[str, ...]
    firsts: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.moves)


def lines_of(game: rbcore.Game, player: SeatedPlayer, seed: int) -> list[Line]:
    """Return a line for each end that a legal move and the player's next moves lead to.

    It is the shortest line to that end. The player is assumed not to err.
    """
    by_end: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for move in game.moves():
        moves, end = _line(game, move, player, seed)
        by_end.setdefault((end.position().fingerprint(), end.seat), []).append(moves)
    lines = []
    for alike in by_end.values():
        firsts = tuple(moves[0] for moves in alike)
        lines.append(Line(min(alike, key=len), firsts))
    return lines


def _line(
    game: rbcore.Game, move: str, player: SeatedPlayer, seed: int
) -> tuple[tuple[str, ...], rbcore.Game]:
    """Return the line that a move begins, and the game after it."""
    after = game.clone()
    choose = _steady_chooser(player, after, seed)
    moves = [move]
    unseen = len(after.view().unseen)
    after.apply(move)
    while (
        not after.is_over
        and after.seat == game.seat
        and moves[-1] not in SPECIAL
        and len(after.view().unseen) == unseen
        and len(moves) < MAX_MOVES
    ):
        moves.append(choose(after))
        after.apply(moves[-1])
    return tuple(moves), after


def _steady_chooser(player: SeatedPlayer, game: rbcore.Game, seed: int) -> Chooser:
    """Return a function for the choices of a player that does not err.

    For a compiled player it uses the position, not the game, so that nobody slips and no plan of
    the game is followed.
    """
    compiled = core_player(player)
    if compiled is None:
        return chooser(player, seed, game.index, game.seat)
    steady = compiled.partition("~")[0] if isinstance(compiled, str) else compiled
    return lambda playing: playing.position().choose(steady, seed)


# The counts of the playouts after a line: the wins of each seat, then, at these indices from the
# end, the games, the unfinished ones, the worlds that the seat to move won only after this line,
# and those that it won only after the first line.
Counts = npt.NDArray[np.int64]
PLAYED, UNFINISHED, GAINED, LOST = range(-4, 0)


def rate_of(count: Counts, seat: int) -> Figure:
    """Return the share of playouts that a seat won."""
    won = int(count[seat])
    return rate("won", won, int(count[PLAYED]), int(count[UNFINISHED]), unit="playouts")


def lead_of(count: Counts) -> tuple[float, float]:
    """Return how much more often the seat to move won than after the first line.

    The second number is the standard error of this lead. Both are 0 if nothing was played.
    """
    games = max(1, count[PLAYED])
    gained, lost = count[GAINED], count[LOST]
    lead = float((gained - lost) / games)
    variance = (gained + lost) / games - lead**2
    return lead, math.sqrt(variance / games)


@dataclass
class Worlds:
    """Worlds of a game, each played out after every line.

    Attributes
    ----------
    game : Game
        The game, at the move to judge.
    players : tuple of str or Player
        The players of the playouts, by seat.
    seed : int
        The seed of the worlds.
    is_open : bool
        Whether the hidden cards are those of the game. Otherwise each world is a determinization.
    dealt : int
        The number of worlds used so far. The first serves only to find the lines.
    """

    game: rbcore.Game
    players: tuple[SeatedPlayer, ...]
    seed: int
    is_open: bool = False
    dealt: int = 1

    def world(self, number: int = 1) -> rbcore.Game:
        """Return the world of a number."""
        if self.is_open:
            return self.game.clone()
        player = self.players[self.game.seat]
        memory = core_player(player) is not None and "+memory" in str(player)
        return self.game.determinize(self.seed, number, memory=memory)

    def play(self, lines: Sequence[Line], worlds: int) -> Counts:
        """Return a row of counts for each line, over so many new worlds.

        Many worlds use all cores; players in Python use one.
        """
        numbers = range(self.dealt + 1, self.dealt + worlds + 1)
        self.dealt += worlds
        if worlds <= PIECE:
            return self._play(lines, numbers)
        pieces = [numbers[i : i + PIECE] for i in range(0, worlds, PIECE)]
        counts = self._no_counts(lines)
        width = 1 if distinct(self.players) else all_cores()
        for piece_counts in in_order(partial(self._play, lines), pieces, width):
            counts += piece_counts
        return counts

    def _no_counts(self, lines: Sequence[Line]) -> Counts:
        """Return empty rows of counts for some lines."""
        return np.zeros((len(lines), self.game.rules.seats - PLAYED), np.int64)

    def _play(self, lines: Sequence[Line], numbers: range, stop: Stop | None = None) -> Counts:
        """Return the counts over some worlds, or over those played before `stop` is set."""
        counts = self._no_counts(lines)
        for number in numbers:
            if stop is not None and stop[0]:
                break
            self._play_world(number, lines, counts, stop)
        return counts

    def _play_world(
        self, number: int, lines: Sequence[Line], counts: Counts, stop: Stop | None
    ) -> None:
        """Play a world out after each line, and add the outcomes to `counts`."""
        world = self.world(number)
        seed = STREAMS + number
        compiled = [core for core in map(core_player, self.players) if core is not None]
        first_won: bool | None = None  # whether the seat to move won after the first line
        for line, count in zip(lines, counts, strict=True):
            game = world.clone()
            for move in line.moves:
                game.apply(move)
            if len(compiled) < len(self.players):
                game = game.clone(seed=seed)
                play_out(game, self.players, seed)
            elif not game.is_over:
                game.play_out(compiled, seed=seed, stop=stop)
            winner = game.winner if game.outcome == "win" else None
            if winner is not None:
                count[winner] += 1
            won = winner == self.game.seat
            if first_won is None:
                first_won = won
            count[PLAYED] += 1
            count[UNFINISHED] += game.outcome in ("unfinished", None)
            count[GAINED] += won and not first_won
            count[LOST] += first_won and not won


# ---- opinions ----

NO_MOVES = Line((), ())  # the game continues from its position


@dataclass(frozen=True)
class JudgedLine:
    """A line of a turn, and its value.

    Attributes
    ----------
    line : Line
        The moves.
    rate : Figure
        The share of its playouts that the seat to move won.
    is_finalist : bool
        Whether it was among the best after the first playouts, and so was played out more often.
    """

    line: Line
    rate: Figure
    is_finalist: bool


@dataclass(frozen=True, repr=False)
class Opinion:
    """The value of each line for the seat to move, and the best line.

    Attributes
    ----------
    seat : int
        The seat to move.
    players : tuple of str
        The players of the playouts, by seat.
    lines : tuple of JudgedLine
        All lines, by descending rate.
    best : JudgedLine
        The player's own line, or one that is ahead of it by more than half a point.
    own : Line
        The line that the player of the seat would play.
    reason : str
        Why, if the player is `weighted` or `planner`: the features in which its line exceeds the
        best other line, and their weights. Otherwise empty.
    """

    seat: int
    players: tuple[str, ...]
    lines: tuple[JudgedLine, ...]
    best: JudgedLine
    own: Line
    reason: str = ""

    def __repr__(self) -> str:
        return "\n".join(opinion_lines(self))


@checked
def analyse(
    what: Asked,
    *,
    by: Players = PLAYER,
    games: int | None = None,
    seed: int = SEED,
    open: bool = False,
) -> Opinion:
    """Estimate how often the seat to move wins after each of its moves.

    After each legal move the player continues until a card is turned up or the turn ends. Moves
    that lead to the same position form one line. All lines are played out in the same worlds, in
    which the cards that the seat cannot see are dealt at random (docs/opinions.md).

    Parameters
    ----------
    what : Position, View or Game
        The situation to judge. Only what the seat to move may know of it is used.
    by : str, Player, callable or a sequence of these
        The players of the playouts: one for all seats or one for each, as in `simulate`. A player
        with memory also knows what its seat remembers.
    games : int, optional
        Total number of playouts; by default 36,000, and 1,000 with players in Python. If there is
        only one line, a quarter of them is played.
    seed : int
        The seed of the worlds.
    open : bool
        Whether to use the actual hidden cards, which no seat may know.

    Returns
    -------
    Opinion
        The lines, the best of them, and the choice of the player itself.

    Raises
    ------
    ValueError
        For a game that is over, unknown players, numbers out of range, and `open` with a View.
    TypeError
        If `what` is none of these.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal("standard", seed=1, game=2)
    >>> opinion = analyse(position, games=200)
    >>> opinion.best.line.moves[0] in position.moves()
    True
    """
    game = game_of(what, open)
    players = seat_players(by, game.rules.seats)
    if games is None:
        games = PYTHON_GAMES if distinct(players) else GAMES
    games = check_range("games", games, 1, MAX_GAMES)
    seed = check_range("seed", seed, 0, MAX_WORD)
    if game.is_over:
        raise ValueError(f"the game is over ({game.outcome}); there is no move to choose")
    worlds = Worlds(game, players, seed, open)
    player = players[game.seat]
    lines = lines_of(worlds.world(), player, seed)
    choice = lines[0].firsts[0]
    if game.stopped is None:
        # The first line is the one that the player would play if it did not err.
        choice = steady_choice = _steady_chooser(player, game, seed)(game)
        if isinstance(player, str):
            choice = game.position().choose(player, seed)
        lines.sort(key=lambda line: steady_choice not in line.firsts)
    judged, best = _judge(worlds, lines, games)
    chosen = next((line for line in lines if choice in line.firsts), best.line)
    # A reason compares with the best of the other lines.
    ranked = sorted(judged, key=lambda line: (line is best, line.is_finalist), reverse=True)
    others = [candidate.line for candidate in ranked if candidate.line != chosen]
    reason = reasons(game, str(player), chosen, others)
    return Opinion(game.seat, tuple(map(str, players)), tuple(judged), best, chosen, reason)


def odds(game: rbcore.Game, seat: int, games: int) -> Figure:
    """Return how often a seat wins if PLAYER continues in all seats, from so many playouts.

    Raises ValueError if seats may peek (V11), since the playouts would reveal what they saw.
    """
    if game.rules.peek != "no":
        raise ValueError("The seat to move may have looked at a card (V11); ask in your own turn.")
    worlds = Worlds(game, (PLAYER,) * game.rules.seats, SEED)
    return rate_of(worlds.play([NO_MOVES], games)[0], seat)


def game_of(what: Asked, open: bool = False) -> rbcore.Game:
    """Return a game at the given situation, to play on.

    Raises ValueError for a view with `open`, since a view lacks the hidden cards.
    """
    if isinstance(what, rbcore.Game):
        return what.clone()
    if isinstance(what, rbcore.Position):
        return rbcore.Game.start(what)
    if isinstance(what, rbcore.View):
        if open:
            raise ValueError("a view does not contain the hidden cards; open=True needs a position")
        # Any hidden cards will do, since each world deals them again.
        line = filled_in(what.remembered.notation, what.rules)
        return rbcore.Game.start(rbcore.Position.parse(line, what.rules, partial=True))
    raise TypeError(f"{shown(what)} is not a position, view or game")


def _judge(worlds: Worlds, lines: list[Line], games: int) -> tuple[list[JudgedLine], JudgedLine]:
    """Return the lines by descending rate, from about so many playouts, and the best one.

    The first of `lines` is the player's own, which is best unless another is clearly ahead of it.
    """
    if len(lines) == 1:
        games = max(1, games // 4)  # there is nothing to compare
    finalists = list(range(len(lines)))
    if len(lines) > FINALISTS:
        screening = int(games * SCREENING)
        finalists = _screened(worlds, lines, screening)
        games -= screening
    counts = _counted(worlds, lines, finalists, games)
    seat = worlds.game.seat
    leads = {i: lead_of(counts[i]) for i in finalists}
    ahead = [i for i, (lead, error) in leads.items() if lead > MARGIN + error]
    best = max(ahead or [0], key=lambda i: counts[i, seat])
    judged = [
        JudgedLine(line, rate_of(counts[i], seat), i in finalists) for i, line in enumerate(lines)
    ]
    return sorted(judged, key=lambda line: -line.rate.estimate), judged[best]


def _screened(worlds: Worlds, lines: list[Line], games: int) -> list[int]:
    """Return the indices of the first line and the best others, of at most FINALISTS in all.

    Found by successive halving (Karnin et al., 2013) in about so many playouts.
    """
    remaining = list(range(len(lines)))
    wins = [0] * len(lines)
    rounds = max(1, math.ceil(math.log2(len(lines) / FINALISTS)))
    while len(remaining) > FINALISTS:
        each = max(1, games // rounds // len(remaining))
        counts = worlds.play([lines[i] for i in remaining], each)
        for i, count in zip(remaining, counts, strict=True):
            wins[i] += count[worlds.game.seat]
        others = sorted(remaining[1:], key=lambda i: -wins[i])
        remain = max(FINALISTS, len(remaining) // 2)
        remaining = sorted([0, *others[: remain - 1]])
    return remaining


def _counted(worlds: Worlds, lines: list[Line], finalists: list[int], games: int) -> Counts:
    """Return the counts of all lines: some playouts for each, and the rest for the finalists."""
    each = 0
    if len(lines) > len(finalists):
        each = max(1, int(games * BACKGROUND) // len(lines))
    counts = worlds.play(lines, each)
    more = max(1 - each, (games - each * len(lines)) // len(finalists))
    counts[finalists] += worlds.play([lines[i] for i in finalists], more)
    return counts


# ---- reasons: why `weighted` and `planner` prefer a line, from the features that they weigh ----

MAX_NAMED = 4  # features that a reason names

# Names of features in sentences; docs/players.md defines them.
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


def reasons(game: rbcore.Game, player: str, chosen: Line, others: Sequence[Line]) -> str:
    """Return in a sentence why a player prefers its line to the first of the others.

    The sentence is empty for players other than `weighted` and `planner`, for one with sight, after
    a called Stop, and if there is no other line.
    """
    kind, _, knowledge = player.partition("~")[0].partition("+")
    if kind not in ("weighted", "planner") or knowledge == "sight" or game.stopped is not None:
        return ""
    if chosen.moves[0].endswith(">F"):
        return f"{chosen.moves[0]} comes first: a card that fits a foundation always goes there"
    plans, memory = kind == "planner", knowledge == "memory"
    position = game.position()
    weights = FEATURES | PLANNER if plans else FEATURES

    def values(line: Line) -> dict[str, int]:
        """Return what each feature adds to the value of a line, or of its first move."""
        moves = list(line.moves) if plans else [line.moves[0]]
        amounts = features(position, moves, plans, memory)
        weighted = zip(weights.items(), amounts, strict=True)
        return {name: weight * amount for (name, weight), amount in weighted}

    def can_be_chosen(line: Line) -> bool:
        """Return whether the player considers a line.

        `weighted` makes a move between houses only if it gains by it.
        """
        source, _, place = line.moves[0].partition(">")
        is_between_houses = source[0].isdigit() and place[:1].isdigit()
        return plans or not is_between_houses or sum(values(line).values()) > 0

    rivals = (line for line in others if line != chosen and can_be_chosen(line))
    rival = next(rivals, None)
    if rival is None:
        return "the other moves are between houses and gain nothing" if others else ""
    rival_values = values(rival)
    differences = {name: value - rival_values[name] for name, value in values(chosen).items()}
    chosen_words, rival_words = chosen.moves[0], rival.moves[0]
    if plans:
        chosen_words, rival_words = str(chosen), str(rival)
    value = _features_text(differences, weights)
    return f"compared with {rival_words}, the value of {chosen_words} {value}"


def _features_text(differences: Mapping[str, int], weights: Mapping[str, int]) -> str:
    """Return the features in which two lines differ, the weightiest first, and the sum of all.

    `differences` has what each feature adds to the value of a line beyond that of the other.
    """
    names = [name for name in differences if differences[name]]
    names.sort(key=lambda name: -abs(differences[name]))
    if not names:
        return "is the same, and it comes first"
    words = []
    for name in names[:MAX_NAMED]:
        amount = "more" if (differences[name] > 0) == (weights[name] > 0) else "less"
        words.append(f'{differences[name]:+} for {amount} of "{WORDS[name]}"')
    if rest := sum(differences[name] for name in names[MAX_NAMED:]):
        words.append(f"{rest:+} for other features")
    total = sum(differences.values())
    direction = "higher" if total > 0 else "lower"
    change = f"is {direction} by {abs(total)}" if total else "is the same"
    return f"{change}: {', '.join(words)}"


# ---- for a terminal ----


def opinion_lines(opinion: Opinion) -> Iterator[str]:
    """Yield a line for each line of the turn, and what the player itself would do."""
    players = join_seats(opinion.players)
    playouts = count_text(sum(judged.rate.n for judged in opinion.lines), "playouts")
    yield f"Seat {opinion.seat} to move; {playouts} by {players}."
    if len(opinion.lines) == 1:
        yield "There is only one line, so a quarter of the playouts is enough."
    if not all(judged.is_finalist for judged in opinion.lines):
        yield "Other playouts only chose the lines to play out most often, and are not counted."
    yield ""
    for judged in opinion.lines:
        line = judged.line
        rate = f"  {judged.rate.text:<26} "
        others = ", ".join(move for move in line.firsts if move != line.moves[0])
        also = f"   (also from {others})" if others else ""
        yield from wrap(f"{rate}{line}{also}", WIDTH, subsequent_indent=" " * len(rate))
    yield ""
    if len(opinion.lines) > 1:
        text = f"{opinion.best.line} is best"
        if opinion.lines[0].rate.estimate > opinion.best.rate.estimate:
            text += f"; no other line is clearly ahead by {100 * MARGIN:g} points"
        yield from wrap(f"{text}.", WIDTH)
    yield f"{opinion.players[opinion.seat]} would play {opinion.own}."
    if opinion.reason:
        yield from wrap(f"{opinion.reason}.", WIDTH, initial_indent="  ", subsequent_indent="  ")


# ---- the course of a game: the chance of winning after each move, and the costliest moves ----

MOVE_GAMES = 100  # playouts for each move
OTHER_WORLDS = 1 << 62  # added to the seed for other worlds when a move is judged again
AGAIN = 10  # factor of playouts when a costly move is judged again
MAX_COSTLY = 5  # moves of a game
BAR = 30  # columns of a bar for a certain win
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, and what it was worth.

    Attributes
    ----------
    number, turn, seat : int
        The number of entries before it in the transcript, its turn, and its seat.
    move : str
        The move in notation.
    seat_0 : Figure
        How often seat 0 wins after it, given what the seat to move knew.
    best : Line
        The line that seemed best. If it begins with this move, the move costs nothing.
    cost, error : float
        The loss in win rate of its seat against the best line in the same worlds, and its standard
        error; both 0 if the move costs nothing.
    words, best_words : str
        The move and the best line in words, for pages.
    """

    number: int
    turn: int
    seat: int
    move: str
    seat_0: Figure
    best: Line
    cost: float = 0.0
    error: float = 0.0
    words: str = ""
    best_words: str = ""


@dataclass(frozen=True, repr=False)
class Course:
    """The moves of a game, judged.

    Attributes
    ----------
    transcript : Transcript
        The game.
    players : tuple of str
        The players of the playouts, by seat.
    moves : tuple of JudgedMove
        All legal moves in order, without offences.
    costly : tuple of JudgedMove
        The moves that cost most, at most one of each turn, the worst first. They were judged again
        by more playouts in other worlds, and the intervals of their costs lie above 0.
    """

    transcript: Transcript
    players: tuple[str, ...]
    moves: tuple[JudgedMove, ...]
    costly: tuple[JudgedMove, ...]

    @property
    def rates(self) -> list[float]:
        """How often seat 0 wins, before the first entry and after each.

        The first number is that after the first move. After an entry that was not judged, the
        number is that before it.
        """
        after = {judged.number: judged.seat_0.estimate for judged in self.moves}
        rates = [next(iter(after.values()), 0.5)]
        for number in range(len(self.transcript.moves)):
            rates.append(after.get(number, rates[-1]))
        return rates

    @property
    def remarks(self) -> dict[int, str]:
        """The costs of the costly moves in words, by the number of entries up to each."""
        return {
            move.number + 1: f"This move costs {_cost_text(move, move.best_words)}"
            for move in self.costly
        }

    def __repr__(self) -> str:
        return "\n".join(course_lines(self))

    def shown(self) -> ShownGame:
        """Return the game as a page shows it, with the curve of chances, remarks and mistakes."""
        comments = dict(self.transcript.comments)
        for number, remark in self.remarks.items():
            comments[number] = f"{comments.get(number, '')} {remark}".lstrip()
        mistakes = {}
        for move in self.costly:
            where = f"turn {move.turn}, seat {move.seat}"
            text = f"{move.words or move.move} costs {_cost_text(move, move.best_words)}"
            mistakes[move.number + 1] = f"{where}: {text}"
        name = ""
        if self.transcript.players:
            name = f" ({self.transcript.players[0].partition('/')[0]})"
        return replace(
            self.transcript.shown(),
            comments=comments,
            rates=self.rates,
            caption=f"Seat 0{name}: chance of winning after each move, "
            f"by playouts of {join_seats(self.players)}",
            mistakes=mistakes,
        )

    def _repr_html_(self) -> str:
        """Return the game to step through with its curve, as a notebook shows it."""
        return framed(self)


@checked
def course(
    transcript: Transcript,
    *,
    by: Players = PLAYER,
    games: int = MOVE_GAMES,
    seed: int = SEED,
    seat: int | None = None,
    progress: Progress | None = None,
) -> Course:
    """Estimate seat 0's chance of winning after each move of a game, and the cost of each move.

    Parameters
    ----------
    transcript : Transcript
        The game.
    by : str, Player, callable or a sequence of these
        The players of the playouts, as in `analyse`; those in Python are slow.
    games : int
        The number of playouts for each move. If there was a choice, twice as many first find the
        best line, and the same number plays that line out in the same worlds.
    seed : int
        The seed of the worlds.
    seat : int, optional
        Judge only the moves of this seat; by default of all seats.
    progress : callable, optional
        Called with (moves judged, total).

    Returns
    -------
    Course
        All moves, and those that cost most.

    Raises
    ------
    ValueError
        For a game that the rules forbid, unknown players, and numbers out of range.

    Examples
    --------
    >>> game = Transcript.traced("standard", ["uniform", "greedy"], seed=1, game=3)
    >>> judged = course(game, games=8)
    >>> judged.moves[0].turn, len(judged.moves) == len(game.moves)
    (1, True)
    """
    games = check_range("games", games, 1, MAX_GAMES)
    seed = check_range("seed", seed, 0, MAX_WORD)
    players = seat_players(by, transcript.rules.seats)
    check_range("seat", 0 if seat is None else seat, 0, transcript.rules.seats - 1)
    moves = []
    suspects: dict[int, _Suspect] = {}  # by turn, the move that seems to cost most
    for number, (game, entry) in enumerate(transcript.replay()):
        if entry not in game.moves():
            continue  # a called Stop, or an offence
        judge = partial(_judged, game.clone(), players, number, entry)
        move = judge(seed, games)
        moves.append(move)
        if progress is not None:
            progress(number + 1, len(transcript.moves))
        before = suspects.get(move.turn)
        if seat in (None, game.seat) and move.cost > (before.cost if before else 0.0):
            suspects[move.turn] = _Suspect(move.cost, judge)
    costly = _costly(suspects.values(), seed, games)
    return Course(transcript, tuple(map(str, players)), tuple(moves), costly)


@dataclass(frozen=True)
class _Suspect:
    """A move that seems to cost something, and how it is judged, by a seed and playouts."""

    cost: float
    judge: Callable[[int, int], JudgedMove]


def _costly(suspects: Iterable[_Suspect], seed: int, games: int) -> tuple[JudgedMove, ...]:
    """Return those that cost most, judged again by more playouts in other worlds."""
    elsewhere = (seed + OTHER_WORLDS) & MAX_WORD
    costly = []
    for suspect in sorted(suspects, key=lambda suspect: -suspect.cost)[: 2 * MAX_COSTLY]:
        move = suspect.judge(elsewhere, AGAIN * games)
        if _cost(move).low > 0:
            costly.append(move)
    costly.sort(key=lambda move: -move.cost)
    return tuple(costly[:MAX_COSTLY])


def _judged(
    game: rbcore.Game,
    players: tuple[SeatedPlayer, ...],
    number: int,
    move: str,
    seed: int,
    games: int,
) -> JudgedMove:
    """Judge a move of a game, `number` entries after its start.

    First twice as many playouts find the best line; then the move and this line are played out in
    the same worlds, `games` times each.
    """
    worlds = Worlds(game, players, seed)
    lines = lines_of(worlds.world(), players[game.seat], seed)
    line = next(line for line in lines if move in line.firsts)
    best = line
    if len(lines) > 1:
        wins = worlds.play(lines, max(1, 2 * games // len(lines)))[:, game.seat]
        best = lines[int(wins.argmax())]
    counts = worlds.play([line] if best is line else [line, best], games)
    lead, error = lead_of(counts[-1])
    if lead <= 0:
        best, lead, error = line, 0.0, 0.0
    seat_0 = rate_of(counts[0], 0)
    return JudgedMove(
        number,
        game.turn + 1,
        game.seat,
        move,
        seat_0,
        best,
        lead,
        error,
        move_words(game, move),
        line_words(game, best.moves) if lead > 0 else "",
    )


def course_lines(course: Course, full: bool = False) -> Iterator[str]:
    """Yield lines for a terminal: the costliest moves and, if `full`, each turn."""
    yield f"{course.transcript.title}; playouts by {join_seats(course.players)}"
    yield ""
    if course.costly:
        yield "Costliest moves, with the loss in win rate of their seat (95% intervals)"
        yield ""
    else:
        yield "No move was shown to lower the chance of winning."
    for move in course.costly:
        turn = f"turn {move.turn:>4}, seat {move.seat}"
        place = f"  move {move.number + 1:>4}, {turn}  {move.move:<8} "
        yield from wrap(
            place + _cost_text(move, str(move.best)), WIDTH, subsequent_indent=" " * len(place)
        )
    if full:
        yield ""
        yield "Seat 0's chance of winning at the end of each turn (95% intervals)"
        yield ""
        last_moves = {move.turn: move for move in course.moves}
        for move in last_moves.values():
            bar = "#" * round(BAR * move.seat_0.estimate)
            text = f"  turn {move.turn:>4}, seat {move.seat}  {move.seat_0.text:<25} {bar}"
            yield text.rstrip()


def _cost(move: JudgedMove) -> Figure:
    """Return the cost of a move with its interval.

    A cost runs from -1 to 1. It is treated as a rate, with Wilson's interval for the number of
    games that would give this rate the standard error of the cost.
    """
    share = (move.cost + 1) / 2
    playouts = move.seat_0.n
    alike: float = playouts
    if move.error > 0:
        alike = share * (1 - share) / (move.error / 2) ** 2
    low, high = wilson(share * alike, alike)
    return Figure("cost", move.cost, 2 * low - 1, 2 * high - 1, playouts)


def _cost_text(move: JudgedMove, better: str) -> str:
    """Return in words the cost of a move, and the better line."""
    return f"{_cost(move).text}; better: {better or move.best}"
