"""Standard output and error, and the signals that end a command, before the command begins."""

import codecs
import io
import os
import signal
import sys
import unicodedata

from rbsim.running.chunks import ENDING, end

PLAIN = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "±": "+-", "×": "x", "–": "-", "…": "..."}


def prepare() -> None:
    """Make streams write what they can, and SIGTERM and SIGHUP end a command as Ctrl-C does.

    Raises OSError if standard output is closed: the next file opened would be in its place.
    """
    if sys.stderr is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
    if sys.stdout is None:
        raise OSError("standard output is closed; open it, or redirect it to a file or /dev/null")
    codecs.register_error("plain", plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")
    for one in ENDING:
        if signal.getsignal(one) == signal.SIG_DFL:
            signal.signal(one, end)


def plain(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding lacks by plain letters, as an error handler (PEP 293) does."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign) or _unaccented(sign) for sign in bad), error.end


def _unaccented(sign: str) -> str:
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"
