"""No headline claims more than its intervals allow.

Of studies in which there is nothing to find no more than a twentieth may say that there is. No
games are played: rows are drawn from known shares, in which seats, variants, values of an axis and
players are alike, and summed up as played ones are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbsim
from rbsim.arms.arm import Arm
from rbsim.result import Result
from support.drawn import DRAWS, GAMES, same_deals, summed
from support.quick import fewer

SEEDS = 200
SLOW = dict.fromkeys(("sweep", "ladder", "compare"), 60)  # seeds of these
SLOW |= dict.fromkeys(("several", "fair", "margin"), 80)
WRONG = 0.05  # of headlines, at most
WINS = 0.3  # of patience games

Draw = Callable[[np.random.Generator], Callable[[Arm], np.ndarray]]


def no_games(rng: np.random.Generator) -> Callable[[Arm], np.ndarray]:
    """Matches that each seat wins as often, or patience of which the same share comes out."""

    def rows(arm: Arm) -> np.ndarray:
        own = arm.empty_rows(GAMES)
        if arm.row_kind.noun == "matches":
            own["starter"], own["winner"] = rng.integers(0, 2, (2, GAMES))
            own["games"] = 1
        else:
            own["outcome"] = rng.random(GAMES) < WINS
        return own

    return rows


def misses(truth: float) -> Callable[[Result], bool]:
    """Whether the interval of a headline lies beside the true figure."""

    def wrong(result: Result) -> bool:
        one = result.answer
        assert one.text in result.headline
        return not one.low <= truth <= one.high

    return wrong


def ranks(result: Result) -> bool:
    """Whether a headline tells which is most and which least, and not that it may be chance."""
    assert ": the highest of 3 runs is " in result.headline
    return "chance" not in result.headline


def claims_steps(result: Result) -> bool:
    """Whether the interval of a step of the ladder lies beside no difference."""
    return any(one.p_adjusted < WRONG for one in result.figures if one.quantity == "lead")


STUDIES: dict[str, tuple[Callable[[], Result], Draw, Callable[[Result], bool]]] = {
    "simulate": (lambda: rbsim.simulate("cut-start", games=1), same_deals, misses(0.0)),
    "advantage": (
        lambda: rbsim.advantage("cut-start", games=1), same_deals,
        lambda found: found.headline.startswith("Starting is worth"),
    ),
    "fair": (
        lambda: rbsim.fair("cut-start", handicaps="first-moves=2..4", games=1, margin=0.001),
        same_deals, lambda found: "unfair" in found.headline,
    ),
    "margin": (
        lambda: rbsim.fair("cut-start", handicaps="first-moves=2..4", games=1, margin=30),
        lambda rng: same_deals(rng, lambda arm: 0.3 / (1 - DRAWS)),
        lambda found: "points: none" not in found.headline,
    ),
    "compare": (
        lambda: rbsim.compare("cut-start", "cut-start,peek=yes", games=1), same_deals,
        lambda found: found.headline.count("does not differ significantly") < 3,
    ),
    "sweep": (
        lambda: rbsim.sweep("reserve-size=5..9", variant="cut-start", games=1), same_deals,
        lambda found: "changes with" in found.headline,
    ),
    "several": (
        lambda: rbsim.simulate("cut-start", "strict", "covered", games=1),
        lambda rng: lambda arm: same_deals(rng)(arm), ranks,
    ),
    "ladder": (
        lambda: rbsim.ladder("greedy", "weighted", "uniform", "planner", games=1), same_deals,
        claims_steps,
    ),
    "match": (lambda: rbsim.match("cut-start,target=50", matches=1), no_games, misses(0.5)),
    "patience": (lambda: rbsim.patience("fan", games=1), no_games, misses(WINS)),
    "patiences": (lambda: rbsim.patience("fan", "twos", "harvest", games=1), no_games, ranks),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", STUDIES)
def test_where_nothing_is_nothing_is_claimed(name: str) -> None:
    play, draw, claims = STUDIES[name]
    shown, rng = play(), np.random.default_rng(7)
    wrong, seeds = 0, fewer(SLOW.get(name, SEEDS))
    for _ in range(seeds):
        wrong += claims(Result(shown.kind, shown.study, summed(shown.study, draw(rng))))
    assert wrong <= stats.binom.ppf(0.9999, seeds, WRONG)  # that many by chance


def test_what_there_is_is_said() -> None:
    """Of 1,000 deals with `greedy`, and of variants that differ by far."""
    assert rbsim.advantage(games=1_000).headline.startswith("Starting is worth +")
    found = rbsim.advantage(games=20_000, players="uniform", until="8%")
    assert found.headline.startswith("These games leave open whether starting helps")
    both = rbsim.simulate("standard", "crossley", games=3_000, until="10% of itself", of="turns")
    assert (both.headline[:31], "chance" in both.headline) == (
        "Turns: the highest of 2 runs is", False)  # fmt: skip
    assert both.headline.endswith(". Use compare to test differences between variants.")
    few_games = rbsim.simulate(players="greedy,weighted", games=100).headline
    assert few_games.endswith(" to hold jointly, so the difference may be due to chance.")
    said = rbsim.compare("standard", "waste-available", games=2_000).headline
    assert said.startswith("Under waste-available, compared with standard, the advantage as ")
    assert "; the share of games that nobody wins is larger: +" in said
    # With three players a starter who wins a third of the games has -33.3 points.
    three = rbsim.advantage("three-player", games=600)
    assert three.headline.endswith("break-even is -33.3 points, so starting helps.")
    few = rbsim.advantage("three-player", games=10)
    assert few.headline.startswith("These games leave open whether starting helps")
    assert few.headline.endswith("With three players break-even is -33.3 points.")
    # An interval by itself may exclude what Holm's correction does not.
    several = rbsim.compare("standard", "strict", "covered", games=1_000)
    alone = [one for one in several.figures if one.quantity == "turns" and one.labels["against"]]
    assert any(one.high < 0 and one.p_adjusted >= 0.05 for one in alone)
    assert re.search(r"p = 0\.\d+ after Holm's correction", several.headline)
    assert several.headline.endswith("although the corrected p is 0.05 or more.")
    # How the causal advantages are tested, deal by deal, in the same half-width.
    parts = rbsim.advantage("standard", "strict", games=1_500)
    assert "rbsim compare, with starter=seat-0 in each" in parts.headline
    seated = rbsim.compare("standard,starter=seat-0", "strict,starter=seat-0", games=1_500)
    fixed = seated.figure("advantage", variant="standard,starter=seat-0", against=None)
    causal = parts.figure("advantage", variant="standard", start="causal", seating="all")
    assert fixed.low < causal.high
    assert causal.low < fixed.high
    many = rbsim.compare("standard", "crossley", "wrangle", "covered", "strict", games=500).headline
    assert many.startswith("Advantage, minus standard: the highest of 4 variants is ")
    assert "; significantly different from standard (Holm-corrected p below 0.05): " in many
    assert many.endswith(" below 0.05): wrangle.")
    players: Any = ("uniform", "greedy")
    assert rbsim.ladder(*players, games=50).headline.startswith("greedy has the highest rating: ")
