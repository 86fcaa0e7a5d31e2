"""Rules: one choice on every axis of docs/rules.md, checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

STARTERS = (
    "low-reserve", "high-reserve", "tableau", "cut", "alternate", "seat-0", "seat-1", "seat-2"
)  # fmt: skip
STARTERS_BY_RESERVE = ("low-reserve", "high-reserve", "alternate")
STARTERS_BY_HOUSES = ("low-reserve", "tableau", "alternate")

PACK = 52
THIRD_OF_ALL = 35  # of two packs and a joker
MOST_HOUSES = 9
MOST_POINTS = 100  # keeps every score of 8.1 within 16 bits


def _axis(
    default: int | str | bool,
    clause: str,
    meaning: str,
    *,
    values: tuple[str, ...] = (),
    low: int = 0,
    high: int = 0,
) -> Any:
    """A field of Rules: its default, what it may be, and the clause that defines it."""
    notes = {
        "default": default,
        "clause": clause,
        "meaning": meaning,
        "values": values,
        "low": low,
        "high": high,
    }
    return field(default=default, metadata=notes)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one variant; every field is an axis, its default the standard rule.

    Frozen and hashable. Raises ValueError, in one sentence, for a value outside its axis and for
    two axes that clash (docs/rules.md, Variants).
    """

    seats: int = _axis(2, "V1", "seats; three share two packs and a joker", low=2, high=3)
    packs: int = _axis(2, "V2", "packs of 52; with one, each seat has two suits", low=1, high=2)
    reserve_size: int = _axis(
        13, "2.1", "cards in each reserve; the hand is what is left", high=PACK
    )
    houses_each: int = _axis(4, "2.1", "houses each seat deals", high=PACK)
    starter: str = _axis("low-reserve", "3", "who starts", values=STARTERS)
    waste_available: bool = _axis(False, "V3", "the own waste's top is available too")
    release: str = _axis(
        "no", "V4, V5", "houses are moved to free a card for a foundation, before all else",
        values=("no", "any", "fewest"),
    )  # fmt: skip
    must_load: bool = _axis(False, "V6", "what can be loaded must be")
    must_make_spaces: bool = _axis(False, "V7", "no turn while houses can be moved to a space")
    covered_houses: bool = _axis(False, "V8", "each house begins with a card face down")
    must_uncover: bool = _axis(False, "V9", "face-down cards that can be uncovered must be")
    plan_limit: int = _axis(
        6, "V4-V9", "moves of the longest plan that release, spaces and uncovering look for",
        low=1, high=12,
    )  # fmt: skip
    early_turn: bool = _axis(False, "V10", "a turn may begin with `turn`, whatever is compulsory")
    peek: bool = _axis(False, "V11", "seats may look at their own next hand card")
    reserve_face_down: bool = _axis(
        False, "V12", "reserves are face down until their seat's first turn"
    )
    group_moves: bool = _axis(False, "V13", "a house's last cards may move together")
    house_build: str = _axis(
        "alternate-colours", "V14", "how houses are built down",
        values=("alternate-colours", "same-suit"),
    )  # fmt: skip
    vacant_house: str = _axis(
        "any-card", "V14", "what fills an empty house", values=("any-card", "own-waste")
    )
    house_to_house: bool = _axis(True, "V14", "cards may move from house to house")
    load_match: str = _axis(
        "same-suit", "V15", "what can be loaded", values=("same-suit", "any-suit")
    )
    load_only_unplayable: bool = _axis(
        False, "V14", "cards that fit a foundation or a house cannot be loaded"
    )
    foundations_compulsory: bool = _axis(True, "V14", "cards that fit a foundation must go there")
    hand_card_compulsory: bool = _axis(
        False, "V14", "a hand card that fits a foundation or a house cannot go to the waste"
    )
    late_layout: bool = _axis(False, "V14", "a seat lays out when its first turn begins")
    foundation_base: str = _axis(
        "ace", "V15", "the rank foundations begin at", values=("ace", "first-card")
    )
    win_bonus: int = _axis(30, "8.1", "points for winning", high=MOST_POINTS)
    hand_card: int = _axis(1, "8.1", "points for a card left in hand or waste", high=MOST_POINTS)
    reserve_card: int = _axis(2, "8.1", "points for a card left in reserve", high=MOST_POINTS)
    target: int = _axis(300, "8.3", "score that wins a match", low=1, high=1_000_000)

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
    def pack_size(self) -> int:
        """Number of cards each seat deals from (2.1, V1, V2)."""
        return THIRD_OF_ALL if self.seats == 3 else PACK * self.packs // self.seats

    @property
    def hand_size(self) -> int:
        """Number of cards dealt to each hand (2.1)."""
        return self.pack_size - self.reserve_size - self.cards_to_houses

    @property
    def cards_to_houses(self) -> int:
        """Number of cards each seat deals to its houses (2.1, V8)."""
        return self.houses_each * (1 + self.covered_houses)


def hyphened(name: str) -> str:
    """The name of an axis as it is typed: reserve_size -> reserve-size."""
    return name.replace("_", "-")


def _check_value(name: str, value: object, notes: Mapping[str, Any]) -> None:
    if isinstance(notes["default"], bool):
        if not isinstance(value, bool):
            raise ValueError(f"{hyphened(name)}={value!r} is not a choice; it is True or False")
    elif notes["values"]:
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
    found = [*_layout_clashes(rules), *_starter_clashes(rules)]
    if rules.must_uncover and not rules.covered_houses:
        found.append("must-uncover=yes has nothing to uncover with covered-houses=no")
    if not rules.foundations_compulsory:
        if rules.release != "no":
            found.append(f"release={rules.release} makes no sense with foundations-compulsory=no")
        if rules.reserve_face_down:
            found.append(
                "reserve-face-down=yes waits for compulsory moves; "
                "it makes no sense with foundations-compulsory=no"
            )
    if rules.vacant_house == "own-waste":
        for axis in ("release", "must_make_spaces", "must_uncover"):
            if getattr(rules, axis) not in (False, "no"):
                found.append(
                    f"{hyphened(axis)} plans with spaces that vacant-house=own-waste fills at once"
                )
    if rules.group_moves and not rules.house_to_house:
        found.append("group-moves=yes makes no sense with house-to-house=no")
    return found


def _layout_clashes(rules: Rules) -> list[str]:
    found = []
    if rules.seats == 3 and rules.packs == 1:
        found.append("seats=3 needs packs=2")
    if rules.seats == 3 and rules.late_layout:
        found.append("seats=3 cannot go with late-layout=yes, which is for two")
    if rules.houses > MOST_HOUSES:
        found.append(
            f"houses-each={rules.houses_each} with seats={rules.seats} makes {rules.houses} "
            f"houses; there are at most {MOST_HOUSES}"
        )
    if rules.hand_size < 0:
        found.append(
            f"reserve-size={rules.reserve_size} and houses-each={rules.houses_each} take more "
            f"than the {rules.pack_size} cards of a seat"
        )
    return found


def _starter_clashes(rules: Rules) -> list[str]:
    starter = f"starter={rules.starter}"
    found = []
    if rules.starter == "seat-2" and rules.seats == 2:
        found.append(f"{starter} needs seats=3")
    if rules.starter in STARTERS_BY_RESERVE:
        if rules.reserve_size == 0:
            found.append(f"reserve-size=0 leaves {starter} no reserve card to compare")
        if rules.reserve_face_down:
            found.append(f"reserve-face-down=yes hides the cards that {starter} looks at")
    if rules.starter in (*STARTERS_BY_RESERVE, *STARTERS_BY_HOUSES) and rules.late_layout:
        found.append(f"late-layout=yes hides the cards that {starter} looks at")
    if rules.houses_each == 0 and rules.starter == "tableau":
        found.append(f"houses-each=0 leaves {starter} no house to compare")
    return found
