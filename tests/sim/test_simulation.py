"""Batches from Python: the same games however they are run, and what a result holds."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import rbcore
import rbsim
from rbsim.cli import main
from rbsim.pipeline import study


def totals(result: rbsim.Result) -> list[object]:
    """All that a result adds up to, the time left out."""
    t = result.totals
    histograms = [np.trim_zeros(h).tolist() for h in (t.outcomes, t.turns, t.moves)]
    by_place = [[h.tolist() for h in one] for one in (t.scores, t.offences, t.calls)]
    return [t.games, t.starter_wins, t.give_ups, *histograms, *by_place]


@pytest.mark.sample(2)
@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("chunk", [1, 33, 1_000])
def test_threads_and_chunks_do_not_show(
    threads: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = rbsim.simulate(games=150, players="greedy:uniform", seed=4, threads=1)
    monkeypatch.setattr(study, "CHUNK", chunk)
    again = rbsim.simulate(games=150, players="greedy:uniform", seed=4, threads=threads)
    assert whole.games is not None
    assert again.games is not None
    assert (whole.games == again.games).all()
    assert totals(whole) == totals(again)
    bare = rbsim.simulate(games=150, players="greedy:uniform", seed=4, threads=threads, rows=False)
    assert bare.games is None
    assert totals(bare) == totals(whole)


def test_a_batch_may_begin_anywhere() -> None:
    whole = rbsim.simulate(games=30, seed=4).games
    part = rbsim.simulate(games=10, seed=4, first=20).games
    assert whole is not None
    assert (whole[20:] == part).all()


def test_the_summary_says_what_the_rows_say() -> None:
    result = rbsim.simulate("standard,houses-each=2", games=3_000, players="greedy", seed=5)
    rows, summary = result.games, result.summary()
    assert rows is not None
    won = rows["outcome"] == 0
    assert summary.starter_wins.count == (won & (rows["winner"] == rows["starter"])).sum()
    assert summary.other_wins.count == (won & (rows["winner"] != rows["starter"])).sum()
    for rate, outcome in ((summary.stalemates, 1), (summary.standoffs, 2), (summary.unfinished, 3)):
        assert rate.count == (rows["outcome"] == outcome).sum() > 0
        assert rate.games == 3_000
    assert sum(rate.count for rate in summary.rates.values()) == 3_000
    assert summary.turns.mean == pytest.approx(rows["turns"].mean())
    assert summary.moves.deviation == pytest.approx(rows["moves"].std(ddof=1))
    assert summary.turn_quantiles.values[2] == np.quantile(
        rows["turns"], 0.5, method="inverted_cdf"
    )
    finished = rows[rows["outcome"] != 3]
    starters = finished["scores"][np.arange(len(finished)), finished["starter"]]
    assert summary.scores[0].mean == pytest.approx(starters.mean())
    assert summary.scores[0].deviation == pytest.approx(starters.std(ddof=1))
    assert summary.scores[1].games == len(finished)


def test_seats_are_named_in_order() -> None:
    mixed = rbsim.simulate(games=300, players="greedy:uniform", seed=1).games
    assert mixed is not None
    assert (mixed["winner"] == 0).mean() > 0.9
    same = rbsim.simulate(games=20, players=["greedy", "uniform"], seed=1).games
    assert (mixed[:20] == same).all()


def test_arrow_and_pandas() -> None:
    result = rbsim.simulate("standard,houses-each=2", games=500, players="greedy", seed=5)
    rows, table = result.games, result.to_arrow(rows=True)
    assert rows is not None
    assert isinstance(table, pa.Table)
    assert table.num_rows == 500
    assert table["outcome"].to_pylist() == [rbcore.OUTCOMES[o] for o in rows["outcome"]]
    assert table["winner"].null_count == (rows["winner"] < 0).sum() > 0
    assert table["score_1"].to_pylist() == rows["scores"][:, 1].tolist()
    assert table["score_2"].null_count == 500
    assert set(table["seed"].to_pylist()) == {5}
    (provenance,) = json.loads(table.schema.metadata[b"rbsim"])
    assert provenance == result.provenance
    frame = result.to_pandas(rows=True)
    assert (frame["turns"].to_numpy() == rows["turns"]).all()
    assert frame["score_2"].isna().all()
    assert frame["winner"].isna().sum() == (rows["winner"] < 0).sum()
    assert str(frame["winner"].dtype) == "Int8"
    with pytest.raises(ValueError, match="rows=True"):
        rbsim.simulate(games=3, rows=False).to_arrow(rows=True)


def test_provenance_is_enough_to_play_again() -> None:
    result = rbsim.simulate(
        "cut-start,target=100", games=20, players="greedy:uniform", seed=3, first=7
    )
    p = result.provenance
    again = rbsim.simulate(
        rbcore.Rules(**p["rules"]),
        games=p["games"],
        players=[player.split("/")[0] for player in p["players"]],
        seed=p["seed"],
        first=p["first"],
    )
    assert (again.games == result.games).all()
    assert p["variant"] == "cut-start,target=100"
    assert p["players"] == ["greedy/2", "uniform/1"]
    assert p["games_version"] == rbcore.GAMES_VERSION


def test_a_notebook_shows_a_table() -> None:
    shown = rbsim.simulate(games=50)._repr_html_()
    assert "<table>" in shown
    assert "unfinished" in shown
    assert "intervals 95%" in shown


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 0}, "games=0"),
        ({"games": -5}, "games=-5"),
        ({"games": 10**13}, "games="),
        ({"games": 10**9}, "rows=False"),
        ({"players": "him"}, "'him' is not a player; there are uniform, greedy, weighted, planner"),
        ({"players": "greedy:greedy:greedy"}, "3 players for 2 seats"),
        ({"players": ""}, "not a player"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"threads": 0}, "threads"),
        ({"threads": "two"}, "not a whole number"),
        ({"games": 1.5}, "not a whole number"),
        ({"max_turns": 0}, "max_turns"),
        ({"max_moves": 10**9}, "max_moves"),
        ({"variant": "x"}, "not a variant"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.simulate(**({"games": 5} | change))


@pytest.mark.parametrize(
    ("play", "options", "words"),
    [
        (
            rbsim.simulate,
            {"max_turn": 9},
            "'max_turn' is not an option here; did you mean max_turns?",
        ),
        (rbsim.simulate, {"game": 9}, "'game' is not an option here; did you mean games?"),
        (
            rbsim.match,
            {"games": 9},
            "'games' is not an option here; there are variant, matches, ",
        ),
        (
            rbsim.survey,
            {"rows": True},
            "'rows' is not an option here; there are variants, games, ",
        ),
    ],
)
def test_an_unknown_option_is_told_what_there_is(
    play: Callable[..., object], options: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        play(**options)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    rbsim.simulate(games=2_500, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (2_500, 2_500)
    assert told == sorted(told)
    assert len(told) >= 2


def test_ctrl_c_stops_within_a_second() -> None:
    script = "import rbsim; print('go', flush=True); rbsim.simulate(games=10**9, rows=False)"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    start = time.perf_counter()
    _, errors = process.communicate(timeout=20)
    assert time.perf_counter() - start < 3  # a second, and room for a busy machine
    assert "KeyboardInterrupt" in errors
    assert process.returncode != 0


def test_importing_is_light() -> None:
    """The extras are not imported before they are needed."""
    script = (
        "import sys, rbsim; rbsim.simulate(games=5).summary();"
        "print([m for m in ('scipy', 'typer', 'rich', 'pyarrow', 'pandas') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_commands_read_no_file_of_patience() -> None:
    """There are a hundred, and they take longer than all else before a game is played."""
    script = (
        "import rbsim.cli.main as main; main.run(['simulate', '--games', '5', '--quiet']);"
        "from rbcore.patience.book import GAMES, known_games;"
        "print(len(GAMES.data), known_games.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "0 0"


def test_numbers_of_numpy_leave_plain_provenance() -> None:
    result = rbsim.simulate(games=np.int64(5), seed=np.uint64(7), max_turns=np.int32(99))
    assert json.loads(json.dumps(result.provenance))["max_turns"] == 99


def test_seconds_are_of_the_playing_alone() -> None:
    slow = rbsim.simulate(games=2, threads=1, progress=lambda *_: time.sleep(0.5))
    assert 0 < slow.seconds < 0.4


def test_a_game_replayed_alone_is_its_row() -> None:
    rules, players = rbcore.variant("standard"), ("greedy", "uniform")
    rows = rbsim.simulate(games=40, players=players, seed=6).games
    assert rows is not None
    for game in (0, 17, 39):
        start, moves, row = rbcore.trace(rules, players, 6, game)
        assert row == rows[game]
        assert (len(moves), start.seat) == (row["moves"], row["starter"])


def test_an_error_in_the_loop_stops_the_threads() -> None:
    def fail(*_: int) -> None:
        raise RuntimeError("no more")

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="no more") as caught:
        rbsim.simulate(games=10**9, rows=False, threads=2, progress=fail)
    assert caught.value.__traceback__ is not None
    assert threading.active_count() == before


@pytest.mark.full
def test_studies_load_when_they_are_asked_for() -> None:
    script = (
        "import sys, rbsim; assert 'numpy' not in sys.modules; "
        "rbsim.simulate(games=1); assert 'rbsim.studies.round_robin' not in sys.modules; "
        "assert all(hasattr(rbsim, name) for name in rbsim.__all__); rbsim.nothing"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "module 'rbsim' has no attribute 'nothing'" in run.stderr


def test_functions_that_play_one_run_say_what_plays_several(tmp_path: Path) -> None:
    runs = "uniform,greedy:uniform"
    for play in (
        lambda: rbsim.simulate(games=20, players=runs),
        lambda: rbsim.match(matches=20, players=runs),
        lambda: rbsim.advantage(games=20, players=runs),
        lambda: rbsim.compare("standard", "strict", games=20, players=runs),
        lambda: rbsim.sweep("reserve-size=5,6", games=20, players=runs),
    ):
        with pytest.raises(ValueError, match="are 2 runs, where one is asked for; survey plays "):
            play()
    assert len(rbsim.survey("standard", games=20, players=runs).results) == 2
    plan = tmp_path / "plan.toml"
    names = runs.split(",")
    plan.write_text(f'[[study]]\nkind = "advantage"\ngames = 20\nplayers = {names}')
    assert [one.study.arms[0].player_text for one in rbsim.play_plan(plan).values()] == names


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("kind", "several", "named"),
    [
        ("simulate", {"players": "greedy,uniform,greedy"}, "greedy"),
        ("simulate", {"players": "greedy,greedy:greedy"}, "greedy"),
        ("match", {"players": "greedy:uniform,greedy:uniform"}, "greedy:uniform"),
        ("survey", {"players": "uniform,uniform"}, "uniform"),
        ("survey", {"variants": ["standard", "standard"]}, "standard"),
        ("survey", {"variants": ["reserve-11", "standard,reserve-size=11"]}, "reserve-11"),
        ("compare", {"variants": ["strict", "strict"]}, "strict"),
        ("patience-survey", {"forms": ["robert", "15"]}, "robert"),
        ("patience-survey", {"forms": ["fly"], "players": "uniform,uniform"}, "uniform"),
    ],
)
def test_what_is_given_twice_is_refused_everywhere(
    kind: str, several: dict[str, Any], named: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    said = f"{named} is given twice; give it once"
    words = [word for name in ("variants", "forms") for word in several.get(name, ())]
    players = several.get("players")
    given = ["--players", players] if players else []
    assert main.run([kind.removesuffix("-survey"), *words, *given]) == 2
    assert capsys.readouterr().err == f"rbsim: {said}\n"
    plan = tmp_path / "plan.toml"
    lines = [f"{name} = {json.dumps(one)}" for name, one in several.items() if name != "players"]
    lines += [f"players = {json.dumps(players.split(','))}"] if players else []
    plan.write_text("\n".join(["[[study]]", f"kind = '{kind}'", *lines]))
    with pytest.raises(ValueError, match=said):
        rbsim.read_plan(plan)
    if kind in ("simulate", "match"):  # which play one run in Python
        return
    several_runs = {"players": players} if players else {}
    with pytest.raises(ValueError, match=said):
        getattr(rbsim, kind.replace("-", "_"))(*words, **several_runs)
