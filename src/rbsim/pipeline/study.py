"""Study: several arms, a batch of games each, that are played side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import rbcore
from rbsim.pipeline.ladder_goal import LeadGoal
from rbsim.pipeline.stopping import Goal
from rbsim.results.simulated import provenance
from rbsim.running.attention import Slips, Watch, seat_attention
from rbsim.running.batch import CHUNK, Batch, Players, rules_of, seat_players

LEAST = 500  # games of a shard
MOST_ROWS = 100_000  # of all arms in a chunk of shards
SHARDS = 100  # of each arm in a small study
PARTS = 8  # shards between looks at pairs, for as many threads
FAR = 10_000  # games of each arm in a chunk of an executor at most
ROUNDS = 16  # such chunks for each of its threads at least


@dataclass(frozen=True)
class Study:
    """Arms of as many games each; game k of one arm makes a pair with game k of every other.

    kind: what the study is for, as `advantage`. paired: the pairs are looked at, not only the
    arms. view: the seat from which outcomes are seen; the starter of each game if None. goal: what
    is played for, until it is known: of each arm by itself (rbsim.pipeline.stopping.Goal), or of
    every two paired ones (rbsim.pipeline.ladder_goal.LeadGoal).

    Raises ValueError, in one sentence, for arms that do not go together.
    """

    kind: str
    arms: tuple[Batch, ...]
    paired: bool = False
    view: int | None = None
    goal: Goal | LeadGoal | None = None

    def __post_init__(self) -> None:
        if not self.arms:
            raise ValueError("a study needs an arm at least")
        if len({arm.count for arm in self.arms}) > 1:
            raise ValueError("all arms of a study have the same number of games")
        if isinstance(self.goal, Goal) and self.paired:
            raise ValueError("this goal is for arms by themselves, not for pairs")
        if isinstance(self.goal, LeadGoal) and not self.paired:
            raise ValueError("this goal is for pairs, not for arms by themselves")
        seats = min(arm.rules.seats for arm in self.arms)
        if self.view is not None and not 0 <= self.view < seats:
            raise ValueError(f"view={self.view} is not a seat; there are seats 0 to {seats - 1}")

    @property
    def count(self) -> int:
        """Games of each arm; with a goal the most."""
        return self.arms[0].count

    @property
    def chunk(self) -> int:
        """Games of each arm that are played in one go where nothing is stored."""
        if self.goal is not None:
            return self.shard
        return max(min(CHUNK, self.count // 8), *(arm.least for arm in self.arms))

    def far_chunk(self, threads: int) -> int:
        """The same on an executor, where to send a chunk costs milliseconds: more of them."""
        return max(self.chunk, min(self.shard, FAR, self.count // (ROUNDS * threads)))

    @property
    def shard(self) -> int:
        """Games of a shard; a matter of the study alone, so that all runs of it have the same.

        With a goal there is a look after each of an arm by itself, and after PARTS of pairs, which
        are not played ahead of a look.
        """
        if self.goal is not None:
            return self.goal.block // (PARTS if self.paired else 1)
        return max(LEAST, min(MOST_ROWS // len(self.arms), self.count // SHARDS))

    @property
    def block(self) -> int:
        """Games between looks; all of them without a goal."""
        return self.count if self.goal is None else self.goal.block

    @property
    def arm_goal(self) -> Goal | None:
        """What each arm by itself is played for."""
        return self.goal if isinstance(self.goal, Goal) else None

    @property
    def provenance(self) -> dict[str, Any]:
        """All it takes to play the study again, and what played it."""
        return {
            "study": self.kind,
            "view": self.view,
            **({} if self.goal is None else self.goal.provenance),
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
    rules = rules_of(variant)
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
