"""Playing until something is known: the same games however they are run, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline import stopping as until
from rbsim.pipeline.stopping import QUANTITIES
from rbsim.stats.figure import Figure
from support.tables import row, table


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(until, "BLOCK", 500)


def test_threads_do_not_show() -> None:
    one, three = (
        rbsim.simulate(games=9_999, players="greedy", seed=6, until=0.03, threads=threads)
        for threads in (1, 3)
    )
    assert one.stopped is not None
    assert one.stopped == three.stopped
    assert one.stopped.reached
    assert one.batch.count == one.stopped.games == one.summary().games
    assert one.batch.count % 500 == 0
    assert 500 < one.batch.count < 9_999
    assert one.games is not None
    assert three.games is not None
    assert (one.games == three.games).all()
    # They are the first games of the seed, and their provenance says how many.
    again = rbsim.simulate(games=one.provenance["games"], players="greedy", seed=6)
    assert (one.games == again.games).all()


@pytest.mark.sample(3)
@pytest.mark.parametrize("of", QUANTITIES)
def test_every_quantity_is_the_summarys(of: str) -> None:
    result = rbsim.simulate(
        "standard,houses-each=2", games=2_000, players="greedy", seed=6, until=0.05, of=of
    )
    stopped, summary = result.stopped, result.summary()
    assert stopped is not None
    rates = {name.replace(" ", "-"): rate.rate for name, rate in summary.rates.items()}
    rates["advantage"] = rates["starter-wins"] - rates["other-wins"]
    assert stopped.mean == pytest.approx(rates[of])
    assert stopped.interval[0] < rates[of] < stopped.interval[1]
    assert stopped.half <= 0.05 or not stopped.reached


@pytest.mark.sample(1)
@pytest.mark.parametrize("of", QUANTITIES)
def test_a_goal_is_reached_when_both_ends_are_known(of: str) -> None:
    """A fifth of the games are unfinished, or hardly any: then only is the goal reached."""
    cut_off, whole = (
        rbsim.simulate(
            games=4_000, players="greedy", seed=6, until=0.06, of=of, max_turns=most, store=None
        )
        for most in (50, 1_000)
    )
    summary, stopped = cut_off.summary(), cut_off.stopped
    assert stopped is not None
    assert whole.stopped is not None
    assert whole.stopped.reached
    left = summary.unfinished.rate
    assert left > 0.13
    rates = {name.replace(" ", "-"): rate.extremes for name, rate in summary.rates.items()}
    rates["advantage"] = summary.played_advantage.extremes
    assert stopped.extremes == pytest.approx(rates[of])
    assert stopped.interval[0] <= stopped.extremes[0] <= stopped.extremes[1] < stopped.interval[1]
    assert stopped.reached == (of == "unfinished")
    shown = stopped.record
    tables = cut_off.report().tables
    (cells,) = next(t for t in tables if t.head[0] == "played until known").rows
    assert isinstance(cells[2], Figure)
    assert cells[2].undecided == pytest.approx(rates[of])
    assert shown["extremes"] == pytest.approx(rates[of])
    if of == "unfinished":
        assert shown["extremes"][0] == shown["extremes"][1]


def test_the_cap_may_come_first() -> None:
    result = rbsim.simulate(games=1_200, players="greedy", seed=6, until=0.001, first=50)
    assert result.stopped is not None
    assert not result.stopped.reached
    assert result.batch.count == 1_200
    assert result.stopped.half < 0.1
    assert "the cap of 1,200 games came before ± 0.1%" in result.headline
    assert result.to_document()["provenance"]["stopped"][0]["reached"] is False
    assert rbsim.simulate(games=50).stopped is None


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    arguments = ["simulate", "--games", "9000", "--players", "greedy", "--until", "0.05"]
    assert run([*arguments, "--of", "advantage", "--json", "--rows", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)
    (until,) = found["provenance"]["stopped"]
    low, high = until["anytime_interval"]
    assert (until["of"], until["reached"]) == ("advantage", True)
    assert low < until["mean"] < high <= low + 0.1
    assert until["most_games"] == 9_000
    shown = row(found["results"], "advantage_anytime")
    assert (shown["low"], shown["high"], shown["method"]) == (low, high, "anytime")
    file = pq.read_table(path)
    assert file.num_rows == until["games"] == shown["n"] < 9_000
    (provenance,) = json.loads(file.schema.metadata[b"rbsim"])
    assert (provenance["until"], provenance["of"]) == (0.05, "advantage")
    assert run(arguments) == 0
    text = capsys.readouterr().out
    for words in ("played until known", "starter wins", "at every look, 95%", "known to ± 5%"):
        assert words in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("text", ["0.05", "5%", " ±5% "])
def test_a_goal_is_read_as_people_write_it(text: str) -> None:
    assert rbsim.simulate(games=9, until=text) == rbsim.simulate(games=9, until=0.05)
    assert rbsim.advantage(games=9, until=text) == rbsim.advantage(games=9, until=0.05)


@pytest.mark.parametrize("bad", ["x", "5%%", "0,1", True, float("inf"), None])
def test_bad_goals_are_refused_in_a_sentence(bad: object) -> None:
    with pytest.raises(ValueError, match="until"):
        rbsim.simulate(games=5, until=bad, of="stalemate" if bad is None else None)  # type: ignore[arg-type]


def test_unfinished_games_show_at_both_ends(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--games", "200", "--players", "greedy", "--max-turns", "40"]
    assert run(arguments) == 0
    assert "unfinished games may move these" in " ".join(capsys.readouterr().out.split())
    assert run([*arguments, "--json"]) == 0
    found = table(capsys.readouterr().out)
    won, left, median = (row(found, name) for name in ("starter_wins", "unfinished", "turns_q50"))
    assert won["undecided_low"] == won["estimate"]
    assert won["undecided_high"] == pytest.approx(won["estimate"] + left["estimate"])
    assert won["low"] < won["undecided_low"] < won["undecided_high"] < won["high"]
    assert left["undecided_low"] == left["undecided_high"] == left["estimate"]
    assert median["low"] <= median["estimate"] <= median["high"]
