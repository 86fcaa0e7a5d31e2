"""Luck: what decides games, by variant and strength of the players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pages
from pages import CAUSAL, HERE, PLAYED, Line, Pair, markdown

import rbcore
import rbsim

PLAN = Path(__file__).with_suffix(".toml")
ROW = 15  # pixels
OPEN, HIDDEN = "open cards", "hidden cards"
COMMON = ", in common"  # behind a source, of what both starts have in common
PARTS = {"start": pages.BLUE, OPEN: pages.ORANGE, HIDDEN: pages.MUTED, "play": pages.GRID}
COLUMNS = ("start", OPEN, f"{OPEN}{COMMON}", HIDDEN, f"{HIDDEN}{COMMON}", "play")
OF_TWO = ("players", "start", OPEN, HIDDEN, "cards and players", "players and start")


def share(line: Line, column: str, start: str = CAUSAL) -> rbsim.Figure | None:
    """Return the share of a source, or what is in common of it."""
    quantity = "common_share" if column.endswith(COMMON) else "variance_share"
    return line.get(quantity, source=column.removesuffix(COMMON), start=start)


@pages.styled
def bars(path: Path, lines: Sequence[Line]) -> None:
    """Draw what the variance is shared out to, a bar for each variant and its players."""
    title, variant, y, labels, words = "What decides a game", "", -1, dict[int, str](), list[str]()
    note = "From the left: start, open cards, hidden cards, play;", "per cent, each seat starting."
    height = ROW * (len(lines) + len({line.variant for line in lines}))
    axes = pages.canvas(title, note, height, 24, left=100, width=370)
    for line in lines:
        if line.variant != variant:
            variant, y = line.variant, y + 1
            axes.text(0, y, variant, va="center")
        left, own, y = 0.0, list[str](), y + 1
        for part, colour in PARTS.items():
            one = share(line, part)
            value = 0.0 if one is None else 100 * one.estimate
            axes.barh([y], [value], left=left, color=colour, height=0.8)
            left += value
            own.append(f"{part} {value:.3g}")
        labels[y] = line.players
        words.append(f"{variant}, {line.players}: {', '.join(own)}")
    axes.set_ylim(y + 0.6, -0.6)
    axes.set_xlim(0, 100)
    axes.set_yticks(list(labels), list(labels.values()))
    axes.tick_params(axis="y", length=0)
    pages.finish(axes, path, title, "; ".join(words) + ".")


def squared(lead: rbsim.Figure, decided: float) -> rbsim.Figure:
    """Return the share of the variance that a lead makes up: its square over the mean square."""

    def share(low: float, high: float) -> tuple[float, float]:
        ends = sorted((low**2 / decided, high**2 / decided))
        return (0.0 if low < 0 < high else ends[0]), ends[1]

    low, high = share(*lead.interval)
    undecided = share(*(lead.undecided or (lead.estimate,) * 2))
    return rbsim.Figure("variance_share", lead.estimate**2 / decided, low, high, lead.n, "deals",
                        undecided=undecided)  # fmt: skip


def derived(alike: Sequence[Line], two: Sequence[Line]) -> Iterator[Pair]:
    """Yield shares beside those that follow from other pages: start, and who plays whom."""
    others = {page: pages.read_lines(HERE / f"{page}.csv") for page in ("atlas", "skill")}
    for line in alike:
        who = line.variant, line.players
        if rbcore.variant(line.variant).seats == 2:
            page, other = next((page, lines[who]) for page, lines in others.items() if who in lines)
            won = [other.get(f"{seat}_wins", start=CAUSAL) for seat in ("starter", "second")]
            start = squared(other.causal, sum(one.estimate for one in won))
            yield *who, share(line, "start"), page, start
    cells = [line.split(" | ") for line in (HERE / "ladder.md").read_text("utf-8").splitlines()]
    duels = {own[0].removeprefix("| "): own for own in cells if len(own) > 6}
    for line in two:
        _, games, nobody, _, words, *_ = duels[line.players.replace(":", " against ")]
        ends = (float(end) / 100 for end in re.findall(r"[-+]?[\d.]+", words))
        lead = rbsim.Figure("lead", *ends, int(games.replace(",", "")) // 2, "deals")
        there = squared(lead, 1 - float(nobody.partition("%")[0]) / 100)
        yield line.variant, line.players, share(line, "players"), "ladder", there


def table(lines: Sequence[Line], columns: Sequence[str], start: str = CAUSAL) -> str:
    """Return sources by players; variants too, if there are several."""
    several = len({line.variant for line in lines}) > 1
    rows = [
        ([line.variant] if several else [])
        + [line.players, line.deals, *(share(line, column, start) for column in columns)]
        for line in lines
    ]
    return markdown((*["variant"] * several, "players", "deals", *columns), rows)


def main() -> None:
    """Play what is not in the stores, and write the page."""
    asked = pages.task(PLAN)
    shares = ("variance_share", "common_share")
    lines = [
        Line(one.variant, one.players, [x for x in one.figures if x.quantity in shares])
        for one in asked.lines()
    ]
    variants = list(dict.fromkeys(line.variant for line in lines))
    two = [line for line in lines if ":" in line.players]
    alike = sorted((line for line in lines if line not in two),
                   key=lambda line: variants.index(line.variant))  # fmt: skip
    bars(asked.page.with_name("luck-bars.svg"), alike)
    pages.write_lines(asked.page.with_name("luck.csv"), [*alike, *two], "start", "source")
    groups = ([line for line in alike if line.variant == one] for one in variants)
    tables = [f"## {own[0].variant}\n\n{table(own, COLUMNS)}\n" for own in groups]
    played = table(alike, (OPEN, HIDDEN, "play"), PLAYED)
    of_two = table(two, OF_TWO) if two else ""
    beside = pages.compared(list(derived(alike, two)))
    pages.fill(asked.page, ["\n".join(tables), beside, played, of_two, pages.origin(asked.plan)])


if __name__ == "__main__":
    main()
