"""The command line: all commands, and how errors end them."""

from __future__ import annotations

import errno
import os
import re
import sys
import warnings
from typing import Annotated, Any, TextIO

import typer

import rbcore
from rbcore.api.position import MOST_PLIES
from rbcore.cards.ranges import printable
from rbsim.cli import console, descriptions, patience_commands, positions, roster
from rbsim.cli.store_commands import check, merge, report
from rbsim.cli.study_commands import command_of, study
from rbsim.cli.typer_options import EXAMPLES, VARIANT_HELP, AsJson, epilog
from rbsim.files import NameTaken
from rbsim.results.options import near_variants
from rbsim.running import chunks
from rbsim.running.player import error_text
from rbsim.running.provenance import versions
from rbsim.studies.registry import every_kind

USAGE, INTERRUPTED = 2, 130
NO_ROOM = (errno.ENOSPC, errno.EIO)
# Click's base class of usage errors; newer Typer includes Click and has no public name for it.
ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    help="Simulate Russian Bank and its house rules.",
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


BY_HAND = {"patience": patience_commands.patience}
for kind in every_kind():
    if kind.has_command or kind.name in BY_HAND:
        command = BY_HAND.get(kind.name) or command_of(kind)
        app.command(kind.name, epilog=epilog(kind.examples))(command)
for other in (
    study, report, merge, check, positions.moves, positions.perft, positions.judge,
    positions.replay,
):  # fmt: skip
    app.command(epilog=epilog(EXAMPLES[other.__name__]))(other)


@app.command(epilog=epilog(EXAMPLES["variants"]))
def variants(
    variant: Annotated[
        str | None,
        typer.Argument(help=f"{VARIANT_HELP} to describe", autocompletion=near_variants),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List presets and axes, or say how a variant differs from the standard game."""
    if variant is None:
        presets = [{"kind": "preset", **one} for one in descriptions.presets()]
        described = [*presets, *({"kind": "axis", **one} for one in descriptions.axes())]
        lines = descriptions.list_lines()
    else:
        rules = rbcore.variant(variant)
        named = {"kind": "change", "variant": rbcore.variant_text(rules)}
        described = [named | one for one in descriptions.changes(rules)]
        lines = descriptions.variant_lines(rules)
    if as_json:
        console.print_document(described, versions())
    else:
        print("\n".join(lines))


@app.command(epilog=epilog(EXAMPLES["players"]))
def players(as_json: AsJson = False) -> None:
    """List the compiled players: how they choose, what they know, strength and speed."""
    if as_json:
        entries = [{"kind": "player", **one} for one in roster.entries()]
        console.print_document(entries, versions())
    else:
        print("\n".join(roster.lines()))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit status.

    Bad input is one sentence on standard error and status 2.
    """
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _remark
            status = app(arguments or ["--help"], prog_name="rbsim", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:  # newer Typer returns it on Ctrl-C
            raise KeyboardInterrupt
        return status if isinstance(status, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort):
        status = _fail("interrupted; nothing half-written is left", INTERRUPTED)
        if chunks.asked:  # a player that never answers, whose thread Python would wait for
            os._exit(status)
        return status
    except ClickException as error:
        return _fail(_usage_sentence(error, arguments), USAGE)
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # which Click turns into SystemExit
            return _silence_output()
        raise
    except Exception as error:
        if isinstance(error, BrokenPipeError) and not _is_from_player(error):
            return _silence_output()
        sentence = _sentence(error)
        if sentence is None:
            raise
        return _fail(sentence, USAGE)


def _usage_sentence(error: Any, words: list[str]) -> str:
    """Return what Click says of usage; of a value that is no number, what Python's functions say.

    Click takes an argument that is a number below 0 for an option, and names its first digit.
    """
    if type(error) is typer.BadParameter and error.param is not None:
        return f"{error.param.name}={error.message}"
    if re.match(r"-\d", getattr(error, "option_name", "")):
        number = next(word for word in words if word.startswith(error.option_name))
        command = error.ctx.command.name
        if command == "perft":  # the one command with an argument that is a number
            return f"depth={number} is out of range; it runs from 0 to {MOST_PLIES}"
        return f"{number} is neither an option of rbsim {command} nor one of its arguments"
    return str(error.format_message())


def _is_from_player(error: Exception) -> bool:
    """Return whether a player in Python raised an error, as running.python_players notes."""
    return hasattr(error, "__notes__")


def _sentence(error: Exception) -> str | None:
    """Return a sentence on bad input, the machine or a player in Python; None for other errors."""
    if _is_from_player(error):
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


def _remark(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of ours as a sentence; what libraries warn of is not for users."""
    if category is UserWarning:
        _say(str(message))


def _fail(sentence: str, status: int) -> int:
    _say(sentence)
    return status


def _say(sentence: str) -> None:
    """Print a sentence on standard error, on one line and without control characters."""
    print("rbsim: " + printable(" ".join(sentence.split())), file=sys.stderr)
