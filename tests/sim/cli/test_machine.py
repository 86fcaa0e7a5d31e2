"""What a machine lacks or ends: streams, disks, signals, packages, memory; each in a sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

import rbcore
from rbsim.arms import pools
from rbsim.cli.main import run

RBSIM = f"{sys.executable} -m rbsim"
POSITION = rbcore.Position.deal(rbcore.variant("standard"), 1, 0).notation


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line, shell=True, text=True, capture_output=True, encoding="latin-1",
        env={**os.environ, **environment}, check=False,
    )  # fmt: skip


def test_closed_output_is_refused_before_anything_is_played() -> None:
    done = shell(f"{RBSIM} simulate --games 1000000000 >&-")
    assert done.returncode == 2
    assert done.stderr.startswith("rbsim: standard output is closed;")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("words", ["variants", f"perft standard 1 '{POSITION}'"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    done = shell(f"{RBSIM} {words} >/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rbsim: standard output: No space left on device\n"


@pytest.mark.full
@pytest.mark.parametrize("option", ["--rows", "--store"])
def test_a_full_disk_names_the_file(option: str, tmp_path: Path) -> None:
    """And not standard output; the limit of a process stands for that of a disk."""
    path = tmp_path / "kept.parquet"
    done = shell(f"ulimit -f 8; {RBSIM} simulate --games 3000 --players uniform {option} {path}")
    assert (done.returncode, done.stdout) == (2, "")
    assert str(path) in done.stderr
    assert done.stderr.endswith(": File too large\n")
    assert not list(tmp_path.rglob(".rbsim-*"))


@pytest.mark.full
def test_no_control_characters_reach_the_terminal(tmp_path: Path) -> None:
    """Of the names of files, and of what is in them."""
    folder = tmp_path / "a\x1b[2Jb\x07"
    folder.mkdir()
    (folder / "x.json").write_text(json.dumps({"schema": "\x1b[2J"}))
    for words in (["study", f"{folder}/x.json"], ["report", str(folder)], ["check", str(folder)]):
        done = subprocess.run([*RBSIM.split(), *words], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("rbsim: ")
        assert done.stderr.removesuffix("\n").isprintable()
        assert r"a\x1b[2Jb\x07" in done.stderr


@pytest.mark.full
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminals_without_suits_get_letters(encoding: str) -> None:
    done = shell(f"{RBSIM} replay --game 3 --players greedy", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kh h>F" in done.stdout
    done = shell(f"{RBSIM} variants", PYTHONIOENCODING=encoding)
    name = "Günther" if encoding == "latin-1" else "Gunther"
    assert f"{name} Senst" in done.stdout


@pytest.mark.full
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP here")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_half_written(number: signal.Signals, tmp_path: Path) -> None:
    store = tmp_path / "store"
    words = f"{RBSIM} simulate --games 1000000 --store {store}"
    left = f"games are saved in {store}; the same command continues from there"
    ended_by(number, words.split(), lambda: any(store.glob("arm-*/*.parquet")), left)
    assert not list(store.rglob(".rbsim-*"))


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no SIGHUP here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "words", [
        "replay standard --players SLOW --game 7", "simulate --players SLOW",
        "match --players SLOW", "luck --players SLOW", "hint standard POSITION --by SLOW",
    ],
)  # fmt: skip
@pytest.mark.full
def test_a_signal_ends_a_choice_of_minutes(number: signal.Signals, words: str) -> None:
    position = rbcore.Position.deal(rbcore.variant("standard"), 1, 7).notation
    line = [position if word == "POSITION" else word.replace("SLOW", "search-1000000ms")
            for word in words.split()]  # fmt: skip
    ready = time.monotonic() + 4  # a busy machine takes two seconds to begin
    ended_by(number, [*RBSIM.split(), *line], lambda: time.monotonic() > ready)


def ended_by(number, words, is_ready, left="interrupted; nothing half-written is left"):
    """Begin a command, and end it by a signal when it is ready."""
    if signal.getsignal(number) == signal.SIG_IGN:
        pytest.skip("ignored here, as under nohup, and so by the command, too")
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as run:
        until = time.monotonic() + 60
        while not is_ready() and run.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        run.send_signal(number)
        try:
            _, errors = run.communicate(timeout=60)
        finally:
            run.kill()
    assert run.returncode == 128 + number
    assert errors.endswith(f"{left}\n")


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


@pytest.mark.full
def test_a_core_of_another_version_is_refused() -> None:
    other = "import rbcore; rbcore.__version__ = '9.9'\n"
    done = program(other + "import rbsim\nrbsim.simulate")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: rbsim 0.1.0 needs rbcore")
    assert "ImportError" in program(other + "import rbsim.arms.arm").stderr
    done = program(other + "from rbsim.__main__ import main; main()", "variants")
    assert (done.returncode, done.stdout) == (2, "")
    assert is_sentence(done.stderr)
    assert "rbcore 9.9 is installed" in done.stderr


MANY = "1000000000"
HIDDEN = {
    "scipy": [f"compare standard strict --games {MANY}", f"ladder greedy uniform --games {MANY}"],
    "pyarrow": [f"simulate --games {MANY} {more}" for more in ("--store s", "--rows x.parquet")],
    "filelock": [f"{study} --games {MANY} --store s" for study in ("advantage", "sweep peek=no")],
    "matplotlib": [f"simulate --games {MANY} --picture x.svg"],
    "distributed": [f"simulate --games {MANY} --dask tcp://127.0.0.1:1"],
    "typer": ["variants"],
    "textual": ["play"],
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


DRAWN = """
import sys, rbcore
from rbsim.cli import main
status = main.run("simulate --games 50 --quiet --picture picture.svg".split())
rbcore.Position.deal("standard", seed=1, game=0).draw().save("board.png")
sys.exit(status)
"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MATPLOTLIBRC", "text.usetex: True\nfont.family: No Such Font\nfont.size: 20"),
        # As Jupyter sets it for commands, where they are of an environment without this backend.
        ("MPLBACKEND", "module://ipympl.backend_nbagg"),
        ("MPLBACKEND", "nonsense"),
    ],
)
def test_pictures_need_nothing_of_what_matplotlib_is_told(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    folders = [tmp_path / "plain", tmp_path / "told"]
    for folder in folders:
        folder.mkdir()
        if folder.name == "told":
            (tmp_path / "matplotlibrc").write_text(value)
            monkeypatch.setenv(name, str(tmp_path) if name == "MATPLOTLIBRC" else value)
        done = program(DRAWN, cwd=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert "advantage" in done.stdout
    for file in ("picture.svg", "board.png"):
        assert len({(folder / file).read_bytes() for folder in folders}) == 1


def test_a_backend_that_is_there_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "svg")
    done = program(
        "import os\n"
        "from rbsim.packages import need\n"
        "print(need('matplotlib', 'report').get_backend(), os.environ['MPLBACKEND'])\n"
    )
    assert done.stdout == "svg svg\n"


LIMITED = """
import resource, sys
import numpy as np, pyarrow.parquet
from rbsim.arms import pools
from rbsim.study import store
from rbsim.study import run as study
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
        # The third stack has no room, and the threads before it have enough: one whose memory ends
        # as it begins is waited for by Python for ever.
        ("pools.STACK_BYTES = 40 * 2**20", "the system cannot start more threads; ask for fewer"),
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


def test_thousands_of_runs_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "1", "--players", ",".join(["greedy"] * 18_001)]) == 2
    said = "rbsim: 18001 runs are too many for one command; name at most 1000\n"
    assert capsys.readouterr().err == said


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


def test_ctrl_c_says_what_is_kept(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("rbsim.study.run.Pace.learn", Mock(side_effect=KeyboardInterrupt))
    assert run(["simulate", "--games", "40", "--store", f"{tmp_path}/x", "-q", "-j", "1"]) == 130
    kept = f"40 of 40 games are saved in {tmp_path}/x; the same command continues from there"
    assert capsys.readouterr().err == f"rbsim: interrupted; {kept}\n"


def test_ctrl_c_while_a_lock_is_taken(capsys, tmp_path, monkeypatch):
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
def test_ctrl_c_ends_a_player_that_never_answers(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(
        "import itertools, time\ncalls = itertools.count()\n"
        "def never(view, moves):\n"
        "    if next(calls) == 100:\n"
        "        print('thinking', flush=True)\n        time.sleep(1e6)\n"
        "    return moves[0]\n"
    )
    words = ["simulate", "--games", "40", "--players", "bots.never", "--store", "s"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rbsim", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "thinking\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    kept = f"0 of 40 games are saved in {tmp_path}/s; the same command continues from there"
    assert (process.returncode, errors) == (130, f"rbsim: interrupted; {kept}\n")
    assert run(["check", str(tmp_path / "s")]) == 0


@pytest.mark.full
@pytest.mark.parametrize(
    ("code", "said"),
    [("raise StopIteration(1)", "StopIteration: 1"), ("raise SystemExit(3)", "SystemExit: 3")],
)
def test_a_player_that_ends_python_or_a_loop_is_an_error(code, said, tmp_path):
    """What was played is kept, and can be played on."""
    (tmp_path / "bots_that_end.py").write_text(f"def end(view, moves):\n    {code}\n")
    script = "from rbsim.__main__ import main; main()"
    words = ("simulate", "--players", "bots_that_end.end", "--store", "s", "--games", "10")
    done = program(script, *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    sentence, frame, line, *_ = done.stderr.splitlines()
    assert sentence.startswith(f"rbsim: {said} (bots_that_end.py, line 2), raised by bots_that_en")
    assert "in standard, game 0 of seed 1, turn 1, seat" in sentence
    assert frame.endswith('bots_that_end.py", line 2, in end')
    assert line == f"    {code}"
    assert run(["check", str(tmp_path / "s")]) == 0
