"""Study: several arms, each a batch of games, played side by side; and the sums of its games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from rbsim.pipeline.stopping import AnyGoal, Goal, Stopped
from rbsim.running.batch import Batch
from rbsim.sums.contrast_goals import ContrastGoal
from rbsim.sums.contrasts import Contrast, ContrastSums
from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.histograms import Rows, RowSums
from rbsim.sums.joint_outcomes import Pairs, codes_by_arm
from rbsim.sums.share_goals import ShareGoal

CHUNK = 1_000  # games; some tens of milliseconds
CHUNKS_PER_THREAD = 4  # at least, in a small study
LEAST_SHARD = 500  # games
MOST_ROWS = 100_000  # in a shard of all arms together
SHARDS = 100  # of each arm, in a small study
FAST_SHARDS, FAST_SHARD = 20, 10_000  # the same where a second plays as many games at least
SHARDS_PER_LOOK = 8  # at most, of a paired study with a goal
FAR_CHUNK = 10_000  # games of each arm at most, in a chunk for an executor
FAR_ROUNDS = 16  # chunks at least for each thread of an executor


M = TypeVar("M", RowSums, ContrastSums)


@dataclass
class Tally:
    """Exact sums of the arms that played, by their numbers, and of their pairs.

    Attributes
    ----------
    arms : dict of int to Totals
        Sums of each arm; MatchTotals for matches.
    pairs : Pairs, optional
        Joint outcomes of every two arms, if the study is paired and deals are not shuffled anew.
    seconds : float
        Wall time of playing; 0, as it says nothing, where some of the games had been played before.
    contrasts : dict of int to ContrastSums
        What the study is played for, by the number of the contrast, if it is one of several arms.
    stopped : list of Stopped
        How playing for a goal ended, if there was one: for each arm or contrast its last look. It
        cannot be worked out again from the sums, as looks depend on earlier looks.
    moments : DealMoments, optional
        What the games of each deal add up to, if deals are shuffled anew.

    Examples
    --------
    >>> import rbsim
    >>> tally = rbsim.compare("standard", "strict", games=10, seed=1, threads=1).tally
    >>> tally.arms[1].games, tally.pairs.games
    (10, 10)
    """

    arms: dict[int, Any] = field(default_factory=dict)
    pairs: Pairs | None = None
    seconds: float = 0.0
    contrasts: dict[int, ContrastSums] = field(default_factory=dict)
    stopped: list[Stopped] = field(default_factory=list)
    moments: DealMoments | None = None

    def merge(self, other: Tally) -> None:
        """Add the sums over other games of the same study."""
        _merge(self.arms, other.arms)
        _merge(self.contrasts, other.contrasts)
        if self.pairs is None:
            self.pairs = other.pairs
        elif other.pairs is not None:
            self.pairs.merge(other.pairs)
        if self.moments is None:
            self.moments = other.moments
        elif other.moments is not None:
            self.moments.merge(other.moments)
        self.seconds += other.seconds
        self.stopped += other.stopped

    @property
    def joined(self) -> Pairs:
        """The pairs. Raises ValueError if the study is not paired."""
        if self.pairs is None:
            raise ValueError("this study did not look at pairs")
        return self.pairs


def _merge(own: dict[int, M], others: dict[int, M]) -> None:
    for number, sums in others.items():
        if number in own:
            own[number].merge(sums)
        else:
            own[number] = sums


@dataclass(frozen=True)
class Study:
    """Arms of equally many games; game k of one arm makes a pair with game k of every other.

    Attributes
    ----------
    kind : str
        A word for the study, as `advantage`, kept in provenance and stores.
    arms : tuple of Batch
        The batches to play.
    paired : bool
        Whether pairs of arms are summed up too.
    view : int, optional
        The seat from which outcomes are seen; the starter of each game unless given.
    goal : Goal, ContrastGoal or ShareGoal, optional
        What to play for until it is known: a quantity of each arm, contrasts of several arms, or of
        arms that shuffle deals anew the share of a source.
    plan : mapping, optional
        The plan that the study is of, for stores and reports: `file` and `text`, and the name of
        this `study` in it. It decides nothing.
    settings : mapping
        What a result needs to know besides the arms, as plain values: the anchor of a ladder, the
        axes of a sweep. It decides no game.
    stored_shard : int, optional
        Games of each arm in a shard of the store that the study goes on, which keeps its size as
        the study grows.
    shuffles, replicates : int
        Arms in a row that shuffle the hidden cards of the same deals anew, and how many of them
        play each shuffle. Of more than 1 shuffle, moments of deals are summed up, and no pairs.

    Raises
    ------
    ValueError
        In one sentence, for arms, view or goal that do not go together.

    Examples
    --------
    >>> from rbsim.running.batch import make_batch
    >>> from rbsim.studies import Study, run
    >>> arms = [make_batch(name, "greedy", 20, seed=1) for name in ("standard", "face-down")]
    >>> study = Study("my comparison", tuple(arms), paired=True)
    >>> run(study, threads=1).pairs.games
    20
    """

    kind: str
    arms: tuple[Batch, ...]
    paired: bool = False
    view: int | None = None
    goal: AnyGoal | None = None
    plan: Mapping[str, str] | None = field(default=None, compare=False)
    settings: Mapping[str, Any] = field(default_factory=dict, compare=False)
    stored_shard: int | None = field(default=None, compare=False)
    shuffles: int = 1
    replicates: int = 1

    def __post_init__(self) -> None:
        if not self.arms:
            raise ValueError("a study needs an arm at least")
        if len({arm.count for arm in self.arms}) > 1:
            raise ValueError("all arms of a study have the same number of games")
        if self.arm_goal is not None and self.paired:
            raise ValueError("this goal is for arms by themselves, not for pairs")
        for arm in self.arms:
            if self.arm_goal is not None and self.arm_goal.of not in arm.row_kind.quantities:
                raise ValueError(f"of={self.arm_goal.of} is no quantity of {arm.variant}")
        if self.contrasts and not self.paired:
            raise ValueError("this goal is for pairs, not for arms by themselves")
        for number in (arm for one in self.contrasts for arm in one.arms):
            if not 0 <= number < len(self.arms):
                raise ValueError(
                    f"this goal is of arm {number}; there are arms 0 to {len(self.arms) - 1}"
                )
        if self.goal is not None and isinstance(self.goal, ShareGoal) != (self.shuffles > 1):
            raise ValueError("a goal of a share is for deals shuffled anew, and no other is")
        if self.shuffles > 1:
            self._check_shuffles()
        seats = min(arm.rules.seats for arm in self.arms)
        if self.view is not None and not 0 <= self.view < seats:
            raise ValueError(f"view={self.view} is not a seat; there are seats 0 to {seats - 1}")

    def _check_shuffles(self) -> None:
        """Raise ValueError unless arms are replicates of shuffles, in rows, from a seat's view."""
        own = [(arm.shuffle, arm.replicate) for arm in self.arms[: self.shuffles * self.replicates]]
        every = [(arm.shuffle, arm.replicate) for arm in self.arms]
        shuffles = [shuffle for shuffle, _ in own[:: self.replicates]]
        wanted = [shuffle for shuffle in shuffles for _ in range(self.replicates)]
        apart = len({*shuffles}) == self.shuffles and len({*own}) == len(own)
        if not apart or [one for one, _ in own] != wanted or every != own * self.cells:
            raise ValueError(
                f"arms are not {self.shuffles} shuffles of {self.replicates} replicates each, one "
                "after another"
            )
        if not self.paired or self.view is None:
            raise ValueError("shuffles are paired, and seen from a seat")

    @property
    def cells(self) -> int:
        """How many rows of arms differ by more than by shuffle and replicate."""
        return len(self.arms) // (self.shuffles * self.replicates)

    @property
    def count(self) -> int:
        """Games of each arm; with a goal the most."""
        return self.arms[0].count

    def chunk(self, threads: int) -> int:
        """Return the games of each arm in a chunk for a thread, of a study without a store."""
        most = int(CHUNK / max(arm.row_kind.weight for arm in self.arms))
        shares = CHUNKS_PER_THREAD * threads if threads > 1 else 1
        return max(min(most, self.count // shares), *(arm.least_chunk for arm in self.arms))

    def far_chunk(self, threads: int) -> int:
        """Return the same for an executor: more games, as sending a chunk takes milliseconds."""
        most = min(self.shard, FAR_CHUNK, self.count // (FAR_ROUNDS * threads))
        return max(self.chunk(threads), most)

    @property
    def shard(self) -> int:
        """Games of each arm in a shard: as its store began, or as the study alone says."""
        if self.stored_shard is not None:
            return self.stored_shard
        if isinstance(self.goal, Goal):
            return self.goal.block
        if self.goal is not None:
            share = self.goal.block // SHARDS_PER_LOOK
            ladder = isinstance(self.goal, ContrastGoal) and self.goal.is_of_leads
            least = 0 if ladder else min(LEAST_SHARD, self.goal.block)
            return max(share, least)  # those of a ladder stay as small as they were in 0.1.0
        share = self.count // SHARDS
        if all(arm.is_fast for arm in self.arms):
            share = max(share, min(FAST_SHARD, self.count // FAST_SHARDS))
        return max(LEAST_SHARD, min(MOST_ROWS // len(self.arms), share))

    @property
    def block(self) -> int:
        """Games of each arm between looks; all of them without a goal."""
        return self.count if self.goal is None else self.goal.block

    @property
    def arm_goal(self) -> Goal | None:
        """The goal, if it is one of each arm."""
        return self.goal if isinstance(self.goal, Goal) else None

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """The contrasts of the goal; none if it is one of each arm."""
        return () if self.goal is None else self.goal.contrasts

    def tally(self, rows: Mapping[int, Rows]) -> Tally:
        """Return the sums of the same games of every arm; arms without rows did not play."""
        seats = [arm.rules.seats for arm in self.arms]
        tally = Tally({arm: self.arms[arm].sums(own) for arm, own in rows.items()})
        if self.shuffles > 1:
            codes = codes_by_arm(rows, seats, self.view)
            tally.moments = DealMoments.from_outcomes(
                codes, self.shuffles, self.replicates, max(seats)
            )
        elif self.paired:
            every = [rows.get(i, np.zeros(0, arm.row_kind.row)) for i, arm in enumerate(self.arms)]
            tally.pairs = Pairs.from_rows(every, seats, self.view)
        counted = {i: one for i, one in enumerate(self.contrasts) if rows.keys() >= set(one.arms)}
        if counted:
            codes = codes_by_arm(rows, seats, self.view)
            tally.contrasts = {i: ContrastSums.from_codes(c, codes) for i, c in counted.items()}
        return tally

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the study again, and the versions that played it."""
        return {
            "study": self.kind,
            "view": self.view,
            **(
                {"shuffles": self.shuffles, "replicates": self.replicates}
                if self.shuffles > 1
                else {}
            ),
            **({} if self.goal is None else self.goal.provenance),
            "arms": [arm.provenance for arm in self.arms],
            **({} if self.plan is None else {"plan": dict(self.plan)}),
            **({"settings": dict(self.settings)} if self.settings else {}),
        }
