"""Pictures by matplotlib as it comes, whatever its user has set; what the user has set stays."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Lock
from typing import Any

# Two threads that both put settings back would leave those of the picture.
_one_at_a_time = Lock()


def import_matplotlib() -> Any:
    """Import matplotlib even if MPLBACKEND names a backend that is missing; files need none.

    Jupyter sets MPLBACKEND for all commands that a notebook starts, also for those of another
    environment, which lacks Jupyter's backend.
    """
    backend = None if "matplotlib" in sys.modules else os.environ.pop("MPLBACKEND", None)
    if backend is None:
        return import_module("matplotlib")
    try:
        matplotlib = import_module("matplotlib")
    finally:
        os.environ["MPLBACKEND"] = backend
    with suppress(ValueError):
        matplotlib.rcParams["backend"] = backend
    return matplotlib


@contextmanager
def library_settings(**settings: Any) -> Iterator[None]:
    """Set what matplotlib has by default, and `settings`, while a file is drawn.

    Only for figures apart from pyplot: a notebook sets up its display when pyplot makes its first
    figure, and the end of this context would undo that.
    """
    matplotlib = import_matplotlib()
    values = {**matplotlib.rcParamsDefault, **settings}
    with _one_at_a_time, matplotlib.rc_context(values):
        yield
