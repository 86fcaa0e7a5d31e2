"""The Gymnasium environment of one agent: its own checker, opponents, illegal actions, ends."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

import rbcore
from support.environments import alike, pick

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from rbsim.envs import aec_env, gym_env, vector_env


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_its_own_checker(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym_env(variant))
        check_env(gym_env(variant, "uniform", seat=1, illegal="lose", skip_forced=False))


def test_it_is_made_by_name_too() -> None:
    gym_env("standard", skip_forced=False)  # whose options are its own
    env = gymnasium.make("RussianBank-v1", variant="simplified", opponent="uniform")
    seen, info = env.reset(seed=1)
    assert seen["action_mask"].sum() > 1
    assert (info["seed"], env.unwrapped.series.rules) == (1, rbcore.variant("simplified"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", ["standard", "three-player", "peek"])
@pytest.mark.parametrize("skip_forced", [False, True])
def test_games_are_those_of_the_core(variant: str, skip_forced: bool) -> None:
    """An agent that plays as `greedy` does has the game of rbcore.trace, told in full."""
    rules = rbcore.variant(variant)
    for number in range(3):
        _, moves, row = rbcore.trace(rules, ("greedy",) * rules.seats, 3, number)
        env = gym_env(variant, "greedy", seat=1, skip_forced=skip_forced, rewards="score")
        _, info = env.reset(seed=3, options={"game": number})
        told = [move for _, move in info["opponent_moves"]]
        over, gained = False, 0.0
        while not over:
            game = env.unwrapped.series.game
            move = game.choose("greedy")
            told.append(move)
            _, gained, terminated, truncated, info = env.step(game.action(move))
            told += [move for _, move in info["opponent_moves"]]
            assert all(seat != 1 for seat, _ in info["opponent_moves"])
            over = terminated or truncated
        assert skip_forced or told == moves
        assert rbcore.OUTCOMES[row["outcome"]] == info["outcome"]
        assert gained == row["scores"][1] == info["scores"][1]


def test_opponents_in_python() -> None:
    """A function plays as its compiled twin does; one with `start` has a stream of its own."""

    class Restless:
        def start(self, rng: Any) -> Any:
            return lambda view, moves: moves[rng.integers(len(moves))]

    def played(opponent: Any, seed: int) -> list[Any]:
        env, rng = gym_env("standard", opponent, max_turns=30), random.Random(seed)
        seen, info = env.reset(seed=seed)
        told = [info["opponent_moves"]]
        while True:
            seen, gained, terminated, truncated, info = env.step(pick(seen["action_mask"], rng))
            told.append((info["opponent_moves"], gained))
            if terminated or truncated:
                return told

    assert played(Restless(), 1) == played(Restless(), 1) != played(Restless(), 2)
    assert played(lambda view, moves: moves[0], 1) != played(Restless(), 1)
    with pytest.raises(ValueError, match="'x>y' is not legal; legal are"):
        played(lambda view, moves: "x>y", 1)


@pytest.mark.parametrize("variant", ["standard", "three-player"])
def test_illegal_actions(variant: str) -> None:
    for illegal in ("ignore", "lose", "raise"):
        env = gym_env(variant, illegal=illegal)
        seen, _ = env.reset(seed=1)
        action = int((seen["action_mask"] == 0).argmax())
        before = env.unwrapped.series.game.clone()
        if illegal == "raise":
            with pytest.raises(ValueError, match=r"not legal|no move of these rules"):
                env.step(action)
        else:
            _, gained, terminated, truncated, info = env.step(action)
            lost = -1.0 / (before.rules.seats - 1) if illegal == "lose" else 0.0
            assert (gained, terminated, truncated) == (lost, illegal == "lose", False)
            assert info["illegal"]
        assert env.unwrapped.series.game == before
        for wrong in (195 + 9999, -1, 2.5, "turn", None):
            if illegal != "lose":
                with pytest.raises(ValueError, match=r"out of range|is not a whole number"):
                    env.step(wrong)
        assert env.unwrapped.series.game == before
    env = gym_env(variant, illegal="lose")
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            env.step(0)
        seen, _ = env.reset(seed=1)
        env.step(int((seen["action_mask"] == 0).argmax()))


def test_unfinished_games_are_truncated() -> None:
    env, rng = gym_env("standard", max_turns=4), random.Random(1)
    seen, _ = env.reset(seed=1)
    over = terminated = truncated = False
    while not over:
        seen, gained, terminated, truncated, info = env.step(pick(seen["action_mask"], rng))
        over = terminated or truncated
    assert (gained, terminated, truncated, info["outcome"]) == (0.0, False, True, "unfinished")
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.sample(10)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_the_agent_sees_nothing_hidden(variant: str) -> None:
    for seat in (0, 1):
        env = gym_env(variant, seat=seat).unwrapped
        for pair in alike(1, 5, variant):
            seen = []
            for game in pair:
                env.series.game = game
                seen.append(env._seen())
            for name, array in seen[0].items():
                assert (array == seen[1][name]).all(), name


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"variant": "nix"}, "'nix' is not a variant"),
        ({"opponent": "nobody"}, "'nobody' is not a player"),
        ({"opponent": 7}, "7 is not a player"),
        ({"opponent": ["greedy", "greedy"]}, "2 opponents for 1 other seats"),
        ({"seat": 2}, "seat=2 is out of range"),
        ({"illegal": "forgive"}, "illegal='forgive' is not one of ignore, lose, raise"),
        ({"rewards": None}, "rewards=None is not one of win, score"),
        ({"max_moves": "x"}, "max_moves"),
    ],
)
def test_options_that_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        gym_env(**options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("make", [gym_env, vector_env, aec_env])
def test_an_option_that_there_is_not_is_told_with_what_there_is(make: Any) -> None:
    with pytest.raises(TypeError, match="'players' is not an option here; `opponent` says who"):
        make("standard", players="greedy")
