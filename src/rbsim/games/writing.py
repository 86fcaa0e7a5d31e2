"""Writing: transcripts as the text of a game file, and game files that are whole or not there."""

import textwrap
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self, TextIO

from rbcore.cards.ranges import shown, unwritten
from rbsim.files import WholeFile, check_target
from rbsim.games import compression
from rbsim.games.header import check_deal, header_lines, wrong_end
from rbsim.games.transcript import Transcript

WIDTH, INDENT = 100, "    "  # columns; of lines that go on


def write(
    target: str | Path | TextIO, transcripts: Iterable[Transcript], *, force: bool = False
) -> int:
    """Write games to a game file, which docs/game-files.md describes.

    Parameters
    ----------
    target : path or text stream
        A name that ends in ``.games``, or in ``.gz`` or ``.zst`` for a compressed file; or an open
        stream of text. A file has its name when it is whole.
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
        check_target(path, force, *compression.SUFFIXES)
        if path.suffix == ".zst":
            compression.zstd_module()  # a missing package is told of before the file is begun
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
        self._out = self._stack.enter_context(
            compression.compressing(self._whole.file, self.path.suffix)
        )
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
