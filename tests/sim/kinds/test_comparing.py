"""Comparisons: which arms are paired, and their differences by hand from the rows of both."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbcore.rules.definition import Rules
from rbsim.estimates.figures import Figure
from rbsim.estimates.intervals import agresti_caffo, fisher, holm, tango
from rbsim.kinds.comparing import DEAL
from support.drawn import leads
from support.mixtures import VALUES
from support.positions import texts

Z95 = stats.norm.ppf(0.975)


def cards(rules: rbcore.Rules, seat: int, starter: int) -> list[str]:
    """Where a seat's cards lie: reserve, houses, hand, whatever is face up."""
    dealt = rbcore.Position.deal(replace(rules, starter=f"seat-{starter}"), 4, 9)
    first = seat * rules.houses_each
    piles = [texts(dealt).reserve(seat), *texts(dealt).houses[first : first + rules.houses_each]]
    return [
        pile.translate(str.maketrans("", "", "()")) for pile in [*piles, texts(dealt).hand(seat)]
    ]


@pytest.mark.parametrize("axis", [a.name for a in fields(Rules) if a.name != "starter"])
def test_which_axes_change_the_deal(axis: str) -> None:
    standard = Rules(starter="cut")
    needs = {
        "must_uncover": {"covered_houses": True}, "seats": {"houses_each": 3},
        "waste_after_reserve": {"waste_available": True},
        "turned_up_card": {"waste_available": True},
    }  # fmt: skip
    base = replace(standard, **needs.get(axis, {}))  # type: ignore[arg-type]
    # The seat that starts has laid out in any case (V14), but V18 may change the other's reserve.
    seats = [(0, 1), (1, 0)] if axis == "second_reserve" else [(0, 0), (1, 1)]
    for value in VALUES[axis]:
        changed = replace(base, **{axis: value})  # type: ignore[arg-type]
        same = all(cards(base, *both) == cards(changed, *both) for both in seats)
        assert same == (axis not in DEAL)


def played(variant: str, games: int, first: int = 0, **more: Any) -> np.ndarray:
    return rbsim.simulate(variant, games=games, seed=2, first=first, rows=True, **more).games


def won(rows: np.ndarray) -> np.ndarray:
    return (rows["outcome"] == 0) & (rows["winner"] == rows["starter"])


def less(found: Any, name: str) -> Figure:
    """The difference of the second variant from the first."""
    labels = found.study.parts[0][1].variant, found.study.parts[0][0].variant
    return found.figure(name, variant=labels[0], against=labels[1])  # type: ignore[no-any-return]


def test_paired_figures_are_those_of_the_rows() -> None:
    found = rbsim.compare("standard", "crossley", games=600, seed=2)
    own, first = played("crossley", 600), played("standard", 600)
    turns = own["turns"].astype(float) - first["turns"]
    shown = less(found, "turns")
    assert shown.estimate == pytest.approx(turns.mean())
    half = Z95 * stats.sem(turns)  # games of up to 1,000 turns may come, so it is wider
    assert shown.low < turns.mean() - half < turns.mean() + half < shown.high < 0
    assert shown.p < 0.05
    gained, lost = np.sum(won(own) & ~won(first)), np.sum(~won(own) & won(first))
    wins = less(found, "starter_wins")
    assert wins.estimate == pytest.approx((gained - lost) / 600)
    assert wins.p == pytest.approx(stats.binomtest(int(gained), int(gained + lost)).pvalue)
    assert wins.interval == pytest.approx(tango(int(gained), int(lost), 600))
    nobody = less(found, "nobody_wins")  # tested too, though it is stalemates and standoffs
    ends = [np.isin(rows["outcome"], [1, 2]) for rows in (own, first)]
    counts = [int(np.sum(a & ~b)) for a, b in (ends, ends[::-1])]
    assert nobody.p == pytest.approx(stats.binomtest(counts[0], sum(counts)).pvalue)
    lead = leads(own) - leads(first)
    assert less(found, "advantage").estimate == pytest.approx(lead.mean())
    z = abs(lead.mean()) / stats.sem(lead)
    assert less(found, "advantage").p == pytest.approx(2 * stats.norm.sf(z))
    alone = rbsim.simulate("crossley", games=600, seed=2)
    for name in ("turns", "stalemate", "starter_score"):
        mine = found.figure(name, variant="crossley", against=None)
        assert (mine.estimate, mine.interval) == (
            alone.figure(name).estimate, alone.figure(name).interval)  # fmt: skip


def test_deals_of_another_kind_are_compared_unpaired() -> None:
    found = rbsim.compare("standard", "reserve-11", "cut-start", games=400, seed=2)
    assert [arm.first for arm in found.study.arms] == [0, 400, 0]
    assert "; player greedy (version 2); reserve-11 from game 400 on, unpaired" in found.what
    methods = [found.figure("stalemate", variant=variant, against="standard").method
               for variant in ("reserve-11", "cut-start")]  # fmt: skip
    assert methods == ["Agresti-Caffo", "Tango"]
    own, first = played("reserve-11", 400, 400), played("standard", 400)
    moves = less(found, "moves")
    assert moves.estimate == pytest.approx(own["moves"].mean() - first["moves"].mean())
    assert math.isnan(moves.p)  # shown from 10,000 games on
    turns = less(found, "turns")
    test = stats.ttest_ind(own["turns"], first["turns"], equal_var=False)
    ends = test.confidence_interval()
    assert turns.low < ends.low < ends.high < turns.high
    assert test.pvalue < turns.p <= 1
    wins = [int(np.sum(won(rows))) for rows in (own, first)]
    shown = less(found, "starter_wins")
    assert shown.p == pytest.approx(fisher(*wins, 400))
    assert shown.interval == pytest.approx(agresti_caffo(*wins, 400))
    lead = less(found, "advantage")
    error = math.hypot(stats.sem(leads(own)), stats.sem(leads(first)))
    assert lead.standard_error == pytest.approx(error)


def test_holm_counts_all_tests_of_the_result() -> None:
    found = rbsim.compare("standard", "strict", "crossley", games=200, seed=2)
    wanted = holm([one.p for one in found.figures if one.labels["against"]])
    shown = [one.p_adjusted for one in found.figures if one.labels["against"]]
    assert shown == pytest.approx(wanted, nan_ok=True)
    assert sum(not math.isnan(p) for p in wanted) > 10
    assert np.isnan([one.p_adjusted for one in found.figures if not one.labels["against"]]).all()
    titles = ["Differences from standard, same deals in both", "Variants"]
    assert found.report().tables[0].head[1:3] == ("advantage, as played", "advantage, Holm's p")
    assert [table.title for table in found.report().tables] == titles
    more = ["Variants, other figures", "Holm-corrected p of the differences"]
    assert [table.title for table in found.report(full=True).tables] == titles + more
    assert titles[1] in str(found)


@pytest.mark.full
def test_each_variant_stops_by_itself() -> None:
    how: dict[str, Any] = {"games": 20_000, "seed": 1, "until": "2%", "of": "starter_wins"}
    found = rbsim.compare("standard", "crossley", "face-down", **how)
    alone = rbsim.compare("standard", "face-down", **how)
    assert [watch.reached for watch in found.played.watches] == [True, True]
    for variant in ("crossley", "face-down"):
        one = found.figure("starter_wins", variant=variant, against="standard")
        assert one.half <= 0.02
        assert math.isnan(one.p)
    # The two hold together, so each takes more games than one that is alone.
    assert found.tallies[1].n >= alone.tallies[0].n
