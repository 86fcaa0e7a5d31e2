"""The command line: all commands, and how they end on errors and signals."""

import codecs
import errno
import io
import os
import re
import signal
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import rbcore
from rbcore.api.position import MAX_PLIES
from rbcore.cards.ranges import printable
from rbsim import kinds
from rbsim.arms.players import error_text, frame_lines, is_from_player
from rbsim.cli import options
from rbsim.cli.bench_command import bench
from rbsim.cli.console import say
from rbsim.cli.game_commands import analyse, deal, games, hint, judge, moves, perft, replay
from rbsim.cli.lists import patience, players, variants
from rbsim.cli.play_command import play
from rbsim.files import NameTaken
from rbsim.options import as_on_command_line
from rbsim.result import KINDS

USAGE, INTERRUPTED = 2, 130
NO_ROOM = (errno.ENOSPC, errno.EIO)
PLAIN = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "±": "+-", "×": "x", "–": "-", "…": "..."}
# Click's base class of usage errors; newer Typer includes Click and has no public name for it.
ClickException: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


class _Bare:
    """A command whose help has no Python types, such as <list[str]>, and ends with examples."""

    examples: Sequence[str] = ()

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters; only options with a value show a type."""
        parameters = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if parameter.param_type_name == "argument" or parameter.is_flag:
                parameter.display_type_rich = lambda ctx: ""
        return parameters

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, and examples as they are typed."""
        super().format_help(ctx, formatter)  # type: ignore[misc]
        if self.examples:
            print("\n".join(["", " Examples:", *(f"   {line}" for line in self.examples)]))


class _Group(_Bare, TyperGroup):
    examples = (
        "rbsim simulate strict --games 1e6",
        "rbsim advantage standard strict",
        "rbsim sweep --help",
        "rbsim play",
    )


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rbsim {rbcore.__version__}, games version {rbcore.GAMES_VERSION}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


# The studies that the help shows first; all others are under More.
FIRST = ("simulate", "advantage", "compare", "sweep", "ladder", "patience")

# All commands by group, in the order of the help, each with the examples of its own help. Those of
# studies are in their kinds.
HELP: dict[str, dict[str, Sequence[str]]] = {
    "Studies": dict.fromkeys(FIRST, ()),
    "Games": {
        "play": (
            "play",
            "play strict --against planner --watch 0.5",
            "play standard --seed 1 --game 7 --seat 1",
            "play some.games",
            "play patience trefoil --seed 1",
        ),
        "replay": (
            "replay standard --seed 1 --game 7",
            "replay some.games",
            "replay three-player --html game.html",
        ),
        "games": (
            "games STORE --where \"outcome = 'stalemate'\" --limit 5",
            "games STORE --most turns --limit 1 --out longest.games",
        ),
        "analyse": ("analyse some.games",),
    },
    "Lists": {
        "variants": ("variants", "variants strict,plan-limit=4"),
        "players": ("players",),
    },
    "Plans, stores and pages": {
        "study": ("study PLAN",),
        "report": ("report STORE --out page.html",),
        "merge": ("merge ONE.json OTHER.json --out both.json",),
        "check": ("check STORE",),
        "status": ("status STORE OTHER.json",),
    },
    "More": {
        **dict.fromkeys((name for name in kinds.__all__ if name not in FIRST), ()),
        "deal": ("deal strict --seed 1 --game 7",),
        "hint": ("hint standard 'POSITION'",),
        "moves": ("moves standard 'POSITION'",),
        "judge": ("judge standard 'POSITION' waste",),
        "perft": ("perft standard 3 'POSITION'",),
        "bench": ("bench", "bench --only 'standard, greedy' --seconds 5", "bench --figure"),
    },
}
COMMANDS = {  # examples by group and name, as they are typed
    group: {
        name: [f"rbsim {line}" for line in (KINDS[name].examples if name in KINDS else lines)]
        for name, lines in commands.items()
    }
    for group, commands in HELP.items()
}
EXAMPLES = {name: lines for group in COMMANDS.values() for name, lines in group.items()}
GROUP_OF = {name: group for group, commands in COMMANDS.items() for name in commands}
BY_HAND = {
    call.__name__: call
    for call in (
        play,
        replay,
        games,
        analyse,
        variants,
        players,
        options.study,
        options.report,
        options.merge,
        options.check,
        options.status,
        deal,
        hint,
        moves,
        judge,
        perft,
        bench,
    )
}


def command_line(names: Iterable[str] = EXAMPLES) -> typer.Typer:
    """Return the command line with some of its commands, or with all of them.

    A run needs only its own command. Making all of them takes a sixth of the time of a short run.
    """
    app = typer.Typer(
        cls=_Group,
        help="Simulate Russian Bank and its house rules.",
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name in names:
        command = _command(name)
        words = options.summary_of(command)  # in full, since the list would cut it
        shown = type("Command", (_Bare, TyperCommand), {"examples": EXAMPLES[name]})
        app.command(cls=shown, help=words, short_help=words, rich_help_panel=GROUP_OF[name])(
            command
        )
    return app


def _command(name: str) -> Callable[..., None]:
    """Return a command by its name, as Typer takes it."""
    if name in BY_HAND:
        return options.as_command(BY_HAND[name])
    play_by_hand = patience if name == "patience" else None
    return options.command_of(getattr(kinds, name), play_by_hand)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit status, 2 after a sentence on bad input."""
    words = [*arguments[1:2], "--help"] if arguments[:1] == ["help"] else arguments or ["--help"]
    app = command_line([words[0]] if words[0] in EXAMPLES else EXAMPLES)
    try:
        with warnings.catch_warnings(), as_on_command_line():
            # Our warnings are sentences for users; those of libraries are not.
            warnings.showwarning = lambda message, category, *_, **__: (
                say(str(message)) if category is UserWarning else None
            )
            status = app(words, prog_name="rbsim", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:  # newer Typer returns it on Ctrl-C
            raise KeyboardInterrupt
        return status if isinstance(status, int) else 0
    except typer.Exit as stop:
        return stop.exit_code
    except (KeyboardInterrupt, typer.Abort) as stop:
        return _interrupted(stop)
    except ClickException as error:
        say(_usage_sentence(error, app, arguments))
        return USAGE
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # which Click turns into SystemExit
            return _silence_output()
        raise
    except Exception as error:
        if (stop_of := _of_ctrl_c(error)) is not None:
            return _interrupted(stop_of)
        if isinstance(error, BrokenPipeError) and not is_from_player(error):
            return _silence_output()
        sentence = _sentence(error)
        if sentence is None:
            raise
        say(sentence)
        for line in frame_lines(error) if is_from_player(error) else ():
            print(printable(line), file=sys.stderr)
        return USAGE


def _usage_sentence(error: Any, app: typer.Typer, words: list[str]) -> str:
    """Return Click's message on usage, made plainer where the intention is known."""
    if type(error) is typer.BadParameter and error.param is not None:
        return f"{error.param.name}={error.message}"
    option: str = getattr(error, "option_name", "") or ""
    context: Any = getattr(error, "ctx", None)
    command = "" if context is None else context.command.name
    if re.match(r"-\d", option):
        number = next(word for word in words if word.startswith(option))
        if command == "perft":  # the one command with an argument that is a number
            return f"depth={number} is out of range; it runs from 0 to {MAX_PLIES}"
        return f"{number} is not an option or argument of rbsim {command}"
    message = str(error.format_message())
    if "requires an argument" in message:
        params: Any = get_command(app).commands[words[0]].params  # type: ignore[attr-defined]
        (parameter,) = (parameter for parameter in params if option in parameter.opts)
        return f"{option} needs a value: {option} {parameter.metavar}"
    if "'POSITION'" in message:
        return f"{message[:-1]}; `rbsim deal` prints one"
    if message.startswith("Missing argument"):
        return f"{message.rstrip('.')}, as in {EXAMPLES[command][0]}"
    return message.rstrip(".")


def _interrupted(stop: BaseException) -> int:
    """Say what an interrupted command leaves behind, and return the status of its signal."""
    message = str(stop) if isinstance(stop, KeyboardInterrupt) and str(stop) else ""
    say(f"interrupted; {message or 'nothing half-written is left'}")
    return ended_by()


def _of_ctrl_c(error: BaseException | None) -> BaseException | None:
    """Return the Ctrl-C that caused an error, such as one while a lock is taken (bpo-29988)."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error


def _sentence(error: Exception) -> str | None:
    """Return a sentence on bad input, the machine or a player in Python; None for other errors."""
    if is_from_player(error):
        put_away = error.__cause__ is not None and str(error) == error_text(error.__cause__)
        return ", ".join([str(error) if put_away else error_text(error), *error.__notes__])
    if isinstance(error, MemoryError):
        more = f" ({error})" if str(error) else ""
        return f"there is not enough memory; use fewer threads or rows{more}"
    if "start new thread" in str(error):  # by a library; arms/pools.py starts those that play
        return "the system cannot start more threads"
    if isinstance(error, NameTaken):
        return str(NameTaken(error.path, "add --force"))
    if isinstance(error, OSError):
        if error.errno in NO_ROOM and not error.filename:  # files are named: rbsim.files
            return f"standard output: {error.strerror}"
        if error.filename and error.strerror:
            return f"{error.filename}: {error.strerror}"
        return str(error.args[0] if error.args else error)  # pyarrow has only a text
    return str(error) if isinstance(error, ValueError | TypeError | ImportError) else None


def _silence_output() -> int:
    """Drop further output, since its reader has gone, so that Python prints no error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


# ---- streams and signals, before a command begins ----

_heard: list[int] = []  # the signals that asked the command to end


def ended_by() -> int:
    """Return the status of a command that a signal ended: 130 for Ctrl-C, 143, 129."""
    return 128 + _heard[0] if _heard else INTERRUPTED


def _end(number: int, frame: object) -> None:
    _heard.append(number)
    raise KeyboardInterrupt


def prepare(signals: Iterable[int]) -> None:
    """Make streams replace what they cannot encode, and signals act as Ctrl-C.

    Raises OSError if standard output is closed.
    """
    if sys.stderr is None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
    if sys.stdout is None:
        raise OSError("standard output is closed; open it, or redirect it to a file or /dev/null")
    codecs.register_error("plain", plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")
    for number in signals:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else _end)


def plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks by plain letters, as an error handler (PEP 293)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    bad = error.object[error.start : error.end]
    bare = (unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() for sign in bad)
    return "".join(
        PLAIN.get(sign) or b or "?" for sign, b in zip(bad, bare, strict=True)
    ), error.end
