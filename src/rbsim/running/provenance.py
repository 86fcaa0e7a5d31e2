"""Provenance: a batch and the versions that played it, so that it can be played again."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import rbcore
from rbcore.rules.attention import SLIPS_VERSION
from rbsim.running.batch import Batch
from rbsim.running.forms import Form


def batch_provenance(batch: Batch) -> dict[str, Any]:
    """Return all that is needed to play a batch again, and the versions that played it."""
    own = {"players": batch.versioned_players, "seed": batch.seed, "first": batch.first}
    if isinstance(batch.rules, Form):
        return {
            "variant": batch.variant,
            "form": batch.rules.record,
            **own,
            batch.row_kind.noun: batch.count,
            **versions(),
            "games_version": batch.games_version,
        }
    return {
        "variant": batch.variant,
        "rules": dict(vars(batch.rules)),
        **own,
        batch.row_kind.noun: batch.count,
        **vars(batch.limits),
        **_of_python(batch),
        "slips": batch.attention and [dict(one.slips) for one in batch.attention],
        "watch": batch.attention and [one.watch for one in batch.attention],
        **_of_slips(batch),
        **versions(),
    }


def _of_python(batch: Batch) -> dict[str, Any]:
    """Return what games with players in Python have besides."""
    return {"max_turn_moves": batch.max_turn_moves} if batch.python_players else {}


def _of_slips(batch: Batch) -> dict[str, Any]:
    """Return what games with slips have besides; others are as before there was any of it."""
    if batch.attention is None:
        return {}
    return {"call": [one.call for one in batch.attention], "slips_version": SLIPS_VERSION}


def versions() -> dict[str, Any]:
    """Return the versions of the program, of Russian Bank's games, of Python and NumPy."""
    return {
        "version": rbcore.__version__,
        "games_version": rbcore.GAMES_VERSION,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
    }
