"""Compression: game files as they are, with gzip, or with zstd, told by their first bytes."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Any, cast

from rbsim.optional import need

SUFFIXES = (".games", ".gz", ".zst")
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


def zstd_module() -> Any:
    """Return what reads and writes zstd: Python's own from 3.14 on, or the package zstandard."""
    try:
        return import_module("compression.zstd")
    except ModuleNotFoundError:
        return need("zstandard", "zstd")


@contextmanager
def decompressed(file: IO[bytes]) -> Iterator[io.BufferedReader]:
    """Yield what a binary file holds, without compression.

    Raises ValueError, also where it is read, for compressed data that are damaged or cut off.
    """
    plain = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    begins = plain.peek(len(ZSTD))
    errors: tuple[type[Exception], ...] = (EOFError, gzip.BadGzipFile, zlib.error)
    inside: Any = plain
    if begins.startswith(GZIP):
        inside = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=plain, mode="rb")))
    elif begins.startswith(ZSTD):
        module = zstd_module()
        errors = (EOFError, module.ZstdError)
        own = hasattr(module, "ZstdFile")
        inside = io.BufferedReader(module.open(plain, "rb") if own else _Frames(plain, module))
    try:
        yield inside
    except errors as error:
        said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise ValueError(f"the compressed data are damaged or cut off ({said})") from None


class _Frames(io.RawIOBase):
    """What a file of zstd holds, by the package zstandard, whose reader takes a cut for an end."""

    PIECE = 1 << 10  # bytes, which come to some megabytes at most

    def __init__(self, file: io.BufferedReader, module: Any) -> None:
        self._file = file
        self._module = module
        self._frame: Any = None
        self._compressed = self._plain = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._plain:
            piece = self._compressed or self._file.read(self.PIECE)
            if not piece and self._frame is not None:
                raise EOFError("the file ends within a frame")
            if not piece:
                return 0
            if self._frame is None:
                self._frame = self._module.ZstdDecompressor().decompressobj()
            self._plain = self._frame.decompress(piece)
            self._compressed = self._frame.unused_data
            if self._frame.eof:
                self._frame = None
        size = min(len(buffer), len(self._plain))
        buffer[:size], self._plain = self._plain[:size], self._plain[size:]
        return size


@contextmanager
def compressing(file: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    """Yield what compresses into a file as its suffix says; the same text, the same bytes."""
    if suffix == ".gz":
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            yield cast(IO[bytes], packed)
    elif suffix == ".zst":
        with zstd_module().open(file, "wb") as packed:
            yield packed
    else:
        yield file
