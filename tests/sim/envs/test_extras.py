"""Without the packages behind them, environments are refused in a sentence, and nothing else is."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rbcore
from rbsim.envs import Layout


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


def test_vectors_have_a_name_for_every_number() -> None:
    for variant in rbcore.PRESETS:
        rules = rbcore.variant(variant)
        layout = Layout.of(rules)
        game = rbcore.Game.deal(rules, 2, 1)
        for _ in range(40):
            game.apply(game.choose("uniform"))
        views = game.observation()
        vector = layout.vectors(views)[0]
        named = layout.named(vector)
        assert sum(array.size for array in named.values()) == layout.size == len(vector)
        assert set(named) == set(vars(views)) - {"game", "legal"}
        for name, array in named.items():
            assert (array == getattr(views, name)[0]).all(), name
        assert (vector <= layout.most()).all()
        assert (vector >= 0).all()
        assert layout.named(layout.vectors(views))["wastes"].shape == views.wastes.shape
        with pytest.raises(ValueError, match=f"have {layout.size} numbers"):
            layout.named(vector[1:])
