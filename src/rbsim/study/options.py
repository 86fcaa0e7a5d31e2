"""Options: what a study is told, as one table that Python, the command line and plans read."""

import inspect
import re
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TypedDict, get_args, get_type_hints

from rbcore.cards.ranges import check_whole, shown
from rbcore.rules.limits import Limits
from rbsim.arms.arm import SEED, Calls, Slips, Watch
from rbsim.arms.players import TURN_MOVES
from rbsim.estimates.intervals import LEVEL

WHOLE = re.compile(
    r"-?\d+|\d+(_\d+)+|\d{1,3}(,\d{3})+|\d+(\.\d+)?([eE]\+?\d{1,2}|[kKmM])", re.ASCII
)
THOUSANDS = {"k": "e3", "m": "e6"}


@dataclass(frozen=True)
class Option:
    """What is known of an option besides its name and type."""

    words: str
    default: Any = None
    group: str = "More"  # where help has it
    plays: bool = True  # whether it decides what is played, and so may stand in a plan


class PatienceHow(TypedDict, total=False):
    """The types of options of all studies besides rules, players and the number of games."""

    seed: int
    until: str | float | None
    of: str | None
    store: str | Path | None
    threads: int | None
    level: float
    first: int
    rows: bool
    executor: Executor | None
    progress: Callable[[int, int], None] | None


class How(PatienceHow, total=False):
    """Those of games for two, of which patience has but the ones above."""

    shuffle: int
    replicate: int
    max_turns: int
    max_moves: int
    search_limit: int
    max_turn_moves: int
    slip: Slips
    watch: Watch
    call: Calls


OPTIONS = {
    "seed": Option("Seed, 0 to 2**64-1.", SEED, "Common"),
    "until": Option("Play until `of` is known to plus or minus this: 0.5% is 0.5 points, "
                    "10%-of-itself a tenth of the figure, 0.5 of turns half a turn; or until it is "
                    "`decided` which way it goes; --games is the most then.", None, "Common"),
    "of": Option("What is asked, as stalemate, turns; `until` is about it.", None, "Common"),
    "store": Option("Folder that keeps a row of every game, and from which a run goes on.", None,
                    "Common", plays=False),
    "threads": Option("Threads; all cores unless given.", None, "Common", plays=False),
    "level": Option("Level of all intervals.", LEVEL, "Common", plays=False),
    "first": Option("Number in the seed of the first game.", 0),
    "rows": Option("Keep a row of each game in `Result.games`.", False, plays=False),
    "executor": Option("Plays the games in other processes or on other machines.", plays=False),
    "progress": Option("Called with (games or deals done, those in all).", plays=False),
    "shuffle": Option("Another shuffle of the cards that lie face down when a game begins.", 0),
    "replicate": Option("Another stream of what players draw in the same deals.", 0),
    "max_turns": Option("Turns after which a game is unfinished (7.5).", Limits.max_turns),
    "max_moves": Option("Moves after which a game is unfinished (7.5).", Limits.max_moves),
    "search_limit": Option("Work limit of a stalemate search (7.6).", Limits.search_limit),
    "max_turn_moves": Option("Moves in a turn of a player in Python, after which a game is "
                             "unfinished.", TURN_MOVES),
    "slip": Option("Probability of overlooking what is compulsory, or reserve=P,load=P (also "
                   "foundation, release, space); seats, by colons.", 0.0),
    "watch": Option("Probability of noticing an offence; seats, by colons.", 1.0),
    "call": Option("Whether one who notices calls Stop: always, or if-better; seats, by colons.",
                   "always"),
}  # fmt: skip
PLAY = ("level", "threads", "executor", "store", "progress", "rows")  # how, and not what, is played


REFUSALS = """
Raises
------
ValueError
    In one sentence, for names unknown, too few or twice, numbers out of range, and a store of
    another study.
"""


def written_out(call: Callable[..., Any], returns: type) -> tuple[inspect.Signature, str]:
    """Return signature and docstring of a study, its `**how` and refusals written out."""
    signature, hints = inspect.signature(call), get_type_hints(call)
    *own, last = signature.parameters.values()
    (how,) = get_args(hints[last.name])
    parameters = [one.replace(annotation=hints[one.name]) for one in own]
    lines = []
    for name, hint in get_type_hints(how).items():
        if name not in signature.parameters:
            option, kind = OPTIONS[name], inspect.formatannotation(hint).replace("typing.", "")
            lines.append(f"{name} : {kind}\n    {option.words}")
            one = inspect.Parameter(name, last.KEYWORD_ONLY, default=option.default)
            parameters.append(one.replace(annotation=hint))
    others = "Other Parameters\n----------------\n" + "\n".join(lines)
    doc = inspect.getdoc(call) or ""
    has_refusals = "\nRaises\n" in doc
    at = doc.find("\nRaises\n" if has_refusals else "\nExamples\n") % (len(doc) + 1)
    doc = f"{doc[:at]}\n{others}\n{REFUSALS * (not has_refusals)}{doc[at:]}\n"
    return signature.replace(parameters=parameters, return_annotation=returns), doc


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
