"""The games of the book: lookup by number or name, with files read on first use."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from string import digits

from rbcore.cards.ranges import printable, shown
from rbpatience.descriptions.reader import MAX_BYTES, read_games
from rbpatience.entry import AnyGame, Game, game_of

__all__ = ["GAMES", "find_game", "known_games"]

FILES = Path(__file__).parent / "games"  # 05-harvest.toml has no. 5 with its forms
MAX_NUMBER = 1_000
LIKE = 0.8  # similarity of two words that differ by a typing error


def by_number(number: str) -> tuple[int, str]:
    """Return a sort key: the book's order (2, 10, 10b), then other games by name."""
    letters = number.lstrip(digits)
    return int(number.removesuffix(letters) or MAX_NUMBER), letters


class Book(UserDict[str, Game]):
    """Games by number; a file is read when any thread first uses one of its games."""

    def __init__(self) -> None:
        super().__init__()
        files = {path.name.partition("-")[0].lstrip("0"): path for path in FILES.glob("*.toml")}
        self._unread = {number: files[number] for number in sorted(files, key=by_number)}

    def __missing__(self, number: str) -> Game:
        """Read a game's file; no. 28b is in the file of no. 28 unless it has its own."""
        whole, _ = by_number(number)
        numbers = [number] if number in self._unread else list(self._unread)
        for base in numbers:
            if by_number(base)[0] == whole:
                self._read(base)
        return self.data[number]

    def __contains__(self, number: object) -> bool:
        # Not through `get`, which calls this in UserDict since Python 3.12.
        return isinstance(number, str) and Mapping.__contains__(self, number)

    def __iter__(self) -> Iterator[str]:
        for number in list(self._unread):
            self._read(number)
        return iter(sorted(self.data, key=by_number))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def named(self, name: str) -> Game | None:
        """Return the game with a name; only the name of a form requires reading all files."""
        for number, path in list(self._unread.items()):
            if path.stem.partition("-")[2] == name:
                return self[number]
        games = chain(list(self.data.values()), self.values())
        return next((game for game in games if game.name == name), None)

    def _read(self, number: str) -> None:
        """Store the games of a file that no thread has read yet."""
        path = self._unread.get(number)
        if path is not None:
            for told in read_games(path.name, path.read_bytes()):
                self.data.setdefault(told.description.number, game_of(told))
            self._unread.pop(number, None)


GAMES = Book()


@cache
def known_games() -> Mapping[str, Game]:
    """Well-known games that are not in the book, by name."""
    return {
        told.description.name: game_of(told)
        for path in sorted((FILES / "known").glob("*.toml"))
        for told in read_games(path.name, path.read_bytes())
    }


@lru_cache(64)  # because every chunk of games looks its game up
def _game_of_file(name: str, source: str) -> Game:
    games = read_games(name, source.encode(), is_own=True)
    if len(games) > 1:
        raise ValueError(f"{name} describes {len(games)} games; put each form in its own file")
    game = game_of(games[0])
    if game.name in known_games() or GAMES.named(game.name) or game.name in GAMES:
        raise ValueError(f"{name}: a game called {game.name} exists already; choose another name")
    return game


def read_source(path: str) -> str:
    """Return the text of a file that describes a game.

    Raises ValueError, in one sentence, unless it is a text file of at most 64 KB.
    """
    try:
        file_path = Path(path).expanduser()
        if not file_path.is_file():
            raise ValueError(
                f"{printable(path[:200])} is not a file; name one that describes a game"
            )
        with file_path.open("rb") as file:
            return file.read(MAX_BYTES + 1).decode()
    except OSError as error:
        raise ValueError(f"{printable(path[:200])} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{printable(path[:200])} is not text") from None


def is_file_name(name: str) -> bool:
    """Return whether a game is named by its description's file: ``my-game.toml``."""
    return name.endswith(".toml")


def find_game(text: AnyGame, source: str = "") -> Game:
    """Find a game by number, name or file, with readings: ``robert,passes=3``.

    Parameters
    ----------
    text : str
        ``5b``, ``harvest-running``, ``La Belle Lucie`` or ``my-game.toml``, each optionally
        followed by ``,reading=value``, once or several times; passes and deals accept any number.
        An entry of GAMES is returned as it is.
    source : str
        The content of the file, if it has been read already.

    Returns
    -------
    rbpatience.entry.Game
        The game. With a reading, it has the rules of that reading and no further readings.

    Raises
    ------
    ValueError
        If the game, a reading or a value is unknown, or the file does not describe a game; the
        message is one sentence.

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
    if not isinstance(source, str):
        raise TypeError(f"source={shown(source)} is not text")
    name, *chosen = text.split(",")
    if source or is_file_name(name):
        game = _game_of_file(Path(name).name, source or read_source(name))
    else:
        game = _named(name)
    return _reading_of(game, chosen) if chosen else game


# Games that people ask for and that this package does not play, with what is known of them.
NEAREST = {
    "frustration": "the nearest is talkative, with the same calls: frustration comes out where its "
    "first pass has no hit, in 1.6232727% of deals"
}


def _named(name: str) -> Game:
    game = GAMES.get(name) or GAMES.named(name) or known_games().get(name)
    if game is None:
        game = _by_any_name().get(_letters(name[:80]))
    if game is None:
        near = _nearest(name[:80])
        message = (
            "`rbsim patience` lists the games, and docs/patience/describe.md explains how to "
            "describe one in a file such as my-game.toml"
        )
        if _letters(name[:80]) in NEAREST:
            message = NEAREST[_letters(name[:80])]
        elif near and not name.isdecimal():  # 64, for example, resembles a game's other name
            message = f"did you mean {near}?"
        raise ValueError(f"no game is called {shown(name)}; {message}")
    return game


def _letters(name: str) -> str:
    """Reduce a name to letters and digits, so that FreeCell, free cell and free-cell are equal."""
    return "".join(filter(str.isalnum, name.lower())).removeprefix("the")


def _words(name: str) -> list[str]:
    """Return the words of a name, without those common to many games."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower().replace("'", ""))
    return [word for word in words.split() if word not in ("the", "of", "a", "game", "solitaire")]


def _nearest(name: str) -> str:
    """Return the game that shares most words with a name, allowing typing errors; "" if none does.

    Letters alone are not enough: baker's dozen is not baker's game.
    """
    words = _words(name)
    scores: dict[str, float] = {}
    for text, game in _names().items():
        its = _words(text)
        common = sum(bool(get_close_matches(word, its, 1, LIKE)) for word in words)
        score = common / max(len(words), len(its), 1)
        if common and (score > 0.5 or common == len(words)):
            scores[game] = max(scores.get(game, 0), score)
    if not scores:
        joined = {_letters(text): game for text, game in _names().items()}
        near = get_close_matches(_letters(name), joined, 1, LIKE)
        return joined[near[0]] if near else ""
    return max(scores, key=lambda game: scores[game])


def _names() -> Mapping[str, str]:
    """Return every name of every game, with the name under which it is listed."""
    games = [*GAMES.values(), *known_games().values()]
    return {name: game.name for game in games for name in (game.name, *game.rules.also)}


@cache
def _by_any_name() -> Mapping[str, Game]:
    """Return all games by the letters of their numbers, names and other names."""
    games = [*GAMES.values(), *known_games().values()]
    also = {_letters(name): game for game in games for name in game.rules.also}
    games_by_letters = {_letters(name): game for game in games for name in (game.number, game.name)}
    return also | games_by_letters


def _reading_of(game: Game, texts: Sequence[str]) -> Game:
    """Return a game with some of its readings: ``passes=3``, ``waste=dead``."""
    choices: dict[str, str] = {}
    for text in texts:
        key, _, value = (part.strip() for part in text.partition("="))
        is_default = game.told is not None and game.told.is_default(key, value)
        if not is_default:
            _check_reading(game, key, value)
        if key in choices:
            raise ValueError(f"{key} is given twice; give it once")
        choices[key] = "" if is_default else value
    choices = {key: value for key, value in choices.items() if value}
    if not choices:
        return game
    (key, value), *more = choices.items()
    rules = game.readings.get(key, {}).get(value)
    if rules is None or more:
        assert game.told is not None  # every game with readings has it
        rules = game.told.reading(choices)
    named = [game.reading_versions.get(f"{key}={choice}", 1) for key, choice in choices.items()]
    return replace(
        game,
        rules=rules,
        readings={},
        is_way=any(key in game.rules.ways for key in choices),
        version=max(game.version, *named),
    )


def _check_reading(game: Game, key: str, value: str) -> None:
    """Raise ValueError, in one sentence, for a reading that a game does not have."""
    if game.told is not None and game.told.is_counted(key, value):
        return
    values = game.readings.get(key)
    if values is None:
        known = ", ".join(game.readings) or "none"
        raise ValueError(f"{game.name} has no reading {shown(key)}; its readings are {known}")
    if value not in values:
        known = " and ".join(f"{key}={value}" for value in values)
        raise ValueError(
            f"{game.name} has no reading {key}={shown(value)}; it has {known}; without a reading "
            "it follows the printed rules"
        )
