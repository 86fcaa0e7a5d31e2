"""Differences: causal advantages of two variants or players on the same deals.

    python docs/studies/differences.py STORES [PLAYERS ...]

reads the stores that docs/studies/atlas.py made in the folder STORES, plays what is not there yet,
and writes docs/studies/differences.md. With all of the atlas played it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import atlas
from paired import Contrast, Joined, complete, forced, same_forced

import rbcore
import rbsim
from rbsim.cli import console
from rbsim.formatting.numbers import ends_text, p_value
from rbsim.stats.inference import holm

PAGE = Path(__file__).with_suffix(".md")
START_RULES = ("standard", "high-start", "tableau-start", "cut-start")
# Besides each preset less `standard`.
MORE = (("strict-fewest", "strict"), ("covered", "strict"), ("wrangle-open", "wrangle"))
# `covered` step by step: the axis that a step adds, and the variant it comes to.
STEPS = {
    "": "standard",
    "covered-houses=yes": "standard,covered-houses=yes",
    "release=any": "standard,release=any,covered-houses=yes",
    "must-load=yes": "strict,must-make-spaces=no,covered-houses=yes",
    "must-make-spaces=yes": "strict,covered-houses=yes",
    "must-uncover=yes": "covered",
}
STEP_DEALS = 200_000

INTRO = """# Differences

Differences of causal advantages, deal by deal: each is the mean over deals of what starting was
worth under one variant less what it was worth under the other, in points. Variants that deal alike
have the same deals; those that do not are paired at random, which costs nothing. Unfinished games
are counted both ways: intervals, of 95%, run from all of them against the difference to all for
it, and *p* is the largest of anything between. *Holm's p* allows for all rows of its table.
[Statistics](../statistics.md) has the methods, and [findings.md](findings.md) what they show.

    python docs/studies/differences.py STORES

reads the stores of [the atlas](atlas.md), plays the steps of `covered`, and writes this page.
"""
CHOSEN = """
The advantage as played less the causal one: what it adds that the deal picks the starter.
"""
COVERED = """
`covered` is `standard` with five axes changed, here one after the other. Another order would share
the whole out in another way. `greedy` players.
"""

# What a row compares, as the cells that name it, and the difference.
Row = tuple[tuple[str, ...], Contrast]


def variants() -> list[str]:
    """Return the presets for two whose causal advantages can differ."""
    same = same_forced()
    return [
        name for name, one in rbcore.PRESETS.items() if one.rules.seats == 2 and name not in same
    ]


def contrasts(joined: Joined, players: Sequence[str]) -> Iterator[Row]:
    """Yield the difference of every two that are compared, with what it is of."""
    names = variants()
    pairs = [(name, "standard") for name in names if name != "standard"]
    pairs += [pair for pair in MORE if set(pair) <= set(names)]
    for one, other in pairs:
        for player in players:
            contrast = joined.causal(f"{one}-{player}", f"{other}-{player}")
            yield (one, other, player), contrast
    for name in names if {"greedy", "uniform"} <= set(players) else ():
        contrast = joined.causal(f"{name}-greedy", f"{name}-uniform")
        yield (name, name, "greedy less uniform"), contrast


def chosen(joined: Joined, players: Sequence[str]) -> Iterator[Row]:
    """Yield what each start rule adds to the causal advantage of the standard game."""
    for rule in START_RULES:
        for player in players:
            yield (rule, player), joined.chosen(f"{rule}-{player}", f"standard-{player}")


def steps(joined: Joined) -> Iterator[Row]:
    """Yield what each axis of `covered` adds, with the causal advantage that it comes to."""
    for (_, before), (axis, variant) in pairwise(STEPS.items()):
        names_of_row = (f"`{axis}`", variant, atlas.points(joined.causal(f"{variant}-greedy").span))
        yield names_of_row, joined.causal(f"{variant}-greedy", f"{before}-greedy")


def points(contrast: Contrast) -> str:
    """Return a difference in points, `+7.57%`; from end to end where unfinished games show."""
    return f"{ends_text(contrast.span.extremes, atlas.signed_points)}%"


def interval(contrast: Contrast) -> str:
    """Return the interval of a difference, `+7.43 to +7.71`."""
    if contrast.span.least.deviation == contrast.span.most.deviation == 0:
        return "the same in all deals"
    low, high = contrast.span.interval
    return f"{atlas.signed_points(low)} to {atlas.signed_points(high)}"


def table(head: Sequence[str], deals: int, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a table; Holm's p is over its rows."""
    figures = ("deals", "difference", "95% interval", "p", "Holm's p")
    yield "| " + " | ".join((*head, *figures)) + " |"
    yield "|" + " --- |" * len(head) + " ---: |" * len(figures)
    ps = [contrast.p() for _, contrast in rows]
    for (names, contrast), p, adjusted in zip(rows, ps, holm(ps), strict=True):
        tests = map(p_value, (p, adjusted))
        cells = (f"{deals:,}", points(contrast), interval(contrast), *tests)
        yield "| " + " | ".join((*names, *cells)) + " |"


def page(joined: Joined, stepwise: Joined, players: Sequence[str], seed: int) -> str:
    """Return the page in Markdown."""
    text = [INTRO, "## Variants and players\n"]
    text += table(("variant", "against", "players"), joined.deals, list(contrasts(joined, players)))
    text += ["\n## What the start rule adds", CHOSEN]
    text += table(("rule", "players"), joined.deals, list(chosen(joined, players)))
    text += ["\n## `covered`, step by step", COVERED]
    text.append(f"`standard`: {atlas.points(stepwise.causal('standard-greedy').span)}.\n")
    text += table(("adds", "is then", "causal advantage"), stepwise.deals, list(steps(stepwise)))
    origin = ", ".join(rbcore.versioned(name) for name in players)
    text.append(f"\nSeed {seed}, games version {rbcore.GAMES_VERSION}, players {origin}.\n")
    return "\n".join(text)


def wanted(plan: rbsim.Plan, folder: Path, players: Sequence[str]) -> Mapping[Path, Sequence[int]]:
    """Return the arms to read of each store of the atlas, after playing what is missing."""
    arms: dict[Path, list[int]] = {}
    for player in players:
        for variant in dict.fromkeys((*variants(), *START_RULES)):
            line = plan[f"{variant}-{player}"]
            store = folder / line.name
            if not complete(store):
                atlas.play_line(folder, line)
            arms[store] = [0] if variant in START_RULES else []
            arms[store] += forced(store) if variant in variants() else []
    return arms


def step(folder: Path, variant: str, seed: int) -> Path:
    """Return the store of a step of `covered`, played if it lacks games."""
    store = folder / f"{variant}-greedy"
    if not complete(store):
        with console.bar(store.name) as progress:
            rbsim.advantage(variant, games=STEP_DEALS, seed=seed, store=store, progress=progress)
    return store


def main() -> None:
    """Play what is not in the stores; print and write the page."""
    folder, named = atlas.arguments(__doc__, "players")
    plan = rbsim.read_plan(atlas.PLAN)
    seed = plan.studies[0].study.arms[0].seed
    players = named or atlas.players_of(plan)
    joined = Joined(wanted(plan, folder, players))
    parts = [step(folder, variant, seed) for variant in STEPS.values()]
    text = page(joined, Joined({part: forced(part) for part in parts}), players, seed)
    PAGE.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
