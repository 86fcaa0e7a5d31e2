"""Builds the Cython extensions of rbcore and rbpatience; RB_BUILD chooses one of BUILDS.

With RB_NATIVE=1 it leaves out the build that this machine would not import (rbcore.builds).

What has not changed is not built again, whatever the times of files say, which a checkout sets
anew: Cython keeps the C of sources it has seen, and an extension is kept by the digest of its C.
"""

import gc
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache, partial
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build as build_command
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError

IS_MSVC = os.name == "nt"
# What a sanitizer needs to name a line of C, and no more: symbols take as long again.
SEEN = ["-O1", "-g1", "-fno-omit-frame-pointer"]
# Whose CFLAGS have -g wants symbols, as packagers do, who keep them beside the package.
keeps_symbols = any(
    word.startswith("-g") and word != "-g0" for word in os.environ.get("CFLAGS", "").split()
)
# Ours come after those of CFLAGS, for which setuptools 84 leaves out Python's own.
FAST = ["-O3", "-DNDEBUG", "-fwrapv", *([] if keeps_symbols else ["-g0"])]
BUILDS = {
    "release": (["/O2"] if IS_MSVC else FAST, []),
    # The release's code with names and lines of the .pyx, for perf, callgrind, py-spy and memray.
    "profile": (["-O3", "-DNDEBUG", "-fwrapv", "-g"], []),
    "debug": (["-O0", "-g"], []),
    "asan": (
        [*SEEN, "-fno-wrapv", "-fsanitize=address,undefined"],
        ["-fsanitize=address,undefined"],
    ),
    "tsan": ([*SEEN, "-fsanitize=thread"], ["-fsanitize=thread"]),
    "coverage": (["-O0", "-g", "--coverage"], ["--coverage"]),
}
build = os.environ.get("RB_BUILD", "release")
if build not in BUILDS:
    sys.exit(f"RB_BUILD={build} is not a build; it is one of {', '.join(BUILDS)}")
compile_args, link_args = BUILDS[build]
# What is built for, which need not be what is built on.
target = sysconfig.get_platform()
# Each build in a folder of its own: setuptools would take what lies there for this one's.
build_base = Path("build") if build == "release" else Path("build", build)

# Folders and modules that hand on what others work out: no game's time goes there. Most of their C
# is Cython's, and takes gcc three times as long with -O3, and half as long again with -O1, without
# which loops in Python over `api` take a fifth more.
WRAPPING = {"rbcore/api": "-O1"} | dict.fromkeys([
    "rbcore/_cyutility", "rbcore/board/setup", "rbcore/cards", "rbcore/engine/workspace",
    "rbcore/rules", "rbpatience/board", "rbpatience/playing", "rbpatience/solving/solver",
], "-Og")  # fmt: skip

# The second build of the folders in which games are played; which one is imported is decided at run
# time (rbcore.builds).
V3_FOLDERS = ["rbcore/observation", "rbcore/moves", "rbcore/players", "rbcore/engine"]
V3_ARGS = ["/arch:AVX2"] if IS_MSVC else ["-mpopcnt", "-mbmi", "-mbmi2", "-mavx2"]
if not target.endswith(("x86_64", "amd64")):
    V3_FOLDERS = []

source = Path("src")
core = source / "rbcore"
packages = (core, source / "rbpatience")
modules = sorted(path for package in packages for path in package.rglob("*.pyx"))
# Cython's own code for memoryviews, written by it: once for all modules that use them, which takes
# a third off the time of the build.
shared = core / "_cyutility.pyx"


def place_of(path, places):
    """Which of some folders and modules a module is, or lies in; None of others."""
    place = path.relative_to(source).with_suffix("")
    return next((one for one in places if place.is_relative_to(one)), None)


v3_modules = [
    path for path in modules if place_of(path, V3_FOLDERS) and not place_of(path, WRAPPING)
]


def v3(path):
    """Where the second build of a module lies."""
    return core / "v3" / path.relative_to(core)


compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


@cache
def asked(*words):
    """What the compiler answers with status 0, given an empty source; None if it does not."""
    command = [*compiler, *words, "-xc", os.devnull]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:  # no compiler, which check_compiler says
        return None
    return done.stdout if done.returncode == 0 else None


# The macros that the compiler defines for this processor, or for the one that it builds for; none
# of MSVC's.
macros = asked("-march=native", "-dM", "-E") or asked("-dM", "-E") or ""
# gcc puts sums of bits in an order by which those that come last are waited for: 5% of the time of
# random play.
if "__GNUC__" in macros and "__clang__" not in macros:
    V3_ARGS += ["-fno-tree-reassoc"]
# Whether the compiler finds the instructions of the second build in this processor.
runs_v3 = all(f"__{one}__" in macros for one in ("POPCNT", "BMI", "BMI2", "AVX2"))
native = os.environ.get("RB_NATIVE", "")
if native not in ("", "0", "1"):
    sys.exit(f"RB_NATIVE={native} is neither 0 nor 1; 1 builds for this machine's processor alone")
is_native = bool(v3_modules) and native == "1" and runs_v3
plain_modules = [path for path in modules if not (is_native and path in v3_modules)]

# Compiled files that are not built any more, as of a checkout's older layout, would still be
# imported; or, from what was built before, installed.
written, compiled = (
    {path.relative_to(source) for path in (*some, *map(v3, v3_modules), shared)}
    for some in (modules, plain_modules)
)
allowed = {".c": written, ".so": compiled, ".pyd": compiled}
for root in (source, *build_base.glob("lib*")):
    for path in (path for package in packages for path in (root / package.name).rglob("*")):
        place = path.relative_to(root).with_name(path.name.partition(".")[0] + ".pyx")
        if place not in allowed.get(path.suffix, (place,)):
            path.unlink()
for path in sorted(core.glob("v3/**/"), reverse=True):  # folders that are empty now
    if not any(path.iterdir()):
        path.rmdir()


# What players of others are compiled with, and rbcore's own module that asks them.
include = core / "include"
headers = sorted(map(str, include.rglob("*.h")))


def extension(path, suffix=".c", args=(), depends=()):
    """The extension of a path, from the file beside it with some suffix."""
    return Extension(
        ".".join(path.relative_to(source).with_suffix("").parts),
        [str(path.with_suffix(suffix))],
        extra_compile_args=[*compile_args, *args],
        extra_link_args=link_args,
        include_dirs=[str(include)],
        depends=[*depends, *headers],
    )


def c_extension(path):
    """The extension of a module, from its C."""
    wrapping = place_of(path, WRAPPING)
    is_quick = wrapping and build in ("release", "profile") and not IS_MSVC
    return extension(path, args=[WRAPPING[wrapping]] if is_quick else [])


def v3_extension(path):
    """The second build of a module, out of the same C: no source is there twice."""
    return extension(v3(path), args=V3_ARGS, depends=[str(path.with_suffix(".c"))])


# Both are of the same C, so a sanitizer looks at one of them.
is_sanitized = any(word.startswith("-fsanitize") for word in compile_args)
built_twice = [] if is_sanitized else v3_modules


def write_c():
    """Write the C of modules that have changed, or that inline what has; of all after this file."""
    from Cython.Build import Cache, cythonize

    Cache.gzip_open = partial(gzip.open, compresslevel=1)  # 9 takes a tenth of Cython's time
    changed = Path("setup.py").stat().st_mtime
    for path in [one.with_suffix(".c") for one in [*modules, shared]]:
        if path.exists() and path.stat().st_mtime < changed:
            path.unlink()  # not `force`, which Cython would take for other options than before
    gc.disable()  # what Cython keeps is in cycles, and is looked through for half of its time
    cythonize(
        [*(extension(path, ".pyx") for path in modules), extension(shared)],
        nthreads=os.cpu_count() or 1,
        cache=str(build_base / "cython"),
        language_level=3,
        shared_utility_qualified_name="rbcore._cyutility",
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "freethreading_compatible": True,
            "emit_code_comments": False,  # of the sources, which Cython and gcc take time for
        },
        emit_linenums=True,  # of the sources, for all builds, which share the C
    )
    gc.enable()
    for path in v3_modules:
        stub = v3(path).with_suffix(".c")
        text = f'#include "../../{path.relative_to(core).with_suffix(".c").as_posix()}"\n'
        stub.parent.mkdir(parents=True, exist_ok=True)
        if not stub.exists() or stub.read_text() != text:
            stub.write_text(text)


def check_compiler():
    """End in a sentence, before anything is written, if no C compiler can build this."""
    if not IS_MSVC and shutil.which(compiler[0]) is None:
        package = "Xcode's command line tools (xcode-select --install)"
        if sys.platform != "darwin":
            package = "the package gcc (with Debian and Ubuntu, build-essential)"
        raise CCompilerError(
            "russian-bank needs a C compiler to be installed from source, and "
            f"{compiler[0]} is not found; {package} gives one"
        )
    if target == "win32" or ("__GNUC__" in macros and "__SIZEOF_INT128__" not in macros):
        name = "MSVC" if IS_MSVC else compiler[0]
        raise CCompilerError(
            f"russian-bank needs integers of 128 bits, which {name} does not have for "
            f"{target}; 64-bit processors have them, and WebAssembly"
        )


def smaller():
    """What the linker is told to leave out symbols, which RB_BUILD=debug keeps, and empty pages.

    They are half of what a small module takes. Not every linker knows how (zig's does not).
    """
    if build != "release" or keeps_symbols or not target.startswith("linux"):
        return []
    with tempfile.TemporaryDirectory() as folder:
        probe = ["-shared", "-fPIC", "-o", str(Path(folder, "probe.so"))]
        known = ("-Wl,-s", "-Wl,-z,noseparate-code")
        return [one for one in known if asked(one, *probe) is not None]


def atomics():
    """The library of one-byte atomics, as in Python's locks, which gcc 12 calls on riscv64."""
    return ["-Wl,--as-needed", "-latomic"] if target.endswith("riscv64") else []


def longest(one):
    """How much C an extension is made of."""
    return max(map(os.path.getsize, [*one.sources, *one.depends]))


def flags_macro(driver):
    """The compiler's words for the game loop as a macro: whoever quotes a speed quotes them too."""
    words = [*getattr(driver, "compiler_so", ["cl"])[1:], *compile_args]
    text = " ".join(words) + (f"; v3: {' '.join(V3_ARGS)}" if built_twice else "")
    return "RB_FLAGS", '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def digest(one, driver):
    """What an extension is built of, by what, and how: all that decides its bytes.

    The words of the driver, which is of setuptools, have CC, CFLAGS, CPPFLAGS and LDFLAGS in them.
    """
    words = [getattr(driver, name, None) for name in ("compiler_so", "linker_so", "cc", "linker")]
    how = repr(
        (
            words,
            asked("--version"),
            one.extra_compile_args,
            one.extra_link_args,
            one.define_macros,
            sysconfig.get_config_var("SOABI"),
        )
    )
    text = b"".join(Path(path).read_bytes() for path in [*one.sources, *one.depends])
    return hashlib.sha256(how.encode() + text).hexdigest()


class Build(build_command):
    """Builds in the folder of the build."""

    def initialize_options(self):
        super().initialize_options()
        self.build_base = str(build_base)


class BuildC(build_ext):
    """Writes the C only where it is compiled, as pip runs this file thrice; the longest first."""

    def finalize_options(self):
        super().finalize_options()
        # Not among setup's options: an editable install forgets them.
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            check_compiler()
            leave_out = smaller()
            for one in self.extensions:
                one.extra_link_args = [*link_args, *leave_out, *atomics()]
            write_c()
            self.extensions.sort(key=longest, reverse=True)
            super().run()
        except BaseException:  # or what was built before would be imported with newer Python
            suffix = sysconfig.get_config_var("EXT_SUFFIX")
            for path in (path for package in packages for path in package.rglob("*" + suffix)):
                path.unlink()
            raise

    def build_extension(self, one):
        """Compiles it, unless it is kept from before, built of the same for the same Python."""
        if one.name == "rbcore.cards.processor":
            one.define_macros = [flags_macro(self.compiler)]
        built = Path(self.get_ext_fullpath(one.name))
        kept = build_base / "kept" / self.get_ext_filename(one.name)
        same = kept / digest(one, self.compiler)
        if same.exists():
            built.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(same, built)
            return
        built.unlink(missing_ok=True)
        super().build_extension(one)
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        shutil.copy(built, same)


if __name__ == "__main__":  # Cython's processes import this file where they are not forks
    setup(
        cmdclass={"build": Build, "build_ext": BuildC},
        ext_modules=[
            *map(c_extension, [*plain_modules, shared]),
            *map(v3_extension, built_twice),
        ],
    )
