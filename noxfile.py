"""The suite on every Python that this machine has: `make pythons`.

Interpreters are looked for among those of pyenv, then in PATH; nox says which it did not find. What
follows -- goes to pytest: `nox -s newest-3.13 -- --quick tests/core`.
"""

import os
import re
import shutil
from pathlib import Path

import nox
from nox.command import CommandFailed

PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]
CI = Path(__file__).parent / ".ci"
# What `quick` runs: what touches libraries most, and the games of every preset and player.
NEAREST = ["tests/test_newer_libraries.py", "tests/oracles/test_golden.py", "tests/core/api",
           "tests/patience/test_choices.py", "tests/sim/cli", "tests/sim/envs",
           "tests/sim/games", "tests/sim/study/test_store.py",
           "tests/sim/test_results.py"]  # fmt: skip

# Libraries for learning that docs/interfaces.md tells of; large, as PyTorch comes with them.
LEARNING = ["torchrl", "minari[create]", "supersuit", "sb3-contrib", "ray[rllib]", "tianshou",
            "skrl"]  # fmt: skip

nox.options.default_venv_backend = "venv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["newest", "lowest"]


def pyenv_folders() -> list[str]:
    """Return where pyenv has interpreters, the newest first; its shims run only the chosen ones."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    names = [path.name for path in root.glob("*") if re.fullmatch(r"3\.\d+\.\d+", path.name)]
    names.sort(key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    return [str(root / name / "bin") for name in names]


os.environ["PATH"] = os.pathsep.join([*pyenv_folders(), os.environ["PATH"]])
FOUND = [version for version in PYTHONS if shutil.which(f"python{version}")]


def run_tests(session: nox.Session, *default: str) -> None:
    """Run pytest; where tests fail, name the libraries that CI has in other versions."""
    arguments = session.posargs or default
    try:
        session.run("python", "-m", "pytest", "-n", "auto", "--dist", "worksteal", *arguments)
    except CommandFailed:
        freeze = session.run("python", "-m", "pip", "freeze", silent=True, log=False)
        pinned = (CI / "constraints.txt").read_text().lower().split()
        others = [line for line in str(freeze).splitlines()
                  if "==" in line and line.lower() not in pinned]  # fmt: skip
        session.error(
            f"tests fail on Python {session.python}; other versions than in .ci/constraints.txt: "
            f"{', '.join(others) or 'none'}"
        )


@nox.session(python=PYTHONS)
def newest(session: nox.Session) -> None:
    """Run the suite with the newest libraries."""
    session.install("--upgrade", "--upgrade-strategy", "eager", ".[test]")
    run_tests(session)


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """Run the suite with the lowest versions of everything that pyproject.toml names."""
    command = ["python", str(CI / "requirements.py"), "test"]
    needed = str(session.run(*command, silent=True, log=False))
    lowest = Path(session.create_tmp(), "lowest.txt")
    lowest.write_text(needed.replace(">=", "=="))
    session.install("--requirement", str(lowest))
    session.install("--no-deps", "--no-build-isolation", ".")
    run_tests(session)


@nox.session(python=FOUND[-1:])
def quick(session: nox.Session) -> None:
    """Run some quick tests with the newest libraries, on the newest Python; part of CI."""
    session.install("--upgrade", "--upgrade-strategy", "eager", ".[test]")
    run_tests(session, "--quick", *NEAREST)


@nox.session(python=PYTHONS[0])
def libraries(session: nox.Session) -> None:
    """Put the newest libraries for learning behind the environments."""
    session.install(".[test]", *LEARNING)
    session.run("python", "-m", "pytest", *(session.posargs or ["tests/sim/envs"]))
