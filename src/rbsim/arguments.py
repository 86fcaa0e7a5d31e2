"""Arguments: checks of the arguments of public functions against their signatures."""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial, wraps
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, ParamSpec, TextIO, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from rbcore.cards.ranges import shown

P = ParamSpec("P")
R = TypeVar("R")

# By type, a test of values and a name for messages. Numbers are not here: the function that reads a
# number checks its range.
KNOWN: dict[Any, tuple[Callable[[Any], bool], str]] = {
    np.ndarray: (lambda value: isinstance(value, np.ndarray), "an array"),
    bool: (lambda value: isinstance(value, bool | np.bool_), "True or False"),
    str: (lambda value: isinstance(value, str), "text"),
    Path: (lambda value: isinstance(value, os.PathLike), "a path"),
    TextIO: (lambda value: hasattr(value, "read") or hasattr(value, "write"), "a stream of text"),
    NoneType: (lambda value: value is None, "None"),
    get_origin(Callable[..., Any]): (callable, "a function"),
    Iterable: (lambda value: isinstance(value, Iterable), "a sequence"),
    Mapping: (lambda value: isinstance(value, Mapping), "a mapping"),
    Sequence: (
        lambda value: isinstance(value, Sequence) and not isinstance(value, str | bytes),
        "a list",
    ),
}


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function refuse arguments of other types than those of its signature."""

    @wraps(function)
    def call(*arguments: P.args, **keywords: P.kwargs) -> R:
        check_arguments(function, *arguments, **keywords)
        return function(*arguments, **keywords)

    return call


def check_arguments(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> None:
    """Raise TypeError, in a sentence with its name, for an argument of a wrong type."""
    signature, hints = _signature(function)
    bound = signature.bind(*arguments, **keywords).arguments
    for name, value in bound.items():
        if name not in hints:
            continue
        kind = signature.parameters[name].kind
        values = value if kind is inspect.Parameter.VAR_POSITIONAL else (value,)
        for single in values:
            check_argument(name, single, hints[name])


def check_argument(name: str, value: object, hint: Any, classes: bool = True) -> None:
    """Raise TypeError, in a sentence with the name, for a value of another type than `hint`.

    Unknown types accept any value. With `classes`, the classes of these packages are known too.
    """
    is_union = get_origin(hint) in (Union, UnionType)
    words = []
    for member in get_args(hint) if is_union else (hint,):
        kind = get_origin(member) or member
        is_of_kind, word = KNOWN.get(kind, (None, ""))
        if is_of_kind is None and classes and kind.__module__.startswith("rb"):
            is_of_kind, word = partial(_is_instance, kind), f"a {kind.__name__}"
        if is_of_kind is None or is_of_kind(value):
            return
        words.append(word)
    *others, last = dict.fromkeys(words)
    wanted = f"{', '.join(others)} or {last}" if others else last
    raise TypeError(f"{name}={shown(value)} is not {wanted}")


def _is_instance(kind: type, value: object) -> bool:
    return isinstance(value, kind)


@cache
def _signature(function: Callable[..., Any]) -> tuple[inspect.Signature, dict[str, Any]]:
    """Return the signature of a function and the types of its parameters, except `**`."""
    signature = inspect.signature(function)
    annotations = {p.name: p.annotation for p in signature.parameters.values()}
    if any(isinstance(annotation, str) for annotation in annotations.values()):
        annotations = get_type_hints(function)
    collected = inspect.Parameter.VAR_KEYWORD
    return signature, {
        name: annotations[name]
        for name, parameter in signature.parameters.items()
        if parameter.kind is not collected and name in annotations
    }
