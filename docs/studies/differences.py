"""Differences: what rules add to what starting is worth, and to whom; of the atlas's data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pages
from pages import HERE, Cell, Line, less, markdown, p_value
from paired import ERROR, NOT_USED, same_forced

import rbcore
import rbsim
from rbsim.estimates.intervals import holm

PLAN = Path(__file__).with_suffix(".toml")
PLAYERS = ("uniform", "greedy", "lookahead+memory")
START_RULES = ("standard", "high-start", "tableau-start", "cut-start")
# Besides each preset less `standard`.
MORE = (("strict-fewest", "strict"), ("covered", "strict"), ("wrangle-open", "wrangle"))
# Players of skill.csv who differ in one thing: in weighing moves, looking further, memory, sight.
PLAYED = (
    ("weighted", "greedy"), ("lookahead", "weighted"), ("lookahead+memory", "lookahead"),
    ("lookahead+sight", "lookahead"),
)  # fmt: skip
HOUSES = "standard,covered-houses=yes"
COVERED = ("covered-houses", "release", "must-load", "must-make-spaces", "must-uncover")  # its axes

Lines = Mapping[tuple[str, str], Line]  # by variant and players
Row = tuple[list[Cell], Sequence[rbsim.Figure | None]]  # the names of a row, and what it compares


def by_player(name: Sequence[Cell], own: Sequence[rbsim.Figure | None]) -> Row:
    """Return a row of what players have, and how much more each has than the one before."""
    pairs = zip(own[1:], own, strict=False)
    more = [None if one is None or other is None else less(one, other) for one, other in pairs]
    return [*name], [*own, *more]


def contrasts(lines: Lines, players: Sequence[str]) -> Iterator[Row]:
    """Yield what every variant adds for each player, and how much more than for another one."""
    names = dict.fromkeys(name for name, _ in lines if rbcore.variant(name).seats == 2)
    others = [name for name in names if name not in ("standard", *same_forced())]
    for name, other in [*((name, "standard") for name in others), *MORE]:
        own = [
            less(lines[name, player].causal, lines[other, player].causal)
            if {(name, player), (other, player)} <= lines.keys() - set(NOT_USED)
            else None
            for player in players
        ]
        yield by_player((name, other), own)


def skills(lines: Lines) -> Iterator[Row]:
    """Yield by variant how much more starting is worth to one player than to another."""
    for name in dict.fromkeys(name for name, _ in lines):
        yield [name], [less(*(lines[name, one].causal for one in pair)) for pair in PLAYED]


def steps(lines: Lines) -> Iterator[Row]:
    """Yield what each axis of `covered` adds to the standard game, and what to all the others."""
    for axis in COVERED:
        before = HOUSES if axis == "must-uncover" else "standard"
        alone = f"{before},{axis}={'any' if axis == 'release' else 'yes'}"
        without = "strict" if axis == "covered-houses" else f"covered,{axis}=no"
        worth = [lines[rbcore.variant_text(rbcore.variant(name)), "greedy"].causal
                 for name in (alone, before, "covered", without)]  # fmt: skip
        first, last = less(*worth[:2]), less(*worth[2:])
        yield [f"`{alone.rpartition(',')[2]}`"], [first, last, less(last, first)]


def table(head: Sequence[str], rows: Sequence[Row]) -> str:
    """Return a table; a dagger is at what may be chance, by Holm's p over all of it."""
    tested = [one for _, own in rows for one in own if one is not None]
    adjusted = holm([p_value(one) for one in tested])
    chance = {id(one) for one, p in zip(tested, adjusted, strict=True) if p > ERROR}
    lines = (
        [*name, *(f"{one.text} †" if id(one) in chance else one for one in own)]
        for name, own in rows
    )
    return markdown(head, list(lines))


def main() -> None:
    """Play what is not in the stores; write the page."""
    own = pages.task(PLAN)
    made = [Line(one.variant, one.players, [one.causal]) for one in own.lines()]
    pages.write_lines(own.page.with_name("differences.csv"), made, "start")
    atlas = pages.read_lines(HERE / "atlas.csv")
    players = [one for one in PLAYERS if ("standard", one) in atlas]
    more = [f"{one} less {other}" for one, other in zip(players[1:], players, strict=False)]
    rules = (
        by_player([rule], [one and one.get("advantage", start="difference") for one in own])
        for rule in START_RULES
        for own in [[atlas.get((rule, one)) for one in players]]
    )
    tables = (
        table(("variant", "against", *players, *more), list(contrasts(atlas, players))),
        table(("variant", *(f"{one} less {other}" for one, other in PLAYED)),
              list(skills(pages.read_lines(HERE / "skill.csv")))),
        table(("rule", *players, *more), list(rules)),
        table(("rule", "alone", "last", "last less alone"),
              list(steps(atlas | {(one.variant, one.players): one for one in made}))),
    )  # fmt: skip
    pages.fill(own.page, [*tables, pages.origin(own.plan)])


if __name__ == "__main__":
    main()
