"""Docstrings of classes speak of attributes that there are, and of all fields."""

from dataclasses import dataclass

import pytest

import rbcore
from support.attributes import (
    attributes,
    documented,
    fields,
    plain_classes,
    public_classes,
    stale_names,
    ticked,
    vocabulary,
)
from support.docstrings import docstring

PUBLIC = public_classes()
CLASSES = {**PUBLIC, **plain_classes()}


def undocumented(owner: type) -> set[str]:
    """Public fields of which the docstring says nothing."""
    said = documented(owner, "Attributes", "Parameters") | ticked(docstring(owner))
    return fields(owner) - said


@pytest.mark.full
def test_documented_attributes_are_there() -> None:
    assert len(PUBLIC) > 25
    stale = {name: documented(one, "Attributes") - attributes(one) for name, one in CLASSES.items()}
    assert {name: sorted(names) for name, names in stale.items() if names} == {}


def test_public_fields_are_documented() -> None:
    """But for the axes of rules, which docs/rules.md has."""
    bare = {name: undocumented(one) for name, one in PUBLIC.items() if one is not rbcore.Rules}
    assert {name: sorted(names) for name, names in bare.items() if names} == {}


@pytest.mark.full
def test_names_in_backticks_are_there() -> None:
    known = set(vocabulary())
    stale = {name: list(stale_names(one, known)) for name, one in CLASSES.items()}
    assert {name: names for name, names in stale.items() if names} == {}


@pytest.mark.full
def test_what_is_stale_is_noticed() -> None:
    @dataclass
    class Made:
        """An estimate; `extremes` and `ends` reach from all lost to all won.

        Attributes
        ----------
        mean, ends : float
            Of `value`.

        Examples
        --------
        >>> Made(1.0)
        """

        mean: float
        extremes: float = 0.0
        level: float = 0.95

    assert documented(Made, "Attributes") - attributes(Made) == {"ends"}
    assert undocumented(Made) == {"level"}
    assert list(stale_names(Made, {"value"})) == [" `ends`"]
    assert "a name of nothing" not in vocabulary()
