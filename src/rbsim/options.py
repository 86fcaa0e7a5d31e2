"""Options: what all studies share, as one frozen record that is passed whole.

Each field has its type, its default and its words. The signatures and docstrings of studies, the
options of the command line and the keys of plans are made of these fields.
"""

import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict, get_type_hints

from rbcore.cards.ranges import check_whole, shown
from rbcore.rules.definition import hyphened
from rbcore.rules.limits import Limits

LEVEL = 0.95  # of intervals
SEED = 1
# Moves in one turn of a player in Python; random play has made 800 in 450,000 turns.
TURN_MOVES = 2_000

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")  # of no path, as s3://bucket; a Path has one /
Progress = Callable[[int, int], None]  # called with the games or deals done, and those in all
Slip = float | str | Mapping[str, float]
Slips = Slip | Sequence[Slip]
Noticing = float | str | Sequence[float | str]
Calls = str | Sequence[str]


def option(default: Any, words: str, *, group: str = "More", plays: bool = True) -> Any:
    """Return the field of an option.

    `group` is the panel of the help in which the option stands. `plays` says that the option
    decides which games are played, so that a plan may name it.
    """
    return field(default=default, metadata={"words": words, "group": group, "plays": plays})


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """The options that all studies share, those of patience included."""

    seed: int = option(SEED, "Seed, 0 to 2**64-1.", group="Common")
    until: str | float | None = option(
        None,
        "Play until `of` is known to plus or minus this: 0.5% is 0.5 points, 10%-of-itself a tenth "
        "of the figure, 0.5 of turns half a turn; --games is the most then.",
        group="Common",
    )
    of: str | None = option(
        None,
        "Quantity to estimate, such as stalemate or turns; `until` refers to it.",
        group="Common",
    )
    time: str | float | None = option(
        None,
        "Play for so long, as 90s, 2min or 1h; the output has the number of games that gives the "
        "same. --games is then the most, unless it is the default.",
        group="Common",
        plays=False,
    )
    store: str | Path | None = option(
        None,
        "Folder that keeps a row of every game, and from which a run goes on.",
        group="Common",
        plays=False,
    )
    threads: int | None = option(
        None, "Threads; all cores unless given.", group="Common", plays=False
    )
    level: float = option(LEVEL, "Level of all intervals.", group="Common", plays=False)
    first: int = option(0, "Number in the seed of the first game.")
    shard: str | None = option(
        None,
        "Play one shard of the games, 3/8 for the third of eight, which `rbsim merge` adds up.",
        plays=False,
    )
    rows: bool = option(False, "Keep a row of each game in `Result.games`.", plays=False)
    executor: Executor | None = option(
        None, "Plays the games in other processes or on other machines.", plays=False
    )
    progress: Progress | bool | None = option(
        None,
        "True for a bar, which a notebook has unasked after some seconds; or called with "
        "(games or deals done, those in all).",
        plays=False,
    )

    def __post_init__(self) -> None:
        """Check what nothing else reads before games are played."""
        if not isinstance(self.rows, bool):
            raise TypeError(f"rows={shown(self.rows)} is neither True nor False")
        if self.time is not None:
            read_seconds(self.time)
        if not isinstance(self.store, str | os.PathLike | None):
            raise TypeError(f"store={shown(self.store)} is no path of a folder")
        if self.store is not None and (scheme := SCHEME.match(os.fspath(self.store))):
            address = f"{scheme[1]}://{os.fspath(self.store)[scheme.end() :].lstrip('/')}"
            raise ValueError(
                f"{option_text('store', address)} is no folder: a store needs locks and names that "
                f"change at once, which {scheme[1]}:// lacks; name a folder, and copy it there"
            )
        if not isinstance(self.progress, bool | None) and not callable(self.progress):
            raise TypeError(
                f"progress={shown(self.progress)} is neither True, False nor a function of two "
                "numbers"
            )
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise TypeError(f"executor={shown(self.executor)} is no concurrent.futures.Executor")


@dataclass(frozen=True, kw_only=True)
class GameOptions(StudyOptions):
    """The options of studies of Russian Bank: those of all studies, and what games have."""

    shuffle: int = option(0, "Another shuffle of the cards that lie face down when a game begins.")
    replicate: int = option(0, "Another stream of what players draw in the same deals.")
    max_turns: int = option(Limits.max_turns, "Turns after which a game is unfinished (7.5).")
    max_moves: int = option(Limits.max_moves, "Moves after which a game is unfinished (7.5).")
    search_limit: int = option(Limits.search_limit, "Work limit of a stalemate search (7.6).")
    max_turn_moves: int = option(
        TURN_MOVES, "Moves in a turn of a player in Python, after which a game is unfinished."
    )
    slip: Slips = option(
        0.0,
        "Probability of overlooking what is compulsory, or reserve=P,load=P (also foundation, "
        "release, space; misplacing, of a card where it does not fit; miscalling, of a wrong "
        "Stop), or beginner, casual, attentive; seats, by colons.",
    )
    watch: Noticing = option(
        1.0,
        "Probability of noticing an offence, or beginner, casual, attentive; seats, by colons.",
    )
    call: Calls = option(
        "always", "Whether one who notices calls Stop: always, or if-better; seats, by colons."
    )

    @property
    def limits(self) -> Limits:
        """The limits of a game, checked."""
        return Limits(
            max_turns=self.max_turns, max_moves=self.max_moves, search_limit=self.search_limit
        )


OPTIONS = {known.name: known for known in fields(GameOptions)}


# ---- options in sentences, as whoever reads them gives them ----

_of_commands = ContextVar("of_commands", default=False)  # whether the command line is read


@contextmanager
def as_on_command_line() -> Iterator[None]:
    """Have sentences name options as the command line has them, and not as Python does."""
    before = _of_commands.set(True)
    try:
        yield
    finally:
        _of_commands.reset(before)


def is_command_line() -> bool:
    """Return whether sentences are read by who gives a command, and not a call in Python."""
    return _of_commands.get()


def option_text(name: str, value: int | str | None = None) -> str:
    """Return an option, with a value or without one, as it is given.

    Examples
    --------
    >>> option_text("max_turns", 10_000), option_text("of", "turns"), option_text("games")
    ('max_turns=10_000', 'of="turns"', 'games')
    >>> with as_on_command_line():
    ...     option_text("max_turns", 10_000), option_text("of", "turns"), option_text("games")
    ('--max-turns 10,000', '--of turns', '--games')
    """
    if _of_commands.get():
        words = "" if value is None else f" {value:,}" if isinstance(value, int) else f" {value}"
        return f"--{hyphened(name)}{words}"
    if value is None:
        return name
    return f"{name}={value:_}" if isinstance(value, int) else f'{name}="{value}"'


# ---- the same options as keywords, for type checkers, which cannot read them off a dataclass ----


class PlayKeywords(TypedDict, total=False):
    """The types of the options that say how games are played, and not which."""

    time: str | float | None
    store: str | Path | None
    threads: int | None
    level: float
    shard: str | None
    rows: bool
    executor: Executor | None
    progress: Progress | bool | None


class StudyKeywords(PlayKeywords, total=False):
    """The types of the fields of `StudyOptions`."""

    seed: int
    until: str | float | None
    of: str | None
    first: int


class GameKeywords(StudyKeywords, total=False):
    """The types of the fields of `GameOptions`."""

    shuffle: int
    replicate: int
    max_turns: int
    max_moves: int
    search_limit: int
    max_turn_moves: int
    slip: Slips
    watch: Noticing
    call: Calls


# ---- signatures and docstrings of studies ----

REFUSALS = """
Raises
------
ValueError
    In one sentence, for names unknown, too few or twice, numbers out of range, and a store of
    another study.
"""


def written_out(
    study: Callable[..., Any], options: type[StudyOptions], returns: type, more: Mapping[str, str]
) -> tuple[inspect.Signature, str]:
    """Return the signature and docstring of a study with its options written out.

    `more` has what the words of an option say besides, of this study alone.

    A study takes its options as keywords, by ``**keywords``. The signature names them one by one,
    and the docstring gets a section of them and, unless it has one, a section of refusals.
    """
    signature, hints = inspect.signature(study), get_type_hints(study)
    option_hints = get_type_hints(options)
    parameters = [
        parameter.replace(annotation=hints[parameter.name])
        for parameter in signature.parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    lines = ["Other Parameters", "----------------"]
    for known in fields(options):
        hint = option_hints[known.name]
        kind = inspect.formatannotation(hint).replace("typing.", "")
        lines += [
            f"{known.name} : {kind}",
            f"    {known.metadata['words']} {more.get(known.name, '')}".rstrip(),
        ]
        parameters.append(
            inspect.Parameter(
                known.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=known.default,
                annotation=hint,
            )
        )
    doc = inspect.getdoc(study) or ""
    section = "\n".join(lines) + "\n"
    before = "\nRaises\n" if "\nRaises\n" in doc else "\nExamples\n"
    if before == "\nExamples\n":
        section += REFUSALS
    head, section_head, tail = doc.partition(before)
    doc = f"{head}\n{section}{section_head}{tail}\n"
    return signature.replace(parameters=parameters, return_annotation=returns), doc


# ---- numbers as people write them ----

WHOLE = re.compile(
    r"-?\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+|\d+(\.\d+)?([eE]\+?\d{1,2}|[kKmM])", re.ASCII
)
THOUSANDS = {"k": "e3", "m": "e6"}


def read_whole(value: object) -> int:
    """Return a whole number as people write it, ``1_000``, ``1,000``, ``1e6``; or ValueError."""
    if isinstance(value, str) and len(value) <= 80 and WHOLE.fullmatch(value.strip()):
        text = re.sub("[_,]", "", value.strip()).lower()
        number = Decimal(text[:-1] + THOUSANDS[text[-1]] if text[-1] in THOUSANDS else text)
        if number == int(number):
            return int(number)
    elif isinstance(value, float) and value.is_integer():
        return int(value)
    elif not isinstance(value, str | float):
        with suppress(ValueError):
            return check_whole("", value)
    raise ValueError(f"{shown(value)} is not a whole number, as 20, 10k or 1e6")


TIME = re.compile(r"(\d+(?:\.\d+)?) ?(s|min|h)", re.ASCII)
SECONDS = {"s": 1, "min": 60, "h": 3_600}
MAX_SECONDS = 10**7


def read_seconds(value: object) -> float:
    """Return the seconds of a time as people write it, ``90s``, ``2min``, ``1.5h``; or ValueError.

    A number is of seconds.
    """
    match = TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is not None:
        seconds = float(match[1]) * SECONDS[match[2]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = float(value)
    else:
        raise ValueError(f"time={shown(value)} is no time; write 90s, 2min or 1h")
    if not 0 < seconds <= MAX_SECONDS:
        raise ValueError(
            f"time={shown(value)} is out of range; it runs from above 0 to {MAX_SECONDS:,}s"
        )
    return seconds
