"""The rules of games that share no kernel with others (docs/patience)."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Constitution", "Fairest", "FourCorners", "Marriage"]


@dataclass(frozen=True)
class Marriage:
    """Cards between two that are alike leave a row: no. 6.

    Attributes
    ----------
    transposes : bool
        Whether two cards may be exchanged at the end.
    discards : bool
        No. 6c: the ends of the row are any two cards of a suit, two cards between go if they are
        alike themselves, and any three may go at the end.
    """

    transposes: bool = False
    discards: bool = False


@dataclass(frozen=True)
class Constitution:
    """A middle row between two others: no. 32.

    Attributes
    ----------
    latest_only : bool
        Whether only cards of the latest deal count.
    """

    latest_only: bool = False


@dataclass(frozen=True)
class FourCorners:
    """Cards judged where they fall: no. 33.

    Attributes
    ----------
    deals : int
        Deals in all.
    judged_from : int
        The first card of a deal that may go to a foundation.
    packs : bool
        Whether play goes on after the deal.
    """

    deals: int = 3
    judged_from: int = 0
    packs: bool = True


@dataclass(frozen=True)
class Fairest:
    """Foundations by steps and four wastes: no. 22.

    Attributes
    ----------
    kings_apart : bool
        Whether one of the wastes is for kings alone.
    """

    kings_apart: bool = True
