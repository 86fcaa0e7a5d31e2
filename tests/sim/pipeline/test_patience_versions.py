"""Versions of patience games and their players: stores of other ones are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import rbsim
from rbcore.patience.book import GAMES
from rbcore.patience.entry import Game
from rbsim.cli.main import run
from rbsim.pipeline import manifest

pytest.importorskip("pyarrow")


def play(store: Path, player: str = "adviser", games: int = 600) -> rbsim.Patience:
    return rbsim.patience("fly", players=player, games=games, store=store)


def test_versions_are_recorded_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        GAMES, "51", replace(GAMES["51"], version=3, player_versions={"adviser": 2})
    )
    found = rbsim.patience_survey("fly", "44", players="uniform,adviser", games=10)
    arms = found.provenance["arms"]
    assert [(one["games_version"], one["players"]) for one in arms] == [
        (3, ["uniform/1"]), (3, ["adviser/2"]), (1, ["uniform/1"]), (1, ["adviser/1"]),
    ]  # fmt: skip
    note = found.report().footnote
    assert "players uniform/1, adviser/2, adviser/1;" in note
    assert "games version 3, 1" in note
    assert [one.players for one in found.results[:2]] == ["uniform", "adviser"]


def test_a_store_of_another_version_of_the_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path)
    monkeypatch.setitem(GAMES, "51", replace(GAMES["51"], version=2))
    with pytest.raises(ValueError, match="arm 0's games-version is 1, not 2; name another folder"):
        play(tmp_path)
    with pytest.raises(
        ValueError, match=r"games of fly of version 1, .*adviser/1.*; this rbsim plays version 2,"
    ):
        rbsim.load(tmp_path)


def test_a_store_of_another_version_of_the_player_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path / "adviser")
    other = play(tmp_path / "uniform", "uniform")
    monkeypatch.setitem(GAMES, "51", replace(GAMES["51"], player_versions={"adviser": 2}))
    with pytest.raises(ValueError, match=r"arm 0's players are .*adviser/1.*, not .*adviser/2"):
        play(tmp_path / "adviser")
    assert run(["check", str(tmp_path / "adviser")]) == 2
    assert "this rbsim plays version 1, adviser/2" in capsys.readouterr().err
    assert play(tmp_path / "uniform", "uniform").to_dict() == other.to_dict()


@pytest.mark.parametrize("name", ["a.json", "a.parquet", "rows.parquet"])
def test_a_file_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    if name == "rows.parquet":
        assert run(["patience", "fly", "--players", "adviser", "--games", "50", "--rows", str(path),
                    "--quiet"]) == 0  # fmt: skip
    else:
        rbsim.patience("fly", players="adviser", games=50).save(path)
    assert rbsim.load(path).to_dict()
    monkeypatch.setitem(GAMES, "51", replace(GAMES["51"], player_versions={"adviser": 2}))
    with pytest.raises(ValueError, match=f"{name} has games of fly of version 1, adviser/1; this"):
        rbsim.load(path)


def test_a_file_of_other_games_of_russian_bank_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rbsim.simulate("standard", games=20).save(tmp_path / "a.json")
    monkeypatch.setattr("rbcore.GAMES_VERSION", 99)
    with pytest.raises(ValueError, match="of version 1; this rbsim plays version 99"):
        rbsim.load(tmp_path / "a.json")


def test_another_version_of_russian_bank_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = play(tmp_path)
    monkeypatch.setattr("rbcore.GAMES_VERSION", 99)
    assert play(tmp_path).provenance == before.provenance
    assert rbsim.load(tmp_path).to_dict() == before.to_dict()


def test_stores_and_files_that_name_players_alone_are_of_the_first_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they were before there were versions."""
    wanted = rbsim.patience("fly", players="adviser", games=1_500)
    with monkeypatch.context() as then:
        then.setattr(Game, "versioned", lambda game, player: player)
        rows = rbsim.patience("fly", players="adviser", games=1_500, store=tmp_path / "store").games
        rbsim.patience("fly", players="adviser", games=1_500).save(tmp_path / "a.json")
    assert rows is not None
    said = json.loads((tmp_path / "store" / manifest.NAME).read_text())
    assert said["arms"][0]["players"] == ["adviser"]
    for source in ("store", "a.json"):
        assert rbsim.load(tmp_path / source).to_dict() == wanted.to_dict()
    for shard in sorted((tmp_path / "store").glob("arm-0/*"))[1:]:
        shard.unlink()
    again = rbsim.patience("fly", players="adviser", games=1_500, store=tmp_path / "store")
    assert again.to_dict() == wanted.to_dict()
    monkeypatch.setitem(GAMES, "51", replace(GAMES["51"], player_versions={"adviser": 2}))
    with pytest.raises(ValueError, match=r"arm 0's players"):
        rbsim.patience("fly", players="adviser", games=1_500, store=tmp_path / "store")


def test_the_list_has_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)["results"]}
    for game in GAMES.values():
        assert listed[game.name]["version"] == game.version
        assert list(listed[game.name]["player_versions"]) == list(game.players)
        assert set(game.player_versions) <= set(game.players)
