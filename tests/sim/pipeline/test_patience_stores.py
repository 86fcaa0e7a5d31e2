"""Games of patience in stores, files of rows and reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import rbsim
from rbcore.patience import playing
from rbcore.patience.book import FILES, GAMES
from rbsim.cli.main import run
from rbsim.pipeline import store as stores
from rbsim.running import row_kinds
from rbsim.running.forms import Form
from rbsim.stats.number_text import figure_text
from rbsim.studies.patience_games import Patience
from support.patience import FORMS, changed, core_rows


@pytest.mark.sample(2)
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
    assert again.games is not None
    assert again.games.tobytes() == core_rows(form, 1, 0, 5_000).tobytes()
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
    monkeypatch.setitem(GAMES, "11", changed(dial, {"stock.passes": 2}))
    with pytest.raises(ValueError, match=r"arm 0's form rules stock passes is 3, not 2"):
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
    assert "1 damaged shard set aside" in capsys.readouterr().out
    assert rbsim.patience("star", games=1_500, store=folder).to_dict() == before


@pytest.mark.sample(2)
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


@pytest.mark.full
def test_a_report_of_stored_games(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, two = tmp_path / "one", tmp_path / "two"
    rbsim.patience("talkative", games=1_000, store=one)
    survey = rbsim.patience_survey("star", "harvest", games=20_000, until=0.02, store=two)
    mixed = tmp_path / "mixed"
    rbsim.simulate(games=50, store=mixed)
    (page,) = rbsim.report(one, two, mixed, out=tmp_path / "page.html")
    text = page.read_text()
    for words in ("Of 2 runs, star", "Talkative comes out in", "Starters win",
                  "Cards left and passes", "known to ± 2%", "seven to ace called"):  # fmt: skip
        assert words in text, words
    assert figure_text(survey.results[0].answer) in text


def test_a_store_holds_the_file_of_a_game_of_ones_own(tmp_path: Path) -> None:
    """It loads when the file is gone, and goes on; with the file changed it is another study."""
    whole = (FILES / "known" / "klondike.toml").read_text()
    file = tmp_path / "own.toml"
    file.write_text(whole.replace('name = "klondike"', 'name = "own-klondike"'))
    game, store = str(file), tmp_path / "store"
    first = rbsim.patience(game, games=300, store=store)
    assert first.batch.variant == "own-klondike"
    file.write_text(file.read_text().replace("turn = 3", "turn = 2"))
    with pytest.raises(ValueError, match=r"arm 0's form rules stock turn is 3, not 2"):
        rbsim.patience(game, games=300, store=store)
    file.unlink()
    again = rbsim.load(store)
    assert again.batch == first.batch
    assert repr(again.totals) == repr(first.totals)
