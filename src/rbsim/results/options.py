"""Options: what is to be known of a study's options, on the types of its function's parameters.

The signature of the public function declares an option's name, order, type and default; the
`Option` on its annotated type has the rest. Commands and plans read both (`options_of`).
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypedDict, get_type_hints

import rbcore
from rbcore.cards.ranges import check_whole, shown
from rbcore.rules.limits import Limits
from rbcore.rules.variants import AXES
from rbsim.pipeline.stopping import QUANTITIES
from rbsim.running.batch import SEED, Batch, Progress, make_batch
from rbsim.running.player import Players as SeatPlayers
from rbsim.running.python_players import TURN_MOVES
from rbsim.running.slip_options import Calls, Slips, Watch

WHOLE = re.compile(
    r"-?\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+|\d+(\.\d+)?([eE]\+?\d{1,2}|[kKmM])", re.ASCII
)
THOUSANDS = {"k": "e3", "m": "e6"}


def read_whole(value: object) -> int:
    """Return a whole number as people write it: ``1_000_000``, ``1,000,000``, ``1e6``, ``10k``.

    Raises ValueError, in one sentence, for anything else.
    """
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


class Kind(Enum):
    """How an option is read from text and from a plan."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    EITHER = "text or number"
    TABLE = "text, number or table"
    VARIANT = "variant"


@dataclass(frozen=True)
class Option:
    """What is to be known of an option besides its type; `options_of` adds what signatures say."""

    words: str  # for help
    kind: Kind = Kind.TEXT
    metavar: str = ""  # what stands for its value in help
    near: Callable[[str], list[str]] | None = None  # completes a word on the command line
    many: bool = False  # whether a study can have several: words of a command, a list in a plan
    plays: bool = True  # whether it decides what is played; others are no keys of a plan
    default: Any = None  # of those in ``**how``; of others as the signature has it
    is_argument: bool = True  # whether a command has it by its place, if the function has
    name: str = ""
    is_required: bool = False

    def read(self, value: Any) -> Any:
        """Return a value as the study takes it: numbers read, several given as one list unpacked.

        Raises ValueError, in one sentence, for what is no number.
        """
        if self.many and self.is_argument and isinstance(value, list | tuple):
            lone = len(value) == 1 and isinstance(value[0], list | tuple)
            return self.joined(value[0] if lone else value)
        if self.kind is not Kind.WHOLE:
            return value
        try:
            return read_whole(value)
        except ValueError as error:
            raise ValueError(f"{self.name}={error}") from None

    def joined(self, values: Sequence[Any]) -> Any:
        """Return several values as the study takes them.

        Runs of players are a text with commas; a ladder's players are as many as the commas say.
        """
        if not self.is_argument:
            return ",".join(values)
        if self.name == "players":
            apart = [one.split(",") if isinstance(one, str) else [one] for one in values]
            return [name for names in apart for name in names]
        return values


# What people call an option that has another name here.
SYNONYMS = {
    "rules": "variant", "preset": "variant", "player": "players", "policy": "players",
    "agents": "players", "n": "games", "game": "games", "n_games": "games", "num_games": "games",
    "count": "games", "deals": "games", "repeats": "games", "rng": "seed", "seeds": "seed",
    "random_state": "seed", "n_jobs": "threads", "workers": "threads", "cores": "threads",
    "jobs": "threads", "precision": "until", "half_width": "until", "error": "until",
    "ci": "level", "confidence": "level", "alpha": "level", "output": "out", "file": "out",
    "save": "out", "plot": "picture", "figure": "picture", "quantity": "of", "metric": "of",
    "max_length": "max_turns", "cache": "store", "folder": "store", "dir": "store",
    "verbose": "full", "format": "as_markdown",
}  # fmt: skip


def near_names(names: Iterable[str], signs: str = "") -> Callable[[str], list[str]]:
    """Return what completes a word on the command line, or the part behind any of some signs."""
    known = list(names)

    def near(incomplete: str) -> list[str]:
        start = max(map(incomplete.rfind, signs), default=-1) + 1
        done, last = incomplete[:start], incomplete[start:]
        return [f"{done}{name}" for name in known if name.startswith(last)]

    return near


near_players = near_names(rbcore.PLAYERS, ",:")
near_axes = near_names(f"{axis}=" for axis in AXES)
_near_changes = near_names((f"{axis}=" for axis in AXES), ",")
_near_presets = near_names(rbcore.PRESETS)


def near_variants(incomplete: str) -> list[str]:
    """Return the presets, or the axes after a comma, that a word on the command line begins."""
    return (_near_changes if "," in incomplete else _near_presets)(incomplete)


def whole(words: str, default: Any = None, **more: Any) -> Option:
    """Return an option that is a whole number."""
    return Option(words, Kind.WHOLE, default=default, **more)


VARIANT = Option("preset, or preset,axis=value,...", Kind.VARIANT, near=near_variants)
PLAYERS = Option("One for all seats, or one each: a:b", near=near_players)
RUNS = Option(
    "Runs, by commas; seats, by colons: uniform,greedy:uniform", near=near_players, many=True
)
TURN = whole("Moves in a turn of a player in Python, after which a game is unfinished.", TURN_MOVES)
SLIP = Option(
    "Probability of overlooking what is compulsory, or reserve=P,foundation=P,release=P,load=P,"
    "space=P; seats, by colons.",
    Kind.TABLE,
    default="0",
)
WATCH = Option("Probability of noticing an offence; seats, by colons.", Kind.EITHER, default="1")
CALL = Option(
    "Whether one who notices calls Stop: always, or if-better; seats, by colons.", default="always"
)
STORE = Option(
    "Folder that keeps all rows, and takes an interrupted run up again.", metavar="DIR", plays=False
)

Variant = Annotated[str | rbcore.Rules, VARIANT]
OneVariant = Annotated[str | rbcore.Rules, replace(VARIANT, words="What is played.")]
Players = Annotated[SeatPlayers, PLAYERS]
Games = Annotated[int, whole("Games of each arm.")]
Deals = Annotated[int, whole("Deals, each played in every way.")]
Seed = Annotated[int, whole("Seed, 0 to 2**64-1.", SEED)]
First = Annotated[int, whole("Number in the seed of the first game.", 0)]
Shuffle = Annotated[
    int, whole("Another shuffle of the cards that lie face down when a game begins.", 0)
]
Replicate = Annotated[int, whole("Another stream of what players draw in the same deals.", 0)]
Threads = Annotated[int | None, whole("Threads; all cores unless given.", plays=False)]
Until = Annotated[
    str | float | None,
    Option(
        "Stop when --of is known to this half-width, as 0.5%; --games is the most then.",
        Kind.EITHER,
    ),
]
UntilDecided = Annotated[
    str | float | None,
    Option(
        "Stop when --of is known to this half-width, as 0.5%, or it is `decided` which "
        "way it goes; --games is the most then.",
        Kind.EITHER,
    ),
]
Of = Annotated[
    str | None,
    Option(f"What --until asks for: {', '.join(QUANTITIES)}.", near=near_names(QUANTITIES)),
]
Level = Annotated[float, Option("Level of all intervals but anytime ones.", Kind.NUMBER)]


class LimitHow(TypedDict, total=False):
    """Limits at which games are left unfinished and stalemate searches give up (7.5, 7.6)."""

    max_turns: Annotated[int, whole("Turns after which a game is unfinished.", Limits.max_turns)]
    max_moves: Annotated[int, whole("Moves after which a game is unfinished.", Limits.max_moves)]
    search_limit: Annotated[int, whole("Work limit of a stalemate search.", Limits.search_limit)]


class GameOptions(LimitHow, total=False):
    """What decides games besides rules, players and their number; see `Options` of a batch."""

    max_turn_moves: Annotated[int, TURN]
    seed: Seed
    first: First
    shuffle: Shuffle
    replicate: Replicate
    slip: Annotated[Slips, SLIP]
    watch: Annotated[Watch, WATCH]
    call: Annotated[Calls, CALL]


class Threaded(TypedDict, total=False):
    """How games are played, in this process."""

    threads: Threads
    progress: Progress | None


class Execution(Threaded, total=False):
    """How games are played and kept, which decides none of them."""

    executor: Executor | None
    store: Annotated[str | Path | None, STORE]


class How(GameOptions, Execution, total=False):
    """All options that studies of games share."""


class MatchHow(GameOptions, Threaded, total=False):
    """Those of matches, which no store keeps."""


class PatienceHow(Execution, total=False):
    """Those of studies of patience."""

    seed: Seed
    first: First


def game_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides games besides rules and players, as far as it is given."""
    return {
        name: given[name] for name in GameOptions.__annotations__ if given.get(name) is not None
    }


def batch_of(given: Mapping[str, Any]) -> Batch:
    """Return the batch of a variant, players and games, and of what else is given."""
    return make_batch(given["variant"], given["players"], given["games"], **game_options(given))


def options_of(call: Callable[..., Any]) -> dict[str, Option]:
    """Return the options of a function, those of its ``**how`` in the place of it."""
    hints = get_type_hints(call, include_extras=True)
    found: dict[str, Option] = {}
    for one in inspect.signature(call).parameters.values():
        if one.kind is one.VAR_KEYWORD:
            for how in getattr(hints[one.name], "__args__", ()):
                for name, hint in get_type_hints(how, include_extras=True).items():
                    if (option := _option(hint)) is not None:
                        found[name] = replace(option, name=name, is_argument=False)
        elif (option := _option(hints[one.name])) is not None:
            many, is_bare = one.kind is one.VAR_POSITIONAL, one.default is one.empty
            by_place = many or one.kind is one.POSITIONAL_OR_KEYWORD
            found[one.name] = replace(
                option,
                name=one.name,
                default=None if is_bare else one.default,
                is_required=is_bare and not (many and option.default == ()),
                is_argument=by_place and option.is_argument,
            )
    return found


def _option(hint: Any) -> Option | None:
    found = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Option)]
    return found[-1] if found else None  # the outermost
