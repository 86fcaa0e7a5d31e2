"""Atlas: what starting is worth and how games end, of every preset; some hours of two cores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import pages
from pages import CAUSAL, DEALT, PLAYED, Cell, Line, markdown, named
from paired import NOT_USED, all_at_once, same_forced, tests_text

import rbcore
import rbsim

PLAN = Path(__file__).with_suffix(".toml")
PLAYERS = ("uniform", "greedy", "lookahead+memory")

MARK = 0.8  # points that half a mark of the picture covers

# The tables: the head of each column, and the quantity and start of its figures.
TURNS = "turns of 5, 50, 95%"
IN_README = ("crossley", "strict", "standard", "waste-available", "covered")
TABLES = {
    "First-player advantage": {
        "causal": ("advantage", CAUSAL),
        "as played": ("advantage", PLAYED),
        "as played less causal": ("advantage", "difference"),
        "causal, decided games": ("decided_advantage", CAUSAL),
    },
    "How games end": {name.replace("_", " "): (name, DEALT) for name in pages.RATES},
    "Length and score": {
        "turns": ("turns", DEALT),
        "decided: turns": ("decided_turns", DEALT),
        TURNS: ("", ""),
        "moves": ("moves", DEALT),
        "starter's score": ("starter_score", DEALT),
        "next score": ("second_score", DEALT),
    },
}


def lengths(line: Line, *shares: int) -> list[int]:
    """Return the turns of some quantiles in per cent."""
    return [round(line.get(f"turns_q{share:02}").estimate) for share in shares]


def nobody(line: Line) -> rbsim.Figure:
    """Return the rate of games without a winner."""
    return line.get("nobody_wins", start=DEALT)


def cells(line: Line, columns: dict[str, tuple[str, str]]) -> list[Cell]:
    """Return the row of a line in the table with these columns."""
    own: list[Cell] = [
        ", ".join(map(str, lengths(line, 5, 50, 95))) if head == TURNS
        else line.get(quantity, start=start)
        for head, (quantity, start) in columns.items()
    ]  # fmt: skip
    unused = (line.variant, line.players) in NOT_USED
    return [f"{line.variant}, not used" if unused else line.variant, line.deals, *own]


def by_players(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of variants that differ by more than the start rule, weak players first."""
    known = [line for line in lines if line.variant not in same_forced()]
    return sorted(known, key=lambda line: PLAYERS.index(line.players))


def answer(lines: Sequence[Line], variants: Collection[str] = rbcore.PRESETS) -> str:
    """Return the table of the front pages of some variants, in the order of the picture."""
    known = {(line.variant, line.players): line for line in by_players(lines)}
    last = {name: line.causal.estimate - pages.even(name) for (name, _), line in known.items()}
    columns: list[tuple[str, Sequence[str], Callable[[Line], Cell]]] = [
        ("starting is worth", PLAYERS, lambda line: pages.digits(line.causal, 1)),
        ("nobody wins", PLAYERS[1:], lambda line: pages.digits(nobody(line))),
        ("median turns", PLAYERS[1:], lambda line: lengths(line, 50)[0]),
    ]
    head = [
        f"{words}, {player.replace('+', ' +')}"  # so that the head is not wider than its numbers
        for words, players, _ in columns
        for player in players
    ]
    rows = []
    for name in sorted({*last} & {*variants}, key=last.__getitem__, reverse=True):
        own = [(known.get((name, who)), cell) for _, players, cell in columns for who in players]
        even = pages.even(name)  # with three seats not 0
        label = f"{name} (even: {100 * even:.1f})" if even else name
        rows.append([label, *(line and cell(line) for line, cell in own)])
    return markdown(["variant", *head], rows)


def tables(lines: Sequence[Line]) -> str:
    """Return the tables with their headings."""
    text = []
    for title, columns in TABLES.items():
        for players in dict.fromkeys(line.players for line in lines):
            rows = [cells(line, columns) for line in lines if line.players == players]
            made = markdown(("variant", "deals", *columns), rows)
            text += [f"## {title}: `{players}`\n", made, ""]
    return "\n".join(text)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    own = pages.task(PLAN)
    lines, order = own.lines(), [(players, name) for players in dict.fromkeys(
        named(one)[1] for one in own.plan) for name in rbcore.PRESETS]  # fmt: skip
    lines.sort(key=lambda line: order.index((line.players, line.variant)))
    worth = [line.causal for line in by_players(lines)]
    widest = max(100 * figure.half for figure in worth)
    note = ["Games won less games lost of 100."]
    note.append(f"95% intervals are of ± {widest:.1f} points at most")
    if widest < MARK:
        note[-1] += ", narrower than the marks"
    pages.forest(own.page.with_name("atlas-advantage.svg"), "What starting is worth", note, worth)
    intervals = len(lines) * (sum(map(len, TABLES.values())) - 1)  # quantiles have none
    pages.write_lines(own.page.with_name("atlas.csv"), lines, "start")
    said = [all_at_once(intervals), tests_text(lines)]
    pages.fill(own.page, [tables(lines), *said, pages.origin(own.plan)])
    docs = Path(__file__).resolve().parents[1]
    for front in (docs.parent / "README.md", docs / "index.md", docs / "studies" / "findings.md"):
        is_own = own.page.parent.resolve() == docs / "studies"
        page = front if is_own else own.page.with_name(front.name)
        shown = IN_README if front.name == "README.md" else rbcore.PRESETS
        pages.fill(page, [answer(lines, shown)], front)


if __name__ == "__main__":
    main()
