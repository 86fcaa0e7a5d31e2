"""The table of presets, and the parser of `preset,axis=value,...`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from types import MappingProxyType

from rbcore.cards.ranges import check_once, known_names, printable, shown
from rbcore.rules.definition import (
    CROSSLEY,
    HOFFMANN_61,
    HOFFMANN_62,
    PAGAT,
    PROJECT,
    WEGNER,
    Choice,
    Rules,
    checked,
    hyphened,
    value_text,
)


@dataclass(frozen=True)
class Preset:
    """A named variant: its differences from the standard rules, as text and as axis values.

    Attributes
    ----------
    summary, source : str
        A one-line description, and where the rules come from.
    changes : mapping
        The fields of Rules that differ, with their values.
    chosen : tuple of str
        The changed fields that this project chose because the source leaves them open.
    differs : tuple of str
        If the source is a program, how it still plays differently, one sentence for each way.
    """

    summary: str
    source: str
    changes: Mapping[str, Choice] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()

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
            "a seat may play its waste's top card", PAGAT, {"waste_available": True}
        ),
        "cut-start": Preset("a cut of the pack decides who starts", PAGAT, {"starter": "cut"}),
        "high-start": Preset("the higher reserve card starts", PAGAT, {"starter": "high-reserve"}),
        "tableau-start": Preset("only the houses decide who starts", PAGAT, {"starter": "tableau"}),
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
        "peek": Preset("seats may look at their next hand card", PROJECT, {"peek": "yes"}),
        "face-down": Preset(
            "reserves are face down until their seat's first turn",
            PAGAT,
            {"reserve_face_down": True, "starter": "tableau"},
            chosen=("starter",),
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

# Public programs, as closely as the axes allow; each source names the commit and the file.
PROGRAMS: Mapping[str, Preset] = MappingProxyType(
    {
        "garibaldka": Preset(
            "a playable waste, turns over spaces, no priority of the reserve",
            "Garibaldka at 06c34409, src/game.h",
            {
                "starter": "high-reserve-ace-low",
                "waste_available": True,
                "lone_card_to_space": False,
                "turn_over_space": True,
                "reserve_first": False,
            },
            differs=(
                "Equal reserve cards make both seats turn hand cards up, which go under the hands.",
                "24 turns without a move are a draw, and after 400 turns fewer cards win.",
            ),
        ),
        "tiagoknoch": Preset(
            "a playable waste, and a standoff after two rounds without progress",
            "crapette by tiagoknoch at 2a4434fa, src/engine",
            {"waste_available": True, "standoff_rounds": 2},
            differs=(
                "A waste is turned over as the next turn begins, not by the turn's first move.",
            ),
        ),
        "solitario-russo": Preset(
            "a turned-up card blocks all others and must be played; foundations are free",
            "Solitario-Russo at c1d2ce8, engine.ts and validation.ts",
            {
                "reserve_size": 12,
                "starter": "cut",
                "turn_over_space": True,
                "turned_up_card": "alone",
                "foundations_compulsory": False,
                "hand_card_compulsory": True,
                "hand_load_compulsory": True,
            },
            differs=("There is no pass.",),
        ),
        "bobcrapette": Preset(
            "a turned-up card goes to the waste, which can be played, and ends the turn",
            "Bobcrapette at c87aa98, Rules.swift and GameStore.swift",
            {
                "waste_available": True,
                "lone_card_to_space": False,
                "turn_over_space": True,
                "turned_up_card": "to-waste",
                "wrong_stop": "turn",
            },
            differs=(
                "Only aces and reserve cards must go to foundations.",
                "The starting seat is a setting, as are a reserve of 19 and a tarot pack.",
                "A wrong Stop may also be set to cost nothing, or to be counted, up to three.",
            ),
        ),
        "kvcrap": Preset(
            "the higher reserve card starts, ace low; the opponent has to call",
            "kvcrap at 7272bbf, board.py and piles.py",
            {"starter": "high-reserve-ace-low", "higher_house_starts": True},
            differs=(
                "Houses decide between equal reserves in the order of their ranks, then seat 0.",
                "Turning up the reserve's top card is a move; only then can it be loaded.",
                "Nothing is compulsory unless the opponent calls, as with --slip 1 and --watch.",
            ),
        ),
        "davidsheffield": Preset(
            "nothing is compulsory, a reserve of 12",
            "RussianBank by davidsheffield at 255be6b, Field.cc",
            {
                "reserve_size": 12,
                "starter": "seat-0",
                "turn_over_space": True,
                "foundations_compulsory": False,
            },
            differs=("The hand's top card is available at all times, without a turn.",),
        ),
        "zankpatience": Preset(
            "no reserve, a turned-up card blocks all others, loads only onto wastes",
            "zankpatience by RheaMars at ccbe0bb, playboard_utils.js",
            {
                "reserve_size": 0,
                "starter": "cut",
                "waste_available": True,
                "load_onto": "waste",
                "turned_up_card": "alone",
            },
            differs=(
                "A card is dealt to each waste, which leaves 47 in hand.",
                "The starting seat is a setting.",
                "A card that fits a foundation is compulsory only if the opponent knocks.",
            ),
        ),
        "crapettemagique": Preset(
            "only the reserve must be played, wherever it fits",
            "CrapetteMagique at 32e5cf17, GameData.ts and cardCollection.ts",
            {
                "starter": "high-reserve-ace-low",
                "waste_available": True,
                "turn_over_space": True,
                "must_play_reserve": True,
                "foundations_compulsory": False,
            },
            differs=(
                "Up to ten house moves must be made if they give the reserve's top a place.",
                "Equal reserve cards give the start to seat 1.",
                "The top card of a waste stays when the waste is turned over.",
            ),
        ),
        "albertoquijano": Preset(
            "a playable waste once the reserve is gone, and wrong Stops cost three cards",
            "crapette by albertoquijano at 4f9c4f7, rules.js and gameState.js",
            {
                "starter": "seat-0",
                "waste_available": True,
                "waste_after_reserve": True,
                "wrong_stop": "three-cards",
            },
            differs=(
                "The game is won when the reserve is gone, unless a setting changes this.",
                "An empty waste takes any load.",
                "At the levels medium and expert buried cards must be released too.",
            ),
        ),
        "jameskennedy": Preset(
            "groups move, and only the turned-up card must be played",
            "jameskennedy at 2804856, GameFactory.ts and Move.ts",
            {
                "starter": "seat-0",
                "group_moves": True,
                "turn_over_space": True,
                "foundations_compulsory": False,
                "hand_card_compulsory": True,
                "hand_load_compulsory": True,
            },
            differs=("How a game ends without a winner was not found.",),
        ),
    }
)
NAMED: Mapping[str, Preset] = MappingProxyType({**PRESETS, **PROGRAMS})

AXES = {hyphened(axis.name): axis for axis in fields(Rules)}
TRUTHS = {"no": False, "yes": True, "false": False, "true": True, "off": False, "on": True}


def variant(text: str, presets: Mapping[str, Preset] = NAMED, **changes: Choice) -> Rules:
    """Return the rules named by `preset` or `preset,axis=value,...`.

    Parameters
    ----------
    text : str
        The name as typed; docs/rules.md lists the presets and the axes. Case and spaces do not
        matter. Without a preset, the axes change the standard rules.
    presets : mapping of str to Preset
        The presets to look up, by default rbcore.PRESETS and rbcore.PROGRAMS.
    **changes : bool, int or str
        Further axes to change, such as ``reserve_size=11``.

    Returns
    -------
    Rules
        The preset's rules with the axes changed.

    Raises
    ------
    ValueError
        If a preset or axis is unknown, a choice is malformed or repeated, a value is outside its
        axis, or axes clash; the message is one sentence.

    Examples
    --------
    >>> variant("strict,reserve-size=11").reserve_size
    11
    >>> variant("strict", reserve_size=11) == variant("strict,reserve-size=11")
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"{shown(text)} is not the name of a variant, such as 'standard'")
    if not isinstance(presets, Mapping):
        raise TypeError(f"presets={shown(presets)} is not a mapping of names to presets")
    name, *choices = text.split(",")
    if "=" in name:
        name, choices = "standard", [name, *choices]
    chosen = [*map(_read_choice, choices)]
    chosen += [(read_axis(axis), value) for axis, value in changes.items()]
    check_once(axis for axis, _ in chosen)
    fields_changed = {AXES[axis].name: value for axis, value in chosen}
    return Rules(**{**_preset(name, presets).changes, **fields_changed})  # type: ignore[arg-type]


def _preset(name: str, presets: Mapping[str, Preset]) -> Preset:
    """Return a preset by name, in any case, with `-` or `_`."""
    for known in (name, hyphened(name.strip().lower())):
        if known in presets:
            return presets[known]
    raise ValueError(f"{shown(name)} is not a variant; {known_names(name, presets)}")


def _read_choice(text: str) -> tuple[str, Choice]:
    """Return an axis and its value, as in ``reserve-size=11``."""
    axis, equals, value = text.partition("=")
    if not equals and hyphened(axis.strip().lower()) in NAMED:
        raise ValueError(f"{shown(text)} is a separate variant; give one variant at a time")
    axis = read_axis(axis)
    if not equals or not value.strip():
        raise ValueError(f"{shown(text)} has no value; write {axis}=VALUE")
    return axis, read_value(axis, value.strip())


def read_axis(text: str) -> str:
    """Return the name of an axis, typed in any case, with `-` or `_`; ValueError if unknown."""
    axis = hyphened(text.strip().lower())
    if axis not in AXES:
        raise ValueError(f"{shown(text)} is not an axis; {known_names(axis, AXES)}")
    return axis


def differences(rules: Rules, base: Rules) -> dict[str, Choice]:
    """Return the fields in which rules differ from a base, with their values."""
    return {
        axis.name: getattr(rules, axis.name)
        for axis in AXES.values()
        if getattr(rules, axis.name) != getattr(base, axis.name)
    }


@lru_cache(maxsize=1024)
def nearest_preset(rules: Rules) -> str:
    """Return the preset with the fewest differences from these rules; a program's only if equal."""
    for name, program in PROGRAMS.items():
        if program.rules == rules:
            return name
    return min(PRESETS, key=lambda name: len(differences(rules, PRESETS[name].rules)))


def variant_text(rules: Rules) -> str:
    """Return the shortest `preset,axis=value,...` whose rules equal these.

    Parameters
    ----------
    rules : Rules
        The rules to name.

    Returns
    -------
    str
        A text that `variant` reads as these rules.

    Examples
    --------
    >>> variant_text(variant("standard,release=any,must-load=yes,must-make-spaces=yes"))
    'strict'
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are an rbcore.Rules, not {shown(rules)}; rbcore.variant makes one")
    name = nearest_preset(rules)
    changes = differences(rules, NAMED[name].rules)
    return ",".join([name, *(f"{hyphened(a)}={value_text(v)}" for a, v in changes.items())])


def read_value(axis: str, text: str) -> Choice:
    """Parse the value of an axis as it is typed."""
    if isinstance(AXES[axis].default, bool):
        if text.lower() not in TRUTHS:
            raise ValueError(f"{axis}={printable(text[:80])} is not a choice; use yes or no")
        return TRUTHS[text.lower()]
    notes = AXES[axis].metadata
    if not notes["values"] and not re.fullmatch(r"-?[0-9]{1,30}", text):
        raise ValueError(f"{axis}={printable(text[:80])} is not a whole number")
    return checked(axis, text.lower() if notes["values"] else int(text), notes)
