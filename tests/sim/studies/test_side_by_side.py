"""`rbsim survey`: many variants side by side."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

import rbcore
import rbsim
from rbsim.cli.main import run
from rbsim.rendering.section import cell_text
from support.tables import row, table


def test_the_advantage_is_the_mean_of_wins_less_losses() -> None:
    result = rbsim.simulate("standard", games=2_000, players="greedy", seed=4)
    assert result.games is not None
    rows = result.games
    won = rows["outcome"] == 0
    lead = won * (1.0 - 2.0 * (rows["winner"] != rows["starter"]))
    found = result.summary().advantage
    assert found.mean == pytest.approx(lead.mean())
    assert found.deviation == pytest.approx(lead.std(ddof=1))


@pytest.mark.full
def test_a_line_for_every_variant_and_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["survey", "--games", "20", "--players", "uniform,greedy", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith("| ")][2:]
    names = [row[0].strip("| ") for row in rows]
    assert names == [name for name in rbcore.PRESETS for _ in ("uniform", "greedy")]
    assert {row[1] for row in rows} == {"uniform", "greedy"}
    assert "uniform/1, greedy/2" in lines[-1]


def test_nothing_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["survey", "strict-fewest,plan-limit=2", "--games", "50"]) == 0
    out = capsys.readouterr().out
    assert "strict-fewest,plan-limit=2" in out
    assert "…" not in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["standard", "simplified", "--players", "uniform,greedy", "--games", "50"]
    assert run(["survey", *arguments, "--json"]) == 0
    shown = table(capsys.readouterr().out)
    runs = dict.fromkeys((line["variant"], line["players"]) for line in shown)
    assert list(runs) == list(product(("standard", "simplified"), ("uniform", "greedy")))
    for variant, players in runs:
        own = [one for one in shown if (one["variant"], one["players"]) == (variant, players)]
        advantage, won, lost = (row(own, q) for q in ("advantage", "starter_wins", "other_wins"))
        assert advantage["low"] <= advantage["estimate"] <= advantage["high"]
        assert advantage["estimate"] == pytest.approx(won["estimate"] - lost["estimate"])


def test_the_advantage_runs_from_end_to_end() -> None:
    result = rbsim.simulate("standard", games=200, players="greedy", seed=4, max_turns=50)
    summary = result.summary()
    left = summary.unfinished.count / 200
    lead = (summary.starter_wins.count - summary.other_wins.count) / 200
    played = summary.played_advantage
    assert left > 0.05
    assert played.extremes == pytest.approx((lead - left, lead + left))
    spread = summary.advantage_ends[0].standard_error  # of both ends' games
    assert played.interval[0] == pytest.approx(lead - left - 1.959964 * spread)
    low, high = played.interval
    shown = cell_text(result.advantage)
    assert shown == f"{100 * lead:+.0f}% ({100 * low:.0f} to {100 * high:.0f}) *"
    assert summary.standoffs.count == 0
    low, high = summary.standoffs.interval
    assert cell_text(result.figure("standoff")) == f"0% (0 to {100 * high:.0f}) *"
    whole = rbsim.simulate("standard", games=200, players="greedy", seed=4)
    assert "*" not in cell_text(whole.advantage)
    assert cell_text(whole.figure("unfinished")).startswith("under ")
    assert result.advantage.confidence_interval() == pytest.approx(played.interval)


def test_seats_may_slip(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["standard", "--games", "300", "--players", "greedy", "--slip", "0.2:0", "--json"]
    assert run(["survey", *arguments]) == run(["simulate", *arguments]) == 0
    shown = capsys.readouterr().out
    surveyed, end = json.JSONDecoder().raw_decode(shown)
    simulated = json.loads(shown[end:])
    assert surveyed["results"] == simulated["results"]
    arms = [one["provenance"]["arms"][0] for one in (surveyed, simulated)]
    assert arms[0]["slips"] == arms[1]["slips"] is not None


def test_an_unknown_variant_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["survey", "standard", "nonsense", "--games", "50"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.full
def test_runs_that_stopped_early_say_the_games_that_were_played(tmp_path: Path) -> None:
    asked = {"games": 1_000_000, "until": 0.0033, "seed": 2}
    alike = rbsim.patience_survey("talkative", "1b", **asked)  # type: ignore[arg-type]
    longest = max(one.stopped.games for one in alike.results)
    assert longest < 1_000_000
    mixed = rbsim.patience_survey("talkative", "sympathy", **asked)  # type: ignore[arg-type]
    lengths = sorted(one.stopped.games for one in mixed.results)
    assert lengths[0] < lengths[1] < 1_000_000
    file = tmp_path / "mixed.json"
    mixed.save(file)
    for result in (mixed, mixed.at(0.9), rbsim.load(file)):
        assert f"seed 2, games 0 to {lengths[1] - 1} at most; " in result.report().footnote
        assert f"{lengths[0]:,} to {lengths[1]:,} games each" in repr(result)


@pytest.mark.full
def test_runs_of_games_that_stopped_early(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[[study]]\nkind = "simulate"\nname = "both"\ngames = 200_000\nuntil = 0.002\n'
        'of = "standoff"\nplayers = ["uniform", "greedy"]'
    )
    shown = rbsim.play_plan(plan)["both"].report()
    assert "seed 1, games 0 to 19999 at most; " in shown.footnote


def test_runs_that_were_played_to_the_end_say_all_their_games() -> None:
    whole = rbsim.survey("standard", "strict", games=30) + rbsim.survey(
        "standard", "strict", games=20, first=40
    )
    assert "seed 1, games 0 to 29, seed 1, games 40 to 59; " in whole.report().footnote
    assert "50 games each, standard, strict" in repr(whole)
