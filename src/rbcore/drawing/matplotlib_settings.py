"""Pictures with matplotlib's default settings; the user's settings are restored afterwards."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Lock
from typing import Any

# Two threads that both restored settings could leave the picture's in place.
_one_at_a_time = Lock()


def import_matplotlib() -> Any:
    """Import matplotlib even if MPLBACKEND names a missing backend; files need none.

    Jupyter sets MPLBACKEND for all commands that a notebook starts, even in another environment
    that lacks Jupyter's backend.
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
    """Use matplotlib's defaults and `settings` while a file is drawn.

    Only for figures outside pyplot: a notebook sets up its display when pyplot makes its first
    figure, and leaving this context would undo that.
    """
    matplotlib = import_matplotlib()
    values = {**matplotlib.rcParamsDefault, **settings}
    with _one_at_a_time, matplotlib.rc_context(values):
        yield
