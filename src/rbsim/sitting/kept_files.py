"""Kept files: where the games of a person are, unless one names a file."""

from collections import deque
from datetime import datetime
from pathlib import Path

from rbsim.files import read_plain, refusing, write_whole
from rbsim.games.reading import read
from rbsim.games.transcript import Transcript
from rbsim.optional import need
from rbsim.sitting.seated_patience import SeatedPatience

SUFFIX = ".games"


def folder() -> Path:
    """Return the folder for them, which need not be there."""
    path: Path = need("platformdirs", "play").user_state_path("rbsim", appauthor=False)
    return path


def new_file() -> Path:
    """Return a name that no file has yet, of this second."""
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, more = folder() / f"{begun}{SUFFIX}", 1
    while path.exists():
        more += 1
        path = path.with_stem(f"{begun}-{more}")
    return path


def patience_file(game: SeatedPatience) -> Path:
    """Return the file in which the moves of a deal of patience are kept until it is over."""
    return folder() / f"{game.name}-{game.version}-{game.seed}-{game.number}.moves"


def take_up(game: SeatedPatience) -> None:
    """Make the moves again that are kept of a deal; ValueError for a file that has others."""
    path = patience_file(game)
    if path.exists():
        with refusing(path):
            game.repeat(read_plain(path).decode())


def keep(path: Path, text: str) -> None:
    """Keep games or moves in a file, whole or not at all, or nothing; OSError if that cannot be."""
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    else:
        path.unlink(missing_ok=True)


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
