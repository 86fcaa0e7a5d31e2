"""Study: parts of arms that play the same deals, played chunk by chunk until enough is known."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from rbcore.rules.limits import Limits
from rbsim.arms.arm import Arm, machine, starts_of
from rbsim.arms.cores import thread_count, thread_text
from rbsim.arms.players import check_versions, sent_by, watching_sources
from rbsim.arms.pools import IN_FLIGHT, in_order, interrupts_held, width_of
from rbsim.arms.rows import Rows, Stop
from rbsim.estimates.figures import Figure, Label
from rbsim.estimates.tally import Tally, tally_games
from rbsim.estimates.until import Until, Watch
from rbsim.files import user_path
from rbsim.options import Progress, StudyOptions, is_command_line, read_seconds
from rbsim.packages import need
from rbsim.study.settings import Settings
from rbsim.study.spans import Shards, Span, read_shard

if TYPE_CHECKING:  # it needs pyarrow, which studies without a store do not
    from rbsim.study.store import Store, Written

# Seconds of play in a chunk, and in one that is stored as files or sent from elsewhere.
CHUNK_S, STORED_S = 0.5, 4.0
SENT_A_S = 100_000  # bytes that a worker elsewhere sends in a second, so that one feeds hundreds
GROWTH = 8  # times as many games as in the chunk before, at most
SHARES = 2  # pieces of each worker, at least, of the games up to the next look
TIMED_SHARES = 20  # pieces of each worker, at least, where play is for a time
SHRINK = 8  # times, at most, that the last pieces are smaller than others
MAX_ROWS = 200_000  # of a chunk, in all its arms
MAX_FAR_ROWS = 1_000_000  # of one elsewhere, of which sums alone are sent
MAX_KEPT = 10**8  # rows in memory, 10 GB
GO_ON = "what began it plays the others, partial=True (--partial) reads what is there"
MIN_PER_WIDTH = 4  # games of a piece, for each game that a batched player plays at once
MIN_STORED = 64  # games in a file, of players of whom so many take no second
# Of many arms rather a chunk for some of them than fewer games of all; more from elsewhere, as
# the sums of an arm are as large however few its games are.
SOME_GAMES, SOME_FAR_GAMES = 1_000, 200_000

# The time that a thread has had of the processor; where nothing tells it (Pyodide), the clock's.
thread_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)

Sums = Callable[[Sequence[Rows], Sequence[int]], Tally]
Sink = Callable[[int, Rows], None]  # called with an arm's number and its next rows


@dataclass(frozen=True)
class Study:
    """Parts, each of arms that play the same deals and are summed up together."""

    kind: str  # the name of the study, `advantage`
    # With `until` each part ends by itself. An arm that is in several parts plays once.
    parts: tuple[tuple[Arm, ...], ...]
    options: StudyOptions = field(default_factory=StudyOptions)
    settings: Settings = field(default_factory=Settings)
    sums: Sums = tally_games  # the Kind's: the Tally of the rows of a part's arms and their seats
    until: Until | None = None  # what is played for
    plan: Mapping[str, str] = field(default_factory=dict)  # its file's name, text, study and part
    shards: tuple[Shards, ...] = ()  # those that are there, of the whole that it is a part of
    grows: bool = False  # whether a store that has its first players alone may get the others

    @cached_property
    def arms(self) -> list[Arm]:
        """All arms, each once."""
        return list(dict.fromkeys(arm for part in self.parts for arm in part))

    @cached_property
    def numbers(self) -> list[list[int]]:
        """The arms of each part, by their numbers."""
        number = {arm: i for i, arm in enumerate(self.arms)}
        return [[number[arm] for arm in part] for part in self.parts]

    @cached_property
    def groups(self) -> list[list[int]]:
        """Parts that share no arm with others, each alone, and those that do, together."""
        groups: list[tuple[set[int], list[int]]] = []
        for part, numbers in enumerate(self.numbers):
            arms, parts = set(numbers), [part]
            for group in [group for group in groups if group[0] & arms]:
                groups.remove(group)
                arms, parts = arms | group[0], group[1] + parts
            groups.append((arms, parts))
        return [parts for _, parts in groups]

    def arms_of(self, parts: Sequence[int]) -> list[int]:
        """Return the numbers of the arms of some parts; arms picked from others come last."""
        arms = {arm for part in parts for arm in self.numbers[part]}
        return sorted(arms, key=lambda arm: (arm in self.forced, arm))

    @cached_property
    def forced(self) -> dict[int, list[int]]:
        """The arms that play an arm's games with each seat forced to start, if all are there."""
        number, forced = {arm: i for i, arm in enumerate(self.arms)}, {}
        for arm, arm_number in number.items():
            starts = starts_of(arm)
            if starts and arm not in starts and all(start in number for start in starts):
                forced[arm_number] = [number[start] for start in starts]
        return forced

    @property
    def count(self) -> int:
        """Games of each arm; the maximum, with `until`."""
        return self.arms[0].count

    @property
    def span(self) -> Span:
        """The games that it has of each arm."""
        return Span(self.arms[0].seed, tuple(arm.first for arm in self.arms), self.count)

    def over(self, span: Span) -> Self:
        """Return the study of other games."""
        arms = [
            replace(arm, seed=span.seed, first=first, count=span.games)
            for arm, first in zip(self.arms, span.firsts, strict=True)
        ]
        parts = tuple(tuple(arms[number] for number in numbers) for numbers in self.numbers)
        return replace(self, parts=parts)

    def shard(self, text: str) -> Self:
        """Return a shard of the study, `3/8`; ValueError, in one sentence, if there is no such."""
        if self.until is not None:
            raise ValueError("a shard has games by number; take until (--until) away, or shard")
        number, of = read_shard(text, self.count)
        seed, firsts, games = self.span
        shards = Shards(seed, firsts[0], games, of, (number,))
        part = shards.games_of(number)
        span = Span(seed, tuple(first + part.start for first in firsts), len(part))
        return replace(self.over(span), shards=(shards,))

    def tally(self, part: int, rows: Mapping[int, Rows]) -> Tally:
        """Return the sums of a part, given the rows of its arms by their numbers."""
        seats = [arm.rules.seats for arm in self.parts[part]]
        return self.sums([rows[arm] for arm in self.numbers[part]], seats)

    def labels(self, part: int) -> dict[str, Label]:
        """Return the labels of a part: its variant and players, and what else tells it apart."""
        first = self.parts[part][0]
        named: dict[str, Label] = {"variant": first.variant, "players": first.player_text}
        return named | dict(self.settings.labels[part] if self.settings.labels else {})

    def nothing(self, part: int) -> Tally:
        """Return the sums of a part of which no game is played."""
        rows = {arm: self.arms[arm].empty_rows(0) for arm in self.numbers[part]}
        return self.tally(part, rows)

    @property
    def record(self) -> dict[str, Any]:
        """All that is needed to play it again, as plain values."""
        until = {} if self.until is None else {"until": self.until.text, "of": self.until.of}
        plan = {"plan": dict(self.plan)} if self.plan else {}
        shards = {"shards": [part._asdict() for part in self.shards]} if self.shards else {}
        return {
            "study": self.kind,
            "arms": [arm.provenance for arm in self.arms],
            **plan,
            **shards,
            "parts": self.numbers,
            "settings": self.settings.record,
            **until,
        }

    @property
    def portable(self) -> Self:
        """The study without its executor and progress, which no other process can have."""
        return replace(self, options=replace(self.options, executor=None, progress=None))


@dataclass
class Played:
    """The sums of each part, how each ended, and the rows of each arm if they were kept."""

    tallies: list[Tally]
    watches: list[Watch]
    rows: dict[int, list[Rows]] = field(default_factory=dict)
    read: int = 0  # games that a store had already
    planned: int = 0  # games, or deals, of all parts, of a run that was interrupted
    time: str | float | None = None  # after which it ended, with fewer games than it might have
    seconds: float = 0.0
    machine: dict[str, str] = field(default_factory=dict)
    threads: str = ""  # how many, and why so many


class InterruptedPlay(KeyboardInterrupt):
    """Ctrl-C in a study, with what was played until then."""

    def __init__(self, played: Played) -> None:
        super().__init__()
        self.played = played


@dataclass(frozen=True)
class Piece:
    """Some games of the arms of some parts, and by arm the files that have them already."""

    games: range
    parts: Sequence[int]
    files: Mapping[int, Sequence[range]]


@dataclass(frozen=True)
class Chunk:
    """A piece that was played: sums by part, rows and files by arm, and how much work it was."""

    piece: Piece
    sums: list[Tally]
    rows: dict[int, Rows]
    written: list[Written]  # which the coordinator takes into the store
    seconds: float

    @property
    def bytes(self) -> int:
        """About how much it sends from elsewhere."""
        counts = [seen.counts.nbytes for sums in self.sums for seen in sums.seen.values()]
        products = [sums.products.nbytes for sums in self.sums if sums.products is not None]
        return sum([*counts, *products, *(rows.nbytes for rows in self.rows.values())])


def play(
    study: Study,
    look: Callable[[int, Tally, float], Figure],
    *,
    sinks: Sequence[Sink] = (),
    command: Sequence[str] | None = None,
    reads: str = "",
) -> Played:
    """Play a study by its options, or go on with it from its store.

    `look(part, sums, level)` is the figure that a part is played for. With `reads` the study is
    only read from its store: "all" of its games, or the "part" of them that is there. `progress`,
    among the options, is called with the number of games or deals that are done, of all parts, and
    with the number that there will be.
    """
    threads, executor = study.options.threads, study.options.executor
    python = [player for arm in study.arms for player in arm.python_players]
    players = [player for arm in study.arms for player in arm.own_players]
    width: int | Callable[[], int] = thread_count(threads)
    if executor is None and python:
        width = 1
    if executor is not None and threads is None:
        width = width_of(executor)
    is_timed = study.options.time is not None
    if study.options.rows and study.count * len(study.arms) > MAX_KEPT and not is_timed:
        raise ValueError(
            f"{study.arms[0].row_kind.noun}={study.count} are too many to keep a row of each; at "
            f"most {MAX_KEPT // len(study.arms)} here, or rows=False"
        )
    if reads:
        python, players = [], []  # those of whom a record tells
    elif study.options.store is not None:
        check_versions(players)
    with (
        sent_by(executor, players),
        _opened(study, command, reads) as kept,
        watching_sources(python),
    ):
        return _play(study, look, width, kept, sinks, reads)


@contextmanager
def _opened(study: Study, command: Sequence[str] | None, reads: str) -> Iterator[Store | None]:
    """Open the store of a study, if it has one; Ctrl-C and a broken pool tell what is kept."""
    if study.options.store is None:
        try:
            yield None
        except BrokenExecutor as error:
            raise ValueError(
                f"{_broken_text(error)}; with a store what was played is kept"
            ) from None
        return
    need("pyarrow", "parquet")
    need("filelock", "parquet")
    from rbsim.study.store import open_store

    record = {**study.record, "command": command and list(command)}
    kept = None
    try:
        folder = user_path(study.options.store)
        is_timed = study.options.time is not None
        with open_store(folder, record, study.arms, bool(reads), study.grows, is_timed) as kept:
            yield kept
    except (KeyboardInterrupt, BrokenExecutor) as stop:
        if kept is None or reads:
            raise
        is_open = study.until is not None or study.options.time is not None
        of = "" if is_open else f" of {study.count * len(study.arms):,}"
        sentence = (
            f"{kept.games():,}{of} {study.arms[0].row_kind.noun} are kept in {kept.folder}; the "
            f"same {'command' if is_command_line() else 'call'} goes on from there"
        )
        if isinstance(stop, BrokenExecutor):
            raise ValueError(f"{_broken_text(stop)}; {sentence}") from None
        stop.args = (sentence,)
        raise


def _broken_text(error: BrokenExecutor) -> str:
    """Return that a pool of processes is broken, and why as far as is known."""
    return (
        f"the pool broke ({type(error).__name__}), as one of its processes ended: it was killed, "
        "was out of memory, or could not begin"
    )


def _play(
    study: Study,
    look: Callable[[int, Tally, float], Figure],
    width: int | Callable[[], int],
    kept: Store | None,
    sinks: Sequence[Sink],
    reads: str,
) -> Played:
    """Play a study and return what it came to; InterruptedPlay has what there is by then."""
    begin = time.perf_counter()
    margin = study.settings.margin / 100
    most = [study.count] * len(study.parts)
    if kept is not None and reads:
        most = _games_to_read(study, kept, reads)
    watches = [Watch(study.until, study.count, margin=margin) for _ in study.parts]
    result = Played([Tally() for _ in study.parts], watches)
    try:
        _play_into(result, study, look, most, Pace(study, width, kept), sinks)
    except KeyboardInterrupt:
        played = sum(tally.n for tally in result.tallies)
        result.planned = study.count * len(study.parts)
        if study.options.time is not None:
            result.planned = played
        raise InterruptedPlay(result) from None
    if kept is not None and reads == "all":
        _check_reached(study, kept, result)
    if reads:
        result.read = 0
    elif not result.read:
        result.seconds = time.perf_counter() - begin
        if study.options.executor is None:
            result.machine = machine()
            assert isinstance(width, int)
            is_given = study.options.threads is not None or width < thread_count(None)
            result.threads = thread_text(width, is_given)
    return result


def _play_into(
    result: Played,
    study: Study,
    look: Callable[[int, Tally, float], Figure],
    most: list[int],
    pace: Pace,
    sinks: Sequence[Sink],
) -> None:
    """Play the parts of a study, each up to its most games, and add up what is played.

    Once time is up, what was played of each by then is its most.
    """
    options, watches, kept = study.options, result.watches, pace.kept
    with_rows = options.rows or bool(sinks)
    work = partial(play_piece, study=study.portable, with_rows=with_rows, kept=kept)
    tell: Progress = options.progress if callable(options.progress) else lambda done, total: None
    going, done, played, total = [p for p, games in enumerate(most) if games], 0, 0, 0
    while going:
        looks = [watches[part].next_look for part in going if study.until is not None]
        end = min([*looks, *(most[part] for part in going)])
        ends = [min(most[part], watches[part].planned or most[part]) for part in going]  # so far
        total = played + sum(max(end, planned) for planned in ends) - done * len(going)
        pieces = pace.pieces(done, end, going)
        chunks_in_order = in_order(work, pieces, pace.width, options.executor, pace.learn)
        with closing(chunks_in_order) as chunks:
            for chunk in chunks:
                if kept is not None:
                    kept.take(chunk.written)
                with interrupts_held():  # so that the sums are of whole chunks
                    _add(result, chunk, options.rows, sinks)
                result.read += len(chunk.piece.games) * len(chunk.piece.files)
                played += len(chunk.piece.games) * len(chunk.piece.parts)
                tell(played, pace.expected(played, total))
        done = pace.reached
        if done < end:  # as time was up
            result.time = options.time
            most[:] = [min(games, done) for games in most]
            for watch in watches:
                watch.most = min(watch.most, done)
        going = [
            part
            for part in going
            if watches[part].goes_on(result.tallies[part], partial(look, part))
            and done < most[part]
        ]
    if played < total:  # as what was played for is known
        tell(played, played)


def _games_to_read(study: Study, kept: Store, reads: str) -> list[int]:
    """Return how many games of each part are read; ValueError for a store that lacks some."""
    covered = [min(kept.covered(arm) for arm in numbers) for numbers in study.numbers]
    if reads == "part" and not any(covered):
        raise ValueError(f"{kept.folder} has no games yet; play them, or name another store")
    least = min(covered)
    if reads == "all" and study.until is None and least < study.count:
        raise ValueError(f"{kept.folder} has {least:,} of {study.count:,} games; {GO_ON}")
    return [min(games, study.count) for games in covered]


def _check_reached(study: Study, kept: Store, result: Played) -> None:
    """Raise ValueError for a store whose games end before what they were played for is known."""
    for watch, tally in zip(result.watches, result.tallies, strict=True):
        if not watch.reached and tally.n < study.count:
            raise ValueError(
                f"{kept.folder} has {tally.n:,} games, of which what was played for is not known "
                f"yet; {GO_ON}"
            )


def _add(result: Played, chunk: Chunk, with_rows: bool, sinks: Sequence[Sink]) -> None:
    """Add the sums of a chunk to a result, and hand its rows on."""
    for part, sums in zip(chunk.piece.parts, chunk.sums, strict=True):
        result.tallies[part] += sums
    for arm, rows in chunk.rows.items():
        if with_rows:
            result.rows.setdefault(arm, []).append(rows)
        for sink in sinks:
            sink(arm, rows)


class Pace:
    """How many games are played at once: some seconds' worth, so that stopping costs no more."""

    def __init__(self, study: Study, width: int | Callable[[], int], kept: Store | None) -> None:
        self.study: Study = study
        self.width: int | Callable[[], int] = width
        self.kept: Store | None = kept
        executor = study.options.executor
        self.is_far: bool = executor is not None and not isinstance(executor, ThreadPoolExecutor)
        self.seconds: float = STORED_S if self.is_far or kept is not None else CHUNK_S
        is_sent = self.is_far and kept is None
        self.most: int = MAX_FAR_ROWS if is_sent else MAX_ROWS
        self.some: int = SOME_FAR_GAMES if is_sent else SOME_GAMES
        is_fast = all(arm.is_fast for arm in study.arms)
        self.room: int = MIN_STORED * max(map(len, study.parts)) if kept and is_fast else 1
        self.begin: float = time.monotonic()
        self.lasting: float = math.inf
        if study.options.time is not None:
            self.lasting = read_seconds(study.options.time)
            self.seconds = min(self.seconds, self.lasting / TIMED_SHARES)
        self.reached: int = 0  # games of each part, once pieces have no more
        widths = [player.width or 0 for arm in study.arms for player in arm.python_players]
        self.least: int = max([1, *(MIN_PER_WIDTH * width for width in widths)])  # games

    def learn(self, chunk: Chunk) -> int:
        """Take the next pieces by how long one took, if it was large enough to tell.

        Return how many bytes it has.
        """
        size = len(chunk.piece.games) * len(self.study.arms_of(chunk.piece.parts))
        if chunk.piece.files or (2 * size < self.room and chunk.seconds < self.seconds):
            return chunk.bytes
        seconds = self.seconds
        if self.is_far:  # larger ones send little more
            seconds = max(seconds, chunk.bytes / SENT_A_S)
        wanted = int(size * seconds / max(chunk.seconds, 1e-6))
        self.room = max(1, min(wanted, GROWTH * size, self.most))
        return chunk.bytes

    @property
    def left(self) -> float:
        """How many seconds may still be played; infinite unless for a time."""
        return self.begin + self.lasting - time.monotonic()

    def expected(self, played: int, total: int) -> int:
        """Return how many games there will be, of which so many are played."""
        if self.lasting == math.inf:
            return total
        share = self.lasting / max(self.lasting - self.left, 1e-6)
        return max(played, min(total, int(played * share)))

    def _rows(self, left: int) -> int:
        """Return how many rows the next piece has, of so many that are left in all arms.

        They are ever fewer at last, so that nobody waits for long for the last piece.
        """
        width = self.width() if callable(self.width) else self.width
        shares = SHARES * width if width > 1 else 1
        return min(self.room, max(-(-left // shares), self.room // SHRINK))

    def pieces(self, start: int, end: int, parts: Sequence[int]) -> Iterator[Piece]:
        """Yield the games of some parts in pieces, of many arms for some parts at a time.

        Once time is up, there are no more; but the first piece there is in any case.
        """
        groups = [[part for part in group if part in parts] for group in self.study.groups]
        groups = [group for group in groups if group]
        arms = self.study.arms_of(parts)
        widest = max(len(self.study.arms_of(group)) for group in groups)
        while start < end and (start == 0 or self.left > 0):
            left = (end - start) * len(arms)
            rows = self._rows(left)
            size = max(rows // len(arms), min(rows // widest, self.some), self.least)
            if self.left < (in_flight := IN_FLIGHT * self.seconds):
                size = max(1, int(size * self.left / in_flight))
            stop = min(end, start + size)
            if self.kept is not None:
                stop = self.kept.piece_end(arms, start, stop, end)
            games, waiting = range(start, stop), list(groups)
            while waiting:
                several = max(1, self._rows(left) // (len(games) * widest))
                members = [part for group in waiting[:several] for part in group]
                del waiting[:several]
                files_of = {
                    arm: self.kept.files(arm, games) if self.kept else []
                    for arm in self.study.arms_of(members)
                }
                yield Piece(
                    games, members, {arm: files for arm, files in files_of.items() if files}
                )
            start = self.reached = stop


def play_piece(
    piece: Piece,
    study: Study,
    with_rows: bool = False,
    kept: Store | None = None,
    stop: Stop | None = None,
) -> Chunk:
    """Play a piece, or read what the store has of it."""
    # Processor time is measured, as on a busy machine pieces would shrink by the clock. A player in
    # Python may wait for an answer from elsewhere, which the clock alone sees.
    waits = any(study.arms[number].python_players for number in study.arms_of(piece.parts))
    clock = time.perf_counter if waits else thread_time
    begin = clock()
    rows: dict[int, Rows] = {}
    written = []
    for number in study.arms_of(piece.parts):
        arm, games = study.arms[number], piece.games
        if kept is not None and (kept.reads or number in piece.files):
            rows[number] = kept.read(number, games, piece.files.get(number, ()))
            continue
        played, done = arm.empty_rows(len(games)), len(games)
        others = [rows[other] for other in study.forced.get(number, ()) if other in rows]
        if others and len(others) == arm.rules.seats:
            played = pick_rows(arm, games.start, others)
        else:
            done = arm.play(games.start, played, stop)
        is_whole = done == len(played) and not (stop is not None and stop[0])
        # Where this was late, and another worker's file of these games was taken, none is left.
        if kept is not None and is_whole and not kept.path(number, games).exists():
            written.append(kept.write(number, games, played))
        rows[number] = played
    sums = [study.tally(part, rows) for part in piece.parts]
    return Chunk(piece, sums, rows if with_rows else {}, written, clock() - begin)


def pick_rows(arm: Arm, start: int, played: Sequence[Rows]) -> Rows:
    """Return rows picked from games with forced starts: who starts depends on the deal alone."""
    opening = arm.empty_rows(len(played[0]))
    players, limits = ("uniform",) * arm.rules.seats, Limits(max_turns=1, max_moves=1)
    deal = replace(arm, players=players, attention=None, limits=limits)
    deal.play(start, opening)
    picked: Rows = np.stack(played)[opening["starter"], np.arange(len(opening))]
    return picked
