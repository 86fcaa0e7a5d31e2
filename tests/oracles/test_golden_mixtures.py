"""Golden signatures of mixtures of rules: every two values of axes that can meet do so in one.

Presets mix few rules, so a fault in what two of them do together alters no game of theirs. Where a
change alters these, `python -m oracles.test_golden_mixtures`, from tests/, writes them anew; a new
axis is added to some mixtures by hand.
"""

from dataclasses import fields
from itertools import combinations

import pytest

import rbcore
from rbcore.rules.definition import Rules, hyphened
from rbsim.bench import signature
from support.mixtures import PAIRED, PAIRED_FILE

GAMES = {"uniform": 5, "greedy": 50}
# What these games have nothing of: scores come after the last move, and nobody slips.
NOT_PLAYED = {"win-bonus", "hand-card", "reserve-card", "target", "wrong-stop"}
AXES = [hyphened(axis.name) for axis in fields(Rules) if hyphened(axis.name) not in NOT_PLAYED]


def choices(mixture: str) -> dict[str, str]:
    """What a mixture chooses of each axis, as text; of what it does not name, 'standard'."""
    return dict.fromkeys(AXES, "standard") | dict(one.split("=") for one in mixture.split(","))


def signed(mixture: str) -> str:
    return "".join(signature(mixture, player, games) for player, games in GAMES.items())


@pytest.mark.parametrize("mixture", PAIRED)
def test_games_of_a_mixture_are_the_same_as_ever(mixture: str) -> None:
    assert signed(mixture) == PAIRED[mixture]


def can_meet(*two: tuple[str, str]) -> bool:
    """Whether some mixture can have these two values as well."""
    for mixture in PAIRED:
        mixed = choices(mixture) | dict(two)
        text = ",".join(f"{axis}={value}" for axis, value in mixed.items() if value != "standard")
        try:
            rbcore.variant(text or "standard")
        except ValueError:
            continue
        return True
    return False


def test_every_two_values_that_can_meet_do() -> None:
    chosen = [choices(mixture) for mixture in PAIRED]
    values = {axis: sorted({one[axis] for one in chosen}) for axis in AXES}
    assert all(len(of) > 1 for of in values.values())
    apart = [
        (one, other)
        for a, b in combinations(AXES, 2)
        for one in ((a, value) for value in values[a])
        for other in ((b, value) for value in values[b])
        if not any(mixed[a] == one[1] and mixed[b] == other[1] for mixed in chosen)
    ]
    assert not [two for two in apart if can_meet(*two)]


if __name__ == "__main__":
    PAIRED_FILE.write_text("".join(f"{mixture}\t{signed(mixture)}\n" for mixture in PAIRED))
