"""Files: written whole or not at all, and read without hanging on what is no plain file."""

from __future__ import annotations

import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

UNFINISHED = ".rbsim-"  # what names of files begin with that are being written


class NameTaken(ValueError):
    """A file is in the way that may be replaced if one says so."""

    def __init__(self, path: Path, say: str = "give force=True") -> None:
        self.path = path
        super().__init__(f"{path} exists; choose another name, or {say} to replace it")


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


def check_target(path: Path, force: bool, *suffixes: str) -> None:
    """Raise ValueError unless a file of one of these kinds can be written to `path`.

    A file that exists may be replaced only with `force`.
    """
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():  # a device would be replaced by a file
        raise ValueError(f"{path} is not a plain file; choose another name")
    if path.suffix not in suffixes:
        kinds = suffixes[0] if len(suffixes) == 1 else f"one of {', '.join(suffixes)}"
        raise ValueError(f"{path} would be of another kind than it says; end its name in {kinds}")
    if path.exists() and not force:
        raise NameTaken(path)
    folder = path.parent
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; make it first")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{folder} cannot be written to; choose another folder")


class WholeFile:
    """A file that gets its name when it is whole, and has another in the same folder until then.

    As a context manager it is named when the block ends, and removed if the block raises.

    Parameters
    ----------
    path : pathlib.Path
        The name of the whole file.
    keep : bool
        Whether a file that has the name already stays; it gives way otherwise.

    Attributes
    ----------
    file : file object
        Where its bytes are written to.

    Raises
    ------
    OSError
        If it cannot be written; it names the path.
    """

    def __init__(self, path: Path, keep: bool = False) -> None:
        self.path = path
        self.keep = keep
        self._unfinished = path.with_name(f"{UNFINISHED}{uuid.uuid4().hex}")
        with self._errors_name_it():
            self.file: IO[bytes] = self._unfinished.open("xb")

    def write(self, content: bytes) -> None:
        """Write all that the file holds, and bring it to the disk."""
        with self._errors_name_it():
            self.file.write(content)
        self.settle()

    def settle(self) -> None:
        """Bring what was written to the disk, still under the other name."""
        if not self.file.closed:
            with self._errors_name_it():
                self.file.flush()
                os.fsync(self.file.fileno())
                self.file.close()

    @contextmanager
    def _errors_name_it(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = str(self.path)  # of a full disk, Python names no file
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.settle()
                if self.keep:
                    _name_first(self._unfinished, self.path)
                else:
                    self._unfinished.replace(self.path)
        finally:
            with suppress(OSError):  # a full disk, again
                self.file.close()
            self._unfinished.unlink(missing_ok=True)
        if kind is None:
            sync_folder(self.path.parent)


def write_whole(path: Path, content: bytes, keep: bool = False) -> None:
    """Write a file whole or not at all, as WholeFile."""
    with WholeFile(path, keep) as whole:
        whole.write(content)


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
