"""Arrays from Python, checked before compiled code reads or writes them."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt


def dtype_of(rows: Any) -> np.dtype[Any]:
    """Return the dtype of the packed struct behind a memoryview of compiled code."""
    fields = re.findall(r"\^(?:\((\d+)\))?(\w):(\w+):", memoryview(rows).format)
    return np.dtype([(name, kind, int(n)) if n else (name, kind) for n, kind, name in fields])


def of_seats(row: np.dtype[Any], seats: int) -> np.dtype[Any]:
    """Return the dtype of `row` with its per-seat fields cut to `seats` entries."""
    return np.dtype(
        [
            (name, row[name].base, (seats,)) if row[name].shape else (name, row[name])
            for name in row.names or ()
        ]
    )


def check_rows(rows: object, dtypes: Mapping[str, np.dtype[Any]]) -> npt.NDArray[Any]:
    """Return `rows` if it is a writable, contiguous array of one of these dtypes.

    Raises TypeError if it is not an array, and ValueError if it is another array; the message
    names the dtypes.
    """
    names = list(dtypes)
    known = " or ".join(names)
    if not isinstance(rows, np.ndarray):
        raise TypeError(f"rows must be an array of {known}, not {type(rows).__name__}")
    if rows.dtype not in dtypes.values() or rows.ndim != 1:
        raise ValueError(
            f"rows must be a one-dimensional array of {known}, such as numpy.zeros(n, {names[-1]})"
        )
    if not rows.flags.carray:
        raise ValueError(f"rows must be contiguous and writable; copy this array of {known}")
    return rows


def seats_of(rows: object, row: np.dtype[Any], name: str, seats: int) -> int:
    """Return how many seats the rows have entries for: those that play, or the maximum of `row`.

    Raises TypeError or ValueError for other rows; `name` is the name of `row`, such as rbcore.GAME.
    """
    names = {name: row, f"{name.lower()}_dtype({seats})": of_seats(row, seats)}
    (entries,) = check_rows(rows, names).dtype["scores"].shape
    return int(entries)


def check_stop(stop: object) -> npt.NDArray[np.uint8] | None:
    """Return the argument `stop`, an array of uint8 or None, checked as by `check_vector`."""
    return None if stop is None else check_vector("stop", stop, np.uint8)


def check_vector(name: str, values: object, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """Return an argument if it is a contiguous, one-dimensional array of `dtype`.

    Raises TypeError if it is not an array, and ValueError if it is another array; both messages
    name the argument.
    """
    wanted = np.dtype(dtype)
    if not isinstance(values, np.ndarray):
        raise TypeError(
            f"{name} must be an array of {wanted}, not {type(values).__name__}; "
            f"numpy.array({name}, numpy.{wanted}) makes one"
        )
    if values.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {values.ndim}")
    if values.dtype != wanted or not (values.flags.c_contiguous and values.flags.aligned):
        whole = "with gaps" if values.flags.aligned else "at odd addresses"
        kind = values.dtype if values.dtype != wanted else f"{wanted} {whole}"
        raise ValueError(
            f"{name} must be a contiguous array of {wanted}, not of {kind}; "
            f"numpy.array({name}, numpy.{wanted}) makes one"
        )
    return values
