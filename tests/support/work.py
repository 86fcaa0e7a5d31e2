"""Work: how much a call does, counted and not timed, and that it hears Ctrl-C."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

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


def assert_hears_ctrl_c(begin: str, line: str, seconds: float = 0.5) -> None:
    """A line of Python that is not done within some seconds ends when Ctrl-C comes."""
    text = (
        f"{begin}\nprint(flush=True)\ntry:\n {line}\nexcept KeyboardInterrupt: raise SystemExit(77)"
    )
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(seconds)
        child.send_signal(signal.SIGINT)
        try:
            assert child.wait(10) == 77
        finally:
            child.kill()
