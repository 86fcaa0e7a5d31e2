"""Forms of patience that differ in what they need, and their games as the core plays them."""

from __future__ import annotations

import numpy as np
import pytest

from rbcore.patience import playing
from rbcore.patience import sympathy as two_packs

FORMS = pytest.mark.parametrize("form", ["talkative", "robert,passes=3", "sympathy,heaps=17"])


def core_rows(form: str, seed: int, first: int, n: int) -> np.ndarray:
    """The rows of a form as the core plays them, in one go."""
    if form.startswith("sympathy"):
        rows = np.zeros(n, two_packs.GAME)
        two_packs.play(17 if form.endswith("17") else 16, seed, first, rows)
    else:
        rows = np.zeros(n, playing.ROW)
        playing.play(form, "plain", seed, first, rows)
    return rows
