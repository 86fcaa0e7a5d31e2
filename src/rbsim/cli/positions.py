"""The commands on positions: `rbsim moves`, `perft` and `judge`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import rbcore
from rbcore.board.notation import HIDDEN, filled_in
from rbcore.cards.ranges import printable, shown
from rbsim.cli.options import Variant, flag, near_variants, option, whole_number
from rbsim.files import read_plain
from rbsim.variants import read_rules

POSITION = typer.Argument(metavar="POSITION", help="a line of notation; rbsim deal prints one")
BEGIN = "rbsim deal {variant} prints a position to begin with"
PositionText = Annotated[str, POSITION]
Partial = Annotated[bool, flag("--partial", "Read a position in which cards are missing.")]


def moves(variant: Variant, position: PositionText, partial: Partial = False) -> None:
    """List the legal moves of a position."""
    for move in read_position(variant, position, partial).moves():
        print(move)


def read_position(variant: str, position: str, partial: bool, whole: str = "") -> rbcore.Position:
    """Return a position as it is typed, of a view one that looks so unless it must be `whole`."""
    rules = read_rules(variant)
    try:
        if whole and HIDDEN in position:
            raise ValueError(f"{HIDDEN} is a card that no seat sees, and {whole}")
        return rbcore.Position.parse(filled_in(position, rules), rules, partial=partial)
    except ValueError as error:
        raise ValueError(f"{error}; {BEGIN.format(variant=printable(variant))}") from None


def perft(
    variant: Annotated[
        str | None,
        typer.Argument(metavar="VARIANT", help="as of moves", autocompletion=near_variants),
    ] = None,
    depth: Annotated[
        int | None, typer.Argument(metavar="DEPTH", help="moves in a sequence", parser=whole_number)
    ] = None,
    position: Annotated[str | None, POSITION] = None,
    check: Annotated[
        Path | None, option("File of variant, depth, count, position.", metavar="FILE")
    ] = None,
    partial: Partial = False,
) -> None:
    """Count the sequences of DEPTH legal moves, or check a file of such counts."""
    if check is not None:
        if variant is not None:
            raise ValueError("perft takes --check FILE or VARIANT DEPTH 'POSITION', not both")
        counts = read_counts(check)
        found = [rbcore.perft(one.position, one.depth) for one in counts]
        wrong = [pair for pair in zip(counts, found, strict=True) if pair[0].count != pair[1]]
        for one, count in wrong:
            where = f"line {one.line}: {one.variant} depth {one.depth}"
            print(f"{where}: {count}, the file has {one.count}")
        print(f"{len(counts) - len(wrong)} of {len(counts)} agree")
        raise typer.Exit(bool(wrong))
    if variant is None or depth is None or position is None:
        begin = BEGIN.format(variant="VARIANT")
        raise ValueError(f"perft needs VARIANT DEPTH 'POSITION', or --check FILE; {begin}")
    here = read_position(variant, position, partial, "counts depend on which cards come")
    print(rbcore.perft(here, depth))


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
    move: Annotated[str, typer.Argument(metavar="MOVE", help="SOURCE>PLACE, turn, waste or pass")],
    partial: Partial = False,
) -> None:
    """Give the Stop! verdict on a move: its number, and what the move offends."""
    verdict = read_position(variant, position, partial).judge(move)
    print(f"{int(verdict)} {verdict.words}")
