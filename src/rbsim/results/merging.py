"""Merging: runs of the same study over other games, which results of them can be merged from."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from rbsim.pipeline.study import Study

Parts = tuple[Study, ...]


def joined_parts(one: Parts, other: Parts) -> Parts:
    """Return the parts of both, joined where they follow each other; ValueError if they clash."""
    every = sorted((*one, *other), key=lambda part: (part.arms[0].seed, part.arms[0].first))
    if any(part.goal is not None for part in every):
        raise ValueError(
            "games played until a goal cannot be merged, as the goal decided how many they are"
        )
    first, *rest = every
    for part in rest:
        _check_same(first, part)
    for mine, others in product(one, other):
        _check_apart(mine, others)
    joined = [first]
    for part in rest:
        arms = list(zip(joined[-1].arms, part.arms, strict=True))
        if all((a.seed, a.first + a.count) == (b.seed, b.first) for a, b in arms):
            grown = tuple(replace(a, count=a.count + b.count) for a, b in arms)
            joined[-1] = replace(joined[-1], arms=grown)
        else:
            joined.append(part)
    return tuple(joined)


def _check_same(one: Study, other: Study) -> None:
    if (one.kind, one.view) != (other.kind, other.view):
        raise ValueError(f"{one.kind} and {other.kind} are not the same study; they cannot merge")
    arms, others = (
        [replace(arm, seed=0, first=0, count=1) for arm in study.arms] for study in (one, other)
    )
    if arms != others:
        raise ValueError(
            "results of other rules, players or limits cannot be merged; play the same study with "
            "other games"
        )


def _check_apart(one: Study, other: Study) -> None:
    """Raise ValueError if any games of two parts have the same deals."""
    for mine, theirs in product(one.arms, other.arms):
        first = max(mine.first, theirs.first)
        last = min(mine.first + mine.count, theirs.first + theirs.count) - 1
        if mine.seed == theirs.seed and first <= last:
            raise ValueError(
                f"both results have games {first} to {last} of seed {mine.seed}; merge runs of "
                "other games (first=, --first) or of another seed"
            )


def joined_study(parts: Sequence[Study]) -> Study:
    """Return one study with as many games as all parts have; its seed is that of the first."""
    count = sum(part.count for part in parts)
    return replace(parts[0], arms=tuple(replace(arm, count=count) for arm in parts[0].arms))


def parts_provenance(parts: Sequence[Study]) -> dict[str, Any]:
    """Return the provenance of the parts; of several, each in `parts`."""
    plain = [json.loads(json.dumps(part.provenance)) for part in parts]
    return dict(plain[0]) if len(plain) == 1 else {"study": plain[0]["study"], "parts": plain}
