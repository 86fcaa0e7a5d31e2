"""Games as data a second time: slowly, in plain Python, from docs/patience/describe.md."""

from .description import read
from .listing import moves
from .making import laid_out, make, next_deal
from .table import Table

__all__ = ["Table", "laid_out", "make", "moves", "next_deal", "read"]
