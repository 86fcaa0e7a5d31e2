"""Entries: the figures of a variant and its players, found by a study or read from a page's data.

A page's data are a CSV file with a line for each figure, unrounded.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from task import Task

import rbcore
import rbsim
from rbsim.rendering.section import Cell, Table
from rbsim.rendering.text_tables import Report
from rbsim.results.game_figures import Arm
from rbsim.stats.figure import ConfidenceInterval, Figure, figure
from rbsim.stats.intervals import QUANTILES, Rate
from rbsim.stats.quantity import PLACES, Form, words_of
from rbsim.studies.starter_advantage import ALL, Advantage

COLUMNS = (
    "variant", "players", "figure", "games", "estimate", "low", "high", "least", "most",
)  # fmt: skip
STARTS = {"causal": "causal", "as played": "as played", "difference": "as played less causal"}
RATES = ("starter wins", "other wins", "stalemate", "standoff", "unfinished")
# Of the games as played: the names of their figures in the data, by quantity.
OWN = {
    **{name.replace(" ", "_"): name for name in RATES},
    **{own: own for own in ("turns", "moves")},
    **{f"decided_{own}": f"{own}, decided" for own in ("turns", "moves")},
    **{
        f"{own}_q{round(100 * share):02}": f"{own}, {share:.0%}"
        for own in ("turns", "moves")
        for share in QUANTILES
    },
    **{f"{one}_score": f"score, seat {i} from the starter" for i, one in enumerate(PLACES)},
}


@dataclass(frozen=True)
class Entry:
    """The figures of a variant and its players, by their names in the data."""

    variant: str
    players: str
    figures: Mapping[str, Figure]

    @property
    def causal(self) -> Figure:
        """The advantage of starting, with the luck of the deal cancelled."""
        return self.figures["advantage, causal"]

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.causal.n

    @property
    def is_old(self) -> bool:
        """Whether the figures are of 0.1.0, which has none of decided games."""
        return "turns, decided" not in self.figures

    @property
    def nobody(self) -> Figure:
        """The rate of games without a winner."""
        stalemate, standoff, unfinished = (self.figures[name].count or 0 for name in RATES[2:])
        return figure("nobody", Rate(stalemate + standoff, self.deals, unfinished))

    @property
    def lengths(self) -> list[int]:
        """The turns of the quantiles."""
        return [round(self.figures[f"turns, {share:.0%}"].estimate) for share in QUANTILES]

    def lines(self) -> Iterator[list[str | int]]:
        """Yield the lines of the data."""
        for name, one in self.figures.items():
            ends = one.undecided or (one.estimate, one.estimate)
            numbers = (f"{value:.8g}" for value in (one.estimate, *one.interval, *ends))
            yield [self.variant, self.players, name, one.n, *numbers]


def found(advantage: Advantage) -> Entry:
    """Return the entry of a study."""
    batch, figures = advantage.batch, {}
    for one in advantage.figures:
        if one.labels["seating"] == ALL:
            is_decided = one.quantity == "decided_advantage"
            words = "advantage among decided games" if is_decided else words_of(one.quantity)
            figures[f"{words}, {STARTS[str(one.labels['start'])]}"] = one
    own = Arm("as played", batch, advantage.tally.arms[0]).figures
    figures |= {OWN[key]: one for key, one in own.items() if key in OWN}
    known = {name: one for name, one in figures.items() if math.isfinite(one.estimate)}
    return Entry(rbcore.variant_text(batch.rules), batch.player_text, known)


def read(path: Path) -> dict[tuple[str, str], Entry]:
    """Return the entries of a page's data, by variant and players; none if there is no data."""
    figures: dict[tuple[str, str], dict[str, Figure]] = {}
    if path.exists():
        with path.open(newline="") as file:
            for row in csv.DictReader(file):
                own = figures.setdefault((row["variant"], row["players"]), {})
                own[row["figure"]] = _figure(row)
    return {key: Entry(*key, own) for key, own in figures.items()}


def _figure(row: Mapping[str, str]) -> Figure:
    """Return the figure of a line of the data."""
    name, games = row["figure"], int(row["games"])
    estimate, low, high, least, most = (float(row[column]) for column in COLUMNS[4:])
    return Figure(
        name, estimate, ConfidenceInterval(low, high), games, form=_form(name),
        undecided=(least, most), count=round(estimate * games) if name in RATES else None,
    )  # fmt: skip


def _form(name: str) -> Form:
    if name.startswith("advantage") or name.endswith(STARTS["difference"]):
        return Form.DIFFERENCE
    if name.endswith("%"):
        return Form.WHOLE
    return Form.NUMBER if name.startswith(("turns", "moves", "score")) else Form.SHARE


def write(path: Path, entries: Iterable[Entry]) -> None:
    """Write every figure as CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for entry in entries:
            writer.writerows(entry.lines())


def play(own: Task) -> tuple[Sequence[str], list[Entry]]:
    """Return which lines are kept as the data have them, and the entries of all lines."""
    kept = [one.name for one in own.plan] if own.named == ["all"] else own.named
    there = read(own.page.with_suffix(".csv")) if kept else {}
    return kept, [
        there[named(one)] if one.name in kept else found(own.play(one, Advantage))
        for one in own.plan
    ]


def named(line: rbsim.PlannedStudy) -> tuple[str, str]:
    """Return the variant and the players of a line."""
    batch = line.study.arms[0]
    return rbcore.variant_text(batch.rules), batch.player_text


def markdown(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table in Markdown, numbers as `rbsim` writes them."""
    return Report("", (Table("", tuple(head), tuple(map(tuple, rows))),)).markdown()
