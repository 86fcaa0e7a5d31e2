"""Games to step through: a page of HTML on which each move is shown. Knows rbcore alone.

The script beside it lays cards where `writing` says that piles lie, and knows no rule.
"""

from rbsim.viewer.writing import ShownGame, page

__all__ = ["ShownGame", "page"]
