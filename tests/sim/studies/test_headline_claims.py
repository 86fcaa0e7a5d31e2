"""No headline claims more than its intervals allow.

Of studies in which there is nothing to find no more than a twentieth may say that there is. No
games are played: rows are drawn from known shares, in which seats, variants, values of an axis and
players are alike, and summed up as played ones are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

import rbcore
from rbsim.pipeline.study import Study
from rbsim.stats.number_text import figure_text
from rbsim.studies import find_kind
from rbsim.sums.patience_totals import WON
from support.quick import fewer

SEEDS = 1_000
SLOW = {"sweep": 200, "ladder": 200, "compare": 200, "survey": 400, "fair": 300}  # seeds of these
WRONG = 0.05  # of headlines, at most
GAMES = 150
LUCK = 0.15  # by which the deal favours one seat
WINS = 0.3  # of patience games

Rows = dict[int, np.ndarray]


def games(study: Study, rng: np.random.Generator) -> Rows:
    """The same deals in every arm: each favours a seat, and nothing else matters."""
    lucky = rng.integers(0, 2, GAMES)
    starters = rng.integers(0, 2, GAMES)  # as played, by a cut
    rows = {}
    for arm, batch in enumerate(study.arms):
        own = rows[arm] = np.zeros(GAMES, rbcore.GAME)
        forced = batch.rules.starter
        own["starter"] = int(forced[-1]) if forced.startswith("seat-") else starters
        first = rng.random(GAMES) < np.where(lucky == 0, 0.5 + LUCK, 0.5 - LUCK)
        own["winner"] = np.where(first, 0, 1)
        own["outcome"] = np.where(rng.random(GAMES) < 0.03, rbcore.OUTCOMES.index("standoff"), 0)
        own["turns"] = rng.integers(20, 60, GAMES)
        own["moves"] = 150  # since intervals of means take their time
    return rows


def alone(study: Study, rng: np.random.Generator) -> Rows:
    """Arms with deals of their own, whose lengths are all the same."""
    rows = {}
    for arm in range(len(study.arms)):
        rows[arm] = games(replace(study, arms=study.arms[arm : arm + 1]), rng)[0]
        rows[arm]["turns"] = 40
    return rows


def matches(study: Study, rng: np.random.Generator) -> Rows:
    """Matches that each seat wins as often."""
    rows = np.zeros(GAMES, study.arms[0].row_kind.row)
    rows["starter"], rows["winner"] = rng.integers(0, 2, (2, GAMES))
    rows["games"] = 1
    return {0: rows}


def patience(study: Study, rng: np.random.Generator) -> Rows:
    """Games of which the same share comes out in every arm."""
    rows = {}
    for arm, batch in enumerate(study.arms):
        rows[arm] = np.zeros(GAMES, batch.row_kind.row)
        rows[arm]["outcome"] = np.where(rng.random(GAMES) < WINS, WON, 1 - WON)
    return rows


def misses(truth: float) -> Callable[[Any], bool]:
    """Whether the interval of a headline lies beside the true figure."""

    def wrong(result: Any) -> bool:
        low, high = result.answer.interval
        assert figure_text(result.answer) in result.headline
        return not low <= truth <= high

    return wrong


def ranks(result: Any) -> bool:
    """Whether a headline tells which is most and which least, and not that it may be chance."""
    said = result.headline
    assert "nothing is tested" in said
    return "overlap" not in said and "chance" not in said


STUDIES: dict[str, tuple[str, dict[str, Any], Any, Callable[[Any], bool]]] = {
    "simulate": ("simulate", {"variant": "cut-start"}, alone, misses(0.0)),
    "advantage": (
        "advantage", {"variant": "cut-start"}, games,
        lambda result: result.headline.startswith("Starting is worth"),
    ),
    "fair": (
        "fair", {"variant": "cut-start", "handicaps": "first-moves=2..4"}, games,
        lambda result: not result.headline.startswith("These games leave open")
        or len(result.fair) < len(result.handicaps),
    ),
    "compare": (
        "compare", {"variants": ("cut-start", "cut-start,peek=yes")}, games,
        lambda result: "differ from" in result.headline,
    ),
    "sweep": ("sweep", {"variant": "cut-start", "axes": ("reserve-size=5..14",)}, alone, ranks),
    "survey": ("survey", {"variants": ("cut-start", "strict", "covered")}, alone, ranks),
    "ladder": (
        "ladder", {"players": ("greedy", "weighted", "uniform", "planner")}, games,
        lambda result: result.headline.count(" above ") > result.headline.count("may be chance"),
    ),
    "match": ("match", {"variant": "cut-start,target=50"}, matches, misses(0.5)),
    "patience": ("patience", {"game": "fan"}, patience, misses(WINS)),
    "patience-survey": ("patience-survey", {"forms": ("fan", "twos", "klondike")}, patience, ranks),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", STUDIES)
def test_where_nothing_is_nothing_is_claimed(name: str) -> None:
    kind_name, options, draw, claims = STUDIES[name]
    kind = find_kind(kind_name)
    count = "matches" if kind_name == "match" else "games"
    given = {**options, count: GAMES}
    if "players" in kind.options and kind_name not in ("ladder", "patience", "patience-survey"):
        given["players"] = "greedy"
    study, rng = kind.study(given), np.random.default_rng(7)
    wrong, seeds = 0, fewer(SLOW.get(name, SEEDS))
    for _ in range(seeds):
        tally = study.tally(draw(study, rng))
        wrong += claims(kind.result(study, tally, 1 - WRONG))
    assert wrong <= stats.binom.ppf(0.9999, seeds, WRONG)  # that many by chance
