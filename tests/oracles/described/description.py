"""A description as its file says it, with the defaults of docs/patience/describe.md."""

import tomllib
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from .patterns import read_pattern, read_tiers

MATCH = {"step": 0, "both": False, "suit": "same", "ring": 0}
FOUNDATIONS = {
    "base": "", "begin": "", "drawn_after": "", "shared": False, "count": 0, "step": 1,
    "both": False, "suit": "same", "ring": 0, "ends": "", "length": 12, "tier": 1, "gate": "none",
    "whole": False, "gives": False, "at_once": "none",
}  # fmt: skip
PILES = {
    "count": 1, "deal": 0, "face": "up", "sunk": "",
    "on": None, "lift": "top", "run": None, "space": "none", "space_lift": "",
    "ends_at_base": False, "room": 104, "fill": [], "fill_when": "at once",
    "beside": [], "grid": False, "cover": "none", "first": "none",
}  # fmt: skip
TABLES = {
    "cards": {"decks": 1, "ranks": "A23456789TJQK", "suits": "cdhs", "out": "", "out_by": ""},
    "stock": {
        "to": "hand", "turn": 1, "wastes": 1, "passes": 1, "shuffle": False,
        "closes": False, "after": [], "waste": "top", "waste_on": None,
    },
    "deal": {
        "rounds": False, "plays": "none", "deals": 1, "gather": "reversed",
    },
    "discard": {"equal": "", "sum": 0, "alone": "", "apart": []},
    "play": {
        "duties": [], "moves": [], "opening": [], "plain": [], "automatic": [], "waiting": "none",
        "stop": False, "idle": 400, "decided": True, "advice": {},
    },
}  # fmt: skip
# What is said of the game, not of its rules.
SAID = {
    "number", "name", "line", "also", "homonym", "version", "player_versions", "ways", "readings",
    "forms",
}  # fmt: skip


def read(text: str, reading: str = "", form: str = "") -> SimpleNamespace:
    """Return the description of a game, of a form of it, and with a reading as `passes=1`."""
    said: dict[str, Any] = tomllib.loads(text)
    readings = said.get("readings", {})
    if form:
        readings = {**readings, **said["forms"][form].get("readings", {})}
        said = laid_over(said, said["forms"][form]["set"])
    if reading:
        key, value = reading.split("=")
        said = laid_over(said, readings[key][value])
    unknown = set(said) - SAID - set(TABLES) - {"foundations", "piles"}
    if unknown:
        raise ValueError(f"the page has no key {min(unknown)}")
    tables = {name: completed(said.get(name, {}), own) for name, own in TABLES.items()}
    groups = {name: group(one) for name, one in said.get("piles", {}).items()}
    foundations = {
        name: completed(one, FOUNDATIONS) for name, one in said.get("foundations", {}).items()
    }
    game = SimpleNamespace(**tables, piles=groups, foundations=foundations)
    game.stock.waste_on = match(game.stock.waste_on)
    for table, key in (
        ("play", "moves"), ("play", "opening"), ("stock", "after"), ("play", "plain"),
    ):  # fmt: skip
        record = getattr(game, table)
        setattr(record, key, [read_pattern(one) for one in getattr(record, key)])
    game.play.duties = read_tiers(game.play.duties)
    return game


def laid_over(said: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged; lists and all other values are replaced."""
    merged = dict(said)
    for key, value in changes.items():
        own = merged.get(key)
        tables = isinstance(own, dict) and isinstance(value, dict)
        merged[key] = laid_over(own, value) if tables else value
    return merged


def completed(said: Mapping[str, Any], defaults: Mapping[str, Any]) -> SimpleNamespace:
    unknown = set(said) - set(defaults)
    if unknown:
        raise ValueError(f"the page has no key {min(unknown)}")
    return SimpleNamespace(**{**defaults, **said})


def match(said: Mapping[str, Any] | str | None) -> SimpleNamespace | None:
    return None if said in (None, "none") else completed(said, MATCH)


def group(said: Mapping[str, Any]) -> SimpleNamespace:
    """A group of piles."""
    one = completed(said, PILES)
    one.on = match(one.on)
    one.run = match(one.run) or one.on
    return one
