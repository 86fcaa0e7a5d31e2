"""Observations: what every entry means, told again in plain Python; spaces, refusals, packages."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import rbcore
from rbsim.envs import Layout

pytest.importorskip("gymnasium")

from rbsim.envs import aec_env, gym_env, vector_env


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


@pytest.mark.sample(1)
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
                assert (vector == layout.vectors(views)[0]).all()
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
    for _ in range(30):
        views = pool.observe()
        rows = layout.vectors(views)
        named = layout.named(rows)
        assert set(named) == set(vars(views)) - {"game", "legal"}
        assert all((array == getattr(views, name)).all() for name, array in named.items())
        assert sum(array[0].size for array in named.values()) == layout.size == len(rows[0])
        assert ((rows >= 0) & (rows <= layout.most())).all()
        assert (layout.vectors(views[3:20:4]) == rows[3:20:4]).all()
        pool.step(views.legal.argmax(axis=1))
    with pytest.raises(ValueError, match=f"have {layout.size} numbers"):
        layout.named(rows[0, 1:])


def test_environments_have_them() -> None:
    """The same games as with raw observations, and spaces that hold them."""
    raw, new = (gym_env("strict", observation=one) for one in ("raw", "encoded"))
    many = vector_env("strict", 3, observation="encoded")
    (one, _), (two, _), (three, _) = (env.reset(seed=1) for env in (raw, new, many))
    agents = aec_env("strict", observation="encoded")
    agents.reset(seed=1)
    assert agents.last()[0] in agents.observation_space("seat_0")
    for _ in range(20):
        assert (one["action_mask"] == two["action_mask"]).all()
        assert two in new.observation_space
        assert three in many.observation_space
        assert (three["observation"][0] == two["observation"]).all()
        action = int(one["action_mask"].argmax())
        one, two = raw.step(action)[0], new.step(action)[0]
        three = many.step(three["action_mask"].argmax(axis=1))[0]


def test_what_is_of_other_rules_is_refused() -> None:
    standard, three = rbcore.variant("standard"), rbcore.variant("three-player")
    layout, game = Layout.of(standard), rbcore.Game.deal(three, 1, 0)
    with pytest.raises(ValueError, match="of other rules"):
        layout.vectors(game.observation())
    with pytest.raises(ValueError, match="of other rules"):
        layout.observation(game, 0)
    views = rbcore.Game.deal(standard, 1, 0).observation()
    with pytest.raises(ValueError, match=r"numpy.empty\(\(1, 879\), 'int32'\)"):
        layout.vectors(views, np.empty((2, layout.size), np.int32))
    with pytest.raises(TypeError, match="out is an array of int32, not list"):
        layout.vectors(views, [1, 2, 3])  # type: ignore[arg-type]
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
