"""The commands on positions: `rbsim moves`, `perft` and `judge`."""

from pathlib import Path

import typer

import rbcore
from rbcore.board.notation import HIDDEN, filled_in
from rbcore.cards.ranges import printable, shown
from rbsim.files import read_plain
from rbsim.variants import read_rules

BEGIN = "rbsim deal {variant} prints a position to begin with"


def moves(variant: str, position: str, *, partial: bool = False) -> None:
    """List the legal moves of a position.

    position: a line of notation; rbsim deal prints one
    partial: Read a position in which cards are missing.
    """
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
    variant: str | None = None, depth: int | None = None, position: str | None = None, *,
    check: Path | None = None, partial: bool = False,
) -> None:  # fmt: skip
    """Count the sequences of DEPTH legal moves, or check a file of such counts.

    variant: as of moves
    depth DEPTH: moves in a sequence
    position: a line of notation; rbsim deal prints one
    check: File of variant, depth, count, position.
    partial: Read a position in which cards are missing.
    """
    if check is not None:
        if variant is not None:
            raise ValueError("perft takes --check FILE or VARIANT DEPTH 'POSITION', not both")
        counts = read_counts(check)
        wrong = 0
        for line, name, many, count, start in counts:
            if (found := rbcore.perft(start, many)) != count:
                wrong += 1
                print(f"line {line}: {name} depth {many}: {found}, the file has {count}")
        print(f"{len(counts) - wrong} of {len(counts)} agree")
        raise typer.Exit(bool(wrong))
    if variant is None or depth is None or position is None:
        begin = BEGIN.format(variant="VARIANT")
        raise ValueError(f"perft needs VARIANT DEPTH 'POSITION', or --check FILE; {begin}")
    here = read_position(variant, position, partial, "counts depend on which cards come")
    print(rbcore.perft(here, depth))


def read_counts(path: Path) -> list[tuple[int, str, int, int, rbcore.Position]]:
    """Return the lines of a file of counts: number, variant, depth, count and position.

    Raises ValueError, with the line, for one of another form.
    """
    counts = []
    for number, line in enumerate(read_plain(path).splitlines(), 1):
        try:
            text = line.decode()
            if not text.strip() or text.startswith(("#", "variant\t")):
                continue
            if len(fields := text.split("\t")) != 4:
                said = f"variant, depth, count and position are needed, not {len(fields)} fields"
                raise ValueError(said)
            variant, depth, count, position = fields
            if not (depth.isdecimal() and count.isdecimal()):
                said = f"depth {shown(depth)} and count {shown(count)} must be whole numbers"
                raise ValueError(said)
            start = rbcore.Position.parse(position, rbcore.variant(variant))
            counts.append((number, variant, int(depth), int(count), start))
        except UnicodeDecodeError:
            raise ValueError(f"{path}, line {number}: this is not text in UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not counts:  # so a check of it would always pass
        raise ValueError(f"{path} has no entries; a line is variant, depth, count, position")
    return counts


def judge(variant: str, position: str, move: str, *, partial: bool = False) -> None:
    """Give the Stop! verdict on a move: its number, and what the move offends.

    position: a line of notation; rbsim deal prints one
    move: SOURCE>PLACE, turn, waste or pass
    partial: Read a position in which cards are missing.
    """
    verdict = read_position(variant, position, partial).judge(move)
    print(f"{int(verdict)} {verdict.words}")
