"""Study: several arms, a batch of games each, that are played side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import rbcore
from rbsim.attention import Slips, Watch, seat_attention
from rbsim.batch import CHUNK, Batch, Players, seat_players
from rbsim.result import provenance

LEAST = 500  # games of a shard
MOST_ROWS = 100_000  # of all arms in a chunk of shards
SHARDS = 100  # of each arm in a small study


@dataclass(frozen=True)
class Study:
    """Arms of as many games each; game k of one arm makes a pair with game k of every other.

    kind: what the study is for, as `advantage`. paired: the pairs are looked at, not only the
    arms. view: the seat from which outcomes are seen; the starter of each game if None.

    Raises ValueError, in one sentence, for arms that do not go together.
    """

    kind: str
    arms: tuple[Batch, ...]
    paired: bool = False
    view: int | None = None

    def __post_init__(self) -> None:
        if not self.arms:
            raise ValueError("a study needs an arm at least")
        if len({arm.count for arm in self.arms}) > 1:
            raise ValueError("all arms of a study have the same number of games")
        seats = min(arm.rules.seats for arm in self.arms)
        if self.view is not None and not 0 <= self.view < seats:
            raise ValueError(f"view={self.view} is not a seat; there are seats 0 to {seats - 1}")

    @property
    def count(self) -> int:
        """Games of each arm."""
        return self.arms[0].count

    @property
    def chunk(self) -> int:
        """Games of each arm that are played in one go where nothing is stored."""
        return max(1, self.arms[0].least, min(CHUNK, self.count // 8))

    @property
    def shard(self) -> int:
        """Games of a shard; a matter of the study alone, so that all runs of it have the same."""
        return max(LEAST, min(MOST_ROWS // len(self.arms), self.count // SHARDS))

    @property
    def provenance(self) -> dict[str, Any]:
        """All it takes to play the study again, and what played it."""
        return {
            "study": self.kind,
            "view": self.view,
            "arms": [provenance(arm) for arm in self.arms],
        }


class Options(TypedDict, total=False):
    """What an arm may have besides rules, players and games; as rbsim.simulate takes it."""

    seed: int
    first: int
    max_turns: int
    max_moves: int
    search_limit: int
    slip: Slips
    watch: Watch


def make_arm(
    variant: str | rbcore.Rules,
    players: Players,
    games: int,
    **options: Unpack[Options],
) -> Batch:
    """An arm of a study. Raises ValueError, in one sentence, as rbsim.simulate does."""
    rules = rbcore.variant(variant) if isinstance(variant, str) else variant
    return Batch(
        rules,
        seat_players(players, rules.seats),
        games,
        options.get("seed", 0),
        options.get("first", 0),
        options.get("max_turns", 1_000),
        options.get("max_moves", 100_000),
        options.get("search_limit", 100_000),
        seat_attention(options.get("slip", 0.0), options.get("watch", 1.0), rules.seats),
    )
