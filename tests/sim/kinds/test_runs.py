"""Runs of games, matches and patience: the same however they are run, and what their rows say."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbpatience.book import find_game
from rbsim.arms.forms import Form, form_arm
from rbsim.arms.records import ROW_KINDS
from rbsim.arms.rows import RowKind
from rbsim.estimates import intervals
from rbsim.kinds.runs import axis_values
from rbsim.options import StudyOptions
from rbsim.result import KINDS, Result
from rbsim.study import run as study
from support.drawn import DRAWS, holds, same_deals, summed
from support.patience import FORMS, played
from support.quick import fewer

WIN, LEFT = (rbcore.OUTCOMES.index(name) for name in ("win", "unfinished"))


def rows_of(variant: str = "standard", **more: Any) -> np.ndarray:
    return rbsim.simulate(variant, **{"games": 30, "seed": 4, "rows": True, **more}).games


# ---- the same games however they are run ---------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize(("threads", "seconds"), [(1, 0.0), (2, 1e-4), (7, 10.0), (7, 0.0)])
@pytest.mark.parametrize("name", ["simulate", "match", "patience"])
def test_threads_and_pieces_do_not_show(threads, seconds, name, monkeypatch):
    plays: dict[str, Callable[..., Any]] = {
        "simulate": lambda **how: rbsim.simulate(
            games=150, players="greedy:uniform", seed=4, **how
        ),
        "match": lambda **how: rbsim.match("standard,starter=alternate", matches=60, seed=4, **how),
        "patience": lambda **how: rbsim.patience("sympathy,heaps=17", games=3_000, **how),
    }
    whole = plays[name](threads=1, rows=True)
    monkeypatch.setattr(study, "CHUNK_S", seconds)
    again = plays[name](threads=threads, rows=True)
    assert (again.games == whole.games).all()
    bare = plays[name](threads=threads)
    assert bare.to_dict() == again.to_dict() == whole.to_dict()
    with pytest.raises(ValueError, match="no rows were kept; give rows=True, or a store"):
        assert bare.games


def test_provenance_is_enough_to_play_again() -> None:
    how: dict[str, Any] = {"players": "greedy:uniform", "seed": 3, "first": 7, "rows": True}
    for noun, play in (("games", rbsim.simulate), ("matches", rbsim.match)):
        found = play("cut-start,target=100", **{noun: 9}, **how)
        (p,) = json.loads(json.dumps(found.provenance))["arms"]
        assert (p["variant"], p["players"]) == ("cut-start,target=100", ["greedy/2", "uniform/1"])
        assert p["games_version"] == rbcore.GAMES_VERSION
        players = [player.split("/")[0] for player in p["players"]]
        again = play(rbcore.Rules(**p["rules"]), **{noun: p[noun]}, players=players,
                     seed=p["seed"], first=p["first"], rows=True)  # fmt: skip
        assert (again.games == found.games).all()
    found = rbsim.simulate(games=np.int64(5), seed=np.uint64(7), max_turns=np.int32(99))
    assert json.loads(json.dumps(found.provenance))["arms"][0]["max_turns"] == 99


def test_seconds_are_of_the_playing_alone() -> None:
    slow = rbsim.simulate(games=2, threads=1, progress=lambda *_: time.sleep(0.3))
    assert slow.to_document()["provenance"]["seconds"] > 0


def test_an_error_in_the_loop_stops_the_threads() -> None:
    def fail(*_: int) -> None:
        raise RuntimeError("no more")

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="no more"):
        rbsim.simulate(games=10**9, threads=2, progress=fail)
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys, rbsim; assert 'numpy' not in sys.modules; rbsim.simulate(games=5).figures;"
         "print([m for m in ('scipy', 'typer', 'rich', 'pyarrow', 'pandas', 'matplotlib')"
         " if m in sys.modules])", "[]"),
        ("import rbsim.cli.main as main; main.run(['simulate', '--games', '5', '--quiet']);"
         "from rbpatience.book import GAMES, known_games;"
         "print(len(GAMES.data), known_games.cache_info().currsize)", "0 0"),
        ("import rbsim; assert all(hasattr(rbsim, name) for name in rbsim.__all__)\n"
         "try: rbsim.nothing\n"
         "except AttributeError as error: print(error)",
         "module 'rbsim' has no attribute 'nothing'"),
    ],
)  # fmt: skip
def test_nothing_is_loaded_before_it_is_needed(code: str, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == said


# ---- figures of games are those of the rows ------------------------------------------------------


def test_figures_are_those_of_the_rows() -> None:
    found = rbsim.simulate("standard,houses-each=2", games=12_000, seed=5, rows=True)
    rows = found.games
    won, over = rows["outcome"] == WIN, rows["outcome"] != LEFT
    wins = won & (rows["winner"] == rows["starter"])
    counts = {
        "starter_wins": wins.sum(), "other_wins": (won & ~wins).sum(), "unfinished": (~over).sum(),
        "nobody_wins": np.isin(rows["outcome"], (1, 2)).sum(),
    }  # fmt: skip
    counts |= {name: (rows["outcome"] == rbcore.OUTCOMES.index(name)).sum()
               for name in ("stalemate", "standoff")}  # fmt: skip
    for name, count in counts.items():
        one = found.figure(name)
        assert (one.count, one.n) == (count, 12_000)
        assert count > 0
        left = 0 if name == "unfinished" else counts["unfinished"]
        assert one.undecided == pytest.approx((count / 12_000, (count + left) / 12_000))
    lead = np.where(won, np.where(wins, 1.0, -1.0), 0.0)
    assert found.advantage.estimate == pytest.approx(lead.mean())
    assert found.advantage.standard_error == pytest.approx(stats.sem(lead))
    starters = rows["scores"][np.arange(12_000), rows["starter"]]
    second = rows["scores"][np.arange(12_000), 1 - rows["starter"]]
    for name, values in (
        ("turns", rows["turns"]), ("moves", rows["moves"]), ("decided_turns", rows["turns"][won]),
        ("decided_moves", rows["moves"][won]), ("starter_score", starters[over]),
        ("second_score", second[over]),
    ):  # fmt: skip
        one = found.figure(name)
        assert one.estimate == pytest.approx(values.mean())
        assert one.standard_error == pytest.approx(stats.sem(values))
        assert one.n == len(values)
    median = np.quantile(rows["turns"], 0.5, method="inverted_cdf")
    assert found.figure("turns_q50").estimate == median
    assert found.figure("give_ups").estimate == pytest.approx(rows["give_ups"].mean())


def test_seats_are_named_in_order_and_may_slip() -> None:
    mixed = rows_of(games=300, players="greedy:uniform")
    assert (mixed["winner"] == 0).mean() > 0.9
    assert (mixed[:20] == rows_of(games=20, players=["greedy", "uniform"])).all()
    found = rbsim.simulate(games=300, slip="0.2:0", seed=4, rows=True)
    offences, order = found.games["offences"], found.games["starter"]
    assert not offences[:, 1].any()
    assert found.figure("starter_offences").estimate == pytest.approx(
        offences[np.arange(300), order].mean()
    )


def test_what_is_not_as_ever_stands_below_the_tables() -> None:
    odd = rbsim.simulate(games=20, slip=0.1, watch=0.5, max_turns=60, shuffle=3, players="greedy")
    assert "; slip 0.1, watch 0.5; shuffle 3; max-turns 60; " in " ".join(str(odd).split())
    assert "slip" not in str(rbsim.simulate(games=20))


def test_runs_side_by_side_are_those_alone() -> None:
    found = rbsim.simulate("standard", "three-player", games=50, players="uniform,greedy", seed=2,
                           rows=True)  # fmt: skip
    runs = dict.fromkeys((one.labels["variant"], one.labels["players"]) for one in found.figures)
    assert list(runs) == [(variant, players) for variant in ("standard", "three-player")
                          for players in ("uniform", "greedy")]  # fmt: skip
    for variant, players in runs:
        alone = rbsim.simulate(str(variant), games=50, players=str(players), seed=2, rows=True)
        own = {"variant": variant, "players": players}
        for one in alone.figures:
            assert found.figure(one.quantity, **own) == one
        assert (found.arm_rows(**own) == alone.games).all()
    for call in (lambda: found.games, lambda: found.arm_rows(players="greedy")):
        with pytest.raises(ValueError, match="arms here; choose one with variant='standard'"):
            call()
    with pytest.raises(ValueError, match="there are no arms with"):
        found.arm_rows(variant="strict")


def test_sweeps_are_simulations_point_by_point() -> None:
    found = rbsim.sweep("reserve-size=12..13", "release=no,any", variant="early-turn", games=60)
    points = dict.fromkeys((o.labels["reserve_size"], o.labels["release"]) for o in found.figures)
    assert list(points) == [(12, "no"), (12, "any"), (13, "no"), (13, "any")]
    for size, release in points:
        alone = rbsim.simulate(f"early-turn,reserve-size={size},release={release}", games=60)
        shown = found.figure("turns", reserve_size=size, release=release)
        assert shown.estimate == alone.figure("turns").estimate
        assert shown.n == 60
        assert shown.labels["variant"] == "early-turn"
    with pytest.raises(ValueError, match=r"with reserve_size=12 or 13 and release='no' or 'any'"):
        found.figure("turns")
    for size in (12, 13):
        of_variants = rbsim.sweep("variant=early-turn,strict", f"reserve-size={size},5", games=60)
        for name in ("early-turn", "strict"):
            alone = rbsim.simulate(f"{name},reserve-size={size}", games=60)
            shown = of_variants.figure("turns", variant=name, reserve_size=size)
            assert shown.estimate == alone.figure("turns").estimate
    assert axis_values("variant=standard,reserve-size=9,strict") == (
        "variant",
        ["standard,reserve-size=9", "strict"],
    )
    with pytest.raises(ValueError, match="variant is an axis here; leave out variant=strict"):
        rbsim.sweep("variant=standard,covered", variant="strict", games=1)
    with pytest.raises(ValueError, match="names no variants; write variant=standard,strict"):
        rbsim.sweep("variant=", games=1)
    assert axis_values("houses-each=2..4") == ("houses-each", [2, 3, 4])
    assert axis_values("early-turn=no,yes") == ("early-turn", [False, True])


@pytest.mark.full
def test_the_slope_along_an_axis_lies_in_its_interval_as_often_as_it_says() -> None:
    """Of values that share their deals, each worth some points more than the one before."""
    shown, rng, held = rbsim.sweep("reserve-size=5..8", games=1), np.random.default_rng(3), []
    for _ in range(fewer(400)):
        rows = same_deals(rng, lambda arm: 0.05 * (arm.rules.reserve_size - 5))
        one = Result(shown.kind, shown.study, summed(shown.study, rows)).figure("slope")
        held.append(one.low <= 0.05 * (1 - DRAWS) <= one.high)
    assert holds(held, 0.95)
    found = rbsim.sweep("reserve-size=5..8", games=400, seed=3, rows=True)
    rows = [found.arm_rows(arm=arm) for arm in range(4)]
    leads = [np.where(own["winner"] < 0, 0, np.where(own["winner"] == own["starter"], 1.0, -1.0))
             for own in rows]  # fmt: skip
    fitted = np.polyfit(range(4), np.transpose(leads).mean(axis=0), 1)[0]
    assert found.figure("slope").estimate == pytest.approx(fitted)
    deals = np.polyfit(range(4), leads, 1)[0]
    assert found.figure("slope").standard_error == pytest.approx(stats.sem(deals), rel=0.2)


def test_an_unknown_option_is_told_what_there_is() -> None:
    for play, options, words in (
        (rbsim.simulate, {"max_turn": 9}, "simulate has no option 'max_turn'; did you mean max_tu"),
        (rbsim.match, {"games": 9}, "match has no option 'games'; there are matches, "),
        (rbsim.patience, {"slip": 0.1}, "patience has no option 'slip'"),
    ):
        with pytest.raises(TypeError, match=words):
            play(**options)  # type: ignore[operator]


# ---- matches -------------------------------------------------------------------------------------


def test_where_no_match_was_won_there_is_no_number() -> None:
    found = rbsim.match(matches=1, max_turns=1)
    assert found.figure("unfinished").count == 1
    assert found.figure("unfinished_games").n == rbcore.MATCH_GAMES
    assert np.isnan(found.figure("games").estimate)
    assert "nan" not in str(found.report(full=True))


# ---- patience ------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@FORMS
def test_games_of_patience_are_those_of_the_core(form: str) -> None:
    wanted = played(form, find_game(form).player, 20_000, seed=3, first=10)
    found = rbsim.patience(form, games=20_000, seed=3, first=10, threads=2, rows=True)
    assert found.games.tobytes() == wanted.tobytes()
    assert found.figure("wins").count == np.sum(wanted["outcome"] == 1)
    names = {"left": "pairs_left", "first_pass": "pairs_stuck"}
    names = names if form.startswith("sympathy") else {"left": "cards_left", "passes": "passes"}
    for column, name in names.items():
        one = found.figure(name)
        assert one.estimate == pytest.approx(wanted[column].mean())
        assert one.standard_error == pytest.approx(stats.sem(wanted[column]))
        median = np.quantile(wanted[column], 0.5, method="inverted_cdf")
        assert found.figure(f"{name}_q50").estimate == median


def test_a_stop_is_heeded_between_slices() -> None:
    arm = form_arm(Form("harvest"), None, 10_000, StudyOptions())
    rows = arm.empty_rows(10_000)
    assert arm.play(0, rows, np.ones(1, np.uint8)) == 0
    assert not rows["index"].any()
    assert arm.play(0, rows, np.zeros(1, np.uint8)) == 10_000


def test_what_makes_more_games_end() -> None:
    more_endings = KINDS["patience"].more_endings
    arm = partial(form_arm, Form("klondike"), count=1, options=StudyOptions())
    assert more_endings(arm("solver-2000"), {}) == 'players="solver-20000" searches further'
    assert "solver-50000000-4096" in more_endings(arm("solver-9000000-4096"), {})
    assert more_endings(arm("solver-50000000"), {}) == "no solver searches further"
    assert more_endings(arm("adviser"), {}).startswith("cards move back and forth")


@pytest.mark.parametrize("kind", ROW_KINDS, ids=lambda kind: kind.place)
def test_a_worker_has_its_own_kinds_of_rows(kind: RowKind) -> None:
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_a_game_is_one_by_number_and_by_name() -> None:
    one, other = (
        form_arm(Form(name), None, 10, StudyOptions()) for name in ("5b", "harvest-running")
    )
    assert one == other
    assert Form("63,heaps=17") == Form("sympathy,heaps=17")
    assert pickle.loads(pickle.dumps(Form("15,passes=3"))).game.rules.stock.passes == 3
    assert Form("Hit or Miss") == Form("18")
    with pytest.raises(ValueError, match="the nearest is talkative, with the same calls"):
        Form("Frustration")


def test_several_games_stand_side_by_side() -> None:
    both = rbsim.patience("sympathy", "sympathy,heaps=17", games=500)
    alone = rbsim.patience("63,heaps=17", games=500)
    for one in alone.figures:
        assert both.figure(one.quantity, variant="sympathy,heaps=17") == one
    every = rbsim.patience(games=1)
    assert len(every.study.parts) > 100


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
    given_up = found.figure("given_up")
    assert 50 < 100 * given_up.estimate < 100
    assert found.figure("wins").undecided == pytest.approx((0, given_up.estimate))
    assert found.figure("wins").labels["variant"] == "to-and-fro"
    assert "given up" not in str(found)
    assert "with --deal NUMBER; `pack loose` in the game's file" in " ".join(str(found).split())
    file.write_text(file.read_text().replace('"pack"', '"pack loose"'))
    assert rbsim.patience(str(file), games=200).figure("given_up").count == 0
    for game, players, is_named in (("capricieuse", "uniform", True), ("harvest", "plain", False)):
        figures = rbsim.patience(game, games=50, players=players).figures
        assert ("given_up" in {one.quantity for one in figures}) == is_named


def test_the_rate_of_starters_is_not_taken_for_that_of_a_player() -> None:
    said = "Either player may start; use ladder to compare the players."
    for players, is_said in (("greedy:uniform", True), ("greedy", False)):
        found = rbsim.simulate("standard", games=20, players=players, seed=1)
        assert (said in found.headline) == is_said


def test_runs_of_patience_are_compared_deal_by_deal() -> None:
    """As far as they deal from the same pack; robert and the other reading do."""
    found = rbsim.patience("robert", "robert,passes=3", "harvest", games=2_000, rows=True)
    first, more = (
        found.arm_rows(variant=name)["outcome"] == 1 for name in ("robert", "robert,passes=3")
    )
    one = found.figure("more_wins", variant="robert,passes=3")
    assert one.estimate == pytest.approx(more.mean() - first.mean())
    gained, lost = (more & ~first).sum(), (first & ~more).sum()
    assert (one.p, one.low, one.high) == pytest.approx(
        (intervals.mcnemar(gained, lost), *intervals.tango(gained, lost, 2_000, 0.95))
    )
    assert [own.labels["variant"] for own in found.figures if own.quantity == "more_wins"] == [
        "robert,passes=3"
    ]
    assert "Compared with robert on the same deals: robert,passes=3 " in found.headline
    assert "chance" not in found.headline
