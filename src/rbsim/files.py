"""Files: written whole or not at all, read without hanging, and refused in a sentence."""

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

REASONS = {
    MemoryError: "what it says it holds does not fit into memory",
    RecursionError: "what it holds is nested too deeply",
    OverflowError: "it has a number that is too large",
    UnicodeDecodeError: "it is not text in UTF-8",
}
STRANGE = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
ANEW = "play the study into another place"
MAX_NAME_BYTES = 255  # of a file, in most file systems
BEGUN = ".rbsim-"  # what names of files begin with that are being written


class NameTaken(ValueError):
    """A file is in the way that may be replaced if one says so."""

    def __init__(self, path: Path, say: str = "give force=True") -> None:
        self.path = path
        super().__init__(f"{path} exists; choose another name, or {say} to replace it")


def digest(record: Mapping[str, Any]) -> str:
    """Return the digest of all that a record says, but for its own."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    return blake2b(json.dumps(rest, sort_keys=True).encode(), digest_size=16).hexdigest()


def sealed(record: Mapping[str, Any], indent: int | None = None) -> bytes:
    """Return a record with its digest, in the one way in which it is written, as JSON."""
    text = json.dumps(
        {**record, "digest": digest(record)}, indent=indent, ensure_ascii=False, allow_nan=False
    )
    return f"{text}\n".encode()


def check_version(path: Path, version: object, current: int) -> None:
    """Raise ValueError, in a sentence, for what an earlier or a newer version of rbsim wrote."""
    if type(version) is int and version != current:
        age, then = ("a newer", "that one reads it") if version > current else ("an older", ANEW)
        raise ValueError(
            f"{path} is of {age} version of rbsim, format {version}, not {current}; {then}"
        )


def held(path: Path, extra: str) -> Any:
    """Return the lock of a file, held, or None if another process has it; or ValueError."""
    lock = need("filelock", extra).FileLock(path, timeout=0)
    try:
        return lock.acquire().lock
    except TimeoutError:  # which filelock's own is
        return None
    except NotImplementedError as error:
        raise ValueError(f"{path} is on a disk without locks ({error}); use another") from None


class Refused(ValueError):
    """A file that is not what this program wrote, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path} is not a file of results that rbsim wrote, or it is damaged: {why}"
        )


def read_plain(path: Path, most: int = -1) -> bytes:
    """Return what a plain file holds, `most` bytes or all; errors as of `open_plain`."""
    with open_plain(path) as file:
        return file.read(most)


@contextmanager
def open_plain(path: Path) -> Iterator[IO[bytes]]:
    """Open a plain file to read its bytes; all files are opened by this, and pipes are refused."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)  # which would wait for who writes into a pipe, if it might
    try:
        kind = stat.S_IFMT(os.fstat(handle).st_mode)
        if kind != stat.S_IFREG:
            what = STRANGE.get(kind, "a device")
            raise ValueError(f"{path} is not a plain file but {what}; name one, or put one there")
        with open(handle, "rb", closefd=False) as file:
            yield file
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
    finally:
        os.close(handle)


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Raise Refused, which names the file, for whatever making something of its bytes raises."""
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
    """Raise ValueError unless such a file can be written; one that exists, only with `force`."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():  # a device would be replaced by a file
        raise ValueError(f"{path} is not a plain file; choose another name")
    if path.suffix not in suffixes:
        kinds = suffixes[0] if len(suffixes) == 1 else f"one of {', '.join(suffixes)}"
        raise ValueError(f"{path} would be of another kind than it says; end its name in {kinds}")
    if path.exists() and not force:
        raise NameTaken(path)
    folder = real_path(path).parent
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; make it first")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{folder} cannot be written to; choose another folder")


# From where relative paths lead that are read now: of a plan its own folder.
_folder: ContextVar[Path | None] = ContextVar("folder", default=None)


@contextmanager
def paths_of_plan(folder: Path) -> Iterator[None]:
    """Read what a plan in this folder names, whatever the working folder is."""
    before = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(before)


def plan_folder() -> Path | None:
    """Return the folder of the plan that is being read; None if none is."""
    return _folder.get()


def user_path(name: str | os.PathLike[str]) -> Path:
    """Return a path as a person writes it, `~` as the home folder; all paths are taken by this.

    Those that a plan names lead from its folder.
    """
    path = Path(name)
    for part in path.parts:
        if len(part.encode(errors="replace")) > MAX_NAME_BYTES:
            raise ValueError(
                f"{shown(part)} is too long for a file's name, of {MAX_NAME_BYTES} bytes at most"
            )
    try:
        return (plan_folder() or Path()) / path.expanduser()
    except RuntimeError:  # of nobody's home
        raise ValueError(
            f"{path} is in the home folder of nobody; write the path in full"
        ) from None


def real_path(path: Path) -> Path:
    """Return a path without links, in a loop as far as they go (Path.resolve raises there)."""
    return Path(os.path.realpath(path))


def check_apart(path: Path, folder: Path | None, where: str = "in the store") -> None:
    """Raise ValueError for a file that would lie in a folder of stores."""
    if folder is not None and real_path(path).is_relative_to(real_path(folder)):
        raise ValueError(f"{path} lies {where}; name a file elsewhere")


class WholeFile:
    """A file that has its name when its block ends, and another until then; OSErrors name it.

    A file that it replaces leaves its mode; one that a link names is replaced where it lies.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._target = real_path(path) if path.is_symlink() else path
        name = f"{BEGUN}{uuid.uuid4().hex}-{path.stem[:40]}"
        self._unfinished = self._target.with_name(name)
        with self.named_by_errors():
            self.file: IO[bytes] = self._unfinished.open("xb")

    def write(self, content: bytes) -> None:
        """Write all that the file holds, and bring it to the disk."""
        with self.named_by_errors():
            self.file.write(content)
        self.settle()

    def settle(self) -> None:
        """Bring what was written to the disk, still under the other name."""
        if not self.file.closed:
            with self.named_by_errors():
                self.file.flush()
                os.fsync(self.file.fileno())
                self.file.close()

    @contextmanager
    def named_by_errors(self) -> Iterator[None]:
        """Have the errors of a disk name the file, whichever call writes to it."""
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
        """Write all that the file holds under its other name, and return that name."""
        try:
            self.write(content)
        except BaseException:
            self._discard()
            raise
        return self._unfinished

    def _discard(self) -> None:
        """Remove what has no name of its own yet."""
        with suppress(OSError):  # a full disk, again
            self.file.close()
        self._unfinished.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, as WholeFile."""
    with WholeFile(path) as whole:
        whole.write(content)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_all(texts: dict[Path, str]) -> None:
    """Write files whole and all or none, the first one named last."""
    with ExitStack() as stack:
        for path, text in texts.items():
            whole = stack.enter_context(WholeFile(path))
            whole.write(text.encode("utf-8", "replace"))
