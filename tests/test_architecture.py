"""What imports what: ARCHITECTURE.md's arrows, read off the import lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rbcore
import rbsim
from rbcore import (
    actions,
    api,
    arrays,
    bulk,
    hall,
    judge,
    match,
    players,
    sight,
    streams,
    sympathy,
    worth,
)

ROOT = Path(rbcore.__file__).parent
ORDER = [
    ["bits", "card", "rng", "rules", "attention"],
    ["table", "variants", "weights"],
    ["position", "notation"],
    ["turns", "ending", "lawful", "bound", "view"],
    ["deal", "plans", "world"],
    ["moves"],
    ["judge", "exhaust", "greedy", "worth"],
    ["stalemate", "stop", "weighted"],
    ["planner"],
    ["search"],
    ["players"],
    ["game"],
    ["attempt"],
    ["playout", "playout_v3", "holders", "layout"],
    ["sight", "actions"],
    ["arrays", "api", "streams", "sympathy"],
    ["bulk"],
    ["match", "hall"],
    ["__init__"],
]
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}
IMPORT = re.compile(r"^\s*from rbcore(?:\.(\w+))? c?import ([\w, ]+)", re.MULTILINE)


def imports(path: Path) -> set[str]:
    found = set()
    for module, names in IMPORT.findall(path.read_text()):
        found |= {module} if module else {name.strip() for name in names.split(",")}
    return found


SOURCES = [p for p in sorted(ROOT.iterdir()) if p.suffix in (".py", ".pyx", ".pxd", ".pyi")]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_imports_run_one_way(path: Path) -> None:
    for name in imports(path) - {path.stem}:
        assert LEVEL[name] < LEVEL[path.stem], f"{path.name} imports {name}"
    assert "rbsim" not in path.read_text().replace("rbsim_", "")


def test_all_modules_have_their_place() -> None:
    assert {path.stem for path in SOURCES} == set(LEVEL)


def test_imports_of_rbsim_run_one_way() -> None:
    """Those at the top of modules; what is asked for later may be anywhere."""
    root = Path(rbsim.__file__).parents[1]
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts): path
        for path in root.joinpath("rbsim").rglob("*.py")
        if path.stem != "__init__"
    }
    graph = {name: {one for one in at_top(path) if one in paths} for name, path in paths.items()}
    assert graph["rbsim.cli"]
    TopologicalSorter(graph).prepare()  # raises CycleError


def at_top(path: Path) -> Iterator[str]:
    for line in ast.parse(path.read_text()).body:
        if isinstance(line, ast.ImportFrom) and line.module:
            yield line.module
            yield from (f"{line.module}.{alias.name}" for alias in line.names)


STUBBED = [actions, api, arrays, bulk, hall, judge, match, players, sight, streams, sympathy, worth]


@pytest.mark.parametrize("module", STUBBED, ids=lambda m: m.__name__)
def test_stubs_name_what_is_there(module: object) -> None:
    stub = (ROOT / f"{module.__name__.split('.')[1]}.pyi").read_text()  # type: ignore[attr-defined]
    names = re.findall(r"^(?:class|def) (\w+)|^(\w+):", stub, re.MULTILINE)
    for name in (a or b for a, b in names):
        assert hasattr(module, name), name


def test_stub_of_position_is_complete() -> None:
    stub = (ROOT / "api.pyi").read_text()
    body = stub[stub.index("class Position") : stub.index("\ndef perft")]
    stubbed = {name for name in re.findall(r"    def (\w+)", body) if not name.startswith("_")}
    real = {name for name in vars(rbcore.Position) if not name.startswith("_")}
    assert stubbed == real
