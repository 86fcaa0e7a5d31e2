"""Published: the figures of a page that is there already, for lines that are not played anew."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rbsim.stats.intervals import Rate

RATES = ("starter wins", "other wins", "stalemate", "standoff", "unfinished")
ABSENT = SimpleNamespace(
    mean=math.nan, extremes=(math.nan, math.nan), interval=(math.nan, math.nan)
)

Figures = dict[str, SimpleNamespace]


def read_figures(path: Path) -> dict[tuple[str, str], Figures]:
    """Return the figures of a page's data, by variant and players; none if there is no data.

    Data of 0.1.0 have no `least` and `most`. Their rates are completed from the share of unfinished
    games, which their advantages leave out: where it is below 1 in 100,000 that does not show.
    """
    found: dict[tuple[str, str], Figures] = {}
    if path.exists():
        with path.open(newline="") as file:
            for row in csv.DictReader(file):
                found.setdefault((row["variant"], row["players"]), {})[row["figure"]] = _figure(row)
    for figures in found.values():
        for name in RATES[:-1]:
            one = figures[name]
            if one.extremes[0] == one.extremes[1]:
                one.extremes = (one.rate, one.rate + figures["unfinished"].rate)
    return found


def _figure(row: dict[str, str]) -> SimpleNamespace:
    """Return a figure with what the page asks of means, rates and spans."""
    games, estimate = int(row["games"]), float(row["estimate"])
    ends = tuple(float(row.get(name) or estimate) for name in ("least", "most"))
    return SimpleNamespace(
        games=games, mean=estimate, rate=estimate, count=round(estimate * games), extremes=ends,
        interval=(float(row["low"]), float(row["high"])),
    )  # fmt: skip


class Published:
    """An entry of a page, made of its figures."""

    def __init__(self, variant: str, players: str, seats: int, figures: Figures) -> None:
        self.variant, self.players, self.figures = variant, players, figures
        self.deals = figures["advantage, causal"].games
        effect = SimpleNamespace(
            causal=figures["advantage, causal"],
            as_played=figures["advantage, as played"],
            selection_span=figures["advantage, as played less causal"],
        )
        decided = figures.get("advantage among decided games, causal", ABSENT)
        self.advantage = SimpleNamespace(
            effects={"advantage": effect}, causal=effect.causal, decided={"causal": decided},
            seats=seats,
        )  # fmt: skip
        quantiles = [round(figures[f"turns, {share}%"].mean) for share in (5, 25, 50, 75, 95)]
        self.summary = SimpleNamespace(
            rates={name: figures[name] for name in RATES},
            turns=figures["turns"],
            decided_turns=figures.get("turns, decided", ABSENT),
            moves=figures["moves"],
            turn_quantiles=SimpleNamespace(values=quantiles),
            scores=[figures[f"score, seat {place} from the starter"] for place in (0, 1)],
        )

    @property
    def is_old(self) -> bool:
        """Whether the figures are of 0.1.0, which has none of decided games."""
        return self.advantage.decided["causal"] is ABSENT

    @property
    def nobody(self) -> Rate:
        """The rate of games without a winner."""
        stalemate, standoff, unfinished = (self.figures[name].count for name in RATES[2:])
        return Rate(stalemate + standoff, self.deals, unfinished)

    def lines(self) -> list[tuple[Any, ...]]:
        """Return the lines of the data, as they were."""
        return [
            (self.variant, self.players, name, one.games, one.mean, *one.interval, *one.extremes)
            for name, one in self.figures.items()
        ]
