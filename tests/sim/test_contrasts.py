"""What starting is worth, fair handicaps, comparisons: by brute force from rows of games."""

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
from rbsim.figures import Figure
from rbsim.intervals import agresti_caffo, fisher, holm, tango
from rbsim.kinds.comparing import DEAL
from rbsim.kinds.starting import mixture
from rbsim.result import KINDS, Result
from rbsim.study import Played
from rbsim.until import Watch
from support.mixtures import VALUES
from support.positions import texts

Z95 = stats.norm.ppf(0.975)
LEFT = rbcore.OUTCOMES.index("unfinished")
STARTS = ("as played", "causal", "difference")
DEALS, LUCK = 400, 0.15  # of games that are drawn, and by how much a deal favours one seat


def rows_of(variant: str, games: int, **more: Any) -> list[np.ndarray]:
    """Rows of a variant as it is, and with each seat forced to start."""
    rules = rbcore.variant(variant)
    every = [rules, *(replace(rules, starter=f"seat-{seat}") for seat in range(rules.seats))]
    return [rbsim.simulate(one, games=games, seed=3, rows=True, **more).games for one in every]


def leads(rows: np.ndarray, fate: float = 0) -> np.ndarray:
    """1 where the starter won, -1 where another did; what an unfinished game is counted as."""
    won = np.where(rows["winner"] == rows["starter"], 1.0, -1.0)
    return np.where(rows["outcome"] == LEFT, fate, (rows["outcome"] == 0) * won)


@pytest.mark.parametrize("max_turns", [1_000, 40])
def test_effects_are_those_of_the_rows(max_turns: int) -> None:
    """Intervals are the union of both ends: unfinished games for the starter, and against it."""
    found = rbsim.advantage("standard", games=800, seed=3, max_turns=max_turns)
    played, one, other = rows_of("standard", 800, max_turns=max_turns)
    share = np.mean([rows["outcome"] == LEFT for rows in (played, one, other)])
    assert (share > 0.2) == (max_turns == 40)

    def effect(start: str, fate: float, away: float) -> np.ndarray:
        causal = (leads(one, fate) + leads(other, fate)) / 2
        less = (leads(one, away) + leads(other, away)) / 2
        return {"as played": leads(played, fate), "causal": causal,
                "difference": leads(played, fate) - less}[start]  # fmt: skip

    for start in STARTS:
        shown = found.figure("advantage", start=start)
        middle, least, most = effect(start, 0, 0), effect(start, -1, 1), effect(start, 1, -1)
        assert shown.estimate == pytest.approx(middle.mean())
        assert shown.standard_error == pytest.approx(stats.sem(middle))
        assert shown.undecided == pytest.approx((least.mean(), most.mean()))
        assert shown.interval == pytest.approx(
            (least.mean() - Z95 * stats.sem(least), most.mean() + Z95 * stats.sem(most))
        )
        assert shown.n == 800
    assert found.advantage == found.answer == found.figure("advantage", start="causal")
    assert found.advantage.p < 0.01 or max_turns == 40
    wins = np.mean([(leads(rows) == 1).mean() for rows in (one, other)])
    assert found.figure("starter_wins", start="causal").estimate == pytest.approx(wins)
    cells = [found.figure("unfinished", start=f"seat {seat}", seating="greedy") for seat in (0, 1)]
    counts = [int(np.sum(rows["outcome"] == LEFT)) for rows in (one, other)]
    assert [cell.count for cell in cells] == counts
    nobody = [np.isin(rows["outcome"], (1, 2)).mean() for rows in (one, other)]
    assert found.figure("nobody_wins", start="causal").estimate == pytest.approx(np.mean(nobody))


def test_players_that_differ_sit_both_ways() -> None:
    found = rbsim.advantage("standard", games=300, players="greedy:uniform", seed=3)
    for start in STARTS:
        each = [found.figure("advantage", start=start, seating=seating)
                for seating in ("greedy:uniform", "uniform:greedy")]  # fmt: skip
        both = found.figure("advantage", start=start, seating="all")
        assert both.estimate == pytest.approx(np.mean([one.estimate for one in each]))
    # greedy wins nearly always, so where it sits is all that counts: seatings cancel it.
    assert found.advantage.half < 0.05


def test_slips_sit_with_their_player() -> None:
    study = rbsim.advantage(games=10, slip="0.5:0").study
    assert len(study.arms) == 6
    attention = study.arms[3].attention
    assert attention is not None
    assert [one.by_priority[0] for one in attention] == [0.0, 0.5]
    three = "greedy:uniform:uniform"
    assert len(rbsim.advantage("three-player", players=three, games=2).study.arms) == 12


def test_variants_and_players_stand_side_by_side() -> None:
    found = rbsim.advantage("standard", "strict", players="greedy,uniform", games=200, seed=3)
    for variant in ("standard", "strict"):
        for players in ("greedy", "uniform"):
            alone = rbsim.advantage(variant, players=players, games=200, seed=3).advantage
            own = found.figure("advantage", start="causal", seating="all", variant=variant,
                               players=players)  # fmt: skip
            assert (own.estimate, own.interval, own.p) == (alone.estimate, alone.interval, alone.p)
    with pytest.raises(
        ValueError, match=r"4 figures here; .*variant='standard' or 'strict' and players="
    ):
        assert found.advantage
    with pytest.raises(ValueError, match="strict by greedy is given twice"):
        rbsim.advantage("strict", "strict", games=5)


# ---- handicaps -----------------------------------------------------------------------------------


def test_each_handicap_is_an_advantage_on_the_same_deals() -> None:
    how: dict[str, Any] = {"games": 150, "seed": 4}
    found = rbsim.fair("crossley", handicaps="first-moves=3,second-reserve=4", **how)
    names = [name for name, _ in together(found)]
    assert names == ["none", "first-moves=3", "second-reserve=4"]
    for name in names:
        alone = rbsim.advantage("crossley" if name == "none" else f"crossley,{name}", **how)
        for start in ("causal", "as played"):
            own = found.figure("advantage", handicap=name, start=start)
            other = alone.figure("advantage", start=start)
            assert (own.estimate, own.interval, own.n) == (other.estimate, other.interval, other.n)
        own = found.figure("advantage", handicap=name, start="causal")
        joined = found.figure("advantage_together", handicap=name)
        assert joined.low < own.low < own.high < joined.high
        joint = alone.at(1 - 0.05 / 3).advantage
        assert joined.interval == pytest.approx(joint.interval)


def drawn(handicaps: str, advantages: list[float], rng: np.random.Generator) -> Result:
    """The result of games that are drawn, by the true advantages, that of none first."""
    study = rbsim.fair("cut-start", handicaps=handicaps, games=2, max_moves=1).study
    lucky = np.where(rng.integers(0, 2, DEALS) == 0, LUCK, -LUCK)
    cut, tallies = rng.integers(0, 2, DEALS), []
    for part, arms in enumerate(study.parts):
        rows = []
        for arm in arms:
            own = np.zeros(DEALS, rbcore.GAME)
            forced = arm.rules.starter
            own["starter"] = int(forced[-1]) if forced.startswith("seat-") else cut
            side = np.where(own["starter"] == 0, 0.5, -0.5) * advantages[part]
            own["winner"] = np.where(rng.random(DEALS) < 0.5 + side + lucky, 0, 1)
            own["turns"], own["moves"] = 40, 150
            rows.append(own)
        tallies.append(study.sums(rows, [2] * len(rows)))
    watches = [Watch(None, DEALS) for _ in tallies]
    return Result(KINDS["fair"], study, Played(tallies, watches))


def together(found: Result) -> list[tuple[str, Any]]:
    return [(str(one.labels["handicap"]), one) for one in found.figures
            if one.quantity == "advantage_together"]  # fmt: skip


@pytest.mark.full
def test_the_intervals_hold_together_and_so_does_the_mixture() -> None:
    truth, seeds, wrong, missed = [0.3, 0.2, -0.25], 200, 0, 0
    rng = np.random.default_rng(5)
    for _ in range(seeds):
        every = together(drawn("first-moves=2,3", truth, rng))
        wrong += not all(one.low <= t <= one.high for (_, one), t in zip(every, truth, strict=True))
        found = mixture(every)
        if found is not None and found[0].startswith("first-moves=2 or"):
            missed += not found[1].low <= 0.25 / 0.45 <= found[1].high
    assert max(wrong, missed) <= stats.binom.ppf(0.9999, seeds, 0.05)


def test_those_that_may_be_fair_are_named() -> None:
    found = drawn("first-moves=2..4", [0.4, 0.0, 0.0, -0.5], np.random.default_rng(1))
    assert found.headline.startswith("These may be fair: first-moves=2, first-moves=3.")
    assert mixture(together(found)) is None
    none = drawn("second-reserve=5,6", [0.6, 0.4, 0.3], np.random.default_rng(1))
    assert none.headline.startswith("No handicap tried is fair. Under second-reserve=6 the starter")
    assert mixture(together(none)) is None


def test_a_draw_between_two_handicaps_is_fair() -> None:
    study = drawn("second-reserve=5,6", [0.6, 0.4, -0.4], np.random.default_rng(1))
    every = together(study)
    found = mixture(every)
    assert found is not None
    name, share = found
    assert name == "second-reserve=5 or second-reserve=6"
    assert study.figure("first_of_two").estimate == share.estimate
    assert study.headline.startswith(
        f"No handicap tried is fair. A draw would be that takes, of {name}, the first in "
    )
    more, less = (one.estimate for _, one in every[1:])
    assert share.estimate * more + (1 - share.estimate) * less == pytest.approx(0)
    assert 0 < share.low < share.estimate < share.high < 1
    handicaps = "first-moves=3,second-reserve=5"
    beside = mixture(together(drawn(handicaps, [0.6, -0.4, 0.5], np.random.default_rng(1))))
    assert beside is not None  # without a handicap is a point on the axis
    assert beside[0] == "none or first-moves=3"


def test_a_handicap_that_is_known_rests() -> None:
    found = rbsim.fair(handicaps="first-moves=1,4", games=8_000, seed=2, until="decided")
    played = {label["handicap"]: tally.n for label, tally in
              zip(found.study.settings["labels"], found.tallies, strict=True)}  # fmt: skip
    assert played["first-moves=1"] < 8_000
    assert len(set(played.values())) > 1
    alone = rbsim.advantage("standard,first-moves=1", games=played["first-moves=1"], seed=2)
    own = found.figure("advantage_together", handicap="first-moves=1")
    assert own.estimate == alone.advantage.estimate


# ---- comparisons ---------------------------------------------------------------------------------


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
    needs = {"must_uncover": {"covered_houses": True}, "seats": {"houses_each": 3}}
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


def test_the_headline_names_what_holms_test_finds() -> None:
    found = rbsim.compare("standard", "waste-available", "cut-start,peek=yes", games=2_000, seed=1)
    differ = [one for one in found.figures if one.p_adjusted < 0.05]
    assert differ
    for one in differ:
        assert str(one.labels["variant"]) in found.headline.partition("show no")[0]
    assert ("show no difference" in found.headline) == (
        len({one.labels["variant"] for one in differ}) < 2
    )


def test_seats_of_two_kinds() -> None:
    found = rbsim.compare("standard", "three-player", games=100, seed=2)
    assert math.isnan(less(found, "third_score").estimate)
    assert found.figure("starter_wins", variant="three-player", against=None).estimate < 0.6


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
