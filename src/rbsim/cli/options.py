"""Options: those of studies as those of commands, and what commands have besides."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

import rbcore
from rbcore.cards.ranges import check_range, shown
from rbcore.rules.definition import hyphened
from rbcore.rules.variants import AXES
from rbsim import kinds
from rbsim.arms.arm import MOST
from rbsim.arms.pools import connected
from rbsim.cli.console import bar, command, print_json, print_report, say
from rbsim.figures import QUANTITIES
from rbsim.files import check_apart, check_target, real_path
from rbsim.games.files import GameFile
from rbsim.games.picking import Wanted, games_of
from rbsim.optional import need
from rbsim.options import OPTIONS, Option, read_whole
from rbsim.result import SUFFIXES, Result, planned, run
from rbsim.study import Sink, Study
from rbsim.tally import Rows

NOT_REACHED = 3  # the status of a run whose cap came before what it was played for
SHORT = {"games": "-n", "matches": "-n", "players": "-p", "seed": "-s", "threads": "-j",
         "out": "-o", "quiet": "-q", "help": "-h"}  # fmt: skip
MORE = "More"  # the group of what two of ten people use
PICTURES = (".svg", ".png", ".pdf")
KEYWORD = inspect.Parameter.KEYWORD_ONLY


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
_near_presets, _near_changes = (
    near_names(rbcore.PRESETS),
    near_names([f"{axis}=" for axis in AXES], ","),
)


def near_variants(incomplete: str) -> list[str]:
    """Return the presets, or the axes after a comma, that a word on the command line begins."""
    return (_near_changes if "," in incomplete else _near_presets)(incomplete)


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


def whole(words: str, *names: str, more: bool = False) -> Any:
    """Return an option that is a whole number."""
    return typer.Option(*names, help=words, parser=whole_number, metavar="N",
                        rich_help_panel=MORE if more else None)  # fmt: skip


def real(words: str) -> Any:
    """Return an option that is a number."""
    return typer.Option(help=words, parser=number, metavar="NUMBER")


def option(
    words: str, *names: str, metavar: str = "TEXT", near: Any = None, more: bool = False
) -> Any:
    """Return an option with a value."""
    return typer.Option(*names, help=words, metavar=metavar, autocompletion=near,
                        rich_help_panel=MORE if more else None)  # fmt: skip


def flag(name: str, words: str, more: bool = False) -> Any:
    """Return an option that is there or not."""
    return typer.Option(*name.split(), help=words, rich_help_panel=MORE if more else None)


Variant = Annotated[
    str,
    typer.Argument(
        help="preset, preset,axis=value,..., or a file of one",
        metavar="VARIANT",
        autocompletion=near_variants,
    ),
]
Players = Annotated[
    str, option("One for all seats, or one each: a:b", "--players", "-p", near=near_players)
]
Seed = Annotated[int, whole(OPTIONS["seed"].words, "--seed", "-s")]
Shuffle = Annotated[int, whole(OPTIONS["shuffle"].words, more=True)]
Replicate = Annotated[int, whole(OPTIONS["replicate"].words, more=True)]
Threads = Annotated[int | None, whole(OPTIONS["threads"].words, "--threads", "-j")]
Force = Annotated[bool, flag("--force", "Replace files that exist.", True)]
AsJson = Annotated[bool, flag("--json", "Print JSON instead of tables.")]
Markdown = Annotated[bool, flag("--markdown", "Print Markdown instead of tables.", True)]
Full = Annotated[bool, flag("--full", "Print all tables, not the answer alone.")]
Quiet = Annotated[bool, flag("--quiet -q", "Show no progress on standard error.", True)]
Imports = Annotated[
    bool, flag("--imports", "Import modules of players in Python that a file names.", True)
]
Dask = Annotated[
    str | None, option("Play on the dask cluster at tcp://HOST:PORT.", metavar="ADDRESS", more=True)
]
Out = Annotated[
    Path | None,
    option("Keep the table of figures: .json (which can be added up), .csv or .parquet.",
           "--out", "-o", metavar="FILE"),
]  # fmt: skip
Picture = Annotated[Path | None, option("Draw the answer: .svg, .png or .pdf.", metavar="FILE")]
PictureOf = Annotated[
    str | None,
    option(
        "Draw this in its place, as stalemate or turns.", near=near_names(QUANTITIES), more=True
    ),
]


@dataclass(frozen=True, kw_only=True)
class Output:
    """What becomes of a result: files, and what is printed."""

    out: Out = None
    picture: Picture = None
    picture_of: PictureOf = None
    full: Full = False
    as_json: AsJson = False
    as_markdown: Markdown = False
    force: Force = False
    quiet: Quiet = False

    def check(self, store: Path | None = None) -> None:
        """Raise ValueError for a file that cannot be written, before anything is played."""
        if self.as_json and self.as_markdown:
            raise ValueError("tables are printed by either --json or --markdown, not both")
        if self.picture is not None:
            need("matplotlib", "report")
        elif self.picture_of is not None:
            raise ValueError(f"picture_of={shown(self.picture_of)} wants picture, a file")
        for path, suffixes in ((self.out, SUFFIXES), (self.picture, PICTURES)):
            if path is not None:
                check_target(path, self.force, *suffixes)
                check_apart(path, store)


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The rows and games of a study that are kept, and where it is played."""

    rows: Annotated[
        Path | None, option("Keep a row of every game: .parquet.", metavar="FILE", more=True)
    ] = None
    games_out: Annotated[
        Path | None,
        option("Keep games move by move, to replay: .games or .gz.", metavar="FILE", more=True),
    ] = None
    games_out_limit: Annotated[
        int, whole("Games that --games-out keeps at most; matches count as one.", more=True)
    ] = 1_000
    games_out_where: Annotated[
        str | None,
        option("Which games it keeps: \"outcome = 'stalemate' and turns < 40\".",
               metavar="CONDITION", more=True),
    ] = None  # fmt: skip
    dask: Dask = None

    def check(self, output: Output, store: Path | None) -> None:
        """Raise ValueError for files that cannot be written, or are two things at once."""
        check_range("games_out_limit", self.games_out_limit, 1, MOST)
        if self.games_out is None and self.games_out_where is not None:
            raise ValueError("--games-out-where wants --games-out FILE, where the games go")
        taken = [one for one in (output.out, output.picture) if one is not None]
        for path, suffixes in ((self.rows, (".parquet",)), (self.games_out, (".games", ".gz"))):
            if path is not None:
                check_target(path, output.force, *suffixes)
                check_apart(path, store)
                if real_path(path) in map(real_path, taken):
                    raise ValueError(f"{path} cannot hold two things; name two files")
                taken.append(path)

    @contextmanager
    def sinks(self, study: Study, force: bool) -> Iterator[list[Sink]]:
        """Yield what takes the rows of a study and keeps rows or games, if any are to be kept."""
        made: list[Sink] = []
        with ExitStack() as stack:
            if self.rows is not None:
                need("pyarrow", "parquet")
                from rbsim.store import rows_file

                made.append(stack.enter_context(rows_file(self.rows, study.arms)))
            if self.games_out is not None:
                wanted = Wanted(self.games_out_where, self.games_out_limit)
                for arm in study.arms:
                    wanted.check(arm)
                file = stack.enter_context(GameFile(self.games_out, force=force))

                def keep(arm: int, rows: Rows) -> None:
                    for one in games_of(study.arms[arm], rows, wanted) if wanted.left else ():
                        file.add(one)

                made.append(keep)
            yield made


def command_of(
    call: Any, play: Callable[..., None] | None = None, extra: Iterable[inspect.Parameter] = ()
) -> Callable[..., None]:
    """Return the command of a study, made of its function's signature.

    `play` gets the study, its options, and what becomes of its result; `extra` are options of the
    command that the study has not.
    """
    words, hidden = parameter_words(call), ("rows", "executor", "progress")
    parameters = [
        study_parameter(one, words.get(one.name, ""))
        for one in inspect.signature(call).parameters.values()
        if one.name not in hidden
    ]

    def command(*, output: Output, kept: Kept, **given: Any) -> None:
        (play or play_and_show)(call, given, output, kept)

    command.__name__, command.__doc__ = call.__name__, summary_of(play or call)
    return as_command(command, [*parameters, *extra])


def as_command(
    command: Callable[..., None], declared: Iterable[inspect.Parameter] = ()
) -> Callable[..., None]:
    """Return a command for Typer, with declared options and then its own.

    A group of options, which is a dataclass, becomes an option for each field.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    flat = list(declared)
    for one in inspect.signature(command).parameters.values():
        if one.name in groups:
            own = get_type_hints(groups[one.name], include_extras=True)
            flat += [
                inspect.Parameter(f.name, KEYWORD, default=f.default, annotation=own[f.name])
                for f in fields(groups[one.name])
            ]
        elif one.kind is not one.VAR_KEYWORD:
            flat.append(one.replace(kind=KEYWORD, annotation=hints[one.name]))

    @wraps(command)
    def flat_command(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{one.name: given.pop(one.name) for one in fields(kind)})
        command(**given)

    flat_command.__dict__["__signature__"] = inspect.Signature(flat)
    flat_command.__annotations__ = {one.name: one.annotation for one in flat}
    return flat_command


def doc_of(call: Callable[..., Any]) -> str:
    """Return the docstring of a function, of its source where `python -OO` stripped it."""
    call = inspect.unwrap(call)
    if call.__doc__ is not None:
        return inspect.getdoc(call) or ""
    try:
        return ast.get_docstring(ast.parse(inspect.getsource(call)).body[0]) or ""  # type: ignore[arg-type]
    except (OSError, SyntaxError):  # of a frozen program, as without words
        return ""


def summary_of(call: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring."""
    return doc_of(call).split("\n\n")[0].replace("\n", " ")


def parameter_words(call: Callable[..., Any]) -> dict[str, str]:
    """Return what the docstring of a study says of its own parameters.

    "As of `simulate`" is what that one says of them; other words between ticks are options.
    """
    _, _, section = doc_of(call).partition("Parameters\n----------\n")
    words: dict[str, str] = {}
    names: list[str] = []
    for line in section.partition("\n\n")[0].splitlines():
        if not line.startswith(" "):
            names = line.partition(" :")[0].replace("*", "").split(", ")
        else:
            words |= {name: f"{words.get(name, '')} {line.strip()}".strip() for name in names}
    for name, said in words.items():
        if other := re.match(r"As of `(\w+)`", said):
            its = parameter_words(getattr(kinds, other[1]))[name]
            clauses = [*its.rstrip(".").split("; "), *said[other.end() : -1].split("; ")]
            words[name] = "; ".join(dict.fromkeys(filter(None, clauses))) + "."
    return words


def typed(words: str) -> str:
    """Return the words for a parameter as those for an option of a command."""
    return re.sub(r"`+([^`]+)`+", lambda one: "--" * (one[1] in TYPED) + one[1], words)


NEAR = {"variants": near_variants, "variant": near_variants, "players": near_players,
        "axes": near_axes, "handicaps": near_axes, "of": near_names(QUANTITIES)}  # fmt: skip
ONE_OF = {"variants": "VARIANT", "axes": "AXIS", "forms": "GAME", "players": "PLAYER"}
TYPED = ("until", "of", "anchor")  # options that words for others name


def study_parameter(one: inspect.Parameter, words: str) -> inspect.Parameter:
    """Return an option of a study as the parameter of a command."""
    known = OPTIONS.get(one.name, Option(words, one.default, "Common"))
    known = replace(known, words=typed(known.words))
    near, default = NEAR.get(one.name), one.default
    if one.kind is one.VAR_POSITIONAL:
        info = typer.Argument(help=known.words, metavar=f"{ONE_OF[one.name]}...",
                              autocompletion=near)  # fmt: skip
        hint = Annotated[list[str] | None, info]
        return inspect.Parameter(one.name, KEYWORD, default=None, annotation=hint)
    kind: Any = str
    how: dict[str, Any] = {"metavar": "TEXT"}
    if known.is_whole or type(default) is int or int in get_args(one.annotation):
        kind, how = int, {"metavar": "N", "parser": whole_number}
    elif one.annotation is float:
        kind, how = float, {"metavar": "NUMBER", "parser": number}
    elif one.name == "store":
        kind, how = Path, {"metavar": "DIR"}
    if default is None:
        kind |= None
    elif kind is str:
        default = f"{default:g}" if isinstance(default, float) else str(default)
    names = [f"--{hyphened(one.name)}", *([SHORT[one.name]] if one.name in SHORT else [])]
    panel = None if known.group == "Common" else MORE
    info = typer.Option(*names, help=known.words, autocompletion=near, rich_help_panel=panel, **how)
    return inspect.Parameter(one.name, KEYWORD, default=default, annotation=Annotated[kind, info])


# ---- playing ----


def play_and_show(call: Any, given: dict[str, Any], output: Output, kept: Kept) -> None:
    """Play the study of some options, write the files that are named, and show its result."""
    several = next((n for n, one in inspect.signature(call).parameters.items()
                    if one.kind is one.VAR_POSITIONAL), "")  # fmt: skip
    store = given.get("store")
    output.check(store)
    kept.check(output, store)
    values = given.pop(several, None) or ()
    study, how = planned(call, *values, **given)
    if kept.dask is not None and how.get("threads") is not None:
        raise ValueError("--threads is for this machine, and --dask for others; give one of them")
    where = (
        nullcontext((None, how.pop("threads", None))) if kept.dask is None else connected(kept.dask)
    )
    with (
        kept.sinks(study, output.force) as sinks,
        where as (executor, threads),
        bar(call.__name__, output.quiet) as progress,
    ):
        how |= {
            "executor": executor,
            "threads": threads,
            "progress": progress,
            "command": command(),
        }
        result = run(call.kind, study, sinks=sinks, **how)
    show(result, output)


def show(result: Result, output: Output) -> None:
    """Keep a result in the files that are named, print it; exit with 3 if too little is known."""
    if output.out is not None:
        result.save(output.out, force=output.force, command=command())
    if output.picture is not None:
        result.save_picture(output.picture, output.picture_of, force=output.force)
    if output.as_json:
        print_json(result.to_document(command()))
    elif output.as_markdown:
        print(result.report(output.full).markdown())
    else:
        print_report(result.report(output.full))
    if status := status_of(result, say):
        raise typer.Exit(status)


def status_of(result: Result, say: Callable[[str], None]) -> int:
    """Return NOT_REACHED, and say so, if games ran out before what they were played for; else 0."""
    missed = [watch for watch in result.played.watches if watch.until and not watch.reached]
    for watch in missed[:1]:
        assert watch.until is not None
        say(f"{watch.until.of} is not known to {watch.until.text} after {watch.most:,} games; "
            "more --games go on")  # fmt: skip
    return NOT_REACHED if missed else 0
