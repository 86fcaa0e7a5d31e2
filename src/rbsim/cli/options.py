"""Study commands, made from signatures; commands on plans and saved results; shared options."""

import ast
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial, wraps
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

import rbcore
from rbcore.cards.ranges import count_text, printable, shown
from rbcore.rules.definition import hyphened
from rbcore.rules.variants import AXES, NAMED
from rbpatience.book import GAMES, known_games
from rbpatience.descriptions import schema
from rbsim import kinds
from rbsim.arms.arm import versions
from rbsim.cli.console import announcing, command, print_report, same_games, say
from rbsim.estimates.figures import QUANTITIES, key_of
from rbsim.files import check_apart, check_target, real_path, user_path
from rbsim.keeping.loading import finished, load
from rbsim.keeping.loading import report as write_page
from rbsim.keeping.plans import play_each, read_plan
from rbsim.keeping.progress import progress_of, progress_table
from rbsim.options import OPTIONS, OUTPUT, PlayKeywords, read_whole, words_of
from rbsim.packages import need
from rbsim.result import PICTURES, SUFFIXES, Result, document, json_text, last, planned, run
from rbsim.show.progress import bar
from rbsim.study.run import Sink, Study

NOT_REACHED = 3  # exit status of a run that reached its maximum before its target
SHORT = {
    "games": "-n",
    "matches": "-n",
    "players": "-p",
    "seed": "-s",
    "threads": "-j",
    "out": "-o",
    "quiet": "-q",
    "help": "-h",
}
MORE = "More"  # the panel of options that few people use
KEYWORD = inspect.Parameter.KEYWORD_ONLY


def near_names(names: Iterable[str], signs: str = "") -> Callable[[str], list[str]]:
    """Return a completer for a word on the command line, or for its part after any of `signs`."""
    known = list(names)

    def near(incomplete: str) -> list[str]:
        start = max(map(incomplete.rfind, signs), default=-1) + 1
        done, last = incomplete[:start], incomplete[start:]
        return [f"{done}{name}" for name in known if name.startswith(last)]

    return near


def near_players(context: typer.Context, incomplete: str) -> list[str]:
    """Return the players that complete a word, or its part after a comma or colon."""
    known = (*schema.PLAYERS, "solver") if context.info_name == "patience" else rbcore.PLAYERS
    return near_names(known, ",:")(incomplete)


near_quantities: Callable[[str], list[str]] = near_names(QUANTITIES)
_near_presets = near_names(NAMED)


def split_by_bash(near: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    """Let bash, which ends words at `=`, complete the part after it."""

    @wraps(near)
    def behind(incomplete: str) -> list[str]:
        words = os.environ.get("COMP_WORDS", "").split()
        words = words[: int(os.environ.get("COMP_CWORD") or 0) + (not incomplete)]
        head = words[-2] + "=" if words[1:] and words[-1] == "=" else ""
        return [word.removeprefix(head) for word in near(head + incomplete)]

    return behind


def _near_axes(incomplete: str) -> list[str]:
    """Return the axes that complete a word, or after `=` the values of one."""
    axis, sign, value = incomplete.partition("=")
    if not sign or axis not in AXES:
        return [f"{axis_name}=" for axis_name in AXES if axis_name.startswith(incomplete)]
    notes, (done, comma, last) = AXES[axis].metadata, value.rpartition(",")
    values: Iterable[Any] = notes["words"]
    if isinstance(values, str):
        values = range(notes["low"], min(notes["high"], 100) + 1)  # more would not help
    return [f"{axis}={done}{comma}{word}" for word in map(str, values) if word.startswith(last)]


near_axes: Callable[[str], list[str]] = split_by_bash(_near_axes)


@split_by_bash
def near_variants(incomplete: str) -> list[str]:
    """Return the presets that complete a word, or after a comma the axes and their values."""
    done, comma, last = incomplete.rpartition(",")
    return [done + comma + word for word in (_near_axes if comma else _near_presets)(last)]


@split_by_bash
def near_forms(incomplete: str) -> list[str]:
    """Return the patience games that complete a word, and their readings."""
    forms = []
    for game in [*GAMES.values(), *known_games().values()]:
        readings = [f",{key}={value}" for key, values in game.readings.items() for value in values]
        for name in dict.fromkeys((game.number, game.name)):
            forms += [name, *(name + reading for reading in readings)]
    return [form for form in forms if form.startswith(incomplete)]


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
        raise typer.BadParameter(f"{shown(text)} is not a number such as 0.95") from None


def path_of(text: str | Path) -> Path:
    """Return a path as it is typed, or a default; `~` is the home folder, even after `=`."""
    try:
        return user_path(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


# Descriptions of options that several commands share: name, placeholder of the value, description.
# Other options are described in the docstring of their command, or of its dataclass.
SHARED = """
variant VARIANT: A preset (strict), a preset with changes (strict,reserve-size=11), or the name of
  a variant file.
position: A position in notation; rbsim deal prints one.
sources STORE...: Stores, or .json files of results.
players: One player for all seats (greedy), or one for each seat (greedy:uniform).
game: Number of the game in its seed.
partial: Accept a position in which cards are missing.
level: Confidence level of all intervals. The default is the level that was saved.
force: Replace existing files.
as_json: Print JSON instead of tables.
as_markdown: Print Markdown instead of tables.
full: Print all tables, not only the most important.
quiet: Show no progress on standard error.
imports: Import the modules of players that a file names.
dask ADDRESS: Play on the dask cluster at tcp://HOST:PORT.
shard K/N: Play shard K of N of the games; rbsim merge adds shards up.
resume: If --out already has the results of these games, show them and play nothing. An
  interrupted run is resumed by --store instead.
"""
# Lines of SHARED and of docstrings: name, optional placeholder, description.
DESCRIPTION = re.compile(r"^(\w+)(?: ([A-Z|.]+))?: (.+(?:\n  .+)*)", re.MULTILINE)
NAMES = {
    "as_json": "--json",
    "as_markdown": "--markdown",
    "open_cards": "--open",
    "in_letters": "--ascii",
    "every": "--all",
}
# Panels of options that no record of options has.
PANELS = {
    **dict.fromkeys(("out", "picture", "full", "as_json"), OUTPUT),
    **dict.fromkeys(("picture_of", "as_markdown", "force", "quiet", "imports"), MORE),
    **dict.fromkeys(("dask", "rows", "resume", "worlds"), MORE),
}


@dataclass(frozen=True, kw_only=True)
class Output:
    """Which files a result is written to, and how it is printed.

    out FILE: Save the table of figures, as .json, .csv or .parquet. rbsim merge adds up
      .json files.
    picture FILE: Draw the main figure of each run, as .svg, .png or .pdf.
    picture_of: Draw this quantity instead of the main figure.
    """

    out: Path | None = None
    picture: Path | None = None
    picture_of: str | None = None
    full: bool = False
    as_json: bool = False
    as_markdown: bool = False
    force: bool = False
    quiet: bool = False


@dataclass(frozen=True, kw_only=True)
class Keeping:
    """Which rows of a study are kept, and where the study is played.

    rows FILE: Save a row of every game, as .parquet.
    """

    rows: Path | None = None
    dask: str | None = None
    resume: bool = False


def check_output(output: Output, keeping: Keeping | None = None, store: Path | None = None) -> None:
    """Raise ValueError for files that cannot be written, before anything is played."""
    if output.as_json and output.as_markdown:
        raise ValueError("--json and --markdown exclude each other; give one of them")
    if output.picture is not None:
        need("matplotlib", "report")
        if output.picture_of is not None:
            key_of(output.picture_of)
    elif output.picture_of is not None:
        raise ValueError(f"picture_of={shown(output.picture_of)} needs picture, a file")
    rows, taken = None if keeping is None else keeping.rows, list[Path]()
    files = (output.out, SUFFIXES), (output.picture, PICTURES), (rows, (".parquet",))
    for path, suffixes in files:
        if path is not None:
            check_target(path, output.force, *suffixes)
            check_apart(path, store)
            if real_path(path) in taken:
                raise ValueError(f"{path} cannot hold two outputs; name two files")
            taken.append(real_path(path))


def sink_of(rows: Path | None, study: Study) -> AbstractContextManager[Sink | None]:
    """Return a context that saves the rows of a study in a file, if one is named."""
    if rows is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim.study.store import rows_file

    return rows_file(rows, study.arms)


# ---- commands, made of signatures ----

PYTHON_ONLY = ("rows", "executor", "progress")  # parameters of studies that are not options


def command_of(call: Any, play: Callable[..., None] | None = None) -> Callable[..., None]:
    """Return the command of a study, which calls `play`, or `play_and_show` by default.

    Its options are the parameters of the study's signature, the keyword-only parameters of `play`,
    and the fields of `Output` and `Keeping`.
    """
    words, signature = parameter_words(call), inspect.signature(call)
    for name in OPTIONS.keys() & signature.parameters.keys():
        more = call.kind.more_words.get(name, "")
        words[name] = f"{words_of(name, signature)} {more}".rstrip()
    of_study = [
        parameter(declared, words.get(declared.name, ""))
        for declared in signature.parameters.values()
        if declared.name not in PYTHON_ONLY
    ]
    show_played = play or play_and_show
    by_name = show_played.__kwdefaults__ or {}
    of_play = [option for option in _parameters(show_played) if option.name in by_name]

    def command(*, output: Output, keeping: Keeping, **values: Any) -> None:
        more = {option.name: values.pop(option.name) for option in of_play}
        show_played(call, values, output, keeping, **more)

    command.__name__, command.__doc__ = call.__name__, summary_of(play or call)
    return as_command(command, [*of_study, *of_play])


def as_command(
    command: Callable[..., None], declared: Iterable[inspect.Parameter] = ()
) -> Callable[..., None]:
    """Return a command for Typer, with the `declared` options first and then its own.

    If the command takes a dataclass, Typer gets an option for each field.
    """
    options, hints = [*declared, *_parameters(command)], get_type_hints(command)
    records: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}

    @wraps(command)
    def flat_command(**values: Any) -> None:
        for name, record in records.items():
            values[name] = record(
                **{field.name: values.pop(field.name) for field in fields(record)}
            )
        try:
            command(**values)
        except KeyboardInterrupt as stop:  # Typer would drop its message
            raise RuntimeError from stop

    flat_command.__dict__["__signature__"] = inspect.Signature(options)
    flat_command.__annotations__ = {option.name: option.annotation for option in options}
    return flat_command


def _parameters(call: Callable[..., Any]) -> Iterator[inspect.Parameter]:
    """Yield the options of a function or a dataclass as Typer takes them.

    A parameter that is a dataclass yields its fields.
    """
    descriptions = {
        name: (" ".join(words.split()), value)
        for name, value, words in DESCRIPTION.findall(f"{SHARED}\n{doc_of(call)}")
    }
    hints = get_type_hints(call)
    for declared in inspect.signature(call).parameters.values():
        hint = hints[declared.name]
        if is_dataclass(hint):
            yield from _parameters(hint)  # type: ignore[arg-type]
        elif hint is not Any and declared.kind is not declared.VAR_KEYWORD:
            words, value = descriptions.get(declared.name, ("", ""))
            yield parameter(declared.replace(annotation=hint), words, value)


def doc_of(call: Callable[..., Any]) -> str:
    """Return the docstring of a function, from its source if `python -OO` stripped it."""
    call = inspect.unwrap(call)
    is_made = isinstance(call, type) and sys.flags.optimize > 1  # a dataclass generates one
    if call.__doc__ is not None and not is_made:
        return inspect.getdoc(call) or ""
    try:
        # Not by ast.parse, which strips docstrings too under -OO, since Python 3.14.
        tree: Any = compile(inspect.getsource(call), "", "exec", ast.PyCF_ONLY_AST, optimize=0)
        return ast.get_docstring(tree.body[0]) or ""
    except (OSError, SyntaxError):  # a frozen program has no source
        return ""


def summary_of(call: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring."""
    return doc_of(call).split("\n\n")[0].replace("\n", " ")


def parameter_words(call: Callable[..., Any]) -> dict[str, str]:
    """Return the description of each parameter in a study's docstring.

    A description that begins with "As in" another study is that study's, followed by its own rest.
    """
    _, _, section = doc_of(call).partition("Parameters\n----------\n")
    lines: dict[str, list[str]] = {}
    names: list[str] = []
    for line in section.partition("\n\n")[0].splitlines():
        if line.startswith(" "):
            for name in names:
                lines.setdefault(name, []).append(line.strip())
        else:
            names = line.partition(" :")[0].replace("*", "").split(", ")
    words = {name: " ".join(its_lines) for name, its_lines in lines.items()}
    for name, text in words.items():
        if other := re.match(r"As in `(\w+)`", text):
            other_words = parameter_words(getattr(kinds, other[1]))[name]
            own_clauses = text[other.end() : -1].split("; ")
            clauses = [*other_words.rstrip(".").split("; "), *own_clauses]
            words[name] = "; ".join(dict.fromkeys(filter(None, clauses))) + "."
    return words


NEAR: dict[str, Callable[..., list[str]]] = {
    "variants": near_variants,
    "variant": near_variants,
    "players": near_players,
    "by": near_players,
    "against": near_players,
    "axes": near_axes,
    "forms": near_forms,
    "handicaps": near_axes,
    "of": near_quantities,
    "picture_of": near_quantities,
}
REPEATED = {"variants": "VARIANT", "axes": "AXIS", "forms": "GAME", "players": "PLAYER"}
REPEATS = ("shuffle", "shuffles", "replicate", "replicates")  # of luck
# Options that the descriptions of others mention.
TYPED = ("until", "of", "anchor", "games", "matches", *REPEATS)


class Reading(NamedTuple):
    """How a value is typed on the command line: its type, its placeholder, and its parser."""

    kind: Any
    placeholder: str = ""
    parser: Callable[[Any], Any] | None = None


def _reading_of(declared: inspect.Parameter) -> Reading:
    """Return how the value of a parameter is typed."""
    kinds = {declared.annotation}
    if get_origin(declared.annotation) is not list and get_args(declared.annotation):
        kinds = set(get_args(declared.annotation)) - {NoneType}
    if declared.kind is declared.VAR_POSITIONAL:
        return Reading(list[str], f"{REPEATED[declared.name]}...")
    if kinds == {int} or type(declared.default) is int:
        return Reading(int, "N", whole_number)
    if kinds == {float}:
        return Reading(float, "NUMBER", number)
    if kinds == {Path}:
        return Reading(Path, "FILE", path_of)
    if kinds == {str, Path}:
        return Reading(Path, "DIR", path_of)
    if kinds == {bool}:
        return Reading(bool)
    if declared.kind is declared.KEYWORD_ONLY:
        return Reading(str, "TEXT")
    return Reading(declared.annotation)


def parameter(declared: inspect.Parameter, words: str, value: str = "") -> inspect.Parameter:
    """Return a parameter of a study, or of a function that is a command, as Typer takes it.

    Parameters
    ----------
    declared : inspect.Parameter
        As the function has it. A keyword-only parameter becomes an option, any other an argument.
    words : str
        Its description in the help. Options of studies are described by their record by default.
    value : str
        The placeholder of its value in the help, such as DIR, unless that follows from its type.
    """
    name, reading = declared.name, _reading_of(declared)
    notes = OPTIONS[name].metadata if name in OPTIONS else {}
    placeholder = value or reading.placeholder
    how: dict[str, Any] = {
        "help": _as_typed(words or notes.get("words", "")),
        "autocompletion": NEAR.get(name),
        "parser": reading.parser,
    }
    if declared.kind is declared.KEYWORD_ONLY:
        names = [NAMES.get(name, f"--{hyphened(name)}")]
        names += [SHORT[name]] if name in SHORT else []
        panel = PANELS.get(name, notes.get("group"))
        info = typer.Option(*names, metavar=placeholder or None, rich_help_panel=panel, **how)
    else:
        info = typer.Argument(metavar=placeholder or name.upper(), **how)
    kind, default = reading.kind, declared.default
    if default is None or declared.kind is declared.VAR_POSITIONAL:
        kind, default = kind | None, None
    elif kind is str and default is not declared.empty:
        default = f"{default:g}" if isinstance(default, float) else str(default)
    return inspect.Parameter(name, KEYWORD, default=default, annotation=Annotated[kind, info])


def _as_typed(words: str) -> str:
    """Return a description without backquotes, with the options that it names as they are typed."""
    return re.sub(
        r"`+([^`]+)`+", lambda name: f"--{name[1]}" if name[1] in TYPED else name[1], words
    )


# ---- playing ----


def play_and_show(call: Any, values: dict[str, Any], output: Output, keeping: Keeping) -> None:
    """Play the study that the options describe, write the named files, and show the result."""
    output = replace(output, force=output.force or keeping.resume)
    check_output(output, keeping, values.get("store"))
    parameters = inspect.signature(call).parameters.values()
    several = next(
        (
            positional.name
            for positional in parameters
            if positional.kind is positional.VAR_POSITIONAL
        ),
        "",
    )
    study = planned(call, *(values.pop(several, None) or ()), **values)
    if keeping.resume:
        if output.out is None:
            raise ValueError("--resume reuses the results in --out FILE.json; name such a file")
        if study.options.time is not None:
            raise ValueError("--resume needs a fixed number of games; leave out --time or --resume")
        has_rows = keeping.rows is None or keeping.rows.exists()
        if (there := finished(output.out, study)) and has_rows:
            show(there, replace(output, out=None, force=True))
    result: Result | None = None
    try:
        with (
            sink_of(keeping.rows, study) as sink,
            workers(keeping.dask, study.options.threads) as means,
            bar(call.__name__, output.quiet) as progress,
        ):
            noun = study.arms[0].row_kind.noun
            option = "--matches" if noun == "matches" else "--games"
            is_told = output.quiet or study.options.time is not None
            told = progress if is_told else announcing(progress, option, study.count)
            options = replace(replace(study.options, **means), progress=told)
            study = replace(study, options=options)
            result = run(call.kind, study, sinks=[sink] if sink else [], command=command())
    except (OSError, ValueError):
        if result is not None:  # the rows' file could not be finished
            print_figures(result, output)
        raise
    except KeyboardInterrupt:
        with suppress(ValueError):  # if nothing was played
            if not output.as_json:  # which could not say that it is incomplete
                print_figures(last(), output)
        raise
    show(result, output)


@contextmanager
def workers(dask: str | None, threads: int | None) -> Iterator[PlayKeywords]:
    """Yield the options that say where games are played: threads here, or a cluster's executor."""
    if dask is None:
        yield {"threads": threads}
        return
    if threads is not None:
        raise ValueError("--threads is for this machine, --dask for a cluster; give one of them")
    from rbsim.arms.cluster import connected  # it imports asyncio, some 15 ms

    with connected(dask) as executor:
        yield {"executor": executor}


def show(result: Result, output: Output) -> None:
    """Save a result in the named files and print it; exit with status 3 if it missed its target.

    It is printed even if a file cannot be written or a picture cannot be drawn.
    """
    try:
        if output.out is not None:
            result.save(output.out, force=output.force, command=command())
        if output.picture is not None:
            result.save_picture(output.picture, output.picture_of, force=output.force)
    finally:
        print_figures(result, output)
        status = status_of(result)
    raise typer.Exit(status)


def print_figures(result: Result, output: Output) -> None:
    """Print a result, as JSON or for people."""
    if output.as_json:
        print(json_text(result.to_document(command())))
        return
    report = result.report(output.full)
    if output.as_markdown:
        print(report.markdown())
        return
    _, shortfall = result.goal  # which `status_of` prints
    notes = [result.origin if note == result.what else note for note in report.notes]
    print_report(replace(report, notes=tuple(note for note in notes if note != shortfall)))
    if result.played.time is not None:
        option = "--matches" if result.noun == "matches" else "--games"
        print(f"To repeat these games: {same_games(option, result.study.count)}")


def status_of(result: Result) -> int:
    """Return NOT_REACHED, and say why, if a run ended before it met its target; else 0."""
    if shortfall := result.goal[1]:
        say(shortfall)
    return NOT_REACHED if shortfall else 0


# ---- plans, and saved results ----


def study(
    plan: Path,
    names: list[str] | None = None,
    *,
    to: Path | None = None,
    part: int | None = None,
    first: int | None = None,
    shard: str | None = None,
    threads: int | None = None,
    full: bool = False,
    as_json: bool = False,
    as_markdown: bool = False,
    imports: bool = False,
    dask: str | None = None,
    resume: bool = False,
    force: bool = False,
    quiet: bool = False,
) -> None:
    """Play the studies of a plan file, and write the stores, files and page that it names.

    plan PLAN: A TOML file, or a store that keeps its plan.
    names NAME...: Studies of the plan; all by default.
    to DIR: Folder for everything that the plan writes; the plan's folder by default.
    part: Play only one game in N, into separate stores and files.
    first: Play the games from number N on, into separate stores and files.
    resume: Reuse existing result files if they come from the same games.
    """
    output = Output(full=full, as_json=as_json, as_markdown=as_markdown, force=force, quiet=quiet)
    check_output(output)
    read = read_plan(plan, imports=imports, part=part, first=first, shard=shard, to=to)
    results: dict[str, Result] = {}
    status = 0
    with workers(dask, threads) as means:
        told = partial(bar, quiet=quiet)
        for name, result in play_each(read, names or (), force, told, means, command(), resume):
            results[name] = result
            if not as_json:
                print_figures(result, output)
                if as_markdown:
                    print()
            status = max(status, status_of(result))
    if as_json:
        documents = [(name, result.to_document()) for name, result in results.items()]
        rows = [{"study": name, **row} for name, entry in documents for row in entry["results"]]
        origin = {"studies": [entry["provenance"] for _, entry in documents], **versions()}
        print(json_text(document(rows, origin, command())))
    raise typer.Exit(status)


def report(
    sources: list[Path],
    *,
    out: Path = Path("report.html"),
    title: str = "",
    figures: bool = False,
    partial: bool = False,
    level: float | None = None,
    force: bool = False,
    quiet: bool = False,
) -> None:
    """Write a page about studies: figures, pictures, and how to play them again.

    out: The HTML file to write.
    title: Heading of the page.
    figures: Also write the pictures as files, FILE-*.svg.
    partial: Accept stores that lack games, and read the games they have.
    """
    with bar(str(out), quiet) as progress:
        results = [
            load(source, level=level, partial=partial, progress=progress) for source in sources
        ]
        page, *pictures = write_page(*results, out=out, title=title, figures=figures, force=force)
    print(f"{page} and {count_text(len(pictures), 'pictures')} beside it" if pictures else page)


def merge(
    sources: list[Path], *, partial: bool = False, level: float | None = None, output: Output
) -> None:
    """Show saved results, and add up runs of one study over different games.

    partial: Accept stores that lack games, and read the games they have.
    """
    check_output(output)
    with bar("merge", output.quiet) as progress:
        result = load(*sources, level=level, partial=partial, progress=progress)
    show(result, output)


def check(store: Path, *, quiet: bool = False) -> None:
    """Check every file of a store and report damage, without changing anything.

    store STORE: A folder that --store made.
    """
    need("pyarrow", "parquet")
    from rbsim.study.store import check_store

    with bar(str(store), quiet) as progress:
        checked = check_store(store, progress)
    for problem in checked.problems:
        print(printable(problem))
    files, games = count_text(checked.files, "files"), count_text(checked.games, "games")
    are = "is" if checked.files == 1 else "are"
    left = f"; {checked.missing:,} games per run are still to be played" if checked.missing else ""
    print(f"{files} ({games}) {are} intact{left}")
    raise typer.Exit(bool(checked.problems))


def status(sources: list[Path], *, as_json: bool = False) -> None:
    """Show how many games each store or result has and lacks, and when it was last written."""
    entries = progress_of(*sources)
    if as_json:
        print(json_text(document(entries, versions(), command())))
        return
    print(progress_table(entries))
    for entry in entries:
        if "text" in entry:
            print(f"{entry['study']}: {entry['text']}")
