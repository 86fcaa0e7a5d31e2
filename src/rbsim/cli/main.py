"""The command line: all commands, and how errors end them."""

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer

import rbcore
from rbcore.cards.ranges import printable, shown
from rbsim.cli import positions
from rbsim.cli.bench_command import bench
from rbsim.cli.descriptions import players, variants
from rbsim.cli.game_commands import analyse, deal, games, hint, replay
from rbsim.cli.play_command import play
from rbsim.cli.store_commands import check, merge, report
from rbsim.cli.study_commands import OPTIONS, command_of, patience, study
from rbsim.cli.typer_options import as_command, epilog
from rbsim.cli.usage import meant_arguments, usage_sentence
from rbsim.files import NameTaken
from rbsim.running import chunks
from rbsim.running.player_errors import error_text, frame_lines, is_from_player
from rbsim.studies import every_kind

USAGE, INTERRUPTED = 2, 130
NO_ROOM = (errno.ENOSPC, errno.EIO)
# Click's base class of usage errors; newer Typer includes Click and has no public name for it.
ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]},
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


# Commands that are not made of a kind of study, with their examples.
BY_HAND: dict[Callable[..., None], tuple[str, ...]] = {
    study: ("rbsim study PLAN", "rbsim study PLAN --stores DIR --quiet"),
    report: ("rbsim report STORE --out page.html --extremes", "rbsim report FILE STORE"),
    merge: ("rbsim merge ONE.json OTHER.json --out both.json",),
    check: ("rbsim check STORE", "rbsim check STORE --repair"),
    positions.moves: ("rbsim moves standard 'POSITION'",),
    positions.perft: ("rbsim perft standard 3 'POSITION'", "rbsim perft --check counts.tsv"),
    positions.judge: ("rbsim judge standard 'POSITION' waste",),
    replay: (
        "rbsim replay standard --seed 1 --game 7",
        "rbsim replay strict --players greedy:uniform --plain",
        "rbsim replay some.games",
        "rbsim replay three-player --html game.html",
    ),
    games: (
        "rbsim games STORE --where \"outcome = 'stalemate' and turns < 40\" --limit 5",
        "rbsim games STORE --most turns --limit 1 --out longest.games",
        "rbsim games rows.parquet --where 'winner != starter' --out lost.games.gz",
    ),
    deal: ("rbsim deal standard", "rbsim deal strict --seed 1 --game 7"),
    hint: ("rbsim hint standard 'POSITION'", "rbsim hint strict 'POSITION' --player planner"),
    analyse: ("rbsim analyse some.games", "rbsim analyse some.games --games 2000"),
    play: (
        "rbsim play",
        "rbsim play strict --against planner --watch 0.5",
        "rbsim play standard --seed 1 --game 7 --seat 1",
        "rbsim play some.games",
        "rbsim play patience trefoil --seed 1",
    ),
    variants: ("rbsim variants", "rbsim variants strict,plan-limit=4"),
    players: ("rbsim players", "rbsim players --json"),
    bench: ("rbsim bench", "rbsim bench --seconds 120 --json"),
}


def _commands() -> Iterator[tuple[Callable[..., None], tuple[str, ...]]]:
    for kind in every_kind():
        if kind.name == "patience":
            yield as_command(patience, OPTIONS.values()), kind.examples
        elif kind.has_command:
            yield command_of(kind), kind.examples
    for command, examples in BY_HAND.items():
        yield as_command(command), examples


for command, examples in _commands():
    first, *_ = (command.__doc__ or "").split("\n\n")  # whole in the list, which else cuts it
    app.command(epilog=epilog(examples), short_help=" ".join(first.split()))(command)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit status, 2 after a sentence on bad input."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _remark
            words = meant_arguments(arguments)
            status = app(words, prog_name="rbsim", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:  # newer Typer returns it on Ctrl-C
            raise KeyboardInterrupt
        return status if isinstance(status, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except ClickException as error:
        return _fail(usage_sentence(error, arguments), USAGE)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # which Click turns into SystemExit
            return _silence_output()
        if is_from_player(stop):
            _say(f"sys.exit({shown(stop.code)}), {', '.join(stop.__notes__)}")
        raise
    except Exception as error:
        if _is_of_ctrl_c(error):
            return _interrupted()
        if isinstance(error, BrokenPipeError) and not is_from_player(error):
            return _silence_output()
        sentence = _sentence(error)
        if sentence is None:
            raise
        status = _fail(sentence, USAGE)
        for line in frame_lines(error) if is_from_player(error) else ():
            print(printable(line), file=sys.stderr)
        return status


def _interrupted() -> int:
    status = _fail("interrupted; nothing half-written is left", 128 + chunks.ended_by[0])
    if chunks.asked:  # a player that never answers, whose thread Python would wait for
        os._exit(status)
    return status


def _is_of_ctrl_c(error: BaseException | None) -> bool:
    """Whether an error came of Ctrl-C, as of a lock interrupted as it is taken (bpo-29988)."""
    return error is not None and (
        isinstance(error, KeyboardInterrupt) or _is_of_ctrl_c(error.__context__)
    )


def _sentence(error: Exception) -> str | None:
    """Return a sentence on bad input, the machine or a player in Python; None for other errors."""
    if is_from_player(error):
        return ", ".join([error_text(error), *error.__notes__])
    if isinstance(error, MemoryError):
        return "there is not enough memory; fewer threads or rows need less"
    if "start new thread" in str(error):  # of a library's; those of games: running.chunks
        return "the system has no more threads to give"
    if isinstance(error, NameTaken):
        return str(NameTaken(error.path, "add --force"))
    if isinstance(error, OSError):
        if error.errno in NO_ROOM and not error.filename:  # files are named: rbsim.files
            return f"standard output: {error.strerror}"
        # Errors of pyarrow have a text only.
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return str(error) if isinstance(error, ValueError | ImportError) else None


def _silence_output() -> int:
    """Drop further output, as its reader has gone, so that Python prints no error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _remark(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    """Print a warning of ours as a sentence; what libraries warn of is not for users."""
    if category is UserWarning:
        _say(str(message))


def _fail(sentence: str, status: int) -> int:
    _say(sentence)
    return status


def _say(sentence: str) -> None:
    """Print a sentence on standard error, on one line and without control characters."""
    print("rbsim: " + printable(" ".join(sentence.split())), file=sys.stderr)
