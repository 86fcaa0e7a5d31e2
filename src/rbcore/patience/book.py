"""The games of the book: their files, read when a game is first asked for, and how one is found."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from string import digits

from rbcore.cards.ranges import printable, shown
from rbcore.patience.descriptions.reader import MOST_BYTES, read_games
from rbcore.patience.entry import AnyGame, Game, game_of

__all__ = ["GAMES", "find_game", "known_games"]

FILES = Path(__file__).parent / "games"  # 27-trefoil.toml: a game with its forms
MOST_NUMBER = 1_000


def by_number(number: str) -> tuple[int, str]:
    """In the order of the book, 2, 10, 10b; games that it does not have by name."""
    letters = number.lstrip(digits)
    return int(number.removesuffix(letters) or MOST_NUMBER), letters


class Book(UserDict[str, Game]):
    """Games by number; a file is read when one of its games is first asked for, by any thread."""

    def __init__(self) -> None:
        super().__init__()
        files = {path.name.partition("-")[0]: path for path in FILES.glob("*.toml")}
        self._unread = {number: files[number] for number in sorted(files, key=by_number)}

    def __missing__(self, number: str) -> Game:
        """The file of no. 28b is that of no. 28, unless it has its own."""
        whole, _ = by_number(number)
        own = [number] if number in self._unread else list(self._unread)
        for base in own:
            if by_number(base)[0] == whole:
                self._read(base)
        return self.data[number]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, str) and self.get(number) is not None

    def __iter__(self) -> Iterator[str]:
        for number in list(self._unread):
            self._read(number)
        return iter(sorted(self.data, key=by_number))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def named(self, name: str) -> Game | None:
        """The game of a name, which its file has; only that of a form takes reading all."""
        for number, path in list(self._unread.items()):
            if path.stem == f"{number}-{name}":
                return self[number]
        games = chain(list(self.data.values()), self.values())
        return next((game for game in games if game.name == name), None)

    def _read(self, number: str) -> None:
        """Keep the games of a file that no thread has read yet."""
        path = self._unread.get(number)
        if path is not None:
            for told in read_games(path.name, path.read_bytes()):
                self.data.setdefault(told.description.number, game_of(told))
            self._unread.pop(number, None)


GAMES = Book()


@cache
def known_games() -> Mapping[str, Game]:
    """Games that are well known and not in the book, by name."""
    return {
        told.description.name: game_of(told)
        for path in sorted((FILES / "known").glob("*.toml"))
        for told in read_games(path.name, path.read_bytes())
    }


@lru_cache(64)  # as a game is asked for with every chunk that is played
def _game_of_file(name: str, source: str) -> Game:
    games = read_games(name, source.encode(), own=True)
    if len(games) > 1:
        raise ValueError(f"{name} describes {len(games)} games; make a file of each form")
    game = game_of(games[0])
    if game.name in known_games() or GAMES.named(game.name) or game.name in GAMES:
        raise ValueError(f"{name}: there is a game called {game.name}; call yours otherwise")
    return game


def read_source(path: str) -> str:
    """The text of a file that describes a game.

    Raises ValueError, in one sentence, unless it is a file of text, of 64 KB at most.
    """
    try:
        if not Path(path).is_file():
            raise ValueError(f"{printable(path[:200])} is no file; name one that describes a game")
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1).decode()
    except OSError as error:
        raise ValueError(f"{printable(path[:200])} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{printable(path[:200])} is not text") from None


def is_file_name(name: str) -> bool:
    """Whether a game is named by a file that describes it: ``my-game.toml``."""
    return name.endswith(".toml")


def find_game(text: AnyGame, source: str = "") -> Game:
    """Return the game of a number, a name or a file, with readings: ``robert,passes=3``.

    Parameters
    ----------
    text : str
        ``5b``, ``harvest-running``, ``klondike`` or ``my-game.toml``, each also with
        ``,reading=value``; one of GAMES is returned as it is.
    source : str
        What the file says, if that has been read.

    Returns
    -------
    rbcore.patience.entry.Game
        The game; with a reading its rules are those, and it has no readings more.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or value, and for a file that describes none.

    Examples
    --------
    >>> find_game("5b").name
    'harvest-running'
    >>> find_game("robert,passes=3").rules.stock.passes
    3
    """
    if isinstance(text, Game):
        return text
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not the name of a game; `rbsim patience` lists them")
    name, *chosen = text.split(",")
    if source or is_file_name(name):
        game = _game_of_file(Path(name).name, source or read_source(name))
    else:
        game = _named(name)
    if len(chosen) > 1:
        raise ValueError(f"{printable(text[:80])}: one reading at a time")
    for choice in chosen:
        game = _reading_of(game, choice)
    return game


def _named(name: str) -> Game:
    game = GAMES.get(name) or GAMES.named(name) or known_games().get(name)
    if game is None:
        names = [game.name for game in GAMES.values()]
        near = get_close_matches(name[:80], [*names, *known_games()], 1)
        said = f"did you mean {near[0]}?" if near else "`rbsim patience` lists them"
        raise ValueError(f"no game is called {shown(name)}; {said}")
    return game


def _reading_of(game: Game, choice: str) -> Game:
    """A game as it is read by one of its readings: ``passes=3``."""
    key, _, value = choice.partition("=")
    values = game.readings.get(key)
    if values is None:
        known = ", ".join(game.readings) or "none"
        raise ValueError(f"{game.name} has no reading {shown(key)}; it has {known}")
    if value not in values:
        known = " and ".join(f"{key}={one}" for one in values)
        raise ValueError(
            f"{game.name} has no reading {key}={shown(value)}; it has {known}, and its rules "
            "as printed without one"
        )
    return replace(
        game,
        rules=values[value],
        readings={},
        is_way=key in game.ways,
        version=game.reading_versions.get(choice, game.version),
    )
