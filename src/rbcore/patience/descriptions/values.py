"""What may stand behind a key, checked and brought into one form by its kind, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from rbcore.cards.ranges import known_names, shown
from rbcore.cards.text import RANKS, SUITS

__all__ = [
    "CARDS", "ENDLESS", "FLAG", "LETTERS", "PLAYERS", "TEXT", "Kind", "Where", "Wrong", "either",
    "known_or_wrong", "listed", "one_of", "or_list", "whole",
]  # fmt: skip

Where = tuple[str | int, ...]
ENDLESS = -1  # as in rows.pxd
PLAYERS = ("forced", "best", "plain", "automatic", "uniform", "adviser")


@dataclass(frozen=True)
class Kind:
    """A kind of values: what an error calls one, and how it is read; ValueError if it is none."""

    words: str
    read: Callable[[Any], Any]
    choices: tuple[str | int, ...] = ()


def _plain(kind: type, words: str) -> Kind:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return Kind(words, read)


FLAG = _plain(bool, "true or false")
TEXT = _plain(str, "text")


def whole(low: int, high: int, *, endless: bool = False) -> Kind:
    """Whole numbers of a range, or also the word "endless"."""

    def read(value: Any) -> int:
        if endless and value == "endless":
            return ENDLESS
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return Kind(f"a whole number from {low} to {high}{', or endless' if endless else ''}", read)


def one_of(*words: str | int) -> Kind:
    """One of some words or numbers."""

    def read(value: Any) -> str | int:
        if type(value) is bool or not isinstance(value, str | int) or value not in words:
            raise ValueError
        return value

    said = ", ".join(str(word) for word in words if word != "")
    return Kind(f"one of {said}{', or nothing' if '' in words else ''}", read, words)


def listed(kind: Kind) -> Kind:
    """Several values of a kind; a tuple."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError
        return tuple(map(kind.read, value))

    return Kind(f"a list, of each {kind.words}", read)


def either(one: Kind, other: Kind) -> Kind:
    """Values of one kind or another."""

    def read(value: Any) -> Any:
        try:
            return one.read(value)
        except (ValueError, TypeError):
            return other.read(value)

    return Kind(f"{one.words}, or {other.words}", read)


def or_list(kind: Kind) -> Kind:
    """One value, or a list of several."""

    def read(value: Any) -> Any:
        return listed(kind).read(value) if isinstance(value, list) else kind.read(value)

    return Kind(f"{kind.words}, or a list", read)


def _read_cards(value: Any) -> str:
    cards = ""
    for word in TEXT.read(value).split():
        rank, suits = word[0], word[1:] or SUITS
        if rank not in RANKS or (suits != SUITS and (len(suits) != 1 or suits not in SUITS)):
            raise ValueError(f"{shown(word)} is no card; write a rank as A for all aces, or Ad")
        cards += "".join(rank + suit for suit in suits)
    return cards


CARDS = Kind("cards, as in A 2 Kd", _read_cards)


def _read_letters(letters: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not set(TEXT.read(value)) <= set(letters):
            raise ValueError
        return str(value)

    return read


LETTERS = {
    letters: Kind(f"letters of {letters}", _read_letters(letters)) for letters in (RANKS, SUITS)
}


def unknown(name: str, names: Any) -> str:
    """What to say of a name that is none of some names."""
    return f"{shown(name)} is not known; {known_names(name, names)}"


class Wrong(Exception):
    """What is wrong with a description, at a key of it."""

    def __init__(self, where: Where, said: object) -> None:
        super().__init__(where, said)
        self.where, self.said = where, said


def known_or_wrong(where: Where, name: str, names: Collection[str]) -> None:
    """Raise Wrong unless a name is one of some names."""
    if name not in names:
        raise Wrong(where, unknown(name, names))
