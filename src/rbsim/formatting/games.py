"""Games: the result of a batch of games as tables and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rbsim.formatting.numbers import all_finite, ends_text, finite, percent
from rbsim.formatting.tables import Report, by_seat_cells, origin, quantile_cells, rate_cells
from rbsim.pipeline.stopping import Stopped
from rbsim.running.batch import Batch
from rbsim.stats.intervals import QUANTILES, Mean, Quantiles, Rate

UNTIL_HEAD = ("played until known", "mean", "anytime 95% interval", "half of it")


class ShownResult(Protocol):
    """The part of rbsim.Result and rbsim.MatchResult that is shown."""

    batch: Batch
    stopped: Stopped | None

    @property
    def variant(self) -> str:
        """The variant as text."""

    @property
    def players(self) -> str:
        """The players as text."""

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the batch again."""

    def summary(self) -> Any:
        """Return the estimates."""


def report(result: ShownResult) -> Report:
    """Return the tables of a batch of games."""
    summary = result.summary()
    lengths = (
        ("turns", summary.turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.move_quantiles),
    )
    tables = [rate_cells("games", summary.rates)]
    if result.stopped is not None:
        tables.append([UNTIL_HEAD, until_row(result.stopped)])
    decided = (summary.decided_turns, summary.decided_moves)
    tables += [quantile_cells("per game", lengths, decided), by_seat_cells("score", summary.scores)]
    if result.batch.attention is not None:
        tables.append(by_seat_cells("offences", summary.offences))
        tables.append(by_seat_cells("calls", summary.calls))
    return Report(
        f"{result.variant}, {result.players}: {summary.games:,} games",
        tuple(tables),
        f"{summary.games_per_second:,.0f} games a second; "
        f"{_extremes_note(summary.rates)}{cut_off_note([result])}"
        f"{stopping_note(result.stopped) + '; ' if result.stopped else ''}"
        f"{summary.give_ups:,} stalemate searches gave up; {origin(result.batch)}",
    )


def until_row(stopped: Stopped) -> tuple[str, ...]:
    """Return the row of a stopping rule, under UNTIL_HEAD."""
    low, high = map(percent, stopped.interval)
    half = f"{100 * stopped.half:.4f}%"
    return stopped.goal.of, ends_text(stopped.ends, percent), f"{low} to {high}", half


def stopping_note(stopped: Stopped) -> str:
    """Return how playing for a goal ended, in words."""
    half = f"± {100 * stopped.goal.half:g}%"
    if stopped.reached:
        return f"stopped at {half}, looking every {stopped.goal.block:,} games"
    return f"the cap of {stopped.most:,} games came before {half}"


def _extremes_note(rates: Mapping[str, Rate]) -> str:
    """Return a note on rates from low to high, if there are any."""
    if not any(rate.open for rate in rates.values()):
        return ""
    return "rates and intervals with unfinished games all against to all for; "


def cut_off_note(results: Sequence[ShownResult]) -> str:
    """Return a note on what the means of turns and moves are of."""
    limits = dict.fromkeys(result.batch.limits.max_turns for result in results)
    cut_off = " and ".join(f"{most:,}" for most in limits)
    return f"turns and moves of all games, cut off at {cut_off} turns; decided: of games won; "


def result_dict(result: ShownResult) -> dict[str, Any]:
    """Return a result with its provenance as plain values for JSON.

    The entry `until` is there only if the batch was played for a goal.
    """
    until = {} if result.stopped is None else {"until": _stopped_dict(result.stopped)}
    return {
        "variant": result.variant,
        "seed": result.batch.seed,
        "players": result.players,
        **result.summary().to_dict(),
        "provenance": result.provenance,
        **until,
    }


def _stopped_dict(stopped: Stopped) -> dict[str, Any]:
    return {
        "of": stopped.goal.of,
        "half_width": stopped.goal.half,
        "reached": stopped.reached,
        "most_games": stopped.most,
        "look_every": stopped.goal.block,
        "mean": stopped.mean,
        **({"ends": stopped.ends} if stopped.ends[0] != stopped.ends[1] else {}),
        "anytime_interval": stopped.interval,
    }


def summary_dict(summary: Any) -> dict[str, Any]:
    """Return a summary of games: the counts by name, then rates, means and intervals.

    None stands for NaN, which JSON lacks.
    """
    counts = {
        "starter_wins": summary.starter_wins.count,
        "other_wins": summary.other_wins.count,
        "stalemates": summary.stalemates.count,
        "standoffs": summary.standoffs.count,
        "unfinished": summary.unfinished.count,
    }
    return {
        "games": summary.games,
        **counts,
        "rates": rates_dict(summary.rates),
        **mean_dict("turns", summary.turns),
        **quantiles_dict("turn", summary.turn_quantiles),
        **mean_dict("moves", summary.moves),
        **mean_dict("decided_turns", summary.decided_turns),
        **mean_dict("decided_moves", summary.decided_moves),
        **quantiles_dict("move", summary.move_quantiles),
        **_seat_means_dict("scores", summary.scores),
        **_seat_means_dict("offences", summary.offences),
        **_seat_means_dict("calls", summary.calls),
        "give_ups": summary.give_ups,
        "seconds": summary.seconds,
        "games_per_second": finite(summary.games_per_second),
    }


def rates_dict(rates: Mapping[str, Rate]) -> dict[str, Any]:
    """Return rates by name; with open games, `ends` has them all against and all for."""
    return {
        name.replace(" ", "_"): {
            "rate": rate.rate,
            **({"ends": rate.ends} if rate.open else {}),
            "interval": rate.interval,
        }
        for name, rate in rates.items()
    }


def mean_dict(name: str, mean: Mean) -> dict[str, Any]:
    """Return the entries of a mean and its interval; of too few, how many an interval takes."""
    few = mean.seen is not None and mean.too_few
    return {
        f"mean_{name}": finite(mean.mean),
        f"mean_{name}_interval": all_finite(mean.interval),
        **({f"mean_{name}_interval_from": mean.seen.shown_from} if few and mean.seen else {}),
    }


def quantiles_dict(name: str, quantiles: Quantiles) -> dict[str, Any]:
    """Return the entries of quantiles and their intervals, by share."""
    shares = [str(share) for share in QUANTILES]
    return {
        f"{name}_quantiles": dict(zip(shares, quantiles.values, strict=True)),
        f"{name}_quantile_intervals": dict(zip(shares, quantiles.intervals, strict=True)),
    }


def _seat_means_dict(name: str, means: tuple[Mean, ...]) -> dict[str, Any]:
    return {
        f"mean_{name}": all_finite(mean.mean for mean in means),
        f"mean_{name}_intervals": [all_finite(mean.interval) for mean in means],
    }
