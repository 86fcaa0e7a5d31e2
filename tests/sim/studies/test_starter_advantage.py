"""`rbsim advantage`: as played and causal."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.cli.main import run
from rbsim.studies.starter_advantage import KIND
from rbsim.sums.histograms import Rows
from support.tables import row


def rows_of(rules: rbcore.Rules, games: int, players: str = "greedy", **more: int) -> Rows:
    rows = rbsim.simulate(rules, games=games, players=players, seed=3, **more).games  # type: ignore[arg-type]
    assert rows is not None
    return rows


def leads(rows: Rows) -> np.ndarray:
    """1 where the starter won, -1 where the other did, else 0."""
    return (rows["outcome"] == 0) * np.where(rows["winner"] == rows["starter"], 1.0, -1.0)


def test_the_estimates_are_those_of_the_rows() -> None:
    rules = rbcore.variant("standard")
    found = rbsim.advantage("standard", games=800, seed=3)
    arms = [leads(rows_of(replace(rules, starter=f"seat-{seat}"), 800)) for seat in (0, 1)]
    values = (arms[0] + arms[1]) / 2
    causal = found.causal
    assert causal.mean.mean == pytest.approx(values.mean())
    assert causal.mean.standard_error == pytest.approx(values.std(ddof=1) / np.sqrt(800))
    unrelated = (arms[0].var(ddof=1) + arms[1].var(ddof=1)) / 4
    assert causal.variance_reduction == pytest.approx(1 - values.var(ddof=1) / unrelated)
    lead = leads(rows_of(rules, 800))
    assert found.as_played.mean.mean == pytest.approx(lead.mean())
    assert found.as_played.mean.deviation == pytest.approx(lead.std(ddof=1))
    chosen = found.effects["advantage"].selection
    assert chosen.mean == pytest.approx((lead - values).mean())
    assert chosen.deviation == pytest.approx((lead - values).std(ddof=1))
    assert np.sum(found.table()) == 800
    assert found.table()[0][0] == np.sum((arms[0] == 1) & (arms[1] == 1))


def test_decided_games_alone() -> None:
    """Of games cut so short that many are unfinished, which are not decided."""
    rules = rbcore.variant("standard")
    found = rbsim.advantage(rules, games=400, seed=3, max_turns=40)
    forced = [replace(rules, starter=f"seat-{seat}") for seat in (0, 1)]
    lead = np.array([leads(rows_of(one, 400, max_turns=40)) for one in forced])
    won = np.abs(lead)
    assert 0.2 < won.mean() < 0.8
    ratio = lead.sum() / won.sum()
    causal = found.decided["causal"]
    assert causal.mean == pytest.approx(ratio)
    linear = (lead.sum(0) - ratio * won.sum(0)) / won.sum(0).mean()
    assert causal.deviation == pytest.approx(linear.std(ddof=1))
    own = leads(rows_of(rules, 400, max_turns=40))
    assert found.decided["as played"].mean == pytest.approx(own.sum() / np.abs(own).sum())
    assert found.decided_of_seating(0) == found.decided
    shown = found.figure("decided_advantage", start="causal")
    assert shown.estimate == causal.mean
    assert shown.interval == causal.interval
    assert any(shown in line for table in found.report(full=True).tables for line in table.rows)


def test_decided_games_of_three_seats_and_of_none() -> None:
    found = rbsim.advantage("three-player", games=200, seed=3)
    effects = found.effects
    starter, second, third = (
        effects[f"{place} wins"].causal.mean.mean for place in ("starter", "second", "third")
    )
    expected = (starter - second - third) / (starter + second + third)
    assert found.decided["causal"].mean == pytest.approx(expected)
    none = rbsim.advantage("standard", games=20, seed=3, max_turns=2)
    assert np.isnan(none.decided["causal"].mean)
    assert row(none, "decided_advantage", start="causal")["estimate"] is None


def test_players_that_differ_sit_both_ways() -> None:
    found = rbsim.advantage("standard", games=300, players="greedy:uniform", seed=3)
    assert found.seatings == ["greedy:uniform", "uniform:greedy"]
    each = [found.of_seating(i)["advantage"] for i in (0, 1)]
    for kind in ("as_played", "causal"):
        means = [getattr(one, kind).mean.mean for one in each]
        assert getattr(found.effects["advantage"], kind).mean.mean == pytest.approx(sum(means) / 2)
    # greedy wins nearly always, so where it sits is all that counts: seatings cancel it
    assert found.as_played.variance_reduction > 0.9


def test_slips_sit_with_their_player() -> None:
    study = KIND.study({"games": 10, "slip": "0.5:0"})
    assert len(study.arms) == 6
    attention = study.arms[3].attention
    assert attention is not None
    assert [one.by_priority[0] for one in attention] == [0.0, 0.5]
    three = "greedy:uniform:uniform"
    assert len(KIND.study({"variant": "three-player", "players": three, "games": 10}).arms) == 12


def test_three_seats_by_turn_order() -> None:
    found = rbsim.advantage("three-player", games=300, seed=3)
    rules = rbcore.variant("three-player")
    shares = np.zeros(3)
    for seat in range(3):
        rows = rows_of(replace(rules, starter=f"seat-{seat}"), 300)
        for place in range(3):
            shares[place] += np.mean(rows["winner"] == (seat + place) % 3) / 3
    names = ("starter wins", "second wins", "third wins")
    for name, share in zip(names, shares, strict=True):
        assert found.effects[name].causal.mean.mean == pytest.approx(share)


def test_unfinished_games_give_two_ends() -> None:
    found = rbsim.advantage("standard", games=300, seed=3, max_turns=40)
    rows = rows_of(rbcore.variant("standard"), 300, max_turns=40)
    share = np.mean(rows["outcome"] == rbcore.OUTCOMES.index("unfinished"))
    assert share > 0.2
    low, high = found.as_played.extremes
    assert low == pytest.approx(leads(rows).mean() - share)
    assert high == pytest.approx(leads(rows).mean() + share)
    low, high = found.effects["starter wins"].as_played.extremes
    assert high - low == pytest.approx(share)


def test_intervals_are_the_union_of_both_ends() -> None:
    """Against unfinished games replaced by what is worst, and what is best, for the starter."""
    rules = rbcore.variant("standard")
    found = rbsim.advantage("standard", games=300, seed=3, max_turns=40)
    arms = [rows_of(rules, 300, max_turns=40)]
    arms += [rows_of(replace(rules, starter=f"seat-{seat}"), 300, max_turns=40) for seat in (0, 1)]
    left = [rows["outcome"] == rbcore.OUTCOMES.index("unfinished") for rows in arms]
    against, by = (
        [np.where(u, fate, leads(rows)) for u, rows in zip(left, arms, strict=True)]
        for fate in (-1, 1)
    )
    effect = found.effects["advantage"]
    for span, least, most in (
        (effect.as_played.span, against[0], by[0]),
        (effect.causal.span, (against[1] + against[2]) / 2, (by[1] + by[2]) / 2),
        (
            effect.selection_span,
            against[0] - (by[1] + by[2]) / 2,
            by[0] - (against[1] + against[2]) / 2,
        ),
    ):
        assert span.extremes == pytest.approx((least.mean(), most.mean()))
        errors = [end.std(ddof=1) / np.sqrt(300) for end in (least, most)]
        assert span.interval == pytest.approx(
            (least.mean() - 1.959964 * errors[0], most.mean() + 1.959964 * errors[1])
        )
    causal, played, difference = found.report().tables[0].rows
    for start, cells, span in (
        ("as played", played, effect.as_played.span),
        ("causal", causal, effect.causal.span),
        ("difference", difference, effect.selection_span),
    ):
        shown = row(found, "advantage", start=start)
        assert (shown["low"], shown["high"]) == pytest.approx(span.interval)
        assert (shown["undecided_low"], shown["undecided_high"]) == pytest.approx(span.extremes)
        assert isinstance(cells[1], rbsim.Figure)
        assert cells[1].interval == span.interval
        assert cells[1].undecided == span.extremes
    assert "unfinished games may move these" in found.report().footnote
    whole = rbsim.advantage("standard", games=50, seed=3)
    assert "unfinished games" not in whole.report().footnote


def test_json_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advantage", "standard", "--games", "200", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    causal = row(shown["results"], "advantage", start="causal")
    assert causal["n"] == 200
    starters = [arm["rules"]["starter"] for arm in shown["provenance"]["arms"]]
    assert starters == ["low-reserve", "seat-0", "seat-1"]
    assert causal["low"] < causal["estimate"] < causal["high"]
    assert shown["command"][:2] == ["rbsim", *shown["command"][1:2]]
    assert run(["advantage", "three-player", "--games", "50", "--full"]) == 0
    shown = capsys.readouterr().out
    assert "third wins" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["standard", "--players", "uniform,greedy"],
        ["standard", "--games", "0"],
        ["standard", "--threads", "0"],
        ["standard", "--slip", "2"],
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["advantage", "--games", "10", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_outcomes_have_intervals_that_unfinished_games_widen() -> None:
    found = rbsim.advantage("standard", games=100, max_turns=40, seed=1)
    rates = found.outcomes(0)
    left = rates["unfinished"].count
    assert 0 < left < 100
    assert [rate.undecided for rate in rates.values()] == [left] * 4 + [0]
    shown = found.figure("starter_wins_of_arm", start="as played")
    won = rates["win"].count
    assert shown.interval == rates["win"].interval
    assert shown.undecided == pytest.approx((won / 100, (won + left) / 100))


@pytest.mark.parametrize(
    ("players", "said"), [("greedy", "Starting is worth"), ("uniform", "These")]
)
def test_the_headline_of_a_goal_says_what_that_of_a_number_does(players: str, said: str) -> None:
    found = rbsim.advantage(players=players, games=20_000, until="8%")
    one = found.stopped
    assert one is not None
    assert found.headline.startswith(said)
    assert found.headline.endswith(f" {one.games:,} deals, known to ± 8%.")
    low, high = (f"{100 * end:.1f}" for end in one.interval)
    assert f"points ({low} to {high})" in found.headline
    other = rbsim.advantage(of="stalemate", games=2_000, until=0.3).headline
    assert other.startswith("After 1,000 deals, with the luck of the deal cancelled: stalemate ")
