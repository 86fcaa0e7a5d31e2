"""Commands on single games and positions: `rbsim replay`, `games`, `hint` and others."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import typer

import rbcore
from rbcore.board.notation import HIDDEN, filled_in
from rbcore.cards.ranges import MAX_WORD, check_range, count_text, printable, shown
from rbcore.drawing.tables import lay_out
from rbcore.drawing.text import COUNTS, WIDTH, Style, text_lines
from rbcore.rules.limits import Limits
from rbsim.arms.arm import PLAYERS, make_arm
from rbsim.cli import console
from rbsim.files import check_target, read_plain, write_whole
from rbsim.games import files, opinion
from rbsim.games.picking import pick
from rbsim.games.transcript import Transcript, end_text, move_text, scores_of, transcripts
from rbsim.games.viewer import page
from rbsim.options import SEED, TURN_MOVES, GameOptions
from rbsim.show.progress import bar
from rbsim.variants import read_rules

LEGEND = f"""{COUNTS}
A move follows its cards: 7♦ r>3 is from the reserve to house 3 (docs/notation.md)."""
SIGNS = "! marks an offence at which Stop was called, ? one that nobody called and was taken back."
COLOUR = re.compile("\x1b\\[[0-9;]*m")
BEGIN = "rbsim deal {variant} prints a starting position"


def replay(
    variant: str = "standard",
    *,
    seed: int = SEED,
    game: int = 0,
    players: str = PLAYERS,
    shuffle: int = 0,
    replicate: int = 0,
    plain: bool = False,
    html: Path | None = None,
    out: Path | None = None,
    force: bool = False,
    max_turns: int = Limits.max_turns,
    max_moves: int = Limits.max_moves,
    search_limit: int = Limits.search_limit,
    max_turn_moves: int = TURN_MOVES,
) -> None:
    """Show one game of a simulation, or the games of a file, move by move.

    variant VARIANT|FILE: A variant, or a game file.
    plain: Print only notation, one move per line.
    html: Write a page on which to step through the game, instead of text. The page of
      rbsim analyse also marks mistakes.
    out: Write a game file (.games or .gz) instead of text.
    """
    if html is not None:
        check_target(html, force, ".html")
    options = GameOptions(
        seed=seed,
        shuffle=shuffle,
        replicate=replicate,
        max_turns=max_turns,
        max_moves=max_moves,
        search_limit=search_limit,
        max_turn_moves=max_turn_moves,
    )
    shown = named_games(variant, players, game, options)
    if out is not None:
        shown = list(shown) if html is not None else shown
        print(f"{count_text(files.write(out, shown, force=force), 'games')} in {out}")
    if html is not None:
        write_whole(html, page(shown).encode())
        print(html)
    if out is None and html is None:
        for transcript in shown:
            for line in game_lines(transcript, plain=plain, colour=console.has_colours()):
                print(line)


def named_games(
    variant: str, players: str, game: int, options: GameOptions
) -> Iterable[Transcript]:
    """Return the games of a file, or the game of a variant with a seed and number."""
    if is_file_name(variant):
        if (players, game, options) != (PLAYERS, 0, GameOptions()):
            raise ValueError("a file sets its own games; leave out the options that choose games")
        return files.read(Path(variant))
    return transcripts(make_arm(variant, players, 1, options), game)


def is_file_name(text: str) -> bool:
    """Return whether this names a game file, not a variant or a variant file."""
    is_variant = text.partition(",")[0].endswith(".toml")
    return not is_variant and ("." in text or os.sep in text)


def games(
    source: Path,
    *,
    where: str | None = None,
    limit: int = 100,
    most: str | None = None,
    players: str | None = None,
    imports: bool = False,
    out: Path | None = None,
    force: bool = False,
) -> None:
    """Select games from a store or a file of rows, and write them move by move.

    source SOURCE: A store, or a .parquet file of rows.
    where CONDITION: Select the games that meet a condition, such as
      "outcome = 'stalemate' and turns < 40".
    limit: Maximum number of games; a match counts as one.
    most COLUMN: Sort by a column, largest first (turns) or smallest first (-turns). Without
      --where, only finished games are selected.
    players PLAYER: The Python players of these games. Their code must not have changed since.
    out: Write a game file (.games or .gz); by default the games are printed.
    """
    named = players.split(",") if players else ()
    transcripts_found = pick(source, where, limit, most, players=named, imports=imports)
    count = files.write(sys.stdout if out is None else out, transcripts_found, force=force)
    if out is not None:
        is_finished = most and not where
        note = ", finished games only; --where true includes all" if is_finished else ""
        print(f"{count_text(count, 'games')} in {out}{note}")
    elif not count:
        names_outcome = where is not None and "outcome" in where
        note = f"; outcomes are {', '.join(rbcore.OUTCOMES)}" if names_outcome else ""
        console.say(f"no game of {source} matches{note}")


# ---- second opinions ----


def deal(variant: str = "standard", *, seed: int = SEED, game: int = 0, shuffle: int = 0) -> None:
    """Print the starting position of a game, given its seed and number."""
    print(rbcore.Position.deal(read_rules(variant), seed, game, shuffle).notation)


def hint(
    variant: str,
    position: str,
    *,
    by: str = opinion.PLAYER,
    games: int | None = None,
    seed: int = SEED,
    open_cards: bool = False,
    partial: bool = False,
) -> None:
    """Estimate how often the seat to move wins after each legal move, best first.

    by: Player that plays the playouts: one for all seats (greedy), or one for each seat
      (greedy:uniform).
    games: Total number of playouts, by default 36,000, or 1,000 with Python players. If there are
      more than three lines of moves, a quarter of the playouts only chooses those to compare.
    open_cards: Use the actual hidden cards, although players do not know them.
    """
    whole = "--open needs to know it; leave out --open" if open_cards else ""
    here = read_position(variant, position, partial, whole)
    opinions = opinion.analyse(here, by=by, games=games, seed=seed, open=open_cards)
    print("\n".join(opinion.opinion_lines(opinions)))


def analyse(
    variant: str,
    *,
    game: int = 0,
    seed: int = SEED,
    players: str = PLAYERS,
    by: str = opinion.PLAYER,
    games: int = opinion.MOVE_GAMES,
    worlds: int = opinion.SEED,
    seat: int | None = None,
    full: bool = False,
    html: Path | None = None,
    force: bool = False,
    quiet: bool = False,
) -> None:
    """Show which moves of a game cost most, and seat 0's chance of winning after each move.

    variant VARIANT|FILE: A variant, or a game file.
    seat: Judge only the moves of this seat.
    by: Player that plays the playouts, whoever played the game: one for all seats (greedy), or
      one for each seat (greedy:uniform).
    games: Number of playouts for each move.
    worlds: Seed of the playouts.
    full: Also print seat 0's chance of winning turn by turn.
    html: Write a page on which to step through the game, its chances and mistakes, instead of
      text.
    """
    check_range("worlds", worlds, 0, MAX_WORD)
    if html is not None:
        check_target(html, force, ".html")
    shown = []
    chosen = named_games(variant, players, game, GameOptions(seed=seed))
    for place, transcript in enumerate(chosen, 1):
        with bar(
            f"game {place if transcript.game is None else transcript.game}", quiet
        ) as progress:
            course = opinion.course(
                transcript, by=by, games=games, seed=worlds, seat=seat, progress=progress
            )
        if html is None:
            print("\n".join(opinion.course_lines(course, full)), end="\n\n")
        else:
            shown.append(course)
    if html is not None:
        write_whole(html, page(shown).encode())
        print(html)
    elif not full:
        print("--full also shows the chances turn by turn")


# ---- positions ----


def moves(variant: str, position: str, *, partial: bool = False) -> None:
    """List the legal moves of a position."""
    for move in read_position(variant, position, partial).moves():
        print(move)


def read_position(variant: str, position: str, partial: bool, whole: str = "") -> rbcore.Position:
    """Return a position as it is typed; a view gets hidden cards, unless `whole` says why not."""
    rules = read_rules(variant)
    try:
        if whole and HIDDEN in position:
            raise ValueError(f"{HIDDEN} is a hidden card, and {whole}")
        return rbcore.Position.parse(filled_in(position, rules), rules, partial=partial)
    except ValueError as error:
        raise ValueError(f"{error}; {BEGIN.format(variant=printable(variant))}") from None


def perft(
    variant: str | None = None,
    depth: int | None = None,
    position: str | None = None,
    *,
    check: Path | None = None,
    partial: bool = False,
) -> None:
    """Count the sequences of DEPTH legal moves, or check a file of such counts.

    variant: As in rbsim moves.
    depth DEPTH: Number of moves in a sequence.
    check: Check a file of lines with variant, depth, count, position.
    """
    if check is not None:
        if variant is not None:
            raise ValueError("perft takes --check FILE or VARIANT DEPTH 'POSITION', not both")
        counts = read_counts(check)
        wrong = 0
        for line, name, many, count, start in counts:
            if (counted := rbcore.perft(start, many)) != count:
                wrong += 1
                print(f"line {line}: {name} depth {many}: counted {counted}, the file has {count}")
        print(f"{len(counts) - wrong} of {len(counts)} agree")
        raise typer.Exit(bool(wrong))
    if variant is None or depth is None or position is None:
        begin = BEGIN.format(variant="VARIANT")
        raise ValueError(f"perft needs VARIANT DEPTH 'POSITION', or --check FILE; {begin}")
    here = read_position(variant, position, partial, "counts depend on the hidden cards")
    print(rbcore.perft(here, depth))


def read_counts(path: Path) -> list[tuple[int, str, int, int, rbcore.Position]]:
    """Return line, variant, depth, count and position of each entry of a file; or ValueError."""
    counts = []
    for number, line in enumerate(read_plain(path).splitlines(), 1):
        try:
            text = line.decode()
            if not text.strip() or text.startswith(("#", "variant\t")):
                continue
            if len(fields := text.split("\t")) != 4:
                raise ValueError(
                    f"a line is variant, depth, count, position; this has {len(fields)} fields"
                )
            variant, depth, count, position = fields
            if not (depth.isdecimal() and count.isdecimal()):
                raise ValueError(
                    f"depth {shown(depth)} or count {shown(count)} is not a whole number"
                )
            start = rbcore.Position.parse(position, rbcore.variant(variant))
            counts.append((number, variant, int(depth), int(count), start))
        except UnicodeDecodeError:
            raise ValueError(f"{path}, line {number}: not text in UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not counts:  # a check of it would always pass
        raise ValueError(f"{path} has no entries; a line is variant, depth, count, position")
    return counts


def judge(variant: str, position: str, move: str, *, partial: bool = False) -> None:
    """Print whether a move may be stopped: a verdict number, and the rule that the move breaks.

    move: SOURCE>PLACE, turn, waste or pass
    """
    verdict = read_position(variant, position, partial).judge(move)
    print(f"{int(verdict)} {verdict.words}")


# ---- one game as text: the layout at the start of every turn, and the moves ----


def game_lines(transcript: Transcript, *, plain: bool, colour: bool) -> Iterator[str]:
    """Yield the lines of a game; if `plain`, the position in notation and one move per line."""
    end, resigned = transcript.finished(), transcript.resigned
    points = enumerate(scores_of(end, resigned))
    ended = end_text(end, resigned, transcript.outcome)
    scores = ", ".join(f"seat {seat} {score}" for seat, score in points) or "none yet"
    if plain:
        yield from (transcript.start.notation, *transcript.moves)
        yield f"# {ended}; scores: {scores}"
        return
    legend = LEGEND if transcript.attention is None else f"{LEGEND} {SIGNS}"
    yield from wrapped([f"{transcript.title}.", *legend.split()], 0)
    replay, turn = transcript.begin(), list[str]()
    yield from _turn_head(replay.game, colour)
    for entry in transcript.moves:
        turn.append(move_text(replay.game, entry, Style(colour=colour)))
        replay.make(entry)
        if replay.begins_turn and replay.game.winner is None:
            yield from _move_lines(turn)
            turn = []
            yield from _turn_head(replay.game, colour)
    yield from (*_move_lines(turn), "")
    yield from wrapped(f"{ended.capitalize()}. Scores: {scores}.".split(" "), 0)


def _move_lines(moves: list[str]) -> Iterator[str]:
    if moves:
        parts = [*(f"{move}," for move in moves[:-1]), moves[-1]]
        yield from wrapped([f"  {parts[0]}", *parts[1:]], 2)


def _turn_head(position: rbcore.Game, colour: bool) -> list[str]:
    layout = text_lines(lay_out(position.view()), Style(colour=colour))
    return ["", f"Turn {position.turn + 1}, seat {position.seat}", *layout]


def wrapped(parts: Sequence[str], indent: int) -> Iterator[str]:
    """Yield lines of whole parts, later lines indented; colour codes take no room."""
    line = ""
    for part in parts:
        longer = f"{line} {part}" if line else part
        if line and len(COLOUR.sub("", longer)) > WIDTH:
            yield line
            longer = f"{'':{indent}}{part}"
        line = longer
    yield line
