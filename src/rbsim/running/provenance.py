"""Provenance: a batch and the versions that played it, so that it can be played again."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import rbcore
from rbcore.rules.attention import SLIPS_VERSION
from rbsim.running.batch import Batch


def batch_provenance(batch: Batch) -> dict[str, Any]:
    """Return all that is needed to play a batch again, and the versions that played it."""
    kind = batch.row_kind
    return {
        "variant": batch.variant,
        **kind.record(batch.rules),
        "players": batch.versioned_players,
        "seed": batch.seed,
        "first": batch.first,
        kind.noun: batch.count,
        **(_conditions(batch) if kind.seated else {}),
        **versions(),
        "games_version": batch.games_version,
    }


def _conditions(batch: Batch) -> dict[str, Any]:
    """Return limits and attention, and what only games with players in Python or slips have."""
    attention = batch.attention
    record: dict[str, Any] = {**vars(batch.limits)}
    if batch.python_players:
        record["max_turn_moves"] = batch.max_turn_moves
    record["slips"] = attention and [dict(one.slips) for one in attention]
    record["watch"] = attention and [one.watch for one in attention]
    if attention is not None:
        record |= {"call": [one.call for one in attention], "slips_version": SLIPS_VERSION}
    return record


def versions() -> dict[str, Any]:
    """Return the versions of the program, of Russian Bank's games, of Python and NumPy."""
    return {
        "version": rbcore.__version__,
        "games_version": rbcore.GAMES_VERSION,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
    }
