"""Walk all that is public of a Game and a GamePool in which another thread plays on.

A program of its own, for test_misuse.py, which ends while that thread still plays: so no time is
too short for the walk. Prints a line for each name that did not raise RuntimeError.
"""

import copy
import os
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

import rbcore
from rbcore.observation.arrays import Vectors

RULES = rbcore.variant("standard")
FOREVER = "search-1000000"
FIXED = {"rules", "limits", "attention"}  # nobody changes them
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "action": ("turn",), "apply": ("turn",), "attempt": ("turn",), "choose": ("greedy",),
    "deal": (np.ones(1, np.bool_),), "find_illegal": (np.zeros(1, np.int64),), "game": (0,),
    "judge": ("turn",), "make": (0, 0),
    "moves": (), "play_out": ("greedy",), "refusal": ("turn",), "seat": (0,), "slot": (0,),
    "show": (Vectors(RULES, False),), "step": (np.zeros(1, np.int64),),
    "vector": (Vectors(RULES, False),), "view": (),
}  # fmt: skip
POOL_ARGUMENTS = {**ARGUMENTS, "moves": (0,), "view": (0,)}


def asked(thing: Any, name: str, arguments: dict[str, tuple[Any, ...]]) -> None:
    """Ask for an attribute, and call it if it is a method."""
    found = getattr(thing, name)
    if callable(found):
        found(*arguments.get(name, ()))


def walk(thing: Any, others: dict[str, Callable[[], object]]) -> None:
    """Print what answers although another thread plays on."""
    arguments = POOL_ARGUMENTS if isinstance(thing, rbcore.GamePool) else ARGUMENTS
    kind = type(thing)
    made = {name for name in dir(kind) if getattr(getattr(kind, name), "__self__", None) is kind}
    calls = {
        name: lambda name=name: asked(thing, name, arguments)
        for name in dir(kind)
        if not name.startswith("_") and name not in FIXED | made
    } | others
    for name, call in calls.items():
        try:
            call()
        except RuntimeError as error:
            if "another thread is playing" in str(error):
                continue
        except Exception as error:
            print(f"{kind.__name__}: {name} raises {error!r}")
            continue
        print(f"{kind.__name__}: {name} answers")
    print(f"{kind.__name__}: {len(calls)} asked", file=sys.stderr)


def held(play: Callable[[], object], ask: Callable[[], object]) -> None:
    """Let a thread play on, and return as soon as it does."""
    threading.Thread(target=play, daemon=True).start()
    while True:
        try:
            ask()
        except RuntimeError:
            return


def thoughtful(seat: int) -> int:
    """The number of a game that begins with a choice of a seat."""
    for number in range(100):
        game = rbcore.Game.deal(RULES, 1, number)
        moves = game.moves()
        if game.seat == seat and len(moves) > 1 and not any(move.endswith("F") for move in moves):
            return number
    raise AssertionError(seat)


def main() -> None:
    """Hold a game and a pool, and walk both."""
    game = rbcore.Game.deal(RULES, 1, thoughtful(0))
    again = game.clone()
    held(lambda: game.choose(FOREVER), lambda: game.moves())
    walk(game, {
        "str": lambda: str(game), "repr": lambda: repr(game), "pickle": lambda: pickle.dumps(game),
        "==": lambda: game == again, "== from the other": lambda: again == game,
        "copy": lambda: copy.copy(game), "deepcopy": lambda: copy.deepcopy(game),
    })  # fmt: skip
    pool = rbcore.GamePool(RULES, (0, FOREVER), 1, first=thoughtful(0))
    pool.gather()
    held(lambda: pool.reset(thoughtful(1)), lambda: pool.gather())
    walk(pool, {})
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
