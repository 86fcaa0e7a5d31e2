"""Files: games as text, with gzip or without, written whole or not at all, and read one by one."""

import codecs
import gzip
import io
import re
import textwrap
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, TextIO, cast

import rbcore
from rbcore.board.notation import OUTCOMES
from rbcore.cards.ranges import MOST_WORD, known_names, printable, shown, unwritten
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.limits import Limits
from rbcore.rules.variants import differences
from rbsim.arms.arm import attention_of, join_seats, seat_texts
from rbsim.files import WholeFile, check_target, open_plain
from rbsim.games.transcript import Replay, Transcript

SUFFIXES = (".games", ".gz")
GZIP = b"\x1f\x8b"  # its first bytes
WIDTH, INDENT = 100, "    "  # columns; of lines that go on
MOST_LINE = 10_000  # characters
MOST_ENTRIES = 1_000_000  # of a game
MOST_COMMENT = 1_000_000  # characters, of all comments of a game
PIECE = re.compile(r"[{}]|[^\s{}]+")
NUMBER = re.compile(r"[0-9]+\.")
ESCAPED = re.compile("[\udc80-\udcff]")  # bytes that are no text
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
STANDARD = "standard"
FIRST, LAST = "variant", "position"
DEFAULTS = {"slip": "0", "watch": "1", "call": "always"}  # of what says how attentive seats are
LINE = re.compile(r"([a-z][a-z-]*):(?: (.*))?")


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
    >>> game = Transcript.traced("strict", ["greedy", "uniform"], seed=1, game=5)
    >>> file = io.StringIO()
    >>> rbsim.games.write(file, [game])
    1
    >>> [again] = read(io.StringIO(file.getvalue()))
    >>> again == game
    True
    """
    if isinstance(source, str | Path):
        with open_plain(Path(source)) as file:
            yield from _games(lambda: _text_of(file), str(source))
    elif hasattr(source, "readline"):
        yield from _games(lambda: source, str(getattr(source, "name", "the text")))
    else:
        raise TypeError(f"{shown(source)} is neither a path nor a stream of text")


def _text_of(file: IO[bytes]) -> TextIO:
    """Return the text of a file, compressed or not; of bytes that are none there are surrogates."""
    plain = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    if plain.peek(len(GZIP)).startswith(GZIP):
        plain = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=plain, mode="rb")))
    encoding = "utf-16" if plain.peek(2).startswith(UTF_16) else "utf-8"
    return io.TextIOWrapper(plain, encoding, errors="surrogateescape", newline="\n")


def _games(opened: Callable[[], TextIO], name: str) -> Iterator[Transcript]:
    """Yield the games of a text; errors name the line."""
    game, at = None, 1
    try:
        text = opened()
        while (line := _line(text, name)) is not None:
            header = LINE.fullmatch(line) if game is None or not game.is_in_comment else None
            if header and header[1] == FIRST:
                if game is not None:
                    at -= 1
                    yield game.end()
                    at += 1
                game = _GameReader()
            if game is not None:
                game.take(at, line, header)
            elif line.strip():
                raise ValueError(f"a game begins with {FIRST}: NAME")
            at += 1
        if game is not None:
            at -= 1
            yield game.end()
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        said = f"the compressed data are damaged or cut off ({said})"
        raise ValueError(f"{printable(name)}, line {at}: {said}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{name}, line {at}: this is not text in its encoding") from None
    except ValueError as error:
        at = game.wrong or at if game is not None else at
        raise ValueError(f"{printable(name)}, line {at}: {printable(str(error))}") from None


def _line(text: TextIO, name: str) -> str | None:
    """Return the next line without its end; None if there is none. ValueError for no such line."""
    if not (line := text.readline(MOST_LINE + 2)):
        return None
    if not isinstance(line, str):
        raise TypeError(f"{name} is a stream of bytes; open it as text")
    line = line.removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
    if len(line) > MOST_LINE:
        raise ValueError(f"a line has at most {MOST_LINE:,} characters")
    if ESCAPED.search(line):
        raise ValueError("this is not text in UTF-8")
    if sign := unwritten(line, but="\t"):
        raise ValueError(f"it has {sign}")
    return line


class _GameReader:
    """One game while it is read, line by line."""

    def __init__(self) -> None:
        self.wrong = 0  # the line of the header that is wrong, if its end is
        self.is_in_comment = False
        self._header: dict[str, Any] = {}
        self._lines: dict[str, int] = {}  # of its keys
        self._begun: Transcript | None = None  # once its position is known
        self._replay: Replay | None = None
        self._entries: list[str] = []
        self._comments: dict[int, list[str]] = {}
        self._is_numbered = False  # whether the number of a turn has just been read
        self._room = MOST_COMMENT

    def take(self, at: int, line: str, header: re.Match[str] | None) -> None:
        """Take a line; `header` are its parts if it looks like one of a header."""
        if self._replay is not None:
            if header is not None:
                raise ValueError(f"{header[1]}: stands behind {LAST}, which ends a header")
            for piece in PIECE.findall(line):
                self._take_piece(piece, self._replay)
            return
        if header is None:
            raise ValueError(f"{shown(line)} is not KEY: VALUE; a header ends with {LAST}: LINE")
        read_key(self._header, header[1], (header[2] or "").strip())
        self._lines[header[1]] = at
        if header[1] == LAST:
            self._begun = begun(self._header)
            self._replay = self._begun.begin()

    def _take_piece(self, piece: str, replay: Replay) -> None:
        """Take a brace, a word of a comment, the number of a turn, or an entry."""
        turn = replay.game.turn + 1
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
            if replay.game.is_over:
                raise ValueError(f"the game is over ({replay.game.outcome}); nothing follows")
            if self._is_numbered or not replay.begins_turn:
                raise ValueError(f"{shown(piece)} stands where no turn begins")
            if piece != f"{turn}.":
                raise ValueError(f"{shown(piece)} stands where turn {turn} begins")
            self._is_numbered = True
        else:
            if replay.begins_turn and not replay.game.is_over and not self._is_numbered:
                raise ValueError(f"turn {turn} begins with {shown(piece)}; its number is missing")
            if len(self._entries) == MOST_ENTRIES:
                raise ValueError(f"a game has at most {MOST_ENTRIES:,} moves")
            replay.make(piece)
            self._entries.append(piece)
            self._is_numbered = False

    def end(self) -> Transcript:
        """Return the game as no more of it follows."""
        if self._begun is None or self._replay is None:
            raise ValueError(f"the game has no {LAST}: LINE")
        if self.is_in_comment:
            raise ValueError("the comment has no }")
        if self._is_numbered:
            raise ValueError(f"turn {self._replay.game.turn + 1} has a number and no move")
        self._replay.close()
        end = self._replay.game
        if wrong := wrong_end(self._begun, self._header.get("winner"), end):
            self.wrong = self._lines[wrong[0]]
            raise ValueError(wrong[1])
        comments = {at: " ".join(words) for at, words in self._comments.items()}
        scores = end.scores() if end.is_over else None
        return replace(
            self._begun,
            moves=tuple(self._entries),
            comments=comments,
            outcome=end.outcome,
            scores=scores,
        )


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
    >>> game = Transcript.traced("standard", ["greedy", "greedy"], seed=1, game=0)
    >>> file = io.StringIO()
    >>> write(file, [game])
    1
    >>> file.getvalue().splitlines()[0]
    'variant: standard'
    """
    count, out, is_named = 0, cast(Any, target), isinstance(target, str | Path)
    with ExitStack() as stack:
        if isinstance(target, str | Path):
            check_target(path := Path(target), force, *SUFFIXES)
            whole = stack.enter_context(WholeFile(path))
            stack.enter_context(whole.named_by_errors())
            out = whole.file
            if path.suffix == ".gz":  # of the same text the same bytes, so without a time
                out = stack.enter_context(gzip.GzipFile("", "wb", fileobj=out, mtime=0))
        elif not hasattr(target, "write"):
            raise TypeError(f"{shown(target)} is neither a path nor a stream to write to")
        for count, transcript in enumerate(transcripts, 1):
            text = "\n" * (count > 1) + game_text(transcript)
            out.write(text.encode() if is_named else text)
    return count


def game_text(transcript: Transcript) -> str:
    """Return a game as a game file has it; ValueError for one that is not true."""
    names, seats, moves = transcript.players, transcript.rules.seats, len(transcript.moves)
    if names and (len(names) != seats or any(not one.strip() or ":" in one for one in names)):
        raise ValueError(f"players={shown(names)} are not {seats} names without colons, one a seat")
    if strange := [number for number in transcript.comments if not 0 <= number <= moves]:
        raise ValueError(f"a comment stands behind {strange[0]} entries; there are {moves}")
    check_deal(transcript)
    replay = transcript.begin()
    turns: list[list[str]] = [_comment(transcript, 0)]
    for number, entry in enumerate(transcript.moves, 1):
        if replay.begins_turn or number == 1:
            turns.append([f"{replay.game.turn + 1}."])
        replay.make(entry)
        turns[-1] += [entry, *_comment(transcript, number)]
    replay.close()
    if wrong := wrong_end(transcript, None, replay.game):
        raise ValueError(wrong[1])
    header = list(head_lines(transcript, replay.game))
    for line in header:
        if sign := unwritten(line, but="\t"):
            raise ValueError(f"{shown(line)} has {sign}, which no game file has")
    lines = [
        line
        for words in turns
        for line in textwrap.wrap(
            " ".join(words),
            WIDTH,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    ]
    return "\n".join([*header, "", *lines]) + "\n"


def _comment(transcript: Transcript, number: int) -> list[str]:
    """Return the words of the comment behind so many entries, in braces; none if there is none."""
    text = " ".join(transcript.comments.get(number, "").split())
    if unwritten(text) or "{" in text or "}" in text:
        raise ValueError(f"the comment {shown(text)} has a brace or a control character inside")
    return f"{{{text}}}".split(" ") if text else []


# ---- headers: what decided a game, and how it ended ----


def head_lines(transcript: Transcript, end: rbcore.Game) -> Iterator[str]:
    """Yield the header of a game, given how it stands after its last move."""
    rules, attention = transcript.rules, transcript.attention
    changes = differences(rules, rbcore.variant(STANDARD)).items()
    limits = vars(transcript.limits).items()
    values = {
        FIRST: rbcore.variant_text(rules),
        "axes": ",".join(f"{hyphened(axis)}={value_text(value)}" for axis, value in changes)
        or None,
        "games-version": transcript.games_version,
        "seed": transcript.seed,
        "game": transcript.game,
        "shuffle": transcript.shuffle or None,
        "replicate": transcript.replicate or None,
        "match": transcript.match,
        "players": join_seats(transcript.players) if transcript.players else None,
        **seat_texts(attention),
        "slips-version": attention and transcript.slips_version,
        "limits": ",".join(f"{hyphened(name)}={number}" for name, number in limits),
        "starter": transcript.starter,
        "outcome": end.outcome,
        "winner": end.winner if end.outcome == "win" else None,
        "scores": ",".join(map(str, end.scores())) if end.is_over else None,
        LAST: transcript.start.notation,
    }
    for key, value in values.items():
        if value is not None:
            yield f"{key}: {value}"


def read_key(values: dict[str, Any], key: str, text: str) -> None:
    """Take a line of a header; ValueError for one that is wrong."""
    if key not in READERS:
        raise ValueError(f"{key[:40]} is no key of a header; {known_names(key, READERS)}")
    if key in values:
        raise ValueError(f"{key}: the key stands twice")
    values[key] = rbcore.variant(text) if key == FIRST else READERS[key](key, text, values[FIRST])


def begun(values: Mapping[str, Any]) -> Transcript:
    """Return the game of a header, without moves."""
    usual = [values.get(key, own) for key, own in DEFAULTS.items()]
    slip, watch, call, rules = *usual, values[FIRST]
    attention = attention_of(slip, watch, rules.seats, call) if "slip" in values else None
    apart = (FIRST, LAST, "axes", "winner", *DEFAULTS)
    named = {key.replace("-", "_"): one for key, one in values.items() if key not in apart}
    made = Transcript(values[LAST], (), attention=attention, **named)
    check_deal(made)
    return made


def check_deal(transcript: Transcript) -> None:
    """Raise ValueError if a game of a seed does not begin as it is dealt (2, 3)."""
    numbers = (transcript.seed, transcript.game, transcript.games_version)
    others = (transcript.match or None, transcript.shuffle or None, transcript.replicate or None)
    if numbers == (None, None, None) and others == (None, None, None):
        return
    seed, game, version = numbers
    if seed is None or game is None or version is None:
        raise ValueError("seed, game and games-version stand together, or none of them")
    match = transcript.match
    if match is not None and game // rbcore.MATCH_GAMES != match:
        raise ValueError(
            f"match: game {game} is of match {game // rbcore.MATCH_GAMES}, not {match}"
        )
    if version != rbcore.GAMES_VERSION:
        return  # whose deals nobody knows here
    rules, start = transcript.rules, transcript.start
    if match is not None and rules.starter == "alternate":  # 3.5
        rules = replace(rules, starter=f"seat-{start.seat}")
    if rbcore.Position.deal(rules, seed, game, transcript.shuffle).notation != start.notation:
        raise ValueError(
            f"position: this is not how game {game} of seed {seed} is dealt; leave out seed, game "
            "and games-version if it is another game"
        )
    if transcript.starter != start.seat:
        raise ValueError(f"starter: seat {start.seat} starts game {game} of seed {seed}")


def wrong_end(
    transcript: Transcript, winner: int | None, end: rbcore.Game
) -> tuple[str, str] | None:
    """Return the key of what is said of the end and is not so, and a sentence; None if all is."""
    said = {"outcome": transcript.outcome, "winner": winner, "scores": transcript.scores}
    found: dict[str, object] = dict.fromkeys(said)
    if end.is_over:
        found = {"outcome": end.outcome, "winner": end.winner, "scores": end.scores()}
    for key, value in said.items():
        if value is not None and value != found[key]:
            if not end.is_over:
                return key, f"{key}: the game is not over after its last move"
            return key, f"{key}: the moves lead to {found[key]}, not to {value}"
    return None


# ---- values of a header ----


def _number(key: str, text: str, rules: rbcore.Rules, most: int = MOST_WORD) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= most):
        raise ValueError(f"{key}: {shown(text)} is not a whole number from 0 to {most}")
    return int(text)


def _seat(key: str, text: str, rules: rbcore.Rules) -> int:
    return _number(key, text, rules, rules.seats - 1)


def _axes(key: str, text: str, rules: rbcore.Rules) -> None:
    """Check axes: a preset may have had others when the file was written."""
    own = rbcore.variant(f"{STANDARD},{text}")
    if own != rules:
        raise ValueError(
            f"axes: these are those of {rbcore.variant_text(own)}, "
            f"not of {rbcore.variant_text(rules)}"
        )


def _players(key: str, text: str, rules: rbcore.Rules) -> tuple[str, ...]:
    names = text.split(":")
    if "" in names or len(names) not in (1, rules.seats):
        raise ValueError(f"players: {shown(text)} is not one name, or {rules.seats} with colons")
    return tuple(names * rules.seats if len(names) == 1 else names)


def _attention(key: str, text: str, rules: rbcore.Rules) -> str:
    slip, watch, call = (DEFAULTS | {key: text}).values()
    attention_of(slip, watch, rules.seats, call)
    return text


def _limits(key: str, text: str, rules: rbcore.Rules) -> Limits:
    given: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        if name not in map(hyphened, vars(Limits())) or name.replace("-", "_") in given:
            raise ValueError(
                f"limits: {shown(part)} is not one of max-turns=N, max-moves=N and "
                "search-limit=N, each once"
            )
        given[name.replace("-", "_")] = _number(name, number, rules)
    return Limits(**given)


def _outcome(key: str, text: str, rules: rbcore.Rules) -> str:
    if text not in OUTCOMES:
        raise ValueError(f"outcome: {shown(text)} is not one of {', '.join(OUTCOMES)}")
    return text


def _scores(key: str, text: str, rules: rbcore.Rules) -> tuple[int, ...]:
    parts = text.split(",")
    if len(parts) != rules.seats or not all(re.fullmatch(r"-?[0-9]{1,9}", one) for one in parts):
        raise ValueError(f"scores: {shown(text)} is not {rules.seats} whole numbers with commas")
    return tuple(map(int, parts))


READERS: dict[str, Callable[[str, str, rbcore.Rules], Any]] = {
    FIRST: lambda key, text, rules: rules,
    "axes": _axes,
    **dict.fromkeys(("games-version", "seed", "game", "shuffle", "replicate", "match"), _number),
    "players": _players,
    **dict.fromkeys(DEFAULTS, _attention),
    "slips-version": _number,
    "limits": _limits,
    "starter": _seat,
    "outcome": _outcome,
    "winner": _seat,
    "scores": _scores,
    LAST: lambda key, text, rules: rbcore.Position.parse(text, rules),
}
