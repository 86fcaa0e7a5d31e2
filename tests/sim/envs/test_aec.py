"""The PettingZoo environment: its own test suite, rewards, ends, and what a seat sees."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import rbcore
from support.environments import alike

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from rbsim.envs import aec_env

KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_its_own_suite(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What it warns of are dict observations, but for those of environments that it knows."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(aec_env(variant, max_turns=8), num_cycles=400)
        api_test(aec_env(variant, skip_forced=True, rewards="score"), num_cycles=60)
        seed_test(lambda: aec_env(variant), num_cycles=60)
    own = [one for one in said if one.category is not ResourceWarning]  # others' garbage
    assert [str(one.message) for one in own if not str(one.message).startswith(KNOWN)] == []
    drawn = {"svg": lambda text: text.startswith("<svg") and text.endswith("</svg>")}
    render_test(lambda render_mode: aec_env(variant, render_mode=render_mode), custom_tests=drawn)
    assert "Seat 0" in capsys.readouterr().out


@pytest.mark.parametrize("variant", ["standard", "three-player", "simplified"])
def test_games_are_those_of_the_core(variant: str) -> None:
    rules = rbcore.variant(variant)
    _, moves, row = rbcore.trace(rules, ("greedy",) * rules.seats, 3, 2)
    for skip_forced in (False, True):
        env = aec_env(variant, skip_forced=skip_forced, rewards="score")
        env.reset(seed=3, options={"game": 2})
        game = rbcore.Game.deal(rules, 3, 2)
        steps = 0
        for move in moves:
            forced = len(game.legal_actions()) == 1
            action = game.action(move)
            game.apply(move)
            if not (forced and skip_forced):
                env.step(action)
                steps += 1
        assert steps < len(moves) or not skip_forced
        scores = tuple(row["scores"][: rules.seats].tolist())
        assert tuple(env.rewards.values()) == scores
        assert {info["outcome"] for info in env.infos.values()} == {rbcore.OUTCOMES[row["outcome"]]}


def test_games_of_a_seed_follow_each_other() -> None:
    env = aec_env("standard")
    env.reset(seed=4)
    assert [info["game"] for info in env.infos.values()] == [0, 0]
    env.reset()
    env.reset()
    assert env.infos["seat_0"] == {"seed": 4, "game": 2}
    deal = rbcore.Game.deal(rbcore.variant("standard"), 4, 2)
    assert env.unwrapped.series.game == deal
    env.reset(options={"game": 17})
    assert env.infos["seat_0"]["game"] == 17


@pytest.mark.sample(4)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_agents_see_nothing_hidden(variant: str) -> None:
    """Hidden cards in another order leave what every agent sees, and the picture, as they were."""
    env = aec_env(variant, render_mode="svg").unwrapped
    env.reset(seed=1)
    for pair in alike(1, 5, variant):
        seen, drawn = [], []
        for game in pair:
            env.series.game = game
            seen.append([env.observe(agent) for agent in env.possible_agents])
            drawn.append((env.render(), str(env.unwrapped)))
        assert drawn[0] == drawn[1]
        for one, two in zip(*seen, strict=True):
            assert (one["observation"] == two["observation"]).all()
            assert (one["action_mask"] == two["action_mask"]).all()
        masks = [seen[0][seat]["action_mask"].any() for seat in range(pair[0].rules.seats)]
        assert np.flatnonzero(masks).tolist() == [pair[0].seat]


def test_what_is_wrong_is_said_as_pettingzoo_says_it() -> None:
    env = aec_env("standard")
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        _ = env.agents
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(195)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(None)
    before = env.unwrapped.series.game.clone()
    for action, said in ((194, "not legal"), (195, "out of range"), (-1, "out of range")):
        with pytest.raises(ValueError, match=said):
            env.unwrapped.step(action)
    with pytest.raises(ValueError, match=f"{agent} is to move"):
        env.unwrapped.step(None)
    with pytest.raises(ValueError, match="'me' is no agent; there are seat_0, seat_1"):
        env.observe("me")
    assert env.unwrapped.series.game == before
    got: dict[str, float] = {}
    for mover in env.agent_iter():
        seen, got[mover], over, _, _ = env.last()
        env.step(None if over else int(seen["action_mask"].argmin()))
    assert got == {agent: -1.0, "seat_1" if agent == "seat_0" else "seat_0": 0}
