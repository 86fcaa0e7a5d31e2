"""Section: a part of a page about a stored study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rbsim.formatting.tables import Cells
from rbsim.pictures.drawing import Picture

MOST = 40  # distributions in a figure


@dataclass(frozen=True)
class Section:
    """A heading, a paragraph, figures, and tables whose first rows are their headers."""

    title: str
    words: str
    pictures: Sequence[Picture] = ()
    tables: Sequence[Cells] = ()
