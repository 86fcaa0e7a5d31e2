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

# The second build of the folders in which games are played; which one is imported is decided at run
# time (rbcore.builds). Asked of sysconfig, which knows what is built for, where it is not what is
# built on.
V3_FOLDERS = ["observation", "moves", "endings", "players", "engine"]
V3_ARGS = ["/arch:AVX2"] if IS_MSVC else ["-mpopcnt", "-mbmi", "-mbmi2", "-mavx2"]
if not sysconfig.get_platform().endswith(("x86_64", "amd64")):
    V3_FOLDERS = []

source = Path("src")
core = source / "rbcore"
modules = sorted(core.rglob("*.pyx"))
declarations = sorted(map(str, core.rglob("*.pxd")))
v3_modules = [path for path in modules if path.relative_to(core).parts[0] in V3_FOLDERS]
# Cython's own code for memoryviews, written by it: once for all modules that use them, which takes
# a third off the time of the build.
shared = core / "_cyutility.pyx"


def v3(path):
    """Where the second build of a module lies."""
    return core / "v3" / path.relative_to(core)


# Compiled files that have no source any more, as of a checkout's older layout, would still be
# imported.
sources = {*modules, *map(v3, v3_modules), shared}
for path in core.rglob("*"):
    is_compiled = path.suffix in (".so", ".pyd", ".c")
    if is_compiled and path.with_name(path.name.partition(".")[0] + ".pyx") not in sources:
        path.unlink()
for path in sorted(core.glob("v3/**/"), reverse=True):  # folders that are empty now
    if not any(path.iterdir()):
        path.rmdir()


def extension(path, sources, args, depends):
    """The extension that is compiled to a path."""
    return Extension(
        ".".join(path.relative_to(source).with_suffix("").parts),
        [str(one) for one in sources],
        extra_compile_args=compile_args + args,
        extra_link_args=link_args,
        depends=depends,
    )


def v3_extension(path):
    """The second build of a module, out of the same C: no source is there twice."""
    stub = v3(path).with_suffix(".c")
    text = f'#include "../../{path.relative_to(core).with_suffix(".c").as_posix()}"\n'
    stub.parent.mkdir(parents=True, exist_ok=True)
    if not stub.exists() or stub.read_text() != text:
        stub.write_text(text)
    return extension(stub, [stub], V3_ARGS, [str(path.with_suffix(".c"))])


# A module is built again when any declaration it may inline changes.
extensions = [extension(path, [path], [], declarations) for path in modules]
extensions.append(extension(shared, [shared.with_suffix(".c")], [], []))
if __name__ == "__main__":  # Cython's processes import this file where they are not forks
    setup(
        ext_modules=cythonize(
            extensions,
            nthreads=os.cpu_count() or 1,
            language_level=3,
            shared_utility_qualified_name="rbcore._cyutility",
            compiler_directives={
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
                "embedsignature": True,
            },
            emit_linenums=build == "coverage",
        )
        + [v3_extension(path) for path in v3_modules],
        options={"build_ext": {"parallel": os.cpu_count()}},
    )
