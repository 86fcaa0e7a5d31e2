"""The reader of game files: the printed game, its forms and readings, each a whole description."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import chain
from typing import Any

from rbcore.cards.ranges import shown
from rbcore.toml_file import TomlFile, Where, Wrong, noted
from rbpatience.descriptions.checks import NAME, check, check_users, idle_patterns, patterns_of
from rbpatience.descriptions.schema import (
    ENDLESS,
    TEXT,
    Description,
    Match,
    Pattern,
    read_pattern,
    unknown,
)

__all__ = ["MAX_BYTES", "Told", "read_games"]

MAX_BYTES = 1 << 16
MAX_READINGS = 32
# Readings that are numbers, which may also be other numbers than those in the file.
COUNTED = {"passes": ("stock", "redeal"), "deals": ("deal", "deal")}
HEAD = ("name", "line", "also", "homonym")
FORM = (*HEAD, "set", "keeps", "readings")
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """A game or form as its file describes it, and its readings by name and value."""

    description: Description
    readings: Mapping[str, Mapping[str, Description]]
    source: _Source

    def reading(self, choices: Mapping[str, str]) -> Description:
        """Return the game under several readings at once, or under a number not in its file.

        Raises ValueError, in one sentence, if two of the readings change the same key.
        """
        source, origins = self.source, dict[Where, str]()
        for key, value in choices.items():
            changes = self.source.readings.get((key, value)) or _counted(key, value)
            for leaf in _leaves(changes, ()):
                if leaf in origins:
                    raise ValueError(f"{origins[leaf]} and {key} change the same key; choose one")
                origins[leaf] = key
            source = source.over((), changes)
        try:
            return source.read()
        except Wrong as wrong:
            chosen = ",".join(f"{key}={value}" for key, value in choices.items())
            raise ValueError(f"{chosen}: {wrong.problem}") from None

    def is_default(self, key: str, value: str) -> bool:
        """Return whether a value of a reading is the printed game's: ``turn=3`` for klondike.

        This is known for readings named after the value of the only key that they change.
        """
        for (name, other), changes in self.source.readings.items():
            leaves = list(_leaves(changes, ()))
            if name != key or len(leaves) != 1:
                continue
            printed: Any = self.description
            changed: Any = changes
            for part in leaves[0]:
                changed = changed[part]
                is_table = isinstance(printed, Mapping)
                printed = printed.get(part) if is_table else getattr(printed, str(part))
            if str(changed) == other and value == _value_text(printed):
                return True
        return False

    def is_counted(self, key: str, value: str) -> bool:
        """Return whether a reading is a number that the file need not name: ``passes=5``."""
        if key not in COUNTED or not (
            value == "endless" or re.fullmatch("0|[1-9][0-9]{0,8}", value)
        ):
            return False
        play = self.description.play
        tiers = (play.moves, play.opening, play.plain, play.automatic, *play.duties)
        return any(COUNTED[key][1] in pattern.steps for tier in tiers for pattern in tier)


@dataclass(frozen=True)
class _Source:
    """The source of a description: a file's values, and the values laid over them."""

    values: Values
    overlays: tuple[tuple[Where, Values], ...] = ()
    readings: Mapping[tuple[str, str], Values] = field(default_factory=dict)

    def over(self, where: Where, changes: Any) -> _Source:
        """Return a source with other values for some keys."""
        if not isinstance(changes, dict):
            raise Wrong(where, "this must be a table of the keys that change")
        return _Source(_merged(self.values, changes), ((where, changes), *self.overlays))

    def placed(self, wrong: Wrong) -> Wrong:
        """Return a problem at its place in the file, in the last overlay if it is there."""
        return Wrong.together([self._placed(where, problem) for where, problem in wrong.each])

    def _placed(self, where: Where, problem: object) -> Wrong:
        for begin, changes in self.overlays:
            inner: Any = changes
            for part in where:
                inner = inner.get(part) if isinstance(inner, dict) else None
            if inner is not None:
                return Wrong((*begin, *where), problem)
        if not self.overlays:
            return Wrong(where, problem)
        return Wrong(self.overlays[0][0], f"{'.'.join(map(str, where))}: {problem}")

    def read(self) -> Description:
        """Return the description, checked as a whole."""
        try:
            rules = _with_patterns(_record(Description, self.values, ()))
            check(rules)
        except Wrong as wrong:
            raise self.placed(wrong) from None
        return rules


def read_games(name: str, content: bytes, *, is_own: bool = False) -> list[Told]:
    """Read the game of a file and its forms; raise ValueError with the line if something is wrong.

    A user's own game may not use what is reserved for the book's games.
    """
    file = TomlFile(name, content, MAX_BYTES)
    with file.refusing():
        games = list(_games(dict(file.values)))
        for told in games if is_own else ():
            check_users(told.description)
            for reading in chain.from_iterable(map(Mapping.values, told.readings.values())):
                check_users(reading)
    return games


def _games(values: dict[str, Any]) -> Iterator[Told]:
    forms, readings = _table(values, "forms", ()), _table(values, "readings", ())
    printed = _Source(values)
    base = _told(printed, [(("readings",), readings)])
    yield base
    for key in ("version", "ways", "also", "homonym"):
        values.pop(key, None)
    for number, form in forms.items():
        where = ("forms", number)
        if not isinstance(form, dict):
            raise Wrong(where, "a form must be a table")
        for key in form:
            if key not in FORM:
                raise Wrong((*where, key), f"the key {unknown(key, FORM)}")
        form_readings, kept = _table(form, "readings", where), form.get("keeps", [])
        if not isinstance(kept, list):
            raise Wrong((*where, "keeps"), "this must be a list of readings")
        for key in kept:
            if not isinstance(key, str) or key not in readings:
                raise Wrong((*where, "keeps"), f"the reading {unknown(key, readings)}")
        head = {"number": number, **{key: form[key] for key in HEAD if key in form}}
        source = printed.over(where, head).over((*where, "set"), form.get("set", {}))
        yield _told(
            source,
            [
                ((*where, "readings"), form_readings),
                (("readings",), {key: readings[key] for key in kept}),
            ],
            base.description,
        )


def _changes(tables: list[tuple[Where, Values]]) -> Iterator[tuple[Where, Values]]:
    """Yield the place of each value of each reading, and its changes."""
    for where, table in tables:
        for name, values in table.items():
            if not isinstance(values, dict):
                problem = "a reading must be a table of its values and their changes"
                raise Wrong((*where, name), problem)
            for value, changes in values.items():
                place = (*where, name, value)
                if not (NAME.fullmatch(name) and NAME.fullmatch(value)):
                    raise Wrong(place, "names of readings may have only letters, digits, - and _")
                yield place, changes


def _reading(source: _Source, printed: Description, place: Where, changes: Values) -> Description:
    """Return the game with a reading, which must differ from the printed one."""
    reading = source.over(place, changes)
    read = reading.read()
    for kind in ("piles", "foundations"):
        known = getattr(printed, kind)
        for name in changes.get(kind, {}):
            if name not in known:
                raise Wrong((*place, kind, name), f"the group {unknown(name, known)}")
    for (at, pattern), problem in idle_patterns(read).items():
        if pattern not in patterns_of(printed)[at]:
            raise reading.placed(Wrong(at, problem))
    if replace(read, version=printed.version) == printed:
        raise Wrong(place, "this reading changes nothing")
    return read


def _told(
    source: _Source, tables: list[tuple[Where, Values]], base: Description | None = None
) -> Told:
    """Return a game with its readings, each a different whole game; or a form of another game."""
    printed = source.read()
    before = patterns_of(base) if base else {}
    readings: dict[str, dict[str, Description]] = {}
    changed: dict[tuple[str, str], Values] = {}
    for place, changes in _changes(tables):
        name, value = str(place[-2]), str(place[-1])
        readings.setdefault(name, {})[value] = _reading(source, printed, place, changes)
        changed[name, value] = changes
    if sum(map(len, readings.values())) > MAX_READINGS:
        raise Wrong(("readings",), f"a game can have at most {MAX_READINGS} readings")
    every = [printed, *chain.from_iterable(map(Mapping.values, readings.values()))]
    # A form inherits patterns, and a reading may remove what they need.
    idle = [idle_patterns(version) for version in every]
    for (place, pattern), problem in idle[0].items():
        if all((place, pattern) in patterns for patterns in idle) and pattern not in before.get(
            place, ()
        ):
            raise source.placed(Wrong(place, problem))
    for way in printed.ways:
        if way not in readings:
            raise source.placed(Wrong(("ways",), f"the reading {unknown(way, readings)}"))
    return Told(printed, readings, replace(source, readings=changed))


def _counted(key: str, value: str) -> Values:
    """Return the changes of a reading that is a number, such as ``passes=5``."""
    table, _ = COUNTED[key]
    return {table: {key: value if value == "endless" else int(value)}}


def _value_text(value: Any) -> str:
    """Return the value of a key as readings are named."""
    return "endless" if value == ENDLESS and isinstance(value, int) else str(value)


def _leaves(changes: Values, where: Where) -> Iterator[Where]:
    """Yield the keys that some changes affect, including keys of inner tables."""
    for name, value in changes.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*where, name))
        else:
            yield (*where, name)


def _table(values: dict[str, Any], name: str, where: Where) -> dict[str, Any]:
    table = values.pop(name, {})
    if not isinstance(table, dict):
        raise Wrong((*where, name), "this must be a table")
    return table


def _merged(values: Values, changes: Values) -> dict[str, Any]:
    """Merge tables, and replace everything else."""
    return {
        **values,
        **{
            name: _merged(values[name], change)
            if isinstance(change, dict) and isinstance(values.get(name), dict)
            else change
            for name, change in changes.items()
        },
    }


def _record(kind: type, values: Any, where: Where) -> Any:
    """Return a record of the schema from a table of the file."""
    if not isinstance(values, dict):
        raise Wrong(where, "this must be a table of keys")
    keys, read = _keys(kind), {}
    wrongs: list[Wrong] = []
    for name, value in values.items():
        with noted(wrongs, (*where, name)):
            if name not in keys:
                known = (*keys, "readings") if kind is Description else keys
                raise Wrong((*where, name), f"the key {unknown(name, known)}")
            read[name] = _value(keys[name], value, (*where, name))
    if wrongs:
        raise Wrong.together(wrongs)
    return kind(**read)


@cache
def _keys(kind: type) -> Mapping[str, Mapping[str, Any]]:
    """Return the keys of a record, with their metadata in the schema."""
    return {field.name: field.metadata for field in fields(kind)}


def _value(key: Mapping[str, Any], value: Any, where: Where) -> Any:
    kind = key["kind"]
    if "named" in key:
        if not isinstance(value, dict):
            raise Wrong(where, f"this must be a table, {key['words']}")
        if kind is object:
            return value
        return {name: _record(kind, entry, (*where, name)) for name, entry in value.items()}
    if isinstance(kind, type):
        return None if value == "none" and kind is Match else _record(kind, value, where)
    try:
        return kind.read(value)
    except (ValueError, TypeError) as error:
        raise Wrong(where, f"{shown(value)} is not {kind.words}; {error}".rstrip("; ")) from None


def _with_patterns(rules: Description) -> Description:
    """Return the description with its patterns parsed, now that names are known."""
    names = (*rules.piles, *rules.foundations)

    def read(text: Any, where: Where) -> Pattern:
        try:
            return read_pattern(TEXT.read(text), names)
        except ValueError as error:
            raise Wrong(where, error) from None

    def tier(values: Any) -> tuple[Pattern, ...]:
        if values == "hand":
            return (Pattern(("hand",)),)
        texts = (values,) if isinstance(values, str) else values
        return tuple(read(text, ("play", "duties")) for text in texts)

    def patterns(name: str, texts: tuple[Any, ...]) -> tuple[Pattern, ...]:
        return tuple(read(text, ("play", name)) for text in texts)

    play = replace(
        rules.play,
        duties=tuple(map(tier, rules.play.duties)),
        moves=patterns("moves", rules.play.moves),
        opening=patterns("opening", rules.play.opening),
        plain=patterns("plain", rules.play.plain),
        automatic=patterns("automatic", rules.play.automatic),
    )
    after = tuple(read(text, ("stock", "after")) for text in rules.stock.after)
    stock = replace(rules.stock, after=after)
    return replace(rules, play=play, stock=stock)
