"""Public docstrings pass numpydoc's own validation, but for the rules that are not this house's."""

import enum
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import rbcore
import rbpatience
import rbsim
from support.docstrings import docstring, is_function, members, public_modules

numpydoc = pytest.importorskip("numpydoc.validate", reason="numpydoc is not installed (docs)")

# The first line stands beside the quotes; examples, a longer summary and "See Also" stand where
# there is something to say.
NOT_OURS = {"GL01", "ES01", "EX01", "SA01"}
# A docstring that Cython has put a signature above ends otherwise, and its class has no other one.
NOT_OF_COMPILED = {"GL02", "PR02"}
SECTIONS = {"PR01", "RT01", "YD01"}  # Parameters, Returns or Yields are missing


def public() -> Iterator[tuple[str, Any]]:
    """The functions, classes and methods of both packages, and of patience, by name."""
    for package in (rbcore, rbsim, *public_modules(rbpatience)):
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.isclass(thing):
                yield f"{package.__name__}.{name}", thing
                found = {
                    own: member
                    for one in reversed(thing.__mro__)
                    if one.__module__.startswith(("rbcore", "rbpatience", "rbsim"))
                    for own, member in members(one)
                    if own[0] != "_"
                }
                yield from ((f"{package.__name__}.{name}.{own}", one) for own, one in found.items())
            elif is_function(thing):
                yield f"{package.__name__}.{name}", thing


PUBLIC = dict(public())


def errors(name: str, thing: Any) -> list[str]:
    """What numpydoc has against a docstring, as `PR04: Parameter "x" has no type`."""
    text = docstring(thing)
    left_out = set(NOT_OURS)
    if not inspect.isfunction(inspect.unwrap(thing)) and name.startswith(
        ("rbcore.", "rbpatience.")
    ):
        left_out |= NOT_OF_COMPILED
    if inspect.isclass(thing):
        # What is read from an object and not given to it; and axes, which docs/rules.md has.
        if "Attributes\n------" in text or issubclass(thing, enum.Enum | rbcore.Rules):
            left_out |= SECTIONS
    elif name.rpartition(".")[0] in PUBLIC and "----" not in text:
        left_out |= SECTIONS  # a method may say all in prose
    found = numpydoc.validate(name)["errors"]
    return [f"{code}: {words}" for code, words in found if code not in left_out]


@pytest.mark.sample(100)
@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings_are_numpydocs(name: str) -> None:
    assert errors(name, PUBLIC[name]) == []


def test_what_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = inspect.cleandoc(rbsim.simulate.__doc__ or "")
    for old, new, code in (
        ("games : int\n", "games\n", "PR04"),
        ("rows : bool\n", "lines : bool\n", "PR02"),
        ("\nReturns\n-------\nResult\n", "\nNotes\n-----\nResult\n", "RT01"),
        ("Play games, and estimate", "play games, and estimate", "SS02"),
    ):
        assert old in text
        monkeypatch.setattr(rbsim.simulate, "__doc__", text.replace(old, new))
        assert any(code in one for one in errors("rbsim.simulate", rbsim.simulate)), code


@pytest.mark.parametrize("name", ["rbcore.perft", "rbcore.Position", "rbcore.Position.judge"])
def test_compiled_docstrings_are_read(name: str) -> None:
    assert name in PUBLIC
    found = {code for code, _ in numpydoc.validate(name)["errors"]}
    assert "GL08" not in found  # no docstring
