"""Options: those that all studies share, as one frozen record that is passed whole.

Each field has a type, a default and a description. The signatures and docstrings of studies, the
options of the command line and the keys of plans are generated from these fields.
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

import numpy as np

from rbcore.cards.ranges import check_truth, check_whole, shown
from rbcore.rules.definition import hyphened
from rbcore.rules.limits import Limits

LEVEL = 0.95  # of intervals
SEED = 1
# Moves in one turn of a player in Python; random play has made 800 in 450,000 turns.
TURN_MOVES = 2_000

# Panels of the help, in the order in which an option of each comes first.
STOPPING, OUTPUT, CHOOSING = "When to stop", "Output", "Which games"
LIMITS, ERRORS = "Limits of a game", "Errors of players, and Stop!"

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")  # as in s3://bucket; a Path has one /
Progress = Callable[[int, int], None]  # called with (games or deals done, total)
Slip = float | str | Mapping[str, float]
Slips = Slip | Sequence[Slip]
Noticing = float | str | Sequence[float | str]
Calls = str | Sequence[str]


def option(default: Any, words: str, *, group: str | None = None, plays: bool = True) -> Any:
    """Return the field of an option.

    `group` is the panel of the help that lists the option; the first panel has no name. `plays`
    says whether the option decides which games are played; a plan may set only such options. In
    `words`, {games} stands for the parameter that counts them, games or matches.
    """
    return field(default=default, metadata={"words": words, "group": group, "plays": plays})


@dataclass(frozen=True, kw_only=True)
class StudyOptions:
    """The options that all studies share, including patience."""

    seed: int = option(SEED, "Seed of the deals, 0 to 2**64-1; every seed has different deals.")
    until: str | float | None = option(
        None,
        "Play until the quantity (see `of`) is known to plus or minus this much. 0.5% means 0.5 "
        "percentage points, 10%-of-itself means a tenth of the figure, and 0.5 alone has the unit "
        "of the quantity, such as turns or cards. `{games}` is then the maximum.",
        group=STOPPING,
    )
    of: str | None = option(
        None,
        "Quantity to estimate; `until` refers to it.",
        group=STOPPING,
    )
    time: str | float | None = option(
        None,
        "Play for this long: 90s, 2min or 1h. The output says how many {games} were played; give "
        "this number as `{games}` to play the same {games} again. With both options, `{games}` is "
        "the maximum.",
        group=STOPPING,
        plays=False,
    )
    store: str | Path | None = option(
        None,
        "Folder that keeps a row of every game. The same command resumes an interrupted run.",
        group=OUTPUT,
        plays=False,
    )
    threads: int | None = option(None, "Number of threads; all cores by default.", plays=False)
    level: float = option(LEVEL, "Confidence level of all intervals.", group=OUTPUT, plays=False)
    first: int = option(0, "Number of the first game in the seed.", group=CHOOSING)
    shard: str | None = option(
        None,
        "Play one shard of the games: 3/8 is the third of eight. `rbsim merge` adds shards up.",
        group=CHOOSING,
        plays=False,
    )
    rows: bool = option(False, "Keep a row of each game in `Result.games`.", plays=False)
    executor: Executor | None = option(
        None, "Executor that plays the games in other processes or on other machines.", plays=False
    )
    progress: Progress | bool | None = option(
        None,
        "True shows a progress bar; by default only a notebook does, after a few seconds. A "
        "function is called with (games or deals done, total).",
        plays=False,
    )

    def __post_init__(self) -> None:
        """Check the options that nothing else checks before games are played."""
        check_truth("rows", self.rows)
        if self.time is not None:
            read_seconds(self.time)
        if not isinstance(self.store, str | os.PathLike | None):
            raise TypeError(f"store={shown(self.store)} is not a path; name a folder")
        if self.store is not None and (scheme := SCHEME.match(os.fspath(self.store))):
            address = f"{scheme[1]}://{os.fspath(self.store)[scheme.end() :].lstrip('/')}"
            raise ValueError(
                f"{option_text('store', address)} is not a folder: a store needs file locks and "
                f"atomic renames, which {scheme[1]}:// lacks; name a local folder and copy it there"
            )
        if not isinstance(self.progress, bool | np.bool_ | None) and not callable(self.progress):
            raise TypeError(
                f"progress={shown(self.progress)} is not True, False or a function of two numbers"
            )
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise TypeError(f"executor={shown(self.executor)} is not a concurrent.futures.Executor")


@dataclass(frozen=True, kw_only=True)
class GameOptions(StudyOptions):
    """The options of studies of Russian Bank: those of all studies, and those of its games."""

    shuffle: int = option(
        0,
        "Reshuffle the cards that lie face down at the start: 1, 2 and so on are different orders; "
        "0 leaves them as dealt.",
        group=CHOOSING,
    )
    replicate: int = option(
        0,
        "Repeat the same deals with other random choices of the players: 1, 2 and so on are "
        "different repetitions; 0 is the original.",
        group=CHOOSING,
    )
    max_turns: int = option(
        Limits.max_turns,
        "Turn limit; a game that reaches it is unfinished (rules, 7.5).",
        group=LIMITS,
    )
    max_moves: int = option(
        Limits.max_moves,
        "Move limit; a game that reaches it is unfinished (rules, 7.5).",
        group=LIMITS,
    )
    search_limit: int = option(
        Limits.search_limit,
        "Number of positions after which a search for a stalemate gives up; the game then goes on "
        "(rules, 7.6).",
        group=LIMITS,
    )
    max_turn_moves: int = option(
        TURN_MOVES,
        "Limit on a Python player's moves in one turn; a game that reaches it is unfinished.",
        group=LIMITS,
    )
    slip: Slips = option(
        0.0,
        "Probability of overlooking a compulsory move. Give one number (0.1), a level "
        "(beginner, casual or attentive), or a number for each kind of move "
        "(reserve=0.1,load=0.2). The kinds are reserve (the reserve card to a foundation), "
        "foundation (another card there), release (to uncover a card for a foundation), load "
        "(to load an opponent), and space (to fill or empty a house). Two other errors can be "
        "added: misplacing (to put a card where it does not fit) and miscalling (to call Stop "
        "wrongly). Colons separate seats.",
        group=ERRORS,
    )
    watch: Noticing = option(
        1.0,
        "Probability of noticing an offence (a move that breaks the rules), or a level: beginner, "
        "casual or attentive. Colons separate seats.",
        group=ERRORS,
    )
    call: Calls = option(
        "always",
        "Whether a player who notices an offence calls Stop: always, or only if that is better "
        "(if-better). Colons separate seats.",
        group=ERRORS,
    )

    @property
    def limits(self) -> Limits:
        """The limits of a game, checked."""
        return Limits(
            max_turns=self.max_turns, max_moves=self.max_moves, search_limit=self.search_limit
        )


OPTIONS = {known.name: known for known in fields(GameOptions)}


# ---- options in sentences, written as the reader gives them ----

_of_commands = ContextVar("of_commands", default=False)  # whether the command line is read


@contextmanager
def as_on_command_line() -> Iterator[None]:
    """Make sentences name options as on the command line, not as in Python."""
    before = _of_commands.set(True)
    try:
        yield
    finally:
        _of_commands.reset(before)


def is_command_line() -> bool:
    """Return whether the reader of a sentence gave a command, not a call in Python."""
    return _of_commands.get()


def option_text(name: str, value: int | str | None = None) -> str:
    """Return an option, with or without a value, as its user writes it.

    Examples
    --------
    >>> option_text("max_turns", 10_000), option_text("of", "turns"), option_text("games")
    ('max_turns=10_000', 'of="turns"', 'games')
    >>> with as_on_command_line():
    ...     option_text("max_turns", 10_000), option_text("of", "turns"), option_text("games")
    ('--max-turns 10,000', '--of turns', '--games')
    """
    if _of_commands.get():
        option = f"--{hyphened(name)}"
        if value is None:
            return option
        return f"{option} {value:,}" if isinstance(value, int) else f"{option} {value}"
    if value is None:
        return name
    return f"{name}={value:_}" if isinstance(value, int) else f'{name}="{value}"'


# ---- the same options as keywords, for type checkers, which cannot take them from a dataclass ----


class PlayKeywords(TypedDict, total=False):
    """The types of the options that decide how games are played, but not which games."""

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
    In one sentence, if a name is unknown, missing or repeated, a number is out of range, or the
    store keeps another study.
"""


def counter_of(study: inspect.Signature) -> str:
    """Return the parameter of a study that counts games or matches."""
    return "matches" if "matches" in study.parameters else "games"


def words_of(name: str, study: inspect.Signature) -> str:
    """Return the description of an option of a study."""
    words: str = OPTIONS[name].metadata["words"]
    return words.format(games=counter_of(study))


def written_out(
    study: Callable[..., Any], options: type[StudyOptions], returns: type, more: Mapping[str, str]
) -> tuple[inspect.Signature, str]:
    """Return the signature and docstring of a study with its options written out.

    `more` has sentences to add to the description of an option, for this study alone.

    A study takes its options as ``**keywords``. The signature lists them one by one. The docstring
    gets a section that describes them, and a section "Raises" unless it has one.
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
            f"    {words_of(known.name, signature)} {more.get(known.name, '')}".rstrip(),
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
    """Return a whole number as people write it, ``1_000``, ``1,000`` or ``1e6``; or ValueError."""
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
    raise ValueError(f"{shown(value)} is not a whole number such as 20, 10k or 1e6")


TIME = re.compile(r"(\d+(?:\.\d+)?) ?(s|min|h)", re.ASCII)
SECONDS = {"s": 1, "min": 60, "h": 3_600}
MAX_SECONDS = 10**7


def read_seconds(value: object) -> float:
    """Return the seconds of a time as people write it, ``90s``, ``2min``, ``1.5h``; or ValueError.

    A number without a unit is in seconds.
    """
    match = TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is not None:
        seconds = float(match[1]) * SECONDS[match[2]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        seconds = float(value)
    else:
        raise ValueError(f"time={shown(value)} is not a time; write 90s, 2min or 1h")
    if not 0 < seconds <= MAX_SECONDS:
        raise ValueError(
            f"time={shown(value)} is out of range; it runs from above 0 to {MAX_SECONDS:,}s"
        )
    return seconds
