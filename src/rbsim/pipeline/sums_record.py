"""Sums record: the exact sums of a study as plain values, and back, so that files can keep them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from hashlib import blake2b
from typing import Any

import numpy as np

from rbsim.pipeline.tally import Tally
from rbsim.running.batch import Batch
from rbsim.sums.histograms import SignedHistogram
from rbsim.sums.pairs import Pairs
from rbsim.sums.totals import ByPlace


def digest(provenance: Any, sums: Any) -> str:
    """Return a digest of what a file keeps, by which damage to it is found."""
    plain = json.loads(json.dumps([provenance, sums]))  # as it is read: keys are text
    kept = json.dumps(plain, sort_keys=True).encode()
    return blake2b(kept, digest_size=8).hexdigest()


def sums_record(tally: Tally) -> dict[str, Any]:
    """Return the sums of a study as lists and numbers."""
    pairs = tally.pairs
    return {
        "seconds": tally.seconds,
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
    }


def _record(sums: Any) -> dict[str, Any]:
    """Return the sums of one arm; histograms are lists, by place lists of lists."""
    record: dict[str, Any] = {}
    for one in fields(sums):
        value = getattr(sums, one.name)
        if isinstance(value, ByPlace):
            record[one.name] = [histogram.tolist() for histogram in value.histograms]
        else:
            record[one.name] = value.tolist() if isinstance(value, np.ndarray) else value
    return record


def tally_of(record: dict[str, Any], arms: Sequence[Batch]) -> Tally:
    """Return the sums of a study whose record was kept.

    Raises KeyError, TypeError or ValueError for a record of something else.
    """
    tally = Tally(seconds=float(record["seconds"]))
    for number, kept in record["arms"].items():
        batch = arms[int(number)]
        sums = batch.row_kind.sums(batch.rules.seats)
        for one in fields(sums):
            _restore(sums, one.name, kept[one.name])
        tally.arms[int(number)] = sums
    pairs = record["pairs"]
    if pairs is not None:
        differences = {
            name: [SignedHistogram(one["start"], _whole(one["counts"])) for one in by_arm]
            for name, by_arm in pairs["differences"].items()
        }
        tally.pairs = Pairs(int(pairs["games"]), _whole(pairs["joint"]), differences)
    return tally


def _restore(sums: Any, name: str, kept: Any) -> None:
    now = getattr(sums, name)
    if isinstance(now, ByPlace):
        now.histograms = [_whole(histogram) for histogram in kept]
    else:
        setattr(sums, name, _whole(kept) if isinstance(now, np.ndarray) else kept)


def _whole(values: Any) -> Any:
    return np.array(values, np.int64)
