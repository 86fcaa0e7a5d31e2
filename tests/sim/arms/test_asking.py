"""A game that players in Python play alone is the one that they play among many."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.arms.arm import Arm, make_arm
from rbsim.arms.asking import play_out, trace
from rbsim.options import GameOptions


class Drawing:
    """Any move, as its generator says; it keeps what it made last."""

    version = "1"

    def start(self, rng: np.random.Generator) -> Any:
        last = ""

        def choose(view: rbcore.View, moves: tuple[str, ...]) -> str:
            nonlocal last
            others = [move for move in moves if move != last] or moves
            last = others[rng.integers(len(others))]
            return last

        return choose


def first(view: rbcore.View, moves: tuple[str, ...]) -> str:
    return next((move for move in moves if move in ("turn", "waste")), moves[-1])


def shuffle(view: rbcore.View, moves: tuple[str, ...]) -> str:
    return next((move for move in moves if move[0].isdigit() and move[-1].isdigit()), moves[0])


def lowest(views: rbcore.Views) -> Any:
    return views.legal.argmax(axis=1)


DRAWING = rbsim.Player(Drawing(), name="drawing")
LOWEST = rbsim.Player(lowest, width=4, name="lowest", version="1")


def arm_of(variant: str, players: Any, **options: Any) -> Arm:
    return make_arm(variant, players, 20, GameOptions(**options))


@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("standard", [DRAWING, "greedy"], {}),
        ("strict", ["planner", DRAWING], {"seed": 3}),
        ("covered", [first, "uniform"], {"replicate": 5, "shuffle": 2}),
        ("three-player", ["weighted", DRAWING, "uniform"], {"replicate": 1}),
        ("standard", [LOWEST, "search-4"], {"max_turns": 12}),
        ("standard", [DRAWING, DRAWING], {"first": 100}),
        ("standard", [shuffle, "greedy"], {"max_turn_moves": 60}),
        ("simplified", ["greedy", LOWEST], {"max_moves": 90, "max_turn_moves": 25}),
    ],
)
def test_a_game_alone_is_that_among_many(variant: str, players: Any, options: Any) -> None:
    arm = arm_of(variant, players, **options)
    rows = arm.empty_rows(20)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arm.play(0, rows)
    ends = set()
    for row in rows:
        start, moves, end = trace(
            arm.rules,  # type: ignore[arg-type]
            arm.players,
            arm.seed,
            int(row["index"]),
            max_turn_moves=arm.max_turn_moves,
            **arm.anew,
            **vars(arm.limits),
        )
        assert start == rbcore.Position.deal(arm.rules, arm.seed, int(row["index"]), arm.shuffle)
        assert (len(moves), end.turn) == (row["moves"], row["turns"])
        outcome = end.outcome or "unfinished"
        assert outcome == rbcore.OUTCOMES[row["outcome"]]
        assert not end.is_over or end.row() == row
        ends.add(outcome)
    assert "unfinished" in ends or "max_turn_moves" not in options


@pytest.mark.parametrize("replicate", [0, 7])
def test_a_game_has_its_replicate_wherever_it_is_kept(replicate: int) -> None:
    """Streams go on as those of rbcore.play, of a copy and of a line that is read too."""
    players, anew = ("uniform", "uniform"), {"shuffle": 3, "replicate": replicate}
    rows = np.zeros(1, rbcore.game_dtype(2))
    rbcore.play("standard", players, 1, 4, rows, **anew)
    game = rbcore.Game.deal("standard", 1, 4, **anew)
    for _ in range(9):
        game.apply(game.choose("uniform"))
    again = rbcore.Game.parse(game.notation, "standard")
    assert again == game
    assert (" replicate=7" in game.notation) == (replicate == 7)
    for each in (game.clone(), again, game):
        each.play_out("uniform")
        assert each.row() == rows[0]


def test_a_copy_with_another_seed_draws_otherwise() -> None:
    game = rbcore.Game.deal("standard", 1, 4)
    ends = {seed: game.clone(seed=seed) for seed in (1, 2, 3)}
    for copy in ends.values():
        copy.play_out("uniform")
    assert len({int(copy.row()["moves"]) for copy in ends.values()}) > 1
    again = game.clone(seed=2)
    again.play_out("uniform")
    assert again.row() == ends[2].row()


def test_what_a_player_raises_or_answers_is_told_with_its_place() -> None:
    def wrong(view: rbcore.View, moves: tuple[str, ...]) -> str:
        return "x"

    arm = arm_of("standard", [wrong, "greedy"])
    with pytest.raises(
        ValueError, match=r"wrong in standard, game 3 of seed 1, turn 1, seat 0: 'x' is not legal"
    ):
        trace("standard", arm.players, 1, 3, max_turn_moves=9)
    lost = replace(LOWEST, choose=lambda views: [500], name="lost")
    with pytest.raises(ValueError, match=r"lost in standard, .* is not legal; legal moves are "):
        trace("standard", (lost, lost), 1, 3, max_turn_moves=9)
    broken = rbsim.Player(lambda view, moves: 1 // 0, name="broken")
    with pytest.raises(ZeroDivisionError) as found:
        trace("standard", (broken, broken), 1, 3, max_turn_moves=9)
    assert found.value.__notes__[0].startswith("raised by broken in standard, game 3 of seed 1")


def test_playing_on_ends_even_if_a_turn_does_not() -> None:
    ended = rbcore.Game.deal("standard", 1, 0)
    play_out(ended, (DRAWING, "greedy"), seed=5)
    assert ended.is_over
    looping = rbcore.Game.deal("standard", 1, 0)
    play_out(looping, arm_of("standard", [shuffle, "greedy"]).players, seed=5)
    assert not looping.is_over
