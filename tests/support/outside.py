"""A module beside the program that cimports from rbcore, as built by whoever has it installed."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("Cython", reason="an outside module is built with Cython")
pytest.importorskip("setuptools", reason="an outside module is built with setuptools")
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
needs_compiler = pytest.mark.skipif(
    which(COMPILER) is None, reason=f"there is no {COMPILER} to build with"
)

SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="outside", ext_modules=cythonize([Extension("outside", ["outside.pyx"])], quiet=True,
      language_level=3))
"""


def build(source: str, folder: Path, flags: str = "") -> None:
    """Build the module `outside` from its source."""
    (folder / "outside.pyx").write_text(source)
    (folder / "setup.py").write_text(SETUP)
    _run(["setup.py", "--quiet", "build_ext", "--inplace"], folder, flags)


def printed(script: str, folder: Path) -> str:
    """What a script prints that imports the module built there."""
    return _run(["-c", script], folder)


def _run(arguments: list[str], folder: Path, flags: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**os.environ, "CFLAGS": f"-O0 -w {flags}"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
