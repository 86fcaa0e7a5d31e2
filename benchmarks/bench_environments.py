"""Steps of each interface for learners: those of interfaces.py."""

from __future__ import annotations

from itertools import islice

import pytest

for library in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(library)

import interfaces

pytestmark = pytest.mark.benchmark(group="environments")


@pytest.mark.parametrize("name", interfaces.RUNS)
def test_steps(timed, name):
    stepping = interfaces.RUNS[name]()
    steps = next(stepping)  # of what is made beforehand, too
    timed(
        lambda: sum(islice(stepping, 20 if steps > 1 else 500)),
        lambda done: {"steps": done},
    )
