"""The Gymnasium environments: checkers and wrappers, opponents, illegal actions, many games."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import vector as wrappers
from pettingzoo.test import api_test, render_test, seed_test

import rbcore
import rbsim
from rbsim.envs import Layout, aec_env, gym_env, vector_env
from support.environments import alike, pick


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_its_own_checker(variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym_env(variant))
        check_env(gym_env(variant, "uniform", seat=1, illegal="lose", skip_forced=False))


def test_an_import_registers_all_by_name() -> None:
    script = (
        "import gymnasium, rbsim.envs\n"
        "options = {'variant': 'simplified', 'opponent': 'uniform'}\n"
        "env = gymnasium.make('RussianBank-v1', **options)\n"
        "envs = gymnasium.make_vec('RussianBank-v1', 3, **options)\n"
        "one, many = (made.reset(seed=1)[0]['observation'] for made in (env, envs))\n"
        "assert (one == many[0]).all()\n"
        "print(envs.spec.kwargs['variant'], envs.metadata)\n"
        "import pettingzoo\n"
        "if hasattr(pettingzoo, 'make'):\n"  # from 1.27 on
        "    env = pettingzoo.make('aec', 'RussianBank-v1', variant='simplified', max_turns=9)\n"
        "    env.reset(seed=1)\n"
        "    assert env.unwrapped.series.limits == {'max_turns': 9}"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr == ""
    assert "simplified {'autoreset_mode': <AutoresetMode.SAME_STEP" in done.stdout


def shape_of(info: dict[str, Any]) -> dict[str, Any]:
    """The keys of an info, and of each value the type and shape."""
    return {name: (type(value), np.asarray(value).dtype, np.shape(value))
            for name, value in info.items()}  # fmt: skip


@pytest.mark.parametrize("mask", ["dict", "info", "rllib"])
@pytest.mark.parametrize("variant", ["simplified", "three-player"])
def test_infos_have_the_same_numbers_from_the_first_on(variant: str, mask: str) -> None:
    rng, shapes = random.Random(1), []
    single = gym_env(variant, "uniform", mask=mask, max_turns=40)
    for seed in range(6):
        seen, info = single.reset(seed=seed)
        shapes.append(shape_of(info))
        over = False
        while not over:
            action = pick(single.unwrapped.action_masks(), rng)
            seen, _, terminated, truncated, info = single.step(action)
            assert single.observation_space.contains(seen)
            shapes.append(shape_of(info))
            over = terminated or truncated
            count, moves = info["opponent_move_count"], info["opponent_moves"]
            assert (moves[: min(count, 128)] >= 0).all()
            assert (moves[count:] == -1).all()
            texts = [
                (seat, rbcore.action_texts(single.unwrapped.series.rules, seat)[action])
                for seat, action in moves[:count].tolist()
            ]
            assert texts == list(single.unwrapped.opponent_moves[-128:])
        assert info["outcome"] < len(rbcore.OUTCOMES)
    assert all(shape == shapes[0] for shape in shapes)
    assert {kind for _, kind, _ in shapes[0].values()} <= {
        np.dtype(name) for name in ("int64", "int16", "int8", "bool")
    }
    agents = aec_env(variant, mask=mask, max_turns=40)
    agents.reset(seed=1)
    assert set(agents.infos["seat_0"]) == set(shapes[0]) - {
        "illegal", "opponent_moves", "opponent_move_count",
    }  # fmt: skip
    first = shape_of(agents.infos["seat_0"])
    for agent in agents.agent_iter():
        seen, _, terminated, truncated, info = agents.last()
        assert shape_of(info) == first
        assert agents.observation_space(agent).contains(seen)
        mask_now = info["action_mask"] if mask == "info" else seen["action_mask"]
        game = agents.unwrapped.series.game
        legal = [] if terminated or truncated else game.legal_actions()
        assert np.flatnonzero(mask_now).tolist() == legal
        if mask == "info":
            others = [other for other in agents.agents if other != agent]
            assert not any(agents.infos[other]["action_mask"].any() for other in others)
        agents.step(rng.choice(legal) if legal else None)
    assert agents.metadata["outcomes"][info["outcome"]] in rbcore.OUTCOMES


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
        told = [move for _, move in env.unwrapped.opponent_moves]
        over, gained = False, 0.0
        while not over:
            game = env.unwrapped.series.game
            move = game.choose("greedy")
            told.append(move)
            _, gained, terminated, truncated, info = env.step(game.action(move))
            since = env.unwrapped.opponent_moves
            told += [move for _, move in since]
            assert all(seat != 1 for seat, _ in since)
            assert info["opponent_move_count"] == len(since)
            over = terminated or truncated
        assert skip_forced or told == moves
        assert info["outcome"] == row["outcome"]
        assert gained == row["scores"][1] == info["scores"][1]


@pytest.mark.full
def test_opponents_in_python() -> None:
    """A function plays as its compiled twin does; one with `start` has a stream of its own."""

    class Restless:
        def start(self, rng: Any) -> Any:
            return lambda view, moves: moves[rng.integers(len(moves))]

    def played(opponent: Any, seed: int) -> list[Any]:
        env, rng = gym_env("standard", opponent, max_turns=30), random.Random(seed)
        seen, _ = env.reset(seed=seed)
        told: list[Any] = [env.unwrapped.opponent_moves]
        while True:
            seen, gained, terminated, truncated, _ = env.step(pick(seen["action_mask"], rng))
            told.append((env.unwrapped.opponent_moves, gained))
            if terminated or truncated:
                return told

    assert played(Restless(), 1) == played(Restless(), 1) != played(Restless(), 2)
    assert played(lambda view, moves: moves[0], 1) != played(Restless(), 1)
    with pytest.raises(ValueError, match="'x>y' is not legal; legal moves are"):
        played(lambda view, moves: "x>y", 1)


@pytest.mark.parametrize("variant", ["standard", "three-player"])
@pytest.mark.parametrize("illegal", ["ignore", "lose", "raise"])
def test_illegal_actions(variant: str, illegal: str) -> None:
    env = gym_env(variant, illegal=illegal)
    seen, _ = env.reset(seed=1)
    action, before = int(seen["action_mask"].argmin()), env.unwrapped.series.game.clone()
    for wrong in (195 + 9999, -1, 2.5, "turn", None):
        with pytest.raises(ValueError, match=r"out of range|is not a whole number"):
            env.step(wrong)
    if illegal == "raise":
        with pytest.raises(ValueError, match=r"not legal|not a move under these rules"):
            env.step(action)
    else:
        _, gained, terminated, truncated, info = env.step(action)
        lost = -1.0 / (before.rules.seats - 1) if illegal == "lose" else 0.0
        assert (gained, terminated, truncated) == (lost, illegal == "lose", False)
        assert info["illegal"]
    assert env.unwrapped.series.game == before
    if illegal == "lose":
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            env.step(0)


def test_unfinished_games_are_truncated() -> None:
    env, rng = gym_env("standard", max_turns=4), random.Random(1)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        seen, gained, terminated, truncated, info = env.step(pick(seen["action_mask"], rng))
    assert (gained, terminated, truncated, info["outcome"]) == (0.0, False, True, 3)
    assert env.metadata["outcomes"][3] == "unfinished"
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_copies_go_on_as_the_first_does() -> None:
    """Games of one environment; those of many are refused in a sentence."""
    for make in (gym_env, aec_env):
        env = make("peek", observation="encoded")
        env.reset(seed=1)
        others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        begun = env.unwrapped.series.game.clone()
        action = begun.legal_actions()[0]
        for other in others:
            other.step(action)
            assert env.unwrapped.series.game == begun
        env.step(action)
        assert all(other.unwrapped.series.game == env.unwrapped.series.game for other in others)
    for do in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled: its games are in"):
            do(vector_env(num_envs=2))


def test_gymnasiums_own_vector_wrappers() -> None:
    def make(**options: Any) -> Any:
        chosen = {"variant": "simplified", "opponent": "uniform"} | options
        return gymnasium.make_vec("RussianBank-v1", 4, **chosen)

    def played(envs: Any, steps: int = 900) -> list[float]:
        rng, gained = np.random.default_rng(1), []
        seen, _ = envs.reset(seed=1)
        for _ in range(steps):
            masks = seen["action_mask"] if isinstance(seen, dict) else seen[:, :195]
            actions = ((masks + 1e-9) * rng.random(masks.shape)).argmax(axis=1)
            seen, rewards, *_ = envs.step(actions)
            gained += rewards.tolist()
        return gained

    plain = played(make())
    assert set(plain) == {-1, 0, 1}
    assert played(wrappers.ClipReward(make(), 0, 1)) == np.clip(plain, 0, 1).tolist()
    recorded = wrappers.RecordEpisodeStatistics(make())
    assert played(wrappers.DictInfoToList(recorded)) == plain
    assert recorded.episode_count == np.count_nonzero(plain)
    assert set(recorded.return_queue) == set(plain) - {0}
    # Of observations Gymnasium's wrappers take those that do not reset in the same step.
    assert played(make(autoreset_mode="NextStep"), 50) == played(
        wrappers.FlattenObservation(make(autoreset_mode="NextStep")), 50
    )
    options = {"mask": "info", "observation": "encoded"}
    for wrapper, mode in (("FlattenObservation", "Disabled"), ("NormalizeObservation", "NextStep")):
        wrapped = getattr(wrappers, wrapper)(make(autoreset_mode=mode, **options))
        assert len(wrapped.reset(seed=1)[0]) == 4


@pytest.mark.parametrize("copied", [True, False])
def test_arrays_are_kept_if_they_are_copied(copied: bool) -> None:
    envs = vector_env("standard", 4, copy=copied)
    seen, _ = envs.reset(seed=1)
    kept = {name: array.copy() for name, array in seen.items()}
    envs.step(seen["action_mask"].argmax(axis=1))
    assert all((array == kept[name]).all() for name, array in seen.items()) == copied


def test_resets() -> None:
    envs = vector_env("standard", 4)
    first, info = envs.reset(seed=9)
    assert info["game"].tolist() == [0, 1, 2, 3]
    assert envs.reset()[1]["game"].tolist() == [4, 5, 6, 7]
    assert envs.reset(options={"first": 100})[1]["game"].tolist() == [100, 101, 102, 103]
    again, _ = envs.reset(seed=9)
    assert all((array == first[name]).all() for name, array in again.items())
    drawn = [vector_env("standard", 4).reset()[0]["observation"].tobytes() for _ in range(2)]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(4, np.int64), r"int64 of shape \(4,\); they must be whole numbers of"),
        (np.zeros(5), "float64 of shape"),
        (np.array([0, 195, 0, 0, 0]), "row 1: 195 is not an action from 0 to 194"),
        (np.array([0, 0, 0, 0, -1]), "row 4: -1 is not an action"),
        (None, "object of shape"),
        (np.full(5, 194), r"row 0: action 194 is not legal; action_mask is 1"),
    ],
)
def test_actions_that_are_refused(actions: Any, said: str) -> None:
    envs = vector_env("standard", 5, illegal="raise")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        envs.step(np.zeros(5, np.int64))
    seen, _ = envs.reset(seed=1)
    with pytest.raises(ValueError, match=said):
        envs.step(actions)
    envs.step(seen["action_mask"].argmax(axis=1))  # nothing was done before


@pytest.mark.parametrize(
    ("make", "options", "said"),
    [
        (gym_env, {"variant": "nix"}, "'nix' is not a variant"),
        (gym_env, {"opponent": "nobody"}, "'nobody' is not a player"),
        (gym_env, {"opponent": 7}, "7 is not a player"),
        (gym_env, {"opponent": ["greedy", "greedy"]}, "2 opponents for 1 other seats"),
        (vector_env, {"opponent": rbsim.Player(lambda view, moves: moves[0])}, "must be compiled"),
        (gym_env, {"seat": 2}, "seat=2 is out of range"),
        (vector_env, {"seat": 5}, "seat=5 is out of range"),
        (gym_env, {"illegal": "forgive"}, "illegal='forgive' is not one of ignore, lose, raise"),
        (gym_env, {"rewards": None}, "rewards=None is not one of win, score"),
        (aec_env, {"render_mode": "film"}, "is not one of human, ansi, svg"),
        (aec_env, {"max_turns": 0}, "max_turns=0 is out of range"),
        (vector_env, {"max_moves": "x"}, "max_moves='x' is not a whole number"),
        (vector_env, {"num_envs": 0}, "num_envs=0 is out of range"),
        (vector_env, {"autoreset_mode": "x"}, "'x' is not one of NextStep, SameStep, Disabled"),
        (vector_env, {"render_mode": "svg"}, "draws no pictures; gym_env does"),
        (vector_env, {"skip_forced": False}, "'skip_forced' is not an option here"),
        (vector_env, {"copy": 1}, "copy=1 is not True or False"),
        *[(make, {"skip_forced": "no"}, "skip_forced='no' is not") for make in (gym_env, aec_env)],
        (gym_env, {"mask": "beside"}, "mask='beside' is not one of dict, info, rllib"),
        *[
            (make, {"players": "greedy"}, "'players' is not an option here; `opponent` says who")
            for make in (gym_env, vector_env)
        ],
        (aec_env, {"opponent": "greedy"}, "'opponent' is not an option here; every seat is an a"),
    ],
)
def test_options_that_are_refused(make: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said) as error:
        make(**options)
    assert "\n" not in str(error.value)


def test_resets_that_are_refused() -> None:
    many, one, seats = vector_env("standard", 2), gym_env(), aec_env()
    for env, given, said in (
        (many, {"seed": [1, 2, 3]}, "3 seeds for 2 rows; give one for each"),
        (many, {"seed": [1, 2.5]}, r"seed\[1\]=2.5 is not a whole number"),
        (many, {"seed": "x"}, "seed='x' is not a whole number"),
        *[(env, {"options": 1.5}, "options=1.5 is not a dict") for env in (many, one, seats)],
        (many, {"seed": -1}, "seed=-1 is out of range"),
        (many, {"seed": 1 << 63}, "seed=9223372036854775808 is out of range"),
        (one, {"seed": 1 << 63}, "seed=9223372036854775808 is out of range"),
        (many, {"options": {"rest_mask": 1}}, "'rest_mask' is not an option of reset; 'first'"),
        (many, {"options": {"reset_mask": np.ones(2, bool)}}, "no games have been dealt"),
        (many, {"options": {"reset_mask": [True, False]}}, "a numpy array of bool, not list"),
        (many, {"options": {"reset_mask": np.ones(2)}}, "a numpy array of bool, not float64"),
        (
            many,
            {"options": {"reset_mask": np.ones(3, bool)}},
            r"must have shape \(2,\), not \(3,\)",
        ),
        (many, {"options": {"reset_mask": np.zeros(2, bool)}}, "reset_mask has no True"),
        (many, {"seed": [1, 2], "options": {"first": 1}}, "needs one seed for all rows"),
        (many, {"options": {"first": -1}}, "first=-1 is out of range"),
        (one, {"seed": 1, "options": {"gmae": 3}}, "'gmae' is not an option of .*; 'game' numbers"),
        (seats, {"options": {"first": 3}}, "'first' is not an option of reset; 'game' numbers"),
    ):
        with pytest.raises((ValueError, TypeError, ResetNeeded), match=said):
            env.reset(**given)  # type: ignore[attr-defined]
    many.reset(seed=1)
    with pytest.raises(ValueError, match="with 'reset_mask', seed must be a list"):
        many.reset(seed=1, options={"reset_mask": np.ones(2, bool)})


# ---- the pettingzoo environment ------------------------------------------------------------------


KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.full
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
def test_games_of_agents_are_those_of_the_core(variant: str) -> None:
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
        assert {info["outcome"] for info in env.infos.values()} == {row["outcome"]}
        assert env.infos["seat_1"]["scores"].tolist() == list(scores)


def test_games_of_a_seed_follow_each_other() -> None:
    env = aec_env("standard")
    env.reset(seed=4)
    assert [info["game"] for info in env.infos.values()] == [0, 0]
    env.reset()
    env.reset()
    assert [env.infos["seat_0"][name] for name in ("seed", "game")] == [4, 2]
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
    with pytest.raises(ValueError, match=f"{agent} must move"):
        env.unwrapped.step(None)
    with pytest.raises(ValueError, match="'me' is not an agent; the agents are seat_0, seat_1"):
        env.observe("me")
    assert env.unwrapped.series.game == before
    got: dict[str, float] = {}
    for mover in env.agent_iter():
        seen, got[mover], over, cut, info = env.last()
        assert over == cut
        assert env.metadata["outcomes"][info["outcome"]] == "none"
        env.step(None if over else int(seen["action_mask"].argmin()))
    assert got == {agent: -1.0, "seat_1" if agent == "seat_0" else "seat_0": 0}


# ---- observations --------------------------------------------------------------------------------


def plane(cards: Any, copies: int = 1) -> np.ndarray:
    """The share of the copies of each card that are among some; face-down cards are none."""
    shares = np.zeros((4, 13), np.float32)
    for card in cards:
        if card not in (0, 14, 15):
            shares[card // 16, card % 16 - 1] += 1 / copies
    return shares


def pile(row: Any) -> list[int]:
    """The cards of a pile, face-down ones as 14."""
    return [card for card in row.tolist() if card]


def encoded(views: rbcore.Views, rules: rbcore.Rules) -> dict[str, Any]:
    """What a seat sees, by docs/interfaces.md."""
    packs, cards = rules.packs, 52 * rules.packs + (rules.seats == 3)
    piles = {
        "house": views.houses[0], "reserve": views.reserves[0],
        "waste": views.wastes[0], "hand": views.remembered[0],
    }  # fmt: skip
    base = int(views.base[0])
    laid = [
        16 * suit + (base - 1 + k) % 13 + 1
        for suit in range(4)
        for height in views.heights[0, suit]
        for k in range(height)
    ]
    unseen = [card for card in range(64) for _ in range(views.unseen[0, card])]
    told: dict[str, Any] = {
        "turned": plane([views.turned[0]]), "foundations": plane(laid, packs),
        "unseen": plane(unseen, packs), "joker": float(15 in unseen),
        "base": np.arange(1, 14) == base, "in_use": views.in_use[0], "first": views.first[0],
        "fresh": views.fresh[0], "idle": np.minimum(views.idle[0], 100) / 100,
    }  # fmt: skip
    for name, rows in piles.items():
        told[f"{name}s"] = [plane(pile(row), packs) for row in rows]
        tops = "next_cards" if name == "hand" else f"{name}_tops"
        told[tops] = [plane(pile(row)[-1:]) for row in rows]
        told[f"{name}_sizes"] = [len(pile(row)) / cards for row in rows]
    return told


@pytest.mark.full
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_every_entry_is_what_the_page_says(variant: str) -> None:
    rules = rbcore.variant(variant)
    layout = Layout.of(rules, "encoded")
    for number in range(3):
        game = rbcore.Game.deal(rules, 3, number)
        while not game.is_over and game.ply < 250:
            game.apply(game.choose("greedy"))
            if game.ply % 12:
                continue
            for seat in range(rules.seats):
                views = game.observation(seat=seat)
                seen = layout.observation(game, seat)
                vector, told = seen["observation"], encoded(views, rules)
                assert vector.dtype == np.float32
                assert (vector.min(), vector.max()) == (0, 1)
                assert (seen["action_mask"] == views.legal[0]).all()
                legal = game.legal_actions() if seat == game.seat else []
                assert np.flatnonzero(seen["action_mask"]).tolist() == legal
                named = layout.named(vector)
                assert set(named) == set(told)
                for name, array in named.items():
                    wanted = np.array(told[name], np.float32).reshape(array.shape)
                    assert array == pytest.approx(wanted), name


@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_raw_vectors_are_the_arrays_end_to_end(variant: str) -> None:
    rules = rbcore.variant(variant)
    layout, pool = Layout.of(rules), rbcore.GamePool(rules, (0,) * rules.seats, 1, width=20)
    rows, legal, games, _ = pool.show(layout.writer)
    for _ in range(30):
        views, named = pool.observe(), layout.named(rows)
        assert set(named) == set(vars(views)) - {"game", "legal"}
        assert all((array == getattr(views, name)).all() for name, array in named.items())
        assert sum(array[0].size for array in named.values()) == layout.size == len(rows[0])
        assert ((rows >= 0) & (rows <= layout.most())).all()
        assert [legal.tolist(), games.tolist()] == [views.legal.tolist(), views.game.tolist()]
        pool.step(views.legal.argmax(axis=1))
    with pytest.raises(ValueError, match=f"have {layout.size} numbers"):
        layout.named(rows[0, 1:])


@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_what_changes_is_written_into_the_vectors_of_before(variant: str) -> None:
    """Games of two turns, so that slots begin anew."""
    rules, rng = rbcore.variant(variant), np.random.default_rng(1)
    layout = Layout.of(rules, "encoded")
    pool = rbcore.GamePool(rules, (0,) * rules.seats, 1, width=3, max_turns=2)
    rows, legal, games, _ = pool.show(layout.writer)
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 1
    for step in range(120):
        views = pool.observe()
        for row in range(3 if step % 4 == 0 else 0):
            told = encoded(views[row : row + 1], rules)
            for name, array in layout.named(rows[row]).items():
                wanted = np.array(told[name], np.float32).reshape(array.shape)
                np.testing.assert_allclose(array, wanted, rtol=1e-6, err_msg=name)
        pool.step((legal * rng.random(legal.shape)).argmax(axis=1))
    assert games.max() > 2


def test_what_is_of_other_rules_is_refused() -> None:
    standard, three = map(rbcore.variant, ("standard", "three-player"))
    layout = Layout.of(standard)
    with pytest.raises(ValueError, match="for other rules"):
        rbcore.GamePool(three, (0, 0, 0), 1).show(layout.writer)
    with pytest.raises(ValueError, match="has no `show`"):
        rbcore.GamePool(standard, (0, 0), 1, rows=np.zeros(2, rbcore.GAME)).show(layout.writer)
    with pytest.raises(ValueError, match="for other rules"):
        layout.observation(rbcore.Game.deal(three, 1, 0), 0)
    with pytest.raises(ValueError, match=r"numpy.empty\(879, 'int16'\)"):
        rbcore.Game.deal(standard, 1, 0).vector(layout.writer, out=np.empty(878, np.int16))
    for make in (gym_env, aec_env, vector_env):
        with pytest.raises(ValueError, match="observation='rgb' is not one of raw, encoded"):
            make(observation="rgb")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("package", "line", "extra"),
    [
        ("pettingzoo", "from rbsim.envs import aec_env", "envs"),
        ("gymnasium", "from rbsim.envs import gym_env", "envs"),
        ("gymnasium", "import rbsim.envs; rbsim.envs.vector_env()", "envs"),
        ("pyspiel", "import rbsim.envs.openspiel", "openspiel"),
    ],
)
def test_missing_packages_are_one_sentence(package: str, line: str, extra: str) -> None:
    script = (
        f"import sys; sys.modules['{package}'] = None\n"
        "import rbsim; from rbsim.envs import Layout\n"
        f"try: {line}\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1
    assert f"pip install 'russian-bank[{extra}]'" in done.stdout
