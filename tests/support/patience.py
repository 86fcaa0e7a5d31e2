"""Games of patience for tests: forms that differ in what they need, packs, games played, moves."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rbcore.cards.text import cards_text, read_cards
from rbpatience import book, entry, playing
from rbpatience.board import Board
from rbpatience.descriptions.schema import read_pattern
from rbpatience.entry import Game

FORMS = pytest.mark.parametrize("form", ["talkative", "robert,passes=3", "sympathy,heaps=17"])
FIXTURES = Path(__file__).parents[1] / "fixtures"
HAND, WASTE, ASIDE = 127, 126, 125  # numbers of piles in moves
Move = tuple[str, int, int, int]
SIGNED = {"index": "<u8", "outcome": "u1", "left": "u1", "passes": "<u2", "first_pass": "<u2"}


def played(game: str, player: str, games: int, seed: int = 1, first: int = 0) -> np.ndarray:
    rows = np.zeros(games, playing.ROW)
    playing.play(game, player, seed, first, rows)
    return rows


def signature(rows: np.ndarray, *names: str) -> str:
    """A signature of these columns of rows, the same on every machine."""
    little = rows[[*names]].astype([(name, SIGNED[name]) for name in names])
    return hashlib.sha256(little.tobytes()).hexdigest()[:16]


def changed(game: Game, changes: Mapping[str, Any]) -> Game:
    """A game with other rules, each by its path in the description, as `stock.passes`.

    Lists of texts are patterns; a list of lists is of tiers of duties.
    """
    rules: Any = game.rules
    for path, value in changes.items():
        rules = _laid_over(rules, path.split("."), _patterns(rules, value))
    return replace(game, rules=rules)


def _patterns(rules: Any, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    names = (*rules.piles, *rules.foundations)
    return tuple(
        tuple(read_pattern(text, names) for text in one)
        if isinstance(one, list)
        else read_pattern(one, names)
        for one in value
    )


def _laid_over(record: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    name, *rest = path
    if is_dataclass(record):
        return replace(record, **{name: _laid_over(getattr(record, name), rest, value)})  # type: ignore[type-var]
    return {**record, name: _laid_over(record[name], rest, value)}


def cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def others(game: str, known: str, high_first: bool = False) -> str:
    """The cards of a game's pack besides some, rank by rank from the aces or from the kings."""
    rest = Counter(entry.pack_cards(book.find_game(game)))
    rest.subtract(read_cards(known, "known"))
    assert min(rest.values()) >= 0
    sign = -1 if high_first else 1
    return cards_text(sorted(rest.elements(), key=lambda card: (sign * (card & 15), card)))


def filled(game: str, start: str, end: str = "", high_first: bool = False) -> str:
    """A pack that begins and ends with some cards; the others lie between."""
    return start + others(game, start + end, high_first) + end


def board(game: str, start: str, end: str = "") -> Board:
    """A game of which little fits but some cards: the others follow high ones first."""
    return Board(game, filled(game, start, end, high_first=True))


def make(on: Board, *moves: Move) -> None:
    for move in moves:
        on.move(move)


def draws(seed: int, game: int, purpose: int) -> Callable[[int], int]:
    """Draw below a number from a game's stream, by NumPy's generator and Lemire's method."""
    generator = np.random.Philox(key=[seed, 0], counter=[0, 0, game, purpose])
    halves: list[int] = []

    def below(n: int) -> int:
        while True:
            if not halves:
                word = int(generator.random_raw())
                halves.extend((word & 0xFFFFFFFF, word >> 32))
            m = halves.pop(0) * n
            if m & 0xFFFFFFFF >= (2**32 - n) % n:
                return m >> 32

    return below


def packs_of_slow_programs(file: str) -> dict[str, list[tuple[str, int, int]]]:
    """Packs of each form in a file of fixtures, won or not, and cards left."""
    lines: dict[str, list[tuple[str, int, int]]] = {}
    for line in (FIXTURES / file).read_text().splitlines():
        form, pack, won, left = line.split("\t")
        lines.setdefault(form, []).append((pack, int(won), int(left)))
    return lines
