"""Games of patience through batches: what is played, until when, and merged."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbsim
from rbcore.patience import playing
from rbsim.cli.patience_text import show_game
from rbsim.pipeline.engine import play_chunk
from rbsim.pipeline.study import Study, Tally
from rbsim.arms import rows as row_kinds
from rbsim.arms.arm import make_patience_arm
from rbsim.arms.rows import Form
from rbsim.studies.patience_games import Patience
from support.patience import FORMS, core_rows

# ---- the same games everywhere -------------------------------------------------------------------


@pytest.mark.sample(1)
@FORMS
def test_totals_and_rows_are_those_of_the_core_whatever_the_threads(form: str) -> None:
    wanted = core_rows(form, 3, 10, 50_000)
    one, two = (
        rbsim.patience(form, games=50_000, seed=3, first=10, threads=threads) for threads in (1, 2)
    )
    for result in (one, two):
        assert result.games is not None
        assert result.games.tobytes() == wanted.tobytes()
        assert result.wins.count == wanted["outcome"].sum()
        for name in result.totals.COUNTED:
            assert getattr(result.totals, name).tolist() == np.bincount(wanted[name]).tolist()
    assert one.to_dict() == two.to_dict()
    assert one.provenance == two.provenance


@pytest.mark.sample(2)
@FORMS
def test_chunks_and_slices_do_not_show(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = rbsim.patience(form, games=3_000).games
    monkeypatch.setattr("rbsim.pipeline.study.CHUNK", 2)  # 40 games of patience
    monkeypatch.setattr(row_kinds, "SLICE_S", 0)  # never longer than the first slice
    found = rbsim.patience(form, games=3_000, threads=2).games
    assert found is not None
    assert wanted is not None
    assert found.tobytes() == wanted.tobytes()


@pytest.mark.full
def test_other_processes_play_the_same_games() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        far = rbsim.patience("harvest", games=2_000, executor=executor, threads=2)
    assert far.to_dict() == rbsim.patience("harvest", games=2_000).to_dict()


def test_a_stop_is_heeded_between_slices() -> None:
    batch = make_patience_arm(Form("harvest"), None, 10_000)
    rows = batch.room()
    assert batch.play(0, rows, np.ones(1, np.uint8)) == 0
    assert not rows["index"].any()
    assert batch.play(0, rows, np.zeros(1, np.uint8)) == 10_000


def test_a_game_is_one_by_number_and_by_name() -> None:
    assert make_patience_arm(Form("5b"), None, 10) == make_patience_arm(
        Form("harvest-running"), None, 10
    )
    assert Form("63,heaps=17") == Form("sympathy,heaps=17")
    assert pickle.loads(pickle.dumps(Form("15,passes=3"))).game.rules.stock.passes == 3
    assert Form("Hit or Miss") == Form("18")
    with pytest.raises(ValueError, match="the nearest is talkative, with the same calls"):
        Form("Frustration")


@pytest.mark.parametrize(
    ("game", "player", "is_best"),
    [
        ("nestor", "plain", True), ("nestor", "uniform", False),
        ("nestor,order=first", None, False), ("1a,order=best", None, True),
        ("1a", None, False), ("14b", "plain", True),
        ("14b", "adviser", False),
    ],
)  # fmt: skip
def test_the_best_order_is_named(game: str, player: str | None, is_best: bool) -> None:
    said = rbsim.patience(game, games=20, players=player).headline
    assert ("in the best order, as if all cards were known" in said) == is_best


def test_a_chunk_has_the_totals_of_its_rows() -> None:
    study = Study("patience", (make_patience_arm(Form("star"), None, 100),))
    chunk = play_chunk(range(20, 70), study, (0,), with_rows=True)
    assert chunk.tally.arms[0].games == 50
    assert chunk.rows[0]["index"].tolist() == list(range(20, 70))


def test_sympathy_is_a_game_of_patience() -> None:
    both = rbsim.sympathy(games=500)
    assert both.to_dict() == rbsim.patience_survey("63", "63,heaps=17", games=500).to_dict()
    alone = rbsim.patience("sympathy,heaps=17", games=500)
    assert alone.to_dict()["estimate"] == both.results[1].to_dict()["estimate"]


def test_a_game_of_ones_own_is_named_and_how_often_it_was_given_up_is_said(tmp_path: Path) -> None:
    """Its fixed way packs to and fro; that is seen after `idle` moves, not in a second a game."""
    file = tmp_path / "to-and-fro.toml"
    file.write_text(
        'name = "to-and-fro"\nline = "ten places, packed in colours"\n'
        'foundations.aces = { begin = "A", length = 13 }\n'
        'piles.rows = { count = 10, deal = 1, on = { step = -1, suit = "other colour" } }\n'
        'play.moves = ["play", "pack", "turn"]\n'
        'play.plain = ["play", "pack", "turn"]\n'
    )
    found = rbsim.patience(str(file), games=100)
    rate = found.figure("given_up")
    assert 50 < 100 * rate.estimate < 100
    assert f", given up in {100 * rate.estimate:.0f}" in found.headline
    assert "none of 100 games, 0% (0 to" in found.headline
    assert show_game(str(file), 3).startswith("to-and-fro, game 3 of seed 1\n")
    assert not any("No. " in section.words for section in found.sections())


# ---- until it is known ---------------------------------------------------------------------------


def test_playing_until_the_rate_is_known() -> None:
    found = rbsim.patience("pairs", games=100_000, until=0.01)
    assert found.stopped is not None
    assert found.stopped.reached
    assert found.games is not None
    assert found.totals.games == found.stopped.games == len(found.games) < 100_000
    assert found.stopped.games % found.stopped.goal.block == 0
    anytime = found.figure("wins_anytime")
    assert anytime.interval.high - anytime.interval.low <= 0.02
    assert "known to ± 1%" in found.headline
    cut = rbsim.patience("pairs", games=10_000, until=0.001)
    assert cut.stopped is not None
    assert not cut.stopped.reached


def test_a_goal_is_of_the_games_that_are_played() -> None:
    with pytest.raises(ValueError, match="of='wins' is not a quantity"):
        rbsim.simulate(games=100, until=0.1, of="wins")
    goal = rbsim.patience("star", games=100, until=0.1).study.goal
    with pytest.raises(ValueError, match="of=wins is no quantity of standard"):
        Study("simulate", (rbsim.simulate(games=10).batch,), goal=goal)


# ---- merging -------------------------------------------------------------------------------------


@FORMS
def test_runs_over_other_games_are_merged(form: str) -> None:
    one, other = (rbsim.patience(form, games=400, first=first) for first in (0, 400))
    whole = rbsim.patience(form, games=800)
    assert (other + one).to_dict() == whole.to_dict()
    assert (one + other).provenance == whole.provenance
    merged = (other + one).games
    assert merged is not None
    assert whole.games is not None
    assert merged.tobytes() == whole.games.tobytes()
    with pytest.raises(ValueError, match="both results have games 0 to 399 of seed 1"):
        one + one
    with pytest.raises(ValueError, match="other rules, players or limits"):
        one + rbsim.patience("star", games=10, first=800)


# ---- undecided games -----------------------------------------------------------------------------


def test_games_that_are_neither_won_nor_lost_are_counted_apart() -> None:
    """As a solver leaves them; they are open for the rate, and never folded into another."""
    totals = row_kinds.PATIENCE.sums(1)
    rows = np.zeros(10, playing.ROW)
    rows["outcome"] = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    totals.add(rows)
    kind = replace(row_kinds.PATIENCE, outcomes=("lost", "won", "undecided"))
    batch = replace(make_patience_arm(Form("star"), None, 10), row_kind=kind)
    result = Patience(Study("patience", (batch,)), Tally({0: totals}))
    assert (result.wins.count, result.wins.games, result.wins.undecided) == (4, 10, 3)
    assert result.wins.extremes == (0.4, 0.7)
    assert result.figure("undecided").estimate == 0.3
    assert result.figure("wins").undecided == (0.4, 0.7)
    assert "unfinished games all count against, or for" in result.report().footnote
    assert totals.sides("wins") == (0, 4, 3)


def test_who_may_give_up_has_the_figure_whether_or_not_a_game_was() -> None:
    for game, players, named in (("capricieuse", "uniform", True), ("harvest", "plain", False)):
        found = rbsim.patience(game, games=50, players=players)
        assert found.totals.undecided == 0
        assert ("given_up" in {one.quantity for one in found.figures}) == named


# ---- bad calls -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: rbsim.patience(7),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", players=7),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", games=1.5),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", games=5, first=2**64),
        lambda: rbsim.patience_survey("star", "stra", games=5),
        lambda: rbsim.sympathy(15),
        lambda: rbsim.sympathy("16.5"),  # type: ignore[arg-type]
    ],
)
def test_bad_calls_are_one_sentence(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        call()
    assert "\n" not in str(refused.value)
