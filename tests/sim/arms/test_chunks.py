"""Work in pieces: what an interrupt may not break."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from rbsim.arms.pools import ENDING, in_order


class Interrupted(Executor):
    """An executor that a signal reaches while it takes work, as a pool that holds its lock."""

    def __init__(self, number: signal.Signals) -> None:
        self.number = number
        self.taken = 0

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        signal.raise_signal(self.number)
        self.taken += 1
        done: Future[Any] = Future()
        done.set_result(work(*given, **named))
        return done


@pytest.mark.parametrize("number", ENDING)
def test_an_interrupt_waits_until_a_pool_has_taken_the_work(number: signal.Signals) -> None:
    """Otherwise the pool's lock may stay locked, and the program hangs as it ends."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        executor = Interrupted(number)
        with pytest.raises(KeyboardInterrupt):
            list(in_order(len, [range(3), range(4)], 1, executor))
        assert executor.taken == 1
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)


def test_handlers_of_others_are_left_alone() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        executor = Interrupted(signal.SIGINT)
        assert list(in_order(len, [range(3), range(4)], 1, executor)) == [3, 4]
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == [signal.SIGINT] * 2
