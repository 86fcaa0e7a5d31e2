"""Which folder may import which: ARCHITECTURE.md's order, read off the import lines."""

from __future__ import annotations

import re
from collections import defaultdict
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
    trial_weights,
    view,
)
from rbcore.patience import playing, sympathy

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
    "patience": "cards",
    "builds": "cards",
    "__init__": "builds rules players moves api",
}
# The folders of patience; the modules beside them are read by all.
PATIENCE_IMPORTS = {
    "single": "",
    "kernels": "",
    "entries": "single",
    "layouts": "",
    "choices": "single entries layouts",
    "free_tables": "layouts",
    "deciding": "single layouts choices free_tables",
}
SIM_IMPORTS = {
    "core_version": "",
    "optional": "",
    "stats": "optional",
    "sums": "stats",
    "running": "core_version optional sums",
    "pipeline": "optional stats sums running",
    "formatting": "stats sums running pipeline",
    "envs": "optional running formatting",
    "pictures": "stats sums pipeline formatting",
    "results": "optional stats sums running pipeline formatting pictures",
    "studies": "optional stats sums running pipeline formatting pictures results",
    "reporting": "optional stats sums running pipeline formatting pictures results studies",
    "simulation": "stats running pipeline results",
    "patience_games": "stats running pipeline formatting results",
    "loading": "optional stats sums running pipeline results studies reporting",
    "page_writer": "optional stats running pipeline reporting",
    "plans": "optional stats running pipeline results studies simulation patience_games loading "
    "page_writer",
    "cli": "core_version optional stats running pipeline formatting results studies simulation "
    "patience_games page_writer plans",
    "__init__": "stats running results studies simulation patience_games loading page_writer plans",
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


def test_folders_of_patience_import_what_they_may() -> None:
    root = CORE / "patience"
    folders = {path.name for path in root.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(PATIENCE_IMPORTS)
    order = list(PATIENCE_IMPORTS)
    for own, others in PATIENCE_IMPORTS.items():
        assert all(order.index(other) < order.index(own) for other in others.split())
        for path in (path for at, path in FILES if at == CORE and (root / own) in path.parents):
            targeted = {name.split(".")[2] for name in targets(path) if name.count(".") > 2}
            assert targeted & folders <= {own, *others.split()}, path


@pytest.mark.parametrize("allowed", [CORE_IMPORTS, SIM_IMPORTS], ids=["rbcore", "rbsim"])
def test_the_order_has_every_folder_and_runs_one_way(allowed: dict[str, str]) -> None:
    root = CORE if allowed is CORE_IMPORTS else SIM
    assert {folder(root, path) for at, path in FILES if at == root} == set(allowed)
    order = list(allowed)
    for name, others in allowed.items():
        assert all(order.index(other) < order.index(name) for other in others.split())


def test_folders_are_small() -> None:
    """Folders in folders too."""
    modules: defaultdict[Path, set[str]] = defaultdict(set)
    for _, path in FILES:
        modules[path.parent].add(path.stem)
    assert CORE / "patience" / "layouts" in modules
    for one, names in modules.items():
        assert len(names - {"__init__"}) <= 12, one


def test_no_module_hides_a_public_function() -> None:
    for package in (rbcore, rbsim):
        root = Path(str(package.__file__)).parent
        for path in root.rglob("*"):
            if path.suffix in (".py", ".pyx", ".pxd") or path.is_dir():
                assert path.stem not in package.__all__, path
                assert path.stem == "__init__" or path.stem != path.parent.name, path


@pytest.mark.parametrize("root", [CORE, SIM], ids=["rbcore", "rbsim"])
def test_no_two_modules_import_each_other(root: Path) -> None:
    """Wherever in a module an import stands, and by whatever way round."""
    modules = {
        ".".join(path.relative_to(root.parent).with_suffix("").parts)
        for _, path in FILES
        if path.is_relative_to(root) and path.stem != "__init__"
    }
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for _, path in FILES:
        name = (
            ".".join(path.relative_to(root.parent).with_suffix("").parts)
            if path.is_relative_to(root)
            else ""
        )
        if name in modules:
            graph[name] |= (modules & set(targets(path))) - {name}
    assert sum(map(len, graph.values())) > len(modules)
    TopologicalSorter(graph).prepare()  # raises CycleError


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(CORE.parent).with_suffix("").parts)


def targets(path: Path) -> Iterator[str]:
    """Every module that a file imports or cimports, or imports something from."""
    for package, module, names in IMPORT.findall(path.read_text()):
        yield package + module
        yield from (f"{package}{module}.{name}" for name in re.findall(r"\w+", names))


def test_one_file_knows_compilers() -> None:
    """The built-ins of gcc, clang and MSVC, their types and attributes, and systems' own calls."""
    own = re.compile(r"__builtin|__int128|__thread\b|__declspec|_MSC_VER|__GNUC__|_WIN32|<time\.h>")
    naming = {path.name for _, path in FILES if own.search(path.read_text())}
    assert naming == {"compiler.pxd"}


STUBBED = [
    actions, batch, game_pool, match, observations, playing, position, streams, sympathy,
    trial_weights, view,
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
