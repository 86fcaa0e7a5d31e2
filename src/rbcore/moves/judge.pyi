"""Stop!: which offence an attempted move is (section 6)."""

from enum import IntEnum

class Verdict(IntEnum):
    """What an attempted move is: legal, or an offence numbered as in section 6."""

    LEGAL = 0
    RESERVE_TO_FOUNDATION = 1
    CARD_TO_FOUNDATION = 2
    SPACE = 3
    MISFIT = 4
    UNAVAILABLE = 5
    COMPULSION = 6

    @property
    def words(self) -> str:
        """The verdict in a sentence."""
