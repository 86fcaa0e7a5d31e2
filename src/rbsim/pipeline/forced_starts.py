"""Forced starts: games that need no playing, as other arms play them with the starter forced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rbcore.rules.limits import Limits
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.sums.histograms import Rows

ANY_PLAYER = "uniform"  # who starts does not depend on who plays


def force_start(batch: Batch, seat: int) -> Batch:
    """Return the same games, started by that seat."""
    return replace(batch, rules=replace(batch.rules, starter=f"seat-{seat}"))


def forced_arms(study: Study) -> dict[int, list[int]]:
    """Return, for each arm whose games other arms play with every start forced, those by seat."""
    fixed = {i: arm for i, arm in enumerate(study.arms) if arm.rules.starter.startswith("seat-")}
    found: dict[int, list[int]] = {}
    for i, arm in enumerate(study.arms):
        if fixed and i not in fixed:
            wanted = [force_start(arm, seat) for seat in range(arm.rules.seats)]
            places = [[j for j, other in fixed.items() if other == one] for one in wanted]
            if all(places):
                found[i] = [place[0] for place in places]
    return found


def pick_rows(batch: Batch, start: int, played: Sequence[Rows]) -> Rows:
    """Return the rows of a batch from `start` on: of each game, that of the seat that starts it.

    `played` has the same games with each seat forced to start. The rules that say who starts
    (section 3) look at the deal alone, and nothing else looks at them, so the games are the same.
    """
    games = len(played[0])
    opening = np.zeros(games, batch.row_kind.row)
    deal = replace(
        batch,
        players=(ANY_PLAYER,) * batch.rules.seats,
        attention=None,
        limits=Limits(max_turns=1, max_moves=1),
    )
    deal.play(start, opening, np.zeros(1, np.uint8))
    picked: Rows = np.stack(played)[opening["starter"], np.arange(games)]
    return picked
