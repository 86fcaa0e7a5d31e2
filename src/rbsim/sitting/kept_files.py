"""Kept files: where the games of a person are, unless one names a file."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from pathlib import Path

from rbsim.games.reading import read
from rbsim.games.transcript import Transcript
from rbsim.optional import need

SUFFIX = ".games"


def folder() -> Path:
    """Return the folder for them, which is made if it is not there."""
    made: Path = need("platformdirs", "play").user_state_path("rbsim", False, ensure_exists=True)
    return made


def new_file() -> Path:
    """Return a name that no file has yet, of this second."""
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, more = folder() / f"{begun}{SUFFIX}", 1
    while path.exists():
        more += 1
        path = path.with_stem(f"{begun}-{more}")
    return path


def newest() -> Path | None:
    """Return the file in which a game was left last; None if there is none."""
    files = sorted(folder().glob(f"*{SUFFIX}"), key=lambda one: one.stat().st_mtime)
    return files[-1] if files else None


def last_game(path: Path) -> Transcript:
    """Return the last game of a file; ValueError if there is none."""
    games = deque(read(path), maxlen=1)
    if not games:
        raise ValueError(f"{path} has no game")
    return games[0]
