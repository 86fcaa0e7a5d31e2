"""Sums record: the exact sums of a study as plain values, and back, so that files can keep them."""

import json
from dataclasses import Field, fields
from typing import Any, NoReturn

import numpy as np

from rbcore.cards.ranges import check_range, count_text, shown
from rbsim.pipeline.study import Study, Tally
from rbsim.running.batch import Batch
from rbsim.seal import digest_of
from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.histograms import RowSums, SignedHistogram
from rbsim.sums.joint_outcomes import MEASURES, Ints, K, Pairs

MOST_COUNT = 1 << 53  # of games, moves or calls; a thousand times the games of a run
MOST_SECONDS = 1e10  # three centuries
MOST_SCORE = 1 << 16  # of a difference of scores, by the width of their column


def digest(provenance: object, sums: object) -> str:
    """Return a digest of what a file keeps, by which damage to it is found."""
    plain = json.loads(json.dumps([provenance, sums]))  # as it is read: keys are text
    return digest_of(json.dumps(plain, sort_keys=True).encode(), digits=16)


def sums_record(tally: Tally) -> dict[str, Any]:
    """Return the sums of a study as lists and numbers."""
    pairs = tally.pairs
    return {
        "seconds": tally.seconds if tally.seconds > 0 else 0.0,  # of a store, none are known
        "arms": {str(arm): _record(sums) for arm, sums in tally.arms.items()},
        "pairs": None
        if pairs is None
        else {
            "games": pairs.games,
            "joint": pairs.joint.tolist(),
            "differences": {
                name: [{"start": one.start, "counts": one.counts.tolist()} for one in arms]
                for name, arms in pairs.differences.items()
            },
        },
        **({} if tally.moments is None else {"moments": tally.moments.record}),
    }


def _record(sums: RowSums) -> dict[str, Any]:
    """Return the sums of one arm; histograms are lists, by place lists of lists."""
    record: dict[str, Any] = {}
    for one in fields(sums):
        value = getattr(sums, one.name)
        if _may_lack(one) and (value is None or (isinstance(value, int) and value == 0)):
            continue
        record[one.name] = _plain(value)
    return record


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_plain, value))
    return value.tolist() if isinstance(value, np.ndarray) else value


def _may_lack(one: Field[Any]) -> bool:
    """Return whether a record may be without this sum, as it came later than 0.1.0."""
    return bool(one.metadata)


def tally_of(record: dict[str, Any], study: Study) -> Tally:
    """Return the sums of a study from their record; errors for those that no games of it have."""
    tally = Tally(seconds=_seconds(record["seconds"]))
    if sorted(map(int, record["arms"])) != list(range(len(study.arms))):
        raise ValueError(f"it has not the sums of {count_text(len(study.arms), 'arms')}")
    for number, kept in record["arms"].items():
        arm = int(number)
        batch = study.arms[arm]
        tally.arms[arm] = _sums(batch, kept)
        if study.goal is None and tally.arms[arm].count != batch.count:
            raise ValueError(f"it has not its {batch.count:,} {batch.row_kind.noun}")
    has_pairs = study.paired and study.shuffles == 1
    if (record["pairs"] is None) == has_pairs:
        raise ValueError("it has sums of pairs where there are none, or lacks them")
    if study.shuffles > 1:
        seats = study.arms[0].rules.seats
        sizes = (study.cells, study.shuffles, study.replicates, seats)
        tally.moments = DealMoments.from_record(record["moments"], *sizes)
    if has_pairs:
        tally.pairs = _pairs(record["pairs"], tally, study)
    return tally


def _sums(batch: Batch, kept: dict[str, Any]) -> RowSums:
    """Return the sums of an arm, with as many seats as its rules have."""
    sums = batch.row_kind.sums(batch.rules.seats)
    for one in fields(sums):
        if _may_lack(one) and one.name not in kept:
            setattr(sums, one.name, one.metadata["absent"])
        else:
            setattr(sums, one.name, _restored(getattr(sums, one.name), kept[one.name]))
    if sums.seats != batch.rules.seats or not 0 < sums.count <= batch.count or not sums.add_up():
        raise ValueError(f"its sums of {batch.variant} do not add up")
    return sums


def _restored(empty: Any, kept: Any) -> Any:
    """Return what was kept in place of an empty sum, of its type and shape."""
    if not isinstance(empty, list):
        return _counts(kept, 1) if isinstance(empty, np.ndarray) else _count(kept)
    if not isinstance(empty[0], np.ndarray):
        return _counts(kept, 1).tolist()
    histograms = [_counts(histogram, 1) for histogram in kept]
    if len(histograms) != len(empty):
        raise ValueError(f"it has histograms of {count_text(len(histograms), 'seats')}")
    return histograms


def _pairs(kept: dict[str, Any], tally: Tally, study: Study) -> Pairs:
    joint = _counts(kept["joint"], 4)
    arms = len(study.arms)
    limit = max(max(arm.limits.max_turns, arm.limits.max_moves, MOST_SCORE) for arm in study.arms)
    if set(kept["differences"]) - set(MEASURES):
        raise ValueError("it has differences of something else")
    differences = {}
    for name, by_arm in kept["differences"].items():
        found = [SignedHistogram(one["start"], _counts(one["counts"], 1)) for one in by_arm]
        for one in found:
            if type(one.start) is not int or not -limit <= one.start <= limit:
                raise ValueError(f"a difference of {shown(one.start)} {name} is out of range")
        differences[name] = found
    pairs = Pairs(_count(kept["games"]), joint, differences)
    games = [tally.arms[arm].count for arm in range(arms)]
    if joint.shape != (arms, K, arms, K) or not pairs.add_up(games):
        raise ValueError("its sums of pairs do not add up")
    return pairs


def _count(value: object) -> int:
    return check_range("a count", value, 0, MOST_COUNT) if type(value) is int else _no_count(value)


def _counts(values: object, axes: int) -> Ints:
    """Return counts as an array. Raises ValueError for anything but whole numbers from 0 on."""
    made = np.array(values)
    if made.dtype.kind != "i" or made.ndim != axes or not made.size or made.min() < 0:
        return _no_count(values)
    if made.max() > MOST_COUNT:
        return _no_count(int(made.max()))
    return made.astype(np.int64)


def _no_count(value: object) -> NoReturn:
    raise ValueError(f"{shown(value)} is no count of games or moves")


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"{shown(value)} is no time in seconds")
    return float(value)
