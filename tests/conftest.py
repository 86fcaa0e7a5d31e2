"""What holds for every test: Ctrl-C reaches what it starts, and that does not outlive it."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest


def pytest_configure() -> None:
    # A shell starts what it runs in the background with SIGINT ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_process_outlives_its_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A failing test would leave one that plays for hours, and the tests after it slow."""
    started: list[subprocess.Popen[Any]] = []
    real = subprocess.Popen.__init__

    def init(self: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
        real(self, *arguments, **options)
        started.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", init)
    yield
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()
