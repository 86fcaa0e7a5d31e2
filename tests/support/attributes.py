"""The attributes that classes have, and those of which their docstrings speak."""

import ast
import builtins
import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import rbcore
import rbpatience
import rbsim
from support.docstrings import docstring, members, modules, public_modules

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
_MODULES = list(
    dict.fromkeys(one for package in (rbcore, rbpatience, rbsim) for one in modules(package))
)


def name_of(owner: type) -> str:
    return f"{owner.__module__}.{owner.__qualname__}"


def public_classes() -> dict[str, type]:
    """The classes of both packages, of patience, and of the modules that docs/reference names."""
    named = "".join(path.read_text() for path in REFERENCE.glob("*.md"))
    published = re.findall(r"auto(?:module|class):: ([\w.]+)", named)
    homes = [rbcore, rbsim, *public_modules(rbpatience)]
    homes += [one for one in _MODULES if one.__name__ in published]
    things = [getattr(home, name) for home in homes for name in _public_names(home)]
    things += [getattr(home, name) for home in _MODULES for name in vars(home)
               if f"{home.__name__}.{name}" in published]  # fmt: skip
    return {name_of(one): one for one in things if inspect.isclass(one)}


def _public_names(home: ModuleType) -> list[str]:
    own = [name for name, value in vars(home).items()
           if getattr(value, "__module__", "") == home.__name__ and name[0] != "_"]  # fmt: skip
    return list(getattr(home, "__all__", own))


def plain_classes() -> dict[str, type]:
    """All classes of modules in Python, public or not."""
    return {
        name_of(value): value
        for home in _MODULES
        for value in vars(home).values()
        if inspect.isclass(value) and value.__module__ == home.__name__ and _is_plain(value)
    }


def _is_plain(owner: type) -> bool:
    home = importlib.import_module(owner.__module__)
    return str(getattr(home, "__file__", "")).endswith(".py")


@cache
def attributes(owner: type) -> frozenset[str]:
    """All that can be read from an instance: fields, properties, and what its methods set."""
    found = set(dir(owner))
    for one in owner.__mro__:
        found.update(vars(one).get("__annotations__", {}))
        if one.__module__.startswith(("rbcore", "rbpatience", "rbsim")) and _is_plain(one):
            found.update(re.findall(r"\bself\.(\w+)", inspect.getsource(one)))
    return frozenset(found)


def documented(owner: type, *sections: str) -> set[str]:
    """The names that sections of a class's docstring have, as `turns, moves : Mean`."""
    found: set[str] = set()
    for section in sections:
        body = re.search(
            rf"^{section}\n-+\n(.*?)(?=\n\n\w.*\n---|\Z)", docstring(owner), re.M | re.S
        )
        for line in re.findall(r"^\w.*", body[1] if body else "", re.MULTILINE):
            names = line.partition(" :")[0].split(", ")
            found |= set(names) if all(map(str.isidentifier, names)) else set()  # or it is prose
    return found


def ticked(text: str) -> set[str]:
    """The names of which a text speaks, in single backticks."""
    return set(re.findall(r"(?<!`)`([a-z]\w+)`(?!`)", text))


def stale_names(owner: type, named: set[str]) -> Iterator[str]:
    """What a class's docstrings call by name and nothing is called.

    A name may be an attribute of this or of another class, of which a result is, or a parameter
    beside it, a module's, or a value that is text.
    """
    for own, thing in (("", owner), *members(owner)):
        parameters = {name for _, one in members(owner) for name in _parameters(one)}
        known = attributes(owner) | parameters | named
        yield from sorted(f"{own} `{name}`" for name in ticked(docstring(thing)) - known)


def _parameters(thing: Any) -> set[str]:
    try:
        return set(inspect.signature(thing).parameters)
    except (TypeError, ValueError):  # no function, or one without a signature
        return set()


@cache
def vocabulary() -> frozenset[str]:
    """The names that docstrings of any class may have."""
    found = set(dir(builtins))
    for home in _MODULES:
        found |= {*home.__name__.split("."), *vars(home)}
        for name, value in vars(home).items():
            if inspect.isclass(value) and value.__module__.startswith(
                ("rbcore", "rbpatience", "rbsim")
            ):
                found |= attributes(value)
            elif name in getattr(home, "__all__", ()):
                found |= _parameters(inspect.unwrap(value)) if callable(value) else set()
        if str(getattr(home, "__file__", "")).endswith(".py"):
            found |= set(_texts(Path(str(home.__file__)).read_text()))
    return frozenset(found)


def _texts(source: str) -> Iterator[str]:
    """The texts of a module that are values, as players' names; not the keys it reads."""
    tree = ast.parse(source)
    keys = {id(one.slice) for one in ast.walk(tree) if isinstance(one, ast.Subscript)}
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in keys:
            yield one.value


def fields(owner: type) -> set[str]:
    """The public fields of a dataclass."""
    if not dataclasses.is_dataclass(owner):
        return set()
    return {one.name for one in dataclasses.fields(owner) if one.name[0] != "_"}
