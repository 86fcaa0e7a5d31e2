"""What there is: variants, players and games of patience in words; one game card by card."""

from __future__ import annotations

from typing import Any

import pytest

import rbcore
import rbsim
from rbcore import sympathy as two_packs
from rbcore.patience import playing
from rbcore.patience.book import GAMES, known_games
from rbcore.rules.definition import Rules
from rbcore.rules.variants import AXES
from rbsim.arms.rows import Form, every_form
from rbsim.cli.lists import known_odds, show_game


def heads(text: str) -> list[str]:
    """The first words of the lines that begin an entry."""
    return [line.split()[0] for line in text.splitlines() if line[:2] == "  " and line[2] != " "]


def test_variants_and_version(shell: Any) -> None:
    assert heads(shell.said("variants")) == [*rbcore.PRESETS, *AXES]
    assert rbcore.__version__ in shell.said("--version")
    found = shell.document("variants --json")["results"]
    presets, axes = ([one for one in found if one["kind"] == kind] for kind in ("preset", "axis"))
    assert [preset["name"] for preset in presets] == list(rbcore.PRESETS)
    assert [axis["name"] for axis in axes] == list(AXES)
    assert all(axis["values"] and axis["meaning"] and axis["clause"] for axis in axes)


def test_variants_say_how_they_differ(shell: Any) -> None:
    text = shell.said("variants strict,plan-limit=4")
    assert text.splitlines()[0] == "strict,plan-limit=4"
    for words in ("release=any", "(V4).", "must-load=yes", "(V6).", "must-make-spaces=yes",
                  "(V7).", "plan-limit=4", "pagat.com"):  # fmt: skip
        assert words in text
    assert len(heads(text)) == 4
    assert "standard game" in shell.said("variants standard")
    assert shell.said("variants strict,release=fewest").startswith("strict-fewest: ")


@pytest.mark.sample(3)
@pytest.mark.parametrize("preset", rbcore.PRESETS)
def test_every_preset_is_described(preset: str, shell: Any) -> None:
    text = " ".join(shell.said(f"variants {preset}").split())
    assert rbcore.PRESETS[preset].summary in text
    found = shell.document(f"variants {preset} --json")["results"]
    assert {change["variant"] for change in found} <= {preset}
    changes = {change["axis"].replace("-", "_"): change["value"] for change in found}
    assert Rules(**changes) == rbcore.variant(preset)
    for change in found:
        assert change["words"] in text


def test_players_are_listed(shell: Any) -> None:
    """All of them, of today's versions: a new version needs new figures."""
    found = shell.document("players --json")["results"]
    plain = [player for player in found if "+" not in player["name"]]
    assert {player["name"]: player["version"] for player in plain} == rbcore.PLAYERS
    text = shell.said("players")
    for player in found:
        assert rbcore.versioned(player["name"]) == f"{player['name']}/{player['version']}"
        low, high = player["elo"][1:]
        assert low <= player["elo"][0] <= high
        assert f"{player['games_per_second']:,} games a second" in text
        assert player["plays"] in text


# ---- patience ------------------------------------------------------------------------------------


def test_the_list_has_a_line_for_every_game(shell: Any) -> None:
    """With odds of docs/patience/games.md, by the player who wins most."""
    lines = shell.said("patience").splitlines()
    found = [line.split()[:2] for line in lines if line[0] != " "]
    known = [["-", name] for name in known_games()]
    assert found == [[game.number, game.name] for game in GAMES.values()] + known
    assert any(line.startswith(f"{'':30}--players ") and "adviser" in line for line in lines)
    assert f"{'':30}robert,passes=3" in lines
    assert max(map(len, lines)) <= 80
    text = " ".join(" ".join(lines).split())
    assert "comes out 39.006% (38.986 to 39.026); nothing is decided" in text
    assert "comes out 53.09% (52.87 to 53.31) in the best order" in text
    listed = shell.document("patience --json")["results"]
    assert [game["number"] for game in listed] == [*GAMES, *known_games()]
    hope = next(one["odds"] for one in listed if one["name"] == "hope")
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


@pytest.mark.full
def test_all_plays_every_game_and_every_reading(shell: Any) -> None:
    found = shell.document("patience --all --games 20 --quiet --json")["results"]
    assert {one["variant"] for one in found} == set(every_form())
    assert len(list(every_form())) > len(GAMES)
    assert found == rbsim.patience(games=20).to_document()["results"]
    assert max(map(len, shell.said("patience --all --games 20 -q").splitlines())) <= 80


def test_a_game_is_shown_card_by_card(shell: Any) -> None:
    lines = shell.said("patience dial --deal 3 --seed 1 --show").splitlines()
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
    played = rbsim.patience("51", players=player, games=30, seed=4, rows=True).games
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
    played = two_packs.pair(heaps, one, other)
    assert str(int(played["stuck"])) in lines[-2]
    assert max(map(len, lines)) <= 78
