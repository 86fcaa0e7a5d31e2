"""Forced starts: games known without playing, as other arms play them with the starter forced."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rbcore.rules.limits import Limits
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.sums.histograms import Rows

ANY_PLAYER = "uniform"  # the starter does not depend on the players


def force_starts(batch: Batch) -> list[Batch]:
    """Return, for each seat, the batch with the same games, all started by it."""
    return [replace(batch, rules=rules) for rules in batch.row_kind.starts(batch.rules)]


def forced_arms(study: Study) -> dict[int, list[int]]:
    """Return, by arm, the arms that play its games with each seat forced to start, if all do."""
    forced = {}
    known = {arm.rules for arm in study.arms}
    for i, arm in enumerate(study.arms):
        starts = arm.row_kind.starts(arm.rules)
        if starts and arm.rules not in starts and known.issuperset(starts):
            wanted = force_starts(arm)
            if all(one in study.arms for one in wanted):
                forced[i] = [study.arms.index(one) for one in wanted]
    return forced


def pick_rows(batch: Batch, start: int, played: Sequence[Rows]) -> Rows:
    """Return the rows of a batch from `start` on, picked from games with forced starts.

    `played` has the rows of the same games with each seat forced to start. The rules of who starts
    (section 3) depend on the deal alone and nothing else depends on them, so each game is the same
    as the forced one of its starter.
    """
    games = len(played[0])
    opening = np.zeros(games, batch.row_kind.row)
    players, limits = (ANY_PLAYER,) * batch.rules.seats, Limits(max_turns=1, max_moves=1)
    deal = replace(batch, players=players, attention=None, limits=limits)
    deal.play(start, opening, np.zeros(1, np.uint8))
    picked: Rows = np.stack(played)[opening["starter"], np.arange(games)]
    return picked
