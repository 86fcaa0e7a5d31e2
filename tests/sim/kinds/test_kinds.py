"""What every kind of study says: its headline, its figures, and what they are asked by."""

from __future__ import annotations

import math
import pickle
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.estimates.figures import QUANTITIES, Figure
from rbsim.estimates.intervals import wilson
from rbsim.result import Result

SMALL: dict[str, Callable[..., Result]] = {
    "simulate": partial(rbsim.simulate, "standard", games=300),
    "sweep": partial(rbsim.sweep, "reserve-size=11..13", games=200),
    "advantage": partial(rbsim.advantage, "standard", games=200),
    "fair": partial(rbsim.fair, "standard", handicaps="first-moves=1,4", games=200),
    "compare": partial(rbsim.compare, "standard", "waste-available", games=300),
    "ladder": partial(rbsim.ladder, "greedy", "uniform", games=60),
    "luck": partial(rbsim.luck, "standard", games=60),
    "match": lambda games=40, **how: rbsim.match("standard,target=50", matches=games, **how),
    "patience": partial(rbsim.patience, "robert", games=300),
}


@cache
def small(name: str) -> Result:
    """A small study of a kind, played once."""
    return SMALL[name]()


@pytest.mark.parametrize("name", SMALL)
def test_differences_of_shares_are_points_and_shares_per_cent(name: str) -> None:
    found = small(name)
    for one in found.figures:
        number = one.show(0.25)
        unit = {"difference": " points", "share": "%"}.get(one.form, "")
        assert number.lstrip("+-0123456789.") == unit
    for table in found.report(full=True).tables:
        for i, (head, *texts) in enumerate(map(table.texts, range(len(table.head)))):
            own = [row[i] for row in table.rows]
            for cell, text in zip(own, texts, strict=True):
                if isinstance(cell, Figure) and cell.form == "difference" and text != "-":
                    assert (" points" in text) != head.endswith(", points")


def test_a_column_of_points_says_so_once_and_numbers_for_programs_are_shares() -> None:
    table, *_ = small("compare").report().tables
    assert "advantage, as played, points" in table.lines()[0]
    assert "| advantage, as played, points |" in small("compare").report().markdown()
    head, row = table.data()
    at = head.index("advantage, as played")
    both = rbsim.advantage("standard", "strict", games=50).report().tables[0]
    assert both.head[:2] == ("variant", "advantage, causal")
    assert row[at] == small("compare").figure("advantage", against="standard").estimate


# ---- what is played for, and what headlines say of it ----

# Figures with intervals that are of several parts, and so not played for.
NOT_BY_PARTS = {"ladder": {"elo", "misfit"}, "sweep": {"slope"},
                "luck": {"lead", "common_share", "nobody_wins"}}  # fmt: skip
WIDE = "49% of itself"  # which ends soon


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", SMALL)
def test_every_figure_that_has_an_interval_can_be_played_for(name: str) -> None:
    found = small(name)
    having = {one.quantity for one in found.figures
              if one.method and one.labels.get("start") != "as dealt"}  # fmt: skip
    for of in having - NOT_BY_PARTS.get(name, set()):
        played = SMALL[name](games=2, until=WIDE, of=of)
        words = QUANTITIES[of].words
        assert played.asked == of
        assert of == played.kind.answer["quantity"] or words.lower() in played.headline.lower()
    for of in {one.quantity for one in found.figures} - having:
        with pytest.raises(ValueError, match=f"of={of} cannot be a target, because {name} has"):
            SMALL[name](until=WIDE, of=of, progress=lambda *_: pytest.fail("games were played"))


def test_offences_are_played_for_where_somebody_watches() -> None:
    with pytest.raises(ValueError, match="starter_offences cannot be a target"):
        rbsim.simulate(games=2, until=WIDE, of="starter_offences")
    found = rbsim.simulate(games=2_000, slip=0.1, until=WIDE, of="starter_offences")
    assert found.headline.startswith("Starter's offences: ")


@pytest.mark.parametrize(
    ("name", "of", "until", "said"),
    [("simulate", "turns", "10", r"Turns: [\d.]+ \([\d.]+ to [\d.]+\), [\d,]+ games\."),
     ("simulate", "turns_q50", "10", r"Turns, median: \d+ \(\d+ to \d+\), [\d,]+ games\."),
     ("simulate", "stalemate", "3%", r"Stalemate: "),
     ("sweep", "turns", "20", r"Turns: the highest of 3 runs is reserve-size=\d+ with [\d.]+ \("),
     ("advantage", "nobody_wins", "2%", r"Nobody wins: .* with every seat starting each deal"),
     ("fair", "turns", "20", r"Turns: the highest of 3 handicaps is \S+ with [\d.]+ \("),
     ("compare", "turns", "20", r"Turns, minus standard: waste-available [+-][\d.]+ \("),
     ("compare", "starter_wins", "5%", r"Starter wins, minus standard: .* points"),
     ("ladder", "won", "5%", r"Won: greedy against uniform [\d.]+%"),
     ("match", "games", "3", r"Games: [\d.]+ \("),
     ("patience", "cards_left", "3", r"Cards left: [\d.]+ \(")],
)  # fmt: skip
def test_headlines_answer_what_was_played_for_in_its_unit(name, of, until, said):
    found = SMALL[name](games=4_000, until=until, of=of)
    assert re.match(said, found.headline), found.headline


def test_luck_is_played_for_by_its_source() -> None:
    how: dict[str, Any] = {"games": 2_000, "seed": 1, "until": "8%"}
    found = rbsim.luck("standard", source="hidden-cards", **how)
    assert found.headline.startswith(
        "Shares of the variance of a game's outcome, with each seat starting: hidden cards "
    )
    assert found.answer.labels["source"] == "hidden cards"
    assert found.answer.half <= 0.08
    with pytest.raises(ValueError, match="source=players is unknown here; name one of start"):
        rbsim.luck("standard", source="players", **how)


# ---- what never happened, and results as objects ----


def test_what_no_deal_had_has_an_honest_end() -> None:
    """Of 200 deals of two games each, as of 200 and not of 400 games that stand alone."""
    found = small("advantage").figure("stalemate", start="causal")
    assert (found.estimate, found.low) == (0, 0)
    assert found.high == pytest.approx(wilson(0, 200)[1])
    assert found.text == f"under {found.show(found.high)}"
    less = small("advantage").figure("stalemate", start="difference")
    assert less.low == -less.high < 0


@pytest.mark.parametrize("name", SMALL)
def test_results_and_figures_can_be_sent(name: str) -> None:
    found = small(name)
    same = pickle.loads(pickle.dumps(found))
    assert same == found
    assert same.figures == found.figures
    assert same.headline == found.headline


def test_what_several_would_do_for_is_refused_with_what_tells_them_apart() -> None:
    several = rbsim.simulate("standard", "strict", games=20, seed=1, rows=True)
    asked: list[Callable[[], Any]] = [
        lambda: several.figure("turns"), lambda: several.answer, lambda: several.games,
        lambda: several.advantage,
    ]  # fmt: skip
    for ask in asked:
        with pytest.raises(ValueError, match="choose one with variant='standard' or 'strict'"):
            ask()
    assert len(several.arm_rows(variant="strict")) == 20


@pytest.mark.parametrize("name", sorted(set(SMALL) - {"patience"}))
def test_every_study_of_games_says_how_often_nobody_wins(name: str) -> None:
    found = [one for one in small(name).figures if one.quantity == "nobody_wins"]
    assert found
    assert all(math.isfinite(one.low) and one.high > one.low for one in found)


# ---- planning ----


def test_as_many_games_as_were_planned_make_the_interval_as_narrow() -> None:
    found = small("advantage")
    deals = found.games_for("5%")
    again = rbsim.advantage("standard", games=deals, seed=2).answer
    assert again.half == pytest.approx(0.05, rel=0.12)
    assert found.games_for("49% of itself", "starter-wins", start="causal", seating="all") < 200
    half = found.answer.half / 2
    assert (
        f"Halving the interval of advantage takes {4 * found.answer.n} deals in all" in found.plan
    )
    assert found.games_for(half) == 4 * found.answer.n
    assert found.plan in str(found).replace("\n", " ")
    assert " 240 deals in all" in small("ladder").plan  # of two games each
    assert small("ladder").games_for(small("ladder").answer.half / 2) == 240
    for name in SMALL:
        assert ("Finding a handicap fair" if name == "fair" else "Halving the ") in small(name).plan


@pytest.mark.parametrize(("name", "of"), [
    ("simulate", "stalemate"), ("advantage", "nobody_wins"), ("compare", "turns"),
    ("match", "other_wins"), ("ladder", "nobody-wins"), ("patience", "cards_left"),
    ("sweep", "turns"), ("fair", "stalemate"),
])  # fmt: skip
def test_what_is_asked_is_answered_and_figures_stay_as_they_are(name: str, of: str) -> None:
    found = SMALL[name](of=of)
    words = QUANTITIES[found.asked].words
    assert found.headline.startswith(words.capitalize())
    assert f"of {words}" in found.plan
    assert found.to_dict() == small(name).to_dict()
    assert (found + SMALL[name](of=of, first=1_000)).asked == found.asked


@pytest.mark.full
def test_what_was_played_for_stands_below_the_headline(tmp_path: Path) -> None:
    """The target, whether it was met, and by whom."""
    found, page = rbsim.simulate("standard", seed=1, until="2%"), tmp_path / "page.html"
    (asked, missing), played = found.goal, found.tallies[0].n
    assert (asked, missing) == (
        f"Target: starter wins, to ± 2 points; met after {played:,} games.", "",
    )  # fmt: skip
    assert found.answer.half <= 0.02
    assert found.answer.n == found.figure("turns").n == played
    rbsim.report(found, out=page)
    html, text = found.report().html(), str(found).replace("\n", " ")
    for shown in (text, found.report().markdown(), html, page.read_text()):
        assert asked in shown
    found.save(tmp_path / "found.json")
    assert rbsim.load(tmp_path / "found.json").goal == found.goal
    assert small("advantage").goal == ("", "")


@pytest.mark.full
def test_every_part_says_whether_what_was_played_for_was_met() -> None:
    how: dict[str, Any] = {"seed": 1, "until": "2%", "games": 2_000}
    played: dict[str, Any] = {**how, "until": "1%", "of": "stalemate"}
    asked, missing = rbsim.simulate("standard", "strict", "wrangle", **played).goal
    assert "; met: standard, strict after 1,000 games; not met: wrangle after 2,000 games." in asked
    assert missing.startswith(
        "target: stalemate, to ± 1 point; not met: wrangle after 2,000 games; g"
    )
    _, missing = rbsim.simulate("standard", "strict", **how).goal
    assert "; not met: standard, strict after 2,000 games; st" in missing
    assert " needs the most: games=" in missing
    sweep = rbsim.sweep("reserve-size=9..14", seed=1, until="1%", games=1_000)
    assert "; not met: 6 of 6 within 1,000 games; reserve-size=" in sweep.goal[1]
    ladder = rbsim.ladder("greedy", "uniform", games=2_000, until="decided")
    assert ladder.goal == ("Target: lead, until decided; met after 1,000 deals.", "")


@pytest.mark.parametrize(("variant", "until", "of", "said"), [
    ("strict", "10%", "stalemate", '; did you mean a fraction of it, until="10%-of-itself"?'),
    ("here-and-there", "0.9 points", "stalemate", "0.9 points is larger than the figure itself;"),
    ("robert", "12", "cards_left", ""), ("robert", "60", "cards_left", "± 60 is larger than the f"),
    ("standard", "10%", "starter_wins", ""), ("wrangle-open", "10%-of-itself", "stalemate", ""),
    ("standard", "8 points", "advantage", ""),  # which may be below 0
])  # fmt: skip
def test_a_half_width_above_the_figure_itself_is_noticed(
    variant: str, until: str, of: str, said: str
) -> None:
    study = rbsim.patience if variant == "robert" else rbsim.simulate
    found = study(variant, games=9_000, seed=1, until=until, of=of)
    assert ("larger than the figure" in found.goal[0]) == bool(said)
    assert said in found.goal[0]


def test_a_fixed_way_is_said_to_be_one_where_a_game_has_an_adviser() -> None:
    said = 'The player adviser (players="adviser") chooses among the moves, and may win more.'
    for player, told in {None: True, "adviser": False}.items():
        assert (said in rbsim.patience("trefoil", games=50, players=player).headline) == told
    assert said not in small("patience").headline  # in which nothing is decided


def test_what_was_never_seen_halves_its_bound_with_twice_the_games() -> None:
    few, enough = (rbsim.simulate("here-and-there", games=games, seed=1, of="stalemate")
                   for games in (300, 1_900))  # fmt: skip
    many = "None was seen. Halving the bound of stalemate takes 600 games in all without one; re"
    assert many in str(few).replace("\n", " ")
    assert (enough.answer.count, enough.answer.half) == (0, pytest.approx(0.001, rel=0.05))
    several = rbsim.simulate("here-and-there", "crossley", games=300, seed=1, of="stalemate")
    assert several.plan.startswith(
        "None was seen. Halving the bound of stalemate takes 600 games per"
    )
    assert "never seen in any of 2 runs, so it is under 1.3% in each" in several.headline


def test_what_cannot_be_planned_is_said() -> None:
    cut = rbsim.simulate(games=500, seed=1, max_turns=30)
    with pytest.raises(ValueError, match="unfinished games alone make starter_wins wider"):
        cut.games_for("1%", "starter_wins")
    with pytest.raises(ValueError, match="give_ups needs an interval"):
        cut.games_for("1", "give_ups")
    with pytest.raises(ValueError, match=r"half=.much. is not a half-width of turns"):
        cut.games_for("much", "turns")
