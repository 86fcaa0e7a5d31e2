"""Arms of a study that are picked from arms with a forced start."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import rbcore
from rbsim.pipeline import engine
from rbsim.pipeline.forced_starts import force_starts, forced_arms, pick_rows
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch, make_batch
from rbsim.studies.starter_advantage import KIND as ADVANTAGE
from rbsim.sums.histograms import Rows

GAMES = 40


def play(batch: Batch, start: int = 0) -> Rows:
    rows = np.zeros(GAMES, batch.row_kind.row)
    assert batch.play(start, rows, np.zeros(1, np.uint8)) == GAMES
    return rows


@pytest.mark.sample(10)
@pytest.mark.parametrize("starter", [None, "cut", "alternate"])
@pytest.mark.parametrize("variant", rbcore.PRESETS)
def test_what_is_picked_is_what_would_be_played(variant: str, starter: str | None) -> None:
    rules = rbcore.variant(variant)
    try:
        rules = rules if starter is None else replace(rules, starter=starter)
    except ValueError:
        pytest.skip("these rules cannot start so")
    arm = make_batch(rules, "greedy~0.2", 3 * GAMES, seed=5, first=9, slip=0.05)
    played = [play(one, start=GAMES) for one in force_starts(arm)]
    rows = pick_rows(arm, GAMES, played)
    assert (rows == play(arm, start=GAMES)).all()
    assert len(set(rows["starter"])) == rules.seats


def test_only_arms_whose_every_start_is_played_are_picked() -> None:
    study = ADVANTAGE.study({"players": "greedy:uniform", "games": 10, "slip": (0.1, 0)})
    assert forced_arms(study) == {0: [1, 2], 3: [4, 5]}
    assert forced_arms(Study("advantage", study.arms[:2])) == {}
    assert forced_arms(Study("advantage", study.arms[1:])) == {2: [3, 4]}
    other = replace(study.arms[0], seed=7)
    assert forced_arms(Study("advantage", (other, *study.arms[1:3]))) == {}


def test_no_game_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    study = ADVANTAGE.study({"variant": "cut-start", "games": GAMES, "seed": 2})
    games = 0
    play = Batch.play

    def counted(batch: Batch, start: int, rows: Rows, stop: engine.Stop) -> int:
        nonlocal games
        games += len(rows) * (batch.limits.max_moves > 1)
        return play(batch, start, rows, stop)

    monkeypatch.setattr(Batch, "play", counted)
    tally = engine.play_chunk(range(GAMES), study, range(3)).tally
    assert games == 2 * GAMES
    alone = engine.play_chunk(range(GAMES), Study("simulate", study.arms[:1]), [0]).tally
    assert (tally.arms[0].turns == alone.arms[0].turns).all()
