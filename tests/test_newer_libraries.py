"""What newer Pythons and libraries do otherwise, played on the ones that are here."""

import subprocess
import sys
from collections import UserDict
from types import ModuleType

import pytest

import rbcore
import rbpatience
import rbsim
from rbcore.observation.views import DTYPES
from rbpatience import book
from support.docstrings import modules

IMPORTS = """
import importlib
import sys
import numpy.typing

numpy.typing.NDArray = list  # an alias with one argument, as NumPy's is since 2.5
for name in sys.argv[1:]:
    importlib.import_module(name)
from rbcore.observation.views import DTYPES
print(*DTYPES.values())
"""


def names_of(*packages: ModuleType) -> list[str]:
    return [one.__name__ for package in packages for one in modules(package)]


def test_no_module_reads_dtypes_out_of_annotations() -> None:
    names = names_of(rbcore, rbpatience, rbsim)
    assert len(names) > 100
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS, *names], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(dtype) for dtype in DTYPES.values()]


def test_a_book_is_asked_for_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def get(self: UserDict[str, object], key: str, default: object = None) -> object:
        return self[key] if key in self else default  # noqa: SIM401, as Python has it since 3.12

    monkeypatch.setattr(UserDict, "get", get, raising=False)
    games = book.Book()
    assert "28b" in games
    assert "64" not in games
    assert 28 not in games
    assert games.get("28b") is games["28b"]
    assert games.get("64") is None
