"""Studies, as users call them; and the import before the first."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rbsim

pytestmark = pytest.mark.benchmark(group="studies")


@pytest.mark.parametrize("games", [1, 1_000, 10_000])
def test_simulate(timed, games):
    """Greedy games on one thread, figures included."""
    timed(
        lambda: rbsim.simulate(players="greedy", games=games, threads=1).figures,
        lambda _: {"games": games},
    )


@pytest.mark.parametrize("threads", [1, 2])
def test_threads(timed, threads):
    timed(
        lambda: rbsim.simulate(players="uniform", games=4_000, threads=threads),
        lambda _: {"games": 4_000},
    )


def test_compare(timed):
    timed(
        lambda: rbsim.compare("standard", "crossley", players="greedy", games=100, threads=1),
        lambda _: {"games": 200},
    )


def test_ladder(timed):
    """Each deal from both seats."""
    timed(
        lambda: rbsim.ladder("greedy", "weighted", games=500, threads=1), lambda _: {"games": 500}
    )


@pytest.mark.parametrize("program", ["pass", "import rbsim", "import rbsim; rbsim.simulate"])
def test_import(timed, program):
    """A fresh Python; `import rbsim` loads nothing until a name is asked for."""
    timed(
        lambda: subprocess.run([sys.executable, "-c", program], check=True),
        lambda _: {"starts": 1},
    )
