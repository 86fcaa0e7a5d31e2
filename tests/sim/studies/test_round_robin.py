"""`rbsim ladder`: who beats whom, by how much, and when that is decided."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.stats.figure import figure
from rbsim.stats.number_text import figure_text
from rbsim.studies.elo import ELO_PER_LOG_ODDS, Elo
from support.drawn_duels import LOSS, UNFINISHED, WIN, drawn_duels, joint_of
from support.tables import count, row, table

PLAYERS = ("uniform", "greedy", "weighted")


def test_nobody_is_the_strongest_where_no_game_was_decided() -> None:
    found = rbsim.ladder("greedy", "uniform", games=20, max_turns=1)
    assert found.headline == (
        "These games leave open who is strongest: too few of them were decided."
    )


def test_the_headline_says_which_duel_one_scale_does_not_fit() -> None:
    found, rng = rbsim.ladder(*PLAYERS, games=20, seed=1), np.random.default_rng(13)
    assert found.tally.joined is not None
    found.tally.joined.joint = joint_of(drawn_duels(rng, [0.0, 0.0, 0.8], [2_000] * 3))
    assert "alone, and one scale does not fit all duels: " in found.headline
    said = [
        f"{duel.first} leads {duel.second} by {figure_text(figure('lead', duel.lead))}, where it "
        f"says {100 * found.expected(duel):+.1f}%."
        for duel in (*found.duels, *(duel.reversed for duel in found.duels))
    ]
    assert any(one in found.headline for one in said)  # the three are equally far off
    misfit = found.misfits["greedy", "weighted"]
    assert misfit.value == pytest.approx(
        found.duels[2].lead.value - found.expected(found.duels[2]), abs=1e-12
    )
    assert misfit.interval[0] > 0
    fits = rbsim.ladder(*PLAYERS, games=20, seed=1)
    assert fits.headline.endswith("This scale is of these players alone.")
    assert "alone" not in rbsim.ladder(*PLAYERS[:2], games=20).headline


def test_duels_are_those_of_the_rows() -> None:
    found = rbsim.ladder("uniform", "greedy", "weighted", games=300, seed=3)
    duel = found.duels[2]
    assert (duel.first, duel.second, duel.deals) == ("greedy", "weighted", 300)
    leads = np.zeros(300)
    won = 0
    for seat, players in enumerate(("greedy:weighted", "weighted:greedy")):
        rows = rbsim.simulate("standard", games=300, players=players, seed=3).games
        assert rows is not None
        won += int(np.sum(rows["winner"] == seat))
        leads += (rows["winner"] == seat) * 0.5 - (rows["winner"] == 1 - seat) * 0.5
    assert duel.lead.span.least.mean == pytest.approx(leads.mean())
    assert duel.lead.span.least.deviation == pytest.approx(leads.std(ddof=1))
    assert duel.rates["won"].extremes == (won / 600, won / 600)
    assert duel.better_and_worse(0) == (np.sum(leads > 0), np.sum(leads < 0))


def test_the_same_player_by_another_name_is_an_equal() -> None:
    found = rbsim.ladder("greedy", "greedy~0", games=200)
    duel = found.duels[0]
    assert duel.lead.extremes == (0, 0)
    assert duel.rates["won"] == duel.rates["lost"]
    assert duel.p == 1
    assert found.ratings["greedy~0"].value == pytest.approx(0)


def test_the_order_of_players_flips_signs_alone() -> None:
    one = rbsim.ladder(*PLAYERS, games=200, max_turns=60, anchor="greedy")
    other = rbsim.ladder(*reversed(PLAYERS), games=200, max_turns=60, anchor="greedy")
    for duel in one.duels:
        twin = next(d for d in other.duels if (d.second, d.first) == (duel.first, duel.second))
        low, high = duel.lead.interval
        assert duel.rates["unfinished"].value > 0
        assert twin.lead.interval == pytest.approx((-high, -low))
        assert twin.p == duel.p
    for player in PLAYERS:
        assert one.ratings[player].interval == pytest.approx(other.ratings[player].interval)
    low, high = one.rating("greedy", "weighted").interval
    assert one.rating("weighted", "greedy").interval == pytest.approx((-high, -low))


def test_duels_stop_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """At looks that neither threads nor other duels move; the games are those of a full ladder."""
    monkeypatch.setattr("rbsim.sums.contrast_goals.LEAD_BLOCK", 100)
    found = rbsim.ladder(*PLAYERS, games=400, until="decided", seed=2, threads=2)
    alone = rbsim.ladder("uniform", "greedy", games=400, until="decided", seed=2, threads=1)
    again = rbsim.ladder(*PLAYERS, games=400, until="decided", seed=2, threads=1)
    assert found.to_dict() == again.to_dict()
    deals = [duel.deals for duel in found.duels]
    assert deals[0] == deals[1] == 100 < deals[2]
    assert f"games 0 to {deals[2] - 1} at most;" in found.report().footnote
    assert (found.duels[0].table == alone.duels[0].table).all()
    for duel, stopped in zip(found.duels, found.tally.stopped, strict=True):
        assert stopped.interval == found.anytime(duel)
        assert (stopped.games, stopped.reached) == (duel.deals, found.reached(duel))
    assert [stopped.arms for stopped in found.tally.stopped] == [(0, 1), (2, 3), (4, 5)]
    full = rbsim.ladder(*PLAYERS, games=100, seed=2)
    assert (found.duels[1].table == full.duels[1].table).all()
    assert [math.isnan(p) for _, _, p, _ in found.steps] == [True, True]


def test_a_half_width_is_reached() -> None:
    found = rbsim.ladder("uniform", "greedy", games=50_000, until=0.1)
    shown = row(found, "lead_anytime")
    assert found.reached(found.duels[0])
    assert shown["high"] - shown["low"] <= 0.2
    assert shown["n"] < 100_000
    low, high = found.anytime(found.duels[0])
    assert found.anytime(found.duels[0].reversed) == (-high, -low)


def test_an_anchor_is_of_the_reading(tmp_path: Path) -> None:
    """A store is continued, read and merged with any anchor; the last one is kept."""
    pytest.importorskip("pyarrow", reason="stores need pyarrow")
    store, until = tmp_path / "store", {"until": 0.2, "max_turns": 60}
    for more in ({}, until):
        store = tmp_path / f"store-{len(more)}"
        first = rbsim.ladder(*PLAYERS, games=1_000, anchor="greedy", store=store, **more)
        files = {file: file.stat().st_mtime_ns for file in store.glob("*/*.parquet")}
        for anchor in PLAYERS:
            again = rbsim.ladder(*PLAYERS, games=1_000, anchor=anchor, store=store, **more)
            read = rbsim.load(store)
            assert isinstance(read, rbsim.studies.Ladder)
            assert read.anchor == anchor
            assert read == again == first.above(anchor)
            assert read.ratings[anchor].value == 0
        assert {file: file.stat().st_mtime_ns for file in store.glob("*/*.parquet")} == files
    rbsim.ladder(*PLAYERS, games=1_200, anchor="uniform", store=tmp_path / "store-0")
    grown = rbsim.load(tmp_path / "store-0")
    more = rbsim.ladder(*PLAYERS, games=100, first=1_200, anchor="weighted")
    joined = grown + more
    assert joined.anchor == "uniform"
    joined.above("greedy").save(tmp_path / "joined.json")
    assert rbsim.load(tmp_path / "joined.json") == joined.above("greedy")
    with pytest.raises(ValueError, match="anchor='nobody' does not play; there are"):
        joined.above("nobody")


def test_json_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ladder", *PLAYERS, "--games", "100", "--anchor", "greedy"]
    assert run([*command, "--json"]) == 0
    shown = table(capsys.readouterr().out)
    anchor = row(shown, "elo", player="greedy", opponent="greedy")
    assert (anchor["estimate"], anchor["low"], anchor["high"]) == (0, None, None)
    names = ("won", "lost", "drawn", "unfinished", "stalemate", "standoff")
    counts = {name: count(row(shown, name, players="uniform:greedy")) for name in names}
    assert counts["won"] + counts["lost"] + counts["drawn"] + counts["unfinished"] == 200
    assert counts["drawn"] == counts["stalemate"] + counts["standoff"]
    tested = [one["players"] for one in shown if one["p_adjusted"] is not None]
    assert tested == [":".join(PLAYERS[:2]), ":".join(PLAYERS[1:])]
    assert row(shown, "elo", player="greedy", opponent="weighted")["low"] is not None
    assert run([*command, "--full"]) == 0
    text = capsys.readouterr().out
    assert "uniform against greedy" in text
    assert "misfit" in text
    assert "Elo above greedy" in text


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy"], "a ladder has 2 to 16 players, not 1"),
        (["greedy", "uniform", "greedy"], "greedy is given twice; give it once"),
        (["greedy", "nobody"], "nobody"),
        (["greedy", "uniform", "--variant", "three-player"], "has 3 seats; a ladder is of games"),
        (["greedy", "uniform", "--anchor", "weighted"], "anchor='weighted' does not play"),
        (["greedy", "uniform", "--until", "soon"], "neither decided nor a half-width"),
        (["greedy", "uniform", "--until", "nan"], "out of range"),
        (["greedy", "uniform", "--until", "0"], "out of range"),
        (["greedy", "uniform", "--games", "0"], "games=0 is out of range"),
        (["greedy", "uniform", "--threads", "0"], "threads=0 is out of range"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ladder", "--games", "10", *arguments]) == 2
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_until_must_be_a_number() -> None:
    with pytest.raises(ValueError, match="neither decided nor a half-width"):
        rbsim.ladder("greedy", "uniform", games=10, until=[])  # type: ignore[arg-type]


def test_everything_runs_from_end_to_end() -> None:
    """Steps, the lead by Elo and a rating that unfinished games make infinite."""
    found = rbsim.ladder("greedy", "weighted", games=60, max_turns=60, seed=1)
    (duel,) = found.duels
    against, by = duel.better_and_worse(-1), duel.better_and_worse(1)
    least, most = found.rating("greedy", "weighted").extremes
    leads = [math.tanh(end / (2 * ELO_PER_LOG_ODDS)) for end in (least, most)]
    assert found.expected_ends(duel) == pytest.approx(leads)
    # Of two players there is only one duel, which Elo fits; to the end, unfinished games included.
    assert leads == pytest.approx(duel.lead.extremes)
    assert leads[0] < found.expected(duel) < leads[1]
    better, worse = (row(found, f"deals_{name}") for name in ("better", "worse"))
    ends = [[one["undecided_low"], one["undecided_high"]] for one in (better, worse)]
    assert ends[0] == pytest.approx([against[0] / 60, by[0] / 60])
    assert ends[1] == pytest.approx([by[1] / 60, against[1] / 60])
    shown = row(found, "lead_by_elo")
    assert [shown["undecided_low"], shown["undecided_high"]] == pytest.approx(leads)
    wins = np.full(20, WIN), np.full(20, LOSS)
    wins[1][:5] = UNFINISHED
    rating = Elo(joint_of(list(wins)), 2).rating(0, 1)
    assert math.isfinite(rating.extremes[0])
    assert rating.extremes[1] == rating.interval[1] == math.inf
    assert (
        figure_text(figure("elo", rating))
        == f"{rating.value:+.0f} (over {rating.interval[0]:,.0f})"
    )
