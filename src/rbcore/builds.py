"""Which build of the compiled modules is imported: the plain one, or one for x86-64-v3.

setup.py compiles the modules of some folders twice, and lays those with the instructions of
x86-64-v3 (popcnt, bmi, bmi2, avx2) into folders of the same names below `v3`. Their names are the
same, so of each folder that build is imported which its `__path__` has first. The games are the
same. RB_BASELINE=1 in the environment keeps to the plain build.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Final

from rbcore.cards.processor import has_v3_instructions

_V3 = Path(__file__).parent / "v3"


def _pick() -> str:
    """Choose a build and let its folders be looked into first; its name."""
    names = sorted(path.name for path in _V3.iterdir()) if _V3.is_dir() else []
    folders = [name for name in names if (_V3.parent / name / "__init__.py").exists()]
    if not folders or os.environ.get("RB_BASELINE", "") == "1" or not has_v3_instructions():
        return "plain"
    for folder in folders:
        import_module(f"rbcore.{folder}").__path__.insert(0, str(_V3 / folder))
    return "v3"


BUILD: Final = _pick()
