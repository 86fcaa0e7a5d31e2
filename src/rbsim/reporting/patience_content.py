"""Patience content: the sections of a page about stored games of patience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from rbsim.formatting.games import UNTIL_HEAD, stopping_note, until_row
from rbsim.formatting.numbers import percent
from rbsim.formatting.patience_tables import book_cells
from rbsim.formatting.tables import Cells, quantile_cells
from rbsim.pictures.drawing import Picture
from rbsim.pictures.figures import NUMBER, SHARE, Frame, distributions, intervals, labelled
from rbsim.pictures.spread import Spread
from rbsim.reporting.section import MOST, Section
from rbsim.reporting.stored import StoredStudy
from rbsim.results.patience_result import Patience
from rbsim.stats.level import level_text

READING = "Games of patience. All intervals are {level}. Rates are of all games."
WINS = "How often each game comes out, the oftenest first; other readings stand below their game."
UNTIL = (
    "Games were played until the rate was known; its interval holds at every look, and is of 95%."
)
COUNTED = "What is counted a game, over all games."


class PatienceContent:
    """The sections about a stored study of patience games.

    Parameters
    ----------
    stored : StoredStudy
        The study.
    prefix : str
        The beginning of the names of figures.
    """

    reading = READING

    def __init__(self, stored: StoredStudy, prefix: str) -> None:
        self.stored = stored
        self.prefix = prefix
        self.results: list[Patience] = stored.results
        self.names = [f"{one.variant}, {one.players}" for one in self.results]

    @property
    def answer(self) -> str:
        """What the study found, with the interval of each figure."""
        order = sorted(self.results, key=lambda one: one.wins.rate)
        least, most = (f"{one.variant} comes out in {_shown(one)}" for one in (order[0], order[-1]))
        if len(order) == 1:
            return f"{most} of games."
        return f"Of {len(order)} runs {most} of games, the most, and {least}, the least."

    @property
    def compared(self) -> str:
        """What is compared with what."""
        if len(self.results) == 1:
            return "Nothing is compared: there is one game and one player."
        return "Nothing is tested: runs stand side by side, each with its own interval."

    def sections(self) -> Iterator[Section]:
        """Yield the sections in reading order."""
        level = level_text(self.stored.level)
        rates = [labelled(n, one.wins) for n, one in zip(self.names, self.results, strict=True)]
        note = f"{self.stored.games} each; {level} Wilson intervals."
        frame = Frame(f"{self.prefix}-wins", "Comes out", note, SHARE)
        cells = book_cells(self.results, self.stored.level)
        yield Section("How often they come out", WINS, [intervals(frame, rates)], [cells])
        if self.stored.study.arm_goal is not None:
            yield Section("Played until known", UNTIL, (), [self._stopping()])
        yield from self._counted()

    def _stopping(self) -> Cells:
        cells: Cells = [("run", "games", *UNTIL_HEAD, "how it ended")]
        for name, one in zip(self.names, self.results, strict=True):
            if one.stopped is not None:
                row, words = until_row(one.stopped), stopping_note(one.stopped)
                cells.append((name, f"{one.stopped.games:,}", *row, words))
        return cells

    def _counted(self) -> Iterator[Section]:
        summaries = [one.summary() for one in self.results]
        quantities = dict.fromkeys(name for one in summaries for name in one.counted)
        pictures, tables = [], []
        for quantity in quantities:
            words = quantity.replace("_", " ")
            rows, columns = [], []
            for name, one, summary in zip(self.names, self.results, summaries, strict=True):
                if quantity in summary.counted:
                    both = summary.counted[quantity]
                    rows.append((name, _spread(one, quantity)))
                    columns.append((name, both.mean, both.quantiles))
            pictures.append(self._distributions(words, rows))
            tables += [
                quantile_cells(words, [column], level=self.stored.level) for column in columns
            ]
        yield Section("Cards left and passes", COUNTED, pictures, tables)

    def _distributions(self, words: str, rows: list[tuple[str, Spread]]) -> Picture:
        note = f"{self.stored.games} each; bands: {level_text(self.stored.level)} intervals."
        slug = words.replace(" ", "-")
        frame = Frame(f"{self.prefix}-{slug}", words[0].upper() + words[1:], note, NUMBER)
        total = len(rows)
        if total > MOST:
            rows = [rows[i * (total - 1) // (MOST - 1)] for i in range(MOST)]
        return distributions(frame, rows)

    def provenance_tables(self) -> Iterator[tuple[str, str, Cells]]:
        """Yield label, short name and cells of what was played."""
        arms: Cells = [("run", "no.", "game", "games version", "players", "seed", "games")]
        rules: Cells = [("game", "what it is", "reading")]
        for name, one in zip(self.names, self.results, strict=True):
            batch, game = one.batch, one.batch.rules.game
            numbers = f"{batch.first:,} to {batch.first + one.totals.games - 1:,}"
            versions = str(game.version), ":".join(batch.versioned_players)
            arms.append((name, game.number, batch.variant, *versions, str(batch.seed), numbers))
            rules.append((game.name, game.line, batch.rules.reading or "as printed"))
        yield "Arms", "arms", arms
        yield "Rules", "rules", list(dict.fromkeys(rules))


def _shown(one: Patience) -> str:
    low, high = map(percent, one.wins.interval)
    return f"{percent(one.wins.rate)} ({low} to {high})"


def _spread(one: Patience, quantity: str) -> Spread:
    name = next(name for name, own in one.totals.COUNTED.items() if own == quantity)
    histogram = getattr(one.totals, name)
    counts = Counter({int(i): int(histogram[i]) for i in np.flatnonzero(histogram)})
    return Spread(counts, tame=True, level=one.level)
