"""Games to step through: a page of HTML on which each move is shown. Knows rbcore alone.

The script beside it lays cards where `page` says that piles lie, and knows no rule.
"""

from rbsim.viewer.page import Shown, page

__all__ = ["Shown", "page"]
