"""Typer options: the options of studies as those of commands, and what commands have besides."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from rbcore.cards.ranges import shown
from rbcore.rules.limits import Limits
from rbsim.results.options import (
    LEVEL_WORDS,
    VARIANT,
    Declared,
    GameOptions,
    Kind,
    Option,
    near_players,
    near_variants,
)

PICTURES = "--picture"


def read_whole(text: str | int) -> int:
    """Return a whole number as people write it: `1000000`, `1_000_000`, `1e6`."""
    if isinstance(text, int):  # a default
        return text
    plain = text.replace("_", "") if re.fullmatch(r"\d+(_\d+)*", text, re.ASCII) else text
    if re.fullmatch(r"-?\d{1,80}", plain, re.ASCII):
        return int(plain)
    parts = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,15}))?[eE]\+?(\d{1,2})", plain, re.ASCII)
    if parts is None or len(parts[2] or "") > int(parts[3]):
        raise typer.BadParameter(f"{shown(text)} is not a whole number, as 20 or 1e6")
    decimals = parts[2] or ""
    zeros = int(parts[3]) - len(decimals)
    return int(parts[1] + decimals + zeros * "0")


def read_half_width(text: str | float) -> float:
    """Return a half-width as people write it: `0.01`, `1e-2`."""
    return _number(text, "0.05")


def read_level(text: str | float) -> float:
    """Return a level as people write it: `0.99`."""
    return _number(text, "0.95")


def _number(text: str | float, example: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} is not a number, as {example}") from None


def parameter(one: Declared) -> inspect.Parameter:
    """Return an option of a study as the parameter of a command."""
    option, readers = one.option, {"level": read_level, "until": read_half_width}
    more: dict[str, Any] = {"help": option.words}
    if option.metavar:
        more["metavar"] = option.metavar
    if option.near is not None:
        more["autocompletion"] = option.near
    kind: Any = str
    if option.kind is Kind.WHOLE:
        kind, more["parser"] = int, read_whole
    elif option.kind is Kind.NUMBER:
        kind, more["parser"] = float, readers[one.name]
    elif option.metavar == "DIR":
        kind = Path
    is_list = one.is_argument and option.many
    if is_list:
        kind = list[str]
    if one.default is None or is_list:
        kind = kind if one.is_required else kind | None
    made = typer.Argument(**more) if one.is_argument else typer.Option(_flag(one.name), **more)
    default = inspect.Parameter.empty if one.is_required else None if is_list else one.default
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(one.name, keyword, default=default, annotation=Annotated[kind, made])


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def whole_option(words: str) -> Any:
    """Return an option that is a whole number."""
    return typer.Option(help=words, parser=read_whole, metavar="N")


def _of_games(name: str) -> Any:
    """Return the annotation of an option that decides games, as studies declare it."""
    hint = get_type_hints(GameOptions, include_extras=True)[name]
    option: Option = hint.__metadata__[0]
    return parameter(Declared(name, option, option.default, False, False)).annotation


VARIANT_HELP = VARIANT.words
Variant = Annotated[str, typer.Argument(help=VARIANT_HELP, autocompletion=near_variants)]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="a line of notation")]
Partial = Annotated[
    bool, typer.Option("--partial", help="Read a position in which cards are missing.")
]
Seed = Annotated[int, whole_option("Seed, 0 to 2**64-1.")]
Level = Annotated[float, typer.Option(help=LEVEL_WORDS, parser=read_level, metavar="NUMBER")]
Threads = Annotated[int | None, whole_option("Threads; all cores unless given.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the table of figures: .parquet, .csv or .json."),
]
RowsFile = Annotated[
    Path | None,
    typer.Option(
        "--rows", metavar="FILE", help="Keep a row of every game or match, runs in turn: .parquet."
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option(PICTURES, metavar="FILE", help="Draw the answer: .svg, .png or .pdf."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Full = Annotated[bool, typer.Option("--full", help="Print all tables, not the answer alone.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
AsMarkdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown instead of tables.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress on standard error.")]
Players = Annotated[
    str,
    typer.Option(help="One for all seats, or one each: a:b", autocompletion=near_players),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Play on the dask cluster at tcp://HOST:PORT."),
]

# Of the commands that are no studies; a test runs them.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "study": ("rbsim study PLAN", "rbsim study PLAN --stores DIR --quiet"),
    "report": ("rbsim report STORE --out page.html", "rbsim report FILE STORE"),
    "merge": ("rbsim merge ONE.json OTHER.json --out both.json",),
    "check": ("rbsim check STORE", "rbsim check STORE --repair"),
    "moves": ("rbsim moves standard 'POSITION'",),
    "perft": ("rbsim perft standard 3 'POSITION'", "rbsim perft --check counts.tsv"),
    "judge": ("rbsim judge standard 'POSITION' waste",),
    "replay": (
        "rbsim replay standard --seed 1 --game 7",
        "rbsim replay strict --players greedy:uniform --plain",
    ),
    "players": ("rbsim players", "rbsim players --json"),
    "variants": ("rbsim variants", "rbsim variants strict,plan-limit=4"),
}


def epilog(examples: tuple[str, ...]) -> str:
    """Return examples as the end of a command's help; \\b keeps their lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples)


@dataclass(frozen=True)
class LimitChoices:
    """Limits at which games are left unfinished and stalemate searches give up (7.5, 7.6)."""

    max_turns: _of_games("max_turns") = Limits.max_turns  # type: ignore[valid-type]
    max_moves: _of_games("max_moves") = Limits.max_moves  # type: ignore[valid-type]
    search_limit: _of_games("search_limit") = Limits.search_limit  # type: ignore[valid-type]


@dataclass(frozen=True)
class Output:
    """What becomes of a result: tables, Markdown or JSON on standard output, files."""

    out: Out = None
    picture: Picture = None
    force: Force = False
    full: Full = False
    as_json: AsJson = False
    as_markdown: AsMarkdown = False
    quiet: Quiet = False


def flatten_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for Typer with an option for each field of its dataclass parameters."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters = []
    for parameter in inspect.signature(command).parameters.values():
        kind = groups.get(parameter.name)
        if kind is None:
            options = [(parameter.name, parameter.default, hints[parameter.name])]
        else:
            inner = get_type_hints(kind, include_extras=True)
            options = [(f.name, f.default, inner[f.name]) for f in fields(kind)]
        parameters += [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=given, annotation=hint)
            for name, given, hint in options
        ]

    @wraps(command)
    def flat_command(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    flat_command.__dict__["__signature__"] = inspect.Signature(parameters)
    flat_command.__annotations__ = {p.name: p.annotation for p in parameters}
    return flat_command
