"""Every compiled player, and all that calls share, on several threads at once.

For builds with a sanitizer, and for Python without the GIL.

NumPy alone is needed. The sanitizer prints what it finds, and ends the program with a status.
`python -m attack.sanitized race` does what is not allowed, which ThreadSanitizer must report.
"""

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rbcore
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.book import Book
from rbpatience.solving import solver

PLAYERS = (
    "uniform", "greedy~0.3", "weighted", "planner", "search-8", "search-5ms", "lookahead+memory",
)  # fmt: skip
VARIANTS = ("standard", "strict,plan-limit=2", "crossley", "three-player")
ROUNDS = 72
GAMES = 6


class Shared:
    """What threads have in common: a game with a past, a position, a table of patience, a book."""

    def __init__(self, seed: int) -> None:
        self.game = rbcore.Game.deal("standard", seed, 0, max_turns=60)
        for _ in range(40):
            self.game.apply(self.game.choose("greedy"))
        self.position = self.game.position()
        self.board = Board("nationale", playing.deal("nationale", seed, 0))
        self.book = Book()


def step(shared: Shared, number: int) -> object:
    """Games of the same rules, which are lent the memory of searches from move to move."""
    game = rbcore.Game.deal("waste-available", 1, number, max_turns=80)
    while not game.is_over:
        game.apply(game.choose("uniform"))
    return game.row().tobytes()


def clone(shared: Shared, number: int) -> object:
    """A clone, which shares the past of a game, and forgets it while it plays on."""
    game = shared.game.clone()
    for _ in range(number % 5):
        game.undo()
    return game.play_out("greedy", seed=number), game.notation


def name(shared: Shared, number: int) -> object:
    """Rules and players that nobody has named before."""
    rules = rbcore.variant(f"standard,reserve-size={1 + number % 13},win-bonus={number % 101}")
    game = rbcore.Game.deal(rules, 1, number)
    return game.moves(), game.choose(f"greedy~0.{number + 1}"), game.action(game.moves()[0])


def read(shared: Shared, number: int) -> object:
    """What stands in a position, in a game and on a table that others read, too."""
    view = shared.position.view()
    told = view.determinize(number).notation, shared.game.view().moves(), shared.game.moves()
    seen = shared.game.observation().houses.tolist()
    return told, shared.position.choose("weighted"), seen


def solve(shared: Shared, number: int) -> object:
    """A table of patience, played on from and solved."""
    board = shared.board.clone()
    board.move(number % len(board.moves))
    return solver.solve_board(shared.board, 300), solver.solve_board(board, 300)


def look_up(shared: Shared, number: int) -> object:
    """Games of a book that no thread has read yet."""
    numbers = [*shared.book]
    return shared.book[numbers[number % len(numbers)]].name, len(numbers)


SHARING: tuple[Callable[[Shared, int], object], ...] = (
    step, clone, name, read, solve, look_up,
)  # fmt: skip


def share(rounds: int, seed: int) -> list[str]:
    """Let four threads use the same objects; what each is told is what one alone is told."""
    shared, wrong = Shared(seed), []
    with ThreadPoolExecutor(4) as pool:
        for work in SHARING:
            told = list(pool.map(lambda number, work=work: work(shared, number), range(rounds)))
            alone = [work(shared, number) for number in range(rounds)]
            wrong += [
                f"{work.__name__} {number}: other answers on four threads"
                for number in range(rounds)
                if told[number] != alone[number]
            ]
    return wrong


def play(number: int, seed: int) -> tuple[bytes, list[str]]:
    """Play and trace games by one player of one variant; the rows and the traced moves."""
    name = PLAYERS[number % len(PLAYERS)]
    rules = rbcore.variant(VARIANTS[number // len(PLAYERS) % len(VARIANTS)])
    rows = np.zeros(GAMES, rbcore.GAME)
    names = [name] * rules.seats
    short = {"max_turns": 12} if name.startswith("search") else {"max_turns": 200}
    rbcore.play(rules, names, seed, number, rows, **short)
    return rows.tobytes(), rbcore.trace(rules, names, seed, number, **short)[1]


def attack(rounds: int = ROUNDS, seed: int = 1) -> tuple[int, list[str]]:
    """Play on four threads, in two orders; games that depend on no clock are the same."""
    numbers = list(range(rounds))
    shuffled = random.Random(seed).sample(numbers, rounds)
    with ThreadPoolExecutor(4) as pool:
        first = list(pool.map(lambda number: play(number, seed), numbers))
        second = dict(zip(shuffled, pool.map(lambda n: play(n, seed), shuffled), strict=True))
    return rounds, share(rounds, seed) + [
        f"{PLAYERS[number % len(PLAYERS)]}, game {number}: other games in another order"
        for number in numbers
        if first[number] != second[number] and not PLAYERS[number % len(PLAYERS)].endswith("ms")
    ]


def race() -> None:
    """Let two threads write into one array of rows."""
    rules, rows = rbcore.variant("standard"), np.zeros(200, rbcore.GAME)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(rbcore.play, rules, ["greedy"] * 2, 1, 0, rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["race"]:
        raise SystemExit(race())
    done, findings = attack()
    print(f"sanitized: {done} rounds", *findings, sep="\n")
    raise SystemExit(bool(findings))
