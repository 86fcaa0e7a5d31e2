"""Files: written whole or not at all, and read without hanging on what is no plain file."""

from __future__ import annotations

import os
import stat
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

UNFINISHED = ".rbsim-"  # what names of files begin with that are being written


def read_plain(path: Path) -> bytes:
    """Return what a plain file holds.

    Raises
    ------
    OSError
        If the file cannot be read; it names the path and the reason.
    ValueError
        If there is a folder, a pipe or a device in the file's place.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError(f"{path} is not a plain file; move it elsewhere")
        try:
            return file.read()
        except OSError as error:
            error.filename = error.filename or str(path)
            raise


def write_whole(path: Path, fill: Callable[[IO[bytes]], object], keep: bool = False) -> None:
    """Write a file under another name, bring it to the disk, and give it its own.

    One that is there already stays if `keep`, and gives way otherwise.
    """
    unfinished = path.with_name(f"{UNFINISHED}{uuid.uuid4().hex}")
    try:
        try:
            with unfinished.open("xb") as file:
                fill(file)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            error.filename = str(path)  # of a full disk, Python names no file
            raise
        if keep:
            _name_first(unfinished, path)
        else:
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)


def _name_first(unfinished: Path, path: Path) -> None:
    """Give a file its name unless another has it; where there are no links, nearly so."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        pass
    except OSError:
        unfinished.replace(path)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_unfinished(folder: Path) -> None:
    """Remove what was being written when a run was killed, in a folder and its arms."""
    for path in [*folder.glob(f"{UNFINISHED}*"), *folder.glob(f"arm-*/{UNFINISHED}*")]:
        path.unlink(missing_ok=True)
