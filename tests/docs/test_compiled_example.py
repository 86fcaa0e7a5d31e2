"""The example package of compiled players, built against the wheel in an environment of its own."""

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

import rbsim
from support.outside import needs_compiler

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "compiled"
PAGE = ROOT / "docs" / "tutorials" / "compiled.md"
PLAY = """
import json
import rbsim
from rbloader import in_python, in_numba, players

def moves(player, **how):
    games = rbsim.simulate(games=150, players=[player, "greedy"], seed=3, rows=True, **how).games
    return [int(n) for n in games["moves"]]

compiled = [players.in_cython, players.in_c, in_numba.loader, "rbloader.in_cython.choose"]
print(json.dumps([moves(in_python.loader), *(moves(one, threads=2) for one in compiled)]))
"""


def ran(*words: str | Path, folder: Path) -> str:
    """What a command prints, which must end well."""
    done = subprocess.run(
        list(map(str, words)), cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": "", "RB_NATIVE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_player_in_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE / "src" / "rbloader")
    loader = importlib.import_module("in_python").loader
    result = rbsim.simulate(games=10, players=[loader, "greedy"], seed=3)
    assert result.figure("unfinished").estimate == 0


@pytest.mark.full
@needs_compiler
@pytest.mark.skipif(not (ROOT / "setup.py").is_file(), reason="the wheel is built in a checkout")
def test_its_players_play_the_games_of_the_one_in_python(tmp_path: Path) -> None:
    if sys.version_info >= (3, 15):
        pytest.skip("numba is not made for this Python yet")
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check")
    ran(sys.executable, *pip, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT,
        folder=tmp_path)  # fmt: skip
    (wheel,) = tmp_path.glob("russian_bank-*.whl")
    ran(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    ran(
        python,
        *pip,
        "install",
        wheel,
        "setuptools>=77.0.1",
        "Cython>=3.2",
        "numba",
        folder=tmp_path,
    )
    source = copytree(EXAMPLE, tmp_path / "example")
    ran(python, *pip, "install", "--no-build-isolation", "--no-deps", source, folder=tmp_path)
    wanted, *compiled = json.loads(ran(python, "-c", PLAY, folder=tmp_path))
    assert len(set(wanted)) > 50
    assert compiled == [wanted] * 4
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    ran(python, "-c", code, folder=tmp_path)
