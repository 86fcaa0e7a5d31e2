"""Errors of players in Python: their game, their own frames, and how they end a run."""

import traceback
from pathlib import Path
from types import TracebackType
from typing import NoReturn

HERE = Path(__file__).parent
ASKING = {str(HERE / name) for name in ("python_players.py", "player_errors.py")}
NOTE = "raised by "


class PlayerExit(RuntimeError):
    """A player called sys.exit, which ends no process from a thread; `code` is what it said."""

    def __init__(self, code: object) -> None:
        super().__init__(code)
        self.code = code


def raise_noted(error: BaseException, where: str) -> NoReturn:
    """Raise what a player raised, with a note of the game, but for Ctrl-C, which stays as it is.

    StopIteration would end a loop above; it becomes the cause of a RuntimeError with its text, as
    does all else that is no Exception. SystemExit becomes a PlayerExit.
    """
    if isinstance(error, KeyboardInterrupt):
        raise error
    if isinstance(error, SystemExit):
        ended = PlayerExit(error.code)
        ended.add_note(NOTE + where)
        raise ended from None
    if not isinstance(error, Exception) or isinstance(error, StopIteration):
        other = RuntimeError(error_text(error))
        other.add_note(NOTE + where)
        raise other from error
    error.add_note(NOTE + where)
    raise error


def is_from_player(error: BaseException) -> bool:
    """Return whether a player in Python raised an error."""
    return any(note.startswith(NOTE) for note in getattr(error, "__notes__", ()))


class PlayersAlone:
    """A context out of which a player's error comes with the player's own frames, without ours.

    A PlayerExit comes out of it as the SystemExit that it was.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, frames: object) -> None:
        if error is None or not is_from_player(error):
            return
        if isinstance(error, PlayerExit):
            ended = SystemExit(error.code)
            for note in error.__notes__:
                ended.add_note(note)
            raise ended from None
        # What is raised on has the frames that are set here.
        error.__traceback__ = own_frames(error)
        if error.__cause__ is not None:
            error.__cause__.__traceback__ = own_frames(error.__cause__)


def own_frames(error: BaseException) -> TracebackType | None:
    """Return the frames of a player's error that lie below those that asked the player.

    They are noted, as a PlayersAlone takes those out. None of an error of another process, and all
    of one that no game brought about.
    """
    if not hasattr(error, "_own_frames"):
        frames = error.__traceback__
        own = None if is_from_player(error) else frames
        while frames is not None:
            if frames.tb_frame.f_code.co_filename in ASKING:
                own = frames.tb_next
            frames = frames.tb_next
        setattr(error, "_own_frames", own)  # noqa: B010 (of another class)
    kept: TracebackType | None = error._own_frames  # type: ignore[attr-defined]
    return kept


def error_text(error: BaseException) -> str:
    """Return an error of a user's code and its place: `KeyError: 'x' (mine.py, line 3)`."""
    error = _of_the_player(error)
    words = f"{type(error).__name__}: {error}".rstrip(". :")
    last = traceback.extract_tb(own_frames(error))[-1:]
    # A place is named only if it is in a file, and not in this package, which called the player.
    where = [f" ({Path(at.filename).name}, line {at.lineno})" for at in last
             if not at.filename.startswith("<") and Path(at.filename).parent != HERE]  # fmt: skip
    return words + "".join(where)


def frame_lines(error: BaseException) -> list[str]:
    """Return the player's own frames of an error as Python prints them, line by line."""
    own = traceback.extract_tb(own_frames(_of_the_player(error)))
    return "".join(traceback.format_list(own)).splitlines()


def _of_the_player(error: BaseException) -> BaseException:
    """What the player raised, which `raise_noted` may have put away."""
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        return error.__cause__
    return error
