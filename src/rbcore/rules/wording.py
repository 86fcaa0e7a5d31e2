"""The values of the axes of Rules in words."""

from __future__ import annotations

from collections.abc import Mapping

from rbcore.rules.definition import Choice, Rules, value_text


def values_text(name: str) -> str:
    """The values of an axis, the standard one first: `no, yes`, `13; 0 to 52`."""
    notes = Rules.__dataclass_fields__[name].metadata
    standard = value_text(notes["default"])
    if isinstance(notes["words"], str):
        never = ", 0 for never" if notes["never"] else ""
        return f"{standard}; {notes['low']} to {notes['high']}{never}"
    return ", ".join([standard, *(value for value in notes["words"] if value != standard)])


def value_words(name: str, value: Choice) -> str:
    """What a value of an axis means, in a sentence that ends with its clause."""
    words: str | Mapping[str, str] = Rules.__dataclass_fields__[name].metadata["words"]
    if value == 0 and (never := Rules.__dataclass_fields__[name].metadata["never"]):
        return str(never)
    return words.format(value) if isinstance(words, str) else words[value_text(value)]
