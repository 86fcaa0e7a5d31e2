"""Selects a build of the compiled modules: the plain one or the one for x86-64-v3.

setup.py compiles the modules of some folders twice. The second build uses the instructions of
x86-64-v3 (popcnt, bmi, bmi2, avx2) and goes into folders of the same names below `v3`. The module
names are equal, so the first entry of a folder's `__path__` decides which build is imported. Both
play the same games. RB_BASELINE=1 in the environment selects the plain build. RB_NATIVE=1 at build
time omits the plain build if this processor can run the second one.
"""

import os
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rbcore.cards.processor import has_v3_instructions

_V3 = Path(__file__).parent / "v3"


def _pick() -> str:
    """Choose a build, put its folders first, and return its name."""
    names = sorted(path.name for path in _V3.iterdir()) if _V3.is_dir() else []
    folders = [name for name in names if _is_package(name)]
    baseline = os.environ.get("RB_BASELINE", "")
    if baseline not in ("", "0", "1"):
        raise ImportError(f"RB_BASELINE={baseline} is neither 0 nor 1; 1 imports the plain build")
    if not folders or baseline == "1" or not has_v3_instructions():
        if any(not _is_compiled(_V3.parent / name) for name in folders):
            raise ImportError(
                "rbcore was built with RB_NATIVE=1, for this machine's processor only: build it "
                "without RB_NATIVE to import it elsewhere or with RB_BASELINE=1"
            )
        return "plain"
    for folder in folders:
        import_module(f"rbcore.{folder}").__path__.insert(0, str(_V3 / folder))
    return "v3"


def _is_package(name: str) -> bool:
    """Return whether a folder belongs to the package, even in an app that packs its files."""
    spec = find_spec(f"rbcore.{name}") if name.isidentifier() else None
    return spec is not None and spec.origin is not None


def _is_compiled(folder: Path) -> bool:
    """Return whether the twice-built modules of a folder exist in the plain build."""
    first = min((_V3 / folder.name).glob(f"*{EXTENSION_SUFFIXES[0]}"), default=None)
    return first is None or (folder / first.name).exists()


BUILD: Final = _pick()
