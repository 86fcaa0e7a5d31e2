"""The command line."""

from __future__ import annotations

import json
import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

import rbcore
from rbsim import describe, perftfile, replay, tables
from rbsim.extras import need
from rbsim.result import Result, provenance
from rbsim.simulation import Batch, seat_players
from rbsim.simulation import run as play

USAGE, INTERRUPTED = 2, 130
# Click's base of all errors in usage; newer Typer carries Click inside and gives it no public name.
ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    help="Simulate Russian Bank and its house rules.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Variant = Annotated[str, typer.Argument(help="preset, or preset,axis=value,...")]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="a line of notation")]
Study = Annotated[bool, typer.Option(help="Read a position in which cards are missing.")]
Seed = Annotated[int, typer.Option(help="Seed, 0 to 2**64-1.")]
MaxTurns = Annotated[int, typer.Option(help="Turns after which a game is unfinished.")]
MaxMoves = Annotated[int, typer.Option(help="Moves after which a game is unfinished.")]
SearchLimit = Annotated[int, typer.Option(help="Work limit of a stalemate search.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rbsim {rbcore.__version__}, games version {rbcore.GAMES_VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Simulate Russian Bank and its house rules."""


@app.command()
def simulate(
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Games of each run.")] = 100_000,
    seed: Seed = 1,
    players: Annotated[
        str,
        typer.Option(help="Runs, separated by commas; seats, by colons: uniform,greedy:uniform"),
    ] = "uniform,greedy",
    threads: Annotated[int | None, typer.Option(help="Threads; all cores unless given.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Parquet file of all games, a row each, runs in turn.")
    ] = None,
    force: Annotated[bool, typer.Option(help="Replace the file if it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
) -> None:
    """Play many games and show how they ended."""
    rules = rbcore.variant(variant)
    batches = [
        Batch(
            rules, seat_players(seats, rules.seats), games, seed, 0,
            max_turns, max_moves, search_limit,
        )
        for seats in players.split(",")
    ]  # fmt: skip
    results = []
    with _games_file(out, force, batches) as file:
        for batch in batches:
            results.append(_play_with_bar(batch, threads, file))
    if as_json:
        objects = [result.to_dict() | {"command": _command()} for result in results]
        print(json.dumps(objects[0] if len(objects) == 1 else objects, indent=2, allow_nan=False))
    else:
        for result in results:
            _print_result(result)


def _command() -> list[str]:
    return ["rbsim", *sys.argv[1:]]


def _games_file(out: Path | None, force: bool, batches: list[Batch]) -> Any:
    if out is None:
        return nullcontext()
    need("pyarrow", "parquet")
    from rbsim import arrow

    arrow.check_target(out, force)
    return arrow.GamesFile(out, [provenance(b) | {"command": _command()} for b in batches])


def _play_with_bar(batch: Batch, threads: int | None, file: Any) -> Result:
    take = None
    if file is not None:
        file.start(batch, batch.player_text)
        take = file.write
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(batch.player_text, total=batch.games)
        return play(batch, threads, lambda done, _: bar.update(task, completed=done), take)


def _print_result(result: Result) -> None:
    console = Console(highlight=False)
    summary = result.summary()
    console.print(f"\n[bold]{tables.title(result)}[/bold]")
    for cells in (
        tables.outcome_cells(summary),
        tables.length_cells(summary),
        tables.score_cells(summary),
    ):
        head, *rows = cells
        table = Table(box=None, pad_edge=False)
        for i, name in enumerate(head):
            table.add_column(name, justify="left" if i == 0 else "right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    console.print(tables.footnote(result))


@app.command()
def moves(variant: Variant, position: PositionText, study: Study = False) -> None:
    """List the legal moves of a position, sorted."""
    for move in rbcore.Position.parse(position, rbcore.variant(variant), study=study).moves():
        print(move)


@app.command()
def perft(
    variant: Annotated[str | None, typer.Argument(help="preset, or preset,axis=value,...")] = None,
    depth: Annotated[int | None, typer.Argument(metavar="N", help="moves in a sequence")] = None,
    position: Annotated[str | None, typer.Argument(metavar="POSITION")] = None,
    check: Annotated[
        Path | None, typer.Option(help="File of variant, depth, count, position.")
    ] = None,
    study: Study = False,
) -> None:
    """Count the sequences of N legal moves, or check a file of such counts."""
    if check is not None:
        if variant is not None:
            raise ValueError("perft takes either --check FILE or VARIANT N 'POSITION', not both")
        _check_perft(check)
    elif variant is None or depth is None or position is None:
        raise ValueError("perft needs VARIANT N 'POSITION', or --check FILE")
    else:
        start = rbcore.Position.parse(position, rbcore.variant(variant), study=study)
        print(rbcore.perft(start, depth))


def _check_perft(path: Path) -> None:
    agree = 0
    entries = perftfile.read(path)
    for entry in entries:
        count = rbcore.perft(entry.position, entry.depth)
        agree += count == entry.count
        if count != entry.count:
            print(
                f"line {entry.line}: {entry.variant} depth {entry.depth}: {count}, "
                f"the file has {entry.count}"
            )
    print(f"{agree} of {len(entries)} agree")
    if agree < len(entries):
        raise typer.Exit(1)


@app.command()
def judge(
    variant: Variant,
    position: PositionText,
    move: Annotated[str, typer.Argument(help="SOURCE>PLACE, turn, waste or pass")],
    study: Study = False,
) -> None:
    """Give the Stop! verdict on a move: its number, and what the move offends."""
    verdict = rbcore.Position.parse(position, rbcore.variant(variant), study=study).judge(move)
    print(f"{int(verdict)} {verdict.words}")


@app.command("replay")
def replay_game(
    variant: Variant = "standard",
    seed: Seed = 1,
    game: Annotated[int, typer.Option(help="Number of the game in its seed.")] = 0,
    players: Annotated[str, typer.Option(help="One for all seats, or one each: a:b")] = "greedy",
    plain: Annotated[bool, typer.Option(help="Notation only, a move a line.")] = False,
    max_turns: MaxTurns = 1_000,
    max_moves: MaxMoves = 100_000,
    search_limit: SearchLimit = 100_000,
) -> None:
    """Show one game of a simulation, move by move."""
    rules = rbcore.variant(variant)
    start, made, row = rbcore.trace(
        rules, seat_players(players, rules.seats), seed, game,
        max_turns=max_turns, max_moves=max_moves, search_limit=search_limit,
    )  # fmt: skip
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in replay.show(start, made, row, plain=plain, colour=colour):
        print(line)


@app.command()
def variants(
    variant: Annotated[
        str | None, typer.Argument(help="preset, or preset,axis=value,... to describe")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """List presets and axes, or say how a variant differs from the standard game."""
    if variant is None:
        found: Any = {"presets": describe.presets(), "axes": describe.axes()}
        lines = describe.list_lines()
    else:
        rules = rbcore.variant(variant)
        found = {"variant": rbcore.variant_text(rules), "changes": describe.changes(rules)}
        lines = describe.variant_lines(rules)
    if as_json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        print("\n".join(lines))


def run(arguments: list[str]) -> int:
    """Run a command; its exit status. Bad input is one sentence on standard error and status 2."""
    try:
        status = app(arguments or ["--help"], prog_name="rbsim", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:  # how newer Typer hands Ctrl-C on
            raise KeyboardInterrupt
        return status if isinstance(status, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted; nothing was written", INTERRUPTED)
    except ClickException as error:
        return _fail(error.format_message(), USAGE)
    except BrokenPipeError:
        # The reader has gone; say nothing, and keep Python from saying it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # Errors of pyarrow have a text alone.
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return _fail(said, USAGE)
    except ValueError as error:
        return _fail(str(error), USAGE)


def _fail(sentence: str, status: int) -> int:
    print("rbsim: " + " ".join(sentence.split()), file=sys.stderr)
    return status
