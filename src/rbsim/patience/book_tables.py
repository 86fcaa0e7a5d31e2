"""Games of the book as tables, JSON and text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

import rbcore
from rbcore.patience.book import GAMES, find_game
from rbcore.patience.playing import OUTCOMES
from rbsim.formatting.numbers import percent, speed_text
from rbsim.formatting.tables import Cells, Report, interval_head, quantile_cells

WIDTH = 78
LABEL = 12
WORDS = {"cards_left": "cards left", "passes": "passes", "hits": "hits in the first pass"}
NOUNS = {"place": "", "waste": "waste", "foundation": "foundation", "thrown": "out", "kept": "kept"}


def list_lines() -> list[str]:
    """Return a line for each game: number, name, what it is, readings."""
    lines = []
    for game in GAMES.values():
        readings = "; ".join(f"{key}={'|'.join(v)}" for key, v in game.readings.items())
        more = f" [{readings}]" if readings else ""
        lines.append(f"{game.number:<9} {game.name:<20} {game.line}{more}")
    return lines


def list_dicts() -> list[dict[str, Any]]:
    """Return the same as plain values for JSON."""
    return [
        {
            "kind": "game",
            "number": game.number,
            "name": game.name,
            "line": game.line,
            "readings": {key: list(values) for key, values in game.readings.items()},
        }
        for game in GAMES.values()
    ]


def report(result: Any) -> Report:
    """Return how often a game came out, and its cards left and passes."""
    low, high = result.wins.interval
    wins: Cells = [
        ("game", "games", "won", "rate", interval_head(result.level)),
        (
            result.game,
            f"{result.wins.games:,}",
            f"{result.wins.count:,}",
            percent(result.wins.rate),
            f"{percent(low)} to {percent(high)}",
        ),
    ]
    found = find_game(result.game)
    footnote = (
        f"{speed_text(result.totals.games, 'games', result.seconds)}seed {result.seed}, "
        f"games {result.first} to {result.first + result.totals.games - 1}; "
        f"player {result.player}; "
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )
    counted = quantile_cells(
        "a game",
        [(WORDS[name], result.mean(name), result.quantiles(name)) for name in result.counted],
        level=result.level,
    )
    return Report(f"No. {found.number} {found.name}: {found.line}", (wins, counted), footnote)


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
        label = noun if event in ("waste", "thrown", "kept") else f"{noun} {place + 1}".strip()
        lines += _line(f"  {label}", [card for _, card, _ in told])
    outcome = OUTCOMES[int(row["outcome"])]
    lines.append(f"{outcome}, {int(row['left'])} left" if outcome != "won" else "won")
    return "\n".join(lines)


def _line(label: str, cards: Sequence[str]) -> list[str]:
    """Return a label and cards, wrapped under one another."""
    body = wrap(" ".join(cards), WIDTH - LABEL - 4)
    width = max(LABEL, len(label) + 1)
    return [f"{label if i == 0 else '':<{width}}{text}" for i, text in enumerate(body)]
