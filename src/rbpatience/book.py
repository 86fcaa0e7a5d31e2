"""The games of the book: their files, read when a game is first asked for, and how one is found."""

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

FILES = Path(__file__).parent / "games"  # 05-harvest.toml: no. 5 with its forms
MAX_NUMBER = 1_000
LIKE = 0.8  # how like two words are that differ by a slip


def by_number(number: str) -> tuple[int, str]:
    """In the order of the book, 2, 10, 10b; games that it does not have by name."""
    letters = number.lstrip(digits)
    return int(number.removesuffix(letters) or MAX_NUMBER), letters


class Book(UserDict[str, Game]):
    """Games by number; a file is read when one of its games is first asked for, by any thread."""

    def __init__(self) -> None:
        super().__init__()
        files = {path.name.partition("-")[0].lstrip("0"): path for path in FILES.glob("*.toml")}
        self._unread = {number: files[number] for number in sorted(files, key=by_number)}

    def __missing__(self, number: str) -> Game:
        """The file of no. 28b is that of no. 28, unless it has its own."""
        whole, _ = by_number(number)
        numbers = [number] if number in self._unread else list(self._unread)
        for base in numbers:
            if by_number(base)[0] == whole:
                self._read(base)
        return self.data[number]

    def __contains__(self, number: object) -> bool:
        # Not by `get`: since Python 3.12 that of UserDict asks here.
        return isinstance(number, str) and Mapping.__contains__(self, number)

    def __iter__(self) -> Iterator[str]:
        for number in list(self._unread):
            self._read(number)
        return iter(sorted(self.data, key=by_number))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def named(self, name: str) -> Game | None:
        """The game of a name, which its file has; only that of a form takes reading all."""
        for number, path in list(self._unread.items()):
            if path.stem.partition("-")[2] == name:
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
    games = read_games(name, source.encode(), is_own=True)
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
        file_path = Path(path).expanduser()
        if not file_path.is_file():
            raise ValueError(f"{printable(path[:200])} is no file; name one that describes a game")
        with file_path.open("rb") as file:
            return file.read(MAX_BYTES + 1).decode()
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
        ``5b``, ``harvest-running``, ``La Belle Lucie`` or ``my-game.toml``, each also with
        ``,reading=value``, several of these with commas; passes and deals may be any number. One
        of GAMES is returned as it is.
    source : str
        What the file says, if that has been read.

    Returns
    -------
    rbpatience.entry.Game
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
    if not isinstance(source, str):
        raise TypeError(f"source={shown(source)} is not text")
    name, *chosen = text.split(",")
    if source or is_file_name(name):
        game = _game_of_file(Path(name).name, source or read_source(name))
    else:
        game = _named(name)
    return _reading_of(game, chosen) if chosen else game


# Games that people ask for and that nothing here plays, with what is known of them.
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
            "`rbsim patience` lists them, and docs/patience/describe.md says how to describe one "
            "in a file, as my-game.toml"
        )
        if _letters(name[:80]) in NEAREST:
            message = NEAREST[_letters(name[:80])]
        elif near and not name.isdecimal():  # as 64 is near to a game's other name
            message = f"did you mean {near}?"
        raise ValueError(f"no game is called {shown(name)}; {message}")
    return game


def _letters(name: str) -> str:
    """A name by its letters and digits alone: FreeCell, free cell and free-cell are one."""
    return "".join(filter(str.isalnum, name.lower())).removeprefix("the")


def _words(name: str) -> list[str]:
    """The words of a name, without those that say nothing of a game."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.lower().replace("'", ""))
    return [word for word in words.split() if word not in ("the", "of", "a", "game", "solitaire")]


def _nearest(name: str) -> str:
    """The game most of whose words are those of a name, but for slips of the pen; "" if none is.

    Letters alone say little: baker's dozen is not baker's game.
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
    """Every name of a game, as it is written, with that by which it is listed."""
    games = [*GAMES.values(), *known_games().values()]
    return {name: game.name for game in games for name in (game.name, *game.rules.also)}


@cache
def _by_any_name() -> Mapping[str, Game]:
    """All games by the letters of their numbers and names, and by what else they are called."""
    games = [*GAMES.values(), *known_games().values()]
    also = {_letters(name): game for game in games for name in game.rules.also}
    games_by_letters = {_letters(name): game for game in games for name in (game.number, game.name)}
    return also | games_by_letters


def _reading_of(game: Game, texts: Sequence[str]) -> Game:
    """A game as it is read by some of its readings: ``passes=3``, ``waste=dead``."""
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
        assert game.told is not None  # as every game has that can be read otherwise
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
        raise ValueError(f"{game.name} has no reading {shown(key)}; it has {known}")
    if value not in values:
        known = " and ".join(f"{key}={value}" for value in values)
        raise ValueError(
            f"{game.name} has no reading {key}={shown(value)}; it has {known}, and its rules "
            "as printed without one"
        )
