"""`rbsim patience`: its list, reports, files, and games card by card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rbsim.cli.patience_text import known_odds, list_lines, show_game
from rbsim.stats.number_text import figure_text

import rbsim
from rbcore import sympathy as two_packs
from rbcore.patience import playing
from rbcore.patience.book import GAMES, known_games
from rbsim.arms.rows import Form, every_form
from rbsim.cli.main import run


def test_the_list_has_a_line_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split()[:2] for line in lines if line[0] != " "]
    known = [["-", name] for name in known_games()]
    assert heads == [[game.number, game.name] for game in GAMES.values()] + known
    assert any(line.startswith(f"{'':30}--players ") and "adviser" in line for line in lines)
    assert f"{'':30}robert,passes=3" in lines
    assert max(map(len, lines)) <= 80
    assert run(["patience", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["number"] for game in listed["results"]] == [*GAMES, *known_games()]


def test_the_report_has_rate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "covering", "--games", "30000", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    result = rbsim.patience("24", games=30_000, seed=2)
    assert "Covering comes out in" in text
    assert "of 30,000 games" in text
    assert f"{result.wins.count:,}" in text
    assert "hits" not in text
    assert "seed 2, games 0 to 29999" in text
    assert run(["patience", "talkative", "--games", "2000"]) == 0
    assert "hits in the first pass" in capsys.readouterr().out


@pytest.mark.full
def test_all_plays_every_game_and_every_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["patience", "--all", "--games", "20", "--markdown", "--quiet"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][2:]
    names = [line.split(" | ")[0].removeprefix("| ") for line in lines]
    assert sorted(names) == sorted(every_form())
    assert len(names) > len(GAMES)
    every = rbsim.patience_survey(games=20)
    rates = {one.variant: one.wins.rate for one in every.results}
    shares = [rates[name] for name in names if "," not in name]
    assert shares == sorted(shares, reverse=True)
    for name, before in zip(names[1:], names, strict=False):
        assert "," not in name or name.split(",")[0] == before.split(",")[0]
    wanted = rbsim.patience("pairs,extras=1", games=20).answer
    assert f"| pairs,extras=1 | forced | {figure_text(wanted)} |" in "\n".join(lines)


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


@pytest.mark.sample(2)
@pytest.mark.parametrize("player", GAMES["51"].players)
def test_a_game_is_shown_as_it_is_played_in_a_batch(player: str) -> None:
    """By a player that draws from the game's own streams, too."""
    played = rbsim.patience("51", players=player, games=30, seed=4).games
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


@pytest.mark.sample(6)
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
        (["9", "--players", "uniform,adviser", "--deal", "3", "--show"], "name one of them"),
        (["5", "--deal", "3"], "--deal NUMBER and --show go together"),
        (["5", "--show"], "--deal NUMBER and --show go together"),
        (["--show", "--deal", "3"], "--show wants a game"),
        (["5", "8", "--show", "--deal", "3"], "--show wants a game, one"),
        (["5", "--deal", "3", "--show", "--json"], "leave out --json and --markdown"),
        (["5", "--deal", "-1", "--show"], "deal=-1 is out of range"),
        (["5", "--games", "0"], "games=0 is out of range"),
        (["5", "--until", "0"], "until=0.0 is out of range"),
        (["5", "--all"], "--all plays 5 too"),
        (["5", "8", "--markdown", "--json"], "not both"),
        (["robert,passes=x"], "robert has no reading passes='x'; it has passes=3, and"),
        (["sympathy,heaps=18"], "sympathy has no reading heaps='18'; it has heaps=17, and"),
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


def test_the_lines_of_the_list_are_plain() -> None:
    assert all(len(line) < 200 for line in list_lines())


def test_the_list_has_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of docs/patience/games.md, by the player who wins most."""
    assert run(["patience"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "comes out 39.006% (38.986 to 39.026); nothing is decided" in text
    assert "comes out 53.09% (52.87 to 53.31) in the best order" in text
    assert run(["patience", "--json"]) == 0
    odds = {one["name"]: one["odds"] for one in json.loads(capsys.readouterr().out)["results"]}
    hope = odds["hope"]
    assert hope["player"] == "forced"
    assert round(hope["estimate"], 5) == 0.39006
    assert hope["low"] < hope["estimate"] < hope["high"]


def test_odds_of_other_rules_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = known_odds()
    real = Form.digest.fget
    assert real is not None
    monkeypatch.setattr(
        Form, "digest", property(lambda form: "0" if form.text == "hope" else real(form))
    )
    assert set(before) - set(known_odds()) == {"hope"}
