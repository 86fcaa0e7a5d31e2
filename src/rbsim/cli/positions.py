"""The commands `rbsim moves`, `perft`, `judge` and `replay`."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Unpack

import typer

import rbcore
from rbcore.cards.ranges import shown
from rbsim.cli import replay_text as replays
from rbsim.cli.typer_options import Force, Players, Variant, flag
from rbsim.files import check_target, read_plain, write_whole
from rbsim.results.options import VARIANT, Kind, LimitHow, Option, Seed, whole
from rbsim.running.batch import PLAYERS, SEED, seat_players
from rbsim.viewer import Shown, page

POSITION = Option("a line of notation", metavar="POSITION")
PositionText = Annotated[str, POSITION]
Partial = Annotated[bool, flag("--partial", "Read a position in which cards are missing.")]


def moves(variant: Variant, position: PositionText, partial: Partial = False) -> None:
    """List the legal moves of a position."""
    for move in rbcore.Position.parse(position, rbcore.variant(variant), partial=partial).moves():
        print(move)


def perft(
    variant: Annotated[str | None, VARIANT] = None,
    depth: Annotated[int | None, Option("moves in a sequence", Kind.WHOLE, "DEPTH")] = None,
    position: Annotated[str | None, POSITION] = None,
    check: Annotated[
        Path | None, typer.Option(help="File of variant, depth, count, position.")
    ] = None,
    partial: Partial = False,
) -> None:
    """Count the sequences of DEPTH legal moves, or check a file of such counts."""
    if check is not None:
        if variant is not None:
            raise ValueError(
                "perft takes either --check FILE or VARIANT DEPTH 'POSITION', not both"
            )
        _check_perft(check)
    elif variant is None or depth is None or position is None:
        raise ValueError("perft needs VARIANT DEPTH 'POSITION', or --check FILE")
    else:
        start = rbcore.Position.parse(position, rbcore.variant(variant), partial=partial)
        print(rbcore.perft(start, depth))


def _check_perft(path: Path) -> None:
    agree = 0
    counts = read_counts(path)
    for one in counts:
        count = rbcore.perft(one.position, one.depth)
        agree += count == one.count
        if count != one.count:
            print(
                f"line {one.line}: {one.variant} depth {one.depth}: {count}, "
                f"the file has {one.count}"
            )
    print(f"{agree} of {len(counts)} agree")
    if agree < len(counts):
        raise typer.Exit(1)


@dataclass(frozen=True)
class PerftCount:
    """A line of a file of counts: how many sequences of moves there are from a position."""

    line: int
    variant: str
    depth: int
    count: int
    position: rbcore.Position


def read_counts(path: Path) -> list[PerftCount]:
    """Return the counts of a file; ValueError, with the line, for one of another form."""
    counts = []
    for number, line in enumerate(read_plain(path).splitlines(), 1):
        try:
            text = line.decode()
            if text.strip() and not text.startswith(("#", "variant\t")):
                counts.append(_count(number, text))
        except UnicodeDecodeError:
            raise ValueError(f"{path}, line {number}: this is not text in UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not counts:  # so a check of it would always pass
        raise ValueError(f"{path} has no entries; a line is variant, depth, count, position")
    return counts


def _count(number: int, line: str) -> PerftCount:
    fields = line.split("\t")
    if len(fields) != 4:
        raise ValueError(f"variant, depth, count and position are needed, not {len(fields)} fields")
    variant, depth, count, text = fields
    if not (depth.isdecimal() and count.isdecimal()):
        raise ValueError(f"depth {shown(depth)} and count {shown(count)} must be whole numbers")
    position = rbcore.Position.parse(text, rbcore.variant(variant))
    return PerftCount(number, variant, int(depth), int(count), position)


def judge(
    variant: Variant,
    position: PositionText,
    move: Annotated[str, typer.Argument(help="SOURCE>PLACE, turn, waste or pass")],
    partial: Partial = False,
) -> None:
    """Give the Stop! verdict on a move: its number, and what the move offends."""
    verdict = rbcore.Position.parse(position, rbcore.variant(variant), partial=partial).judge(move)
    print(f"{int(verdict)} {verdict.words}")


def replay(
    variant: Variant = "standard",
    *,
    seed: Seed = SEED,
    game: Annotated[int, whole("Number of the game in its seed.")] = 0,
    players: Players = PLAYERS,
    plain: Annotated[bool, flag("--plain", "Notation only, a move a line.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="A page to step through it, in place of text.")
    ] = None,
    force: Force = False,
    **limits: Unpack[LimitHow],
) -> None:
    """Show one game of a simulation, move by move."""
    if html is not None:
        check_target(html, force, ".html")
    rules = rbcore.variant(variant)
    names = []
    for player in seat_players(players, rules.seats):
        if not isinstance(player, str):
            raise ValueError(f"replay shows games of compiled players; {player} is one in Python")
        names.append(player)
    start, made, row = rbcore.trace(rules, names, seed, game, **limits)
    if html is not None:
        headers = {"seed": str(seed), "game": str(game), "players": ":".join(names)}
        ended = replays.outcome_line(row).capitalize()
        write_whole(html, page([Shown(start, made, headers, outcome=ended)]).encode())
        return
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in replays.game_lines(start, made, row, plain=plain, colour=colour):
        print(line)
