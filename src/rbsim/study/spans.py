"""Spans: the games of a seed that runs have, how spans join, and the shards of a study."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Self

from rbcore.cards.ranges import count_text, shown

MAX_SHARDS = 10**6
SHARD = re.compile(r"([1-9]\d{0,6})/([1-9]\d{0,6})", re.ASCII)
MAX_NAMED = 8  # missing shards that are named one by one

_start = attrgetter("start")


class Span(NamedTuple):
    """A number of games of every arm of a study, each from a first number in the seed on."""

    seed: int
    firsts: tuple[int, ...]  # by arm; arms that deal differently have other games
    games: int

    @property
    def record(self) -> dict[str, Any]:
        """The span as plain values, with a single first game if all arms share it."""
        is_shared = len(set(self.firsts)) == 1
        first = self.firsts[0] if is_shared else list(self.firsts)
        return {"seed": self.seed, "first": first, "games": self.games}

    @classmethod
    def from_record(cls, record: dict[str, Any], arms: int) -> Self:
        """Return the span of a `record`; errors of many kinds for anything else."""
        first = record["first"]
        firsts = (first,) * arms if isinstance(first, int) else tuple(first)
        values = (record["seed"], *firsts, record["games"])
        if len(firsts) != arms or any(type(value) is not int or value < 0 for value in values):
            raise ValueError("its runs do not match its arms")
        return cls(record["seed"], firsts, record["games"])


class Spans:
    """The spans of runs that are added up; adjacent spans are joined.

    The cost of adding does not grow with their number: games are in sorted, disjoint ranges.
    """

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._taken: dict[int, list[range]] = {}  # by seed, the games of any arm
        # By seed and by the offsets of the arms from the first one, the games of that one.
        self._joined: dict[tuple[int, tuple[int, ...]], list[range]] = {}
        for span in spans:
            self.add(span)

    def __iter__(self) -> Iterator[Span]:
        """Yield the spans in order."""
        yield from sorted(
            Span(seed, tuple(games.start + offset for offset in offsets), len(games))
            for (seed, offsets), joined in self._joined.items()
            for games in joined
        )

    def add(self, span: Span) -> None:
        """Add a span; ValueError, in one sentence, if some of its games are already there."""
        taken = self._taken.setdefault(span.seed, [])
        each = [range(first, first + span.games) for first in sorted(set(span.firsts))]
        for games in each:
            for other in taken[max(0, bisect_left(taken, games.start, key=_start) - 1) :]:
                if other.start >= games.stop:
                    break
                if other.stop > games.start:
                    first, last = max(games.start, other.start), min(games.stop, other.stop) - 1
                    raise ValueError(
                        f"both have games {first} to {last} of seed {span.seed}; add runs of "
                        "other games (first=, --first) or of another seed"
                    )
        for games in each:
            _insert(taken, games)
        offsets = tuple(first - span.firsts[0] for first in span.firsts)
        joined = self._joined.setdefault((span.seed, offsets), [])
        _insert(joined, range(span.firsts[0], span.firsts[0] + span.games))


def _insert(ranges: list[range], new: range) -> None:
    """Insert a range among others that do not overlap it, and join it to adjacent ones."""
    at = bisect_left(ranges, new.start, key=_start)
    if at < len(ranges) and ranges[at].start == new.stop:
        new = range(new.start, ranges.pop(at).stop)
    if at > 0 and ranges[at - 1].stop == new.start:
        new = range(ranges.pop(at - 1).start, new.stop)
    insort(ranges, new, key=_start)


# ---- shards ----


class Shards(NamedTuple):
    """The shards of a study's games, and which of them are there.

    Shard k of n has the games from fraction (k - 1) / n to k / n. Together, shards have each game
    once.
    """

    seed: int
    first: int  # the first game of the whole
    games: int  # of the whole
    of: int
    there: tuple[int, ...]  # their numbers, from 1 on

    @property
    def missing_text(self) -> str:
        """The missing shards, in words."""
        missing = [number for number in range(1, self.of + 1) if number not in set(self.there)]
        if len(missing) == 1:
            return f"shard {missing[0]} of {self.of:,} is missing"
        is_named = len(missing) <= MAX_NAMED
        last = str(missing[-1]) if is_named else f"{len(missing) - MAX_NAMED:,} more"
        named = ", ".join(map(str, missing[:-1] if is_named else missing[:MAX_NAMED]))
        return f"shards {named} and {last} of {self.of:,} are missing"

    def games_of(self, number: int) -> range:
        """Return the games of a shard, counted from the first of the whole."""
        return range(self.games * (number - 1) // self.of, self.games * number // self.of)


def read_shard(text: object, games: int) -> tuple[int, int]:
    """Return k and n of `3/8`. Raises ValueError, in one sentence, for an invalid shard."""
    match = SHARD.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError(f"shard={shown(text)} is not a shard; write 3/8 for the third of eight")
    number, of = map(int, match.groups())
    if number > of or of > MAX_SHARDS:
        raise ValueError(
            f"shard={shown(text)} is out of range; shards run from 1/N to N/N, and N is at most "
            f"{MAX_SHARDS:,}"
        )
    if of > games:
        raise ValueError(f"shard={shown(text)} of {count_text(games, 'games')} would be empty")
    return number, of


def joined_shards(every: Iterable[Shards]) -> tuple[Shards, ...]:
    """Return shards, combined if they have the same whole, without complete sets."""
    there: dict[tuple[int, int, int, int], set[int]] = {}
    for shards in every:
        there.setdefault(shards[:4], set()).update(shards.there)
    return tuple(
        Shards(*whole, tuple(sorted(numbers)))
        for whole, numbers in sorted(there.items())
        if len(numbers) < whole[3]
    )


def shards_from_records(records: Sequence[dict[str, Any]]) -> tuple[Shards, ...]:
    """Return the shards of a study's record; errors of many kinds for anything else."""
    every = [
        Shards(**{**record, "there": tuple(sorted(set(record["there"])))}) for record in records
    ]
    for shards in every:
        numbers = (*shards[:4], *shards.there)
        if any(type(value) is not int or value < 0 for value in numbers) or not (
            shards.there and 1 <= shards.there[0] <= shards.there[-1] <= shards.of <= MAX_SHARDS
        ):
            raise ValueError("its shards are not valid")
    return tuple(every)
