"""Views as vectors: the arrays concatenated, or encoded for a network."""

from typing import Any

import numpy as np

from rbcore.rules.definition import Rules

class Vectors:
    rules: Rules
    shapes: dict[str, tuple[int, ...]]
    dtype: np.dtype[Any]
    size: int
    def __init__(self, rules: Rules, encoded: bool) -> None: ...
