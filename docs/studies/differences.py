"""Differences: causal advantages on the same deals, of the stores that atlas.toml names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import atlas
import pages
from pages import Cell, Task, markdown, named, origin, task
from paired import NOT_USED, Leads, forced, same_forced

import rbcore
import rbsim
from rbsim.figures import p_text
from rbsim.intervals import holm

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

# What a row compares, as the cells that name it, and the difference.
Row = tuple[tuple[Cell, ...], rbsim.Figure]
Joined = Mapping[tuple[str, str], Leads]  # by variant and players


def contrasts(joined: Joined, players: Sequence[str]) -> Iterator[Row]:
    """Yield the difference of every two that are compared, with what it is of."""
    names = list(dict.fromkeys(name for name, _ in joined if rbcore.variant(name).seats == 2))
    pairs = [(name, "standard") for name in names if name != "standard"]
    pairs += [pair for pair in MORE if set(pair) <= set(names)]
    for one, other in pairs:
        for player in players:
            yield (one, other, player), joined[one, player].less(joined[other, player])
    for name in names:
        less = joined[name, "greedy"].less(joined[name, "uniform"])
        yield (name, name, "greedy less uniform"), less


def steps(own: Task) -> Iterator[Row]:
    """Yield what each axis of `covered` adds, with the causal advantage that it comes to."""
    deals, seed = max(1, STEP_DEALS // own.plan.part), next(iter(own.plan)).study.arms[0].seed
    before = None
    for axis, variant in STEPS.items():
        store = own.plan.place("covered-steps") / variant
        result = rbsim.advantage(variant, games=deals, players="greedy", seed=seed, store=store)
        leads = Leads.of(result, forced(result))
        yield (f"`{axis}`", variant, leads.less()), leads.less(before)
        before = leads


def table(head: Sequence[str], deals: int, rows: Sequence[Row]) -> str:
    """Return a table; Holm's p is over its rows."""
    ps = [one.p for _, one in rows]
    lines: list[tuple[Cell, ...]] = []
    for (names, one), p, adjusted in zip(rows, ps, holm(ps), strict=True):
        unused = (names[0], names[-1]) in NOT_USED
        tests = ("not used",) * 2 if unused else (p_text(p), p_text(adjusted))
        lines.append((*names, deals, one, *tests))
    return markdown((*head, "deals", "difference", "p", "Holm's p"), lines)


def main() -> None:
    """Play what is not in the stores; write the page."""
    own = task(atlas.PLAN, "differences.md")
    fast = [one for one in own.plan if named(one)[1] in atlas.PLAYERS[:2]]
    deals = min(one.study.count for one in fast)
    joined: dict[tuple[str, str], Leads] = {}
    played: dict[tuple[str, str], Leads] = {}
    for one in fast:
        who, result = named(one), one.play(store=own.plan.store(one.name))
        if who[0] not in same_forced():
            joined[who] = Leads.of(result, forced(result), deals)
        if who[0] in START_RULES:
            played[who] = Leads.of(result, [0], deals)
    players = list(dict.fromkeys(player for _, player in joined))
    every = [(rule, player) for rule in START_RULES for player in players]
    chosen = [(one, played[one].less(joined["standard", one[1]])) for one in every]
    (_, standard), *stepwise = steps(own)
    added = table(("adds", "is then", "causal advantage"), standard.n, stepwise)
    whole = table(("variant", "against", "players"), deals, list(contrasts(joined, players)))
    rules = table(("rule", "players"), deals, chosen)
    said = f"`standard`: {standard.text}.\n\n{added}"
    pages.fill(own.page, [whole, rules, said, origin(own.plan)])


if __name__ == "__main__":
    main()
