"""Which build of the compiled modules is imported: the plain one, or one for x86-64-v3.

setup.py compiles the modules of some folders twice, and lays those with the instructions of
x86-64-v3 (popcnt, bmi, bmi2, avx2) into folders of the same names below `v3`. Their names are the
same, so of each folder that build is imported which its `__path__` has first. The games are the
same. RB_BASELINE=1 in the environment keeps to the plain build, which RB_NATIVE=1 leaves out when
the second is built on a processor that can run it.
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
    """Choose a build and let its folders be looked into first; its name."""
    names = sorted(path.name for path in _V3.iterdir()) if _V3.is_dir() else []
    folders = [name for name in names if _is_package(name)]
    baseline = os.environ.get("RB_BASELINE", "")
    if baseline not in ("", "0", "1"):
        raise ImportError(f"RB_BASELINE={baseline} is neither 0 nor 1; 1 imports the plain build")
    if not folders or baseline == "1" or not has_v3_instructions():
        if any(not _is_compiled(_V3.parent / name) for name in folders):
            raise ImportError(
                "rbcore was built with RB_NATIVE=1, for this machine's processor alone: build it "
                "without, to import it on another or with RB_BASELINE=1"
            )
        return "plain"
    for folder in folders:
        import_module(f"rbcore.{folder}").__path__.insert(0, str(_V3 / folder))
    return "v3"


def _is_package(name: str) -> bool:
    """Whether a folder is one of the package's, in an app that packs its files too; no leftover."""
    spec = find_spec(f"rbcore.{name}") if name.isidentifier() else None
    return spec is not None and spec.origin is not None


def _is_compiled(folder: Path) -> bool:
    """Whether the modules of a folder that are built twice are there in the plain build."""
    first = min((_V3 / folder.name).glob(f"*{EXTENSION_SUFFIXES[0]}"), default=None)
    return first is None or (folder / first.name).exists()


BUILD: Final = _pick()
