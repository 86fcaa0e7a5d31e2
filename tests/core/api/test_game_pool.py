"""Games that wait for players in Python: what is gathered, and what may be done with it."""

from __future__ import annotations

import numpy as np
import pytest

import rbcore


def test_halls_take_what_is_gathered() -> None:
    rows = np.zeros(2, rbcore.GAME)
    hall = rbcore.Hall(rbcore.variant("standard"), [0, 1], 1, 0, rows, 2)
    n = hall.gather(0) or hall.gather(1)
    with pytest.raises(ValueError, match=f"{n} actions are needed, not {n + 1}"):
        hall.answer(np.zeros(n + 1, np.int64))
    with pytest.raises(IndexError, match="is not one of the"):
        hall.view(n)
    with pytest.raises(IndexError, match="is not the number of one of"):
        hall.make(0, len(hall.moves(0)))
    with pytest.raises(ValueError, match="guest=-1 is out of range; it runs from 0 to 1"):
        hall.gather(-1)
    with pytest.raises(TypeError, match=r"Position\.view"):
        rbcore.View()


def test_halls_take_one_move_of_what_is_gathered() -> None:
    rows = np.zeros(1, rbcore.GAME)
    hall = rbcore.Hall(rbcore.variant("standard"), [0, 0], 1, 0, rows, max_moves=9)
    while not hall.done:
        assert hall.gather(0) == 1
        hall.make(0, 0)
    for ask in (hall.moves, hall.view, lambda i: hall.make(i, 0)):
        with pytest.raises(IndexError, match="a move has been made in game 0 of those gathered"):
            ask(0)
    for all_of_them in (hall.views, lambda: hall.answer(np.zeros(1, np.int64))):
        with pytest.raises(ValueError, match="gather them anew"):
            all_of_them()
    assert hall.gather(0) == 0
