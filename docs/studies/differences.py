"""Differences: causal advantages of two variants or players on the same deals.

    python docs/studies/differences.py STORES [PLAYERS ...]

reads the stores that docs/studies/atlas.py made in the folder STORES, plays what is not there yet,
and writes docs/studies/differences.md. With all of the atlas played it takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import atlas
from entries import markdown
from paired import NOT_USED, Joined, complete, forced, same_forced
from task import Task, task

import rbcore
import rbsim
from rbsim.cli import console
from rbsim.rendering.section import Cell, P
from rbsim.stats.figure import Figure, figure
from rbsim.stats.inference import holm
from rbsim.stats.intervals import SpannedMean
from rbsim.stats.number_text import figure_text
from rbsim.studies.starter_advantage import Advantage

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
worth under one variant less what it was worth under the other. Variants that deal alike have the
same deals; those that do not are paired at random, which costs nothing. Unfinished games are
counted both ways: intervals, of 95%, run from all of them against the difference to all for it,
and *p* is the largest of anything between. Where an asterisk stands that moves the difference by
more than a tenth of its interval. *Holm's p* allows for all rows of its table. A variant that its
players never make use of tests nothing: *not used*.
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
Row = tuple[tuple[Cell, ...], SpannedMean]


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
        causal = shown(joined.causal(f"{variant}-greedy"))
        less = joined.causal(f"{variant}-greedy", f"{before}-greedy")
        yield (f"`{axis}`", variant, causal), less


def shown(contrast: SpannedMean) -> Figure:
    """Return an advantage, or a difference of two, as a figure."""
    span = contrast.span
    is_same = span.least.deviation == span.most.deviation == 0
    one = figure("advantage", contrast, "deals", tested=True)
    return replace(one, absent="the same in all deals") if is_same else one


def table(head: Sequence[str], deals: int, rows: Sequence[Row]) -> str:
    """Return a table; Holm's p is over its rows."""
    figures = [shown(contrast) for _, contrast in rows]
    ps = [one.pvalue for one in figures]
    lines: list[tuple[Cell, ...]] = []
    for (names, _), one, p, adjusted in zip(rows, figures, ps, holm(ps), strict=True):
        unused = (names[0], names[-1]) in NOT_USED
        tests: tuple[Cell, ...] = ("not used",) * 2 if unused else (P(p), P(adjusted))
        lines.append((*names, deals, one, *tests))
    return markdown((*head, "deals", "difference", "p", "Holm's p"), lines)


def page(joined: Joined, stepwise: Joined, players: Sequence[str], seed: int) -> str:
    """Return the page in Markdown."""
    text = [INTRO, "## Variants and players\n"]
    head = ("variant", "against", "players")
    text.append(table(head, joined.deals, list(contrasts(joined, players))))
    text += ["\n## What the start rule adds", CHOSEN]
    text.append(table(("rule", "players"), joined.deals, list(chosen(joined, players))))
    text += ["\n## `covered`, step by step", COVERED]
    text.append(f"`standard`: {figure_text(shown(stepwise.causal('standard-greedy')))}.\n")
    head = ("adds", "is then", "causal advantage")
    text.append(table(head, stepwise.deals, list(steps(stepwise))))
    origin = ", ".join(rbcore.versioned(name) for name in players)
    text.append(f"\nSeed {seed}, games version {rbcore.GAMES_VERSION}, players {origin}.\n")
    return "\n".join(text)


def wanted(own: Task, players: Sequence[str]) -> Mapping[Path, Sequence[int]]:
    """Return the arms to read of each store of the atlas, after playing what is missing."""
    arms: dict[Path, list[int]] = {}
    for player in players:
        for variant in dict.fromkeys((*variants(), *START_RULES)):
            line = own.plan[f"{variant}-{player}"]
            store = own.stores / line.name
            if not complete(store):
                own.play(line, Advantage)
            arms[store] = [0] if variant in START_RULES else []
            arms[store] += forced(store) if variant in variants() else []
    return arms


def step(own: Task, variant: str, seed: int) -> Path:
    """Return the store of a step of `covered`, played if it lacks games."""
    store = own.stores / f"{variant}-greedy"
    if not complete(store):
        deals = max(1, STEP_DEALS // own.part)
        with console.bar(store.name) as progress:
            rbsim.advantage(variant, games=deals, seed=seed, store=store, progress=progress)
    return store


def main() -> None:
    """Play what is not in the stores; print and write the page."""
    own = task(atlas.PLAN, __doc__, "players", "differences.md")
    seed = own.plan.studies[0].study.arms[0].seed
    players = own.named or atlas.players_of(own.plan)
    joined = Joined(wanted(own, players))
    parts = [step(own, variant, seed) for variant in STEPS.values()]
    text = page(joined, Joined({part: forced(part) for part in parts}), players, seed)
    own.write(text)
    print(text)


if __name__ == "__main__":
    main()
