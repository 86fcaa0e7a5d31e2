"""What has a docstring: modules, classes and functions of a package, compiled ones among them."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The package and its modules, but those that run when imported.

    Environments need the packages whose they are, which CI has.
    """
    yield package
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            try:
                yield importlib.import_module(found.name)
            except ImportError:
                if not found.name.startswith("rbsim.envs."):
                    raise


def public_modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules that a package names in `__all__`, and those of its folders."""
    for name in package.__all__:
        module = importlib.import_module(f"{package.__name__}.{name}")
        yield from public_modules(module) if hasattr(module, "__path__") else (module,)


def is_function(member: object) -> bool:
    """Whether a plain or a compiled function; the compiled are of a type that inspect knows not."""
    return inspect.isroutine(member) or type(member).__name__ == "cython_function_or_method"


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """The functions and properties that a class defines itself, with their wrapping taken off."""
    for name, member in vars(owner).items():
        if isinstance(member, classmethod | staticmethod):
            yield name, member.__func__
        elif is_function(member) or inspect.isdatadescriptor(member):
            yield name, member


def documented(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The module, and its own classes, functions, methods and properties by qualified name."""
    name = module.__name__
    yield name, module
    for own, value in vars(module).items():
        if getattr(value, "__module__", None) != name or getattr(value, "__name__", None) != own:
            continue
        if inspect.isclass(value):
            yield f"{name}.{own}", value
            for inner, member in members(value):
                yield f"{name}.{own}.{inner}", member
        elif is_function(inspect.unwrap(value)):
            yield f"{name}.{own}", inspect.unwrap(value)


def docstring(thing: object) -> str:
    """Return a docstring, or an empty text if there is none."""
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")
