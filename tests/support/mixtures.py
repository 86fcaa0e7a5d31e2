"""Variants to test under: every preset, and mixtures of axes drawn at random."""

import random
from collections.abc import Collection, Mapping
from dataclasses import fields
from pathlib import Path

import rbcore
from oracles import twin
from rbcore.rules.definition import Rules, hyphened, value_text

PAIRED_FILE = Path(__file__).parents[1] / "oracles" / "golden" / "mixtures.tsv"

# What an axis of numbers is set to in a mixture; any other is set to all but its standard value.
NUMBERS: dict[str, list[object]] = {
    "seats": [3], "packs": [1], "ranks": [5, 9], "suits": [2, 3],
    "reserve_size": [0, 1, 4, 8, 11, 20], "houses_each": [0, 1, 2, 3],
    "starter_reserve": [1, 3], "second_reserve": [1, 3], "first_moves": [1, 2, 5],
    "starter_face_up": [1, 3], "second_face_up": [2, 7], "plan_limit": [1, 2, 3],
    "win_bonus": [50], "hand_card": [3], "reserve_card": [0],
    "standoff_rounds": [0, 1, 2, 5], "standoff_visits": [0, 2, 4], "target": [100],
}  # fmt: skip
VALUES = {
    axis.name: NUMBERS.get(axis.name)
    or [v for v in axis.metadata["values"] or (not axis.default,) if v != axis.default]
    for axis in fields(Rules)
}
PLANS = ("release", "must_make_spaces", "must_uncover")


def _mixture(rng: random.Random, changes: Mapping[str, object], axes: list[str]) -> str | None:
    """Some choices with axes set anew, or None if they clash."""
    mixed = {**changes, **{axis: rng.choice(VALUES[axis]) for axis in axes}}
    if any(mixed.get(axis) for axis in PLANS):
        mixed.setdefault("plan_limit", 3)  # the twin is slow
    try:
        return rbcore.variant_text(Rules(**mixed))  # type: ignore[arg-type]
    except ValueError:
        return None


def mixtures(n: int, seed: int) -> list[str]:
    """Different mixtures of presets and axes, none a preset, that together set every axis."""
    rng = random.Random(seed)
    found: list[str] = []
    while len(found) < n:
        preset = rbcore.PRESETS[rng.choice(list(rbcore.PRESETS))]
        text = _mixture(rng, preset.changes, rng.sample(list(VALUES), rng.randint(2, 7)))
        if text and "," in text and text not in found:
            found.append(text)
    return found


def small_mixture(seed: int, but: Collection[str] = ()) -> str:
    """A mixture of a few cards, in which some axes stay as they are."""
    rng, text = random.Random(seed), None
    while text is None:
        few: dict[str, object] = {
            "packs": rng.randint(1, 2), "ranks": rng.randint(2, 5), "suits": rng.randint(1, 2),
            "houses_each": rng.randint(0, 2), "reserve_size": rng.randint(1, 3),
        }  # fmt: skip
        others = [axis for axis in VALUES if axis not in few and axis not in but]
        text = _mixture(rng, few, rng.sample(others, rng.randint(0, 4)))
    return text


def twin_rules(text: str) -> twin.Rules:
    """A variant as the twin has it; a preset that the twin does not name is spelled out to it."""
    if text.partition(",")[0] in twin.PRESETS:
        return twin.variant(text)
    rules, standard = rbcore.variant(text), Rules()
    changes = [
        f"{hyphened(axis.name)}={value_text(getattr(rules, axis.name))}"
        for axis in fields(Rules)
        if getattr(rules, axis.name) != getattr(standard, axis.name)
    ]
    return twin.variant(",".join(["standard", *changes]))


PRESETS = list(rbcore.PRESETS)
MIXTURES = [
    *mixtures(42, seed=28),
    "face-down,starter-face-up=2,second-face-up=9",
    "cut-start,turn-reserve=yes,win-bonus=50",
]
# In which every two values of axes meet that can: tests/oracles/test_golden_mixtures.py.
PAIRED = dict(line.split("\t") for line in PAIRED_FILE.read_text().splitlines())
VARIANTS = [*PRESETS, *rbcore.PROGRAMS, *MIXTURES, *PAIRED]


def axes_set(variants: list[str]) -> set[str]:
    """The axes that are not standard in at least one of the variants."""
    standard = Rules()
    return {
        hyphened(axis.name)
        for axis in fields(Rules)
        if any(
            getattr(rbcore.variant(v), axis.name) != getattr(standard, axis.name) for v in variants
        )
    }
