"""Seal: a digest of all bytes of a file, which the file keeps, and by which damage is found.

    rbsim-digest:00112233445566778899aabbccddeeff:rbsim-digest

It is of the file's bytes with zeros in place of its own digits, and the last such text in the file:
a key of JSON, or of the metadata at the end of a Parquet file. It has its mark at both ends, so
that no single changed byte makes a file look like one that never had a digest.
"""

import io
import re
from hashlib import blake2b
from pathlib import Path
from typing import IO

KEY = "digest"  # of the metadata or the object that keeps the seal
MARK = "rbsim-digest"
DIGITS = 32
BLANK = f"{MARK}:{'0' * DIGITS}:{MARK}"  # what is written, until the digest is known
SEAL = re.compile(rf"{MARK}:([0-9a-f]{{{DIGITS}}}):{MARK}".encode())


class Refused(ValueError):
    """A file that is not what this program wrote, and why."""

    def __init__(self, path: Path, why: str) -> None:
        self.path = path
        super().__init__(
            f"{path} is not a file of results that rbsim wrote, or it is damaged: {why}"
        )


def digest_of(content: bytes, digits: int = DIGITS) -> str:
    """Return a digest of bytes, in hexadecimal digits."""
    return blake2b(content, digest_size=digits // 2).hexdigest()


class Sealing:
    """A file whose bytes are digested while they are written, in memory that stays the same.

    `file` is a binary one at its beginning; what is written has BLANK in it.
    """

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self._digest = blake2b(digest_size=DIGITS // 2)
        self._size = 0
        self._blank: int | None = None
        self._last = b""  # as BLANK may be written in two pieces

    def write(self, content: bytes) -> int:
        """Write more bytes."""
        piece = bytes(content)
        self.file.write(piece)
        self._digest.update(piece)
        around = self._last + piece
        at = around.rfind(BLANK.encode())
        if at >= 0:
            self._blank = self._size - len(self._last) + at
        self._size += len(piece)
        self._last = around[1 - len(BLANK) :]
        return len(piece)

    def flush(self) -> None:
        """Do nothing: whoever owns the file brings it to the disk."""

    def close(self) -> None:
        """Do nothing, the same way; a Parquet writer closes what it writes to."""

    def seal(self) -> None:
        """Put the digest in its place, as everything is written."""
        if self._blank is None:
            raise ValueError("nothing that was written has a place for the digest")
        self.file.seek(self._blank + len(MARK) + 1)
        self.file.write(self._digest.hexdigest().encode())
        self.file.seek(0, io.SEEK_END)


def sealed(content: bytes) -> bytes:
    """Return the bytes of a file with the digest in the place of BLANK."""
    file = io.BytesIO()
    sealing = Sealing(file)
    sealing.write(content)
    sealing.seal()
    return file.getvalue()


def is_sealed(path: Path, content: bytes) -> bool:
    """Return whether a file keeps a digest of its bytes, which is asked before they are parsed.

    Raises
    ------
    Refused
        If it has one, and a byte is not what was written.
    """
    if MARK.encode() not in content:
        return False
    *_, found = SEAL.finditer(content) if SEAL.search(content) else (None,)
    if found is None:
        raise Refused(path, "its digest cannot be read")
    digest = blake2b(memoryview(content)[: found.start(1)], digest_size=DIGITS // 2)
    digest.update(b"0" * DIGITS)
    digest.update(memoryview(content)[found.end(1) :])
    if digest.hexdigest().encode() != found[1]:
        raise Refused(path, "its digest is not that of its bytes")
    return True
