"""Packs of too many cards, too few and wrong ones are given to all that read packs.

What is not the pack that a game is dealt from is refused in a sentence; what is read plays the same
game again, and the game of its seed.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rbpatience import book, playing
from rbpatience.board import Board
from rbpatience.solving import solver

PACKS = 50_000
WORK = 300  # positions that the solver looks at
READINGS = [
    f"{game.number},{reading}={value}"
    for game in book.GAMES.values()
    for reading, values in game.readings.items()
    for value in values
]
FORMS = [*book.GAMES, *READINGS]
Reader = Callable[[str], object]


def readers(form: str) -> list[Reader]:
    """What reads a pack of a form; what is told of it is the same whenever it is asked."""
    game = book.find_game(form)
    found: list[Reader] = [
        lambda text, player=player: told(form, text, player)  # type: ignore[misc]
        for player in game.players
    ]
    if game.is_decided:
        found.append(lambda text: board(form, text))
        if not game.rules.stock.shuffle:
            found.append(lambda text: solver.solve_pack(form, text, WORK))
    return found


def told(form: str, text: str, player: str) -> object:
    """The row and the story of a pack."""
    row, story = playing.play_pack(form, text, player, 1, 7)
    return row.tolist(), story


def board(form: str, text: str) -> object:
    """What a board shows after a move."""
    laid = Board(form, text)
    if laid.moves:
        laid.move(len(laid.moves) - 1)
    return laid.piles, laid.stock, laid.moves, laid.advice


@dataclass
class Given:
    """A pack as text, and whether its game is played with it."""

    text: str
    is_whole: bool


def given(form: str, rng: random.Random) -> Given:
    """A pack of a form, or what is none: 0 to 4 packs, cards missing, added or changed."""
    game = book.find_game(form)
    number = rng.randrange(1_000)
    whole = playing.deal(form, 1, number)
    size = len(whole) // game.pack.shuffles
    kind = rng.randrange(6)
    at = 2 * rng.randrange(len(whole) // 2)
    if kind == 0:
        packs = rng.randrange(5)
        return Given((5 * whole)[: packs * size], packs == game.pack.shuffles)
    if kind == 1:
        out = game.pack.out
        return Given(out + whole, game.pack.shuffles == 1 or not out)
    if kind == 2:
        return Given(whole[:at], False)
    if kind == 3:
        card = rng.choice(["**", "??", "1c", whole[at : at + 2]])
        return Given(whole[:at] + card + whole[at:], card == game.pack.out)
    if kind == 4:
        return Given(whole[:at] + rng.choice(["**", "Zz", "\x00c"]) + whole[at + 2 :], False)
    return Given(whole, True)


def try_pack(form: str, pack: Given, reader: Reader) -> str:
    """What is wrong with how a pack is read, or an empty text."""
    try:
        one = reader(pack.text)
    except ValueError as error:
        if pack.is_whole or "\n" in str(error) or not str(error).isprintable():
            return f"{form}: {error!r} for {pack}"
        return ""
    except Exception as error:
        return f"{form}: {type(error).__name__} for {pack}"
    if not pack.is_whole:
        return f"{form}: read {pack}"
    return "" if reader(pack.text) == one else f"{form}: another game of {pack}"


def attack(rounds: int = PACKS, seed: int = 1) -> tuple[int, list[str]]:
    """Give so many packs, the forms in turn; return how many, and the findings."""
    rng = random.Random(seed)
    found = [played_as_dealt(form) for form in FORMS if not form.startswith("63")]
    for n in range(rounds):
        form = FORMS[n % len(FORMS)]
        found.append(try_pack(form, given(form, rng), rng.choice(readers(form))))
    return rounds, [one for one in found if one]


def played_as_dealt(form: str) -> str:
    """What is wrong with the row of a game's pack against the game's own."""
    game = book.find_game(form)
    rows = np.zeros(1, playing.ROW)
    for player in game.players:
        playing.play(form, player, 1, 7, rows)
        row = playing.play_pack(form, playing.deal(form, 1, 7), player, 1, 7)[0]
        if row.tolist()[1:] != rows[0].tolist()[1:]:
            return f"{form}: {player} plays another game of the same pack"
    return ""
