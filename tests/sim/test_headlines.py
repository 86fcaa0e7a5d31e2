"""No headline claims more than its intervals allow.

Of studies in which there is nothing to find no more than a twentieth may say that there is. No
games are played: rows are drawn from known shares, in which seats, variants, values of an axis and
players are alike, and summed up as played ones are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
import rbsim
from rbsim.arms.arm import Arm
from rbsim.result import Result
from rbsim.study import Played, Study
from rbsim.until import Watch
from support.quick import fewer

SEEDS = 1_000
SLOW = {"sweep": 200, "ladder": 200, "compare": 200, "several": 300, "fair": 300}  # seeds of these
WRONG = 0.05  # of headlines, at most
GAMES = 150
LUCK = 0.15  # by which the deal favours one seat
WINS = 0.3  # of patience games

Draw = Callable[[np.random.Generator], Callable[[Arm], np.ndarray]]


def same_deals(rng: np.random.Generator) -> Callable[[Arm], np.ndarray]:
    """The same deals in every arm: each favours a seat, and nothing else matters."""
    lucky, starters = rng.integers(0, 2, (2, GAMES))

    def rows(arm: Arm) -> np.ndarray:
        own, forced = np.zeros(GAMES, rbcore.GAME), arm.rules.starter
        own["starter"] = int(forced[-1]) if forced.startswith("seat-") else starters
        first = rng.random(GAMES) < np.where(lucky == 0, 0.5 + LUCK, 0.5 - LUCK)
        own["winner"] = np.where(first, 0, 1)
        own["outcome"] = np.where(rng.random(GAMES) < 0.03, rbcore.OUTCOMES.index("standoff"), 0)
        own["turns"], own["moves"] = rng.integers(20, 60, GAMES), 150
        return own

    return rows


def own_deals(rng: np.random.Generator) -> Callable[[Arm], np.ndarray]:
    """Arms with deals of their own."""
    return lambda arm: same_deals(rng)(arm)


def matches(rng: np.random.Generator) -> Callable[[Arm], np.ndarray]:
    """Matches that each seat wins as often."""

    def rows(arm: Arm) -> np.ndarray:
        own = np.zeros(GAMES, arm.row_kind.row)
        own["starter"], own["winner"] = rng.integers(0, 2, (2, GAMES))
        own["games"] = 1
        return own

    return rows


def patience(rng: np.random.Generator) -> Callable[[Arm], np.ndarray]:
    """Games of which the same share comes out in every arm."""

    def rows(arm: Arm) -> np.ndarray:
        own = np.zeros(GAMES, arm.row_kind.row)
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
    assert "nothing is tested" in result.headline
    return "chance" not in result.headline


def claims_steps(result: Result) -> bool:
    """Whether the interval of a step of the ladder lies beside no difference."""
    steps = [one for one in result.figures if one.quantity == "lead" and one.p_adjusted < WRONG]
    return bool(steps)


STUDIES: dict[str, tuple[Callable[[], Result], Draw, Callable[[Result], bool]]] = {
    "simulate": (lambda: rbsim.simulate("cut-start", games=1), own_deals, misses(0.0)),
    "advantage": (
        lambda: rbsim.advantage("cut-start", games=1), same_deals,
        lambda found: found.headline.startswith("Starting is worth"),
    ),
    "fair": (
        lambda: rbsim.fair("cut-start", handicaps="first-moves=2..4", games=1), same_deals,
        lambda found: not found.headline.startswith("These games leave open"),
    ),
    "compare": (
        lambda: rbsim.compare("cut-start", "cut-start,peek=yes", games=1), same_deals,
        lambda found: "differ from" in found.headline,
    ),
    "sweep": (
        lambda: rbsim.sweep("reserve-size=5..14", variant="cut-start", games=1), own_deals, ranks),
    "several": (
        lambda: rbsim.simulate("cut-start", "strict", "covered", games=1), own_deals, ranks),
    "ladder": (
        lambda: rbsim.ladder("greedy", "weighted", "uniform", "planner", games=1), same_deals,
        claims_steps,
    ),
    "match": (lambda: rbsim.match("cut-start,target=50", matches=1), matches, misses(0.5)),
    "patience": (lambda: rbsim.patience("fan", games=1), patience, misses(WINS)),
    "patiences": (lambda: rbsim.patience("fan", "twos", "klondike", games=1), patience, ranks),
}  # fmt: skip


def summed(study: Study, rows: Callable[[Arm], np.ndarray]) -> Played:
    """The sums of rows that are drawn."""
    drawn = {number: rows(arm) for number, arm in enumerate(study.arms)}
    tallies = [study.tally(part, drawn) for part in range(len(study.parts))]
    return Played(tallies, [Watch(None, GAMES) for _ in tallies])


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
    both = rbsim.simulate("standard", "face-down", games=3_000, until="10% of itself", of="turns")
    assert both.headline.startswith("Turns: of 2 runs, ")
    assert rbsim.compare("standard", "waste-available", games=2_000).headline.startswith(
        "These differ from standard: waste-available in "
    )
    players: Any = ("uniform", "greedy")
    assert rbsim.ladder(*players, games=50).headline.startswith("greedy has the highest rating: ")
