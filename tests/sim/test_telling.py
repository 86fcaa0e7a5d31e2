"""Sentences about a run, each from figures and counts given here; nothing is played."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rbsim
from rbsim import telling
from rbsim.arms.arm import make_arm
from rbsim.estimates.figures import Figure, rate
from rbsim.estimates.tally import Histogram
from rbsim.estimates.until import Until
from rbsim.options import GameOptions, as_on_command_line
from rbsim.study.spans import Span
from rbsim.telling import PartEnd

STALEMATE = Until("stalemate", 0.001)
WHOLE = rate("stalemate", 200, 10_000)
MET = PartEnd("strict", 10_000, True, WHOLE, WHOLE)
MISSED = PartEnd("wrangle", 2_000, False, WHOLE, WHOLE, 41_234, "wait")
WORDS = STALEMATE.words
ENDLESS = Figure("turns", 43.4, 43.0, math.inf, 10_000, undecided=(43.4, math.inf), unfinished=3)


def test_one_part_that_met_what_was_asked() -> None:
    assert (
        telling.goal_text(STALEMATE, [MET], "games") == f"Target: {WORDS}; met after 10,000 games."
    )
    assert telling.shortfall_text(STALEMATE, [MET], "games") == ""


def test_several_parts_are_named_until_they_are_many() -> None:
    text = telling.goal_text(STALEMATE, [MET, MISSED], "deals")
    assert "; met: strict after 10,000 deals; not met: wrangle after 2,000 deals." in text
    many = [replace(MISSED, name=str(number), enough=number) for number in range(1, 6)]
    text = telling.shortfall_text(STALEMATE, many, "games")
    begin = f"target: {WORDS}; not met: 5 of 5 within 2,000 games; 5 needs the most: "
    assert text.startswith(begin)


@pytest.mark.parametrize(
    ("end", "text"),
    [
        (MISSED, "games=42_000 should be enough"),
        (replace(MISSED, enough=math.nan), "give more games"),
        (
            replace(MISSED, enough=math.inf),
            "too many games are unfinished for any number of games to be enough; wait",
        ),
        (
            replace(MISSED, whole=ENDLESS, enough=math.inf),
            "3 games are unfinished, so no number of games is enough; wait",
        ),
        (
            replace(MISSED, whole=rate("stalemate", 0, 10_000)),
            "none was seen; games=42_000 without one should be enough",
        ),
        (
            replace(MISSED, whole=rate("stalemate", 200, 10_000, 900)),
            "games=42_000 may be enough; unfinished games cause much of the interval's width: wait",
        ),
    ],
)
def test_what_would_be_enough(end: PartEnd, text: str) -> None:
    assert telling.shortfall_text(STALEMATE, [end], "games").endswith(f"after 2,000 games; {text}")


def test_a_part_that_may_be_enough_is_farther_than_one_that_is_not_known() -> None:
    unknown = replace(MISSED, name="unknown", enough=math.nan)
    for ends in ([MISSED, unknown], [unknown, MISSED]):
        assert "wrangle needs the most" in telling.shortfall_text(STALEMATE, ends, "games")


def test_a_width_beyond_the_figure_itself_is_questioned() -> None:
    wide = Until("stalemate", 0.03)
    text = telling.goal_text(wide, [MET], "games")
    assert 'did you mean a fraction of it, until="3%-of-itself"?' in text
    with as_on_command_line():
        text = telling.goal_text(wide, [MET], "games")
    assert "did you mean a fraction of it, --until 3%-of-itself?" in text
    of_itself = replace(wide, relative=True)
    assert "did you mean" not in telling.goal_text(of_itself, [MET], "games")


def test_how_many_games_to_play() -> None:
    def plan(figure: Figure, games: float, runs: int = 1) -> str:
        return telling.plan_text(
            figure,
            runs,
            None,
            "games",
            lambda half: 10_000 if half == figure.half else games,
            "wait",
        )

    text = plan(WHOLE, 40_000)
    assert text.startswith("Halving the interval of stalemate takes 40,000 games in all")
    assert " 40,000 games per run in all" in plan(WHOLE, 40_000, runs=2)
    assert plan(WHOLE, math.inf).startswith("Too many games are unfinished for any number of ")
    assert plan(ENDLESS, math.inf) == (
        "The interval of turns has no upper end, however many games are played, because 3 games "
        "are unfinished; wait."
    )
    never = plan(rate("stalemate", 0, 10_000), 20_000)
    assert never.startswith(
        "None was seen. Halving the bound of stalemate takes 20,000 games in all "
    )


@pytest.mark.parametrize(
    ("number", "rounded"), [(1, 1), (99, 99), (101, 110), (12_345, 13_000), (9_999, 10_000)]
)
def test_games_are_rounded_up_to_two_digits(number: int, rounded: int) -> None:
    assert telling.rounded_up(number) == rounded


def test_what_makes_more_games_end_is_advised_by_the_limit_that_ended_them() -> None:
    """A limit is not to be raised again and again: only if games end near it, or none was tried."""
    turning = rbsim.Player(lambda view, moves: moves[0], name="turning")

    def advice(turns: list[int], ended: list[int], **options: Any) -> str:
        arm = make_arm("standard", [turning, "greedy"], 1, GameOptions(**options))
        unfinished = Histogram.of(np.array(ended))
        seen = {"turns": Histogram.of(np.array(turns)) + unfinished, "unfinished_turns": unfinished}
        return telling.more_endings_text(arm, seen)

    players = "use players that finish more games"
    assert advice([], [30], max_turns=30) == f"raise max_turns to 300, or {players}"
    assert advice([], [10_000], max_turns=10_000) == players
    assert advice([20], [30], max_turns=30) == f"raise max_turns to 300, or {players}"
    assert advice([90], [10_000], max_turns=10_000) == (
        f"no finished game took more than 90 turns, so {players}"
    )
    assert advice([90], [3, 8, 1_000]) == (
        "most of them ended in a turn of max_turn_moves=2_000; let turning avoid moves that undo "
        "its previous ones"
    )


def test_what_was_played() -> None:
    arm = make_arm("strict", "greedy", 300, GameOptions(seed=7, max_turns=50, slip=0.1))
    text = telling.played_text([arm], [Span(7, (0,), 300)], [100, 300], "games", 0.95, [0.96])
    assert text == (
        "100 to 300 games (seed 7, from game 0 on); player greedy (version 2); slip 0.1, watch 1; "
        f"max-turns 50; games version {arm.games_version}; 95% intervals, 96% for the target (so "
        "95% over all interim looks)"
    )
    assert telling.speed_text(300, 0, {}, "", 0) == ""
    machine = {"processor": "a", "build": "b"}
    assert telling.speed_text(300, 2, machine, "2 threads (affinity)", 0) == (
        "; 150 games a second on a, b build, 2 threads (affinity)"
    )


def test_an_arm_of_several_parts_counts_once() -> None:
    """As the first variant of `compare`, with which every other is compared."""
    played = rbsim.compare("standard", "strict", "covered", games=50, max_turns=30, seed=1)
    games = [figure for figure in played.figures if figure.quantity == "unfinished"]
    alone = [figure for figure in games if figure.labels.get("against") is None]
    unfinished = round(sum(50 * figure.estimate for figure in alone))
    assert unfinished > 0
    assert f"{unfinished} of 150 games were not finished" in played.article.unfinished
