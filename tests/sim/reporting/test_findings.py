"""What a page says of its studies: figures, answers, rules, unfinished games."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline import manifest as manifests
from rbsim.stats.figure import Figure
from rbsim.stats.number_text import figure_text, is_noted
from support.reports import STUDIES, Well, page

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")


@pytest.mark.full
@pytest.mark.parametrize("name", STUDIES)
def test_every_figure_and_interval_is_there(
    stores: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = " ".join(Well(page(stores, name)).words)
    capsys.readouterr()
    assert run([*STUDIES[name], "--store", str(stores / name), "--json"]) == 0
    capsys.readouterr()
    figures = [one for one in rbsim.load(stores / name).figures if one.method]
    found = [one for one in figures if one.quantity in on_page(STUDIES[name][0])]
    assert len(found) >= 3
    for one in found:
        if one.quantity == "elo" and one.labels["opponent"] in (one.labels["player"], None):
            continue
        if one.quantity != "elo" or one.labels["opponent"] == STUDIES[name][1]:
            assert figure_text(one) in words
            assert not is_noted(one) or f"{figure_text(one)} *" in words
    manifest = json.loads((stores / name / manifests.NAME).read_text())
    assert all(part in words for part in manifest["command"])
    assert f'"games": {manifest["arms"][0]["games"]}' in words


def test_what_tests_a_difference_is_named(tmp_path: Path) -> None:
    def said(name: str, *variants: str, players: str) -> str:
        rbsim.survey(*variants, players=players, games=20, store=tmp_path / name)
        return rbsim.load(tmp_path / name).compared.partition("interval. ")[2]

    compare = "Whether two variants differ is a question for rbsim compare."
    ladder = "Which of two players is better is a question for rbsim ladder."
    assert said("variants", "standard", "strict", players="greedy") == compare
    assert said("players", "standard", players="greedy,uniform") == ladder
    both = said("both", "standard", "strict", players="greedy,uniform")
    assert both == f"{compare} {ladder}"
    assert said("three", "three-player", players="greedy,uniform") == ""


def on_page(command: str) -> set[str]:
    """The quantities of a study that its page has."""
    rates = {"starter_wins", "stalemate", "standoff", "unfinished"}
    if command == "ladder":
        return {"elo", "lead"}
    if command == "advantage":
        arms = {f"{one}_of_arm" for one in (*rates, "second_wins")}
        return {"advantage", "starter_wins", "second_wins", *arms}
    return {"advantage", *rates, *(() if command == "compare" else ("other_wins",))}


def answers(html: str) -> list[str]:
    """What the studies of a page found, which stands before all else but the heading."""
    top = html[html.index("</h1>") : html.index("<nav")]
    return ["".join(Well(one).words) for one in re.findall(r'<p class="answer">.*?</p>', top)]


ANSWERS = {
    "simulate": r"greedy has the highest .* uniform the lowest, .* overlap",
    "survey": r"three-player has the highest|three-player the lowest",
    "advantage": r"Starting is worth [+-].* points \(|leave open whether .* [+-].* points \(",
    "compare": r"differ from standard|no difference from standard",
    "sweep": r"largest at reserve-size=1[1-4], [+-].* smallest at reserve-size=1[1-4], [+-]",
    "ladder": r"^(greedy|weighted) has the highest rating: .* above uniform",
    "point": r"The advantage as played at reserve-size=13 is ",
}


@pytest.mark.full
@pytest.mark.parametrize("name", ANSWERS)
def test_a_page_begins_with_the_answer(stores: Path, name: str) -> None:
    (found,) = answers(page(stores, name))
    assert re.search(ANSWERS[name], found), found


@pytest.mark.full
def test_the_answer_of_a_comparison_is_holms(stores: Path) -> None:
    result = rbsim.load(stores / "compare")
    assert isinstance(result, rbsim.Comparison)
    (shown,) = answers(page(stores, "compare"))
    for variant, figures in zip(result.variants[1:], result.differences, strict=True):
        names = [name for name, one in figures.items() if one.adjusted < 0.05]
        assert not names or f"{variant} in {', '.join(names)}" in shown
        assert names or variant in shown.partition("Of ")[2]
    changed = {name: replace(one, p_adjusted=0.01) for name, one in result.differences[0].items()}
    result.differences[0] = changed
    assert f"{result.variants[1]} in starter wins, " in result.headline


@pytest.mark.full
def test_what_is_compared_is_said(stores: Path) -> None:
    words = {name: " ".join(Well(page(stores, name)).words) for name in STUDIES}
    assert "game by game: cut-start." in words["compare"]
    assert "as they deal otherwise: reserve-11." in words["compare"]
    assert "every two players at standard, on the same deals in both seatings" in words["ladder"]
    assert "Nothing is tested: arms stand side by side" in words["sweep"]
    assert "variants differ is a question for rbsim compare." in words["sweep"]
    assert "rbsim ladder" not in words["sweep"]
    assert "Nothing is compared" in words["point"]


@pytest.mark.full
def test_which_arm_has_which_rules(stores: Path) -> None:
    html = page(stores, "compare")
    own = html[html.index("Rules in which arms differ") : html.index("Rules of all arms")]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in own.split("<tr>")[1:]]
    assert rows == [
        ["arm", "reserve-size", "starter"],
        ["standard", "13", "low-reserve"],
        ["reserve-11", "11", "low-reserve"],
        ["cut-start", "13", "cut"],
    ]
    assert "Rules in which arms differ" not in page(stores, "point")
    assert "reserve-size" not in html[html.index("Rules of all arms") : html.index("<details>")]


@pytest.mark.full
def test_unfinished_games_are_apart(stores: Path) -> None:
    html = page(stores, "simulate")
    own = html[html.index("Unfinished games</a></h3>") :]
    lengths = own[own.index("Length and score") :]
    found = rbsim.load(stores / "simulate")
    assert isinstance(found, rbsim.Survey)
    counts = [one.summary().unfinished.count for one in found.results]
    assert any(counts)
    for count, one in zip(counts, found.results, strict=True):
        assert figure_text(one.figure("unfinished")) in own
        assert f"<td>{60 - count}</td>" in lengths


@pytest.mark.full
def test_unfinished_games_widen_the_advantage(stores: Path) -> None:
    """As they widen rates: from all of them lost by the starter to all won; the table says it."""
    html = page(stores, "simulate")
    found = rbsim.load(stores / "simulate")
    assert isinstance(found, rbsim.Survey)
    for one in found.results:
        advantage: Figure = one.advantage
        assert advantage.undecided is not None
        least, most = advantage.undecided
        left = one.summary().unfinished.count
        assert most - least == pytest.approx(2 * left / 60)
        assert is_noted(advantage) == (
            most - least > 0.1 * (advantage.interval.high - advantage.interval.low)
        )
        assert figure_text(advantage) + " *" * is_noted(advantage) in html


@pytest.mark.full
def test_games_are_those_played(stores: Path) -> None:
    """Of a ladder that stopped at a look, not those that it might have gone on to."""
    assert "<td>0 to 999</td>" in page(stores, "looks")
    assert "Ladder: looks" in page(stores, "looks")
