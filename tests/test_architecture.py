"""Which folder may import which: ARCHITECTURE.md's order, read off the import lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rbcore
import rbsim
from rbcore import api
from rbcore.api import (
    actions,
    batch,
    game_pool,
    match,
    observations,
    position,
    streams,
    view,
)
from rbcore.moves import judge
from rbcore.patience import sympathy
from rbcore.players import evaluation, registry

CORE, SIM = Path(rbcore.__file__).parent, Path(rbsim.__file__).parent

# Every folder, after all those that it imports from. A module beside the folders counts as one.
CORE_IMPORTS = {
    "cards": "",
    "rules": "cards",
    "board": "cards rules",
    "observation": "cards rules board",
    "moves": "cards rules board",
    "endings": "cards rules board moves",
    "players": "cards rules board observation moves",
    "engine": "cards rules board moves endings players",
    "api": "cards rules board observation moves endings players engine",
    "patience": "cards board engine",
    "__init__": "rules moves players api",
}
SIM_IMPORTS = {
    "optional": "",
    "stats": "optional",
    "sums": "stats running",
    "running": "optional",
    "pipeline": "optional stats sums running results",
    "formatting": "stats running results pipeline",
    "results": "optional stats sums running pipeline formatting",
    "studies": "optional stats sums running results pipeline formatting",
    "reporting": "optional stats sums running results pipeline formatting studies",
    "simulation": "sums running results pipeline",
    "matches": "sums running results",
    "patience": "stats sums running results formatting",
    "cli": "optional stats running results pipeline formatting studies reporting simulation matches patience",
    "__init__": "running results studies simulation matches",
    "__main__": "cli",
}
IMPORT = re.compile(
    r"^\s*from (rbcore|rbsim)(\.[\w.]+)? c?import (\([^)]*\)|[^\n#]*)", re.MULTILINE
)
FILES = [
    (root, path)
    for root in (CORE, SIM)
    for path in sorted(root.rglob("*"))
    if path.suffix in (".py", ".pyx", ".pxd", ".pyi")
]


def folder(root: Path, path: Path) -> str:
    """The folder below the package, or the module that stands beside the folders."""
    return path.relative_to(root).with_suffix("").parts[0]


def imported(root: Path, path: Path) -> Iterator[tuple[str, str]]:
    """Package and folder of everything that a file imports, cimports too."""
    for package, module, names in IMPORT.findall(path.read_text()):
        if module:
            yield package, module.split(".")[1]
        else:
            for name in re.findall(r"\w+", names):
                if (root.parent / package / name).is_dir() or name in SIM_IMPORTS:
                    yield package, name


@pytest.mark.parametrize(
    ("root", "path"), FILES, ids=[str(path.relative_to(root.parent)) for root, path in FILES]
)
def test_folders_import_what_they_may(root: Path, path: Path) -> None:
    allowed = CORE_IMPORTS if root == CORE else SIM_IMPORTS
    own = folder(root, path)
    for package, name in imported(root, path):
        if package == root.name and name != own:
            assert name in allowed[own].split(), f"{own} imports {name}"
        assert package == "rbcore" or root == SIM, f"rbcore imports {package}"


@pytest.mark.parametrize("allowed", [CORE_IMPORTS, SIM_IMPORTS], ids=["rbcore", "rbsim"])
def test_the_order_has_every_folder_and_runs_one_way(allowed: dict[str, str]) -> None:
    root = CORE if allowed is CORE_IMPORTS else SIM
    assert {folder(root, path) for at, path in FILES if at == root} == set(allowed)
    if allowed is CORE_IMPORTS:
        order = list(allowed)
        for name, others in allowed.items():
            assert all(order.index(other) < order.index(name) for other in others.split())


def test_folders_are_small() -> None:
    for root in (CORE, SIM):
        for one in [root, *(path for path in root.iterdir() if path.is_dir())]:
            modules = {
                path.stem for path in one.iterdir() if path.suffix in (".py", ".pyx", ".pxd")
            }
            assert len(modules - {"__init__"}) <= 12, one


def test_no_module_hides_a_public_function() -> None:
    for package in (rbcore, rbsim):
        root = Path(str(package.__file__)).parent
        for path in root.rglob("*"):
            if path.suffix in (".py", ".pyx", ".pxd") or path.is_dir():
                assert path.stem not in package.__all__, path
                assert path.stem == "__init__" or path.stem != path.parent.name, path


def test_imports_of_rbsim_run_one_way() -> None:
    """Those at the top of modules; what is asked for later may be anywhere."""
    paths = {
        ".".join(path.relative_to(SIM.parent).with_suffix("").parts): path
        for path in SIM.rglob("*.py")
        if path.stem != "__init__"
    }
    graph = {name: {one for one in at_top(path) if one in paths} for name, path in paths.items()}
    assert graph["rbsim.cli.main"]
    TopologicalSorter(graph).prepare()  # raises CycleError


def at_top(path: Path) -> Iterator[str]:
    for line in ast.parse(path.read_text()).body:
        if isinstance(line, ast.ImportFrom) and line.module:
            yield line.module
            yield from (f"{line.module}.{alias.name}" for alias in line.names)


STUBBED = [
    actions, batch, evaluation, game_pool, judge, match, observations, position, registry, streams,
    sympathy, view,
]  # fmt: skip


@pytest.mark.parametrize("module", STUBBED, ids=lambda m: m.__name__)
def test_stubs_name_what_is_there(module: object) -> None:
    stub = stub_of(module.__name__)  # type: ignore[attr-defined]
    names = re.findall(r"^(?:class|def) (\w+)|^(\w+):", stub, re.MULTILINE)
    for name in (a or b for a, b in names):
        assert hasattr(module, name), name


def stub_of(module: str) -> str:
    return CORE.parent.joinpath(*module.split(".")).with_suffix(".pyi").read_text()


def test_stub_of_position_is_complete() -> None:
    stub = stub_of(position.__name__)
    body = stub[stub.index("class Position") : stub.index("\ndef perft")]
    stubbed = {name for name in re.findall(r"    def (\w+)", body) if not name.startswith("_")}
    real = {name for name in vars(rbcore.Position) if not name.startswith("_")}
    assert stubbed == real


def test_pickles_of_the_flat_layout_are_read() -> None:
    """Positions name rbcore.api._unpickle there, and rules rbcore.rules.Rules."""
    assert api._unpickle is position._unpickle
    assert rbcore.Rules is __import__("rbcore.rules").rules.Rules
