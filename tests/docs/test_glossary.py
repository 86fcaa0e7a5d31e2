"""The glossary: it has every public name, and every name it has in code font is there."""

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

import rbcore
import rbsim
import rbsim.envs
from rbcore.rules.variants import AXES, variant
from rbsim.cli.main import command_line
from rbsim.estimates.figures import QUANTITIES
from rbsim.options import OPTIONS
from rbsim.study.store import rows_table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "glossary.md"
CORE, PATIENCE, SIM = (ROOT / "src" / name for name in ("rbcore", "rbpatience", "rbsim"))
COMMANDS: dict[str, Any] = typer.main.get_command(command_line()).commands  # type: ignore[attr-defined]
# Classes whose attributes the page names, where they are not public names.
HOMES = (
    "rbcore.rules.limits", "rbpatience.playing", "rbpatience.solving.solver",
)  # fmt: skip
# Words of notation, and what they stand for in its moves.
NOTATION = {"F", "R", "W", "h", "turn", "waste", "pass", "known", "seen", "idle"}


def names() -> list[str]:
    """All that stands in code font."""
    return re.findall(r"`([^`]+)`", PAGE.read_text())


def test_every_public_name_is_there() -> None:
    text = set(names())
    for package in (rbcore, rbsim, rbsim.envs):
        missing = {f"{package.__name__}.{name}" for name in package.__all__} - text
        assert missing == set()


@pytest.mark.full
def test_no_name_is_of_something_gone() -> None:
    wrong = sorted(name for name in set(names()) if not exists(name))
    assert wrong == []


def test_a_name_that_is_gone_is_noticed() -> None:
    for gone in ("rbcore.Hall", "Rate.open", "rbsim sympathise", "--study", "position_t.takes",
                 "moves/plans", "leads", "move_t.piece"):  # fmt: skip
        assert not exists(gone), gone


def exists(name: str) -> bool:
    """Whether a name of the page is that of something."""
    if name in NOTATION or name in ("rbcore", "rbpatience", "rbsim"):
        return True
    if name.startswith("--"):
        return any(name in one.opts for command in COMMANDS.values() for one in command.params)
    if name.startswith("rbsim "):
        return name.removeprefix("rbsim ") in COMMANDS
    if "/" in name:
        return is_file(name)
    if "=" in name:
        return is_choice(name)
    if re.fullmatch(r"\w+_t(\.\w+)?", name):
        return is_struct(*name.split("."))
    if "." in name or name[0].isupper():
        return is_attribute(name)
    return name in values() or is_function(name)


def is_file(name: str) -> bool:
    homes = [folder / name for folder in (CORE, PATIENCE, SIM, ROOT)]
    return any(path.exists() or any(path.parent.glob(f"{path.name}.p[yx]*")) for path in homes)


def is_choice(text: str) -> bool:
    """Whether this is an argument, `level=`, or an axis or reading with its value."""
    name = text.partition("=")[0]
    if "," in name:
        rbsim.patience(text, games=1)
        return True
    if name in AXES:
        variant(f"standard,{text}")
        return True
    functions = (rbsim.simulate, rbcore.Position.parse, rbsim.arms.arm.attention_of)
    return any(name in inspect.signature(one).parameters for one in functions)


def compiled(pattern: str) -> Iterator[str]:
    """The texts of Cython's files of both compiled packages."""
    yield from (path.read_text() for root in (CORE, PATIENCE) for path in root.rglob(pattern))


def is_struct(struct: str, field: str = "") -> bool:
    """Whether the core has such a struct, or another type, and the struct such a field."""
    texts = list(compiled("*.pxd"))
    if not field:
        defined = re.compile(rf"^(?:ctypedef|cdef struct|cdef enum) .*\b{struct}\b", re.MULTILINE)
        return any(map(defined.search, texts))
    bodies = re.compile(rf"^cdef struct {struct}:\n((?:[ ].*\n|\n)*)", re.MULTILINE)
    found = [body for text in texts for body in bodies.findall(text)]
    return any(re.search(rf"\b{field}\b", re.sub("#.*", "", body)) for body in found)


def is_attribute(name: str) -> bool:
    """Whether this is a module, or a name in one: `rbcore.Rules`, `Rate.undecided`, `HOUSE`."""
    parts = name.split(".")
    if parts[0] in ("rbcore", "rbpatience", "rbsim"):
        for i in range(len(parts), 0, -1):
            try:
                thing: Any = importlib.import_module(".".join(parts[:i]))
            except ModuleNotFoundError:
                continue
            return has(thing, parts[i:])
    homes = [rbcore, rbsim, *map(importlib.import_module, HOMES)]
    if any(has(home, parts) for home in homes):
        return True
    return any(re.search(rf"\b{name}\b", text) for text in compiled("*.pxd"))


def has(thing: Any, parts: list[str]) -> bool:
    for part in parts:
        documented = re.findall(r"(?m)^    (\w+) : ", getattr(thing, "__doc__", None) or "")
        if not hasattr(thing, part) and part not in {*fields_of(thing), *documented}:
            return False
        thing = getattr(thing, part, None)
    return True


def fields_of(thing: Any) -> set[str]:
    return {*getattr(thing, "__annotations__", ()), *getattr(thing, "__slots__", ())}


def is_function(name: str) -> bool:
    """Whether some function, method or field of a struct in the core has this name."""
    declared = re.compile(rf"^ *(cdef|cpdef|def) .*\b{name}\(|_t {name}\b", re.MULTILINE)
    return any(map(declared.search, compiled("*.p[xy][dx]")))


def values() -> set[str]:
    """Words that are data: columns, quantities, labels, options, outcomes, players, axes."""
    found = rbsim.advantage(games=20)
    known = {*rbcore.OUTCOMES, *rbcore.PLAYERS, *rbcore.PRIORITIES, *AXES, "adviser", *QUANTITIES}
    known |= {f"planner+{knowledge}" for knowledge in ("memory", "sight")}
    known |= {*found.to_dict(), *OPTIONS, *inspect.signature(rbsim.simulate).parameters}
    known |= {*rows_table(found.study.arms[0], np.zeros(0, rbcore.GAME)).column_names}
    return known | {"depth", "kind"}  # arguments of perft and keys of plans
