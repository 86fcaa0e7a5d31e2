"""Games of patience on one core, dealing included."""

from __future__ import annotations

import numpy as np
import pytest

from rbpatience import book, playing
from rbpatience.solving import solver

pytestmark = pytest.mark.benchmark(group="patience")
FORMS = ["sympathy", "sympathy,heaps=17", "pairs", "talkative", "hidden-cards", "cotillon"]


@pytest.mark.parametrize("form", FORMS)
def test_games(timed, form):
    rows = np.zeros(2_000, playing.ROW)
    player = book.find_game(form.partition(",")[0]).player
    timed(lambda: playing.play(form, player, 1, 0, rows), lambda _: {"games": len(rows)})


def test_solver(timed):
    """Games of Klondike, each of at most 10,000 positions."""
    rows = np.zeros(2, solver.SOLUTION)
    timed(lambda: solver.solve("klondike", 1, 0, rows, 10_000), lambda _: {"games": len(rows)})
