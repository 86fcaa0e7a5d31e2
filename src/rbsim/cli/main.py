"""The command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import rbcore
from rbsim.cli import console as runs
from rbsim.cli import describe, replay
from rbsim.cli import perft_file as perftfile
from rbsim.cli.matches import match
from rbsim.cli.options import (
    AsJson,
    Conditions,
    Force,
    Incomplete,
    MaxMoves,
    MaxTurns,
    Means,
    Of,
    Out,
    PositionText,
    Runs,
    SearchLimit,
    Seed,
    Threads,
    Until,
    Variant,
    spread,
)  # fmt: skip
from rbsim.cli.report import report
from rbsim.cli.studies import advantage, compare, ladder, playing, sweep
from rbsim.patience import sympathy
from rbsim.pipeline.stopping import goal_of
from rbsim.running.batch import Batch, seat_players
from rbsim.running.player import Seated, described
from rbsim.studies import survey

USAGE, INTERRUPTED = 2, 130
# Click's base of all errors in usage; newer Typer carries Click inside and gives it no public name.
ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    help="Simulate Russian Bank and its house rules.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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
@spread
def simulate(
    *,
    variant: Variant = "standard",
    games: Annotated[int, typer.Option(help="Games of each run.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    until: Until = None,
    of: Of = None,
    means: Means,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and show how they ended."""
    batches = runs.batches(Batch, variant, players, games, conditions)
    goal, store = goal_of(until, of), means.store
    if out is not None and store is not None and out.resolve().is_relative_to(store.resolve()):
        raise ValueError(f"{out} lies in the store; name a file elsewhere")
    noted = None if goal is None else goal.provenance
    with (
        runs.rows_file(out, force, batches, noted) as file,
        playing("simulate", batches, means, goal) as run,
    ):
        results = runs.play_all(batches, run, means.threads, file)
    runs.show(results, as_json)


app.command()(match)
app.command()(advantage)
app.command()(compare)
app.command()(sweep)
app.command()(ladder)
app.command()(report)


@app.command("survey")
@spread
def make_survey(
    *,
    variants: Annotated[
        list[str] | None, typer.Argument(help="variants; all presets unless given")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each line.")] = 100_000,
    players: Runs = "uniform,greedy",
    conditions: Conditions,
    means: Means,
    as_json: AsJson = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown instead of a table.")
    ] = False,
) -> None:
    """Play many games of every variant, and show variants and players side by side."""
    if as_json and as_markdown:
        raise ValueError("survey prints either --json or --markdown, not both")
    batches = [
        batch
        for variant in variants or rbcore.PRESETS
        for batch in runs.batches(Batch, variant, players, games, conditions)
    ]
    with playing("survey", batches, means) as run:
        results = runs.play_all(batches, run, means.threads)
    if as_json:
        runs.print_json(survey.to_dicts(results))
    elif as_markdown:
        print(survey.report(results).markdown())
    else:
        runs.print_report(survey.report(results))


@app.command()
def moves(variant: Variant, position: PositionText, study: Incomplete = False) -> None:
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
    study: Incomplete = False,
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
    study: Incomplete = False,
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
        rules, _compiled(seat_players(players, rules.seats)), seed, game,
        max_turns=max_turns, max_moves=max_moves, search_limit=search_limit,
    )  # fmt: skip
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in replay.show(start, made, row, plain=plain, colour=colour):
        print(line)


def _compiled(players: tuple[Seated, ...]) -> list[str]:
    """The players' names. Raises ValueError for players in Python."""
    for player in players:
        if not isinstance(player, str):
            raise ValueError(f"replay shows games of compiled players; {player} is one in Python")
    return [str(player) for player in players]


@app.command("sympathy")
def play_sympathy(
    heaps: Annotated[int | None, typer.Option(help="16 or 17; both unless given.")] = None,
    games: Annotated[int, typer.Option(help="Games of each form.")] = 1_000_000,
    seed: Seed = 1,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Play Sympathy, a patience that both players win or neither, and show how often they do."""
    forms = sympathy.HEAPS if heaps is None else (heaps,)
    results = [sympathy.play(form, games=games, seed=seed, threads=threads) for form in forms]
    if as_json:
        runs.print_json([result.to_dict() for result in results])
    else:
        runs.print_report(sympathy.report(results))


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
        return _fail("interrupted; nothing half-written is left", INTERRUPTED)
    except ClickException as error:
        return _fail(error.format_message(), USAGE)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Click makes the one of the other
            return _left_alone()
        raise
    except Exception as error:
        if isinstance(error, BrokenPipeError) and not _of_player(error):
            return _left_alone()
        sentence = _sentence(error)
        if sentence is None:
            raise
        return _fail(sentence, USAGE)


def _of_player(error: Exception) -> bool:
    """Whether a player in Python raised it: rbsim.running.python_players notes in which game."""
    return hasattr(error, "__notes__")


def _sentence(error: Exception) -> str | None:
    """What is wrong with the input, the machine or a player in Python; None of anything else."""
    if _of_player(error):
        return ", ".join([described(error), *error.__notes__])
    if isinstance(error, OSError):
        # Errors of pyarrow have a text alone.
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error) if isinstance(error, ValueError) else None


def _left_alone() -> int:
    """The reader has gone: say nothing, and keep Python from saying it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _fail(sentence: str, status: int) -> int:
    print("rbsim: " + " ".join(sentence.split()), file=sys.stderr)
    return status
