"""Arrays of rows from Python, checked before compiled code writes into them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def check_rows(rows: object, dtype: np.dtype[Any], name: str) -> npt.NDArray[Any]:
    """Return `rows` if it is a contiguous array of `dtype` that can be written.

    Raises TypeError for what is no array, and ValueError for another; `name` names the dtype.
    """
    if not isinstance(rows, np.ndarray):
        raise TypeError(f"rows are an array of {name}, not {type(rows).__name__}")
    if rows.dtype != dtype or rows.ndim != 1:
        raise ValueError(f"rows are a one-dimensional array of {name}, as numpy.zeros(n, {name})")
    if not (rows.flags.c_contiguous and rows.flags.writeable):
        raise ValueError(f"rows are contiguous, and can be written; copy this array of {name}")
    return rows
