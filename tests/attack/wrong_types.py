"""Every public function with every kind of wrong argument, in processes of their own.

The functions are found by looking at the packages: all that is public and can be called, and each
of its arguments. EXAMPLES has a value for those without a default, with which the call works.

A call may return, or raise TypeError or ValueError with a sentence, which names the argument if the
value is of a type that it never has (IndexError where a row of a pool is asked for, and for a name
of no file an OSError with that name). Anything else is a finding: another error, a crash, a call
that does not end, a truth value that is none.
"""

import dataclasses
import enum
import importlib
import inspect
import os
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import scipy.stats  # noqa: F401 - which else every process would import anew

import rbcore
import rbsim
import rbsim.envs
import rbsim.games
from attack.children import OUT_OF_TIME, findings
from rbpatience import playing
from rbpatience.board import Board
from rbpatience.solving import solver

PACKAGES = (
    "rbcore",
    "rbsim",
    "rbsim.games",
    "rbsim.envs",
    "rbpatience.board",
    "rbpatience.book",
    "rbpatience.playing",
    "rbpatience.solving.solver",
)
TOGETHER = 20  # calls in a process, as long as it lives
# Arguments that make a call long where they are large.
LONG = ("games", "matches", "depth", "most", "work", "num_envs", "shuffles", "replicates")
RULES = rbcore.variant("standard")
LINE = rbcore.Position.deal(RULES, 1, 0).notation


class RaisingIndex:
    def __index__(self) -> int:
        raise RuntimeError("no number")


class LyingInt(int):
    """A number that is less and greater than all others."""

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


class FalseRules:
    """Has every field of Rules, with values that Rules refuses."""

    def __init__(self) -> None:
        vars(self).update(vars(RULES))
        self.seats, self.houses_each, self.reserve_size = 3, 50, 200
        self.houses, self.pack_size, self.hand_size = 150, 200, 200


VALUES: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "float": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "text": lambda: "x",
    "no text": lambda: "",
    "long text": lambda: "x" * 1_000_000,
    "surrogate": lambda: "\ud800",
    "null text": lambda: "a\0b",
    "bytes": lambda: b"x",
    "huge": lambda: 10**30,
    "negative": lambda: -1,
    "very negative": lambda: -(10**30),
    "2**64": lambda: 2**64,
    "2**63": lambda: 2**63,
    "2**31": lambda: 2**31,
    "lying int": lambda: LyingInt(10**9),
    "lying negative": lambda: LyingInt(-5),
    "raising index": RaisingIndex,
    "list": lambda: [1, 2],
    "no list": list,
    "list of None": lambda: [None, None],
    "dict": lambda: {"a": 1},
    "object": object,
    "function": lambda: len,
    "class": lambda: dict,
    "bool": lambda: True,
    "array": lambda: np.arange(4),
    "no array": lambda: np.zeros(0),
    "scalar array": lambda: np.array(3),
    "games, read-only": lambda: _read_only(),
    "games, not contiguous": lambda: np.zeros(8, rbcore.GAME)[::2],
    "matches": lambda: np.zeros(2, rbcore.MATCH),
    "false rules": FalseRules,
    **{
        f"{kind.name} {end}": lambda kind=kind, end=end: kind.type(getattr(np.iinfo(kind), end))
        for kind in map(np.dtype, "bBhHiIqQ")
        for end in ("max", "min")
    },
    "float32": lambda: np.float32(2.0),
    "float64": lambda: np.float64(2.0),
    "bool_": lambda: np.bool_(True),
}


def _read_only() -> Any:
    rows = np.zeros(2, rbcore.GAME)
    rows.flags.writeable = False
    return rows


def _position() -> rbcore.Position:
    return rbcore.Position.deal(RULES, 1, 0)


def _pool(**more: Any) -> Any:
    return rbcore.GamePool(**(POOL | more))


def _gathered() -> Any:
    pool = _pool()
    pool.gather(0)
    return pool


def _game() -> rbcore.Game:
    return rbcore.Game.deal(RULES, 1, 0, max_turns=30)


def _compiled() -> rbcore.CompiledPlayer:
    return rbcore.CompiledPlayer(12345, abi=1)  # which nothing here asks


def _board() -> Board:
    return Board("trefoil", playing.deal("trefoil", 1, 0))


@cache
def _found() -> rbsim.Result:
    return rbsim.simulate(games=5, seed=1, rows=True)


@cache
def _transcript() -> rbsim.games.Transcript:
    return rbsim.games.Transcript.traced(RULES, ["uniform", "uniform"], 1, 0, max_turns=2)


def _in_folder(file: str, make: Callable[[Path], Any]) -> str:
    """A file of the working folder, made anew."""
    make(Path(file))
    return file


def _plan(file: Path) -> None:
    file.write_text('games = 2\n[[study]]\nkind = "simulate"')


def _layout() -> rbsim.envs.Layout:
    return rbsim.envs.Layout.of(RULES)


def _env(make: Callable[..., Any], **options: Any) -> Any:
    made = make(max_turns=20, **options)
    made.reset(seed=1)
    return made


POOL = {
    "rules": RULES, "players": (0, "greedy"), "seed": 1, "first": 0,
    "rows": np.zeros(4, rbcore.GAME), "width": 2, "max_turns": 30,
}  # fmt: skip
LIMITS = {"max_turns": 30, "max_moves": 300, "search_limit": 50}
GAMES = LIMITS | {
    "rules": RULES, "players": ("greedy", "uniform"), "seed": 1, "first": 0,
    "rows": np.zeros(2, rbcore.GAME), "stop": np.zeros(1, np.uint8),
}  # fmt: skip
STUDY = LIMITS | {"games": 3, "threads": 1, "seed": 1}
TREFOIL = {"game": "trefoil", "seed": 1, "first": 0, "rows": np.zeros(2, playing.ROW)}
SOLVED = TREFOIL | {"rows": np.zeros(2, solver.SOLUTION), "work": 100}

# Of what makes an object, None for a function, and arguments without a default, or cheaper ones.
EXAMPLES: dict[str, tuple[Callable[[], Any] | None, dict[str, Any]]] = {
    "rbcore.Attention": (None, {"slips": {"reserve": 0.1}}),
    "rbcore.Attention.careless": (None, {"slip": 0.1}),
    "rbcore.Game.action": (_game, {"move": "turn"}),
    "rbcore.Game.apply": (_game, {"move": 0}),
    "rbcore.Game.attempt": (_game, {"move": "turn", "called": True}),
    "rbcore.CompiledPlayer": (None, {"choose": 12345, "abi": 1}),
    "rbcore.CompiledPlayer.named": (_compiled, {"name": "mine"}),
    "rbcore.Game.choose": (_game, {"player": "greedy"}),
    "rbcore.Game.clone": (_game, {}),
    "rbcore.Game.deal": (None, {"rules": RULES, "seed": 1, "game": 0, "max_turns": 30}),
    "rbcore.Game.determinize": (_game, {}),
    "rbcore.Game.draw": (_game, {}),
    "rbcore.Game.judge": (_game, {"move": 0}),
    "rbcore.Game.observation": (_game, {}),
    "rbcore.Game.parse": (None, {"text": f"{LINE} ; seed=1 game=0 starter=0", "rules": RULES}),
    "rbcore.Game.play_out": (_game, {"players": "greedy", "seed": 1}),
    "rbcore.Game.refusal": (_game, {"move": "turn"}),
    "rbcore.Game.start": (None, {"position": _position(), "starter": 0, "max_turns": 30}),
    "rbcore.Game.vector": (_game, {"vectors": _layout().writer}),
    "rbcore.GamePool": (None, POOL),
    "rbcore.GamePool.deal": (_gathered, {"which": np.zeros(2, np.bool_)}),
    "rbcore.GamePool.find_illegal": (_gathered, {"actions": np.zeros(1, np.int64)}),
    "rbcore.GamePool.make": (_gathered, {"i": 0, "n": 0}),
    "rbcore.GamePool.gather": (_gathered, {}),
    "rbcore.GamePool.reset": (_gathered, {}),
    "rbcore.GamePool.show": (_gathered, {"vectors": _layout().writer}),
    "rbcore.GamePool.step": (_gathered, {"actions": np.zeros(1, np.int64)}),
    **{f"rbcore.GamePool.{name}": (_gathered, {"i": 0})
       for name in ("slot", "game", "seat", "view", "moves")},
    "rbcore.Position.action": (_position, {"move": "turn"}),
    "rbcore.Position.apply": (_position, {"move": "turn"}),
    "rbcore.Position.blocked": (_position, {"search_limit": 5}),
    "rbcore.Position.choose": (_position, {"player": "greedy"}),
    "rbcore.Position.deal": (None, {"rules": RULES, "seed": 1, "game": 0}),
    "rbcore.Position.draw": (_position, {}),
    "rbcore.Position.gains_by_call": (_position, {"move": "turn", "seat": 0}),
    "rbcore.Position.judge": (_position, {"move": "turn"}),
    "rbcore.Position.parse": (None, {"text": LINE, "rules": RULES}),
    "rbcore.Position.refusal": (_position, {"move": "turn"}),
    "rbcore.Position.scores": (_position, {"outcome": "stalemate"}),
    "rbcore.Rules": (None, dict(vars(RULES))),
    **{f"rbcore.View.{name}": (lambda: _position().view(), arguments)
       for name, arguments in {
           "action": {"move": "turn"}, "determinize": {}, "draw": {}, "judge": {"move": "turn"},
           "refusal": {"move": "turn"},
       }.items()},
    "rbcore.action_texts": (None, {"rules": RULES, "seat": 0}),
    "rbcore.game_dtype": (None, {"seats": 2}),
    "rbcore.match_dtype": (None, {"seats": 2}),
    "rbcore.perft": (None, {"position": _position(), "depth": 2}),
    "rbcore.play": (None, GAMES),
    "rbcore.play_matches": (None, GAMES | {"rows": np.zeros(2, rbcore.MATCH)}),
    "rbcore.solve": (None, {"position": _position(), "most": 50}),
    "rbcore.solve_hidden": (None, {"position": _position(), "most": 50}),
    "rbcore.trace": (None, LIMITS | {"rules": RULES, "players": ("greedy", "uniform"), "seed": 1,
                                     "game": 0}),
    "rbcore.variant": (None, {"text": "standard", "reserve_size": 9}),
    "rbcore.variant_text": (None, {"rules": RULES}),
    "rbcore.versioned": (None, {"name": "greedy"}),
    "rbsim.Figure.from_record": (None, {"record": {}}),
    "rbsim.Figure.of": (lambda: _found().answer, {"variant": "standard"}),
    "rbsim.Figure.show": (lambda: _found().answer, {"value": 0.5}),
    "rbsim.Plan.place": (lambda: rbsim.read_plan(_in_folder("plan.toml", _plan)), {"name": "x"}),
    "rbsim.Plan.store": (lambda: rbsim.read_plan(_in_folder("plan.toml", _plan)), {"name": "x"}),
    "rbsim.PlannedStudy.play": (
        lambda: next(iter(rbsim.read_plan(_in_folder("plan.toml", _plan)))),
        {"store": None, "threads": 1, "level": 0.95, "rows": False, "executor": None,
         "progress": None}),
    "rbsim.Player": (None, {"choose": len, "name": "mine"}),
    "rbsim.Result.arm_rows": (_found, {"variant": "standard"}),
    "rbsim.Result.at": (_found, {"level": 0.9}),
    "rbsim.Result.figure": (_found, {"quantity": "turns", "variant": "standard"}),
    "rbsim.Result.games_for": (_found, {"half": "1%", "variant": "standard"}),
    "rbsim.Result.part_text": (_found, {"labels": {"variant": "standard", "players": "greedy"}}),
    "rbsim.Result.plot": (_found, {}),
    "rbsim.Result.report": (_found, {}),
    "rbsim.Result.save": (_found, {"file": "found.json"}),
    "rbsim.Result.save_picture": (_found, {"file": "found.svg"}),
    "rbsim.Result.to_document": (_found, {}),
    "rbsim.advantage": (None, STUDY | {"variants": "standard"}),
    "rbsim.compare": (None, STUDY | {"variants": ("standard", "strict,plan-limit=1")}),
    "rbsim.fair": (None, STUDY | {"variants": "standard", "handicaps": "first-moves=2"}),
    "rbsim.ladder": (None, STUDY | {"players": ("greedy", "uniform")}),
    "rbsim.load": (None, {"sources": "found.json"}),
    "rbsim.luck": (None, STUDY | {"variants": "standard", "shuffles": 2}),
    "rbsim.match": (None, {name: value for name, value in STUDY.items() if name != "games"}
                    | {"variants": "standard,target=20", "matches": 2}),
    "rbsim.patience": (None, {"forms": "robert", "games": 3, "threads": 1}),
    "rbsim.play_plan": (None, {"plan": "plan.toml", "names": "simulate", "threads": 1}),
    "rbsim.read_plan": (None, {"source": "plan.toml"}),
    "rbsim.report": (None, {"sources": "found.json"}),
    "rbsim.simulate": (None, STUDY | {"variants": "standard"}),
    "rbsim.sweep": (None, STUDY | {"axes": "reserve-size=12,13"}),
    "rbsim.games.Transcript": (None, {"start": _position(), "moves": ()}),
    "rbsim.games.Transcript.traced": (
        None, {"rules": RULES, "players": ("greedy", "uniform"), "seed": 1, "game": 0,
               "max_turns": 5}),
    "rbsim.games.analyse": (None, {"what": _position(), "games": 4}),
    "rbsim.games.course": (None, {"transcript": _transcript(), "games": 2}),
    "rbsim.games.page": (None, {"games": (_transcript(),)}),
    "rbsim.games.pick": (None, {"source": "found.json"}),
    "rbsim.games.read": (None, {"source": "read.games"}),
    "rbsim.games.write": (None, {"target": "new.games", "transcripts": (_transcript(),)}),
    "rbsim.envs.Layout.named": (_layout, {"vectors": np.zeros(_layout().writer.size, np.int16)}),
    "rbsim.envs.Layout.observation": (_layout, {"game": _game(), "seat": 0}),
    "rbsim.envs.Layout.of": (None, {"rules": RULES}),
    "rbsim.envs.Layout.space": (_layout, {}),
    "rbsim.envs.aec_env": (None, {"max_turns": 20}),
    "rbsim.envs.gym_env": (None, {"max_turns": 20}),
    "rbsim.envs.vector_env": (None, {"num_envs": 2, "max_turns": 20}),
    "env.step": (lambda: _env(rbsim.envs.gym_env), {"action": 0}),
    "env.reset": (lambda: _env(rbsim.envs.gym_env), {"seed": 1, "options": None}),
    "aec.step": (lambda: _env(rbsim.envs.aec_env), {"action": 0}),
    "aec.reset": (lambda: _env(rbsim.envs.aec_env), {"seed": 1, "options": None}),
    "vector.step": (lambda: _env(rbsim.envs.vector_env, num_envs=2), {"actions": np.zeros(2, int)}),
    "vector.reset": (lambda: _env(rbsim.envs.vector_env, num_envs=2), {"seed": 1, "options": None}),
    "rbpatience.board.Board": (None, {"game": "trefoil", "pack": playing.deal("trefoil", 1, 0)}),
    "rbpatience.board.Board.draw": (_board, {}),
    "rbpatience.board.Board.move": (_board, {"number": 0}),
    "rbpatience.board.Board.parse": (
        None, {"game": "black-hole", "text": "Foundations: KS\nQD 2H\nAC"}),
    "rbpatience.board.Board.play": (_board, {}),
    "rbpatience.book.find_game": (None, {"text": "robert"}),
    "rbpatience.playing.deal": (None, {"game": "robert", "seed": 1, "number": 0}),
    "rbpatience.playing.play": (None, TREFOIL | {"player": "adviser"}),
    "rbpatience.playing.play_pack": (
        None, {"game": "trefoil", "pack": playing.deal("trefoil", 1, 0), "player": "adviser"}),
    "rbpatience.solving.solver.memory_of": (None, {"player": "solver-100"}),
    "rbpatience.solving.solver.play": (None, TREFOIL | {"player": "solver-100"}),
    "rbpatience.solving.solver.shorten": (None, {"board": _board(), "way": ()}),
    "rbpatience.solving.solver.solve": (None, SOLVED),
    "rbpatience.solving.solver.solve_board": (None, {"board": _board(), "work": 100}),
    "rbpatience.solving.solver.solve_pack": (
        None, {"game": "trefoil", "pack": playing.deal("trefoil", 1, 0), "work": 100}),
    "rbpatience.solving.solver.work_of": (None, {"player": "solver-100"}),
}  # fmt: skip


@cache
def public() -> dict[str, Any]:
    """All that packages call public and that takes arguments: functions, classes and methods.

    Of records that check nothing only the methods count: the packages make them.
    """
    found = {}
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) and not issubclass(value, enum.Enum):
                if _is_made_by_callers(value):
                    found[f"{package}.{name}"] = value
                methods = (method for method in dir(value) if not method.startswith("_"))
                for method in methods:
                    static = inspect.getattr_static(value, method)
                    if callable(getattr(value, method)) and not isinstance(static, property):
                        found[f"{package}.{name}.{method}"] = getattr(value, method)
            elif callable(value) and not inspect.isclass(value):
                found[f"{package}.{name}"] = value
    return {name: value for name, value in found.items() if parameters(value)}


def _is_made_by_callers(kind: type) -> bool:
    if kind in (rbsim.Figure, rbsim.Result):  # the studies make these
        return False
    if dataclasses.is_dataclass(kind):
        return any("__post_init__" in vars(base) for base in kind.__mro__)
    return kind in (rbcore.GamePool, Board)


def parameters(function: Any) -> dict[str, Any]:
    """The arguments of a function and their defaults, as far as it tells."""
    try:
        every = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # of a compiled class
        return {"": None}
    return {known.name: known.default for known in every
            if known.name != "self" and known.kind is not known.VAR_KEYWORD}  # fmt: skip


def arguments_of(name: str) -> dict[str, Any]:
    """The arguments with which a public function works."""
    _, arguments = EXAMPLES[name]
    function = public().get(name)
    known = {} if function is None else parameters(function)
    defaults = {key: value for key, value in known.items()
                if key and value is not inspect.Parameter.empty}  # fmt: skip
    return defaults | arguments


def call(name: str, arguments: dict[str, Any]) -> Any:
    """Call a public function, or a method of an object made for it."""
    make, _ = EXAMPLES[name]
    last = name.rpartition(".")[2]
    function = public()[name] if make is None else getattr(make(), last)
    several: Any = ()
    before: list[Any] = []
    with suppress(TypeError, ValueError):  # compiled classes have no signature
        every = list(inspect.signature(function).parameters.values())
        at = [known.kind for known in every].index(inspect.Parameter.VAR_POSITIONAL)
        before = [arguments.pop(known.name) for known in every[:at]]
        several = arguments.pop(every[at].name)
    several = several if isinstance(several, tuple) else (several,)
    return _made(function(*before, *several, **arguments))


def _made(result: Any) -> Any:
    """What a call gave; of a generator its first item, as it does nothing before."""
    return next(result, None) if inspect.isgenerator(result) else result


def cases() -> Iterator[tuple[str, str, str]]:
    """Every function, argument and value."""
    for name in EXAMPLES:
        for argument in arguments_of(name):
            for value in VALUES:
                yield name, argument, value


def _folder_of_files() -> None:
    """Put into the working folder what the examples read."""
    _found().save("found.json")
    _plan(Path("plan.toml"))
    rbsim.games.write("read.games", [_transcript()])


def is_named(argument: str, message: str) -> bool:
    """Whether a message says which argument it is about, `variants` as variant."""
    names = {argument, argument.removesuffix("s"), *ALSO.get(argument, ())}
    words = {name.replace("_", "[_ -]?") for name in names}
    return re.search(rf"\b({'|'.join(words)})", message.lower()) is not None


# Words for an argument in messages that do without its name.
ALSO = {
    "axes": ("axis",),
    "forms": ("game",),
    "choose": ("is not a player", "several players"),
    "rules": ("variant",),
    "opponent": ("is not a player",),
    "by": ("is not a player",),
    "name": ("is not a player",),
    "presets": ("is not a variant",),
    "text": ("is not the name of a game",),
    "slip": ("overlook",),
    "progress": ("dict expected",),  # a class is called as any function is
}
# Values of a type that hardly any argument has, so that a message says whose it is.
STRANGE = ("object", "class", "dict", "list of None", "array", "bytes", "float", "bool")


def _is_of_library(name: str, error: BaseException) -> bool:
    """Whether a library refuses a value of an environment before ours is asked, in its own way."""
    is_gymnasium = type(error).__module__.startswith("gymnasium.")
    is_pettingzoo = name == "aec.step" and str(error) == "action is not in action space"
    return is_gymnasium or is_pettingzoo


def finding(name: str, argument: str, value: str) -> str | None:
    """Make a call in a folder of its own; return what is wrong with how it ended, or None."""
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            _folder_of_files()
            return _finding(name, argument, value)
        finally:
            os.chdir(home)


def _finding(name: str, argument: str, value: str) -> str | None:
    arguments = arguments_of(name)
    wrong = VALUES[value]()
    try:
        call(name, arguments | {argument: wrong})
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, IndexError) and not name.startswith("rbcore.GamePool."):
            return f"IndexError: {error}"
        message = str(error)
        if not message or "\n" in message or len(message) > 2_000:
            return f"{type(error).__name__} says {message[:100]!r}"
        if value in STRANGE and not is_named(argument, message):
            return f"{type(error).__name__} does not name it: {message[:100]!r}"
        return None
    except BaseException as error:
        if isinstance(error, FileNotFoundError) and error.filename == wrong:
            return None
        if isinstance(error, RuntimeError) and str(error) == "no number":
            return "what __index__ raised came out"
        if _is_of_library(name, error):
            return None
        return f"{type(error).__name__}: {str(error)[:100]}"
    is_truth = isinstance(arguments[argument], bool)
    if is_truth and not isinstance(wrong, bool | np.bool_ | None):
        return f"takes {wrong!r:.40} for a truth value"
    return None


def attack(rounds: int | None = None, seed: int = 1) -> tuple[int, list[str]]:
    """Make all calls, or so many of them; return how many, and the findings."""
    every = list(cases())
    if rounds is not None and rounds < len(every):
        every = random.Random(seed).sample(every, rounds)
    _found(), _transcript()  # once, so that children have them
    found = []
    for number, words in findings(len(every), lambda at: finding(*every[at]), TOGETHER):
        name, argument, value = every[number]
        if not (argument in LONG and words.startswith(OUT_OF_TIME)):
            found.append(f"{name}({argument}={value}): {words}")
    return len(every), found
