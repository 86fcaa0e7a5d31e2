"""Clashes: choices on two axes that cannot go together."""

from __future__ import annotations

from typing import Any

STARTERS_BY_RESERVE = ("low-reserve", "high-reserve", "alternate")
STARTERS_BY_HOUSES = ("low-reserve", "tableau", "alternate")
PLANNED = ("release", "must-make-spaces", "must-uncover")  # what looks for house plans
MOST_HOUSES = 9


def clashes(rules: Any) -> list[str]:
    """Return what is wrong with a Rules as a whole, sentences that each name two axes."""
    found = [*_layout_clashes(rules), *_starter_clashes(rules), *_handicap_clashes(rules)]
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
        for axis in PLANNED:
            if getattr(rules, axis.replace("-", "_")) not in (False, "no"):
                found.append(f"{axis} plans with spaces that vacant-house=own-waste fills at once")
    if rules.load_from != "any" and not rules.house_to_house:
        for axis in PLANNED:
            if getattr(rules, axis.replace("-", "_")) not in (False, "no"):
                found.append(
                    f"{axis} has no move to plan with load-from={rules.load_from} and "
                    "house-to-house=no"
                )
    if rules.group_moves and not rules.house_to_house:
        found.append("group-moves=yes makes no sense with house-to-house=no")
    return found


def _layout_clashes(rules: Any) -> list[str]:
    found: list[str] = []
    if rules.seats == 3 and rules.packs == 1:
        found.append("seats=3 needs packs=2")
    if rules.seats == 3 and rules.late_layout:
        found.append("seats=3 cannot go with late-layout=yes, which is for two")
    small = f"ranks={rules.ranks}" if rules.ranks < 13 else f"suits={rules.suits}"
    if rules.seats == 3 and (rules.ranks < 13 or rules.suits < 4):
        found.append(f"seats=3 cannot go with {small}; three share 105 cards")
    if rules.packs == 1 and rules.suits % 2:
        found.append(f"packs=1 gives each seat half of the suits, and suits={rules.suits} is odd")
    if rules.foundation_base == "first-card" and rules.ranks < 13:
        found.append(
            f"foundation-base=first-card goes on from king to ace; ranks={rules.ranks} has no king"
        )
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
    if rules.hand_size == rules.reserve_size == 0:
        found.append(
            f"reserve-size=0 and houses-each={rules.houses_each} take all {rules.pack_size} cards "
            "of a seat, which has won before it plays"
        )
    return found


def _starter_clashes(rules: Any) -> list[str]:
    starter = f"starter={rules.starter}"
    found: list[str] = []
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


def _handicap_clashes(rules: Any) -> list[str]:
    """Clashes of reserves that differ by who starts (V18, V20)."""
    found: list[str] = []
    for axis in ("starter_reserve", "second_reserve", "starter_face_up", "second_face_up"):
        if cards := getattr(rules, axis):
            text = f"{axis.replace('_', '-')}={cards}"
            if rules.seats == 3:
                found.append(f"{text} cannot go with seats=3; it is for two")
            if rules.late_layout:
                found.append(f"{text} has no reserve to change with late-layout=yes")
    if rules.starter_reserve and rules.reserve_size == 0:
        found.append("starter-reserve has no reserve to go under with reserve-size=0")
    if rules.starter_reserve > max(0, rules.hand_size):
        found.append(
            f"starter-reserve={rules.starter_reserve} takes more than reserve-size="
            f"{rules.reserve_size} and houses-each={rules.houses_each} leave in a hand"
        )
    if rules.second_reserve and rules.second_reserve >= rules.reserve_size:
        found.append(
            f"second-reserve={rules.second_reserve} leaves no card of "
            f"reserve-size={rules.reserve_size}"
        )
    return [*found, *_face_up_clashes(rules)]


def _face_up_clashes(rules: Any) -> list[str]:
    """Clashes of more cards to lie face up than there are under a reserve's top (V20)."""
    found: list[str] = []
    for whose, sign in (("starter", 1), ("second", -1)):
        shown, changed = (getattr(rules, f"{whose}_{axis}") for axis in ("face_up", "reserve"))
        under = max(0, rules.reserve_size + sign * changed - 1)
        if shown > under:
            size = f"reserve-size={rules.reserve_size}"
            size += f" with {whose}-reserve={changed}" if changed else ""
            found.append(f"{whose}-face-up={shown} is more than what is under the top of {size}")
    return found
