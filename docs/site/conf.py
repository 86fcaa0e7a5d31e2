"""The documentation site: `make docs` builds it, strictly, into build/docs."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import rbcore
import rbpatience
import rbsim

project = "Russian Bank, simulated"
author = "the Russian Bank developers"
copyright = "the Russian Bank developers; MIT licence"
release = rbcore.__version__

# The pages are the project's own files where they are, so that their links hold in both places.
root_doc = "docs/index"
include_patterns = [
    "docs/*.md",
    "docs/**/*.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
exclude_patterns = [".*", "build", "dist", "src", "tests", "benchmarks", "docs/site"]

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds a cell, against one that hangs: CI builds this beside other work
nb_merge_streams = True
numpydoc_show_class_members = False
autodoc_member_order = "groupwise"
autodoc_typehints = "none"  # numpydoc's sections have those of parameters
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"{project} {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_additional_pages = {"index": "redirect.html"}
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # it asks for pages, which a browser does not allow on a disk

COMPILED = [Path(str(package.__file__)).parent for package in (rbcore, rbpatience)]


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules that a package names in `__all__`, and those of its folders."""
    for name in package.__all__:
        module = importlib.import_module(f"{package.__name__}.{name}")
        yield from modules(module) if hasattr(module, "__path__") else (module,)


PUBLIC = (rbcore, rbsim, *modules(rbpatience))


def stubbed(folder: Path) -> Iterator[tuple[str, str]]:
    """The functions and methods of compiled modules, by name, with their stubs' signatures."""
    for path in sorted(folder.rglob("*.pyi")):
        module = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            thing = getattr(rbcore, node.name, None)
            of_package = getattr(thing, "__module__", None) == module
            own = f"{'rbcore' if of_package else module}.{node.name}"
            if isinstance(node, ast.FunctionDef):
                yield own, signature(node)
                continue
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    name = "" if inner.name in ("__init__", "__new__") else f".{inner.name}"
                    yield f"{own}{name}", signature(inner)


def signature(function: ast.FunctionDef) -> str:
    arguments = function.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args.pop(0)
    returns = function.returns
    ends = (
        ""
        if returns is None or function.name in ("__init__", "__new__")
        else f" -> {ast.unparse(returns)}"
    )
    return f"({ast.unparse(arguments)}){ends}"


STUBS = dict(stub for folder in COMPILED for stub in stubbed(folder))


def show_stub(app: Any, what: str, name: str, *_: Any) -> tuple[str, ...] | None:
    """Write signatures of compiled functions as the stubs have them, with types."""
    if name not in STUBS:
        return None
    if what in ("attribute", "property"):
        return ("",)  # not numpydoc's either, which Sphinx cannot place on what has none
    arguments, _, returns = STUBS[name].partition(" -> ")
    return arguments, returns


def check_reference(app: Any, error: Exception | None) -> None:
    """Fail unless every public name of both packages, and of patience, is in the reference."""
    if error is None:
        known = {one[0] for one in app.env.get_domain("py").get_objects()}
        wanted = {f"{package.__name__}.{name}" for package in PUBLIC for name in package.__all__}
        missing = sorted(wanted - known - {"rbsim.__version__"})
        if missing:
            raise ValueError(f"docs/reference lacks {', '.join(missing)}")


def setup(app: Any) -> None:
    app.connect("autodoc-process-signature", show_stub, priority=100)  # before numpydoc
    app.connect("build-finished", check_reference)
