"""What a machine may lack: memory, threads, packages, a core of the same version; and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rbsim.arms import pools
from rbsim.arms.arm import seat_players
from rbsim.cli.main import run

ROOT = Path(__file__).parents[3]
# Command lines in turn, without a package; the status of each on a line.
HIDE = """
import sys
import time
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {name!r}:
            raise {error}
sys.meta_path.insert(0, Hide())
from rbsim.__main__ import main
for line in sys.argv[1:]:
    sys.argv = ["rbsim", *line.split()]
    try:
        main()
    except SystemExit as end:
        print(end.code)
"""


def program(text: str, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", text, *words],
        capture_output=True, text=True, cwd=cwd, timeout=120, check=False,
    )  # fmt: skip


def is_sentence(errors: str) -> bool:
    return errors.startswith("rbsim: ") and errors.count("\n") == 1


# ---- versions ----------------------------------------------------------------------------------


@pytest.mark.full
def test_a_core_of_another_version_is_refused() -> None:
    other = "import rbcore; rbcore.__version__ = '9.9'\n"
    done = program(other + "import rbsim\nrbsim.simulate")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: rbsim 0.1.0 was made for rbcore")
    assert "ImportError" in program(other + "import rbsim.arms.arm").stderr
    done = program(other + "from rbsim.__main__ import main; main()", "variants")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_sentence(done.stderr)
    assert "rbcore 9.9 is installed" in done.stderr


# ---- packages ----------------------------------------------------------------------------------


MANY = "1000000000"
HIDDEN = {
    "scipy": [f"compare standard strict --games {MANY}", f"ladder greedy uniform --games {MANY}"],
    "pyarrow": [
        f"simulate --games {MANY} --store s",
        f"simulate --games {MANY} --rows x.parquet",
        "check s",
    ],
    "filelock": [
        f"advantage --games {MANY} --store s",
        f"sweep reserve-size=5..6 --games {MANY} --store s",
    ],
    "matplotlib": [f"simulate --games {MANY} --picture x.svg"],
    "distributed": [f"simulate --games {MANY} --dask tcp://127.0.0.1:1"],
    "typer": ["variants"],
}


@pytest.mark.full
@pytest.mark.parametrize("name", HIDDEN)
def test_a_missing_package_is_asked_for_first(name: str, tmp_path: Path) -> None:
    """By all commands that need it, one after another where it was never there."""
    error = f"ModuleNotFoundError('No module named {name}', name=name)"
    done = program(HIDE.format(name=name, error=error), *HIDDEN[name], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "2\n" * len(HIDDEN[name])), done.stderr
    for said in done.stderr.splitlines(keepends=True):
        assert is_sentence(said), said
        assert name in said
    assert done.stderr.count("\n") == len(HIDDEN[name])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_package_that_is_there_and_fails_is_a_sentence(tmp_path: Path) -> None:
    error = "AttributeError('_ARRAY_API not\\\\n found')"
    done = program(
        HIDE.format(name="pyarrow", error=error.replace("\\\\n", "\\n")),
        f"simulate --games {MANY} --store s",
        cwd=tmp_path,
    )
    assert (done.stdout, list(tmp_path.iterdir())) == ("2\n", [])
    assert done.stderr == (
        "rbsim: pyarrow is installed and cannot be imported: _ARRAY_API not found\n"
    )


# ---- threads and memory ------------------------------------------------------------------------


LIMITED = """
import resource, sys
import numpy as np, pyarrow.parquet
from rbsim import store, study
from rbsim.cli import main
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + 100 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (most, most))
{more}
sys.exit(main.run(sys.argv[1:]))
"""


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("", "the system has no more threads to give; ask for fewer"),
        ("study.Pace = lambda *a: np.zeros(2**30)", "there is not enough memory;"),
    ],
)
def test_no_threads_and_no_memory_are_a_sentence(more: str, sentence: str, tmp_path: Path) -> None:
    words = ["simulate", "--threads", "200", "--games", "100000", "--rows", "x.parquet"]
    done = program(LIMITED.format(more=more), *words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert is_sentence(done.stderr), done.stderr
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


# ---- too many words, devices -------------------------------------------------------------------


def test_thousands_of_players_and_runs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"nobody.knows{i}" for i in range(18_001)]
    with pytest.raises(ValueError, match="18001 players are too many for 2 seats"):
        seat_players(":".join(names), 2)
    assert run(["ladder", *["greedy"] * 18_001]) == 2
    assert "2 to 16 players" in capsys.readouterr().err
    assert run(["simulate", "--games", "1", "--players", ",".join(["greedy"] * 18_001)]) == 2
    assert capsys.readouterr().err == (
        "rbsim: 18001 runs are too many for one command; name 1000 at most\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_counts_are_not_read_from_devices(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "--check", "/dev/full"]) == 2
    assert capsys.readouterr().err == (
        "rbsim: /dev/full is not a plain file but a device; name one, or put one there\n"
    )


# ---- Ctrl-C ------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("module", ["rbcore", "numpy", "numpy.linalg", "typer", "rbsim.cli.main"])
def test_ctrl_c_while_libraries_are_imported(module: str) -> None:
    """The signal is sent when a module is asked for, so that no clock decides where it comes."""
    script = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from rbsim.__main__ import main\n" + "sys.argv = ['rbsim', 'simulate', '--games', '1']\n"
        "main()\n"
    )
    done = program(script)
    assert done.stderr == "rbsim: interrupted; nothing half-written is left\n"
    assert (done.returncode, done.stdout) == (130, "")


def test_ctrl_c_while_a_lock_is_taken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is then let go without having been taken, and says so in place of the interrupt."""

    def interrupted(*_: object) -> None:
        monkeypatch.undo()
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("release unlocked lock")

    monkeypatch.setattr(pools, "wait", interrupted)
    assert run(["simulate", "--games", "40", "--rows", str(tmp_path / "x.parquet")]) == 130
    assert capsys.readouterr().err == "rbsim: interrupted; nothing half-written is left\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_the_second_ctrl_c_ends_a_player_that_never_answers(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(
        "import itertools, time\n"
        "calls = itertools.count()\n"
        "def never(view, moves):\n"
        "    if next(calls) == 100:\n"
        "        print('thinking', flush=True)\n"
        "        time.sleep(1e6)\n"
        "    return moves[0]\n"
    )
    words = ["simulate", "--games", "40", "--players", "bots.never", "--store", "s"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rbsim", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "thinking\n"
    time.sleep(0.2)  # till the chunk is handed over, which another thread plays already
    process.send_signal(signal.SIGINT)
    assert process.stderr.readline() == (
        "rbsim: waiting for the player bots.never to answer; press Ctrl-C again to stop at once\n"
    )
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (
        130, "rbsim: interrupted; nothing half-written is left\n"
    )  # fmt: skip
    assert run(["check", str(tmp_path / "s")]) == 0


def test_what_would_end_a_loop_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bots_that_end.py").write_text(
        "def end(view, moves):\n    raise StopIteration(1)\n"
    )
    script = "from rbsim.__main__ import main; main()"
    done = program(script, "simulate", "--players", "bots_that_end.end", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    sentence, frame, line, *_ = done.stderr.splitlines()
    assert sentence.startswith("rbsim: StopIteration: 1 (bots_that")
    assert "raised by bots_that_end.end in standard, game 0 of seed 1, turn 0, seat" in sentence
    assert frame.endswith('bots_that_end.py", line 2, in end')
    assert line == "    raise StopIteration(1)"


def test_a_player_that_ends_python_is_an_error(tmp_path: Path) -> None:
    """What was played is kept, and can be played on."""
    (tmp_path / "bots_that_end.py").write_text(
        "import sys\ndef end(view, moves):\n    sys.exit(3)\n"
    )
    script = "from rbsim.__main__ import main; main()"
    words = ("simulate", "--players", "bots_that_end.end", "--store", "s", "--games", "10")
    done = program(script, *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rbsim: SystemExit: 3 (bots_that_end.py, line 3), raised by ")
    assert run(["check", str(tmp_path / "s")]) == 0
