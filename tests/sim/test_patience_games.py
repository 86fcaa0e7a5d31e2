"""Games of patience through batches, stores, files and the command line."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import rbcore
import rbsim
from rbcore.patience import playing
from rbcore.patience import sympathy as two_packs
from rbcore.patience.book import GAMES
from rbsim.cli.main import run
from rbsim.formatting import patience_tables
from rbsim.patience_games import show_game
from rbsim.pipeline import store as stores
from rbsim.pipeline.engine import play_chunk
from rbsim.pipeline.study import Study
from rbsim.results.patience_result import Patience
from rbsim.running import row_kinds
from rbsim.running.batch import make_patience_batch
from rbsim.running.forms import SYMPATHY, Form, every_form, games
from support.tables import count, row

FORMS = pytest.mark.parametrize("form", ["talkative", "robert,passes=3", "sympathy,heaps=17"])


def core_rows(form: str, seed: int, first: int, n: int) -> np.ndarray:
    """The rows of a form as the core plays them, in one go."""
    if form.startswith("sympathy"):
        rows = np.zeros(n, two_packs.GAME)
        two_packs.play(17 if form.endswith("17") else 16, seed, first, rows)
    else:
        rows = np.zeros(n, playing.ROW)
        playing.play(form, "plain", seed, first, rows)
    return rows


# ---- the same games everywhere -------------------------------------------------------------------


@FORMS
def test_totals_and_rows_are_those_of_the_core_whatever_the_threads(form: str) -> None:
    wanted = core_rows(form, 3, 10, 50_000)
    one, two = (
        rbsim.patience(form, games=50_000, seed=3, first=10, threads=threads) for threads in (1, 2)
    )
    for result in (one, two):
        assert result.rows is not None
        assert result.rows.tobytes() == wanted.tobytes()
        assert result.wins.count == wanted["outcome"].sum()
        for name in result.totals.COUNTED:
            assert getattr(result.totals, name).tolist() == np.bincount(wanted[name]).tolist()
    assert one.to_dict() == two.to_dict()
    assert one.provenance == two.provenance


@FORMS
def test_chunks_and_slices_do_not_show(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = rbsim.patience(form, games=3_000).rows
    monkeypatch.setattr("rbsim.pipeline.study.CHUNK", 2)  # 40 games of patience
    monkeypatch.setattr(row_kinds, "SLICE_S", 0)  # never longer than the first slice
    found = rbsim.patience(form, games=3_000, threads=2).rows
    assert found is not None
    assert wanted is not None
    assert found.tobytes() == wanted.tobytes()


def test_other_processes_play_the_same_games() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        far = rbsim.patience("harvest", games=2_000, executor=executor, threads=2)
    assert far.to_dict() == rbsim.patience("harvest", games=2_000).to_dict()


def test_a_stop_is_heeded_between_slices() -> None:
    batch = make_patience_batch("harvest", None, 10_000)
    rows = batch.room()
    assert batch.play(0, rows, np.ones(1, np.uint8)) == 0
    assert not rows["index"].any()
    assert batch.play(0, rows, np.zeros(1, np.uint8)) == 10_000


def test_a_game_is_one_by_number_and_by_name() -> None:
    assert make_patience_batch("5b", None, 10) == make_patience_batch("harvest-running", None, 10)
    assert Form("63,heaps=17") == Form("sympathy,heaps=17")
    assert pickle.loads(pickle.dumps(Form("15,passes=3"))).game.rules.passes == 3


# ---- stores and files ----------------------------------------------------------------------------


@FORMS
def test_an_interrupted_store_is_taken_up_again(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, written = tmp_path / "store", stores.write_shard

    def some(*arguments: Any) -> Path:
        if arguments[3] >= 2_000:
            raise KeyboardInterrupt
        return written(*arguments)

    monkeypatch.setattr(stores, "write_shard", some)
    with pytest.raises(KeyboardInterrupt):
        rbsim.patience(form, games=5_000, store=folder, threads=1)
    monkeypatch.setattr(stores, "write_shard", written)
    with pytest.raises(ValueError, match=r"still lacks 3,000 of its 5,000 games"):
        rbsim.load(folder)
    played: list[int] = []
    core = row_kinds.kind_of_form(Form(form)).core
    monkeypatch.setattr(
        "rbsim.running.batch.Batch.play",
        lambda batch, start, rows, stop: (
            played.append(start)
            or core(batch.rules, batch.players, batch.seed, batch.first + start, rows, stop=stop)
        ),
    )
    again = rbsim.patience(form, games=5_000, store=folder, threads=1)
    assert min(start for start in played if start) == 2_000  # 0: batches are checked so
    assert again.rows is not None
    assert again.rows.tobytes() == core_rows(form, 1, 0, 5_000).tobytes()
    read = rbsim.load(folder)
    assert isinstance(read, Patience)
    assert read.to_dict() == again.to_dict()


def test_a_store_of_another_game_is_refused(tmp_path: Path) -> None:
    rbsim.patience("harvest", games=1_000, store=tmp_path / "store")
    with pytest.raises(ValueError, match=r"arm 0's variant is harvest, not harvest-running"):
        rbsim.patience("harvest-running", games=1_000, store=tmp_path / "store")
    with pytest.raises(ValueError, match=r"keeps another study: .*seed is 1, not 2"):
        rbsim.patience("harvest", games=1_000, seed=2, store=tmp_path / "store")


def test_a_store_of_other_rules_under_the_same_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the table of games may change from version to version."""
    rbsim.patience("dial", games=1_000, store=tmp_path / "store")
    dial = GAMES["11"]
    monkeypatch.setitem(GAMES, "11", replace(dial, rules=replace(dial.rules, passes=2)))
    with pytest.raises(ValueError, match=r"arm 0's form rules passes is 3, not 2"):
        rbsim.patience("dial", games=1_000, store=tmp_path / "store")
    with pytest.raises(ValueError, match=r"has games of dial by other rules"):
        rbsim.load(tmp_path / "store")


def test_a_damaged_shard_is_found_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "store"
    before = rbsim.patience("star", games=1_500, store=folder).to_dict()
    shard = next(folder.glob("arm-0/*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1])
    assert run(["check", str(folder), "--repair", "--quiet"]) == 0
    assert "1 damaged ones were set aside" in capsys.readouterr().out
    assert rbsim.patience("star", games=1_500, store=folder).to_dict() == before


@FORMS
def test_a_file_of_rows_is_read_back(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.parquet"
    words = ["patience", form, "--games", "700", "--first", "5", "--rows", str(file)]
    assert run([*words, "--quiet"]) == 0
    wanted = core_rows(form, 1, 5, 700)
    table = pq.read_table(file)
    assert table["index"].to_pylist() == wanted["index"].tolist()
    assert set(table["variant"].to_pylist()) == {form}
    assert [playing.OUTCOMES.index(one) for one in table["outcome"].to_pylist()] == (
        wanted["outcome"].tolist()
    )
    assert table["left"].to_pylist() == wanted["left"].tolist()
    assert "starter" not in table.column_names
    read = rbsim.load(file)
    assert isinstance(read, Patience)
    assert read.to_dict() == rbsim.patience(form, games=700, first=5).to_dict()
    capsys.readouterr()


def test_rows_of_sympathy_need_a_file_of_their_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.parquet"
    assert run(["patience", "star", "sympathy", "--games", "10", "--rows", str(file)]) == 2
    assert "a file of their own" in capsys.readouterr().err
    assert not file.exists()


def test_several_games_have_one_store(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    played = rbsim.patience_survey("star", "sympathy", games=1_000, store=folder)
    assert rbsim.load(folder).to_dict() == played.to_dict()
    assert played.figure("wins", variant="star").n == 1_000
    with pytest.raises(ValueError, match="has no figure with"):
        played.figure("pairs_stuck", variant="star")


def test_a_report_of_stored_games(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, two = tmp_path / "one", tmp_path / "two"
    rbsim.patience("talkative", games=1_000, store=one)
    survey = rbsim.patience_survey("star", "harvest", games=20_000, until=0.02, store=two)
    mixed = tmp_path / "mixed"
    rbsim.simulate(games=50, store=mixed)
    (page,) = rbsim.report(one, two, mixed, out=tmp_path / "page.html")
    text = page.read_text()
    for words in ("Of 2 runs star comes out in", "talkative comes out in", "Games of patience.",
                  "Games of Russian Bank.", "Cards left and passes", "stopped at ± 2%",
                  "seven to ace called"):  # fmt: skip
        assert words in text, words
    assert f"{survey.results[0].wins.rate:.3%}" in text


# ---- until it is known ---------------------------------------------------------------------------


def test_playing_until_the_rate_is_known() -> None:
    found = rbsim.patience("pairs", games=100_000, until=0.01)
    assert found.stopped is not None
    assert found.stopped.reached
    assert found.rows is not None
    assert found.totals.games == found.stopped.games == len(found.rows) < 100_000
    assert found.stopped.games % found.stopped.goal.block == 0
    anytime = found.figure("wins_anytime")
    assert anytime.interval.high - anytime.interval.low <= 0.02
    assert "stopped at ± 1%" in found.report().footnote
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
    merged = (other + one).rows
    assert merged is not None
    assert whole.rows is not None
    assert merged.tobytes() == whole.rows.tobytes()
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
    batch = replace(make_patience_batch("star", None, 10), row_kind=kind)
    result = Patience(batch, totals, 1.0)
    assert (result.wins.count, result.wins.games, result.wins.undecided) == (4, 10, 3)
    assert result.wins.extremes == (0.4, 0.7)
    assert result.figure("undecided").estimate == 0.3
    assert result.figure("wins").undecided == (0.4, 0.7)
    assert "undecided games all against to all for" in result.report().footnote
    assert totals.sides("wins") == (0, 4, 3)


# ---- the command line ----------------------------------------------------------------------------


def test_the_list_has_a_line_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split()[:2] for line in lines if line[0] != " "]
    assert heads == [[game.number, game.name] for game in games()]
    assert any(line.startswith(f"{'':30}--players ") and "adviser" in line for line in lines)
    assert f"{'':30}robert,passes=3" in lines
    assert max(map(len, lines)) <= 80
    assert run(["patience", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["number"] for game in listed["results"]] == [*GAMES, SYMPATHY.number]


def test_the_report_has_rate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "covering", "--games", "30000", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    result = rbsim.patience("24", games=30_000, seed=2)
    assert "No. 24 covering, plain: 30,000 games" in text
    assert f"{result.wins.count:,}" in text
    assert "hits" not in text
    assert "seed 2, games 0 to 29999" in text
    assert run(["patience", "talkative", "--games", "2000"]) == 0
    assert "hits in the first pass" in capsys.readouterr().out


def test_all_plays_every_game_and_every_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "--all", "--games", "20", "--markdown", "--quiet"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][2:]
    names = [line.split(" | ")[0].removeprefix("| ") for line in lines]
    assert sorted(names) == sorted(every_form())
    assert len(names) > len(GAMES) + 1
    shares = [float(line.split(" | ")[3].split("%")[0]) for line in lines if "," not in
              line.split(" | ")[0]]  # fmt: skip
    assert shares == sorted(shares, reverse=True)
    for name, before in zip(names[1:], names, strict=False):
        assert "," not in name or name.split(",")[0] == before.split(",")[0]
    wanted = rbsim.patience("pairs,extras=1", games=20).wins.rate
    assert f"| pairs,extras=1 | 1b | plain | {100 * wanted:.3f}%" in "\n".join(lines)


def test_a_result_comes_back_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "robert.json")
    assert run(["patience", "robert,passes=3", "--games", "500", "--out", file]) == 0
    capsys.readouterr()
    played = rbsim.patience("robert,passes=3", games=500)
    read = rbsim.load(file)
    assert read.to_dict() == played.to_dict()
    assert read.figure("wins", variant="robert,passes=3").n == 500
    assert played.at(0.5).wins.interval[1] < played.wins.interval[1]
    assert run(["patience", "robert,passes=3", "--games", "500", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["provenance"]["arms"][0]["variant"] == (
        "robert,passes=3"
    )


def test_a_game_is_shown_card_by_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "dial", "--deal", "3", "--seed", "1", "--show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    pack = playing.deal("11", 1, 3)
    assert lines[0] == "no. 11 dial, game 3 of seed 1"
    assert "".join(" ".join(lines[1:4]).split()[1:]).startswith(pack[:60])
    assert lines[-1] == "won"
    up = [line for line in lines if line.startswith("  foundation")]
    assert sum(len(line.split()) - 2 for line in up) == 52
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("player", GAMES["51"].players)
def test_a_game_is_shown_as_it_is_played_in_a_batch(player: str) -> None:
    """By a player that draws from the game's own streams, too."""
    played = rbsim.patience("51", players=player, games=30, seed=4).rows
    assert played is not None
    for number, one in enumerate(played):
        last = show_game("51", number, 4, player).splitlines()[-1]
        outcome = playing.OUTCOMES[int(one["outcome"])]
        assert last == (outcome if outcome == "won" else f"{outcome}, {int(one['left'])} left")


@pytest.mark.parametrize(("form", "heaps"), [("sympathy", 16), ("63,heaps=17", 17)])
def test_a_game_of_sympathy_is_shown(form: str, heaps: int) -> None:
    lines = show_game(form, 7, seed=2).splitlines()
    one, other = two_packs.deal(2, 7)
    assert lines[0].endswith("game 7 of seed 2")
    shown = "".join("".join(line.split()[2 if "heaps" in line else 0 :]) for line in lines[1:-2])
    assert shown.replace("grace", "") == one + other
    assert len(lines[1].split()[2]) == 6
    played = two_packs.pair(heaps, one, other)
    assert str(int(played["stuck"])) in lines[-2]
    assert max(map(len, lines)) <= 78


def test_who_may_give_up_has_the_figure_whether_or_not_a_game_was() -> None:
    for game, players, named in (("capricieuse", "uniform", True), ("harvest", "plain", False)):
        found = rbsim.patience(game, games=50, players=players)
        assert found.totals.undecided == 0
        assert ("given_up" in {one.quantity for one in found.figures}) == named


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["5", "--deal", "3", "--show", "--games", "9"], "--show plays one game"),
        (["--games", "5"], "name a game to play, or --all"),
        (["--until", "0.1"], "name a game to play, or --all"),
        (["chess"], "no game is called 'chess'; `rbsim patience` lists them"),
        (["harvets"], "no game is called 'harvets'; did you mean harvest?"),
        (["sympaty"], "did you mean sympathy?"),
        (["5", "--players", "expert"], "no player is called 'expert'"),
        (["sympathy", "--players", "automatic"], "has no player automatic"),
        (["5", "--players", "uniform", "--deal", "3", "--show"], "harvest has no player uniform"),
        (["5", "--deal", "3"], "--deal NUMBER and --show go together"),
        (["5", "--show"], "--deal NUMBER and --show go together"),
        (["--show", "--deal", "3"], "--show wants a game"),
        (["5", "8", "--show", "--deal", "3"], "--show wants a game, one"),
        (["5", "--deal", "3", "--show", "--json"], "leave --json and --markdown away"),
        (["5", "--deal", "-1", "--show"], "deal=-1 is out of range"),
        (["5", "--games", "0"], "games=0 is out of range"),
        (["5", "--until", "0"], "until=0.0 is out of range"),
        (["5", "--all"], "--all plays 5 too"),
        (["5", "8", "--markdown", "--json"], "not both"),
        (["robert,passes=9"], "passes of robert is 3, not '9'"),
        (["sympathy,heaps=18"], "heaps of sympathy is 17, not '18'"),
        (["5", "--threads", "0"], "threads=0"),
        (["5", "--seed", "-1"], "seed=-1"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["patience", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda: rbsim.patience(7),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", players=7),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", games=1.5),  # type: ignore[arg-type]
        lambda: rbsim.patience("star", games=5, first=2**64),
        lambda: rbsim.patience_survey("star", "stra", games=5),
        lambda: rbsim.sympathy(15),
        lambda: rbsim.sympathy("16"),  # type: ignore[arg-type]
    ],
)
def test_bad_calls_are_one_sentence(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        call()
    assert "\n" not in str(refused.value)


# ---- Sympathy ------------------------------------------------------------------------------------


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["sympathy", *arguments]) == 0
    return capsys.readouterr().out


def test_sympathy_shows_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "--games", "2000", "--seed", "6")
    for words in ("sympathy,heaps=17", "comes out", "95% interval", "pairs left at the end",
                  "when first stuck", "games a second", "seed 6", "games 0 to 1999",
                  rbcore.__version__):  # fmt: skip
        assert words in text
    assert max(map(len, text.splitlines())) <= 80
    assert "heaps=17" not in output(capsys, "--games", "10", "--heaps", "16")


def test_sympathy_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "--games", "3000", "--seed", "6", "--json"))
    shown = found["results"]
    assert list(dict.fromkeys(one["variant"] for one in shown)) == ["sympathy", "sympathy,heaps=17"]
    easy = row(shown, "wins", variant="sympathy")
    assert count(easy) == core_rows("sympathy", 6, 0, 3_000)["outcome"].sum()
    assert easy["low"] < easy["estimate"] < easy["high"]
    stuck = core_rows("sympathy,heaps=17", 6, 0, 3_000)["stuck"]
    wanted = row(shown, "pairs_stuck", variant="sympathy,heaps=17")["estimate"]
    assert wanted == pytest.approx(stuck.mean())
    one = json.loads(output(capsys, "--games", "1", "--heaps", "16", "--json"))["results"]
    assert row(one, "pairs_left")["low"] is None


def test_sympathy_is_a_game_of_patience() -> None:
    both = rbsim.sympathy(games=500)
    assert both.to_dict() == rbsim.patience_survey("63", "63,heaps=17", games=500).to_dict()
    alone = rbsim.patience("sympathy,heaps=17", games=500)
    assert alone.to_dict()["estimate"] == both.results[1].to_dict()["estimate"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--heaps 15", "heaps=15 is no form"),
        ("--heaps many", "heaps='many'"),
        ("--games 0", "games=0"),
        ("--games 9999999999999999999", "games"),
        ("--seed -1", "seed=-1"),
        ("--threads 0", "threads=0"),
        ("extra", "extra"),
    ],
)
def test_bad_input_of_sympathy_is_one_sentence(
    arguments: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sympathy", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert len(captured.err.splitlines()) == 1


def test_a_chunk_has_the_totals_of_its_rows() -> None:
    study = Study("patience", (make_patience_batch("star", None, 100),))
    chunk = play_chunk(range(20, 70), study, (0,), with_rows=True)
    assert chunk.tally.arms[0].games == 50
    assert chunk.rows[0]["index"].tolist() == list(range(20, 70))


def test_the_lines_of_the_list_are_plain() -> None:
    assert all(len(line) < 200 for line in patience_tables.list_lines())
