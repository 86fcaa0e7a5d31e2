"""Verdict: the judgement of an attempted move, for Stop! (section 6)."""

from enum import IntEnum


class Verdict(IntEnum):
    """The judgement of an attempted move: legal, or an offence numbered as in section 6."""

    # In the order of verdict_t in offences.pxd.
    LEGAL = 0
    RESERVE_TO_FOUNDATION = 1
    CARD_TO_FOUNDATION = 2
    SPACE = 3
    MISFIT = 4
    UNAVAILABLE = 5
    COMPULSION = 6

    @property
    def can_stand(self) -> bool:
        """Whether the move leaves a valid layout; otherwise the offence is always taken back."""
        return self not in (Verdict.MISFIT, Verdict.UNAVAILABLE)

    @property
    def words(self) -> str:
        """The verdict as a sentence."""
        return WORDS[self]


WORDS = (
    "The move is legal.",
    "The top card of the reserve fits a foundation and must be played there first (5.1).",
    "An available card fits a foundation, and such a move must be made first (5.2).",
    "A house is empty and the reserve has cards, so no hand card may be turned and the turn may "
    "not be passed (5.3); under V7 the same applies while a space can be made.",
    "The card does not fit there, or the place takes no cards (4.2).",
    "The card is not available, or there is nothing to turn, lay down or pass (4.1, 4.4-4.6, 4.8).",
    "The variant makes another move compulsory here (V4-V6, V9, V14).",
)
