"""What is wrong with a description, and at which of its keys."""

from __future__ import annotations

from collections.abc import Collection

from rbcore.patience.descriptions.values import unknown

__all__ = ["Where", "Wrong", "known_or_wrong"]

Where = tuple[str | int, ...]


class Wrong(Exception):
    """What is wrong with a description, at a key of it."""

    def __init__(self, where: Where, said: object) -> None:
        super().__init__(where, said)
        self.where, self.said = where, said


def known_or_wrong(where: Where, name: str, names: Collection[str]) -> None:
    """Raise Wrong unless a name is one of some names."""
    if name not in names:
        raise Wrong(where, unknown(name, names))
