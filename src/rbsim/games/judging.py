"""Course: how likely a seat was to win at each move of a game, and which moves cost most."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap

import rbcore
from rbcore.cards.ranges import MOST_WORD
from rbsim.arms.arm import join_seats
from rbsim.figures import Figure
from rbsim.games.opinion import PLAYER, SEED, WIDTH, check_numbers, compiled_players
from rbsim.games.playouts import Line, Worlds, lead_of, lines_of, rate_of
from rbsim.games.transcript import Transcript
from rbsim.games.viewer import ShownGame, framed
from rbsim.intervals import wilson

MOVE_GAMES = 400  # playouts of a move
LEAST_GAMES = 4
OTHER_WORLDS = 1 << 62  # added to the seed of those that are judged again
AGAIN = 10  # times as many, in other worlds, of the moves that seemed to cost most
MOST_COSTLY = 5  # of a game
BAR = 30  # columns of a certain win
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game, and what it was worth.

    Attributes
    ----------
    number : int
        Entries of the transcript before it.
    turn : int
        The number of the turn.
    seat : int
        Whose move it was.
    move : str
        In notation.
    seat_0 : Figure
        How often seat 0 wins after it, with only what the seat to move knew.
    best : Line
        What seemed best; if it was this move, it cost nothing.
    cost : float
        How much less often its seat wins than after the best line, in the same worlds.
    error : float
        The standard error of the cost; 0 where it cost nothing.
    """

    number: int
    turn: int
    seat: int
    move: str
    seat_0: Figure
    best: Line
    cost: float = 0.0
    error: float = 0.0


@dataclass(frozen=True)
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
            mistakes={one.number + 1: f"turn {one.turn}, seat {one.seat}: {one.move} costs "
                      f"{_cost_text(one)}" for one in self.costly},
        )  # fmt: skip

    def _repr_html_(self) -> str:
        """Return the game to step through with its curve, as a notebook shows it."""
        return framed([self])


def course(
    transcript: Transcript, *, player: str = PLAYER, games: int = MOVE_GAMES, seed: int = SEED,
    progress: Progress | None = None,
) -> Course:  # fmt: skip
    """Estimate how likely seat 0 was to win at each move of a game, and what each move cost.

    Parameters
    ----------
    transcript : Transcript
        The game.
    player : str
        Who plays on, as of `analyse`.
    games : int
        Playouts of a move that had another beside it; half of them look for the best line, fresh
        ones compare it with the move. A move without choice takes a quarter.
    seed : int
        Names the worlds.
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
    check_numbers(games, seed, LEAST_GAMES)
    players = compiled_players(player, transcript.rules.seats)
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
        if cost > dearest.get(turn, (0.0,))[0]:
            dearest[turn] = cost, judge
    seeming = sorted(dearest.values(), key=lambda one: -one[0])[: 2 * MOST_COSTLY]
    elsewhere = (seed + OTHER_WORLDS) & MOST_WORD
    again = (judge(elsewhere, AGAIN * games) for _, judge in seeming)
    costly = sorted((one for one in again if _cost(one).low > 0), key=lambda one: -one.cost)
    return Course(transcript, players, tuple(moves), tuple(costly[:MOST_COSTLY]))


def _judged(
    game: rbcore.Game, players: tuple[str, ...], number: int, move: str, seed: int, games: int
) -> JudgedMove:
    """Judge a move by so many playouts, half of which only look for the best line."""
    worlds = Worlds(game, players, seed)
    lines = lines_of(worlds.next(), players[game.seat], seed)
    own = best = next(line for line in lines if move in line.firsts)
    if len(lines) > 1:
        wins = worlds.play(lines, max(1, games // 2 // len(lines)))[:, game.seat]
        best = lines[int(wins.argmax())]
    here = (number, game.turn + 1, game.seat, move)
    if best is own:
        (count,) = worlds.play([own], max(1, games // 4))
        return JudgedMove(*here, rate_of(count, 0), own)
    count, other = worlds.play([own, best], max(2, games // 4))
    lead, error = lead_of(other)
    if lead <= 0:
        return JudgedMove(*here, rate_of(count, 0), own)
    return JudgedMove(*here, rate_of(count, 0), best, lead, error)


def course_lines(number: int, found: Course) -> Iterator[str]:
    """Yield lines for a terminal: how seat 0 stood at the end of each turn, and what cost most."""
    yield f"Game {number}: how often seat 0 wins, at the end of each turn (95%)"
    yield ""
    lasts = {one.turn: one for one in found.moves}
    for one in lasts.values():
        bar = "#" * round(BAR * one.seat_0.estimate)
        yield f"  turn {one.turn:>4}, seat {one.seat}  {one.seat_0.text:<25} {bar}".rstrip()
    yield ""
    if not found.costly:
        yield "No move was found to cost anything."
        return
    yield "Moves that cost most, and by how much their seat wins less often (95%)"
    yield ""
    for one in found.costly:
        place = f"  move {one.number + 1:>4}, turn {one.turn:>4}, seat {one.seat}  {one.move:<8} "
        yield from wrap(place + _cost_text(one), WIDTH, subsequent_indent=" " * len(place))


def _cost(one: JudgedMove) -> Figure:
    share, games = (one.cost + 1) / 2, one.seat_0.n
    alike = share * (1 - share) / (one.error / 2) ** 2 if one.error > 0 else games
    low, high = (2 * end - 1 for end in wilson(share * alike, alike))
    return Figure("cost", one.cost, low, high, games)


def _cost_text(one: JudgedMove) -> str:
    return f"{_cost(one).text}; better: {one.best}"
