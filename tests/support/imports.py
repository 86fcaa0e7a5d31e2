"""The import lines of all packages, cimports too, read as text; and the rooms of a folder."""

import re
from collections.abc import Iterator
from pathlib import Path

import rbcore
import rbpatience
import rbsim

PACKAGES = {
    package.__name__: Path(str(package.__file__)).parent for package in (rbcore, rbpatience, rbsim)
}
FILES = [
    path
    for root in PACKAGES.values()
    for path in sorted(root.rglob("*"))
    if path.suffix in (".py", ".pyx", ".pxd", ".pyi")
]

_FROM = re.compile(
    r"^[ \t]*from (rbcore|rbpatience|rbsim)(\.[\w.]+)? c?import (\([^)]*\)|[^\n#]*)", re.MULTILINE
)
# A module that a string names, as `import_module` and cimports of a method take it.
_STRING = re.compile(r"""["']((?:rbcore|rbpatience|rbsim)(?:\.\w+)+)["']""")
_PLAIN = re.compile(r"^[ \t]*c?import ((?:rbcore|rbpatience|rbsim)[\w.]*)", re.MULTILINE)


def dotted(path: Path) -> str:
    """The name of a module, from its file in one of the packages."""
    root = next(root for root in PACKAGES.values() if path.is_relative_to(root))
    return ".".join(path.relative_to(root.parent).with_suffix("").parts)


def targets(text: str) -> Iterator[str]:
    """Every module that a text imports or cimports, for types alone too, or names in a string."""
    yield from _PLAIN.findall(text)
    yield from _STRING.findall(text)
    for package, module, names in _FROM.findall(text):
        yield package + module
        yield from (f"{package}{module}.{name}" for name in re.findall(r"\w+", names))


IMPORTS = {path: set(targets(path.read_text())) for path in FILES}


def room(house: str, name: str) -> str:
    """The folder of a house in which a module lies, or the module if it stands beside folders."""
    inside = name.removeprefix(f"{house}.")
    return "" if inside == name else inside.partition(".")[0]


def rooms(house: str) -> set[str]:
    """The folders of a house and the modules that stand beside them."""
    return {room(house, dotted(path)) for path in FILES} - {""}


def houses() -> set[str]:
    """The packages, and every folder of theirs that has folders."""
    folders = {path.parent for path in FILES}
    return {dotted(one.parent) for one in folders - {*PACKAGES.values()}} | {*PACKAGES}


def arrows(house: str) -> Iterator[tuple[str, str, Path]]:
    """Each room of a house that a file of another room of it imports, and that file."""
    known = rooms(house)
    for path, names in IMPORTS.items():
        own = room(house, dotted(path))
        if own:
            others = {room(house, name) for name in names} & known - {own}
            yield from ((own, other, path) for other in sorted(others))
