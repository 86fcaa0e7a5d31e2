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
from rbsim.reporting.answers import answer, compared
from rbsim.reporting.stored import load_study
from rbsim.studies.comparison import Comparison
from support.reports import STUDIES, Well, page
from support.tables import Row, table

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")


@pytest.mark.parametrize("name", STUDIES)
def test_every_figure_and_interval_is_there(
    stores: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = " ".join(Well(page(stores, name)).words)
    capsys.readouterr()
    assert run([*STUDIES[name], "--store", str(stores / name), "--json"]) == 0
    rows = [one for one in table(capsys.readouterr().out) if one["low"] is not None]
    found = [one for one in rows if one["quantity"] in on_page(STUDIES[name][0])]
    assert len(found) >= 3
    for one in found:
        if one["quantity"] != "elo" or one["opponent"] == STUDIES[name][1]:
            assert as_drawn(one, STUDIES[name][0]) in words
    manifest = json.loads((stores / name / manifests.NAME).read_text())
    assert all(part in words for part in manifest["command"])
    assert f'"games": {manifest["arms"][0]["games"]}' in words


def test_what_tests_a_difference_is_named(tmp_path: Path) -> None:
    def said(name: str, *variants: str, players: str) -> str:
        rbsim.survey(*variants, players=players, games=20, store=tmp_path / name)
        return compared(load_study(tmp_path / name), None).partition("interval. ")[2]

    compare = "Whether two variants differ is a question for rbsim compare."
    ladder = "Which of two players is better is a question for rbsim ladder."
    assert said("variants", "standard", "strict", players="greedy") == compare
    assert said("players", "standard", players="greedy,uniform") == ladder
    both = said("both", "standard", "strict", players="greedy,uniform")
    assert both == f"{compare} {ladder}"
    assert said("three", "three-player", players="greedy,uniform") == ""


ENDS = ("undecided_low", "undecided_high")


def on_page(command: str) -> set[str]:
    """The quantities of a study that its page has."""
    rates = {"starter_wins", "stalemate", "standoff", "unfinished"}
    if command == "ladder":
        return {"elo", "lead"}
    if command == "advantage":
        arms = {f"{one}_of_arm" for one in (*rates, "second_wins")}
        return {"advantage", "starter_wins", "second_wins", *arms}
    return {"advantage", *rates, *(() if command == "compare" else ("other_wins",))}


def as_drawn(one: Row, command: str) -> str:
    """A row of a table as figures write it."""
    if one["quantity"] == "elo":
        show, unit = "{:+,.1f}", ""
    else:
        effect = command == "advantage" and not one["quantity"].endswith("_of_arm")
        signed = effect or one.get("against") or one["quantity"] in ("advantage", "lead")
        show, unit = "{:+.2f}" if signed else "{:.2f}", "%"
    scale = 1 if one["quantity"] == "elo" else 100
    known = [one["estimate"] if one[end] is None else one[end] for end in ENDS]
    ends = dict.fromkeys(show.format(scale * end) + unit for end in known)
    low, high = (show.format(scale * one[end]) for end in ("low", "high"))
    return f"{' to '.join(ends)} ({low} to {high})"


def answers(html: str) -> list[str]:
    """What the studies of a page found, which stands before all else but the heading."""
    top = html[html.index("</h1>") : html.index("<nav")]
    return ["".join(Well(one).words) for one in re.findall(r'<p class="answer">.*?</p>', top)]


ANSWERS = {
    "simulate": r"largest in strict, greedy, .* smallest in strict, uniform, .* overlap",
    "survey": r"largest in .*three-player|smallest in .*three-player|standard",
    "advantage": r"Starting is worth [+-].*%.* \([+-].* to [+-].*\) .* as played",
    "compare": r"differ from standard|no difference from standard",
    "sweep": r"largest in reserve-size=1[1-4], [+-].* smallest in reserve-size=1[1-4], [+-]",
    "ladder": r"^(greedy|weighted) has the highest rating: .* above uniform",
    "point": r"Starters win .*% \(.* to .*\) of games",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_page_begins_with_the_answer(stores: Path, name: str) -> None:
    (found,) = answers(page(stores, name))
    assert re.search(ANSWERS[name], found), found


def test_the_answer_of_a_comparison_is_holms(stores: Path) -> None:
    study = load_study(stores / "compare")
    result = Comparison(study.study, study.tally)
    (shown,) = answers(page(stores, "compare"))
    for variant, figures in zip(result.variants[1:], result.differences, strict=True):
        names = [name for name, one in figures.items() if one.adjusted < 0.05]
        assert not names or f"{variant} in {', '.join(names)}" in shown
        assert names or variant in shown.partition("Of ")[2]
    changed = {name: replace(one, adjusted=0.01) for name, one in result.differences[0].items()}
    result.differences[0] = changed
    assert f"{result.variants[1]} in starter wins, " in answer(result, [], [])


def test_what_is_compared_is_said(stores: Path) -> None:
    words = {name: " ".join(Well(page(stores, name)).words) for name in STUDIES}
    assert "game by game: cut-start." in words["compare"]
    assert "as they deal otherwise: reserve-11." in words["compare"]
    assert "every two players at standard, on the same deals in both seatings" in words["ladder"]
    assert "Nothing is tested: arms stand side by side" in words["sweep"]
    assert "variants differ is a question for rbsim compare." in words["sweep"]
    assert "rbsim ladder" not in words["sweep"]
    assert "Nothing is compared" in words["point"]


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


def test_unfinished_games_are_apart(stores: Path) -> None:
    html = page(stores, "simulate")
    own = html[html.index("Unfinished games</a></h3>") :]
    lengths = own[own.index("Length and score") :]
    table = own[: own.index("</section>")]
    counts = [int(n) for n in re.findall(r"<td>(\d+)</td></tr>", table)]
    assert len(counts) == 2
    assert any(counts)
    for count in counts:
        assert f"<td>{60 - count}</td>" in lengths


def test_unfinished_games_widen_the_advantage(stores: Path) -> None:
    """As they widen rates: from all of them lost by the starter to all won."""
    html = page(stores, "simulate")
    rows = re.findall(r"<td>([+-]\S+)% to (\S+)% \((\S+) to (\S+)\)</td>", html)
    counts = re.findall(r"<td>(\d+)</td>", html[html.index("Unfinished games</a></h3>") :])
    left = [int(n) for n in counts[1:4:2]]
    assert len(rows) == len(left) == 2
    for row, unfinished in zip(rows, left, strict=True):
        least, most, low, high = map(float, row)
        assert most - least == pytest.approx(200 * unfinished / 60, abs=0.011)
        assert low < least < most < high


def test_games_are_those_played(stores: Path) -> None:
    """Of a ladder that stopped at a look, not those that it might have gone on to."""
    assert "<td>0 to 999</td>" in page(stores, "looks")
    assert "Ladder: looks" in page(stores, "looks")
