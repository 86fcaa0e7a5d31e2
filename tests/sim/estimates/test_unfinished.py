"""Games that were cut off: figures of what grows with play hold whatever would have become of them.

The same games are played to their end as well, so that it is known what would have.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbsim
from rbsim.estimates.figures import (
    Figure,
    Reach,
    bounded_reach,
    contrast,
    growing_or_absent_reach,
    growing_reach,
    mean,
    most_points,
    quantiles,
)
from rbsim.estimates.tally import UNFINISHED, Histogram
from rbsim.estimates.until import Until, Watch
from rbsim.result import Result, json_text
from support.drawn import LOSS, WIN, tally_of

COUNTED = ("turns", "moves", "score", "offences", "calls", "games", "give_ups", "_wins")
SHARES_OF_GAMES = ("unfinished_games", "nobody_wins")  # of however many games matches have
PLAYS: dict[str, Callable[..., Result]] = {
    "simulate": lambda **limit: rbsim.simulate(games=2_000, seed=3, **limit),
    "by moves": lambda **limit: rbsim.simulate(
        games=2_000, seed=3, **({"max_moves": 300} if limit else {})
    ),
    "slips": lambda **limit: rbsim.simulate("strict", games=1_000, seed=4, slip=0.1, **limit),
    "compare": lambda **limit: rbsim.compare("standard", "face-down", games=1_000, seed=5, **limit),
    "unlike": lambda **limit: rbsim.compare(
        "standard", "standard,reserve-size=9", games=1_000, seed=5, **limit
    ),
    "match": lambda **limit: rbsim.match(matches=300, seed=6, **limit),
    "three": lambda **limit: rbsim.match("three-player", matches=120, seed=6, **limit),
}


def is_counted(one: Figure) -> bool:
    return any(word in one.quantity for word in COUNTED) and one.quantity not in SHARES_OF_GAMES


@pytest.mark.sample(6)
@pytest.mark.parametrize("limit", [40, 60, 120])
@pytest.mark.parametrize("name", PLAYS)
def test_the_games_played_to_their_end_lie_within(name: str, limit: int) -> None:
    cut, whole = PLAYS[name](max_turns=limit), PLAYS[name]()
    checked = 0
    for one in cut.figures:
        known = whole.figure(one.quantity, **one.labels)
        if is_counted(one) and one.undecided is not None and not math.isnan(known.estimate):
            least, most = one.undecided
            assert least - 1e-9 <= known.estimate <= most + 1e-9, (one, known)
            checked += 1
    assert checked >= 5


def test_what_nobody_cut_off_is_as_ever() -> None:
    found = rbsim.simulate(games=1_000, seed=1)
    assert found.figure("unfinished").count == 0
    for one in found.figures:
        assert (one.unfinished, one.is_noted) == (0, False)
        assert one.undecided is None or one.moved == 0


# ---- figures of sums ----


def seen(*values: int) -> Histogram:
    return Histogram.of(np.array(values))


def test_a_mean_has_the_ends_that_are_known() -> None:
    values, cut = seen(*range(1, 201), *[200] * 50), seen(*[200] * 50)
    plain = mean("turns", values, (0, 1_000))
    open_one = mean("turns", values, (0, 1_000), reach=growing_reach(values, cut))
    assert open_one.estimate == plain.estimate
    assert open_one.interval == (plain.low, math.inf)
    assert open_one.undecided == (plain.estimate, math.inf)
    assert (open_one.is_open, open_one.is_endless, open_one.is_noted) == (True, True, True)
    assert open_one.text == "120.4 (at least 112.2)"
    assert repr(open_one).endswith("250 games; no upper end, because 50 games are unfinished")
    assert mean("turns", values, (0, 1_000), reach=growing_reach(values, Histogram())) == plain
    few = mean("moves", values, reach=growing_reach(values, cut))
    assert (few.text, few.is_noted) == ("120 (needs 10,000)", True)
    points = mean(
        "starter_score", values, short_tailed=True, reach=bounded_reach(values, 50, 0, 238)
    )
    least, most = (seen(*range(1, 201), *[200] * 50, *[end] * 50) for end in (0, 238))
    assert points.low == mean("starter_score", least, short_tailed=True).low
    assert points.high == mean("starter_score", most, short_tailed=True).high
    assert points.undecided == (least.sum / 300, most.sum / 300)


def test_unfinished_games_may_be_decided_ones_or_not() -> None:
    decided = seen(10, 20, 30)
    for cut, least in (((40, 50), 20), ((19,), 79 / 4), ((1, 12, 40), 73 / 5), ((20,), 20)):
        reach = growing_or_absent_reach(decided, seen(*cut))
        assert reach.lowest.sum / reach.lowest.total == pytest.approx(least)
    none = mean(
        "decided_turns", Histogram(), (0, 40), reach=growing_or_absent_reach(Histogram(), seen(40))
    )
    assert none.text == "-"


@pytest.mark.parametrize("finished", [70, 55, 45, 30])
def test_a_median_is_known_while_it_lies_below_the_unfinished(finished: int) -> None:
    values = np.concatenate([np.arange(finished), np.full(100 - finished, 60)])
    every = Histogram.of(values)
    reach = growing_reach(every, seen(*[60] * (100 - finished)))
    (median,) = [one for one in quantiles("turns", every, reach=reach) if "q50" in one.quantity]
    truth = np.sort(values)[49]
    assert median.estimate == truth
    low, high = median.interval
    assert low <= truth <= high
    assert math.isinf(high) == median.is_open == (finished < 60)  # as by its rank the end is 60th
    assert median.is_endless == (finished < 50)
    assert (median.undecided == (truth, truth)) == (finished >= 50)


def test_a_difference_has_a_p_only_where_a_bound_decides_it() -> None:
    values = Histogram(-5, np.arange(1, 31))  # mostly above 0
    plain = mean("turns", values, (-99, 99), tested=True, form="change")
    assert 0 < plain.p < 0.05

    def of(below: int, above: int) -> Figure:
        reach = Reach(values, values, below + above, above, below)
        return mean("turns", values, (-99, 99), tested=True, form="change", reach=reach)

    assert of(0, 3).interval == (plain.low, math.inf)
    assert of(0, 3).p == plain.p  # as it can only be more
    assert of(3, 0).interval == (-math.inf, plain.high)
    assert math.isnan(of(3, 0).p)
    assert of(3, 1).interval == (-math.inf, math.inf)
    assert math.isnan(of(3, 1).p)
    assert of(3, 1).text.endswith(" (no bound)")
    assert of(3, 1).extremes_text == "no end on either side, because 4 games are unfinished"


def test_a_figure_without_an_end_is_kept_and_read_back() -> None:
    values = seen(*range(200))
    made = mean("turns", values, (0, 999), reach=growing_reach(values, seen(199)))
    kept = json.loads(json.dumps(made.record, allow_nan=False))
    assert Figure.from_record(kept) == made
    assert math.isinf(Figure.from_record(kept).high)


def test_no_seat_scores_more_than_all_cards_are_worth() -> None:
    for variant in ("standard", "three-player", "standard,reserve-card=7"):
        found = rbsim.simulate(variant, games=500, seed=2, rows=True)
        arm = found.study.arms[0]
        assert found.games["scores"].max() <= most_points(arm.rules)
    assert most_points(rbsim.simulate("standard", games=1).study.arms[0].rules) == 30 + 104 * 2


# ---- what is told of them ----


@cache
def cut_at_40() -> Result:
    return rbsim.simulate("standard", games=4_000, seed=1, max_turns=40)


def test_the_median_is_not_the_limit() -> None:
    found = cut_at_40()
    assert found.figure("unfinished").estimate == pytest.approx(0.58, abs=0.03)
    assert found.figure("turns_q50").text == "40 (at least 40)"
    assert found.figure("turns_q25").text.startswith("34 (3")
    table = str(found.report(full=True))
    assert "40 *" in table
    assert "at least 40" in table
    assert "`at least` marks an interval without an upper end" in table.replace("\n", " ")
    assert "40 (at least 40) *" in found.report(full=True).markdown().replace("\\", "")


def test_a_mean_of_games_all_cut_off_is_at_least_that() -> None:
    found = rbsim.simulate("here-and-there", games=2_000, max_turns=150, of="turns")
    assert found.headline.startswith("Turns: 149.96 (at least 149.81), 2,000 games; ")
    assert "no upper end, because 1,98" in found.headline
    assert "however many games are played" in found.plan
    assert "raise max_turns to 1,500" in found.plan
    with pytest.raises(
        ValueError, match=r"turns has no upper end, because 1,98. games are unfinished"
    ):
        found.games_for("1", "turns")


def test_all_ways_out_have_null_for_an_end_that_is_not_there(tmp_path: Path) -> None:
    found = cut_at_40()
    (row,) = [r for r in json.loads(json_text(found.to_document()))["results"]
              if r["quantity"] == "turns"]  # fmt: skip
    assert row["low"] < row["estimate"] == row["undecided_low"]
    assert row["high"] is row["undecided_high"] is None
    assert found.to_arrow().filter(
        np.array(found.to_dict()["quantity"]) == "turns"
    ).to_pylist()[0]["high"] is None  # fmt: skip
    assert found.to_pandas().set_index("quantity").loc["turns"].isna()["high"]
    found.save(tmp_path / "cut.csv")
    with (tmp_path / "cut.csv").open() as opened:
        (line,) = [one for one in csv.DictReader(opened) if one["quantity"] == "turns"]
    assert (line["high"], line["undecided_high"]) == ("", "")
    found.save(tmp_path / "cut.json")
    assert rbsim.load(tmp_path / "cut.json").figures == found.figures


@pytest.mark.parametrize(("of", "until"), [("turns", "0.5"), ("turns_q50", "0.5"), ("moves", "5")])
def test_a_mean_without_an_upper_end_is_never_met(of: str, until: str) -> None:
    found = rbsim.simulate(games=12_000, seed=1, max_turns=40, until=until, of=of)
    asked, missing = found.goal
    assert "not met after 12,000 games" in asked
    assert "games are unfinished, so no number of games is enough; raise max_turns to" in missing
    assert math.isinf(found.answer.high) or found.answer.absent


def test_what_unfinished_games_leave_known_is_met() -> None:
    found = rbsim.simulate(games=12_000, seed=1, max_turns=40, until="1", of="turns_q25")
    assert "; met after" in found.goal[0]
    assert found.answer.half <= 1
    found = rbsim.simulate(games=6_000, seed=1, max_turns=41, until="3", of="turns_q50")
    assert found.figure("unfinished").estimate > 0.5 or "; met after" in found.goal[0]


def test_a_comparison_of_short_games_with_longer_ones_does_not_tell_the_opposite() -> None:
    """Of here-and-there 60 turns have 170 moves, and its games twice the moves of standard ones."""
    variants: Any = ("standard", "here-and-there")
    found = rbsim.compare(*variants, games=10_000, seed=1, max_turns=60)
    labels = {"variant": "here-and-there", "against": "standard"}
    less = found.figure("moves", **labels)
    assert less.estimate < -100
    assert less.interval == (-math.inf, math.inf)
    assert math.isnan(less.p)
    assert math.isnan(less.p_adjusted)
    assert "the number of turns is open (" in found.headline
    assert "(no bound)" in found.headline
    longer = rbsim.compare(*variants, games=300, seed=1, max_turns=1_000)
    assert longer.figure("moves", **labels).estimate > 0


def test_a_difference_is_decided_by_the_bound_that_there_is() -> None:
    """Games of standard end within 145 turns here, and few of here-and-there do."""
    found = rbsim.compare("standard", "here-and-there", games=1_000, seed=1, max_turns=145)
    of = {"variant": "here-and-there", "against": "standard"}
    assert found.figure("unfinished", variant="standard", against=None).count == 0
    less = found.figure("turns", **of)
    assert less.low > 90
    assert less.high == math.inf
    assert less.p < 0.0001
    assert "games take more turns: +" in found.headline
    until = rbsim.compare("standard", "here-and-there", games=3_000, seed=1, max_turns=145,
                          until="decided", of="turns")  # fmt: skip
    assert "; met after 1,000 deals" in until.goal[0]
    assert until.answer.high == math.inf


def test_patience_that_was_given_up_leaves_bounds() -> None:
    found = rbsim.patience("klondike", players="uniform", games=1_000, seed=1)
    given_up = found.figure("given_up").count
    assert given_up
    passes, left = found.figure("passes"), found.figure("cards_left")
    assert passes.high == math.inf
    assert passes.unfinished == left.unfinished == given_up
    assert left.undecided is not None
    assert 0 <= left.undecided[0] < left.estimate < left.undecided[1] <= 52
    assert left.low <= left.undecided[0]
    assert left.high >= left.undecided[1]


def test_matches_with_unfinished_games_may_be_shorter_and_another_s() -> None:
    found = rbsim.match(matches=200, seed=1, max_turns=40)
    games, wins = found.figure("games"), found.figure("first_starter_wins")
    assert found.figure("unfinished").count == 0
    assert games.undecided is not None
    assert games.undecided[0] < games.estimate == games.undecided[1]
    assert wins.undecided is not None
    assert wins.undecided[0] < 0.1 < 0.9 < wins.undecided[1]
    assert found.figure("winner_score").low >= 300
    assert found.figure("other_score").high <= 300


@pytest.mark.parametrize(
    ("study", "names", "options"),
    [
        ("advantage", ("standard",), {"until": "decided"}),
        ("simulate", ("standard",), {"until": "10% of itself", "of": "starter_wins"}),
        ("simulate", ("standard",), {"until": "2", "of": "turns"}),
        ("compare", ("standard", "strict"), {"until": "decided", "of": "turns"}),
        ("ladder", ("greedy", "uniform"), {"until": "decided"}),
        ("fair", ("standard",), {"until": "decided", "handicaps": "first-moves=2"}),
    ],
)
def test_where_all_games_are_unfinished_no_number_of_them_is_enough(
    study: str, names: tuple[str, ...], options: dict[str, Any]
) -> None:
    found = getattr(rbsim, study)(*names, games=40, max_turns=1, seed=1, **options)
    missing = found.goal[1]
    assert f"all games are unfinished, so no number of {found.noun} is enough" in missing
    assert missing.endswith("raise max_turns to 10, or use players that finish more games")


def test_one_unfinished_game_beside_an_advantage_of_nothing_tells_nothing_of_games() -> None:
    """Where it is most of the width, no number of games would do."""
    watch = Watch(Until("advantage", None), 10**6)

    def games(finished: int, unfinished: int) -> float:
        codes = [WIN, LOSS] * (finished // 2) + [UNFINISHED] * unfinished
        look = partial(contrast, "advantage", arms=[0], less=[])
        return watch.enough(tally_of([codes]), lambda sums, level: look(sums, level=level))

    assert math.isnan(games(1_000, 1))
    assert games(0, 1_000) == math.inf
    assert games(100, 900) == math.inf
