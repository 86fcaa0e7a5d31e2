"""Multiplicity: what a page of many intervals can say of all of them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import NormalDist

from paired import NOT_USED, Joined, forced, same_forced

import rbcore
from rbsim.stats.inference import holm

ERROR = 0.05
TESTS = "Which causal advantages"

Tests = Mapping[tuple[str, str], float]  # p by variant and players


def text(intervals: int, tests: str) -> str:
    """Return the section of a page with so many intervals, and these tests."""
    bonferroni, sidak = (widening(intervals, one) for one in (True, False))
    return f"""## All at once

The tables have {intervals:,} intervals, of which about one in twenty does not hold. For all to hold
at once 95 times in 100 their half-widths are to be multiplied by {bonferroni:.2f}, however they
depend on each other (Bonferroni), or by {sidak:.2f} if they are independent (Šidák).

{tests}"""


def tests_text(joined: Joined, players: tuple[str, ...]) -> str:
    """Return which advantages differ, of stores named VARIANT-PLAYERS."""
    even, standard = from_even(joined, players), from_standard(joined, players)
    who = " and ".join(f"`{player}`" for player in players)
    same = ", ".join(f"`{name}`" for name in same_forced())
    left_out = f"\nLeft out are {same}, whose games with forced starts are those of `standard`."
    unused = [one for one in NOT_USED if one[1] in players and one[0] in rbcore.PRESETS]
    idle = f"\nNot used, so not tested: {'; '.join(by_players(unused))}."
    return f"""{TESTS} of {who} differ from an even chance, and which from that of `standard`:
by Holm's test at 5% of each of these two families, with unfinished games counted either way, over
the {joined.deals:,} deals that all lines have.{left_out if same else ""}{idle if unused else ""}

- Of {len(even)} from an even chance: {verdict(even)}.
- Of {len(standard)} from `standard`, deal by deal: {verdict(standard)}.
"""


def kept_tests(page: str) -> str:
    """Return the tests that a page has."""
    lines = page[page.index(TESTS) :].splitlines(keepends=True)
    last = max(i for i, line in enumerate(lines) if line.startswith("- Of "))
    return "".join(lines[: last + 1])


def widening(intervals: int, bonferroni: bool) -> float:
    """Return by what half-widths grow if so many normal intervals are to hold at once."""
    each = ERROR / intervals if bonferroni else 1 - (1 - ERROR) ** (1 / intervals)
    wide, plain = (NormalDist().inv_cdf(1 - error / 2) for error in (each, ERROR))
    return wide / plain


def join(folder: Path, players: tuple[str, ...]) -> Joined:
    """Return the forced starts of the stores of all presets whose causal advantages can differ."""
    names = [name for name in rbcore.PRESETS if name not in same_forced()]
    stores = [folder / f"{name}-{player}" for name in names for player in players]
    return Joined({store: forced(store) for store in stores})


def from_even(joined: Joined, players: tuple[str, ...]) -> Tests:
    """Return p that an advantage is that of an even chance."""
    return {
        (name, player): joined.causal(f"{name}-{player}").p(2 / preset.rules.seats - 1)
        for name, preset in rbcore.PRESETS.items()
        if name not in same_forced()
        for player in players
        if (name, player) not in NOT_USED
    }


def from_standard(joined: Joined, players: tuple[str, ...]) -> Tests:
    """Return p that an advantage is that of `standard`, of all other games for two."""
    return {
        (name, player): joined.causal(f"{name}-{player}", f"standard-{player}").p(0)
        for name, preset in rbcore.PRESETS.items()
        if preset.rules.seats == 2 and name not in ("standard", *same_forced())
        for player in players
        if (name, player) not in NOT_USED
    }


def verdict(tests: Tests) -> str:
    """Return which of several tests say that there is a difference, in words."""
    adjusted = dict(zip(tests, holm(list(tests.values())), strict=True))
    found = [name for name, p in adjusted.items() if p <= ERROR]
    others = [name for name in tests if name not in found]
    if not others:
        return "all do"
    return f"{len(found)} do, all but {'; '.join(by_players(others))}"


def by_players(names: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the variants of each kind of player, `standard and strict of greedy`."""
    for player in dict.fromkeys(player for _, player in names):
        own = [f"`{name}`" for name, one in names if one == player]
        yield f"{', '.join(own)} of `{player}`"
