"""What `help` and `dir` show: docstrings of all that is public, stubs' signatures as they are."""

import ast
import importlib
import inspect
import pydoc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rbcore
import rbpatience
import rbsim
from support.docstrings import docstring, is_function, members, public_modules

PACKAGES = (rbcore, rbsim)
PUBLIC = (*PACKAGES, *public_modules(rbpatience))
SOURCE = Path(rbcore.__file__).parents[1]


# ---- docstrings --------------------------------------------------------------------------------


def public(package: ModuleType) -> Iterator[tuple[str, str]]:
    """The classes and functions of `__all__` and what is public in the classes: names, docstrings.

    What a class inherits is public too, and a method that overrides another has its docstring.
    """
    for name in package.__all__:
        thing = getattr(package, name)
        if inspect.isclass(thing):
            yield name, described(thing)
            inner: dict[str, str] = {}
            for one in thing.__mro__:
                if one.__module__.startswith(("rbcore", "rbpatience", "rbsim")):
                    for own, member in members(one):
                        inner[own] = inner.get(own) or described(member)
            yield from ((f"{name}.{own}", text) for own, text in inner.items() if own[0] != "_")
        elif is_function(thing):
            yield name, described(thing)


def described(thing: object) -> str:
    """The docstring; a tuple's fields have none of their own."""
    text = docstring(thing)
    return "" if text.startswith("Alias for field number") else text


def test_all_that_is_public_has_a_docstring() -> None:
    bare = {
        f"{package.__name__}.{name}"
        for package in PUBLIC
        for name, text in public(package)
        if not text
    }
    assert bare == set()


def test_dir_shows_all() -> None:
    """Before anything of it has been asked for."""
    script = (
        "import rbcore, rbsim\n"
        "for package in (rbcore, rbsim):\n"
        "    for name in sorted({*package.__all__} - {*dir(package)}):\n"
        "        print(f'{package.__name__}.{name}')\n"
    )
    command = [sys.executable, "-c", script]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert set(shown.split()) == set()
    for package in PACKAGES:
        assert all(getattr(package, name) is not None for name in package.__all__)


# ---- signatures --------------------------------------------------------------------------------

Signature = list[tuple[str, Any, bool]]  # of each parameter its name, kind, and if it has a default


def of_stub(arguments: ast.arguments) -> Signature:
    kinds = inspect.Parameter
    plain = [(arg, kinds.POSITIONAL_ONLY) for arg in arguments.posonlyargs]
    plain += [(arg, kinds.POSITIONAL_OR_KEYWORD) for arg in arguments.args]
    bare = len(plain) - len(arguments.defaults)
    found = [(arg.arg, kind, i >= bare) for i, (arg, kind) in enumerate(plain)]
    if arguments.vararg:
        found.append((arguments.vararg.arg, kinds.VAR_POSITIONAL, False))
    for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append((arg.arg, kinds.KEYWORD_ONLY, default is not None))
    if arguments.kwarg:
        found.append((arguments.kwarg.arg, kinds.VAR_KEYWORD, False))
    return found


def of_function(function: Any) -> Signature:
    parameters = inspect.signature(function).parameters.values()
    return [(p.name, p.kind, p.default is not p.empty) for p in parameters]


def unlike(module: str) -> Iterator[str]:
    """The functions and methods of a stub that are not as it says, or are not there."""
    stub = SOURCE.joinpath(*module.split(".")).with_suffix(".pyi")
    for node in ast.parse(stub.read_text()).body:
        thing = getattr(importlib.import_module(module), getattr(node, "name", ""), None)
        if isinstance(node, ast.FunctionDef):
            if thing is None or of_stub(node.args) != of_function(thing):
                yield f"{module}.{node.name}"
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not same_method(thing, inner):
                    yield f"{module}.{node.name}.{inner.name}"


def same_method(owner: Any, stub: ast.FunctionDef) -> bool:
    if not hasattr(owner, stub.name):
        return False
    member = inspect.getattr_static(owner, stub.name)
    decorators = {ast.unparse(decorator) for decorator in stub.decorator_list}
    if "property" in decorators:
        return inspect.isdatadescriptor(member)
    signature = of_stub(stub.args)
    if stub.name in ("__init__", "__new__") and not is_own_function(member):
        return signature[1:] == of_function(owner)
    if isinstance(member, classmethod | staticmethod):
        return type(member).__name__ in decorators and signature == of_function(member.__func__)
    # What Python calls itself, as __len__, has no signature when compiled.
    return not is_own_function(member) or signature == of_function(member)


def is_own_function(member: object) -> bool:
    return type(member).__name__ in ("function", "cython_function_or_method")


STUBS = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for package in ("rbcore", "rbpatience")
    for path in (SOURCE / package).rglob("*.pyi")
)


def test_signatures_are_those_of_the_stubs() -> None:
    assert len(STUBS) > 8
    assert {name for module in STUBS for name in unlike(module)} == set()


@pytest.mark.parametrize(
    ("thing", "parameters"),
    [
        (rbcore.Game, ()),
        (rbcore.Position, ()),
        (rbcore.View, ()),
        (
            rbcore.GamePool,
            ("rules", "players", "seed", "first", "rows", "width", "max_turn_moves", "shuffle",
             "replicate", "limits"),
        ),
        (rbcore.CompiledPlayer, ("choose", "new_state", "free_state", "abi", "name")),
        (rbcore.Game.deal,
         ("rules", "seed", "game", "attention", "shuffle", "replicate", "limits")),
    ],
)  # fmt: skip
def test_help_shows_a_signature_and_shows_it_once(thing: Any, parameters: tuple[str, ...]) -> None:
    assert tuple(inspect.signature(thing).parameters) == parameters
    lines = pydoc.plain(pydoc.render_doc(thing)).splitlines()
    shown = sum(line.lstrip(" |").startswith(f"{thing.__name__}(") for line in lines)
    assert shown == (len(parameters) > 0)  # pydoc shows none that is empty


def test_signatures_that_differ_are_noticed() -> None:
    def made(a: int, b: int = 1, *, c: int = 2, **rest: int) -> None: ...

    def stub(line: str) -> Signature:
        node = ast.parse(line).body[0]
        assert isinstance(node, ast.FunctionDef)
        return of_stub(node.args)

    right = "def made(a: int, b: int = ..., *, c: int = ..., **rest: int) -> None: ..."
    assert stub(right) == of_function(made)
    for old, new in [
        ("a: int", "x: int"), ("b: int = ...", "b: int"), ("*, ", ""), (", **rest: int", ""),
        ("a: int, ", "a: int, /, "),
    ]:  # fmt: skip
        assert stub(right.replace(old, new)) != of_function(made), old
