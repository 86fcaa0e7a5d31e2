"""Rules: one choice on every axis of docs/rules.md, checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

STARTERS = ("low-reserve", "high-reserve", "tableau", "cut", "alternate", "seat-0", "seat-1")
STARTERS_BY_RESERVE = ("low-reserve", "high-reserve", "alternate")

PACK = 52
MOST_HOUSES = 9
MOST_POINTS = 100  # keeps every score of 8.1 within 16 bits


def _axis(
    default: int | str,
    clause: str,
    meaning: str,
    *,
    values: tuple[str, ...] = (),
    low: int = 0,
    high: int = 0,
) -> Any:
    """A field of Rules: its default, what it may be, and the clause that defines it."""
    notes = {"clause": clause, "meaning": meaning, "values": values, "low": low, "high": high}
    return field(default=default, metadata=notes)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one variant; every field is an axis, its default the standard rule.

    Frozen and hashable. Raises ValueError, in one sentence, for a value outside its axis and for
    two axes that clash (docs/rules.md, Variants).
    """

    reserve_size: int = _axis(
        13, "2.1", "cards in each reserve; the hand is what is left", high=PACK
    )
    houses_each: int = _axis(4, "2.1", "houses each seat deals", high=PACK)
    starter: str = _axis("low-reserve", "3", "who starts", values=STARTERS)
    win_bonus: int = _axis(30, "8.1", "points for winning", high=MOST_POINTS)
    hand_card: int = _axis(1, "8.1", "points for a card left in hand or waste", high=MOST_POINTS)
    reserve_card: int = _axis(2, "8.1", "points for a card left in reserve", high=MOST_POINTS)
    target: int = _axis(300, "8.3", "score that wins a match", low=1, high=1_000_000)

    seats = 2
    packs = 2

    def __post_init__(self) -> None:
        for axis in fields(self):
            _check_value(axis.name, getattr(self, axis.name), axis.metadata)
        for clash in _clashes(self):
            raise ValueError(clash)

    @property
    def houses(self) -> int:
        """Number of houses in the tableau."""
        return self.seats * self.houses_each

    @property
    def hand_size(self) -> int:
        """Number of cards dealt to each hand (2.1)."""
        return PACK - self.reserve_size - self.houses_each


def hyphened(name: str) -> str:
    """The name of an axis as it is typed: reserve_size -> reserve-size."""
    return name.replace("_", "-")


def _check_value(name: str, value: object, notes: Mapping[str, Any]) -> None:
    if notes["values"]:
        if value not in notes["values"]:
            raise ValueError(
                f"{hyphened(name)}={value} is not a choice; it is one of "
                f"{', '.join(notes['values'])}"
            )
    elif not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{hyphened(name)}={value} is not a whole number")
    elif not notes["low"] <= value <= notes["high"]:
        raise ValueError(
            f"{hyphened(name)}={value} is out of range; it runs from "
            f"{notes['low']} to {notes['high']}"
        )


def _clashes(rules: Rules) -> list[str]:
    """Sentences that each name two axes which cannot go together."""
    found = []
    if rules.houses > MOST_HOUSES:
        found.append(
            f"houses-each={rules.houses_each} with {rules.seats} seats makes {rules.houses} "
            f"houses; there are at most {MOST_HOUSES}"
        )
    if rules.hand_size < 0:
        found.append(
            f"reserve-size={rules.reserve_size} and houses-each={rules.houses_each} take more "
            f"than the {PACK} cards of a seat's pack"
        )
    if rules.reserve_size == 0 and rules.starter in STARTERS_BY_RESERVE:
        found.append(f"reserve-size=0 leaves starter={rules.starter} no reserve card to compare")
    if rules.houses_each == 0 and rules.starter == "tableau":
        found.append("houses-each=0 leaves starter=tableau no house to compare")
    return found
