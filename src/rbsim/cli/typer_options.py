"""Typer options: the options of studies as those of commands, and what commands have besides."""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from rbcore.cards.ranges import shown
from rbcore.rules.definition import hyphened
from rbsim.results.options import PLAYERS, VARIANT, Kind, Option, near_names, options_of, read_whole
from rbsim.stats.quantity import QUANTITIES

SHORT = {
    "games": "-n",
    "matches": "-n",
    "players": "-p",
    "seed": "-s",
    "threads": "-j",
    "out": "-o",
}
KEYWORD = inspect.Parameter.KEYWORD_ONLY


def whole_number(text: str | int) -> int:
    """Return a whole number as it is typed, or a default."""
    try:
        return read_whole(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def number(text: str | float) -> float:
    """Return a number as it is typed, `0.95` or `5e-2`, or a default."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} is not a number, as 0.95") from None


def parameter(one: Option) -> inspect.Parameter:
    """Return an option of a study as the parameter of a command."""
    kind: Any = Path if one.metavar in ("DIR", "FILE") else str
    metavar: str | None = one.metavar or None
    parser: Callable[..., float] | None = None
    if one.kind is Kind.WHOLE:
        kind, metavar, parser = int, metavar or "N", whole_number
    elif one.kind is Kind.NUMBER:
        kind, metavar, parser = float, "NUMBER", number
    default = one.default
    if one.is_argument and one.many:
        kind, default = list[str], None
    if one.is_argument:
        make, names = typer.Argument, []
    else:
        long = f"--{hyphened(one.name)}"
        make, names = typer.Option, [long, SHORT[one.name]] if one.name in SHORT else [long]
    info = make(*names, help=one.words, metavar=metavar, parser=parser, autocompletion=one.near)
    if one.is_required:
        default = inspect.Parameter.empty
    elif default is None:
        kind |= None
    return inspect.Parameter(one.name, KEYWORD, default=default, annotation=Annotated[kind, info])


Variant = Annotated[str, VARIANT]
Players = Annotated[str, PLAYERS]


def flag(name: str, words: str) -> Any:
    """Return an option that is there or not."""
    return typer.Option(*name.split(), help=words)


Dask = Annotated[
    str | None, Option("Play on the dask cluster at tcp://HOST:PORT.", metavar="ADDRESS")
]
RowsFile = Annotated[
    Path | None,
    Option("Keep a row of every game or match, runs in turn: .parquet.", metavar="FILE"),
]
Force = Annotated[bool, flag("--force", "Replace files that exist.")]
AsJson = Annotated[bool, flag("--json", "Print JSON instead of tables.")]
Quiet = Annotated[bool, flag("--quiet -q", "Show no progress on standard error.")]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The files in which a result is kept."""

    out: Annotated[
        Path | None, Option("Keep the table of figures: .parquet, .csv or .json.", metavar="FILE")
    ] = None
    picture: Annotated[
        Path | None, Option("Draw the answer: .svg, .png or .pdf.", metavar="FILE")
    ] = None
    picture_of: Annotated[
        str | None,
        Option("Draw this in its place, as stalemate or turns.", near=near_names(QUANTITIES)),
    ] = None
    force: Force = False


@dataclass(frozen=True, kw_only=True)
class Shown:
    """How a result is printed: as tables, Markdown or JSON; whether progress is shown before."""

    full: Annotated[bool, flag("--full", "Print all tables, not the answer alone.")] = False
    as_json: AsJson = False
    as_markdown: Annotated[bool, flag("--markdown", "Print Markdown instead of tables.")] = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class Output(Shown, Kept):
    """What becomes of a result: files, and what is printed."""


def epilog(examples: tuple[str, ...]) -> str:
    """Return examples as the end of a command's help; \\b keeps their lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples)


def as_command(
    command: Callable[..., None], declared: Iterable[Option] = (), without: Collection[str] = ()
) -> Callable[..., None]:
    """Return a command for Typer: with the options that a study declared, and then its own.

    A group of options, which is a dataclass, becomes an option for each field. Options of its own
    that it is `without`, or a group, keep their defaults.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    own = (one for one in _own_parameters(command) if one.name not in without)
    flat = [*map(parameter, declared), *own]

    @wraps(command)
    def flat_command(**given: Any) -> None:
        for name, kind in groups.items():
            own = [field.name for field in fields(kind) if field.name in given]
            given[name] = kind(**{field: given.pop(field) for field in own})
        command(**given)

    flat_command.__dict__["__signature__"] = inspect.Signature(flat)
    flat_command.__annotations__ = {one.name: one.annotation for one in flat}
    return flat_command


def _own_parameters(call: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    hints, options = get_type_hints(call, include_extras=True), options_of(call)
    for one in inspect.signature(call).parameters.values():
        if one.name in options:
            yield parameter(options.pop(one.name))
        elif one.kind is one.VAR_KEYWORD:
            yield from map(parameter, options.values())
        elif is_dataclass(hints[one.name]):
            yield from _own_parameters(hints[one.name])
        else:
            yield one.replace(kind=KEYWORD, annotation=hints[one.name])
