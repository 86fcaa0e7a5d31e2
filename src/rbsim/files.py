"""Files: written completely or not at all, read without hanging, and refused in a sentence."""

import json
import os
import stat
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Self

from rbcore.cards.ranges import printable, shown
from rbsim.packages import need

REASONS: dict[type[Exception], str] = {
    MemoryError: "its contents do not fit into memory",
    RecursionError: "its contents are nested too deeply",
    OverflowError: "it contains a number that is too large",
    UnicodeDecodeError: "it is not text in UTF-8",
}
STRANGE = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
ANEW = "play the study again, into another place"
MAX_NAME_BYTES = 255  # of a file, in most file systems
BEGUN = ".rbsim-"  # prefix of files that are being written


class NameTaken(ValueError):
    """A file exists that the user may allow to be replaced."""

    def __init__(self, path: Path, say: str = "give force=True") -> None:
        self.path = path
        super().__init__(f"{path} exists; choose another name, or {say} to replace it")


def digest(record: Mapping[str, Any]) -> str:
    """Return the digest of a record without its own digest."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    return blake2b(json.dumps(rest, sort_keys=True).encode(), digest_size=16).hexdigest()


def sealed(record: Mapping[str, Any], indent: int | None = None) -> bytes:
    """Return a record with its digest as JSON, always formatted in the same way."""
    text = json.dumps(
        {**record, "digest": digest(record)}, indent=indent, ensure_ascii=False, allow_nan=False
    )
    return f"{text}\n".encode()


def check_version(path: Path, version: object, current: int) -> None:
    """Raise ValueError, in a sentence, for a format of another version of rbsim."""
    if type(version) is int and version != current:
        age, then = "an older", ANEW
        if version > current:
            age, then = "a newer", "read it with that version"
        raise ValueError(
            f"{path} is of {age} version of rbsim, format {version}, not {current}; {then}"
        )


def held(path: Path, extra: str) -> Any:
    """Lock a file and return the lock, or None if another process has it.

    Raises ValueError on a disk without locks.
    """
    lock = need("filelock", extra).FileLock(path, timeout=0)
    try:
        return lock.acquire().lock
    except TimeoutError:  # a base class of filelock's own
        return None
    except NotImplementedError as error:
        raise ValueError(f"{path} is on a disk without locks ({error}); use another") from None


class Refused(ValueError):
    """A file that this program did not write, or that is damaged, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path} is not a file of results that rbsim wrote, or it is damaged: {why}"
        )


def read_plain(path: Path, most: int = -1) -> bytes:
    """Return the contents of a plain file, `most` bytes or all; errors as in `open_plain`."""
    with open_plain(path) as file:
        return file.read(most)


@contextmanager
def open_plain(path: Path) -> Iterator[IO[bytes]]:
    """Open a plain file to read its bytes, and refuse pipes. All files are opened here."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)  # O_NONBLOCK: opening a pipe would wait for a writer
    try:
        kind = stat.S_IFMT(os.fstat(handle).st_mode)
        if kind != stat.S_IFREG:
            what = STRANGE.get(kind, "a device")
            raise ValueError(f"{path} is {what}, not a plain file; name a plain file")
        with open(handle, "rb", closefd=False) as file:
            yield file
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        os.close(handle)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn any error from decoding a file into Refused, which names the file."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        reason = printable(" ".join(str(error).split()))[:200].rstrip(" .")
        reason = (
            f"it has no {reason}" if isinstance(error, KeyError) else reason or type(error).__name__
        )
        known = (words for kind, words in REASONS.items() if isinstance(error, kind))
        raise Refused(path, next(known, reason)) from error


def check_target(path: Path, force: bool, *suffixes: str) -> None:
    """Raise ValueError unless the file can be written; an existing one only with `force`."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():  # a device would be replaced by a file
        raise ValueError(f"{path} is not a plain file; choose another name")
    if path.suffix not in suffixes:
        kinds = suffixes[0] if len(suffixes) == 1 else f"one of {', '.join(suffixes)}"
        raise ValueError(f"{path} has the wrong ending for this file; end its name in {kinds}")
    if path.exists() and not force:
        raise NameTaken(path)
    folder = real_path(path).parent
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; make it first")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{folder} cannot be written to; choose another folder")


# The folder for relative paths; while a plan is read, its own folder.
_folder: ContextVar[Path | None] = ContextVar("folder", default=None)


@contextmanager
def paths_of_plan(folder: Path) -> Iterator[None]:
    """Take relative paths from this folder, which has a plan, not the working folder."""
    before = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(before)


def plan_folder() -> Path | None:
    """Return the folder of the plan that is being read; None if none is."""
    return _folder.get()


def user_path(name: str | os.PathLike[str]) -> Path:
    """Return a path as a user writes it, with `~` as the home folder. All paths pass here.

    Relative paths in a plan start at its folder.
    """
    path = Path(name)
    for part in path.parts:
        if len(part.encode(errors="replace")) > MAX_NAME_BYTES:
            raise ValueError(
                f"{shown(part)} is too long for a file name; the limit is {MAX_NAME_BYTES} bytes"
            )
    try:
        return (plan_folder() or Path()) / path.expanduser()
    except RuntimeError:  # the user has no home folder
        raise ValueError(
            f"{path} names the home folder of an unknown user; write the full path"
        ) from None


def real_path(path: Path) -> Path:
    """Return a path without links; unlike Path.resolve, it does not raise in a loop."""
    return Path(os.path.realpath(path))


def check_apart(path: Path, folder: Path | None, where: str = "in the store") -> None:
    """Raise ValueError for a file inside a folder of stores."""
    if folder is not None and real_path(path).is_relative_to(real_path(folder)):
        raise ValueError(f"{path} lies {where}; name a file elsewhere")


class WholeFile:
    """A file that gets its name when its block ends; until then it has another. OSErrors name it.

    It keeps the mode of a file that it replaces. If the name is a link, the target is replaced.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._target = real_path(path) if path.is_symlink() else path
        name = f"{BEGUN}{uuid.uuid4().hex}-{path.stem[:40]}"
        self._unfinished = self._target.with_name(name)
        with self.named_by_errors():
            self.file: IO[bytes] = self._unfinished.open("xb")

    def write(self, content: bytes) -> None:
        """Write the whole contents, and flush them to disk."""
        with self.named_by_errors():
            self.file.write(content)
        self.settle()

    def settle(self) -> None:
        """Flush the contents to disk, still under the other name."""
        if not self.file.closed:
            with self.named_by_errors():
                self.file.flush()
                os.fsync(self.file.fileno())
                self.file.close()

    @contextmanager
    def named_by_errors(self) -> Iterator[None]:
        """Make OSErrors name the file, whichever call writes to it."""
        try:
            yield
        except OSError as error:
            # Python names no file if the disk is full, and two if one is renamed.
            error.filename = str(self.path)
            del error.filename2
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.settle()
                with self.named_by_errors():
                    with suppress(FileNotFoundError):
                        self._unfinished.chmod(stat.S_IMODE(self._target.stat().st_mode))
                    self._unfinished.replace(self._target)
        finally:
            self._discard()
        if kind is None:
            sync_folder(self._target.parent)

    def write_beside(self, content: bytes) -> Path:
        """Write the whole contents under the other name, and return that name."""
        try:
            self.write(content)
        except BaseException:
            self._discard()
            raise
        return self._unfinished

    def _discard(self) -> None:
        """Remove the file if it still has the other name."""
        with suppress(OSError):  # the disk is full
            self.file.close()
        self._unfinished.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely or not at all, as WholeFile does."""
    with WholeFile(path) as whole:
        whole.write(content)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_all(texts: dict[Path, str]) -> None:
    """Write all files completely, or none; the first gets its name last."""
    with ExitStack() as stack:
        for path, text in texts.items():
            whole = stack.enter_context(WholeFile(path))
            whole.write(text.encode("utf-8", "replace"))
