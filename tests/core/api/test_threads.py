"""Games and pools that several threads reach for: one plays, and the others are told so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_nothing_is_told_of_what_another_thread_plays_in() -> None:
    """Every public name, and what Python's own functions ask."""
    program = Path(__file__).with_name("held.py")
    told = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, check=True, timeout=300
    )
    assert told.stdout == ""
    assert "Game: 45 asked\nGamePool: 16 asked" in told.stderr
