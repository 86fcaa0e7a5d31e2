"""Players in Python, how names become players, and games with players in Python."""

import ctypes
import importlib
import pickle
import re
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from threading import get_ident
from types import TracebackType
from typing import Any, NoReturn, Unpack, cast

import numpy as np

import rbcore
from rbcore.api.game_pool import MAX_SLOTS
from rbcore.cards.ranges import check_range, count_text, nothing_text, shown, unwritten
from rbcore.rules.limits import MAX_LIMITS, LimitOptions
from rbcore.rules.variants import variant_text
from rbsim.arms.cores import has_processes
from rbsim.arms.rows import RowOptions, Rows, Stop
from rbsim.arms.source import PREFIX, UnseenError, source_version
from rbsim.files import plan_folder, real_path
from rbsim.options import TURN_MOVES, option_text

STREAM = 16  # + seat: the purpose of a seat's random stream; rbcore/cards/rng.pxd has the others
NAMED = 5  # games that a note on an error names
LONG_TURN = 1_000  # a turn with so many moves gets a note
LEFT = 10  # so many unfinished games get a note, if most games are
UNFINISHED = rbcore.OUTCOMES.index("unfinished")
_changing: set[str] = set()  # players that got the note that play changes them
_told: set[str] = set()  # players, or players of a game, that got a note on long turns or games
_games: Counter[str] = Counter()  # games by the names of their players
_left: Counter[tuple[str, str]] = Counter()  # unfinished games, also by the name of the limit
NOTE = "raised by "  # how the note of a player's error begins
FOLDER = str(Path(__file__).parents[1])
STUDY = str(Path(FOLDER, "result.py"))  # in a traceback, frames after this belong to the study
CORE = "src/rbcore/"  # how the file names of compiled frames begin
asked: dict[int, str] = {}  # by thread, the player in Python that must answer now

FUNCTION: Any = ctypes.CFUNCTYPE(None).__base__  # base class of all ctypes functions

PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")

_imports = ContextVar("imports", default=True)  # whether players' modules may be imported

Choose = Callable[[rbcore.View, tuple[str, ...]], str]


@dataclass(frozen=True, eq=False)
class Player:
    """A user's own player, for every parameter that takes players.

    Parameters
    ----------
    choose : callable, or what is compiled
        A function ``choose(view, moves)`` that gets a rbcore.View and at least two legal moves in
        notation, and returns one of the moves. Or an object with a method ``start(rng)``, which is
        called for each game and seat with its own numpy Generator and returns such a function. Or a
        rbcore.CompiledPlayer, or the capsule of one without state, which runs without the GIL.
    width : int, optional
        Number of games to play at a time. If given, `choose` is called as ``choose(views)`` with
        rbcore.Views of n games, and returns an array of n whole numbers, the actions
        (rbcore.action_texts).
    name : str
        The player's name in results; by default the name of `choose` with its module.
    version : str
        The player's version in results; by default the attribute `version` of `choose`, or else a
        digest of its source and the values it uses, like ``code-0f3ac1d29b7e``. If you set a
        version, change it when the player changes.

    Raises
    ------
    ValueError
        In one sentence, if `choose` cannot be called, `width` is out of range, or the name or
        version is taken or cannot be written in results.

    Examples
    --------
    >>> import rbsim
    >>> last = rbsim.Player(lambda view, moves: moves[-1], name="last")
    >>> rbsim.simulate(games=2, players=[last, "greedy"]).study.arms[0].player_text
    'last:greedy'
    """

    choose: Any
    width: int | None = None
    name: str = ""
    version: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.choose, type):
            name = self.choose.__qualname__
            raise ValueError(f"{name} is a class, not a player; pass an object, such as {name}()")
        if isinstance(compiled := _compiled(self.choose), rbcore.CompiledPlayer):
            name = self.name if self.name or not isinstance(self.name, str) else compiled.name
            object.__setattr__(self, "choose", compiled.named(name, compiled.origin))
        if isinstance(self.choose, list | tuple):
            raise ValueError(f"{shown(self.choose)} is a list of players; give one player")
        if not (self.is_compiled or callable(self.choose) or hasattr(self.choose, "start")):
            raise ValueError(f"{shown(self.choose)} is not a player; give a name or a callable")
        if not isinstance(self.name, str):
            raise ValueError(f"name={shown(self.name)} is not text")
        object.__setattr__(self, "name", self.name or _name(self.choose))
        if not isinstance(self.version, str):
            raise ValueError(f"version={shown(self.version)} is not text")
        version = self.version or getattr(self.choose, "version", "")
        object.__setattr__(self, "version", str(version))
        _check_names(self.name, self.version)
        if self.width is not None:
            object.__setattr__(self, "width", check_range("width", self.width, 1, MAX_SLOTS))
            if not callable(self.choose):
                what = "a compiled player" if self.is_compiled else "an object with `start`"
                raise ValueError(f"{self} has a width, so it must be callable, but is {what}")

    def __str__(self) -> str:
        return self.name

    @property
    def is_compiled(self) -> bool:
        """Whether it is compiled."""
        return isinstance(self.choose, rbcore.CompiledPlayer)

    def __eq__(self, other: object) -> bool:
        """Return whether another is the same player: by version or, without one, by object."""
        if not isinstance(other, Player):
            return NotImplemented
        is_named_alike = self._identity == other._identity
        return is_named_alike and (bool(self.version) or self.choose == other.choose)

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[int | None, str, str]:
        return self.width, self.name, self.version


def _compiled(choose: object) -> object:
    """Return compiled code as a CompiledPlayer, and anything else unchanged."""
    is_address = isinstance(choose, FUNCTION) or hasattr(choose, "native_name")  # numba's
    if type(choose).__name__ == "PyCapsule" or is_address:
        return rbcore.CompiledPlayer(choose)
    return choose


def _check_names(name: str, version: str) -> None:
    """Raise ValueError, in a sentence, for a name or version that results cannot have."""
    for text in (name, version):
        if re.search(r"[:,/\s]", text):
            raise ValueError(f"{shown(text)} has a colon, comma, / or space; leave these out")
        if sign := unwritten(text):  # terminals, JSON and pages cannot show it
            raise ValueError(f"{shown(text)} has {sign}; leave that out")
    if problem := nothing_text(name):
        raise ValueError(f"{problem}, name=")
    if is_compiled(name):
        raise ValueError(f"'{name}' is the name of a compiled player; choose another")


SeatedPlayer = str | Player
Players = str | Player | Choose | Sequence[str | Player | Choose]  # as users name them


def resolve_player(player: str | Player | Choose) -> SeatedPlayer:
    """Return the name of a compiled player, or a Player for anything else; `a.b` is imported."""
    if not isinstance(player, str):
        return _with_version(player if isinstance(player, Player) else Player(player))
    player = player.strip()
    path, plus, knowledge = player.partition("+")
    if PATH.fullmatch(path):
        imported = _with_version(_import_player(path))
        if not plus:
            return imported
        if imported.is_compiled:
            return replace(imported, name=f"{imported.name}+{knowledge}")
    base, sign = re.fullmatch(r"([^~+]*)(.*)", player, re.DOTALL).groups()  # type: ignore[union-attr]
    if sign and PATH.fullmatch(base):
        raise ValueError(
            f"{shown(player)} is not a player; {sign[0]} is for built-in players, and {base} is "
            "your own"
        )
    head = re.split("[-~+]", player[:80].lower())[0]
    if head in ("random", *rbcore.PLAYERS):
        player = player.lower().replace("random", "uniform", 1)
    try:
        rbcore.versioned(player)
    except ValueError as error:
        near = get_close_matches(head, rbcore.PLAYERS, 1)
        if not near or player.startswith(near[0]):
            if not player.isidentifier():
                raise
            raise ValueError(
                f"{error}; name your own players with their module, as in mine.{player}"
            ) from error
        raise ValueError(f"{shown(player)} is not a player; did you mean {near[0]}?") from error
    return player


def _with_version(player: Player) -> Player:
    """Return a player with a version; the default is a digest of its current source."""
    if player.version or player.is_compiled:
        return player
    try:
        return replace(player, version=source_version(player.choose))
    except UnseenError:
        return player


def is_same(player: SeatedPlayer, other: SeatedPlayer) -> bool:
    """Return whether two players are the same, rather than two with equal name and version."""
    if isinstance(player, str) or isinstance(other, str):
        return player == other
    return player == other and (player.version.startswith(PREFIX) or player.choose == other.choose)


def check_versions(players: Sequence[Player]) -> None:
    """Raise ValueError for a player without version or source, whose changes would go unnoticed."""
    for player in players:
        if not player.version and player.is_compiled:
            raise ValueError(
                f"a store cannot tell whether {player} was changed, as it is compiled; give it a "
                "version: rbsim.Player(..., version='1')"
            )
        if not player.version:
            try:
                source_version(player.choose)
            except UnseenError as error:
                raise ValueError(
                    f"a store cannot tell whether {player} was changed: {error}; give it a "
                    "version: rbsim.Player(..., version='1')"
                ) from None


@contextmanager
def watching_sources(players: Sequence[Player]) -> Iterator[None]:
    """Warn about players whose digest changes during play, e.g. because they keep a state."""
    watched = [player for player in players if player.version.startswith(PREFIX)]
    before = [_with_version(replace(player, version="")).version for player in watched]
    yield
    for player, version in zip(watched, before, strict=True):
        if (
            _with_version(replace(player, version="")).version == version
            or str(player) in _changing
        ):
            continue
        _changing.add(str(player))
        warnings.warn(
            f"the player {player} changes its own values during play, so next time it counts as "
            "another player; give it a version: rbsim.Player(..., version='1')",
            stacklevel=4,
        )


def core_player(player: SeatedPlayer) -> str | rbcore.CompiledPlayer | None:
    """Return the player as the core takes it; None for one in Python."""
    if isinstance(player, str):
        return player
    return player.choose if player.is_compiled else None


def is_compiled(name: str) -> bool:
    """Return whether this is the name of a compiled player."""
    try:
        rbcore.versioned(name)
    except ValueError:
        return False
    return True


def versioned(player: SeatedPlayer) -> str:
    """Return a player's name with its version, as in `greedy/2`."""
    if isinstance(player, str):
        return rbcore.versioned(player)
    return f"{player.name}/{player.version}" if player.version else player.name


def player_from_record(text: str) -> SeatedPlayer:
    """Return the player recorded under this name; one in Python cannot play from a record."""
    name, _, version = text.partition("/")
    return name if is_compiled(name) else Player(_refuse_to_play, name=name, version=version)


def changed_text(folder: Path, before: str, now: str, way: str) -> str:
    """Return a sentence that a player has changed since the games in a folder, and the remedy."""
    name, _, version = before.partition("/")
    text = f"{folder} has games of {name} before its code, or a value it uses, was changed"
    if not version:
        return f"{text} (or perhaps not, as they have no version); {way}"
    return (
        f"{text}: it was {version} and is {now.partition('/')[2] or 'without a version'}; {way}, "
        f"or, if it still plays the same, give it version={version!r}"
    )


def is_recorded(player: SeatedPlayer) -> bool:
    """Return whether a player is known only by its record."""
    return isinstance(player, Player) and player.choose is _refuse_to_play


def _refuse_to_play(view: rbcore.View, moves: tuple[str, ...]) -> str:
    raise ValueError("a player in Python that is known only by its record cannot play")


def _name(choose: object) -> str:
    """Return the attribute `name`, or module and name of a function or an object's class."""
    if isinstance(name := getattr(choose, "name", None), str):
        return name
    kind: Any = choose if hasattr(choose, "__qualname__") else type(choose)
    name = kind.__qualname__.replace("<locals>.", "")
    return name if kind.__module__ == "__main__" else f"{kind.__module__}.{name}"


@contextmanager
def importing(allowed: bool) -> Iterator[None]:
    """Allow or refuse the import of modules that players are named by.

    Importing a module runs its code, so a plan or store from somebody else must not cause it
    unless the user allows it.
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
            f"'{path}' is a player in the module {module}; to import it, give --imports or "
            "imports=True"
        )
    folder = plan_folder()
    if folder is not None and (beside := str(real_path(folder))) not in sys.path:
        sys.path.insert(0, beside)  # permanently, since other processes import it again
    try:
        home = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (module + ".").startswith(missing + "."):
            raise ValueError(f"'{path}' is not a player; there is no module {module}") from None
        raise ValueError(
            f"'{path}' is not a player; importing {module} raised {error_text(error)}"
        ) from error
    if folder is not None:
        _check_beside(folder, module)
    functions = getattr(home, "__pyx_capi__", {})  # exported by Cython
    try:
        choose = getattr(home, name) if hasattr(home, name) else functions[name]
    except (AttributeError, KeyError):
        reason = f"{module} has no {name}"
        if name == "py":
            reason = f"name a player in the file, such as {module}.mine"
        raise ValueError(f"'{path}' is not a player; {reason}") from None
    player = choose if isinstance(choose, Player) else Player(choose)
    if not player.is_compiled:
        return player
    if type(choose).__name__ == "PyCapsule":
        player = replace(player, name=path)
    named = player.choose.named(player.name, path)
    return replace(player, choose=named)


def _check_beside(folder: Path, module: str) -> None:
    """Raise ValueError if another module of the same name was imported than the one by the plan."""
    top = module.partition(".")[0]
    beside = folder / f"{top}.py"
    imported = getattr(sys.modules[top], "__file__", None)
    if beside.is_file() and not (imported and beside.samefile(imported)):
        raise ValueError(
            f"{beside} is not the module {top} that was imported, {imported}; rename the file"
        )


@contextmanager
def sent_by(executor: Executor | None, players: Sequence[Player]) -> Iterator[None]:
    """Raise ValueError, in a sentence, for players that an executor cannot send to its workers.

    Python's own process pools use pickle, which sends only the names of functions and classes.
    Others, such as loky and dask, can also send lambdas and functions of a notebook.
    """
    for player in players:
        if executor is not None and player.is_compiled and not player.choose.origin:
            raise ValueError(
                f"{player} is compiled and cannot be sent to other processes; name it with its "
                "module, as in 'mine.loader'"
            )
        if has_processes(executor):
            _check_picklable(player, executor)
    try:
        yield
    except (pickle.PicklingError, TypeError) as error:
        is_of_sending = executor is not None and not is_from_player(error)
        if not (players and is_of_sending and re.search("pickl|serializ", str(error))):
            raise
        names = " or ".join(dict.fromkeys(map(str, players)))
        raise ValueError(
            f"{names} cannot be sent to other processes; it must not use objects of this process, "
            "such as locks or open files"
        ) from None


def _check_picklable(player: Player, executor: Executor) -> None:
    """Raise ValueError for a player that cannot be sent to Python's own processes."""
    way = "define it at the top level of a module, or use an executor of loky or dask"
    try:
        content = pickle.dumps(player)
    except Exception:
        raise ValueError(f"{player} cannot be sent to other processes; {way}") from None
    context = getattr(executor, "_mp_context", None)  # None for interpreter workers
    has_names = context is not None and context.get_start_method() == "fork"
    main = sys.modules["__main__"]
    if b"__main__" in content and not (has_names or hasattr(main, "__file__")):
        raise ValueError(f"{player} is defined here, where other processes cannot find it; {way}")


# ---- their errors ----


def raise_noted(error: BaseException, where: str) -> NoReturn:
    """Raise a player's error with a note on the game; Ctrl-C is raised unchanged."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        error.add_note(NOTE + where)
        raise error
    # StopIteration would end a loop above; SystemExit in a thread would not end the process.
    other = RuntimeError(error_text(error))
    other.add_note(NOTE + where)
    raise other from error


def is_from_player(error: BaseException) -> bool:
    """Return whether a player in Python raised an error."""
    return any(note.startswith(NOTE) for note in getattr(error, "__notes__", ()))


def leave_own_frames(error: BaseException) -> None:
    """Keep only the player's own frames in the traceback of its error.

    A refused answer has none, nor has an error from another process.
    """
    if not (is_from_player(error) or _is_refused(error)):
        return
    for each in filter(None, (error, error.__cause__)):
        each.__traceback__ = _own_traceback(each)
    if error.__cause__ is not None and error.__cause__.__traceback__ is None:
        error.__cause__ = None  # from another process: a traceback as text


def _is_refused(error: BaseException) -> bool:
    """Return whether `play` raised an error about a player's answer."""
    places = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(places) and places[-1].co_filename == __file__ and play.__code__ in places


def _own_traceback(error: BaseException) -> TracebackType | None:
    """Return the traceback of an error after the frames that asked the player, if there are any.

    If `leave_own_frames` has removed those frames, the player's come after that of the study.
    Frames of rbcore come first where it asked a compiled player.
    """
    behind: dict[str, TracebackType | None] = {}
    step = error.__traceback__
    while step is not None:
        behind[step.tb_frame.f_code.co_filename] = step.tb_next
        step = step.tb_next
    if __file__ in behind:
        step = behind[__file__]
        while step is not None and step.tb_frame.f_code.co_filename.startswith(CORE):
            step = step.tb_next
        return step
    called = behind.get(STUDY)
    is_ours = called is not None and called.tb_frame.f_code.co_filename.startswith(FOLDER)
    return None if is_ours else called


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the frames of an error after those that asked the player."""
    return list(traceback.extract_tb(_own_traceback(error)))


def error_text(error: BaseException) -> str:
    """Return an error of a user's code and its place: `KeyError: 'x' (mine.py, line 3)`."""
    cause = error.__cause__
    if cause is not None and not (
        isinstance(cause, Exception) and type(cause) is not StopIteration
    ):
        return str(error)  # of `raise_noted`
    words = f"{type(error).__name__}: {error}".rstrip(". :")
    where = [
        f" ({Path(at.filename).name}, line {at.lineno})"
        for at in _own_frames(error)[-1:]
        if not at.filename.startswith("<")
    ]
    return words + "".join(where)


def frame_lines(error: BaseException) -> list[str]:
    """Return the player's own frames of an error as Python prints them, line by line."""
    return "".join(traceback.format_list(_own_frames(error.__cause__ or error))).splitlines()


# ---- games in which they play ----


def distinct(players: Sequence[SeatedPlayer]) -> list[Player]:
    """Return the players in Python, each once."""
    return [player for player in own(players) if not player.is_compiled]


def own(players: Sequence[SeatedPlayer]) -> list[Player]:
    """Return the user's own players, in Python or compiled, each once."""
    return [player for player in dict.fromkeys(players) if isinstance(player, Player)]


def play_compiled(
    core: Callable[..., int],
    rules: rbcore.Rules,
    players: Sequence[SeatedPlayer],
    seed: int,
    first: int,
    rows: Rows,
    **options: Unpack[RowOptions],
) -> int:
    """Play rows as the core does, with compiled players of users, and warn about long turns."""
    seated = [core_player(player) for player in players]
    max_turn_moves = options.setdefault("max_turn_moves", TURN_MOVES)
    done = core(rules, seated, seed, first, rows, **options)
    for player in own(players):
        if player.choose.longest_turn >= min(LONG_TURN, max_turn_moves):
            in_seed, game, turn, _ = player.choose.longest_turn_at
            _tell_of_turn(player, player.choose.longest_turn, turn, game, in_seed, max_turn_moves)
    if rows.dtype.names == rbcore.GAME.names and done == len(rows):
        _tell_of_unfinished(players, rows, options)
    return done


def play(
    rules: rbcore.Rules,
    players: Sequence[SeatedPlayer],
    seed: int,
    first: int,
    rows: Rows,
    *,
    stop: Stop | None = None,
    attention: Sequence[rbcore.Attention] | None = None,
    max_turn_moves: int = TURN_MOVES,
    shuffle: int = 0,
    replicate: int = 0,
    **limits: Unpack[LimitOptions],
) -> int:
    """Play games as rbcore.play does, with some players in Python; their errors name the game."""
    if attention is not None:
        raise ValueError("slip is for compiled players; a player in Python overlooks nothing")
    each = distinct(players)
    seated: list[str | rbcore.CompiledPlayer | int] = []
    for player in players:
        core = core_player(player)
        seated.append(each.index(player) if core is None else core)  # type: ignore[arg-type]
    width = min(max(player.width or 1 for player in each), max(1, len(rows)))
    pool = rbcore.GamePool(
        rules,
        seated,
        seed,
        first,
        rows=rows,
        width=width,
        max_turn_moves=max_turn_moves,
        shuffle=shuffle,
        replicate=replicate,
        **limits,
    )
    asks = [
        _ask_one_by_one(pool, player) if player.width is None else _ask_together(pool, player)
        for player in each
    ]
    long_turn = min(LONG_TURN, max_turn_moves)
    try:
        while pool.done < len(rows) and not (stop is not None and stop[0]):
            for number, ask in enumerate(asks):
                if waiting := pool.gather(number):
                    asked[get_ident()] = each[number].name
                    ask(waiting)
                    if pool.longest_turn >= long_turn:
                        game, turn, seat = pool.longest_turn_at
                        _tell_of_turn(
                            players[seat], pool.longest_turn, turn, game, seed, max_turn_moves
                        )
                        long_turn = MAX_LIMITS["max_moves"] + 1
    finally:
        asked.pop(get_ident(), None)
    if pool.done == len(rows):
        _tell_of_unfinished(players, rows, limits)
    return pool.done


def _tell(subject: str, sentence: str) -> None:
    """Warn once about each subject."""
    if subject not in _told:
        _told.add(subject)
        warnings.warn(sentence, stacklevel=3)


def _tell_of_turn(
    player: SeatedPlayer, moves: int, turn: int, game: int, seed: int, max_turn_moves: int
) -> None:
    """Warn that a player's turn is long, and that a turn at the limit ends its game."""
    _tell(
        str(player),
        f"the player {player} made {moves:,} moves in turn {turn + 1} of game {game} of seed "
        f"{seed}; a turn of {option_text('max_turn_moves', max_turn_moves)} leaves its game "
        "unfinished: let the player avoid moves that undo its previous ones (a lower limit ends "
        "such games sooner)",
    )


def _tell_of_unfinished(players: Sequence[SeatedPlayer], rows: Rows, limits: LimitOptions) -> None:
    """Warn about the limit that leaves most games unfinished; `play` warns about long turns."""
    names = ":".join(dict.fromkeys(map(str, players)))
    unfinished = rows[rows["outcome"] == UNFINISHED]
    _games[names] += len(rows)
    for column, most in (("turns", limits["max_turns"]), ("moves", limits["max_moves"])):
        limit = f"max_{column}"
        _left[names, limit] += int(np.count_nonzero(unfinished[column] >= most))
        if (left := _left[names, limit]) >= LEFT and 2 * left > _games[names]:
            _tell(
                names,
                f"{left:,} of {_games[names]:,} games of {names} are unfinished at "
                f"{option_text(limit, most)}; raise the limit if games end later, or use "
                "players that bring more cards to the foundations",
            )


def _ask_one_by_one(pool: rbcore.GamePool, player: Player) -> Callable[[int], None]:
    """Return a function that asks a player for a move in each of the waiting games."""
    playing: dict[tuple[int, int], tuple[int, Choose]] = {}  # by slot and seat

    def chooser(i: int) -> Choose:
        """Return the function that chooses in this game; each game has its own."""
        game, at = pool.game(i), (pool.slot(i), pool.seat(i))
        if at not in playing or playing[at][0] != game:
            playing[at] = (game, started(player, pool.seed, game, at[1], pool.replicate))
        return playing[at][1]

    starts = hasattr(player.choose, "start")

    def ask(waiting: int) -> None:
        for i in range(waiting):
            moves = pool.moves(i)
            try:
                choose = chooser(i) if starts else player.choose
                move = choose(pool.view(i), moves)
            except BaseException as error:
                raise_noted(error, _where(pool, player, i))
            if not isinstance(move, str) or move not in moves:
                raise ValueError(f"{_where(pool, player, i)}: {refusal_text(move, moves)}")
            pool.make(i, moves.index(move))

    return ask


def _ask_together(pool: rbcore.GamePool, player: Player) -> Callable[[int], None]:
    """Return a function that asks a batched player for the actions in all waiting games."""

    def ask(waiting: int) -> None:
        views = pool.observe()
        try:
            actions = np.asarray(player.choose(views))
        except BaseException as error:
            games = ", ".join(str(pool.game(i)) for i in range(min(waiting, NAMED)))
            more = f" and {waiting - NAMED} more" if waiting > NAMED else ""
            variant = variant_text(pool.rules)
            raise_noted(error, f"{player} in {variant}, games {games}{more} of seed {pool.seed}")
        if actions.shape != (waiting,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"{player} returned {actions.dtype} of shape {actions.shape} for "
                f"{count_text(waiting, 'games')}; it must return integers of shape ({waiting},)"
            )
        actions = np.ascontiguousarray(actions, np.int64)
        if (wrong := pool.find_illegal(actions)) >= 0:
            action, texts = actions[wrong], rbcore.action_texts(pool.rules, pool.seat(wrong))
            meant = texts[action] if 0 <= action < len(texts) else ""
            moves = ", ".join(f"{texts.index(move)} ({move})" for move in pool.moves(wrong))
            raise ValueError(
                f"{_where(pool, player, wrong)}: action {action}{f' ({meant})' if meant else ''} "
                f"is not legal; legal moves are {moves}"
            )
        pool.step(actions)

    return ask


def _where(pool: rbcore.GamePool, player: Player, i: int) -> str:
    return where_text(player, pool.view(i), pool.seed, pool.game(i))


def where_text(player: Player, view: rbcore.View, seed: int, game: int) -> str:
    """Return the player and the place in the game, as the start of a sentence."""
    return (
        f"{player} in {variant_text(view.rules)}, game {game} of seed {seed}, "
        f"turn {view.turn + 1}, seat {view.seat}"
    )


def refusal_text(move: object, moves: Sequence[str]) -> str:
    """Return a sentence that an answer is not a legal move, with the legal moves."""
    return f"{shown(move)} is not legal; legal moves are {', '.join(moves)}"


def started(player: Player, seed: int, game: int, seat: int, replicate: int = 0) -> Choose:
    """Return the function that chooses in a game, for a player with a method `start`."""
    choose = player.choose.start(stream(seed, game, seat, replicate))
    if not callable(choose):
        raise TypeError(f"start(rng) returned {choose!r}, which cannot be called")
    return cast(Choose, choose)


def stream(seed: int, game: int, seat: int, replicate: int = 0) -> np.random.Generator:
    """Return the random generator of a seat in a game, the same wherever the game is played."""
    key = np.array([seed, 0], np.uint64)
    counter = np.array([0, replicate, game, STREAM + seat], np.uint64)
    return np.random.Generator(np.random.Philox(key=key, counter=counter))
