"""One description played by the compiled engine and by this interpreter, move by move."""

import random
from collections import Counter
from collections.abc import Callable

from rbpatience import book, playing
from rbpatience.board import Board
from rbpatience.entry import AnyGame
from support.patience import cards, draws

from . import Table, laid_out, make, moves, next_deal, read
from .generating import description
from .playing import Move
from .table import HAND, WASTE

FOR_SHUFFLES = 4  # a purpose of streams


def shuffler(seed: int, game: int) -> Callable[[list[str]], list[str]]:
    """The documented shuffle between deals, by NumPy's generator."""
    below = draws(seed, game, FOR_SHUFFLES)

    def shuffle(pack: list[str]) -> list[str]:
        mixed = list(pack)
        for i in range(1, len(mixed)):
            j = below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    return shuffle


def piles_of(table: Table) -> dict[int, str]:
    """What lies on the table, as `Board.piles` shows it."""
    found = {pile.number: "".join(pile.cards) for pile in table.piles}
    for n, waste in enumerate(table.wastes):
        found[WASTE - n] = "".join(waste)
    found[HAND] = table.hand or ""
    return {number: text for number, text in found.items() if text}


def differences(board: Board, table: Table) -> list[str]:
    """What the two say differently."""
    theirs, ours = board.moves, moves(table)
    down = {pile.number: pile.down for pile in table.piles if pile.down}
    said = {
        "piles": (board.piles, piles_of(table)),
        "stock": (board.stock, "".join(table.stock)),
        "foundations": (board.foundations, tuple("".join(f.cards) for f in table.foundations)),
        "face down": (board.face_down, down),
        "left": (board.left, table.left),
        "won": (board.won, table.won),
        "moves": (extra(theirs, ours), extra(ours, theirs)),
        "held": (sorted(cards(board.held)), sorted(table.held.values())),
        "idle": (board.idle, table.idle),
        "deal": (board.deal, max(table.passes, table.deals)),
    }
    found = [f"{key}: {there} here {here}" for key, (there, here) in said.items() if there != here]
    if not found and theirs != ours:
        found = [f"order: {theirs} here {ours}"]
    return found


def extra(these: list[Move], those: list[Move]) -> list[Move]:
    return sorted((Counter(these) - Counter(those)).elements())


def compare(
    text: str, seed: int, steps: int, game: AnyGame | None = None, form: str = "", reading: str = ""
) -> list[str]:
    """Walk a game at random; return where the two part, and how they came there."""
    rng = random.Random(seed)
    game = game or book.find_game("own.toml", text)
    pack = playing.deal(game, 1, seed)
    board = Board(game, pack, 1, seed)
    table = laid_out(read(text, reading, form), cards(pack))
    table.shuffled = shuffler(1, seed)
    way: list[object] = []
    for _ in range(steps):
        if found := differences(board, table):
            return [*found, f"after {way}"]
        legal = board.moves
        if board.won:
            break
        if not legal:
            way.append("next deal")
            more, again = board.next_deal(), next_deal(table)
            if more != again:
                return [f"next deal: {more} here {again}", f"after {way}"]
            if not more:
                break
            continue
        plays = [i for i, move in enumerate(legal) if move[0] == "play"]
        chosen = plays if plays and rng.random() < 0.7 else range(len(legal))
        number = rng.choice(chosen)
        way.append(legal[number])
        board.move(number)
        make(table, legal[number])
    return []


Parted = tuple[int, str, list[str]]


def play_generated(first: int, count: int, steps: int = 40) -> tuple[int, int, list[Parted]]:
    """Play so many generated descriptions; return those played, refused, and parted ways in."""
    played, refused = 0, 0
    parted: list[Parted] = []
    for seed in range(first, first + count):
        text = description(seed)
        try:
            game = book.find_game("own.toml", text)
        except ValueError:
            refused += 1
            continue
        played += 1
        if found := compare(text, seed, steps, game):
            parted.append((seed, text, found))
    return played, refused, parted
