"""The advantage of starting: as it is played, and as starting alone causes it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import Any, Unpack

import rbcore
from rbsim.formatting import starter_advantage
from rbsim.formatting.tables import Report
from rbsim.pipeline.engine import run
from rbsim.pipeline.forced_starts import force_start
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.running.batch import Batch, Options, Players, Progress, make_batch
from rbsim.stats.intervals import Mean, Rate
from rbsim.studies.estimate import ADVANTAGE, STARTER_WINS, Estimate, Quantity
from rbsim.sums.pairs import CODES, UNFINISHED, K, Pairs, weigh

ORDINALS = ("starter", "second", "third")


def advantage(
    variant: str | rbcore.Rules = "standard",
    *,
    games: int,
    players: Players = "greedy",
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Advantage:
    """Play deals first to first+games-1 of a seed under the variant's own start and all others.

    Players that differ sit down in every order. threads, executor, store, progress: as
    rbsim.studies.run takes them; everything else, errors too, is as in `simulate`.
    """
    study = advantage_study(make_batch(variant, players, games, **options))
    return Advantage(study, run(study, threads, progress, executor, store))


def advantage_study(batch: Batch) -> Study:
    """For every seating the batch as it is, then with each seat forced to start."""
    seats = batch.rules.seats
    arms = []
    for seating in _seatings(batch):
        arms.append(seating)
        arms += [force_start(seating, seat) for seat in range(seats)]
    return Study("advantage", tuple(arms), paired=True)


def _seatings(batch: Batch) -> list[Batch]:
    """The batch with its players, and their slips, in every order that differs."""
    attention = batch.attention or (None,) * batch.rules.seats
    found = []
    for order in permutations(zip(batch.players, attention, strict=True)):
        players = tuple(player for player, _ in order)
        kept = tuple(one for _, one in order if one is not None)
        seating = replace(batch, players=players, attention=kept or None)
        if seating not in found:
            found.append(seating)
    return found


@dataclass(frozen=True)
class Effect:
    """One quantity, with the variant's own start and averaged over the forced ones.

    chosen: as played less causal, deal by deal; what it is worth that the deal chooses who starts.
    """

    as_played: Estimate
    causal: Estimate
    chosen: Mean

    @classmethod
    def from_pairs(
        cls, pairs: Pairs, played: list[int], forced: list[int], quantity: Quantity
    ) -> Effect:
        times = len(forced) // len(played)
        weights = {arm: {n: times * w for n, w in quantity.weights.items()} for arm in played}
        weights |= {arm: {n: -w for n, w in quantity.weights.items()} for arm in forced}
        return cls(
            Estimate.from_pairs(pairs, played, quantity),
            Estimate.from_pairs(pairs, forced, quantity),
            pairs.contrast(weigh(pairs.joint.shape[0], weights), len(forced)),
        )


class Advantage:
    """What `advantage` returns.

    study: its arms, for each seating the one as played and then one for each seat that starts.
    tally: exact sums of all games. effects: by name, of all seatings together.
    """

    def __init__(self, study: Study, tally: Tally) -> None:
        self.study = study
        self.tally = tally
        self.pairs = tally.joined
        self.batch = study.arms[0]
        self.seats = self.batch.rules.seats
        self.effects = self._effects(range(len(self.seatings)))

    @property
    def seatings(self) -> list[str]:
        """The players as they sat, `greedy:uniform`."""
        return [arm.player_text for arm in self.study.arms[:: 1 + self.seats]]

    @property
    def as_played(self) -> Estimate:
        """P(starter wins) - P(another wins) with the variant's own start."""
        return self.effects["advantage"].as_played

    @property
    def causal(self) -> Estimate:
        """The same, each deal played with every seat starting."""
        return self.effects["advantage"].causal

    def of_seating(self, seating: int) -> dict[str, Effect]:
        """The effects of one seating alone."""
        return self._effects([seating])

    def table(self, seating: int = 0) -> list[list[int]]:
        """Two seats: results for the starter, by CODES, if seat 0 starts and if seat 1 does."""
        first = self._arm(seating) + 1
        return [[int(n) for n in row] for row in self.pairs.table(first, first + 1)]

    def _arm(self, seating: int) -> int:
        return seating * (1 + self.seats)

    def _effects(self, seatings: Sequence[int]) -> dict[str, Effect]:
        played = [self._arm(seating) for seating in seatings]
        forced = [arm + 1 + seat for arm in played for seat in range(self.seats)]
        return {
            quantity.name: Effect.from_pairs(self.pairs, played, forced, quantity)
            for quantity in _quantities(self.seats)
        }

    def outcomes(self, arm: int) -> dict[str, Rate]:
        """How often each outcome came about in an arm, from its starter's view.

        Unfinished games are open: they might have come to any of the others.
        """
        counts = [int(count) for count in self.pairs.counts(arm)]
        left = counts[UNFINISHED]
        return {
            _outcome_name(code, self.seats): Rate(
                counts[i], self.pairs.games, 0 if i == UNFINISHED else left
            )
            for i, code in enumerate(CODES)
            if i in _shown(self.seats)
        }

    def arm_name(self, arm: int) -> str:
        """`as played` or `seat 1 starts`; with several seatings, and who sits how."""
        seat = arm % (1 + self.seats) - 1
        start = "as played" if seat < 0 else f"seat {seat} starts"
        return f"{self.study.arms[arm].player_text}, {start}" if self._several else start

    @property
    def _several(self) -> bool:
        return len(self.seatings) > 1

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON, with their provenance."""
        return starter_advantage.to_dict(self)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return starter_advantage.report(self)

    def __repr__(self) -> str:
        rules = rbcore.variant_text(self.batch.rules)
        return f"<Advantage: {self.batch.count:,} deals of {rules}, {self.batch.player_text}>"

    def _repr_html_(self) -> str:
        return self.report().html()


def _quantities(seats: int) -> list[Quantity]:
    places = [
        Quantity(f"{ORDINALS[place]} wins", {CODES[place]: 1}, 0, 1) for place in range(1, seats)
    ]
    against = dict.fromkeys(CODES[1:seats], -1)
    return [replace(ADVANTAGE, weights={"win": 1} | against), STARTER_WINS, *places]


def _shown(seats: int) -> list[int]:
    """The outcomes that there are with so many seats."""
    return [i for i in range(K) if not seats <= i < len(ORDINALS)]


def _outcome_name(code: str, seats: int) -> str:
    if seats == 2:
        return code
    place = CODES.index(code)
    return f"{ORDINALS[place]} wins" if place < len(ORDINALS) else code
