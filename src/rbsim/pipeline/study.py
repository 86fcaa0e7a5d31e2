"""Study: several arms, a batch of games each, that are played side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rbsim.pipeline.stopping import Goal, LeadGoal
from rbsim.running.batch import Batch
from rbsim.running.provenance import batch_provenance

CHUNK = 1_000  # games; some tens of milliseconds
CHUNKS_PER_THREAD = 4  # of a small study at least
LEAST_SHARD = 500  # games
MOST_ROWS = 100_000  # of all arms in a shard
SHARDS = 100  # of each arm in a small study
SHARDS_PER_LOOK = 8  # at pairs
FAR_CHUNK = 10_000  # games of each arm in a chunk of an executor at most
FAR_ROUNDS = 16  # such chunks for each of its threads at least


@dataclass(frozen=True)
class Study:
    """Arms of as many games each; game k of one arm makes a pair with game k of every other.

    Attributes
    ----------
    kind : str
        What the study is for, as `advantage`.
    arms : tuple of Batch
        What is played.
    paired : bool
        Whether the pairs are summed up, not only the arms.
    view : int, optional
        The seat from which outcomes are seen; the starter of each game unless given.
    goal : Goal or LeadGoal, optional
        What is played for until it is known: of each arm by itself, or of every two paired ones.

    Raises
    ------
    ValueError
        In one sentence, for arms that do not go together.
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

    def chunk(self, threads: int) -> int:
        """Return the games of each arm that a thread plays in one go, where nothing is stored."""
        most = CHUNK // max(arm.row_kind.weight for arm in self.arms)
        shares = CHUNKS_PER_THREAD * threads if threads > 1 else 1
        return max(min(most, self.count // shares), *(arm.least_chunk for arm in self.arms))

    def far_chunk(self, threads: int) -> int:
        """Return the same for an executor, where to send a chunk costs milliseconds: more games."""
        most = min(self.shard, FAR_CHUNK, self.count // (FAR_ROUNDS * threads))
        return max(self.chunk(threads), most)

    @property
    def shard(self) -> int:
        """Games of a shard; follows from the study alone, so that all runs of it have the same."""
        if self.goal is not None:
            return self.goal.block // (SHARDS_PER_LOOK if self.paired else 1)
        return max(LEAST_SHARD, min(MOST_ROWS // len(self.arms), self.count // SHARDS))

    @property
    def block(self) -> int:
        """Games of each arm between looks; all of them without a goal."""
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
            "arms": [batch_provenance(arm) for arm in self.arms],
        }
