"""What must not reach the core: numbers, rules and objects that are not what they seem."""

import copy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
from attack.wrong_types import LyingInt, RaisingIndex
from rbcore.api.position import try_weights

RULES = rbcore.variant("standard")
TWO = ("greedy", "greedy")
POSITION, GAME = rbcore.Position.deal(RULES, 1, 0), rbcore.Game.deal(RULES, 1, 0)


class Long(list[str]):
    """Players who are more than their length tells."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[str]:
        return iter(["greedy"] * 50)


def rows(n: int = 2) -> np.ndarray:
    return np.zeros(n, rbcore.GAME)


def play(rules: Any = RULES, players: Any = TWO, seed: Any = 1, **options: Any) -> int:
    return rbcore.play(rules, players, seed, 0, options.pop("rows", rows()), **options)


def test_a_trace_notes_what_was_played() -> None:
    """Players who search by time do not play a game twice in the same way."""
    for game in range(6):
        position, moves, row = rbcore.trace(RULES, ("search-1ms",) * 2, 1, game, max_turns=20)
        for move in moves:
            position.apply(move)
        assert (position.turn, len(moves)) == (row["turns"], row["moves"])


def test_a_trace_may_be_long() -> None:
    position, moves, row = rbcore.trace(RULES, ("uniform",) * 2, 1, 1_812)
    assert len(moves) == row["moves"] > 3_000
    for move in moves:
        position.apply(move)
    assert position.turn == row["turns"]


@pytest.mark.parametrize("kind", [np.uint16, np.int16, np.uint8, np.int64])
def test_numbers_of_any_width_are_the_same(kind: type[np.integer[Any]]) -> None:
    turns = min(int(np.iinfo(kind).max), 100_000)
    games, again = rows(), rows()
    play(rows=games, max_turns=kind(turns))
    play(rows=again, max_turns=turns)
    assert games.tobytes() == again.tobytes()
    pool = rbcore.GamePool(RULES, ("uniform",) * 2, 1, rows=rows(), max_turns=kind(turns))
    assert pool.done == 2


@pytest.mark.parametrize("number", [LyingInt(10**9), LyingInt(-5), RaisingIndex(), 1.5, "9", None])
@pytest.mark.parametrize(
    "call",
    [
        lambda number: play(max_turns=number),
        lambda number: play(search_limit=number),
        lambda number: rbcore.GamePool(RULES, TWO, 1, rows=rows(), width=number),
        lambda number: rbcore.Game.deal(RULES, 1, 0, max_turns=number),
        lambda number: rbcore.perft(rbcore.Position.deal(RULES, 1, 0), number),
        lambda number: rbcore.action_texts(RULES, number),
        lambda number: rbcore.Rules(reserve_size=number),
        lambda number: rbcore.Rules(houses_each=number),
    ],
)
def test_numbers_that_are_none_are_refused(call: Callable[[Any], Any], number: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a whole number|is out of range"):
        call(number)


def test_a_whole_number_may_be_of_numpy() -> None:
    assert rbcore.Rules(reserve_size=np.int8(11)) == rbcore.variant("standard,reserve-size=11")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: rbcore.perft(None, 2),  # type: ignore[arg-type]
        lambda: rbcore.Position.deal(RULES, 1, 0).choose(None),  # type: ignore[arg-type]
        lambda: rbcore.Position.parse(None, RULES),  # type: ignore[arg-type]
        lambda: rbcore.Position.deal(RULES, 1, 0).apply(None),  # type: ignore[arg-type]
        lambda: play(rows=None),
        lambda: rbcore.Position.__new__(rbcore.Position),
        lambda: rbcore.Position(None),  # type: ignore[call-arg]
        lambda: rbcore.View.__new__(rbcore.View),
        lambda: rbcore.View(None),  # type: ignore[call-arg]
    ],
)
def test_nothing_and_half_made_objects_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        call()


def test_rules_are_what_rules_have_checked() -> None:
    class Free(rbcore.Rules):
        def __post_init__(self) -> None:
            pass

    class Like:
        seats, houses_each, houses, packs = 3, 50, 150, 2

    for rules in (Free(houses_each=50), Like(), None, 3, copy.copy(vars(RULES))):
        for call in (
            lambda rules=rules: play(rules),
            lambda rules=rules: rbcore.Position.deal(rules, 1, 0),
            lambda rules=rules: rbcore.Position.parse("", rules),
            lambda rules=rules: rbcore.GamePool(rules, TWO, 1, rows=rows()),
            lambda rules=rules: rbcore.action_texts(rules, 0),
        ):
            with pytest.raises(TypeError):
                call()


def test_players_and_attention_are_as_many_as_the_seats() -> None:
    class Like:
        watch, by_priority = 1.0, (0.5,) * 1_000

    with pytest.raises(ValueError, match="one player for each of the 2 seats"):
        play(players=Long())
    with pytest.raises(ValueError, match="one Attention for each of the 2 seats"):
        play(attention=(Like(), Like()))


def test_rows_are_written_only_where_they_fit() -> None:
    fixed = rows()
    fixed.flags.writeable = False
    for bad in (fixed, rows(4)[::2], np.zeros(2, rbcore.MATCH), np.zeros((2, 2), rbcore.GAME)):
        with pytest.raises(ValueError, match="rows must be"):
            play(rows=bad)
    with pytest.raises(TypeError, match="not bytes"):
        play(rows=b"x" * 500)


def test_a_number_is_asked_for_once() -> None:
    """An __index__ that answers otherwise the second time, or plays on, reaches no memory."""
    pool = rbcore.GamePool(RULES, (0, "greedy"), 1, rows=rows(1), max_turns=30)

    class Fickle:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 0 if self.asked == 1 else 10**6

    class Playing:
        def __index__(self) -> int:
            pool.make(0, 0)
            return 0

    assert pool.gather(0) == 1
    pool.make(Fickle(), Fickle())
    assert pool.gather(0) == 1
    assert pool.moves(Fickle())
    with pytest.raises(IndexError, match="a move has been made in gathered game 0"):
        pool.make(0, Playing())


# ---- games and pools that several threads reach for: one plays, and the others are told so -------


def test_nothing_is_told_of_what_another_thread_plays_in() -> None:
    """Every public name, and what Python's own functions ask."""
    program = Path(__file__).with_name("held.py")
    told = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=True, timeout=300
    )
    assert told.stdout == ""
    assert "Game: 49 asked\nGamePool: 18 asked" in told.stderr


@pytest.mark.parametrize("wrong", [0, 1, "yes", 1.5, None])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("partial", lambda wrong: rbcore.Position.parse(POSITION.notation, RULES, partial=wrong)),
        ("partial", lambda wrong: rbcore.Game.parse(GAME.notation, RULES, partial=wrong)),
        ("memory", lambda wrong: POSITION.view().determinize(memory=wrong)),
        ("memory", lambda wrong: GAME.determinize(memory=wrong)),
        ("called", lambda wrong: GAME.clone().attempt("turn", called=wrong or "no")),
        ("narrow", lambda wrong: POSITION.draw(narrow=wrong)),
        ("champion", lambda wrong: try_weights([], champion=wrong)),
    ],
)
def test_truth_values_are_true_or_false(
    name: str, call: Callable[[Any], object], wrong: Any
) -> None:
    """As 0 or "no" would be taken for the contrary of what somebody meant."""
    with pytest.raises(TypeError, match=f"^{name}=.* is not True or False$"):
        call(wrong)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("players", lambda: rbcore.trace(RULES, 5, 1, 0)),
        ("players", lambda: GAME.clone().play_out(5)),
        ("players", lambda: rbcore.solve(POSITION, players=5)),
        ("attention", lambda: rbcore.trace(RULES, TWO, 1, 0, attention=5)),
        ("stop", lambda: GAME.clone().play_out("greedy", stop=[0])),
        ("stop", lambda: rbcore.play(RULES, TWO, 1, 0, rows(), stop=np.zeros(1))),
        ("move", lambda: GAME.clone().apply(1.5)),
        ("seat", lambda: rbcore.action_texts(RULES, [0])),
        ("rules", lambda: rbcore.action_texts({}, 0)),
        ("presets", lambda: rbcore.variant("standard", presets=5)),
    ],
)
def test_a_refusal_names_the_argument(name: str, call: Callable[[], object]) -> None:
    with pytest.raises((TypeError, ValueError), match=rf"^{name}\b"):
        call()
