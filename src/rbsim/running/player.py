"""Player: players in Python, and how names become players."""

import importlib
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import rbcore
from rbcore.api.game_pool import MOST_SLOTS
from rbcore.cards.ranges import check_range, shown, unwritten
from rbsim.running.player_errors import error_text

PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")

_imports = ContextVar("imports", default=True)  # whether players' modules may be imported

Choose = Callable[[rbcore.View, tuple[str, ...]], str]


@dataclass(frozen=True)
class Player:
    """A player in Python, for every parameter that takes players.

    Parameters
    ----------
    choose : callable
        Called as ``choose(view, moves)`` with a rbcore.View and the legal moves in notation, two or
        more; returns one of the moves. Or an object with a method ``start(rng)``, which is called
        for each game and seat with a numpy Generator of its own and returns such a function.
    width : int, optional
        Games to play at a time. If given, `choose` is called as ``choose(views)`` with
        rbcore.Views of n games, and returns n actions, an array of whole numbers
        (rbcore.action_texts).
    name : str
        The player's name in results; that of `choose` with its module unless given.
    version : str
        The player's version in results; the attribute `version` of `choose`, or none, unless given.
        A player that plays otherwise than before needs a new version.

    Raises
    ------
    ValueError
        In one sentence, for a `choose` that cannot be called, a `width` out of range, and a name or
        version that is taken or cannot be written in results.

    Examples
    --------
    >>> import rbsim
    >>> last = rbsim.Player(lambda view, moves: moves[-1], name="last")
    >>> rbsim.simulate(games=2, players=[last, "greedy"], seed=1).players
    'last:greedy'
    """

    choose: Any
    width: int | None = None
    name: str = ""
    version: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.choose, type):
            name = self.choose.__qualname__
            raise ValueError(f"{name} is a class; give an object of it, such as {name}()")
        if isinstance(self.choose, list | tuple):
            raise ValueError(f"{shown(self.choose)} is several players, where one is asked for")
        if not (callable(self.choose) or hasattr(self.choose, "start")):
            raise ValueError(
                f"{shown(self.choose)} is not a player; it is neither callable nor a name"
            )
        if not isinstance(self.name, str):
            raise ValueError(f"name={shown(self.name)} is not text")
        object.__setattr__(self, "name", self.name or _name(self.choose))
        version = self.version or getattr(self.choose, "version", "")
        object.__setattr__(self, "version", str(version))
        for text in (self.name, self.version):
            if re.search(r"[:,/\s]", text):
                raise ValueError(
                    f"{shown(text)} has a colon, comma, / or space; name players without"
                )
            if sign := unwritten(text):  # no terminal, JSON or page could have it
                raise ValueError(f"{shown(text)} has {sign}; name players without")
        if is_compiled(self.name):
            raise ValueError(f"'{self.name}' is a compiled player's name; choose another")
        if self.width is not None:
            width = check_range("width", self.width, 1, MOST_SLOTS)
            object.__setattr__(self, "width", width)
            if not callable(self.choose):
                raise ValueError(
                    f"{self} has a width, so it must be callable; nobody calls `start`"
                )

    def __str__(self) -> str:
        return self.name


SeatedPlayer = str | Player
Players = str | Player | Choose | Sequence[str | Player | Choose]  # as users name them


# What people call a player that has another name; `random` is taken for `uniform`.
STRONGEST = "thorough+memory, which is the strongest without sight of hidden cards"
GUESSED = {
    **dict.fromkeys(("strong", "strongest", "best", "expert", "perfect", "optimal", "hard"),
                    STRONGEST),
    **dict.fromkeys(("mcts", "montecarlo", "monte", "playouts", "rollout", "ai"),
                    "search, which plays hidden cards out at random"),
    **dict.fromkeys(("minimax", "alphabeta", "expectimax"), "lookahead"),
    **dict.fromkeys(("heuristic", "default", "simple", "easy", "basic"), "greedy"),
    **dict.fromkeys(("human", "me", "user"),
                    "one in Python, as mine.me of a file mine.py (docs/players.md)"),
}  # fmt: skip


def resolve_player(player: str | Player | Choose) -> SeatedPlayer:
    """Return a compiled player's name, anything else as a Player; `a.b` is imported."""
    if isinstance(player, Player):
        return player
    if not isinstance(player, str):
        return Player(player)
    player = player.strip()
    if PATH.fullmatch(player):
        return _import_player(player)
    own, sign = re.fullmatch(r"([^~+]*)(.*)", player, re.DOTALL).groups()  # type: ignore[union-attr]
    if sign and PATH.fullmatch(own):
        raise ValueError(
            f"{shown(player)} is not a player; {sign[0]} is for compiled players, and {own} is one "
            "in Python"
        )
    head = re.split("[-~+]", player[:80].lower())[0]
    if head in ("random", *rbcore.PLAYERS):
        player = player.lower().replace("random", "uniform", 1)
    try:
        rbcore.player_number(player)
    except ValueError as error:
        if head in GUESSED:
            said = f"{shown(player)} is not a player; the nearest is {GUESSED[head]}"
            raise ValueError(said) from error
        near = get_close_matches(head, rbcore.PLAYERS, 1)
        if not near or player.startswith(near[0]):
            if not player.isidentifier():
                raise
            raise ValueError(
                f"{error}; one of your own is named with its file, as mine.{player} of mine.py"
            ) from error
        raise ValueError(f"{shown(player)} is not a player; did you mean {near[0]}?") from error
    return player


def is_compiled(name: str) -> bool:
    """Return whether this is the name of a compiled player."""
    try:
        rbcore.player_number(name)
    except ValueError:
        return False
    return True


def versioned(player: SeatedPlayer) -> str:
    """Return a player's name with its version, as in `greedy/2`."""
    if isinstance(player, str):
        return rbcore.versioned(player)
    return f"{player.name}/{player.version}" if player.version else player.name


def player_from_record(text: str) -> SeatedPlayer:
    """Return the player recorded under this name; one in Python cannot play again from a store."""
    name, _, version = text.partition("/")
    if is_compiled(name):
        return name
    return Player(_refuse_to_play, name=name, version=version)


def _refuse_to_play(view: rbcore.View, moves: tuple[str, ...]) -> str:
    raise ValueError("a player in Python that only a record names cannot play")


def _name(choose: object) -> str:
    """Return the attribute `name`, or module and name of a function or an object's class."""
    if isinstance(given := getattr(choose, "name", None), str):
        return given
    kind: Any = choose if hasattr(choose, "__qualname__") else type(choose)
    name = kind.__qualname__.replace("<locals>.", "")
    return name if kind.__module__ == "__main__" else f"{kind.__module__}.{name}"


@contextmanager
def importing(allowed: bool) -> Iterator[None]:
    """Import the modules of players whose names are read, or refuse the names.

    To import a module is to run it, which a file from elsewhere must not bring about unasked.
    """
    before = _imports.set(allowed)
    try:
        yield
    finally:
        _imports.reset(before)


def _import_player(path: str) -> Player:
    module, _, name = path.rpartition(".")
    if not _imports.get():
        raise ValueError(
            f"'{path}' is a player of the module {module}, which is imported if you say --imports "
            "or imports=True"
        )
    try:
        home = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (module + ".").startswith(missing + "."):
            raise ValueError(f"'{path}' is not a player; there is no module {module}") from None
        raise ValueError(
            f"'{path}' is not a player; importing {module} raised {error_text(error)}"
        ) from error
    try:
        choose = getattr(home, name)
    except AttributeError:
        said = f"{module} has no {name}"
        if name == "py":
            said = f"name one that the file has, as {module}.mine"
        raise ValueError(f"'{path}' is not a player; {said}") from None
    return choose if isinstance(choose, Player) else Player(choose)


def check_sendable(players: Sequence[SeatedPlayer]) -> None:
    """Raise ValueError for a player that cannot be sent to other processes."""
    for player in players:
        try:
            pickle.dumps(player)
        except Exception:
            raise ValueError(
                f"{player} cannot be sent to other processes; define it at the top of a module"
            ) from None
