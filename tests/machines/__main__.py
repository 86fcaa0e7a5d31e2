"""Other processors: `python -m machines [MACHINE...]`, from tests/, in a Debian of each.

Each machine of MACHINES, or those that are named, gets in build/machines

- root, a Debian with Python, NumPy and what tests need, bootstrapped by mmdebstrap if it is not
  there; `--roots FOLDER` takes FOLDER/MACHINE instead;
- source, a copy of this tree with the C that Cython has written here, and installed, what Debian's
  cross compiler and setup.py make of it with that Python's headers.

Then qemu-user runs that Python, which needs no rights: STEPS, each a process. Debian's packages for
this are mmdebstrap, qemu-user-static (which enters qemu with binfmt_misc) and gcc-TRIPLET.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "machines"


class Machine(NamedTuple):
    """How to build for a machine, and the environment of qemu that runs it."""

    triplet: str
    environment: dict[str, str]


MACHINES = {
    "s390x": Machine("s390x-linux-gnu", {}),
    # Debian's code signs the return address of each function. Qemu computes that in software, which
    # takes nine tenths of the time.
    "arm64": Machine("aarch64-linux-gnu", {"QEMU_CPU": "max,pauth=off"}),
    "riscv64": Machine("riscv64-linux-gnu", {}),
}
PACKAGES = [
    "libatomic1",
    "libc6-dev",
    "python3-dev",
    "python3-hypothesis",
    "python3-numpy",
    "python3-pytest",
    "python3-pytest-xdist",
    "python3-rich",
    "python3-scipy",
    "python3-typer",
]
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider", "-n", "auto", "--dist", "worksteal"]
# Left out, with why.
LEFT_OUT = {
    "core/test_interrupts.py": "it bounds seconds, and qemu takes ten times as many",
    "core/test_threads.py": "qemu orders memory as this machine does, which shows nothing new",
}
STEPS = {
    "signature": [
        "-c",
        "import sys\n"
        "from rbsim import bench\n"
        "signature = bench.overall_signature()\n"
        "print('signature', signature)\n"
        "sys.exit(signature != bench.EXPECTED)",
    ],
    "golden games": [*PYTEST, "--quick", "oracles/test_golden.py"],
    "patience": [*PYTEST, "--quick", "patience"],
    "core": [*PYTEST, "--quick", "core", *(f"--ignore={path}" for path in LEFT_OUT)],
}
ABOUT = (
    "import platform, sys, numpy\n"
    "print(f'{platform.machine()}, {sys.byteorder}-endian | {platform.python_version()} | '\n"
    "f'NumPy {numpy.__version__}')"
)


def root_of(machine: str, roots: Path | None, suite: str, options: list[str]) -> Path:
    """Return the Debian of a machine, which is made if it is not there."""
    root = (roots or PLACE / "roots") / machine
    if not (root / "usr" / "bin" / "python3").exists():
        root.parent.mkdir(parents=True, exist_ok=True)
        # Unpacked alone: the packages' own scripts would run for twenty minutes under qemu.
        words = ["mmdebstrap", "--variant=extract", f"--architectures={machine}"]
        packages = f"--include={','.join(PACKAGES)}"
        subprocess.run([*words, packages, *options, suite, str(root)], check=True)
    for name in ("bin", "lib", "sbin"):  # which the script of a package would make
        if not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    return root


def python_of(root: Path) -> Path:
    """Return the Python of a Debian, by the name that has its version."""
    return root / "usr" / "bin" / os.readlink(root / "usr" / "bin" / "python3")


def build(machine: str, root: Path) -> Path:
    """Build for a machine, and return the folder with both packages."""
    triplet, python = MACHINES[machine].triplet, python_of(root).name
    place = PLACE / machine
    source, installed, described = place / "source", place / "installed", place / "sysconfig"
    for folder in (source / "src", installed, described):
        shutil.rmtree(folder, ignore_errors=True)
    compiled_here = shutil.ignore_patterns("*.so", "__pycache__", "v3")
    shutil.copytree(ROOT / "src", source / "src", ignore=compiled_here)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source)
    # By the module that describes its build, sysconfig and so setuptools take the Python that runs
    # them for that of the root.
    described.mkdir()
    module = f"_sysconfigdata__{triplet}"
    shutil.copy(root / "usr" / "lib" / python / f"{module}.py", described)
    compiler = f"{triplet}-gcc --sysroot={root}"
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-lib", str(installed)],
        cwd=source,
        check=True,
        env={
            **os.environ,
            "CC": compiler,
            "LDSHARED": f"{compiler} -shared",
            "CFLAGS": "-w",  # Debian's flags ask for warnings, which `make warnings` looks for
            "CPPFLAGS": f"-I{root}/usr/include/{python}",
            "PYTHONPATH": str(described),
            "_PYTHON_SYSCONFIGDATA_NAME": module,
            "_PYTHON_HOST_PLATFORM": f"linux-{triplet.partition('-')[0]}",
        },
    )
    return installed


def run(machine: str, root: Path, installed: Path, words: list[str]) -> int:
    """Run a machine's Python with what is installed; its status."""
    triplet, settings = MACHINES[machine]
    libraries = root / "usr" / "lib" / triplet
    environment = {
        **os.environ,
        **settings,
        "QEMU_LD_PREFIX": str(root),
        # Where a link of Debian's, which leads out of the root, would lead to.
        "LD_LIBRARY_PATH": f"{libraries}/blas:{libraries}/lapack",
        "PYTHONPATH": str(installed),
        # Under qemu each process imports its modules four times as fast where bytecode is kept.
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(PLACE / machine / "bytecode"),
    }
    return subprocess.run(
        [python_of(root), *words], cwd=ROOT / "tests", env=environment, check=False
    ).returncode


def main() -> int:
    """Build for each machine and run the steps; the status is that of a failure, if any."""
    parser = argparse.ArgumentParser(prog="machines", description=__doc__)
    parser.add_argument(
        "machines", nargs="*", help=f"of {', '.join(MACHINES)}; all if none is named"
    )
    parser.add_argument("--roots", type=Path, help="a folder with a Debian for each machine")
    parser.add_argument("--suite", default="sid", help="the Debian to bootstrap (default: sid)")
    parser.add_argument("--mmdebstrap", default="", help="more options for mmdebstrap, in one word")
    parser.add_argument("--steps", default=",".join(STEPS), help=f"of {', '.join(STEPS)}")
    given = parser.parse_args()
    steps = given.steps.split(",")
    for name, known in [
        *((one, MACHINES) for one in given.machines),
        *((one, STEPS) for one in steps),
    ]:
        if name not in known:
            parser.error(f"{name} is none of {', '.join(known)}")
    for path, why in LEFT_OUT.items():
        print(f"left out: tests/{path}: {why}")
    table = []
    for machine in given.machines or MACHINES:
        root = root_of(machine, given.roots, given.suite, shlex.split(given.mmdebstrap)).resolve()
        installed = build(machine, root)
        run(machine, root, installed, ["-c", ABOUT])
        for step in steps:
            print(f"== {machine}: {step}", flush=True)
            begin = time.monotonic()
            status = run(machine, root, installed, STEPS[step])
            minutes = (time.monotonic() - begin) / 60
            result = "passes" if status == 0 else f"FAILS with status {status}"
            table.append(f"{machine:8} {step:12} {result}, {minutes:.1f} minutes")
    print("\n".join(["", *table]))
    return int(any("FAILS" in line for line in table))


if __name__ == "__main__":
    sys.exit(main())
