"""A command line in a folder of its own: what it says, and what it refuses."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rbsim.cli.main import run

Row = dict[str, Any]


@dataclass
class Shell:
    """Runs commands in this process; a line is split as a shell splits it."""

    capsys: pytest.CaptureFixture[str]
    folder: Path

    def __call__(self, *words: str) -> tuple[int, str, str]:
        """The status, what is printed, and what is said on standard error."""
        line = shlex.split(words[0]) if len(words) == 1 else list(words)
        self.capsys.readouterr()
        status = run(line)
        return status, *self.capsys.readouterr()

    def said(self, *words: str) -> str:
        """What a command prints that works."""
        status, out, error = self(*words)
        assert status == 0, error
        return out

    def refused(self, *words: str) -> str:
        """The one sentence with which a command refuses what it cannot do."""
        status, out, error = self(*words)
        assert (status, out) == (2, ""), (words, out, error)
        assert error.startswith("rbsim: ")
        assert error.count("\n") == 1
        return error.removeprefix("rbsim: ").strip()

    def document(self, *words: str) -> dict[str, Any]:
        """What a command prints as JSON, which knows no NaN."""
        found: dict[str, Any] = json.loads(self.said(*words), parse_constant=pytest.fail)
        return found


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Shell:
    """Runs commands in a folder of their own, at 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return Shell(capsys, tmp_path)
