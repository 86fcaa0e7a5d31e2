"""Origin: seed, games, players and versions of a result, in the line below its tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.running.attention import attention_text
from rbsim.running.batch import Batch
from rbsim.stats.level import level_text


class Shown(Protocol):
    """The part of a result that its origin is of."""

    study: Study
    tally: Tally
    parts: tuple[Study, ...]
    level: float

    @property
    def seconds(self) -> float:
        """Wall time of playing."""

    @property
    def played(self) -> str:
        """How many games of which variants were played, and by whom."""


def origin_text(result: Shown) -> str:
    """Return where a result is from: seed, games, players, versions, level and speed."""
    arms = [arm for part in result.parts for arm in part.arms]
    stopped = [one.games for one in result.tally.stopped]
    first = arms[0]
    # Of merged results, the games of every part; of arms that stopped early, the longest.
    alike = [one for one in arms if (one.rules, one.players) == (first.rules, first.players)]
    played = dict.fromkeys(_played_text(one, arms, stopped) for one in alike)
    players = dict.fromkeys(player for one in arms for player in one.versioned_players)
    versions = ", ".join(dict.fromkeys(str(one.games_version) for one in arms))
    attention = attention_text(first.attention)
    words = [
        result.played,
        ", ".join(played),
        f"intervals {level_text(result.level)}",
        f"players {', '.join(players)}",
        *([attention] if attention else []),
        f"version {rbcore.__version__}, games version {versions}",
        *_long_turns(result),
        *_speed(result),
    ]
    return "; ".join(words)


def _played_text(batch: Batch, every: Sequence[Batch], stopped: Sequence[int]) -> str:
    begin = (batch.seed, batch.first)
    counts = set(stopped) or {one.count for one in every if (one.seed, one.first) == begin}
    last = batch.first + max(counts) - 1
    text = f"seed {batch.seed}, {batch.row_kind.noun} {batch.first} to {last}"
    return text if len(counts) == 1 else f"{text} at most"


def _long_turns(result: Shown) -> list[str]:
    """Return how many games the limit on a turn left unfinished; nothing if there are none."""
    arms = result.tally.arms
    ended = {i: getattr(sums, "long_turns", 0) for i, sums in arms.items()}
    limits = sorted({result.study.arms[i].max_turn_moves for i, games in ended.items() if games})
    most = " or ".join(f"{moves:,}" for moves in limits)
    games = count_text(sum(ended.values()), "games")
    return [f"{games} unfinished after {most} moves in a turn"] if limits else []


def _speed(result: Shown) -> list[str]:
    """Return games a second; nothing of games that were read and not played."""
    if not result.seconds > 0:
        return []
    noun = result.study.arms[0].row_kind.noun
    total = sum(sums.count for sums in result.tally.arms.values())
    return [f"{count_text(round(total / result.seconds), noun)} a second"]
