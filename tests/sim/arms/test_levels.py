"""Levels of attention: what they mean as numbers, and that they are read where numbers are."""

import pytest

from rbcore.rules.attention import LEVELS, PRIORITIES
from rbsim import simulate
from rbsim.arms.arm import attention_of


def test_levels_are_those_of_the_program() -> None:
    beginner, casual, attentive = (attention_of(name, name, 1)[0] for name in LEVELS)
    assert [one.miscalling for one in (beginner, casual, attentive)] == [0.05, 0.01, 0.0]
    assert (beginner.by_priority, beginner.watch) == ((0.5,) * len(PRIORITIES), 0.45)
    assert (casual.by_priority, casual.watch) == ((0.07,) * len(PRIORITIES), 0.85)
    assert (attentive.slips_ever, attentive.watch) == (False, 1.0)
    assert [seat.watch for seat in attention_of("casual", "beginner:1", 2)] == [0.45, 1.0]


def test_games_are_those_of_the_numbers() -> None:
    named = simulate("standard", games=20, slip="casual", watch="casual")
    numbers = simulate("standard", games=20, slip=0.07, watch=0.85)
    assert named.figures == numbers.figures
    assert named.figures != simulate("standard", games=20).figures


def test_another_word_is_refused() -> None:
    with pytest.raises(ValueError, match="slip='sleepy' is not a number; write one from 0 to 1"):
        attention_of("sleepy", 1, 2)
