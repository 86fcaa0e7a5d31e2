"""What the processor can do, asked from Python."""

from rbcore.cards.compiler cimport has_v3


def has_v3_instructions():
    """Whether the processor has popcnt, bmi, bmi2 and avx2, and the system lets them be used.

    Returns
    -------
    bool

    Examples
    --------
    >>> from rbcore.cards.processor import has_v3_instructions
    >>> has_v3_instructions() in (True, False)
    True
    """
    return bool(has_v3())
