"""The table of presets, and the reader of `preset,axis=value,...`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from types import MappingProxyType

from rbcore.cards.ranges import known_names, printable, shown
from rbcore.rules.definition import (
    CROSSLEY,
    HOFFMANN_61,
    HOFFMANN_62,
    PAGAT,
    WEGNER,
    Choice,
    Rules,
    hyphened,
    value_text,
)


@dataclass(frozen=True)
class Preset:
    """A named variant: its differences from the standard rules, in words and as axis values.

    Attributes
    ----------
    summary, source : str
        A line of words, and where the rules are from.
    changes : mapping
        The fields of Rules that differ, with their values.
    """

    summary: str
    source: str
    changes: Mapping[str, Choice] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return Rules(**self.changes)  # type: ignore[arg-type]


STRICT: dict[str, Choice] = {"release": "any", "must_load": True, "must_make_spaces": True}
WRANGLE: dict[str, Choice] = {
    "starter": "cut",
    "house_build": "same-suit",
    "vacant_house": "own-waste",
    "house_to_house": False,
    "load_from": "not-houses",
    "load_only_unplayable": True,
    "foundations_compulsory": False,
    "hand_card_compulsory": True,
    "late_layout": True,
}

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "standard": Preset("the standard game", PAGAT),
        "reserve-11": Preset("reserves of 11 cards", PAGAT, {"reserve_size": 11}),
        "reserve-12": Preset("reserves of 12 cards", PAGAT, {"reserve_size": 12}),
        "waste-available": Preset(
            "the own waste's top card can be played", PAGAT, {"waste_available": True}
        ),
        "cut-start": Preset("cards are cut for the start", PAGAT, {"starter": "cut"}),
        "high-start": Preset("the higher reserve card starts", PAGAT, {"starter": "high-reserve"}),
        "tableau-start": Preset(
            "the houses alone decide who starts", PAGAT, {"starter": "tableau"}
        ),
        "strict": Preset("releasing, loading and making spaces are compulsory", PAGAT, STRICT),
        "strict-fewest": Preset(
            "strict, and releases take the fewest moves", PAGAT, STRICT | {"release": "fewest"}
        ),
        "covered": Preset(
            "strict, on houses with a face-down card that must be uncovered",
            PAGAT,
            STRICT | {"covered_houses": True, "must_uncover": True},
        ),
        "early-turn": Preset(
            "a turn may begin by turning up the hand card", PAGAT, {"early_turn": True}
        ),
        "peek": Preset("seats may look at their next hand card", PAGAT, {"peek": "yes"}),
        "face-down": Preset(
            "reserves are face down until their seat's first turn",
            PAGAT,
            {"reserve_face_down": True, "starter": "tableau"},
        ),
        "crossley": Preset(
            "a house's last cards may move together", CROSSLEY, {"group_moves": True}
        ),
        "simplified": Preset(
            "one pack, three houses each, reserves of five",
            WEGNER,
            {"packs": 1, "houses_each": 3, "reserve_size": 5},
        ),
        "three-player": Preset(
            "three seats, two packs and a joker, three houses each, reserves of eight",
            WEGNER,
            {"seats": 3, "houses_each": 3, "reserve_size": 8},
        ),
        "wrangle": Preset(
            "the Wrangle of 1892, empty houses filled from the waste", HOFFMANN_61, WRANGLE
        ),
        "wrangle-open": Preset(
            "the Wrangle of 1892, with spaces open to any card",
            HOFFMANN_61,
            WRANGLE | {"vacant_house": "any-card"},
        ),
        "here-and-there": Preset(
            "no houses, no reserves, loads of any suit, foundations from any rank",
            HOFFMANN_62,
            {
                "starter": "cut",
                "houses_each": 0,
                "reserve_size": 0,
                "load_match": "any-suit",
                "foundation_base": "first-card",
            },
        ),
    }
)

AXES = {hyphened(axis.name): axis for axis in fields(Rules)}


def variant(text: str, presets: Mapping[str, Preset] = PRESETS) -> Rules:
    """Return the rules that `preset` or `preset,axis=value,...` names.

    Parameters
    ----------
    text : str
        As it is typed; docs/rules.md has the presets and the axes.
    presets : mapping of str to Preset
        What it may begin with; presets of one's own, if they are not those of rbcore.PRESETS.

    Returns
    -------
    Rules
        The preset's, with the axes changed.

    Raises
    ------
    ValueError
        In one sentence, for an unknown preset or axis, a malformed or repeated choice, a value
        outside its axis, and axes that clash.

    Examples
    --------
    >>> variant("strict,reserve-size=11").reserve_size
    11
    """
    if not isinstance(text, str):
        raise TypeError(f"{shown(text)} is no text that names a variant, as 'standard'")
    name, *choices = text.split(",")
    if name not in presets:
        raise ValueError(f"{shown(name)} is not a variant; {known_names(name, presets)}")
    changes = dict(presets[name].changes)
    chosen: set[str] = set()
    for choice in choices:
        axis, equals, value = choice.partition("=")
        axis = read_axis(axis)
        if not equals or not value:
            raise ValueError(f"{shown(choice)} names no value; write {axis}=VALUE")
        if axis in chosen:
            raise ValueError(f"{axis} is given twice; give it once")
        chosen.add(axis)
        changes[AXES[axis].name] = read_value(axis, value)
    return Rules(**changes)  # type: ignore[arg-type]


def read_axis(text: str) -> str:
    """Return the name of an axis as it is typed, with `-` or `_`.

    Raises
    ------
    ValueError
        In one sentence, which names the nearest axis, for an unknown one.
    """
    axis = hyphened(text)
    if axis not in AXES:
        raise ValueError(f"{shown(text)} is not an axis; {known_names(axis, AXES)}")
    return axis


def differences(rules: Rules, base: Rules) -> dict[str, Choice]:
    """Return the fields in which rules are not as in some others, with their values."""
    return {
        axis.name: getattr(rules, axis.name)
        for axis in AXES.values()
        if getattr(rules, axis.name) != getattr(base, axis.name)
    }


@lru_cache(maxsize=1024)
def nearest_preset(rules: Rules) -> str:
    """Return the preset from which these rules differ in the fewest axes."""
    return min(PRESETS, key=lambda name: len(differences(rules, PRESETS[name].rules)))


def variant_text(rules: Rules) -> str:
    """Return the shortest `preset,axis=value,...` whose rules equal these.

    Parameters
    ----------
    rules : Rules
        Any.

    Returns
    -------
    str
        What `variant` reads as these rules.

    Examples
    --------
    >>> variant_text(variant("standard,release=any,must-load=yes,must-make-spaces=yes"))
    'strict'
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are a rbcore.Rules, not {shown(rules)}; rbcore.variant makes one")
    name = nearest_preset(rules)
    changes = differences(rules, PRESETS[name].rules)
    return ",".join([name, *(f"{hyphened(a)}={value_text(v)}" for a, v in changes.items())])


def read_value(axis: str, text: str) -> Choice:
    """Return a value of an axis as it is typed; Rules checks that it is one of the axis."""
    if isinstance(AXES[axis].default, bool):
        if text not in ("no", "yes"):
            raise ValueError(f"{axis}={printable(text[:80])} is not a choice; it is yes or no")
        return text == "yes"
    if AXES[axis].metadata["values"]:
        return text
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValueError(f"{axis}={printable(text[:80])} is not a whole number")
    return int(text)
