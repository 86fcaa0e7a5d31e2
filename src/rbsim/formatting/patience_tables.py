"""Games of patience as tables, JSON and text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any, Protocol

from rbcore.cards.ranges import count_text
from rbcore.patience.book import GAMES
from rbcore.patience.playing import MOST_EVENTS, OUTCOMES
from rbsim.formatting.games import UNTIL_HEAD, stopping_note, until_row
from rbsim.formatting.numbers import mean_text, number, percent, rate_text, speed_text
from rbsim.formatting.tables import (
    Cells,
    Report,
    interval_head,
    origin,
    part_arms,
    quantile_cells,
    run_arms,
)
from rbsim.pipeline.stopping import Stopped
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.stats.intervals import Mean, Rate
from rbsim.stats.level import level_text

WIDTH = 78
LABEL = 12
LIST = 30  # columns before what a game is, in the list
WORDS = {
    "wins": "comes out",
    "hits": "hits in the first pass",
    "pairs_left": "pairs left at the end",
    "pairs_stuck": "when first stuck",
}
MEANS = ("cards_left", "passes", "pairs_left", "pairs_stuck")  # that stand side by side
NOUNS = {"place": "", "waste": "waste", "foundation": "foundation", "thrown": "out", "kept": "kept"}


class ShownPatience(Protocol):
    """The part of rbsim.Patience that is shown."""

    batch: Batch
    stopped: Stopped | None
    level: float
    parts: tuple[Study, ...]
    seconds: float

    @property
    def variant(self) -> str:
        """The game with its reading."""

    @property
    def players(self) -> str:
        """The player's name."""

    @property
    def wins(self) -> Rate:
        """The rate of games that came out."""

    def summary(self) -> Any:
        """Return the estimates."""


def list_lines() -> list[str]:
    """Return lines for each game: number, name, what it is, players, readings."""
    lines = []
    for game in GAMES.values():
        first, *rest = wrap(game.line, WIDTH - LIST)
        if len(game.players) > 1:
            rest += wrap(f"--players {', '.join(game.players)}", WIDTH - LIST)
        for key, values in game.readings.items():
            rest += wrap(f"{game.name},{key}={' or '.join(values)}", WIDTH - LIST)
        lines.append(f"{game.number:<8} {game.name:<20} {first}")
        lines += [" " * LIST + line for line in rest]
    return lines


def list_dicts() -> list[dict[str, Any]]:
    """Return the games of the book as plain values for JSON."""
    return [
        {
            "kind": "patience",
            "number": game.number,
            "name": game.name,
            "line": game.line,
            "version": game.version,
            "players": list(game.players),
            "player_versions": {name: game.player_versions.get(name, 1) for name in game.players},
            "readings": {key: list(values) for key, values in game.readings.items()},
        }
        for game in GAMES.values()
    ]


def report(result: ShownPatience) -> Report:
    """Return how often a game came out, and what is counted a game."""
    summary, form = result.summary(), result.batch.rules
    cells: Cells = [("outcome", "games", "rate", interval_head(result.level))]
    for name, rate in summary.rates.items():
        interval = " to ".join(map(percent, rate.interval))
        cells.append((_words(name), f"{rate.count:,}", rate_text(rate), interval))
    tables = [cells]
    if result.stopped is not None:
        tables.append([UNTIL_HEAD, until_row(result.stopped)])
    counted = [
        (_words(name), both.mean, both.quantiles) for name, both in summary.counted.items()
    ]  # fmt: skip
    tables.append(quantile_cells("per game", counted, level=result.level))
    games = count_text(result.wins.games, "games")
    return Report(
        f"No. {form.game.number} {result.variant}, {result.players}: {games}; {form.game.line}",
        tuple(tables),
        f"{speed_text(result.wins.games, 'games', result.seconds)}{_undecided_note([result])}"
        f"{stopping_note(result.stopped) + '; ' if result.stopped else ''}"
        f"{origin(*part_arms(result.parts))}",
    )


def survey_report(results: Sequence[ShownPatience], parts: Sequence[Study], level: float) -> Report:
    """Return a table with one line for each result, as `book_cells` has them."""
    total = sum(result.wins.games for result in results)
    seconds = sum(result.seconds for result in results)
    tables, looks = [book_cells(results, level)], ""
    stopped = [(one, one.stopped) for one in results if one.stopped is not None]
    if stopped:
        rows = (
            (one.variant, one.players, *until_row(known)[1:], stopping_note(known))
            for one, known in stopped
        )
        tables.append([("game", "players", *UNTIL_HEAD[1:], "how it ended"), *rows])
        looks = "intervals that are not anytime as if the games had been fixed; "
    return Report(
        f"Patience: {count_text(len(results), 'runs')}",
        tuple(tables),
        f"{speed_text(total, 'games', seconds)}{_undecided_note(results)}{looks}"
        f"intervals {level_text(level)}; {origin(*run_arms(results, parts))}",
    )


def book_cells(results: Sequence[ShownPatience], level: float) -> Cells:
    """Return a line for each result: games that come out oftenest first, readings below them."""
    rates: dict[str, float] = {}
    for one in results:
        name = one.batch.rules.game.name
        printed = one.wins.rate if not one.batch.rules.reading else -1.0
        rates[name] = max(rates.get(name, -1.0), printed)
    order = sorted(results, key=lambda one: -rates[one.batch.rules.game.name])
    counted = [one.summary().counted for one in order]
    names = [name for name in MEANS if any(name in one for one in counted)]
    head = ("game", "no.", "players", "comes out", interval_head(level), "games")
    cells: Cells = [(*head, *map(_words, names))]
    for one, means in zip(order, counted, strict=True):
        cells.append(
            (
                one.variant,
                one.batch.rules.game.number,
                one.players,
                rate_text(one.wins),
                " to ".join(map(percent, one.wins.interval)),
                f"{one.wins.games:,}",
                *(_mean_text(means[n].mean) if n in means else "-" for n in names),
            )
        )
    return cells


def _mean_text(mean: Mean) -> str:
    low, high = mean.interval
    if math.isnan(low):
        return mean_text(mean)
    return f"{number(mean.mean, 2)} ± {(high - low) / 2:.2f}"


def _words(name: str) -> str:
    return WORDS.get(name, name.replace("_", " "))


def _undecided_note(results: Sequence[ShownPatience]) -> str:
    """Return a note on rates from low to high, if there are any."""
    if not any(result.wins.undecided for result in results):
        return ""
    return "rates with undecided games all against to all for; "


def story_text(head: str, pack: str, row: Any, story: Sequence[tuple[str, str, int]]) -> str:
    """Return a game as lines: cards that go the same way stand together, in order."""
    lines = [head, *_line("pack", [pack[i : i + 2] for i in range(0, len(pack), 2)])]
    if story[:1] and story[0][0] != "pass":
        lines.append("pass 1")
    for (event, place), told in groupby(story, key=lambda one: (one[0], one[2])):
        if event == "pass":
            lines.append(f"pass {place}")
            continue
        noun = NOUNS[event]
        if event in ("thrown", "kept") or (event == "waste" and place == 0):
            label = noun
        else:
            label = f"{noun} {place + 1}".strip()
        lines += _line(f"  {label}", [card for _, card, _ in told])
    if len(story) == MOST_EVENTS:
        lines.append("... and so on: only so much of a game is shown")
    outcome = OUTCOMES[int(row["outcome"])]
    lines.append(f"{outcome}, {int(row['left'])} left" if outcome != "won" else "won")
    return "\n".join(lines)


def packs_text(head: str, heaps: int, packs: tuple[str, str], row: Any) -> str:
    """Return a game of Sympathy as lines: both layouts, a line for each heap, and how it ends."""
    lines = [head]
    for name, pack in zip(("first", "second"), packs, strict=True):
        cards = [pack[i : i + 2] for i in range(0, len(pack), 2)]
        piles = ["".join(cards[i : i + 3]) for i in range(0, 3 * heaps, 3)]
        lines += _line(f"{name} heaps", piles)
        lines += _line("  grace", cards[3 * heaps :])
    lines.append(f"stuck first with {int(row['stuck'])} pairs left")
    outcome = OUTCOMES[int(row["outcome"])]
    lines.append(f"{outcome}, {int(row['left'])} pairs left" if outcome != "won" else "won")
    return "\n".join(lines)


def _line(label: str, cards: Sequence[str]) -> list[str]:
    """Return a label and cards, wrapped under one another."""
    body = wrap(" ".join(cards), WIDTH - LABEL - 4)
    width = max(LABEL, len(label) + 1)
    return [f"{label if i == 0 else '':<{width}}{text}" for i, text in enumerate(body)]
