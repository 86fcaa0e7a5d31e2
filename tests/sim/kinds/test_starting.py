"""What starting is worth, and fair handicaps: by brute force from rows of games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbsim.result import KINDS, Result
from rbsim.study.run import Study
from support.drawn import DRAWS, LEFT, leads, same_deals, summed

Z95 = stats.norm.ppf(0.975)
STARTS = ("as played", "causal", "difference")
DEALS = 400  # of games that are drawn


def rows_of(variant: str, games: int, **more: Any) -> list[np.ndarray]:
    """Rows of a variant as it is, and with each seat forced to start."""
    rules = rbcore.variant(variant)
    every = [rules, *(replace(rules, starter=f"seat-{seat}") for seat in range(rules.seats))]
    return [rbsim.simulate(one, games=games, seed=3, rows=True, **more).games for one in every]


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


# ---- handicaps -----------------------------------------------------------------------------------


def test_each_handicap_is_an_advantage_on_the_same_deals() -> None:
    how: dict[str, Any] = {"games": 150, "seed": 4}
    found = rbsim.fair("crossley", handicaps="first-moves=3,second-reserve=4", **how)
    assert list(together(found)) == ["none", "first-moves=3", "second-reserve=4"]
    for name, joined in together(found).items():
        alone = rbsim.advantage("crossley" if name == "none" else f"crossley,{name}", **how)
        for start in ("causal", "as played"):
            own = found.figure("advantage", handicap=name, start=start)
            other = alone.figure("advantage", start=start)
            assert (own.estimate, own.interval, own.n) == (other.estimate, other.interval, other.n)
        own = found.figure("advantage", handicap=name, start="causal")
        assert joined.low < own.low < own.high < joined.high
        joint = alone.at(1 - 0.05 / 3).advantage
        assert joined.interval == pytest.approx(joint.interval)


def drawn(
    handicaps: str, advantages: list[float], rng: np.random.Generator, margin: float = 1
) -> Result:
    """The result of games that are drawn, by the true advantages, that of none first."""
    how: dict[str, Any] = {"handicaps": handicaps, "games": DEALS, "margin": margin}
    study: Study = rbsim.fair.arms("cut-start", **how)  # type: ignore[attr-defined]
    worth = {arm: own / (1 - DRAWS) for own, arms in zip(advantages, study.parts, strict=True)
             for arm in arms}  # fmt: skip
    return Result(KINDS["fair"], study, summed(study, same_deals(rng, worth.__getitem__, DEALS)))


def together(found: Result) -> dict[Any, Any]:
    return {one.labels["handicap"]: one for one in found.figures
            if one.quantity == "advantage_together"}  # fmt: skip


def mixture(found: Result) -> Any:
    """The draw of two handicaps; None where there is none."""
    return next((one for one in found.figures if one.quantity == "first_of_two"), None)


@pytest.mark.full
def test_the_intervals_hold_together_and_so_does_the_mixture() -> None:
    truth, seeds, wrong, missed = [0.3, 0.2, -0.25], 200, 0, 0
    rng = np.random.default_rng(5)
    for _ in range(seeds):
        result = drawn("first-moves=2,3", truth, rng)
        every, share = together(result).values(), mixture(result)
        wrong += not all(one.low <= t <= one.high for one, t in zip(every, truth, strict=True))
        if share.labels["handicap"].startswith("first-moves=2 or"):
            missed += not share.low <= 0.25 / 0.45 <= share.high
    assert max(wrong, missed) <= stats.binom.ppf(0.9999, seeds, 0.05)


def test_a_handicap_is_fair_within_the_margin_unfair_beyond_it_and_open_else(tmp_path):
    worth = [0.4, 0.0, 0.2, -0.5]
    found = drawn("first-moves=2..4", worth, np.random.default_rng(1), margin=20)
    words = ["unfair", "fair", "open", "unfair"]
    for word, one in zip(words, together(found).values(), strict=True):
        beyond = "unfair" if one.low > 0.2 or one.high < -0.2 else "open"
        assert word == ("fair" if one.low > -0.2 and one.high < 0.2 else beyond)
    assert found.headline.startswith(
        "Fair within 20 points: first-moves=2; open: first-moves=3; unfair: the others. Without a "
    )
    assert [word for word in found.to_dict()["verdict"] if word is not None] == words
    found.save(tmp_path / "found.json")
    assert rbsim.load(tmp_path / "found.json").headline == found.headline
    assert found.report().tables[0].texts(2) == ["verdict", *words]
    wide = drawn("first-moves=2..4", worth, np.random.default_rng(1))
    assert set(wide.to_dict()["verdict"]) == {None, "open", "unfair"}  # so few show nothing fair
    none = drawn("second-reserve=5,6", [0.6, 0.4, 0.3], np.random.default_rng(1))
    assert none.headline.startswith(
        "Fair within 1 point: none of those tried; unfair: all. Without a "
    )
    assert mixture(found) is mixture(none) is None
    bare = drawn("first-moves=2", [0.0, -0.5], np.random.default_rng(1), margin=20)
    assert bare.headline.startswith("Fair within 20 points: no handicap; unfair: first-moves=2.")


@pytest.mark.full
def test_so_many_deals_as_it_says_show_that_a_handicap_is_fair() -> None:
    """Four times in five, as the line below the tables has it, and at no other margin."""
    rng, seeds, margin = np.random.default_rng(3), 150, 12.0
    deals, fair = [], 0
    for _ in range(seeds):
        found = drawn("first-moves=2", [0.5, 0.0], rng, margin)
        deals.append(int(found.plan.partition(" deals in all")[0].split()[-1]))
        fair += together(found)["first-moves=2"].labels["verdict"] == "fair"
    assert np.median(deals) == pytest.approx(DEALS, rel=0.1)
    assert 0.7 < fair / seeds < 0.9


def test_a_draw_between_two_handicaps_is_fair() -> None:
    study = drawn("second-reserve=5,6", [0.6, 0.4, -0.4], np.random.default_rng(1))
    share = mixture(study)
    assert share.labels["handicap"] == "second-reserve=5 or second-reserve=6"
    assert study.figure("first_of_two").estimate == share.estimate
    draw = f"second-reserve=5 in {share.text} of games and otherwise second-reserve=6"
    text = f"Drawing {draw} would be fair."
    assert text in study.headline
    _, more, less = (one.estimate for one in together(study).values())
    assert share.estimate * more + (1 - share.estimate) * less == pytest.approx(0)
    assert 0 < share.low < share.estimate < share.high < 1
    known = drawn("second-reserve=5,6", [0.6, 0.4, -0.4], np.random.default_rng(1), margin=15)
    assert f"Drawing {draw} is fair." in known.headline  # half of the intervals is less than that
    beside = mixture(drawn("first-moves=3,second-reserve=5", [0.6, -0.4, 0.5],
                           np.random.default_rng(1)))  # fmt: skip
    assert beside.labels["handicap"] == "none or first-moves=3"  # none is a point on the axis
    loads = drawn("load-onto=waste,none", [0.9, 0.4, -0.4], np.random.default_rng(1))
    assert ". Drawing load-onto=waste in " in loads.headline
    assert " and otherwise load-onto=none would be fair." in loads.headline


@pytest.mark.full
def test_a_handicap_that_is_known_rests() -> None:
    found = rbsim.fair(handicaps="first-moves=1,4", games=8_000, seed=2, until="decided")
    played = {label["handicap"]: tally.n for label, tally in
              zip(found.study.settings.labels, found.tallies, strict=True)}  # fmt: skip
    assert played["first-moves=1"] < 8_000
    assert len(set(played.values())) > 1
    alone = rbsim.advantage("standard,first-moves=1", games=played["first-moves=1"], seed=2)
    own = found.figure("advantage_together", handicap="first-moves=1")
    assert own.estimate == alone.advantage.estimate
    known = rbsim.fair(handicaps="first-moves=1,4", games=200_000, until="decided", margin=4)
    assert [one.labels["verdict"] for one in together(known).values()] == [
        "unfair", "unfair", "fair"]  # fmt: skip
    assert all(watch.reached for watch in known.played.watches)


def test_bad_margins_are_refused() -> None:
    for bad in (0, -1, 60, float("nan"), True, "much", None):
        with pytest.raises(ValueError, match=r"margin=.* (is out of range|is not a number)"):
            rbsim.fair(margin=bad, games=10)  # type: ignore[arg-type]
