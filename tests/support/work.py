"""Work: how much a call does, counted and not timed, so that a machine's pace does not matter."""

import contextlib
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

FEW = 100  # lines, more or less of which say nothing


def lines_run(call: Callable[[], Any]) -> int:
    """Return how many lines of Python a call runs; what it refuses, and ending, is no matter."""
    count = 0

    def tell(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return tell

    before = sys.gettrace()
    sys.settrace(tell)
    try:
        with contextlib.suppress(ValueError, SystemExit):
            call()
    finally:
        sys.settrace(before)
    return count


def growth(call: Callable[[int], Any], size: int) -> float:
    """Return how much more a call does from 4 to 16 times a size than from 1 to 4: 4 if linear."""
    lines_run(lambda: call(1))  # imports, and what is kept from then on
    small, medium, large = (lines_run(lambda n=n: call(n * size)) for n in (1, 4, 16))
    return (large - medium) / max(FEW, medium - small)
