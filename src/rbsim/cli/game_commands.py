"""The commands on games move by move: `rbsim replay`, `games`, `deal`, `hint` and `analyse`."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rbcore
from rbcore.cards.ranges import MOST_WORD, check_range, count_text
from rbcore.rules.limits import Limits
from rbsim.arms.arm import PLAYERS, SEED, make_arm
from rbsim.cli import console, replay_text
from rbsim.cli.positions import read_position
from rbsim.files import check_target, write_whole
from rbsim.games import files
from rbsim.games.judging import LEAST_GAMES, MOVE_GAMES, course, course_lines
from rbsim.games.opinion import GAMES, PLAYER, check_numbers, opinion_lines
from rbsim.games.opinion import SEED as WORLDS
from rbsim.games.opinion import analyse as opinion_of
from rbsim.games.picking import pick
from rbsim.games.transcript import Transcript, transcripts
from rbsim.games.viewer import page
from rbsim.variants import read_rules


def replay(
    variant: str = "standard", *, seed: int = SEED, game: int = 0, players: str = PLAYERS,
    shuffle: int = 0, replicate: int = 0, plain: bool = False, html: Path | None = None,
    out: Path | None = None, force: bool = False, max_turns: int = Limits.max_turns,
    max_moves: int = Limits.max_moves, search_limit: int = Limits.search_limit,
) -> None:  # fmt: skip
    """Show one game of a simulation, or the games of a file, move by move.

    variant VARIANT|FILE: a variant, or a game file
    game: Number of the game in its seed.
    plain: Notation only, a move a line.
    html: A page to step through, in place of text.
    out: Game file in place of text: .games, .gz.
    """
    limits: dict[str, Any] = {
        "max_turns": max_turns, "max_moves": max_moves, "search_limit": search_limit,
    }  # fmt: skip
    if html is not None:
        check_target(html, force, ".html")
    shown = named_games(variant, players, game, seed=seed, shuffle=shuffle, replicate=replicate,
                        **limits)  # fmt: skip
    if out is not None:
        shown = list(shown) if html is not None else shown
        print(f"{count_text(files.write(out, shown, force=force), 'games')} in {out}")
    if html is not None:
        write_whole(html, page(shown).encode())
        print(html)
    if out is None and html is None:
        for one in shown:
            for line in replay_text.game_lines(one, plain=plain, colour=console.has_colours()):
                print(line)


def named_games(variant: str, players: str, game: int, **how: Any) -> Iterable[Transcript]:
    """Return the games of a file, or that of a number in the seed of a variant."""
    usual = {"seed": SEED, "shuffle": 0, "replicate": 0, **vars(Limits())}
    if is_file_name(variant):
        if (players, game) != (PLAYERS, 0) or any(how[key] != usual[key] for key in how):
            raise ValueError("a file says which games it has; leave out what else says which")
        return files.read(Path(variant))
    arm = make_arm(variant, players, 1, **how)
    for player in arm.python_players:
        raise ValueError(f"games are shown of compiled players; {player} is one in Python")
    return transcripts(arm, game)


def is_file_name(text: str) -> bool:
    """Return whether this is a game file's name rather than a variant's, or its file's."""
    is_variant = text.partition(",")[0].endswith(".toml")
    return not is_variant and ("." in text or os.sep in text)


def games(
    source: Path, *, where: str | None = None, limit: int = 100, most: str | None = None,
    out: Path | None = None, force: bool = False,
) -> None:  # fmt: skip
    """Pick games out of a store or a file of rows, and write them move by move.

    source SOURCE: a store, or a file of rows, .parquet
    where CONDITION: Which games: "outcome = 'stalemate' and turns < 40".
    limit: Games at most; matches count as one.
    most NUMBER: Those with most of a number first: turns, -turns.
    out: A game file: .games or .gz; printed unless given.
    """
    found = pick(source, where, limit, most)
    if out is None:
        files.write(sys.stdout, found)
    else:
        print(f"{count_text(files.write(out, found, force=force), 'games')} in {out}")


# ---- second opinions ---------------------------------------------------------------------------


def deal(variant: str = "standard", *, seed: int = SEED, game: int = 0, shuffle: int = 0) -> None:
    """Print the position with which a game of a seed begins.

    game: Number of the game in its seed.
    """
    print(rbcore.Position.deal(read_rules(variant), seed, game, shuffle).notation)


def hint(
    variant: str, position: str, *, player: str = PLAYER, games: int = GAMES, seed: int = SEED,
    open_cards: bool = False, partial: bool = False,
) -> None:  # fmt: skip
    """Say how often the seat to move wins after each of its moves, best first.

    position: a line of notation; rbsim deal prints one
    player: Who plays on: one for all seats, or one each: a:b
    games: Playouts in all.
    open_cards: Take the hidden cards as they lie, which no seat may know.
    partial: Read a position in which cards are missing.
    """
    whole = "--open takes them as they lie; leave it out" if open_cards else ""
    here = read_position(variant, position, partial, whole)
    found = opinion_of(here, player=player, games=games, seed=seed, open=open_cards)
    print("\n".join(opinion_lines(found)))


def analyse(
    variant: str, *, game: int = 0, seed: int = SEED, players: str = PLAYERS,
    player: str = PLAYER, games: int = MOVE_GAMES, worlds: int = WORLDS, html: Path | None = None,
    force: bool = False, quiet: bool = False,
) -> None:  # fmt: skip
    """Show how likely seat 0 was to win in the course of games, and which moves cost most.

    variant VARIANT|FILE: a variant, or a game file
    game: Number of the game in its seed.
    player: Who plays on: one for all seats, or one each: a:b
    games: Playouts of a move.
    worlds: Names the worlds of the playouts.
    html: A page to step through, in place of text.
    """
    check_range("worlds", worlds, 0, MOST_WORD)
    check_numbers(games, worlds, LEAST_GAMES)  # before any file is looked at
    if html is not None:
        check_target(html, force, ".html")
    shown = []
    for number, one in enumerate(named_games(variant, players, game, seed=seed), 1):
        with console.bar(f"game {number}", quiet) as progress:
            found = course(one, player=player, games=games, seed=worlds, progress=progress)
        if html is None:
            print("\n".join(course_lines(number, found)))
        else:
            shown.append(found)
    if html is not None:
        write_whole(html, page(shown).encode())
        print(html)
