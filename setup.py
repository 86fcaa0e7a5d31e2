"""Builds the Cython extensions of rbcore; RB_BUILD chooses one of BUILDS."""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

IS_MSVC = os.name == "nt"
BUILDS = {
    "release": (["/O2"] if IS_MSVC else ["-O3", "-g0"], []),
    "debug": (["-O0", "-g"], []),
    "asan": (
        ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined"],
        ["-fsanitize=address,undefined"],
    ),
    "tsan": (
        ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=thread"],
        ["-fsanitize=thread"],
    ),
    "coverage": (["-O0", "-g", "--coverage"], ["--coverage"]),
}
build = os.environ.get("RB_BUILD", "release")
if build not in BUILDS:
    sys.exit(f"RB_BUILD={build} is not a build; it is one of {', '.join(BUILDS)}")
compile_args, link_args = BUILDS[build]

# The second build of the playout loop; which one runs is decided at run time (rbcore.api.batch).
# Asked of sysconfig, which knows what is built for, where it is not what is built on.
V3_ARGS = ["/arch:AVX2"] if IS_MSVC else ["-mpopcnt", "-mbmi", "-mbmi2", "-mavx2"]
if not sysconfig.get_platform().endswith(("x86_64", "amd64")):
    V3_ARGS = []

source = Path("src")
modules = sorted(source.joinpath("rbcore").rglob("*.pyx"))
declarations = sorted(map(str, source.joinpath("rbcore").rglob("*.pxd")))

# Compiled files that no source stands beside any more, as of a checkout's older layout, would
# still be imported.
for path in source.joinpath("rbcore").rglob("*"):
    is_compiled = path.suffix in (".so", ".pyd", ".c")
    if is_compiled and not path.with_name(path.name.partition(".")[0] + ".pyx").exists():
        path.unlink()

extensions = [
    Extension(
        ".".join(path.relative_to(source).with_suffix("").parts),
        [str(path)],
        extra_compile_args=compile_args + (V3_ARGS if path.stem.endswith("_v3") else []),
        extra_link_args=link_args,
        # A module is built again when any declaration it may inline changes.
        depends=[*declarations, "src/rbcore/engine/playout.pyx"],
    )
    for path in modules
]
if __name__ == "__main__":  # Cython's processes import this file where they are not forks
    setup(
        ext_modules=cythonize(
            extensions,
            nthreads=os.cpu_count() or 1,
            language_level=3,
            compiler_directives={
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
                "embedsignature": True,
            },
            emit_linenums=build == "coverage",
        ),
        options={"build_ext": {"parallel": os.cpu_count()}},
    )
