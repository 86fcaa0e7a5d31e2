"""Arrays from Python, checked before compiled code reads or writes them."""

import re
from typing import Any

import numpy as np
import numpy.typing as npt


def dtype_of(rows: Any) -> np.dtype[Any]:
    """Return the dtype of the packed struct that a memoryview of compiled code has rows of."""
    fields = re.findall(r"\^(?:\((\d+)\))?(\w):(\w+):", memoryview(rows).format)
    return np.dtype([(name, kind, int(n)) if n else (name, kind) for n, kind, name in fields])


def check_rows(rows: object, dtype: np.dtype[Any], name: str) -> npt.NDArray[Any]:
    """Return `rows` if it is a contiguous array of `dtype` that can be written.

    Raises TypeError for what is no array, and ValueError for another; `name` names the dtype.
    """
    if not isinstance(rows, np.ndarray):
        raise TypeError(f"rows are an array of {name}, not {type(rows).__name__}")
    if rows.dtype != dtype or rows.ndim != 1:
        raise ValueError(f"rows are a one-dimensional array of {name}, as numpy.zeros(n, {name})")
    if not rows.flags.carray:
        raise ValueError(f"rows are contiguous, and can be written; copy this array of {name}")
    return rows


def check_vector(name: str, values: object, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """Return an argument if it is a contiguous array of `dtype` with one dimension.

    Raises TypeError for what is no array, and ValueError for another; both name the argument.
    """
    wanted = np.dtype(dtype)
    if not isinstance(values, np.ndarray):
        raise TypeError(
            f"{name} is an array of {wanted}, not {type(values).__name__}; "
            f"numpy.array({name}, numpy.{wanted}) makes one"
        )
    if values.ndim != 1:
        raise ValueError(f"{name} has one dimension, not {values.ndim}")
    if values.dtype != wanted or not (values.flags.c_contiguous and values.flags.aligned):
        whole = "with gaps" if values.flags.aligned else "at odd addresses"
        kind = values.dtype if values.dtype != wanted else f"{wanted} {whole}"
        raise ValueError(
            f"{name} is a contiguous array of {wanted}, not of {kind}; "
            f"numpy.array({name}, numpy.{wanted}) makes one"
        )
    return values
