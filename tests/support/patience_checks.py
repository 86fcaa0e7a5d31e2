"""What holds of every game of patience that a player decides, and how golden games are kept."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rbpatience import book, playing
from rbpatience.board import Board
from rbpatience.entry import Game
from rbpatience.solving import solver
from support.patience import cards, filled, make, played, signature

GOLDEN = Path(__file__).parents[1] / "oracles" / "golden"


def readings(games: Mapping[str, Game]) -> list[str]:
    """The readings of some games that are no mere ways of playing, as `42,passes=2`."""
    return [
        f"{game.number},{key}={value}"
        for game in games.values()
        for key, values in game.readings.items()
        if key not in game.rules.ways
        for value in values
    ]


def decided_forms() -> list[str]:
    """All games in which the player decides, and their readings."""
    decided = {number: game for number, game in book.GAMES.items() if game.is_decided}
    known = book.known_games()
    return [*decided, *readings(decided), *known, *readings(known)]


def parted(text: str) -> tuple[str, dict[str, str]]:
    """A game's number, and its reading as an argument of its twin."""
    number, _, reading = text.partition(",")
    key, _, value = reading.partition("=")
    return number, {key: value} if key else {}


def on_table(board: Board) -> Counter[str]:
    """The cards that can be seen or are still to come."""
    return Counter(cards(board.stock + "".join(board.piles.values())))


def story_of(text: str, pack: str) -> list[tuple[str, str, int]]:
    """What happens to each card of a pack, without where it lay."""
    return [one[:3] for one in playing.play_pack(text, pack)[1]]


def told(text: str, *starts: str) -> list[tuple[str, str, int]]:
    """The story of a pack that begins with some cards, after the beginning of its first pass."""
    story = story_of(text, filled(text, "".join(starts)))
    return story[story[0] == ("pass", "", 1) :]


def packs_played_again(text: str, player: str, games: int) -> Iterator[tuple[Any, str, list[Any]]]:
    """Games of seed 3 with pack and story: each plays alike as a game and as its pack."""
    for game, row in enumerate(played(text, player, games, seed=3)):
        pack = playing.deal(text, 3, game)
        again, story = playing.play_pack(text, pack, player, 3, game)
        again["index"] = row["index"]
        assert again == row
        yield row, pack, story


def assert_refused(call: Callable[[], object], words: str) -> None:
    """In one sentence."""
    with pytest.raises(ValueError, match=words) as error:
        call()
    assert "\n" not in str(error.value)


def ways_that_win(text: str, games: int, work: int) -> int:
    """How many of the first games of seed 4 a solver can win; each way that it finds wins."""
    found = 0
    for number in range(games):
        pack = playing.deal(text, 4, number)
        status, looked_at, way = solver.solve_pack(text, pack, work)
        assert 1 <= looked_at <= work
        assert bool(way) == (status == "solvable")
        assert follow(Board(text, pack), way).won == bool(way)
        if way:
            short = solver.shorten(Board(text, pack), way)
            assert len(short) <= len(way)
            assert follow(Board(text, pack), short).won
        found += bool(way)
    return found


def follow(board: Board, way: Iterable[tuple[str, int, int, int]]) -> Board:
    """Go a way that a solver has found."""
    for move in way:
        if move[0] == "redeal" and move not in board.moves:
            assert board.next_deal()  # as in no. 25: the player stops
        else:
            make(board, move)
    return board


def signed(form: str, player: str, games: int, *names: str) -> str:
    """A line of golden games: who plays what, and a signature of columns of the first games."""
    return f"{form}\t{player}\t{signature(played(form, player, games), *names)}"


def written(file: str) -> list[str]:
    """The lines of golden games."""
    return (GOLDEN / file).read_text().splitlines()[1:]


def write(file: str, lines: Iterable[str]) -> None:
    """Write golden games anew below their head."""
    path = GOLDEN / file
    path.write_text("\n".join([path.read_text().partition("\n")[0], *lines]) + "\n")
