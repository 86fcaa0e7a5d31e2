"""Files: games as text, with gzip or without, written whole or not at all, and read one by one."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import textwrap
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, Self, TextIO, cast

from rbcore.cards.ranges import printable, shown, unwritten
from rbsim.files import WholeFile, check_target, open_plain
from rbsim.games.header import FIRST, LAST, LINE, Header, check_deal, header_lines, wrong_end
from rbsim.games.transcript import Replay, Transcript

SUFFIXES = (".games", ".gz")
GZIP = b"\x1f\x8b"  # its first bytes
WIDTH, INDENT = 100, "    "  # columns; of lines that go on
MOST_LINE = 10_000  # characters
MOST_ENTRIES = 1_000_000  # of a game
MOST_COMMENT = 1_000_000  # characters, of all comments of a game
PIECE = re.compile(r"[{}]|[^\s{}]+")
NUMBER = re.compile(r"[0-9]+\.")
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

Lines = Iterator[tuple[int, str]]


def read(source: str | Path | TextIO) -> Iterator[Transcript]:
    """Read the games of a game file, which docs/game-files.md describes.

    Memory stays that of one game, however long the file is. Lines may end as on any system, and a
    mark of Unicode's byte order is passed over.

    Parameters
    ----------
    source : path or text stream
        A file, compressed or not, as its first bytes say; or an open stream of text.

    Yields
    ------
    Transcript
        A game, when all its moves have been made and the end is as its header says.

    Raises
    ------
    ValueError
        In one sentence with file and line, for what is no game; games before it have been yielded.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import io, rbcore, rbsim.games
    >>> game = Transcript.traced(rbcore.variant("strict"), ["greedy", "uniform"], seed=1, game=5)
    >>> file = io.StringIO()
    >>> rbsim.games.write(file, [game])
    1
    >>> [again] = read(io.StringIO(file.getvalue()))
    >>> again == game
    True
    """
    if isinstance(source, str | Path):
        with open_plain(Path(source)) as file:
            yield from _games(_lines_of_file(file, str(source)), str(source))
    elif hasattr(source, "readline"):
        name = str(getattr(source, "name", "the text"))
        yield from _games(_lines_of_text(source, name), name)
    else:
        raise TypeError(f"{shown(source)} is neither a path nor a stream of text")


# ---- lines ----


@contextmanager
def _unpacked(file: IO[bytes]) -> Iterator[io.BufferedReader]:
    """Yield what a binary file holds; ValueError, also where it is read, for a damaged one."""
    plain = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    if plain.peek(len(GZIP)).startswith(GZIP):
        plain = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=plain, mode="rb")))
    try:
        yield plain
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise ValueError(f"the compressed data are damaged or cut off ({said})") from None


def _lines_of_file(file: IO[bytes], name: str) -> Lines:
    number = 0
    try:
        with _unpacked(file) as plain:
            begins = plain.peek(3)
            if begins.startswith(UTF_16):
                text = io.TextIOWrapper(plain, "utf-16", errors="strict", newline="\n")
                yield from _lines_of_text(text, name)
                return
            if begins.startswith(codecs.BOM_UTF8):
                plain.read(len(codecs.BOM_UTF8))
            while line := plain.readline(4 * MOST_LINE):  # a sign has four bytes at most
                number += 1
                yield number, _checked(line.decode(), f"{name}, line {number}")
    except UnicodeDecodeError:
        raise _Told(f"{name}, line {number}: this is not text in UTF-8") from None
    except _Told:
        raise
    except ValueError as error:
        raise _Told(f"{name}, line {number + 1}: {error}") from None


def _lines_of_text(text: TextIO, name: str) -> Lines:
    number = 0
    try:
        while line := text.readline(MOST_LINE + 2):
            number += 1
            if not isinstance(line, str):
                raise TypeError(f"{name} is a stream of bytes; open it as text")
            yield number, _checked(line.removeprefix("\ufeff"), f"{name}, line {number}")
    except UnicodeDecodeError:
        raise _Told(f"{name}, line {number + 1}: this is not text in its encoding") from None


class _Told(ValueError):
    """An error that names file and line."""


def _checked(line: str, where: str) -> str:
    """Return a line without its end. Raises ValueError for one with control characters."""
    line = line.removesuffix("\n").removesuffix("\r")
    if len(line) > MOST_LINE:
        raise _Told(f"{where}: a line has at most {MOST_LINE:,} characters")
    if sign := unwritten(line, but="\t"):
        raise _Told(f"{where}: it has {sign}")
    return line


# ---- games ----


def _games(lines: Iterable[tuple[int, str]], name: str) -> Iterator[Transcript]:
    """Yield the games of some lines."""
    game, line = None, 0
    try:
        for line, text in lines:
            header = LINE.fullmatch(text) if game is None or not game.is_in_comment else None
            if header and header[1] == FIRST:
                if game is not None:
                    yield game.end()
                game = _GameReader()
            if game is not None:
                game.take(line, text, header)
            elif text.strip():
                raise ValueError(f"a game begins with {FIRST}: NAME")
        if game is not None:
            yield game.end()
    except _Told:
        raise
    except ValueError as error:
        at = line if game is None else game.at
        raise _Told(f"{printable(name)}, line {at}: {printable(str(error))}") from None


class _GameReader:
    """One game while it is read, line by line."""

    def __init__(self) -> None:
        self.at = 0  # the line that is looked at
        self.is_in_comment = False
        self._header = Header()
        self._begun: Transcript | None = None  # once its position is known
        self._replay: Replay | None = None
        self._entries: list[str] = []
        self._comments: dict[int, list[str]] = {}
        self._is_numbered = False  # whether the number of a turn has just been read
        self._room = MOST_COMMENT

    def take(self, line: int, text: str, header: re.Match[str] | None) -> None:
        """Take a line; `header` are its parts if it looks like one of a header."""
        self.at = line
        if self._replay is None:
            if header is None:
                raise ValueError(
                    f"{shown(text)} is not KEY: VALUE; the last line of a header is {LAST}: LINE"
                )
            self._header.take(header[1], (header[2] or "").strip(), line)
            if header[1] == LAST:
                self._begun = self._header.transcript()
                self._replay = self._begun.begin()
            return
        if header is not None:
            raise ValueError(f"{header[1]}: stands behind {LAST}, which ends a header")
        for piece in PIECE.findall(text):
            self._take_piece(piece, self._replay)

    def _take_piece(self, piece: str, replay: Replay) -> None:
        """Take a brace, a word of a comment, the number of a turn, or an entry."""
        if piece in "{}":
            if self.is_in_comment == (piece == "{"):
                where = "in a comment" if self.is_in_comment else "where no comment has begun"
                raise ValueError(f"{piece} stands {where}")
            self.is_in_comment = not self.is_in_comment
        elif self.is_in_comment:
            self._room -= len(piece) + 1
            if self._room < 0:
                raise ValueError(f"comments of a game have at most {MOST_COMMENT:,} characters")
            self._comments.setdefault(len(self._entries), []).append(piece)
        elif NUMBER.fullmatch(piece):
            self._take_number(piece, replay)
        else:
            self._take_entry(piece, replay)

    def _take_number(self, piece: str, replay: Replay) -> None:
        if replay.game.is_over:
            raise ValueError(f"the game is over ({replay.game.outcome}); nothing follows")
        if self._is_numbered or not replay.begins_turn:
            raise ValueError(f"{shown(piece)} stands where no turn begins")
        if piece != f"{replay.turn}.":
            raise ValueError(f"{shown(piece)} stands where turn {replay.turn} begins")
        self._is_numbered = True

    def _take_entry(self, entry: str, replay: Replay) -> None:
        if replay.begins_turn and not replay.game.is_over and not self._is_numbered:
            raise ValueError(
                f"turn {replay.turn} begins with {shown(entry)}; its number is missing"
            )
        if len(self._entries) == MOST_ENTRIES:
            raise ValueError(f"a game has at most {MOST_ENTRIES:,} moves")
        replay.make(entry)
        self._entries.append(entry)
        self._is_numbered = False

    def end(self) -> Transcript:
        """Return the game as no more of it follows."""
        if self._begun is None or self._replay is None:
            raise ValueError(f"the game has no {LAST}: LINE")
        if self.is_in_comment:
            raise ValueError("the comment has no }")
        if self._is_numbered:
            raise ValueError(f"turn {self._replay.turn} has a number and no move")
        self._replay.close()
        end = self._replay.game
        wrong = wrong_end(self._begun, self._header.winner, end)
        if wrong:
            self.at = self._header.lines[wrong[0]]
            raise ValueError(wrong[1])
        comments = {at: " ".join(words) for at, words in self._comments.items()}
        scores = end.scores() if end.is_over else None
        return replace(self._begun, moves=tuple(self._entries), comments=comments,
                       outcome=end.outcome, scores=scores)  # fmt: skip


# ---- writing ----


def write(
    target: str | Path | TextIO, transcripts: Iterable[Transcript], *, force: bool = False
) -> int:
    """Write games to a game file, which docs/game-files.md describes.

    Parameters
    ----------
    target : path or text stream
        A name that ends in ``.games``, or in ``.gz`` for a compressed file; or an open stream of
        text. A file has its name when it is whole.
    transcripts : iterable of Transcript
        The games, one after another; each is replayed before it is written.
    force : bool
        Replace a file that exists.

    Returns
    -------
    int
        How many games were written.

    Raises
    ------
    ValueError
        For a game whose moves the rules forbid or whose header is not true, and for a name that
        cannot be written.

    Examples
    --------
    >>> import io, rbcore
    >>> game = Transcript.traced(rbcore.variant("standard"), ["greedy", "greedy"], seed=1, game=0)
    >>> file = io.StringIO()
    >>> write(file, [game])
    1
    >>> file.getvalue().splitlines()[0]
    'variant: standard'
    """
    count = 0
    if isinstance(target, str | Path):
        with GameFile(Path(target), force=force) as file:
            for transcript in transcripts:
                file.add(transcript)
        return file.games
    if not hasattr(target, "write"):
        raise TypeError(f"{shown(target)} is neither a path nor a stream to write to")
    for transcript in transcripts:
        target.write("\n" * (count > 0) + game_text(transcript))
        count += 1
    return count


class GameFile:
    """A game file that gets its name when it is whole, to which games are added one by one."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        check_target(path, force, *SUFFIXES)
        self.path = path
        self.games = 0
        self._stack = ExitStack()
        self._whole = WholeFile(path)
        self._out: IO[bytes] | None = None

    def add(self, transcript: Transcript) -> None:
        """Write another game."""
        assert self._out is not None
        text = "\n" * (self.games > 0) + game_text(transcript)
        with self._whole.named_by_errors():
            self._out.write(text.encode())
        self.games += 1

    def __enter__(self) -> Self:
        self._stack.enter_context(self._whole)
        self._stack.enter_context(self._whole.named_by_errors())
        self._out = self._whole.file
        if self.path.suffix == ".gz":  # of the same text the same bytes, so without a time
            packed = gzip.GzipFile(filename="", mode="wb", fileobj=self._out, mtime=0)
            self._out = cast(IO[bytes], self._stack.enter_context(packed))
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.__exit__(*raised)  # type: ignore[arg-type]


def game_text(transcript: Transcript) -> str:
    """Return a game as a game file has it; ValueError for one that is not true."""
    check_deal(transcript)
    replay = transcript.begin()
    turns: list[list[str]] = [_comment(transcript, 0)]
    for number, entry in enumerate(transcript.moves, 1):
        if replay.begins_turn or number == 1:
            turns.append([f"{replay.turn}."])
        replay.make(entry)
        turns[-1] += [entry, *_comment(transcript, number)]
    replay.close()
    if wrong := wrong_end(transcript, None, replay.game):
        raise ValueError(wrong[1])
    header = list(header_lines(transcript, replay.game))
    for line in header:
        if sign := unwritten(line, but="\t"):
            raise ValueError(f"{shown(line)} has {sign}, which no game file has")
    _check_names_and_places(transcript)
    return "\n".join([*header, "", *_wrapped(turns)]) + "\n"


def _comment(transcript: Transcript, number: int) -> list[str]:
    """Return the words of the comment behind so many entries, in braces; none if there is none."""
    text = " ".join(transcript.comments.get(number, "").split())
    if unwritten(text) or "{" in text or "}" in text:
        raise ValueError(f"the comment {shown(text)} has a brace or a control character inside")
    return f"{{{text}}}".split(" ") if text else []


def _check_names_and_places(transcript: Transcript) -> None:
    names, seats = transcript.players, transcript.rules.seats
    if names and (len(names) != seats or any(not one.strip() or ":" in one for one in names)):
        raise ValueError(
            f"players={shown(names)} are not {seats} names without colons, one for each seat"
        )
    for number in transcript.comments:
        if not 0 <= number <= len(transcript.moves):
            raise ValueError(
                f"a comment stands behind {number} entries; there are {len(transcript.moves)}"
            )


def _wrapped(turns: Iterable[list[str]]) -> Iterator[str]:
    """Yield lines: each turn begins one, and goes on in others."""
    for words in turns:
        if words:
            yield from textwrap.wrap(
                " ".join(words), WIDTH, subsequent_indent=INDENT, break_long_words=False,
                break_on_hyphens=False,
            )  # fmt: skip
