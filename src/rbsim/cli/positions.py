"""The commands `rbsim moves`, `perft`, `judge` and `replay`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import rbcore
from rbsim.cli import perft_file
from rbsim.cli import replay_text as replays
from rbsim.cli.typer_options import (
    LimitChoices,
    Partial,
    Players,
    PositionText,
    Seed,
    Variant,
    flatten_options,
    read_whole,
    whole_option,
)
from rbsim.running.batch import PLAYERS, SEED, seat_players
from rbsim.running.player import SeatedPlayer


def moves(variant: Variant, position: PositionText, partial: Partial = False) -> None:
    """List the legal moves of a position."""
    for move in rbcore.Position.parse(position, rbcore.variant(variant), partial=partial).moves():
        print(move)


def perft(
    variant: Annotated[str | None, typer.Argument(help="preset, or preset,axis=value,...")] = None,
    depth: Annotated[
        int | None, typer.Argument(metavar="DEPTH", help="moves in a sequence", parser=read_whole)
    ] = None,
    position: Annotated[str | None, typer.Argument(metavar="POSITION")] = None,
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
    entries = perft_file.read_entries(path)
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


def judge(
    variant: Variant,
    position: PositionText,
    move: Annotated[str, typer.Argument(help="SOURCE>PLACE, turn, waste or pass")],
    partial: Partial = False,
) -> None:
    """Give the Stop! verdict on a move: its number, and what the move offends."""
    verdict = rbcore.Position.parse(position, rbcore.variant(variant), partial=partial).judge(move)
    print(f"{int(verdict)} {verdict.words}")


@flatten_options
def replay(
    *,
    variant: Variant = "standard",
    seed: Seed = SEED,
    game: Annotated[int, whole_option("Number of the game in its seed.")] = 0,
    players: Players = PLAYERS,
    plain: Annotated[bool, typer.Option("--plain", help="Notation only, a move a line.")] = False,
    limits: LimitChoices,
) -> None:
    """Show one game of a simulation, move by move."""
    rules = rbcore.variant(variant)
    start, made, row = rbcore.trace(
        rules, _compiled_names(seat_players(players, rules.seats)), seed, game, **vars(limits)
    )
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for line in replays.game_lines(start, made, row, plain=plain, colour=colour):
        print(line)


def _compiled_names(players: tuple[SeatedPlayer, ...]) -> list[str]:
    """Return the players' names. Raises ValueError for players in Python."""
    for player in players:
        if not isinstance(player, str):
            raise ValueError(f"replay shows games of compiled players; {player} is one in Python")
    return [str(player) for player in players]
