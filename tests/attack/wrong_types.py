"""Every public function with every kind of wrong argument, each call in a process of its own.

A call may return, or raise TypeError or ValueError with a sentence (IndexError where a row of a
pool is asked for). Anything else is a finding: another error, a crash, a call that does not end.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.stats  # noqa: F401 - which else every process would import anew

import rbcore
import rbsim
from attack.children import OUT_OF_TIME, findings

LONG = ("games", "matches", "depth")  # arguments that make a call long where they are large
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
    "half-made position": lambda: _half_made(rbcore.Position),
    "half-made view": lambda: _half_made(rbcore.View),
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


def _half_made(kind: Any) -> Any:
    return kind.__new__(kind)


def _position() -> rbcore.Position:
    return rbcore.Position.deal(RULES, 1, 0)


def _pool(**more: Any) -> Any:
    options = {
        "rules": RULES, "players": (0, "greedy"), "seed": 1, "first": 0,
        "rows": np.zeros(4, rbcore.GAME), "width": 2, "max_turns": 30,
    }  # fmt: skip
    return rbcore.GamePool(**(options | more))


def _of_pool(method: str) -> Callable[..., Any]:
    def call(**arguments: Any) -> Any:
        pool = _pool()
        pool.gather(0)
        return getattr(pool, method)(*arguments.values())

    return call


def _of_game(method: str) -> Callable[..., Any]:
    def call(**arguments: Any) -> Any:
        return getattr(rbcore.Game.deal(RULES, 1, 0, max_turns=30), method)(**arguments)

    return call


GAMES = {
    "rules": RULES, "players": ("greedy", "uniform"), "seed": 1, "first": 0,
    "rows": np.zeros(2, rbcore.GAME), "attention": None, "max_turns": 30, "max_moves": 300,
    "search_limit": 50, "stop": np.zeros(1, np.uint8),
}  # fmt: skip
SIMULATED = {
    "variant": "standard", "games": 3, "players": "greedy", "seed": 1, "first": 0, "threads": 1,
    "rows": True, "max_turns": 30, "max_moves": 300, "search_limit": 50, "slip": 0.0, "watch": 1.0,
    "until": None, "of": None, "executor": None, "progress": None,
}  # fmt: skip
STUDY = {
    "games": 3, "players": "greedy", "threads": 1, "executor": None, "progress": None, "seed": 1,
    "max_turns": 30,
}  # fmt: skip

# Every public function, and arguments with which it works; one at a time is then exchanged.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "play": (rbcore.play, GAMES),
    "play_matches": (rbcore.play_matches, GAMES | {"rows": np.zeros(2, rbcore.MATCH)}),
    "trace": (
        rbcore.trace,
        {key: value for key, value in GAMES.items() if key not in ("first", "rows", "stop")}
        | {"game": 0},
    ),
    "GamePool": (
        _pool,
        {"rules": RULES, "players": (0, "greedy"), "seed": 1, "first": 0, "width": 2,
         "rows": np.zeros(4, rbcore.GAME), "max_turns": 30},
    ),
    **{f"GamePool.{name}": (_of_pool(name), {"i": 0})
       for name in ("slot", "game", "seat", "view", "moves")},
    "GamePool.gather": (_of_pool("gather"), {"player": 0}),
    "GamePool.reset": (_of_pool("reset"), {"first": 0}),
    "GamePool.deal": (
        lambda **arguments: _pool(rows=None).deal(**arguments),
        {"which": np.ones(2, np.bool_), "seeds": np.zeros(2, np.uint64)},
    ),
    "GamePool.step": (_of_pool("step"), {"actions": np.zeros(1, np.int64)}),
    "GamePool.make": (_of_pool("make"), {"i": 0, "n": 0}),
    "parse": (rbcore.Position.parse, {"text": LINE, "rules": RULES, "partial": False}),
    "deal": (rbcore.Position.deal, {"rules": RULES, "seed": 1, "game": 0}),
    "choose": (_position().choose, {"player": "greedy", "seed": 1, "game": 0}),
    **{f"Game.{name}": (getattr(rbcore.Game, name), arguments | {"attention": None})
       for name, arguments in (
           ("deal", {"rules": RULES, "seed": 1, "game": 0, "max_turns": 30}),
           (
               "parse",
               {"text": f"{LINE} ; seed=1 game=0 starter=0", "rules": RULES, "partial": False},
           ),
           ("start", {"position": _position(), "seed": 1, "game": 0, "starter": 0}),
       )},
    **{f"Game.{name}": (_of_game(name), arguments) for name, arguments in (
        ("apply", {"move": 0}), ("attempt", {"move": "turn", "called": True}),
        ("choose", {"player": "greedy"}), ("play_out", {"players": "greedy", "seed": 1}),
        ("determinize", {"seed": 1, "game": 0}), ("judge", {"move": 0}),
        ("action", {"move": "turn"}),
    )},
    "determinize": (_position().view().determinize, {"seed": 1, "game": 0}),
    "perft": (rbcore.perft, {"position": _position(), "depth": 2}),
    "action_texts": (rbcore.action_texts, {"rules": RULES, "seat": 0}),
    "variant": (rbcore.variant, {"text": "standard"}),
    "variant_text": (rbcore.variant_text, {"rules": RULES}),
    "versioned": (rbcore.versioned, {"name": "greedy"}),
    "Rules": (rbcore.Rules, dict(vars(RULES))),
    "Attention": (rbcore.Attention, {"slips": {"reserve": 0.1}, "watch": 1.0}),
    "Attention.careless": (rbcore.Attention.careless, {"slip": 0.1, "watch": 1.0}),
    **{f"Position.{name}": (lambda name=name, **a: getattr(_position(), name)(*a.values()), a)
       for name, a in {
           "judge": {"move": "turn"}, "apply": {"move": "turn"}, "blocked": {"search_limit": 5},
           "scores": {"outcome": "stalemate"},
       }.items()},
    "simulate": (rbsim.simulate, SIMULATED),
    "match": (rbsim.match, {"variant": "standard,target=20", "matches": 2, "players": "greedy",
                            "seed": 1, "first": 0, "threads": 1, "rows": True, "slip": 0.0,
                            "watch": 1.0, "progress": None, "max_turns": 30}),
    "advantage": (rbsim.advantage, STUDY | {"variant": "standard"}),
    "compare": (lambda one, other, **a: rbsim.compare(one, other, **a),
                STUDY | {"one": "standard", "other": "strict,plan-limit=1"}),
    "sweep": (lambda axis, **a: rbsim.sweep(axis, **a), STUDY | {"axis": "reserve-size=12,13"}),
    "ladder": (lambda one, other, **a: rbsim.ladder(one, other, **a),
               {key: value for key, value in STUDY.items() if key != "players"}
               | {"one": "greedy", "other": "uniform", "until": None, "anchor": None}),
    "Player": (rbsim.Player, {"choose": len, "width": None, "name": "mine", "version": "1"}),
}  # fmt: skip


def cases() -> Iterator[tuple[str, str, str]]:
    """Every function, argument and value."""
    for name, (_, arguments) in CALLS.items():
        for argument in arguments:
            for value in VALUES:
                yield name, argument, value


def finding(name: str, argument: str, value: str) -> str | None:
    """Make a call; return what is wrong with how it ended, or None."""
    call, arguments = CALLS[name]
    try:
        call(**(arguments | {argument: VALUES[value]()}))
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, IndexError) and not name.startswith("GamePool."):
            return f"IndexError: {error}"
        if not str(error) or "\n" in str(error) or len(str(error)) > 2_000:
            return f"{type(error).__name__} says {str(error)[:100]!r}"
        return None
    except BaseException as error:
        if isinstance(error, RuntimeError) and str(error) == "no number":
            return "what __index__ raised came out"
        return f"{type(error).__name__}: {str(error)[:100]}"
    return None


def attack(rounds: int | None = None, seed: int = 1) -> tuple[int, list[str]]:
    """Make all calls, or so many of them; return how many, and the findings."""
    every = list(cases())
    if rounds is not None and rounds < len(every):
        every = random.Random(seed).sample(every, rounds)
    found = []
    for number, words in findings(len(every), lambda number: finding(*every[number])):
        name, argument, value = every[number]
        if not (argument in LONG and words.startswith(OUT_OF_TIME)):
            found.append(f"{name}({argument}={value}): {words}")
    return len(every), found
