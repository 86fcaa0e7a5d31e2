"""Paired: advantages in several stores of `rbsim advantage`, compared deal by deal.

Game k of every store has deal k of the seed. Where the rules of two stores deal alike that is the
same deal; where they do not, their games are independent, and pairing does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

import rbcore
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline import store
from rbsim.pipeline.study import Study
from rbsim.arms.pools import split
from rbsim.stats.intervals import SpannedMean
from rbsim.stats.quantity import QUANTITIES
from rbsim.studies.estimate import Estimate
from rbsim.sums.joint_outcomes import Ints, Pairs, outcome_codes

LEAD = QUANTITIES["advantage"]
# Variants by players who never use what they allow, so that their games are those of `standard`.
NOT_USED = (("early-turn", "greedy"), ("peek", "uniform"))


class Joined:
    """Joint outcomes of arms of several stores, over the deals that all of them have.

    Parameters
    ----------
    arms : mapping of pathlib.Path to sequence of int
        The arms to read of each store of `rbsim.advantage`, by their numbers: 0 is as played, the
        others force the start.

    Raises
    ------
    ValueError
        In one sentence, if the stores are of different seeds or lack games.
    """

    def __init__(self, arms: Mapping[Path, Sequence[int]]) -> None:
        studies = {folder: study_of(folder) for folder in arms}
        if len({(study.arms[0].seed, study.arms[0].first) for study in studies.values()}) > 1:
            raise ValueError("these stores have different deals; give one seed to all of them")
        places = ((folder.name, arm) for folder, own in arms.items() for arm in own)
        self._place = {place: i for i, place in enumerate(places)}
        streams = [outcomes(folder, studies[folder], own) for folder, own in arms.items()]
        pieces = side_by_side(streams)
        self.pairs = Pairs.from_codes(next(pieces))
        for codes in pieces:
            self.pairs.merge(Pairs.from_codes(codes))

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.pairs.games

    def causal(self, name: str, less: str | None = None) -> SpannedMean:
        """Return the causal advantage in a store, less that in another one if it is given."""
        others = [] if less is None else self._forced(less)
        return Estimate.of(self.pairs, LEAD, self._forced(name), others)

    def chosen(self, name: str, causal: str) -> SpannedMean:
        """Return the advantage as played in one store less the causal one in another."""
        return Estimate.of(self.pairs, LEAD, [self._place[name, 0]], self._forced(causal))

    def _forced(self, name: str) -> list[int]:
        return [i for (own, arm), i in self._place.items() if own == name and arm > 0]


def forced(folder: Path) -> list[int]:
    """Return the arms of a store that force the start, of players who are all alike."""
    return list(range(1, len(study_of(folder).arms)))


def study_of(folder: Path) -> Study:
    """Return the study that a store keeps."""
    return manifests.study_of(folder, manifests.read(folder))


def complete(folder: Path) -> bool:
    """Return whether a folder is a store that lacks no games."""
    if not manifests.exists(folder):
        return False
    study = study_of(folder)
    starts = {piece.start for piece in pieces_of(study)}
    return all(
        starts <= {start for start, _ in store.shards(folder, arm)}
        for arm in range(len(study.arms))
    )


def pieces_of(study: Study) -> Iterator[range]:
    """Yield the games of each shard."""
    return split(range(study.count), study.shard, study.block)


def outcomes(folder: Path, study: Study, arms: Sequence[int]) -> Iterator[Ints]:
    """Yield the outcomes in some arms of a store, by arm and game, a shard at a time."""
    for piece in pieces_of(study):
        codes = []
        for arm in arms:
            batch = study.arms[arm]
            rows = store.read_shard(folder, batch, arm, piece)
            if rows is None:
                raise ValueError(f"{folder} lacks games of arm {arm} from {piece.start:,} on")
            codes.append(outcome_codes(rows, batch.rules.seats, rows["starter"]))
        yield np.array(codes)


def side_by_side(streams: Sequence[Iterator[Ints]]) -> Iterator[Ints]:
    """Yield the outcomes in all streams of the same games, cut where a shard of any ends.

    It ends with the shortest stream.
    """
    parts: list[Ints | None] = [None] * len(streams)

    def fill(i: int) -> Ints | None:
        part = parts[i]
        return next(streams[i], None) if part is None else part

    with ThreadPoolExecutor() as pool:
        while True:
            filled = list(pool.map(fill, range(len(streams))))
            shards = [part for part in filled if part is not None]
            if len(shards) < len(filled):
                return
            games = min(part.shape[1] for part in shards)
            yield np.concatenate([part[:, :games] for part in shards])
            parts[:] = [part[:, games:] if part.shape[1] > games else None for part in shards]


def same_forced() -> list[str]:
    """Return the presets that differ from `standard` by the start rule alone.

    With forced starts their games are those of `standard`.
    """
    standard = rbcore.variant("standard,starter=seat-0")
    return [
        name
        for name, preset in rbcore.PRESETS.items()
        if name != "standard" and replace(preset.rules, starter=standard.starter) == standard
    ]
