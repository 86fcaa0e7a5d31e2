"""Descriptions with something changed are read, and those that are accepted are played.

Each is refused in a sentence, or played within bounds by every player; its board lists moves and
makes them, no card is lost, and the solver looks at some positions.
"""

import random
import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from rbpatience import book, playing
from rbpatience.board import Board
from rbpatience.solving import solver

DESCRIPTIONS = 10_000
GAMES = 2
MOVES = 60
WORK = 200
WORDS = (
    "true", "false", "0", "1", "2", "3", "4", "5", "7", "13", "28", "104", "-1", "-2", '"endless"',
    '"any"', '"same"', '"other colour"', '"run"', '"whole"', '"top"', '"none"', '"K"', '"waste"',
    '"hand"', '"tableau"', '"by choice"', '"at will"', '"stuck once"', '"pyramid"', '"below"',
    '"must"', '"may"', '"tops"', '"all"', '"rotated"', '"drawn"', '"begun"', '"full"',
    "[]", '["stock"]', '["waste"]', '["play"]', '["play", "pack", "turn"]', "[1, 2, 3]", "12",
    '"\\u202e"', "[[]]", "{}", "nan", "1979-05-27",
)  # fmt: skip
KEYS = (
    "deal.plays = {}", "deal.deals = {}", "deal.gather = {}", "deal.rounds = {}", "stock.to = {}",
    "stock.passes = {}", "stock.turn = {}", "stock.wastes = {}",
    "stock.waste = {}", "stock.shuffle = {}", "cards.decks = {}", "cards.ranks = {}",
    "play.waiting = {}", "play.idle = {}", "discard.equal = {}", "discard.sum = {}",
    "cards.out = {}", "play.duties = {}",
    "cards = {}", "stock = {}", "deal = {}", "discard = {}", "play = {}", "play.advice = {}",
    "custom = {}", "piles = {}", "foundations = {}", "readings = {}", "forms = {}", "ways = {}",
    "forms.a.keeps = {}", "homonym = {}", "also = [{}]", "options = {}",
)  # fmt: skip


def own_files() -> list[str]:
    """The files of games that could be somebody's own."""
    texts = []
    for path in sorted(book.FILES.rglob("*.toml")):
        text = re.sub(r"(?ms)^\[(forms|readings).*\Z", "", path.read_text())
        text = re.sub(r"(?m)^number = .*\n", "", text).replace('name = "', 'name = "own-', 1)
        try:
            book.find_game(f"{path}", text)
            texts.append(text)
        except ValueError:
            pass
    return texts


def changed(text: str, rng: random.Random) -> str:
    """A description with values, keys or lines changed."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines = text.splitlines()
        kind, at = rng.randrange(5), rng.randrange(len(lines))
        if kind == 0:
            lines.insert(0, rng.choice(KEYS).format(rng.choice(WORDS)))
        elif kind == 1:
            lines.pop(at)
        elif kind == 2:
            lines.insert(at, rng.choice(lines))
        else:
            values = list(re.finditer(r'"[^"]*"|\[[^\[\]]*\]|-?\d+|true|false', lines[at]))
            if values:
                one = rng.choice(values)
                own = rng.choice(WORDS)
                lines[at] = lines[at][: one.start()] + own + lines[at][one.end() :]
        text = "\n".join(lines) or " "
    return text


def play(text: str, seed: int) -> None:
    """Play a description by its players, by hand and by the solver."""
    game = book.find_game("own.toml", text)
    for player in game.players:
        rows = np.zeros(GAMES, playing.ROW)
        playing.play(game, player, seed, 0, rows)
        assert ((rows["outcome"] == 1) == (rows["left"] == 0)).all(), player
    pack = playing.deal(game, seed, 0)
    board = Board(game, pack, seed, 0)
    rng = random.Random(seed)
    total = Counter(pack[i : i + 2] for i in range(0, len(pack), 2))
    left = board.left
    for _ in range(MOVES):
        moves = board.moves
        if not moves:
            if not board.next_deal():
                break
            continue
        seen = sum(map(len, board.piles.values())) // 2 + len(board.stock) // 2
        gone = left - board.left
        assert seen + gone <= total.total(), (seen, gone)
        board.move(rng.randrange(len(moves)))
    if not game.rules.stock.shuffle:
        solver.solve_pack(game, pack, WORK)


def attack(number: int = DESCRIPTIONS, seed: int = 1) -> tuple[int, list[str]]:
    """Try so many descriptions; return how many, and the findings."""
    return number, tried(number, seed)[1]


def tried(number: int, seed: int) -> tuple[int, list[str]]:
    """Try so many descriptions; return how many were played, and the findings."""
    rng = random.Random(seed)
    texts, played = own_files(), 0
    findings = []
    with TemporaryDirectory() as folder:
        last = Path(folder) / "last.toml"
        for n in range(number):
            text = changed(rng.choice(texts), rng)
            last.write_text(text)
            try:
                book.find_game("own.toml", text)
            except ValueError as error:
                several = 1 + str(error).count("; line ")  # things that are wrong
                if (
                    "\n" in str(error) or len(str(error)) > 500 * several
                    or not re.match(r"own.toml(, line \d+|: | is )", str(error))
                ):  # fmt: skip
                    findings.append(f"a refusal of {len(str(error))} letters: {error!s:.200}")
                continue
            except Exception as error:
                findings.append(f"{type(error).__name__} of {text!r}: {error!s:.200}")
                continue
            try:
                play(text, n)
                played += 1
            except ValueError as error:
                findings.append(f"accepted, then refused: {error!s:.200} {text!r}")
            except Exception as error:
                findings.append(f"{type(error).__name__}: {error!s:.200} {text!r}")
    return played, findings
