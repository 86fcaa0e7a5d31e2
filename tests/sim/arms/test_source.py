"""What makes a player in Python another one: its code and the values that this uses, no more."""

from __future__ import annotations

import importlib
import linecache
import sys
import threading
from collections.abc import Callable
from functools import cache, partial, wraps
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import rbsim
from rbsim.arms.players import Player, resolve_player
from rbsim.arms.source import UnseenError, source_version

# A player that uses a bit of everything; its digest is the same on every Python.
MODULE = '''
"""A player."""
import functools
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

import {helper}
from {helper} import order as in_order

DEPTH = 2  # how far it looks
TABLE = {{"r": 1, "h": [2, 3.5, None, True, b"x", 1j, ...], frozenset("ab"): {{1, 2}}}}
WEIGHTS = np.arange(6, dtype=float).reshape(2, 3)
UNUSED = 7


class Kind(Enum):
    LOAD = 1
    OTHER = 2


@dataclass
class Settings:
    """What it is told."""

    depth: int = DEPTH
    names: list[str] = field(default_factory=list)

    def deeper(self, by: int = 1) -> int:
        """Return more."""
        return self.depth + by


def scaled(by):
    def inner(move, /, *rest, kept=None, **more):
        return f"{{move}}{{by!r:>5}}{{len(rest)=}}" + str(kept) + str(more)

    return inner


score = scaled(0.5)


@functools.lru_cache
def worth(move):
    return TABLE.get(move[0], Kind.LOAD.value)


def unused():
    return UNUSED


def choose(view, moves: tuple[str, ...]) -> str:
    """Choose a move."""
    settings = Settings()
    match moves:
        case [only]:
            return only
        case [first, *rest] if settings.deeper() > 5:
            return first

    def key(move):
        return in_order(move), worth(move), score(move), WEIGHTS.sum(), {helper}.LIMIT

    return min(moves, key=key)
'''
HELPER = """
LIMIT = 3

def order(move):
    return {"r": LIMIT}.get(move[0], 0)

def other():
    return 1
"""
numbers = count()


def written(folder: Path, module: str = MODULE, helper: str = HELPER) -> ModuleType:
    """A module of a player, imported from a new file, with the one that it uses."""
    number = next(numbers)
    names = f"helper_{number}_of_mine", f"player_{number}_of_mine"
    (folder / f"{names[0]}.py").write_text(helper)
    (folder / f"{names[1]}.py").write_text(module.format(helper=names[0]))
    importlib.invalidate_caches()
    return importlib.import_module(names[1])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    # Of a file that is as long as one written in the same second, Python runs the old bytecode.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def test_the_digest_is_the_same_on_every_python(folder: Path) -> None:
    module = MODULE.replace("{helper}", "helper_of_mine").replace("{{", "{").replace("}}", "}")
    (folder / "helper_of_mine.py").write_text(HELPER)
    (folder / "player_of_mine.py").write_text(module)
    assert source_version(importlib.import_module("player_of_mine").choose) == "code-37b0bde81ba0"


IDLE = {
    "a comment": ("DEPTH = 2  # how far it looks", "DEPTH = 2  # as far as it may look"),
    "a docstring": ('"""Choose a move."""', '"""Choose one of the moves, the best."""'),
    "no docstring": ('    """Return more."""\n', ""),
    "an annotation": ("moves: tuple[str, ...]) -> str", "moves)"),
    "a blank line": ("    settings = Settings()", "\n\n    settings = Settings()"),
    "other quotes": ('"r": 1', "'r': 1"),
    "what it does not use": ("UNUSED = 7", "UNUSED = 8"),
    "a function that it does not use": ("return UNUSED", "return -UNUSED"),
}


@pytest.mark.parametrize("change", IDLE)
def test_what_changes_no_game_does_not_count(folder: Path, change: str) -> None:
    before, after = IDLE[change]
    assert before in MODULE
    changed = written(folder, MODULE.replace(before, after))
    plain = written(folder)
    assert _names_alike(changed) == _names_alike(plain)


def _names_alike(module: ModuleType) -> str:
    """The digest where the helper has the same name in both modules."""
    text = Path(str(module.__file__)).read_text()
    helper = next(name for name in vars(module) if name.startswith("helper_"))
    folder = Path(str(module.__file__)).parent
    for name in ("alike_helper", "alike_player"):
        sys.modules.pop(name, None)
    (folder / "alike_helper.py").write_text((folder / f"{helper}.py").read_text())
    (folder / "alike_player.py").write_text(text.replace(helper, "alike_helper"))
    importlib.invalidate_caches()
    return source_version(importlib.import_module("alike_player").choose)


CHANGES = {
    "a constant": ("DEPTH = 2", "DEPTH = 3"),
    "a value in a table": ("2, 3.5", "2, 3.25"),
    "an array": ("np.arange(6", "1 + np.arange(6"),
    "a set": ("{{1, 2}}", "{{1, 3}}"),
    "a method": ("self.depth + by", "self.depth - by"),
    "a method's default": ("by: int = 1", "by: int = 2"),
    "a field's default": ("default_factory=list", "default_factory=tuple"),
    "a member": ("LOAD = 1", "LOAD = 4"),
    "a closure's value": ("scaled(0.5)", "scaled(0.6)"),
    "a function that makes a closure": ("!r:>5", "!r:>6"),
    "a function behind a cache": ("move[0], Kind", "move[-1], Kind"),
    "its own body": ("min(moves", "max(moves"),
    "a number's type": ("DEPTH = 2", "DEPTH = 2.0"),
}


def test_the_function_of_a_class_for_its_annotations_does_not_count(folder: Path) -> None:
    """Python 3.14 gives one to every annotated class, in its body."""
    module = written(folder)
    before = source_version(module.choose)
    module.Settings.__annotate_func__ = lambda form: {}
    assert source_version(module.choose) == before


@pytest.mark.parametrize("change", CHANGES)
def test_what_it_uses_counts(folder: Path, change: str) -> None:
    before, after = CHANGES[change]
    assert before in MODULE
    changed = written(folder, MODULE.replace(before, after))
    assert _names_alike(changed) != _names_alike(written(folder))


@pytest.mark.parametrize("change", [("LIMIT = 3", "LIMIT = 4"), ("move[0], 0", "move[0], 1")])
def test_modules_that_it_imports_count(folder: Path, change: tuple[str, str]) -> None:
    changed = written(folder, helper=HELPER.replace(*change))
    assert _names_alike(changed) != _names_alike(written(folder))


def test_values_count_as_they_are_now(folder: Path) -> None:
    module = written(folder)
    before = source_version(module.choose)
    module.TABLE["h"] = 0  # type: ignore[attr-defined]
    assert source_version(module.choose) != before
    assert source_version(module.choose) == source_version(module.choose)


def test_text_of_a_command_is_not_taken_for_that_of_generated_methods(folder, monkeypatch):
    """Python 3.13.0 and later keep the text of `python -c` under <string>, as of a dataclass."""
    module = written(folder)
    digest = source_version(module.choose)
    monkeypatch.setitem(linecache.cache, "<string>", (9, None, ["print(1)\n"], "<string>"))
    assert source_version(module.choose) == digest


def test_a_file_that_was_edited_and_not_imported_again_is_not_read(folder: Path) -> None:
    module = written(folder)
    path = Path(str(module.__file__))
    path.write_text(path.read_text().replace("min(moves", "max(moves"))
    with pytest.raises(UnseenError, match=r"the source of choose is not what runs"):
        source_version(module.choose)
    importlib.reload(module)
    assert source_version(module.choose).startswith("code-")


def nth(n: int) -> Callable[..., str]:
    def choose(view: Any, moves: tuple[str, ...]) -> str:
        return moves[n]

    return choose


def test_closures_of_one_function_are_told_apart_by_their_values() -> None:
    assert source_version(nth(0)) == source_version(nth(0)) != source_version(nth(1))
    assert resolve_player(nth(0)) == resolve_player(nth(0)) != resolve_player(nth(1))
    one, other = lambda view, moves: moves[0], lambda view, moves: moves[-1]
    assert source_version(one) != source_version(other)
    halves = [partial(nth, n) for n in (1, 1, 2)]
    assert source_version(halves[0]) == source_version(halves[1]) != source_version(halves[2])


class Kept:
    """With a state, and what cannot be pickled."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = np.array(weights)
        self.lock = threading.Lock()

    def start(self, rng: np.random.Generator) -> Callable[..., str]:
        return lambda view, moves: moves[int(self.weights.argmax()) % len(moves)]

    def choose(self, view: Any, moves: tuple[str, ...]) -> str:
        return moves[int(self.weights.argmax()) % len(moves)]


def test_objects_are_told_apart_by_their_state() -> None:
    assert source_version(Kept([1, 2])) == source_version(Kept([1, 2]))
    assert source_version(Kept([1, 2])) != source_version(Kept([2, 1]))
    assert source_version(Kept([1, 2]).choose) != source_version(Kept([2, 1]).choose)


def doubled(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def twice(*values: int) -> int:
        return 2 * function(*values)

    return twice


def test_decorators_and_recursion_are_read() -> None:
    @doubled
    def deep(n: int) -> int:
        return n and deep(n - 1)

    @cache
    def cached(n: int) -> int:
        return deep(n)

    versions = {source_version(function) for function in (deep, cached, deep.__wrapped__)}  # type: ignore[attr-defined]
    assert len(versions) == 3


def sourceless(code: str) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    return names["choose"]


FIRST = "def choose(view, moves):\n    return moves[0]\n"


def test_a_player_without_source_is_itself_alone_and_no_store_takes_it(tmp_path: Path) -> None:
    chosen, like_it = sourceless(FIRST), sourceless(FIRST)
    player = resolve_player(Player(chosen, name="mine"))
    assert isinstance(player, Player)
    assert player.version == ""
    assert player == resolve_player(Player(chosen, name="mine")) != Player(like_it, name="mine")
    how: dict[str, Any] = {"games": 2, "max_moves": 50, "store": tmp_path / "store"}
    with pytest.raises(
        ValueError, match="cannot tell whether mine was changed: the source of choo"
    ):
        rbsim.simulate(players=player, **how)
    assert not (tmp_path / "store").exists()
    rbsim.simulate(players=Player(chosen, name="mine", version="1"), **how)


def test_a_store_refuses_a_changed_player_and_says_what_to_do(tmp_path: Path) -> None:
    how: dict[str, Any] = {"max_moves": 50, "store": tmp_path / "store"}

    def player(n: int, **more: str) -> Player:
        return Player(nth(n), name="mine", **more)

    played = rbsim.simulate(games=2, players=player(0), **how)
    assert rbsim.simulate(games=4, players=player(0), **how).played.read == 2
    with pytest.raises(ValueError, match="has games of mine before its code, or a value") as error:
        rbsim.simulate(games=6, players=player(1), **how)
    (version,) = {arm.versioned_players[0].partition("/")[2] for arm in played.study.arms}
    assert f"if it still plays the same, give it version='{version}'" in str(error.value)
    assert rbsim.simulate(games=6, players=player(1, version=version), **how).played.read == 4
    assert rbsim.load(tmp_path / "store").tallies[0].n == 6
    more = rbsim.simulate(games=2, first=2, players=player(0), max_moves=50)
    assert (rbsim.simulate(games=2, players=player(0), max_moves=50) + more).tallies[0].n == 4


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two players are called mine"):
        rbsim.simulate(games=2, players=[Player(nth(n), name="mine") for n in (0, 1)])
    with pytest.raises(ValueError, match="two players are called mine"):
        rbsim.simulate(games=2, players=[Player(nth(n), name="mine", version="1") for n in (0, 1)])


def test_who_remembers_is_told_to_take_a_version() -> None:
    seen: dict[str, str] = {}

    def choose(view: Any, moves: tuple[str, ...]) -> str:
        return seen.setdefault(str(moves), moves[0])

    with pytest.warns(
        UserWarning, match="the player remembering changes its own values during play"
    ):
        rbsim.simulate(games=2, players=Player(choose, name="remembering"), max_moves=50)
