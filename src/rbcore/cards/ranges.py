"""Numbers and names from Python, checked before compiled code gets them."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from operator import index
from reprlib import Repr
from typing import Any

import numpy as np

MAX_WORD = 2**64 - 1  # the largest seed
MAX_GAME = 2**63 - 1  # the largest game number; rows store it as a signed integer

# Control characters, line and paragraph separators, characters that change the writing direction,
# and surrogates.
_UNWRITTEN = re.compile(
    "[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

_shortened = Repr()
_shortened.maxstring = _shortened.maxother = _shortened.maxlong = 80


def shown(value: object) -> str:
    """Return a value as messages show it: its repr, shortened if long."""
    return _shortened.repr(value)


def printable(text: str) -> str:
    """Return a text for a terminal, with control characters and surrogates escaped."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


# The names that other tools read as missing values, in lower case.
NOTHING = ("na", "nan", "none", "null", "nat", "-nan", "<na>", "#na")


def nothing_text(name: str) -> str:
    """Return a warning if other tools read a name as a missing value, else an empty text.

    Examples
    --------
    >>> nothing_text("NaN"), nothing_text("nancy")
    ('pandas and others read NaN as a missing value; choose another name', '')
    """
    if name.lower() not in NOTHING:
        return ""
    return f"pandas and others read {name} as a missing value; choose another name"


def unwritten(text: str, but: str = "") -> str:
    """Name the first character of a text unsafe for a terminal or page; "" if there is none."""
    signs = (sign for sign in _UNWRITTEN.findall(text) if sign not in but)
    sign = next(signs, "")
    kind = "half a character," if "\ud800" <= sign <= "\udfff" else "the control character"
    return sign and f"{kind} U+{ord(sign):04X}"


def known_names(name: object, names: Iterable[str]) -> str:
    """Return a hint for an unknown name: the nearest name, or all names if none is near."""
    every = list(names)
    near = get_close_matches(name, every, 1) if isinstance(name, str) and len(name) < 80 else []
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(every)}"


def count_text(count: float, nouns: str) -> str:
    """Return a number with its noun: `1 game`, `2,000 games`, `1 match`."""
    noun = nouns.removesuffix("es") if nouns.endswith("ches") else nouns.removesuffix("s")
    return f"{count:,} {noun if count == 1 else nouns}"


def check_once(names: Iterable[str], otherwise: str = "") -> None:
    """Raise ValueError for a name given twice; `otherwise` ends the advice in its message."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{printable(name)} is given twice; give it once{otherwise}")
        seen.add(name)


def check_truth(name: str, value: object) -> bool:
    """Return a truth value as a Python bool; raise TypeError, naming it, for anything else."""
    if value is not True and value is not False and not isinstance(value, np.bool_):
        raise TypeError(f"{name}={shown(value)} is not True or False")
    return bool(value)


def check_text(name: str, value: object) -> str:
    """Return a text; raise TypeError, naming the argument, for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{name}={shown(value)} is not text")
    return value


def check_several(name: str, values: object) -> tuple[Any, ...]:
    """Return several values as a tuple; raise TypeError, naming the argument, for a single one."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{name}={shown(values)} is not a sequence")
    return tuple(values)


def check_whole(name: str, value: object) -> int:
    """Return a whole number as a Python int.

    Raises ValueError, naming the argument, for anything else, including a truth value.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]
    except Exception:  # TypeError, or whatever an __index__ raises
        raise ValueError(f"{name}={shown(value)} is not a whole number") from None
    return int.__add__(number, 0)  # exactly an int: a subclass may redefine comparisons


def check_range(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number as a Python int if low <= value <= high; otherwise raise ValueError."""
    number = check_whole(name, value)
    if not low <= number <= high:
        raise ValueError(f"{name}={shown(number)} is out of range; it runs from {low} to {high}")
    return number
