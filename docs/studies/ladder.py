"""Ladder: who beats whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pages
from pages import Cell, markdown, task

import rbsim
from rbsim.estimates.figures import p_text

PLAN = Path(__file__).with_suffix(".toml")
TITLES = {
    "fast": "Players who take a millisecond a game",
    "strongest": "The strongest",
    "sight": "What seeing every card is worth",
}
STEPS = ("step", "deals better", "deals worse", "Elo above the next", "p", "Holm's p")
DUELS = ("nobody_wins", "unfinished", "lead", "expected_lead", "misfit")


def turned(one: rbsim.Figure) -> rbsim.Figure:
    """Return a difference from the other side."""
    low, high = one.undecided or (one.estimate, one.estimate)
    ends = {"low": -one.high, "high": -one.low, "undecided": (-high, -low)}
    return replace(one, estimate=-one.estimate, **ends)


def tables(result: rbsim.Result) -> Iterator[str]:
    """Yield the tables of a ladder, each with its title."""
    names = list(result.study.settings.players)
    known = {(x.quantity, x.labels["player"], x.labels["opponent"]): x for x in result.figures}

    def of(quantity: str, one: str, other: str) -> Cell:
        return known.get((quantity, one, other))

    def lead(one: str, other: str) -> Cell:
        return of("lead", one, other) or turned(known["lead", other, one])

    elo = {name: result.figure("elo", player=name, opponent=names[0]) for name in names}
    order = sorted(names, key=lambda name: (elo[name].estimate, elo[name].low), reverse=True)
    rows: list[list[Cell]] = [
        [name, elo[name] if name != names[0] else 0, lead(name, below) if below else None]
        for name, below in zip(order, [*order[1:], None], strict=True)
    ]
    head = ("player", f"Elo above {names[0]}", "lead on the next")
    yield "**Ratings**\n\n" + markdown(head, rows)
    rows = [
        [one, *("" if one == other else of("won", one, other) or of("lost", other, one)
                for other in names)]
        for one in names
    ]  # fmt: skip
    head = ("games won by", *(f"against {name}" for name in names))
    yield "**Games won**\n\n" + markdown(head, rows)
    rows = [
        [f"{one} against {other}", result.figure("expected_lead", player=one, opponent=other).n,
         *(of(name, one, other) for name in DUELS)]
        for one, other in combinations(names, 2)
    ]  # fmt: skip
    head = ("duel", "games", *(name.replace("_elo", "_Elo").replace("_", " ") for name in DUELS))
    yield "**Duels**\n\n" + markdown(head, rows)
    rows = []
    for one, other in pairwise(names):
        own = result.figure("lead", player=one, opponent=other)
        deals = (of(name, one, other) for name in ("deals_better", "deals_worse", "elo"))
        rows.append([f"{one} to {other}", *deals, p_text(own.p), p_text(own.p_adjusted)])
    yield "**Steps**\n\n" + markdown(STEPS, rows)


def section(line: rbsim.PlannedStudy, result: rbsim.Result) -> str:
    """Return a ladder in Markdown."""
    title = f"## {TITLES[line.name]}, {line.study.count:,} deals"
    return "\n\n".join([title, result.headline, *tables(result)])


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = task(PLAN)
    sections = [section(*one) for one in own.results()]
    pages.fill(own.page, ["\n\n".join([*sections, pages.origin(own.plan)])])


if __name__ == "__main__":
    main()
