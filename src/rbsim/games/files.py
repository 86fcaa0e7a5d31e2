"""Files: games as text, compressed or not, written completely or not at all."""

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
from rbcore.cards.ranges import MAX_WORD, known_names, printable, shown, unwritten
from rbcore.rules.definition import hyphened, value_text
from rbcore.rules.limits import Limits
from rbcore.rules.variants import differences
from rbsim.arguments import checked
from rbsim.arms.arm import attention_of, join_seats, seat_texts
from rbsim.files import WholeFile, check_target, open_plain, user_path
from rbsim.games.transcript import UNFINISHED, Replay, Transcript

SUFFIXES = (".games", ".gz")
GZIP = b"\x1f\x8b"  # the first bytes of a compressed file
WIDTH = 100  # columns of a written line
INDENT = "    "  # before lines that continue a turn
MAX_LINE = 10_000  # characters
MAX_ENTRIES = 1_000_000  # of a game
MAX_COMMENT = 1_000_000  # characters of all comments of a game
TOKEN = re.compile(r"[{}]|[^\s{}]+")
TURN_NUMBER = re.compile(r"[0-9]+\.")
ESCAPED = re.compile("[\udc80-\udcff]")  # what stands for bytes that are not UTF-8
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
STANDARD = "standard"
FIRST, LAST = "variant", "position"  # keys of a header
ATTENTION_DEFAULTS = {"slip": "0", "watch": "1", "call": "always"}
HEADER_LINE = re.compile(r"([a-z][a-z-]*):(?: (.*))?")


@checked
def read(source: str | Path | TextIO) -> Iterator[Transcript]:
    """Read the games of a game file, which docs/game-files.md describes.

    Only one game at a time is in memory, however long the file is. Lines may end as on any system.
    A byte order mark is skipped.

    Parameters
    ----------
    source : path or text stream
        A file, compressed or not (its first bytes tell), or an open stream of text.

    Yields
    ------
    Transcript
        Each game, after all its moves have been replayed and its end agrees with its header.

    Raises
    ------
    ValueError
        For text that is not a game, in one sentence with file and line. The games before it have
        been yielded by then.
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
        with open_plain(user_path(source)) as file:
            yield from _games(lambda: _text_of(file), str(source))
    elif hasattr(source, "readline"):
        yield from _games(lambda: source, str(getattr(source, "name", "the text")))
    else:
        raise TypeError(f"{shown(source)} is neither a path nor a stream of text")


def _text_of(file: IO[bytes]) -> TextIO:
    """Return the text of a file, compressed or not; surrogates stand for bytes that are no text."""
    plain = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(Any, file))
    if plain.peek(len(GZIP)).startswith(GZIP):
        plain = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=plain, mode="rb")))
    encoding = "utf-16" if plain.peek(2).startswith(UTF_16) else "utf-8"
    return io.TextIOWrapper(plain, encoding, errors="surrogateescape", newline="\n")


def _games(opened: Callable[[], TextIO], name: str) -> Iterator[Transcript]:
    """Yield the games of a text; an error names the file and the line."""
    game: _GameReader | None = None
    number = 1  # of the line
    try:
        text = opened()
        while (line := _line(text, name)) is not None:
            in_comment = game is not None and game.is_in_comment
            header = None if in_comment else HEADER_LINE.fullmatch(line)
            if header and header[1] == FIRST:
                if game is not None:
                    yield game.end()
                game = _GameReader()
            if game is not None:
                game.take(number, line, header)
            elif line.strip():
                raise ValueError(f"a game begins with {FIRST}: NAME")
            number += 1
        if game is not None:
            yield game.end()
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise ValueError(
            f"{printable(name)}, line {number}: the compressed data are damaged or cut off "
            f"({reason})"
        ) from None
    except UnicodeDecodeError:
        raise ValueError(f"{name}, line {number}: not text in its encoding") from None
    except ValueError as error:
        wrong_line = number if game is None else game.wrong_line or number
        raise ValueError(f"{printable(name)}, line {wrong_line}: {printable(str(error))}") from None


def _line(text: TextIO, name: str) -> str | None:
    """Return the next line without its end, or None behind the last.

    Raises ValueError for a line that is too long, not UTF-8, or has a character that no game file
    has; TypeError for a stream of bytes.
    """
    line = text.readline(MAX_LINE + 2)
    if not line:
        return None
    if not isinstance(line, str):
        raise TypeError(f"{name} is a stream of bytes; open it as text")
    line = line.removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
    if len(line) > MAX_LINE:
        raise ValueError(f"a line has at most {MAX_LINE:,} characters")
    if ESCAPED.search(line):
        raise ValueError("this is not text in UTF-8")
    if sign := unwritten(line, but="\t"):
        raise ValueError(f"it has {sign}")
    return line


class _GameReader:
    """One game while it is read, line by line; whatever is wrong in it is a ValueError."""

    def __init__(self) -> None:
        self.wrong_line = 0  # the line to which an error of the end belongs, once that is read
        self.is_in_comment = False
        self._last_line = 0
        self._header: dict[str, Any] = {}
        self._lines: dict[str, int] = {}  # the line of each key of the header
        self._begun: Transcript | None = None  # the game without moves, once its header is read
        self._replay: Replay | None = None
        self._entries: list[str] = []
        self._comments: dict[int, list[str]] = {}
        self._is_numbered = False  # whether the number of a turn has just been read
        self._comment_room = MAX_COMMENT  # characters that comments may still have

    def take(self, number: int, line: str, header: re.Match[str] | None) -> None:
        """Take in the line of a number; `header` has its parts if it looks like one of a header."""
        self._last_line = number
        if self._replay is not None:
            if header is not None:
                raise ValueError(f"{header[1]}: comes after {LAST}, which must end the header")
            for token in TOKEN.findall(line):
                self._take_token(token, self._replay)
            return
        if header is None:
            raise ValueError(f"{shown(line)} is not KEY: VALUE; a header ends with {LAST}: LINE")
        read_key(self._header, header[1], (header[2] or "").strip())
        self._lines[header[1]] = number
        if header[1] == LAST:
            self._begun = begun(self._header)
            self._replay = self._begun.begin()

    def _take_token(self, token: str, replay: Replay) -> None:
        """Take in a brace, a word of a comment, the number of a turn, or an entry."""
        if token in "{}":
            if self.is_in_comment == (token == "{"):
                where = "inside a comment" if self.is_in_comment else "outside a comment"
                raise ValueError(f"{token} is {where}")
            self.is_in_comment = not self.is_in_comment
        elif self.is_in_comment:
            self._take_comment_word(token)
        elif TURN_NUMBER.fullmatch(token):
            self._take_turn_number(token, replay)
        else:
            self._take_entry(token, replay)

    def _take_comment_word(self, word: str) -> None:
        self._comment_room -= len(word) + 1
        if self._comment_room < 0:
            raise ValueError(f"the comments of a game have at most {MAX_COMMENT:,} characters")
        self._comments.setdefault(len(self._entries), []).append(word)

    def _take_turn_number(self, text: str, replay: Replay) -> None:
        turn = replay.game.turn + 1
        if replay.game.is_over:
            raise ValueError(f"the game is over ({replay.game.outcome}); nothing follows")
        if self._is_numbered or not replay.begins_turn:
            raise ValueError(f"{shown(text)} is not at the beginning of a turn")
        if text != f"{turn}.":
            raise ValueError(f"{shown(text)} is at the beginning of turn {turn}")
        self._is_numbered = True

    def _take_entry(self, entry: str, replay: Replay) -> None:
        if replay.begins_turn and not replay.game.is_over and not self._is_numbered:
            turn = replay.game.turn + 1
            raise ValueError(f"turn {turn} begins with {shown(entry)}; its number is missing")
        if len(self._entries) == MAX_ENTRIES:
            raise ValueError(f"a game has at most {MAX_ENTRIES:,} moves")
        replay.make(entry)
        self._entries.append(entry)
        self._is_numbered = False

    def end(self) -> Transcript:
        """Return the game, of which no more follows."""
        self.wrong_line = self._last_line
        if self._begun is None or self._replay is None:
            raise ValueError(f"the game has no {LAST}: LINE")
        if self.is_in_comment:
            raise ValueError("the comment has no }")
        if self._is_numbered:
            raise ValueError(f"turn {self._replay.game.turn + 1} has a number but no move")
        self._replay.close()
        end = self._replay.game
        if contradiction := contradiction_of(self._begun, self._header.get("winner"), end):
            key, message = contradiction
            self.wrong_line = self._lines[key]
            raise ValueError(message)
        return replace(
            self._begun,
            moves=tuple(self._entries),
            comments={entries: " ".join(words) for entries, words in self._comments.items()},
            outcome=end.outcome or self._begun.outcome,
            scores=end.scores() if end.is_over else None,
        )


# ---- writing ----


@checked
def write(
    target: str | Path | TextIO, transcripts: Iterable[Transcript], *, force: bool = False
) -> int:
    """Write games to a game file, which docs/game-files.md describes.

    Parameters
    ----------
    target : path or text stream
        A name that ends in ``.games``, or in ``.gz`` for a compressed file; or an open stream of
        text. A file appears under its name only when it is complete.
    transcripts : iterable of Transcript
        The games, one after another. Each is replayed before it is written.
    force : bool
        Whether to replace a file that exists.

    Returns
    -------
    int
        How many games were written.

    Raises
    ------
    ValueError
        For a game whose moves the rules forbid or contradict its header, and for a name that
        cannot be written.
    TypeError
        For a target that is neither a path nor a stream.

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
    if not isinstance(target, str | Path):
        if not hasattr(target, "write"):
            raise TypeError(f"{shown(target)} is neither a path nor a stream to write to")
        return _write_games(target.write, transcripts)
    path = user_path(target)
    check_target(path, force, *SUFFIXES)
    with ExitStack() as stack:
        whole = stack.enter_context(WholeFile(path))
        stack.enter_context(whole.named_by_errors())
        file: IO[bytes] = whole.file
        if path.suffix == ".gz":
            # Without a time, so that the same text gives the same bytes.
            file = cast(IO[bytes], gzip.GzipFile("", "wb", fileobj=whole.file, mtime=0))
            stack.enter_context(file)
        return _write_games(lambda text: file.write(text.encode()), transcripts)


def _write_games(write_text: Callable[[str], object], transcripts: Iterable[Transcript]) -> int:
    """Write games with an empty line between them; return how many there were."""
    count = 0
    for transcript in transcripts:
        if not isinstance(transcript, Transcript):
            raise TypeError(f"transcripts contain {shown(transcript)}, which is not a Transcript")
        if count > 0:
            write_text("\n")
        write_text(game_text(transcript))
        count += 1
    return count


def game_text(transcript: Transcript) -> str:
    """Return a game as a game file has it.

    Raises ValueError for a game that no file can have: its moves are forbidden or contradict what
    the transcript says of it, or it has names, comments or values that cannot be written.
    """
    _check_writable(transcript)
    check_deal(transcript)
    replay = transcript.begin()
    turns = [_comment(transcript, 0)]
    for number, entry in enumerate(transcript.moves, 1):
        if replay.begins_turn or number == 1:
            turns.append([f"{replay.game.turn + 1}."])
        replay.make(entry)
        turns[-1] += [entry, *_comment(transcript, number)]
    replay.close()
    if contradiction := contradiction_of(transcript, None, replay.game):
        raise ValueError(contradiction[1])
    lines = list(head_lines(transcript, replay.game))
    for line in lines:
        if sign := unwritten(line, but="\t"):
            raise ValueError(f"{shown(line)} has {sign}, which game files cannot have")
    lines.append("")
    for words in turns:
        lines += textwrap.wrap(
            " ".join(words),
            WIDTH,
            subsequent_indent=INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def _check_writable(transcript: Transcript) -> None:
    """Raise ValueError for names of players, or comments, for which a file has no place."""
    names, seats = transcript.players, transcript.rules.seats
    if names:
        are_names = all(name.strip() and ":" not in name for name in names)
        if len(names) != seats or not are_names:
            raise ValueError(
                f"players={shown(names)} are not {seats} names without colons, one a seat"
            )
    moves = len(transcript.moves)
    for number in transcript.comments:
        if not 0 <= number <= moves:
            raise ValueError(f"a comment comes after {number} entries, but there are {moves}")


def _comment(transcript: Transcript, number: int) -> list[str]:
    """Return the words, in braces, of the comment behind so many entries; none if there is none.

    Raises ValueError for a comment with a brace or a control character.
    """
    text = " ".join(transcript.comments.get(number, "").split())
    if unwritten(text) or "{" in text or "}" in text:
        raise ValueError(f"the comment {shown(text)} contains a brace or a control character")
    return f"{{{text}}}".split(" ") if text else []


# ---- headers: what decided a game, and how it ended ----


def head_lines(transcript: Transcript, end: rbcore.Game) -> Iterator[str]:
    """Yield the header of a game, given how it stands after its last move."""
    rules, attention = transcript.rules, transcript.attention
    changes = differences(rules, rbcore.variant(STANDARD)).items()
    axes = ",".join(f"{hyphened(axis)}={value_text(value)}" for axis, value in changes)
    limits = vars(transcript.limits).items()
    values = {
        FIRST: rbcore.variant_text(rules),
        "axes": axes or None,
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
        "outcome": end.outcome or transcript.outcome,
        "winner": end.winner if end.outcome == "win" else None,
        "scores": ",".join(map(str, end.scores())) if end.is_over else None,
        LAST: transcript.start.notation,
    }
    for key, value in values.items():
        if value is not None:
            yield f"{key}: {value}"


def read_key(values: dict[str, Any], key: str, text: str) -> None:
    """Read a line of a header into `values`; raise ValueError for a wrong key or value."""
    if key not in READERS:
        raise ValueError(f"{key[:40]} is not a key of a header; {known_names(key, READERS)}")
    if key in values:
        raise ValueError(f"{key}: the key is repeated")
    values[key] = rbcore.variant(text) if key == FIRST else READERS[key](key, text, values[FIRST])


def begun(values: Mapping[str, Any]) -> Transcript:
    """Return the game of a header, without moves; raise ValueError if it is not dealt so."""
    attention = None
    if "slip" in values:
        attention = _attention_of(values, values[FIRST])
    elsewhere = (FIRST, LAST, "axes", "winner", *ATTENTION_DEFAULTS)
    fields = {key.replace("-", "_"): value for key, value in values.items() if key not in elsewhere}
    transcript = Transcript(values[LAST], (), attention=attention, **fields)
    check_deal(transcript)
    return transcript


def _attention_of(values: Mapping[str, Any], rules: rbcore.Rules) -> tuple[rbcore.Attention, ...]:
    """Return the attention of the seats by a header; raise ValueError if a value is wrong."""
    texts = {key: values.get(key, default) for key, default in ATTENTION_DEFAULTS.items()}
    return attention_of(texts["slip"], texts["watch"], rules.seats, texts["call"])


def check_deal(transcript: Transcript) -> None:
    """Raise ValueError if a game of a seed does not begin as it is dealt (2, 3).

    The deals of another version of the games are not known here, so these are not checked.
    """
    seed, game, version = transcript.seed, transcript.game, transcript.games_version
    is_numbered = transcript.match or transcript.shuffle or transcript.replicate
    if seed is None and game is None and version is None and not is_numbered:
        return
    if seed is None or game is None or version is None:
        raise ValueError("give all of seed, game and games-version, or none of them")
    match = transcript.match
    if match is not None and game // rbcore.MATCH_GAMES != match:
        raise ValueError(
            f"match: game {game} belongs to match {game // rbcore.MATCH_GAMES}, not {match}"
        )
    if version != rbcore.GAMES_VERSION:
        return
    rules, start = transcript.rules, transcript.start
    if match is not None and rules.starter == "alternate":  # 3.5
        rules = replace(rules, starter=f"seat-{start.seat}")
    if rbcore.Position.deal(rules, seed, game, transcript.shuffle).notation != start.notation:
        raise ValueError(
            f"position: this is not the deal of game {game} of seed {seed}; if it is another game, "
            "leave out seed, game and games-version"
        )
    if transcript.starter != start.seat:
        raise ValueError(f"starter: seat {start.seat} starts game {game} of seed {seed}")


def contradiction_of(
    transcript: Transcript, winner: int | None, end: rbcore.Game
) -> tuple[str, str] | None:
    """Return the first claim about a game's end that its moves contradict, if there is one.

    Parameters
    ----------
    transcript : Transcript
        The game, whose outcome and scores are claims.
    winner : int, optional
        The seat that is said to win.
    end : Game
        The game after its last move.

    Returns
    -------
    pair of str, or None
        The key of the claim in a header, and what is wrong in a sentence.
    """
    claims = {"outcome": transcript.outcome, "winner": winner, "scores": transcript.scores}
    truths: dict[str, object] = {}
    if end.is_over:
        truths = {"outcome": end.outcome, "winner": end.winner, "scores": end.scores()}
    elif claims["outcome"] == UNFINISHED:  # as a turn of a player in Python was too long
        claims["outcome"] = None
    for key, claim in claims.items():
        if claim is not None and claim != truths.get(key):
            if not end.is_over:
                return key, f"{key}: the game is not over after its last move"
            return key, f"{key}: the moves lead to {truths[key]}, not to {claim}"
    return None


# ---- values of a header: each function reads the text of a key, or raises ValueError ----


def _number(key: str, text: str, rules: rbcore.Rules, maximum: int = MAX_WORD) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= maximum):
        raise ValueError(f"{key}: {shown(text)} is not a whole number from 0 to {maximum}")
    return int(text)


def _seat(key: str, text: str, rules: rbcore.Rules) -> int:
    return _number(key, text, rules, rules.seats - 1)


def _axes(key: str, text: str, rules: rbcore.Rules) -> None:
    """Check that axes fit the variant, whose preset may have changed since the file was written."""
    written = rbcore.variant(f"{STANDARD},{text}")
    if written != rules:
        raise ValueError(
            f"axes: these belong to {rbcore.variant_text(written)}, "
            f"not to {rbcore.variant_text(rules)}"
        )


def _players(key: str, text: str, rules: rbcore.Rules) -> tuple[str, ...]:
    names = text.split(":")
    if "" in names or len(names) not in (1, rules.seats):
        raise ValueError(f"players: {shown(text)} is not one name, or {rules.seats} with colons")
    return tuple(names * rules.seats if len(names) == 1 else names)


def _attention(key: str, text: str, rules: rbcore.Rules) -> str:
    """Check one of slip, watch and call by itself; `begun` reads them together."""
    _attention_of({key: text}, rules)
    return text


def _limits(key: str, text: str, rules: rbcore.Rules) -> Limits:
    known = {hyphened(name): name for name in vars(Limits())}
    limits: dict[str, int] = {}
    for item in text.split(","):
        name, _, number = item.partition("=")
        if name not in known or known[name] in limits:
            raise ValueError(
                f"limits: {shown(item)} is not one of max-turns=N, max-moves=N and "
                "search-limit=N, each once"
            )
        limits[known[name]] = _number(name, number, rules)
    return Limits(**limits)


def _outcome(key: str, text: str, rules: rbcore.Rules) -> str:
    if text not in OUTCOMES:
        raise ValueError(f"outcome: {shown(text)} is not one of {', '.join(OUTCOMES)}")
    return text


def _scores(key: str, text: str, rules: rbcore.Rules) -> tuple[int, ...]:
    numbers = text.split(",")
    are_whole = all(re.fullmatch(r"-?[0-9]{1,9}", number) for number in numbers)
    if len(numbers) != rules.seats or not are_whole:
        raise ValueError(f"scores: {shown(text)} is not {rules.seats} whole numbers with commas")
    return tuple(map(int, numbers))


READERS: dict[str, Callable[[str, str, rbcore.Rules], Any]] = {
    FIRST: lambda key, text, rules: rules,
    "axes": _axes,
    **dict.fromkeys(("games-version", "seed", "game", "shuffle", "replicate", "match"), _number),
    "players": _players,
    **dict.fromkeys(ATTENTION_DEFAULTS, _attention),
    "slips-version": _number,
    "limits": _limits,
    "starter": _seat,
    "outcome": _outcome,
    "winner": _seat,
    "scores": _scores,
    LAST: lambda key, text, rules: rbcore.Position.parse(text, rules),
}
