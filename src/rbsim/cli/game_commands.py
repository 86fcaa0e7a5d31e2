"""The commands on games move by move: `rbsim replay`, `games`, `deal`, `hint` and `analyse`."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import rbcore
from rbcore.cards.ranges import count_text
from rbcore.rules.limits import Limits
from rbsim.arms.arm import PLAYERS, SEED, make_arm
from rbsim.cli import console, replay_text
from rbsim.cli.options import (
    Force,
    Players,
    Quiet,
    Replicate,
    Seed,
    Shuffle,
    Variant,
    flag,
    near_players,
    near_variants,
    option,
    whole,
)
from rbsim.cli.positions import Partial, PositionText, read_position
from rbsim.files import check_target, write_whole
from rbsim.games.by_number import transcripts
from rbsim.games.judging import LEAST_GAMES, MOVE_GAMES, course, course_lines
from rbsim.games.picking import pick
from rbsim.games.reading import read
from rbsim.games.transcript import shown_game
from rbsim.games.writing import write
from rbsim.opinions import opinion
from rbsim.opinions.opinion import GAMES, PLAYER
from rbsim.opinions.opinion_text import opinion_lines
from rbsim.options import OPTIONS
from rbsim.variants import read_rules
from rbsim.viewer import page

WHAT = typer.Argument(metavar="VARIANT|FILE", help="a variant, or a game file",
                      autocompletion=near_variants)  # fmt: skip

Html = Annotated[
    Path | None, option("A page to step through them, in place of text.", metavar="FILE")
]
Game = Annotated[int, whole("Number of the game in its seed.")]


def replay(
    variant: Annotated[str, WHAT] = "standard",
    *,
    seed: Seed = SEED,
    game: Game = 0,
    players: Players = PLAYERS,
    shuffle: Shuffle = 0,
    replicate: Replicate = 0,
    plain: Annotated[bool, flag("--plain", "Notation only, a move a line.")] = False,
    html: Html = None,
    force: Force = False,
    max_turns: Annotated[int, whole(OPTIONS["max_turns"].words, more=True)] = Limits.max_turns,
    max_moves: Annotated[int, whole(OPTIONS["max_moves"].words, more=True)] = Limits.max_moves,
    search_limit: Annotated[
        int, whole(OPTIONS["search_limit"].words, more=True)
    ] = Limits.search_limit,
) -> None:
    """Show one game of a simulation, or the games of a file, move by move."""
    limits: dict[str, Any] = {
        "max_turns": max_turns, "max_moves": max_moves, "search_limit": search_limit,
    }  # fmt: skip
    if html is not None:
        check_target(html, force, ".html")
    colour = console.has_colours()
    if is_file_name(variant):
        said = (seed, game, players, shuffle, replicate)
        if said != (SEED, 0, PLAYERS, 0, 0) or limits != vars(Limits()):
            raise ValueError("a file says which games it has; leave out what else says which")
        shown = read(Path(variant))
    else:
        rules = read_rules(variant)
        batch = make_arm(
            rules, players, 1, seed=seed, shuffle=shuffle, replicate=replicate, **limits
        )
        for player in batch.python_players:
            raise ValueError(f"replay shows games of compiled players; {player} is one in Python")
        shown = transcripts(batch, game)
    if html is not None:
        write_whole(html, page(map(shown_game, shown)).encode())
        print(html)
        return
    for one in shown:
        for line in replay_text.game_lines(one, plain=plain, colour=colour):
            print(line)


def is_file_name(text: str) -> bool:
    """Return whether this is a game file's name rather than a variant's, or its file's."""
    is_variant = text.partition(",")[0].endswith(".toml")
    return not is_variant and ("." in text or os.sep in text)


def games(
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="a store, or a file of rows, .parquet")
    ],
    *,
    where: Annotated[
        str | None,
        option("Which games: \"outcome = 'stalemate' and turns < 40\".", metavar="CONDITION"),
    ] = None,
    limit: Annotated[int, whole("Games at most; matches count as one.")] = 100,
    most: Annotated[
        str | None, option("Those with most of a number first: turns, moves.", metavar="COLUMN")
    ] = None,
    out: Annotated[
        Path | None,
        option("A game file: .games, .gz or .zst; printed unless given.", metavar="FILE"),
    ] = None,
    force: Force = False,
) -> None:
    """Pick games out of a store or a file of rows, and write them move by move."""
    found = pick(source, where, limit, most)
    if out is None:
        write(sys.stdout, found)
    else:
        print(f"{count_text(write(out, found, force=force), 'games')} in {out}")


# ---- second opinions ---------------------------------------------------------------------------

Player = Annotated[str, option("Who plays on: one for all seats, or one each: a:b",
                               near=near_players)]  # fmt: skip
Open = Annotated[bool, flag("--open", "Take the hidden cards as they lie, which no seat may know.")]


def deal(
    variant: Variant = "standard", *, seed: Seed = SEED, game: Game = 0, shuffle: Shuffle = 0
) -> None:
    """Print the position with which a game of a seed begins."""
    print(rbcore.Position.deal(read_rules(variant), seed, game, shuffle))


def hint(
    variant: Variant,
    position: PositionText,
    *,
    player: Player = PLAYER,
    games: Annotated[int, whole("Playouts in all.")] = GAMES,
    seed: Seed = SEED,
    open_cards: Open = False,
    partial: Partial = False,
) -> None:
    """Say how often the seat to move wins after each of its moves, best first."""
    whole = "--open takes them as they lie; leave it out" if open_cards else ""
    here = read_position(variant, position, partial, whole)
    found = opinion.analyse(here, player=player, games=games, seed=seed, open=open_cards)
    print("\n".join(opinion_lines(found)))


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a game file")],
    *,
    player: Player = PLAYER,
    games: Annotated[int, whole("Playouts of a move.")] = MOVE_GAMES,
    seed: Seed = SEED,
    html: Html = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Show how likely seat 0 was to win in the course of each game, and what moves cost most."""
    opinion.check_numbers(games, seed, LEAST_GAMES)  # before the file is looked at
    if html is not None:
        check_target(html, force, ".html")
    shown = []
    for number, one in enumerate(read(file), 1):
        with console.bar(f"game {number}", quiet) as progress:
            found = course(one, player=player, games=games, seed=seed, progress=progress)
        if html is None:
            print("\n".join(course_lines(number, found)))
        else:
            said, told = one.comments, found.remarks
            comments = {**said, **{n: f"{said.get(n, '')} {told[n]}".lstrip() for n in told}}
            shown.append(replace(shown_game(one), rates=found.rates, comments=comments))
    if html is not None:
        write_whole(html, page(shown).encode())
        print(html)
