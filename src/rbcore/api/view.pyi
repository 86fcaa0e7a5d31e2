"""View: what the seat to move can see, for players in Python."""

from typing import Final

from rbcore.api.piles import Piles

HIDDEN: Final[str]

class View(Piles):
    @property
    def remembered(self) -> View: ...
    @property
    def unseen(self) -> tuple[str, ...]: ...
