"""Options: what is to be known of a study's options, on the types of its function's parameters.

The signature of the public function declares an option's name, order, type and default; the
`Option` on its annotated type has the rest. Commands and plans read both (`options_of`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypedDict, get_type_hints

import rbcore
from rbcore.rules.limits import Limits
from rbcore.rules.variants import AXES
from rbsim.pipeline.stopping import QUANTITIES
from rbsim.running.attention import Calls, Slips, Watch
from rbsim.running.batch import SEED, Progress
from rbsim.running.batch import Players as SeatPlayers
from rbsim.running.python_players import TURN_MOVES


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
    """What is to be known of an option besides its place in a signature.

    Attributes
    ----------
    words : str
        What it says, for help.
    kind : Kind
        How it is read.
    metavar : str
        What stands for its value in help.
    near : callable, optional
        Completes a word on the command line.
    many : bool
        Whether one study can have several: words on a command line, a list in a plan.
    plays : bool
        Whether it decides what is played; others are no keys of a plan.
    default : object
        Where the signature has none, as of those in ``**how``.
    is_argument : bool
        Whether a parameter that can be given by its place is an argument of the command.

    Examples
    --------
    >>> import rbsim
    >>> options_of(rbsim.simulate)["games"].default
    100000
    """

    words: str
    kind: Kind = Kind.TEXT
    metavar: str = ""
    near: Callable[[str], list[str]] | None = None
    many: bool = False
    plays: bool = True
    default: Any = None
    is_argument: bool = True


@dataclass(frozen=True)
class Declared:
    """An option as a function's signature declares it.

    Attributes
    ----------
    name : str
        The parameter.
    option : Option
        What else is known.
    default : object
        What it is unless given.
    is_required : bool
        Whether it must be given.
    is_argument : bool
        Whether it stands on a command line without its name.
    """

    name: str
    option: Option
    default: Any
    is_required: bool
    is_argument: bool


def near_variants(incomplete: str) -> list[str]:
    """Return the presets, or the axes after a comma, that a word on the command line begins."""
    done, comma, last = incomplete.rpartition(",")
    names = [f"{axis}=" for axis in AXES] if comma else list(rbcore.PRESETS)
    return [f"{done}{comma}{name}" for name in names if name.startswith(last)]


def near_players(incomplete: str) -> list[str]:
    """Return the players that the last name of a word on the command line begins."""
    start = max(incomplete.rfind(","), incomplete.rfind(":")) + 1
    done, last = incomplete[:start], incomplete[start:]
    return [f"{done}{name}" for name in rbcore.PLAYERS if name.startswith(last)]


def near_axes(incomplete: str) -> list[str]:
    """Return the axes that a word on the command line begins."""
    return [f"{axis}=" for axis in AXES if axis.startswith(incomplete)]


def whole(words: str, default: Any = None, **more: Any) -> Option:
    """Return an option that is a whole number."""
    return Option(words, Kind.WHOLE, "N", default=default, **more)


VARIANT = Option("preset, or preset,axis=value,...", Kind.VARIANT, near=near_variants)
PLAYERS = Option("One for all seats, or one each: a:b", near=near_players)
RUNS = Option(
    "Runs, by commas; seats, by colons: uniform,greedy:uniform", near=near_players, many=True
)
LEVEL_WORDS = "Level of all intervals but anytime ones."

Variant = Annotated[str | rbcore.Rules, VARIANT]
OneVariant = Annotated[str | rbcore.Rules, replace(VARIANT, words="What is played.")]
Players = Annotated[SeatPlayers, PLAYERS]
Games = Annotated[int, whole("Games of each arm.")]


def near_quantities(incomplete: str) -> list[str]:
    """Return the quantities that a word on the command line begins."""
    return [name for name in QUANTITIES if name.startswith(incomplete)]


def until_option(words: str, kind: Kind = Kind.NUMBER) -> Option:
    """Return the option of a goal."""
    return Option(words, kind, "NUMBER" if kind is Kind.NUMBER else "")


OF = Option(f"What --until asks for: {', '.join(QUANTITIES)}.", near=near_quantities)
UNTIL = until_option("Stop when --of is known to this half-width; --games is the most then.")
DECIDED_OR = until_option(
    "Stop when --of is known to this half-width, or it is `decided` which way it goes; --games is "
    "the most then.",
    Kind.EITHER,
)
Until = Annotated[float | None, UNTIL]
UntilDecided = Annotated[str | float | None, DECIDED_OR]
Of = Annotated[str | None, OF]
Level = Annotated[float, Option(LEVEL_WORDS, Kind.NUMBER, "NUMBER")]


class GameOptions(TypedDict, total=False):
    """What decides games besides rules, players and their number; see `Options` of a batch."""

    max_turns: Annotated[int, whole("Turns after which a game is unfinished.", Limits.max_turns)]
    max_moves: Annotated[int, whole("Moves after which a game is unfinished.", Limits.max_moves)]
    search_limit: Annotated[int, whole("Work limit of a stalemate search.", Limits.search_limit)]
    max_turn_moves: Annotated[
        int,
        whole(
            "Moves in a turn of a player in Python, after which a game is unfinished.", TURN_MOVES
        ),
    ]
    seed: Annotated[int, whole("Seed, 0 to 2**64-1.", SEED)]
    first: Annotated[int, whole("Number in the seed of the first game.", 0)]
    slip: Annotated[
        Slips,
        Option(
            "Probability of overlooking what is compulsory, or reserve=P,foundation=P,release=P,"
            "load=P,space=P; seats, by colons.",
            Kind.TABLE,
            default="0",
        ),
    ]
    watch: Annotated[
        Watch,
        Option("Probability of noticing an offence; seats, by colons.", Kind.EITHER, default="1"),
    ]
    call: Annotated[
        Calls,
        Option(
            "Whether one who notices calls Stop: always, or if-better; seats, by colons.",
            default="always",
        ),
    ]


class Threaded(TypedDict, total=False):
    """How games are played, in this process."""

    threads: Annotated[int | None, whole("Threads; all cores unless given.", plays=False)]
    progress: Progress | None


class Execution(Threaded, total=False):
    """How games are played and kept, which decides none of them."""

    executor: Executor | None
    store: Annotated[
        str | Path | None,
        Option(
            "Folder that keeps all rows, and takes an interrupted run up again.",
            metavar="DIR",
            plays=False,
        ),
    ]


class How(GameOptions, Execution, total=False):
    """All options that studies of games share."""


class MatchHow(GameOptions, Threaded, total=False):
    """Those of matches, which no store keeps."""


class PatienceHow(Execution, total=False):
    """Those of studies of patience."""

    seed: Annotated[int, whole("Seed, 0 to 2**64-1.", SEED)]
    first: Annotated[int, whole("Number in the seed of the first game.", 0)]


GAME_OPTIONS = tuple(GameOptions.__annotations__)


def game_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides games besides rules and players, as far as it is given."""
    return {name: given[name] for name in GAME_OPTIONS if given.get(name) is not None}


def options_of(call: Callable[..., Any]) -> dict[str, Declared]:
    """Return the options of a function, those of its ``**how`` in the place of it."""
    hints = get_type_hints(call, include_extras=True)
    found: dict[str, Declared] = {}
    for one in inspect.signature(call).parameters.values():
        hint = hints[one.name]
        if one.kind is one.VAR_KEYWORD:
            for name, own in get_type_hints(hint.__args__[0], include_extras=True).items():
                option = _option(own)
                if option is not None:
                    found[name] = Declared(name, option, option.default, False, False)
            continue
        option = _option(hint)
        if option is not None:
            many = one.kind is one.VAR_POSITIONAL
            by_place = many or one.kind is one.POSITIONAL_OR_KEYWORD
            found[one.name] = Declared(
                one.name,
                option,
                None if one.default is one.empty else one.default,
                one.default is one.empty and not (many and option.default == ()),
                by_place and option.is_argument,
            )
    return found


def _option(hint: Any) -> Option | None:
    """Return the Option on an annotated type, if there is one."""
    found = [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Option)]
    return found[-1] if found else None  # the outermost
