"""Optional libraries, imported when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(module: str, extra: str) -> Any:
    """Import an optional library.

    Raises
    ------
    ValueError
        Naming the extra to install, if the library is missing.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise ValueError(
            f"{module.partition('.')[0]} is not installed; pip install 'russian-bank[{extra}]'"
        ) from None
