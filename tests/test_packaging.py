"""What is built and installed: every declaration and stub, and nothing that has no source."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

import rbcore
import rbpatience
import rbsim

PACKAGES = {
    package.__name__: Path(str(package.__file__)).parent for package in (rbcore, rbpatience, rbsim)
}
COMPILED = ("rbcore", "rbpatience")
# The checkout that these tests are in, or that they were copied below.
CHECKOUT = next((one for one in Path(__file__).parents if (one / "src" / "rbcore").is_dir()), None)
KINDS = (".py", ".pyi", ".pxd", ".h", ".typed", ".json", ".css", ".html", ".js", ".toml")
MAX_BYTES = 6_000_000

of_checkout = pytest.mark.skipif(CHECKOUT is None, reason="there is no checkout to compare with")


def sources() -> set[str]:
    """Every file of a package that is installed beside what is compiled, from src on."""
    assert CHECKOUT is not None
    src = CHECKOUT / "src"
    return {
        path.relative_to(src).as_posix()
        for name in PACKAGES
        for path in (src / name).rglob("*")
        if path.suffix in KINDS
    }


@of_checkout
def test_what_is_installed_is_complete() -> None:
    """Of an editable install this says little; `make sdist` runs it on a wheel out of an sdist."""
    found = {
        f"{name}/{path.relative_to(root).as_posix()}"
        for name, root in PACKAGES.items()
        for path in root.rglob("*")
        if path.suffix in KINDS
    }
    assert found == sources()


@pytest.mark.skipif(
    PACKAGES["rbcore"].parent.name == "src", reason="an editable install is where it was built"
)
def test_no_source_of_what_is_compiled_is_installed() -> None:
    files = [path for root in PACKAGES.values() for path in root.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix in (".c", ".pyx")]


@pytest.mark.skipif(sys.platform != "linux", reason="linkers leave other gaps elsewhere")
def test_what_is_installed_is_small() -> None:
    """Without bytecode; of an editable install, the files that a wheel would have."""
    files = [path for root in PACKAGES.values() for path in root.rglob("*") if path.is_file()]
    compiled = [path for path in files if path.name.endswith(EXTENSION_SUFFIXES[0])]
    if any(b".debug_info" in path.read_bytes() for path in compiled):
        pytest.skip("RB_BUILD was not release")
    plain = [path for path in files if path.suffix in KINDS]
    assert compiled
    assert sum(path.stat().st_size for path in [*compiled, *plain]) < MAX_BYTES


def said_by_setuptools(script: str) -> list[str]:
    """The lines that a script prints which asks setuptools of the checkout, without building."""
    pytest.importorskip("setuptools", minversion="77", reason="setuptools is asked")
    begin = (
        "from setuptools import Distribution\n"
        "it = Distribution({'script_name': 'setup.py'})\n"
        "it.parse_config_files()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", begin + script],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split()


@of_checkout
def test_the_wheel_has_every_file() -> None:
    lines = said_by_setuptools(
        "build = it.get_command_obj('build_py')\n"
        "build.ensure_finalized()\n"
        "print('\\n'.join(build.get_output_mapping().values()))\n"
    )
    assert {Path(line).relative_to("src").as_posix() for line in lines} == sources()


def sdist_files(folder: Path) -> set[str]:
    """The files of the sdist, as setuptools lists them."""
    lines = said_by_setuptools(
        "from setuptools.command.egg_info import manifest_maker\n"
        "it.metadata.name = 'any'\n"
        "maker = manifest_maker(it)\n"
        f"maker.manifest = {str(folder / 'SOURCES.txt')!r}\n"
        "maker.use_defaults, maker.prune = True, True\n"
        "maker.run()\n"
        "print('\\n'.join(maker.filelist.files))\n"
    )
    return {Path(line).as_posix() for line in lines}


@of_checkout
def test_the_sdist_has_what_is_compiled_and_no_generated_c(tmp_path: Path) -> None:
    assert CHECKOUT is not None
    files = sdist_files(tmp_path)
    assert {one.removeprefix("src/") for one in files} >= sources()
    compiled = {path.relative_to(CHECKOUT).as_posix() for path in CHECKOUT.glob("src/**/*.pyx")}
    assert compiled
    assert compiled <= files
    assert not [one for one in files if one.endswith((".so", ".pyd"))]
    assert not [one for one in files if one.endswith(".c") and one.startswith("src")]


@of_checkout
def test_the_sdist_has_all_that_distributions_run_tests_with(tmp_path: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout of git")
    assert {*listed.stdout.splitlines()} - sdist_files(tmp_path) == set()


def test_the_command_needs_no_extra() -> None:
    needed = [one for one in metadata.requires("russian-bank") or [] if "extra ==" not in one]
    assert {re.split(r"\W", one)[0] for one in needed} == {"numpy", "typer", "rich"}


@of_checkout
def test_the_version_to_cite_is_the_one_installed() -> None:
    assert CHECKOUT is not None
    cited = re.search(r"^version: (.+)$", (CHECKOUT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None
    assert cited.group(1) == rbcore.__version__


@of_checkout
@pytest.mark.parametrize(
    ("flags", "keeps_symbols"),
    [("-Wall", False), ("-g -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2", True)],
)
def test_flags_of_a_packager_are_kept_and_ours_come_behind(flags: str, keeps_symbols: bool) -> None:
    """With setuptools 84 those of CFLAGS stand in the place of Python's own."""
    script = "import json, runpy; print(json.dumps(runpy.run_path('setup.py')['compile_args']))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=CHECKOUT, env={**os.environ, "CFLAGS": flags},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    ours = json.loads(done.stdout)
    assert {"-O3", "-DNDEBUG", "-fwrapv"} <= {*ours}
    assert ("-g0" in ours) != keeps_symbols
    assert not [word for word in ours if word.startswith(("-fno-stack-protector", "-U"))]


@of_checkout
def test_the_hook_of_frozen_apps_is_found_and_has_all_that_is_compiled() -> None:
    assert CHECKOUT is not None
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    (named,) = project["entry-points"]["pyinstaller40"].items()
    (folder,) = metadata.EntryPoint(*named, group="pyinstaller40").load()()
    hooks = [runpy.run_path(str(Path(folder) / f"hook-{name}.py")) for name in COMPILED]
    compiled = {
        (str(path), str(path.parent.relative_to(PACKAGES[name].parent)))
        for name in COMPILED
        for suffix in EXTENSION_SUFFIXES
        for path in PACKAGES[name].rglob(f"*{suffix}")
    }
    assert compiled == {packed for hook in hooks for packed in hook["binaries"]}
    names = {name for hook in hooks for name in hook["hiddenimports"]}
    assert {"rbcore._cyutility", "rbcore.api.game", "rbpatience", "rbpatience.book"} <= names
    assert all(map(find_spec, names))
    assert sum(path.endswith(".toml") for hook in hooks for path, _ in hook["datas"]) > 60


def test_folders_can_be_cimported_from_and_packages_are_typed() -> None:
    declarations = [path for name in COMPILED for path in PACKAGES[name].rglob("*.pxd")]
    assert len(declarations) > 30
    for path in declarations:
        assert path.with_name("__init__.py").exists(), path
    for package in PACKAGES.values():
        assert (package / "py.typed").exists()


@of_checkout
def test_every_compiled_module_has_its_source() -> None:
    """None is left over from an older layout; the second build's are those of the first."""
    assert CHECKOUT is not None
    for path in (path for name in COMPILED for path in PACKAGES[name].rglob("*")):
        shared = path.name.startswith("_cyutility.")  # Cython writes and compiles it
        if path.name.endswith(tuple(EXTENSION_SUFFIXES)) and not shared:
            source = PACKAGES["rbcore"].parent
            of_first_build = Path(*[one for one in path.relative_to(source).parts if one != "v3"])
            assert (source / of_first_build).exists(), path
            name = of_first_build.name.partition(".")[0] + ".pyx"
            assert (CHECKOUT / "src" / of_first_build.with_name(name)).exists(), path


@of_checkout
def test_setup_removes_what_has_no_source_any_more(tmp_path: Path) -> None:
    pytest.importorskip("Cython", reason="setup.py needs Cython")
    pytest.importorskip("setuptools", minversion="77", reason="setup.py needs it")
    assert CHECKOUT is not None
    shutil.copy(CHECKOUT / "setup.py", tmp_path)
    root = tmp_path / "src"
    stale = [
        "rbcore/api.cpython-311-x86_64-linux-gnu.so", "rbcore/api.c", "rbcore/game.pyd",
        "rbcore/moves/old.so", "rbcore/v3/board/here.so", "rbcore/v3/gone/old.so",
        "rbcore/v3/moves/old.c", "rbcore/patience/book.so", "rbpatience/old.so",
    ]  # fmt: skip
    left = [
        "rbcore/board/here.pyx", "rbcore/board/here.cpython-311-x86_64-linux-gnu.so",
        "rbcore/board/notes.txt", "rbcore/api/__init__.py", "rbpatience/here.pyx",
        "rbpatience/here.so",
    ]  # fmt: skip
    for name in (*stale, *left):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    built = tmp_path / "build" / "lib.linux" / "rbcore" / "board"
    built.mkdir(parents=True)
    for name in ("here.so", "gone.so"):
        (built / name).write_text("")
    done = subprocess.run(
        [sys.executable, "setup.py", "--name"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert files == set(left)
    assert [path.name for path in built.iterdir()] == ["here.so"]
    assert not (root / "rbcore" / "v3" / "gone").exists()


def test_what_lies_beside_the_second_build_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that the package no longer has, and what a system leaves in folders."""
    from rbcore import builds

    (tmp_path / "v3" / "gone").mkdir(parents=True)
    (tmp_path / "v3" / ".DS_Store").touch()
    monkeypatch.setattr(builds, "_V3", tmp_path / "v3")
    assert builds._pick() == "plain"


def test_a_build_for_one_processor_alone_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the plain build was left out and is asked for."""
    from rbcore import builds

    name = f"deal{EXTENSION_SUFFIXES[0]}"
    for folder in ("moves", "v3/moves"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "moves" / "__init__.py").touch()
    (tmp_path / "v3" / "moves" / name).touch()
    monkeypatch.setattr(builds, "_V3", tmp_path / "v3")
    monkeypatch.setenv("RB_BASELINE", "1")
    with pytest.raises(ImportError, match="RB_NATIVE=1"):
        builds._pick()
    (tmp_path / "moves" / name).touch()
    assert builds._pick() == "plain"


def small_package(root: Path) -> Path:
    """A package of two modules with the setup.py of this one, and its folder."""
    folder = root / "src" / "rbcore"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    assert CHECKOUT is not None
    shutil.copy(CHECKOUT / "setup.py", root)
    (root / "pyproject.toml").write_text(
        '[project]\nname = "any"\nversion = "1"\n[tool.setuptools]\npackage-dir = {"" = "src"}\n'
    )
    for name in ("one", "other"):
        (folder / f"{name}.pyx").write_text(f"def own(double[::1] seen):\n    return '{name}'\n")
    return folder


@of_checkout
@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the compiler is wrapped by a script")
def test_what_has_not_changed_is_not_compiled_again(tmp_path: Path) -> None:
    """Whatever the times of files say; other flags, Pythons and compilers compile all again."""
    pytest.importorskip("Cython", reason="it writes the C")
    pytest.importorskip("setuptools", minversion="77", reason="it compiles")
    assert CHECKOUT is not None
    folder = small_package(tmp_path)
    calls, compiler = tmp_path / "calls", tmp_path / "compiler"
    script = f'#!/bin/sh\necho "$@" >> {calls}\nexec cc "$@"\n'
    compiler.write_text(script)
    compiler.chmod(0o755)

    def compiled(flags: str = "", suffix: str = EXTENSION_SUFFIXES[0], **changed: str) -> set[str]:
        """The modules that a build compiles, all files looking new."""
        calls.write_text("")
        for name, text in changed.items():
            (folder / f"{name}.pyx").write_text(text)
        for path in (*folder.glob("*.pyx"), tmp_path / "setup.py"):
            path.touch()
        subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=tmp_path, check=True, capture_output=True,
            env={**os.environ, "CC": str(compiler), "CFLAGS": flags, "RB_BUILD": "debug",
                 "SETUPTOOLS_EXT_SUFFIX": suffix},
        )  # fmt: skip
        return {Path(name).stem for name in re.findall(r"\S+\.c\b", calls.read_text())}

    every = {"one", "other", "_cyutility"}
    assert compiled() == every
    assert compiled() == set()
    assert compiled("-O1") == every
    assert compiled("-O1") == set()
    assert compiled() == every
    assert compiled(suffix=".of-another-python.so") == every
    assert compiled() == set()
    compiler.write_text(script.replace("exec cc", 'case "$1" in --version) exit;; esac\nexec cc'))
    assert compiled() == every
    (built,) = folder.glob(f"one{EXTENSION_SUFFIXES[0]}")
    before = built.read_bytes()
    built.unlink()
    assert compiled() == set()
    assert built.read_bytes() == before
    assert compiled(one="def own():\n    return 'new'\n") == {"one"}
    assert built.read_bytes() != before


@of_checkout
@pytest.mark.skipif(os.name == "nt", reason="setuptools itself finds MSVC, or says that it did not")
def test_a_missing_compiler_is_named_before_anything_is_written(tmp_path: Path) -> None:
    assert CHECKOUT is not None
    shutil.copy(CHECKOUT / "setup.py", tmp_path)
    (tmp_path / "src" / "rbcore").mkdir(parents=True)
    (tmp_path / "src" / "rbcore" / "one.pyx").write_text("1 +")  # which Cython would complain of
    done = subprocess.run(
        [sys.executable, "setup.py", "build_ext"], cwd=tmp_path, text=True, capture_output=True,
        env={**os.environ, "CC": "no-such-compiler"}, check=False,
    )  # fmt: skip
    last = done.stderr.splitlines()[-1]
    assert done.returncode
    assert "needs a C compiler" in last
    assert "the package gcc" in last or "Xcode" in last
    assert not list(tmp_path.rglob("*.c"))


def built_by(tmp_path: Path, script: str) -> subprocess.CompletedProcess[str]:
    """A build in place by a compiler that a script stands for."""
    compiler = tmp_path / "compiler"
    compiler.write_text(f"#!/bin/sh\n{script}\n")
    compiler.chmod(0o755)
    return subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=tmp_path, text=True,
        capture_output=True, env={**os.environ, "CC": str(compiler), "RB_BUILD": "release"},
        check=False,
    )  # fmt: skip


@of_checkout
@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the compiler is wrapped by a script")
def test_a_linker_that_leaves_nothing_out_builds(tmp_path: Path) -> None:
    """As zig's, which knows no `-z noseparate-code`; a build that fails leaves no module."""
    pytest.importorskip("Cython", reason="it writes the C")
    pytest.importorskip("setuptools", minversion="77", reason="it compiles")
    folder = small_package(tmp_path)
    done = built_by(tmp_path, 'case "$*" in *noseparate*) exit 1;; esac; exec cc "$@"')
    assert done.returncode == 0, done.stderr
    assert len(list(folder.glob(f"*{EXTENSION_SUFFIXES[0]}"))) == 3
    (folder / "one.pyx").write_text("def own():\n    return 'new'\n")
    done = built_by(tmp_path, 'case "$*" in *one.c*) exit 1;; esac; exec cc "$@"')
    assert done.returncode != 0
    assert not list(folder.glob(f"*{EXTENSION_SUFFIXES[0]}"))
    old = folder / f"one{EXTENSION_SUFFIXES[0]}"
    old.touch()
    done = built_by(tmp_path, 'case "$*" in *-dM*) echo "#define __GNUC__ 12";; *) exit 1;; esac')
    assert done.returncode != 0
    assert not old.exists()


@of_checkout
@pytest.mark.skipif(sys.platform != "linux", reason="the compiler is wrapped by a script")
def test_32_bits_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    folder = small_package(tmp_path)
    script = 'case "$*" in *-dM*) echo "#define __GNUC__ 12";; *) exit 1;; esac'
    done = built_by(tmp_path, script)
    assert "needs integers of 128 bits" in done.stderr.splitlines()[-1]
    assert not list(folder.glob("*.c"))
