"""Games and matches: the result of a batch of them as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rbcore.cards.ranges import count_text
from rbsim.formatting.numbers import ends_text, percent, speed_text
from rbsim.formatting.tables import (
    Report,
    by_seat_cells,
    origin,
    part_arms,
    quantile_cells,
    rate_cells,
)
from rbsim.pipeline.stopping import Stopped
from rbsim.pipeline.study import Study
from rbsim.running.batch import Batch
from rbsim.stats.intervals import Rate

UNTIL_HEAD = ("played until known", "mean", "anytime 95% interval", "half of it")


class ShownResult(Protocol):
    """The part of rbsim.Result and rbsim.MatchResult that is shown."""

    batch: Batch
    stopped: Stopped | None
    level: float
    parts: tuple[Study, ...]
    seconds: float

    @property
    def variant(self) -> str:
        """The variant as text."""

    @property
    def players(self) -> str:
        """The players as text."""

    def summary(self) -> Any:
        """Return the estimates."""


def report(result: ShownResult) -> Report:
    """Return the tables of a batch of games."""
    summary, level = result.summary(), result.level
    lengths = (
        ("turns", summary.turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.move_quantiles),
    )
    tables = [rate_cells("games", summary.rates, level)]
    if result.stopped is not None:
        tables.append([UNTIL_HEAD, until_row(result.stopped)])
    decided = (summary.decided_turns, summary.decided_moves)
    tables.append(quantile_cells("per game", lengths, decided, level))
    tables.append(by_seat_cells("score", summary.scores, level))
    if result.batch.attention is not None:
        tables.append(by_seat_cells("offences", summary.offences, level))
        tables.append(by_seat_cells("calls", summary.calls, level))
    return Report(
        f"{result.variant}, {result.players}: {count_text(summary.games, 'games')}",
        tuple(tables),
        f"{speed_text(summary.games, 'games', summary.seconds)}"
        f"{_extremes_note(summary.rates)}{cut_off_note([result])}"
        f"{stopping_note(result.stopped) + '; ' if result.stopped else ''}"
        f"{summary.give_ups:,} stalemate searches gave up; {origin(*part_arms(result.parts))}",
    )


def match_report(result: ShownResult) -> Report:
    """Return the tables of a batch of matches."""
    summary, rules = result.summary(), result.batch.rules
    lengths = (
        ("games", summary.games),
        ("winner's score", summary.winner_scores),
        ("others' score" if rules.seats > 2 else "loser's score", summary.other_scores),
    )
    unfinished = summary.unfinished_games
    return Report(
        f"{result.variant}, {result.players}: "
        f"{count_text(summary.matches, 'matches')} to {rules.target:,}",
        (
            rate_cells("matches", summary.rates, result.level),
            *(
                quantile_cells(
                    "per match won",
                    [(name, one.mean, one.quantiles) for name, one in columns],
                    level=result.level,
                )
                for columns in (lengths[:1], lengths[1:])
            ),
        ),
        f"{speed_text(summary.matches, 'matches', summary.seconds)}"
        f"{count_text(unfinished.games, 'games')}, "
        f"{unfinished.count:,} of them unfinished, {percent(unfinished.rate)} "
        f"({' to '.join(map(percent, unfinished.interval))}); "
        f"{summary.give_ups:,} stalemate searches gave up; {origin(*part_arms(result.parts))}",
    )


def until_row(stopped: Stopped) -> tuple[str, ...]:
    """Return the row of a stopping rule, under UNTIL_HEAD."""
    low, high = map(percent, stopped.interval)
    half = f"{100 * stopped.half:.4f}%"
    return stopped.goal.of, ends_text(stopped.extremes, percent), f"{low} to {high}", half


def stopping_note(stopped: Stopped) -> str:
    """Return how playing for a goal ended, in words."""
    half = f"± {100 * stopped.goal.half:g}%"
    if stopped.reached:
        return f"stopped at {half}, looking every {stopped.goal.block:,} games"
    return f"the cap of {count_text(stopped.most, 'games')} came before {half}"


def _extremes_note(rates: Mapping[str, Rate]) -> str:
    """Return a note on rates from low to high, if there are any."""
    if not any(rate.undecided for rate in rates.values()):
        return ""
    return "rates and intervals with unfinished games all against to all for; "


def cut_off_note(results: Sequence[ShownResult]) -> str:
    """Return a note on what the means of turns and moves are of."""
    limits = dict.fromkeys(result.batch.limits.max_turns for result in results)
    cut_off = " and ".join(f"{most:,}" for most in limits)
    return f"turns and moves of all games, cut off at {cut_off} turns; decided: of games won; "
