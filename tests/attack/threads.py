"""Two threads reach for one Game, one GamePool or one Board.

While one thread plays a game that is known, whatever the other is told must have stood there at one
moment of it, or be refused with a RuntimeError. Where both make moves, what is left must be a game,
and the rows of a pool those of one thread.
"""

import copy
import pickle
import random
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TypeVar

import numpy as np

import rbcore
from rbpatience import playing
from rbpatience.board import Board

Played = TypeVar("Played", rbcore.Game, Board)

ROUNDS = 500
VARIANTS = ("standard", "strict,plan-limit=2", "crossley", "three-player")
MOVES = 60
READERS: dict[str, Callable[[rbcore.Game], object]] = {
    "str": str,
    "notation": lambda game: game.notation,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)).notation,
    "copy": lambda game: copy.copy(game).notation,
    "clone": lambda game: game.clone().notation,
    "position": lambda game: game.position().notation,
    "view": lambda game: game.view().notation,
    "moves": lambda game: game.moves(),
    "mask": lambda game: game.action_mask().tobytes(),
    "judge": lambda game: game.judge("turn"),
    "refusal": lambda game: game.refusal("turn"),
    "hands": lambda game: game.hands,
    "wastes": lambda game: game.wastes,
    "reserves": lambda game: game.reserves,
    "houses": lambda game: game.houses,
    "foundations": lambda game: game.foundations,
    "seen": lambda game: game.observation().legal.tobytes(),
    "determinize": lambda game: game.determinize(seed=3).notation,
    "row": lambda game: game.row().tolist(),
}
BOARDS = ("spider", "juvenile", "free-cell", "klondike")
BOARD_READERS: dict[str, Callable[[Board], object]] = {
    "str": str,
    "layout": lambda board: board.layout(),
    "pickle": lambda board: pickle.loads(pickle.dumps(board)).layout(),
    "clone": lambda board: board.clone().layout(),
    "moves": lambda board: board.moves,
    "advice": lambda board: board.advice,
    "piles": lambda board: board.piles,
    "face_down": lambda board: board.face_down,
    "foundations": lambda board: board.foundations,
    "stock": lambda board: board.stock,
    "held": lambda board: board.held,
}
CAN_STAND = [verdict for verdict in rbcore.Verdict if verdict and verdict.can_stand]
READS = 12  # by each reader of a move that is made and taken back


@contextmanager
def two_threads(other: Callable[[], None]) -> Iterator[None]:
    """Let another thread do something again and again, the threads changing places all the time."""
    done = threading.Event()
    interval = sys.getswitchinterval()

    def again() -> None:
        while not done.is_set():
            other()

    thread = threading.Thread(target=again)
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)


def insist(act: Callable[[], object]) -> None:
    """Do something as soon as no other thread plays on."""
    while True:
        try:
            act()
        except RuntimeError:
            continue
        return


def answer(reader: Callable[[Played], object], game: Played) -> str:
    """What a reader says of a game; a refusal, too, is an answer."""
    try:
        return repr(reader(game))
    except RuntimeError:
        raise
    except Exception as error:
        return repr(error)


def play(game: rbcore.Game, after: Callable[[], object]) -> None:
    """Play some moves of a known game."""
    for _ in range(MOVES):
        if game.is_over:
            break
        move = game.choose("greedy~0.2")
        after()
        game.apply(move)
        after()


def read(game: rbcore.Game, rng: random.Random) -> list[str]:
    """Play in one thread and read in another; what it was told that was never so."""
    known: dict[str, set[str]] = defaultdict(set)
    alone = game.clone()

    def note() -> None:
        for name, reader in READERS.items():
            known[name].add(answer(reader, alone.clone()))

    note()
    play(alone, note)
    if not alone.is_over:
        alone.play_out("search-5")
    note()
    wrong: list[str] = []

    def ask() -> None:
        name = rng.choice([*READERS])
        with suppress(RuntimeError):
            told = answer(READERS[name], game)
            if told not in known[name]:
                wrong.append(f"{name}: {told[:200]} never stood in this game")

    with two_threads(ask):
        for _ in range(MOVES):
            over: list[bool] = []
            insist(lambda over=over: over.append(game.is_over))
            if over[-1]:
                break
            moves: list[str] = []
            insist(lambda moves=moves: moves.append(game.choose("greedy~0.2")))
            insist(lambda moves=moves: game.apply(moves[-1]))
        if game.ply == MOVES:
            game.play_out("search-5")
    return wrong


def waver(
    game: Played,
    readers: dict[str, Callable[[Played], object]],
    make: Callable[[Played], object],
) -> list[str]:
    """Make a move and take it back again and again; what another thread was told besides."""
    known: dict[str, set[str]] = {name: {answer(readers[name], game)} for name in readers}
    alone = game.clone()
    make(alone)
    for name in readers:
        known[name].add(answer(readers[name], alone))
    wrong: list[str] = []
    names = [*readers] * READS

    def ask() -> None:
        if not names:
            return
        with suppress(RuntimeError):
            told = answer(readers[names[-1]], game)
            if told not in known[names[-1]]:
                wrong.append(f"{names[-1]}: {told[:200]} never stood in this game")
        names.pop()

    with two_threads(ask):
        while names:
            make(game)
            game.undo()
    return wrong


def waver_in(game: rbcore.Game) -> list[str]:
    """Waver over the first Stop that can be called in a game, and over its last move."""
    texts = [text for text in rbcore.action_texts(game.rules, 0) if text]
    wrong: list[str] = []
    stopped, last = False, ""
    while not game.is_over:
        offence = next((text for text in texts if game.judge(text) in CAN_STAND), "")
        if offence and not stopped:
            stopped = True
            wrong += waver(
                game, READERS, lambda one, offence=offence: one.attempt(offence, called=True)
            )
        last = game.choose("greedy~0.2")
        game.apply(last)
    game.undo()
    return wrong + waver(game, READERS, lambda one: one.apply(last))


def tangle(game: rbcore.Game, rng: random.Random) -> list[str]:
    """Make moves, attempt them and take them back in two threads; whether a game is left."""
    wrong: list[str] = []
    texts = [text for text in rbcore.action_texts(game.rules, 0) if text]

    def act() -> None:
        try:
            kind = rng.randrange(6)
            if kind == 0:
                game.apply(game.choose("weighted"))
            elif kind == 1:
                game.apply(rng.choice(game.legal_actions() or [0]))
            elif kind == 2:
                game.attempt(rng.choice(texts), called=rng.choice([None, True, False]))
            elif kind == 3:
                game.undo()
            elif kind == 4:
                game.clone().play_out("greedy", seed=1)
            else:
                game.moves()
        except (RuntimeError, ValueError):
            pass
        except Exception as error:
            wrong.append(repr(error))

    with two_threads(act):
        for _ in range(10 * MOVES):
            act()
    line = game.notation
    limits = {"max_turns": game.limits.max_turns}
    try:
        if rbcore.Game.parse(line, game.rules, **limits).notation != line:
            wrong.append(f"another game is read from {line}")
    except ValueError as error:
        wrong.append(f"{error} in {line}")
    return wrong


def pool_rows(rules: rbcore.Rules, seed: int, both: bool) -> bytes:
    """The rows of a pool whose external player makes the first of its moves, in one thread or two.

    A step, which leaves the games as they are, and reading move what the other has gathered.
    """
    rows = np.zeros(4, rbcore.GAME)
    seats = (0, *["greedy"] * (rules.seats - 1))
    pool = rbcore.GamePool(rules, seats, seed, rows=rows, width=2, max_moves=120)
    leave = np.ones(2, np.uint8)

    def play_on() -> None:
        with suppress(RuntimeError, IndexError):
            for i in range(pool.gather()):
                pool.make(i, 0)

    def disturb() -> None:
        with suppress(RuntimeError, IndexError, ValueError):
            pool.gather()
            pool.view(1).notation, pool.moves(1), pool.seat(1)
            pool.step(pool.observe().legal.argmax(axis=1), leave)
            play_on()

    with two_threads(disturb) if both else nullcontext():
        done = [0]
        while done[-1] < len(rows):
            play_on()
            insist(lambda: done.append(pool.done))
    return rows.tobytes()


def attack(rounds: int = ROUNDS, seed: int = 1) -> tuple[int, list[str]]:
    """Reach for so many games, pools and boards; return how many, and the findings."""
    found = []
    for n in range(rounds):
        rng = random.Random(seed * 1_000_003 + n)
        kind, number = n % 7, n // 7
        rules = rbcore.variant(VARIANTS[number % len(VARIANTS)])
        game = rbcore.Game.deal(rules, seed, n, max_turns=40)
        if kind < 2:
            found += read(game, rng)
        elif kind < 4:
            found += tangle(game, rng)
        elif kind == 4:
            found += waver_in(game)
        elif kind == 5:
            name = BOARDS[number % len(BOARDS)]
            board = Board(name, playing.deal(name, seed, n))
            found += waver(board, BOARD_READERS, lambda one: one.move(0))
        elif pool_rows(rules, seed + n, True) != pool_rows(rules, seed + n, False):
            found.append(f"round {n}: other rows of a pool with two threads")
    return rounds, found
