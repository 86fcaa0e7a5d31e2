"""Study: parts of arms that share deals, played chunk by chunk until their targets are met."""

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

# Seconds of play in a chunk; and in one that is stored in files or played elsewhere.
CHUNK_S, STORED_S = 0.5, 4.0
SENT_A_S = 100_000  # bytes a second from a worker elsewhere, so that one run serves hundreds
GROWTH = 8  # factor by which a chunk may be larger than the one before
SHARES = 2  # least number of pieces for each worker up to the next look
TIMED_SHARES = 20  # the same, in a timed run
SHRINK = 8  # factor by which the last pieces may be smaller
MAX_ROWS = 200_000  # of a chunk, over all its arms
MAX_FAR_ROWS = 1_000_000  # of a chunk elsewhere that sends only sums
MAX_KEPT = 10**8  # rows in memory, 10 GB
GO_ON = "run the study again to play the rest; partial=True (--partial) reads what is there"
MIN_PER_WIDTH = 4  # games of a piece for each game that a batched player plays at a time
MIN_STORED = 64  # least games per file when they take under a second
# With many arms, a chunk covers some of them rather than fewer games of all. Elsewhere it has more
# games, since the sums of an arm have the same size however few its games.
SOME_GAMES, SOME_FAR_GAMES = 1_000, 200_000

# Processor time of a thread; wall-clock time where that is unknown (Pyodide).
thread_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)

Sums = Callable[[Sequence[Rows], Sequence[int]], Tally]
Sink = Callable[[int, Rows], None]  # called with an arm's number and its next rows


@dataclass(frozen=True)
class Study:
    """Parts; the arms of a part play the same deals and are summed together."""

    kind: str  # the name of the study, `advantage`
    # With `until` each part ends separately. An arm in several parts plays once.
    parts: tuple[tuple[Arm, ...], ...]
    options: StudyOptions = field(default_factory=StudyOptions)
    settings: Settings = field(default_factory=Settings)
    sums: Sums = tally_games  # of the Kind; returns the Tally of the rows of a part's arms
    until: Until | None = None  # the target
    plan: Mapping[str, str] = field(default_factory=dict)  # its file, text, study and portion
    shards: tuple[Shards, ...] = ()  # the shards played, if it is part of a larger study

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
        """The parts in groups: parts that share an arm are in one group."""
        groups: list[tuple[set[int], list[int]]] = []
        for part, numbers in enumerate(self.numbers):
            arms, parts = set(numbers), [part]
            for shared in [group for group in groups if group[0] & arms]:
                groups.remove(shared)
                arms, parts = arms | shared[0], shared[1] + parts
            groups.append((arms, parts))
        return [parts for _, parts in groups]

    def arms_of(self, parts: Sequence[int]) -> list[int]:
        """Return the numbers of the arms of some parts; arms whose rows are picked come last."""
        arms = {arm for part in parts for arm in self.numbers[part]}
        return sorted(arms, key=lambda arm: (arm in self.forced, arm))

    @cached_property
    def forced(self) -> dict[int, list[int]]:
        """For each arm, the arms in which each seat is forced to start, if all are present."""
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
        """The games of each arm."""
        return Span(self.arms[0].seed, tuple(arm.first for arm in self.arms), self.count)

    def over(self, span: Span) -> Self:
        """Return the study over other games."""
        arms = [
            replace(arm, seed=span.seed, first=first, count=span.games)
            for arm, first in zip(self.arms, span.firsts, strict=True)
        ]
        parts = tuple(tuple(arms[number] for number in numbers) for numbers in self.numbers)
        return replace(self, parts=parts)

    def shard(self, text: str) -> Self:
        """Return a shard of the study, `3/8`; ValueError, in one sentence, if it is impossible."""
        if self.until is not None:
            raise ValueError("a shard needs a number of games; leave out until (--until) or shard")
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
        """Return the labels of a part: variant, players, and any others."""
        first = self.parts[part][0]
        named: dict[str, Label] = {"variant": first.variant, "players": first.player_text}
        return named | dict(self.settings.labels[part] if self.settings.labels else {})

    def nothing(self, part: int) -> Tally:
        """Return the sums of a part without games."""
        rows = {arm: self.arms[arm].empty_rows(0) for arm in self.numbers[part]}
        return self.tally(part, rows)

    @property
    def record(self) -> dict[str, Any]:
        """Everything needed to play it again, as plain values."""
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
        """The study without executor and progress, which cannot be sent to another process."""
        return replace(self, options=replace(self.options, executor=None, progress=None))


@dataclass
class Played:
    """The sums of each part, how each ended, and the rows of each arm if they were kept."""

    tallies: list[Tally]
    watches: list[Watch]
    rows: dict[int, list[Rows]] = field(default_factory=dict)
    read: int = 0  # games that the store already had
    is_interrupted: bool = False
    planned: int = 0  # games or deals of all parts that an interrupted run was to play, if fixed
    time: str | float | None = None  # the time limit, if it ended the run
    seconds: float = 0.0
    machine: dict[str, str] = field(default_factory=dict)
    threads: str = ""  # how many, and why


class InterruptedPlay(KeyboardInterrupt):
    """Ctrl-C in a study, with the games played until then."""

    def __init__(self, played: Played) -> None:
        super().__init__()
        self.played = played


@dataclass(frozen=True)
class Piece:
    """Some games of the arms of some parts, and by arm the files that already have them."""

    games: range
    parts: Sequence[int]
    files: Mapping[int, Sequence[range]]


@dataclass(frozen=True)
class Chunk:
    """A played piece: sums by part, rows and files by arm, and the time it took."""

    piece: Piece
    sums: list[Tally]
    rows: dict[int, Rows]
    written: list[Written]  # which the coordinator adds to the store
    seconds: float

    @property
    def bytes(self) -> int:
        """About how many bytes it sends from elsewhere."""
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
    """Play a study as its options say, or continue it from its store.

    `look(part, sums, level)` returns the target figure of a part. With `reads` the study is only
    read from its store: "all" of its games, or the "part" of them that is there. The option
    `progress` is called with (games or deals done, total), over all parts.
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
            f"{study.arms[0].row_kind.noun}={study.count} is too many to keep a row of each; give "
            f"at most {MAX_KEPT // len(study.arms)}, or rows=False"
        )
    if reads:
        python, players = [], []  # players of a record do not play
    elif study.options.store is not None:
        check_versions(players)
    with (
        sent_by(executor, players),
        _opened(study, command, reads) as store,
        watching_sources(python),
    ):
        return _play_parts(study, look, width, store, sinks, reads)


@contextmanager
def _opened(study: Study, command: Sequence[str] | None, reads: str) -> Iterator[Store | None]:
    """Open the store of a study, if it has one; on Ctrl-C or a broken pool, say what is saved."""
    if study.options.store is None:
        try:
            yield None
        except BrokenExecutor as error:
            raise ValueError(
                f"{_broken_text(error)}; a store would have saved the games played"
            ) from None
        return
    need("pyarrow", "parquet")
    need("filelock", "parquet")
    from rbsim.study.store import open_store

    record = {**study.record, "command": command and list(command)}
    store = None
    try:
        folder = user_path(study.options.store)
        is_timed = study.options.time is not None
        with open_store(folder, record, study.arms, bool(reads), is_timed) as store:
            yield store
    except (KeyboardInterrupt, BrokenExecutor) as stop:
        if store is None or reads:
            raise
        is_open = study.until is not None or study.options.time is not None
        of = "" if is_open else f" of {study.count * len(study.arms):,}"
        sentence = (
            f"{store.games():,}{of} {study.arms[0].row_kind.noun} are saved in {store.folder}; the "
            f"same {'command' if is_command_line() else 'call'} continues from there"
        )
        if isinstance(stop, BrokenExecutor):
            raise ValueError(f"{_broken_text(stop)}; {sentence}") from None
        stop.args = (sentence,)
        raise


def _broken_text(error: BrokenExecutor) -> str:
    """Return a sentence that a pool of processes is broken, with the likely reasons."""
    return (
        f"the process pool broke ({type(error).__name__}): one of its processes was killed, ran "
        "out of memory, or could not start"
    )


def _play_parts(
    study: Study,
    look: Callable[[int, Tally, float], Figure],
    width: int | Callable[[], int],
    store: Store | None,
    sinks: Sequence[Sink],
    reads: str,
) -> Played:
    """Play a study and return its sums; InterruptedPlay has those of an interrupted one."""
    begin = time.perf_counter()
    margin = study.settings.margin / 100
    most = [study.count] * len(study.parts)
    if store is not None and reads:
        most = _games_to_read(study, store, reads)
    watches = [Watch(study.until, study.count, margin=margin) for _ in study.parts]
    result = Played([Tally() for _ in study.parts], watches)
    try:
        _play_into(result, study, look, most, Pace(study, width, store), sinks)
    except KeyboardInterrupt:
        result.is_interrupted = True
        if study.options.time is None:
            result.planned = study.count * len(study.parts)
        raise InterruptedPlay(result) from None
    if store is not None and reads == "all":
        _check_reached(study, store, result)
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
    """Play the parts of a study, each up to its maximum in `most`, and add up the games.

    When time is up, the games played so far become the maximum.
    """
    options, watches, store = study.options, result.watches, pace.store
    with_rows = options.rows or bool(sinks)
    work = partial(play_piece, study=study.portable, with_rows=with_rows, store=store)
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
                if store is not None:
                    store.take(chunk.written)
                with interrupts_held():  # sums must be of whole chunks
                    _add(result, chunk, options.rows, sinks)
                result.read += len(chunk.piece.games) * len(chunk.piece.files)
                played += len(chunk.piece.games) * len(chunk.piece.parts)
                tell(played, pace.expected(played, total))
        done = pace.reached
        if done < end:  # time was up
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
    if played < total:  # targets were met early
        tell(played, played)


def _games_to_read(study: Study, store: Store, reads: str) -> list[int]:
    """Return how many games of each part to read; ValueError if the store lacks some."""
    covered = [min(store.covered(arm) for arm in numbers) for numbers in study.numbers]
    if reads == "part" and not any(covered):
        raise ValueError(f"{store.folder} has no games yet; play some, or name another store")
    least = min(covered)
    if reads == "all" and study.until is None and least < study.count:
        raise ValueError(f"{store.folder} has {least:,} of {study.count:,} games; {GO_ON}")
    return [min(games, study.count) for games in covered]


def _check_reached(study: Study, store: Store, result: Played) -> None:
    """Raise ValueError if the games of a store end before their target is met."""
    for watch, tally in zip(result.watches, result.tallies, strict=True):
        if not watch.reached and tally.n < study.count:
            raise ValueError(
                f"{store.folder} has {tally.n:,} games, which do not meet the target yet; {GO_ON}"
            )


def _add(result: Played, chunk: Chunk, with_rows: bool, sinks: Sequence[Sink]) -> None:
    """Add the sums of a chunk to a result, and pass its rows on."""
    for part, sums in zip(chunk.piece.parts, chunk.sums, strict=True):
        result.tallies[part] += sums
    for arm, rows in chunk.rows.items():
        if with_rows:
            result.rows.setdefault(arm, []).append(rows)
        for sink in sinks:
            sink(arm, rows)


class Pace:
    """Chooses how many games a chunk has: a few seconds' worth, so that stopping costs no more."""

    def __init__(self, study: Study, width: int | Callable[[], int], store: Store | None) -> None:
        self.study: Study = study
        self.width: int | Callable[[], int] = width
        self.store: Store | None = store
        executor = study.options.executor
        self.is_far: bool = executor is not None and not isinstance(executor, ThreadPoolExecutor)
        self.seconds: float = STORED_S if self.is_far or store is not None else CHUNK_S
        is_sent = self.is_far and store is None
        self.most: int = MAX_FAR_ROWS if is_sent else MAX_ROWS
        self.some: int = SOME_FAR_GAMES if is_sent else SOME_GAMES
        is_fast = all(arm.is_fast for arm in study.arms)
        self.room: int = MIN_STORED * max(map(len, study.parts)) if store and is_fast else 1
        self.begin: float = time.monotonic()
        self.lasting: float = math.inf
        if study.options.time is not None:
            self.lasting = read_seconds(study.options.time)
            self.seconds = min(self.seconds, self.lasting / TIMED_SHARES)
        self.reached: int = 0  # games of each part, once there are no more pieces
        widths = [player.width or 0 for arm in study.arms for player in arm.python_players]
        self.least: int = max([1, *(MIN_PER_WIDTH * width for width in widths)])  # games

    def learn(self, chunk: Chunk) -> int:
        """Set the size of the next pieces from the time one took, if it was large enough.

        Return its number of bytes.
        """
        size = len(chunk.piece.games) * len(self.study.arms_of(chunk.piece.parts))
        if chunk.piece.files or (2 * size < self.room and chunk.seconds < self.seconds):
            return chunk.bytes
        seconds = self.seconds
        if self.is_far:  # larger pieces send little more
            seconds = max(seconds, chunk.bytes / SENT_A_S)
        wanted = int(size * seconds / max(chunk.seconds, 1e-6))
        self.room = max(1, min(wanted, GROWTH * size, self.most))
        return chunk.bytes

    @property
    def left(self) -> float:
        """The seconds left in a timed run; infinite in others."""
        return self.begin + self.lasting - time.monotonic()

    def expected(self, played: int, total: int) -> int:
        """Return the expected total number of games, given the number played."""
        if self.lasting == math.inf:
            return total
        share = self.lasting / max(self.lasting - self.left, 1e-6)
        return max(played, min(total, int(played * share)))

    def _rows(self, left: int) -> int:
        """Return how many rows the next piece has, given how many are left in all arms.

        Pieces shrink towards the end, so that workers do not wait long for the last one.
        """
        width = self.width() if callable(self.width) else self.width
        shares = SHARES * width if width > 1 else 1
        return min(self.room, max(-(-left // shares), self.room // SHRINK))

    def pieces(self, start: int, end: int, parts: Sequence[int]) -> Iterator[Piece]:
        """Yield the games of some parts in pieces; with many arms, some parts at a time.

        There are none after time is up, except that there is always a first piece.
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
            if self.store is not None:
                stop = self.store.piece_end(arms, start, stop, end)
            games, waiting = range(start, stop), list(groups)
            while waiting:
                several = max(1, self._rows(left) // (len(games) * widest))
                members = [part for group in waiting[:several] for part in group]
                del waiting[:several]
                files_of = {
                    arm: self.store.files(arm, games) if self.store else []
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
    store: Store | None = None,
    stop: Stop | None = None,
) -> Chunk:
    """Play a piece, or read it from the store."""
    # Processor time is measured, since wall-clock time would shrink pieces on a busy machine. But a
    # player in Python may wait for an answer from elsewhere, which only wall-clock time shows.
    waits = any(study.arms[number].python_players for number in study.arms_of(piece.parts))
    clock = time.perf_counter if waits else thread_time
    begin = clock()
    rows: dict[int, Rows] = {}
    written = []
    for number in study.arms_of(piece.parts):
        arm, games = study.arms[number], piece.games
        if store is not None and (store.reads or number in piece.files):
            rows[number] = store.read(number, games, piece.files.get(number, ()))
            continue
        played, done = arm.empty_rows(len(games)), len(games)
        others = [rows[other] for other in study.forced.get(number, ()) if other in rows]
        if others and len(others) == arm.rules.seats:
            played = pick_rows(arm, games.start, others)
        else:
            done = arm.play(games.start, played, stop)
        is_whole = done == len(played) and not (stop is not None and stop[0])
        # If this worker was late and another's file of these games was taken, it writes none.
        if store is not None and is_whole and not store.path(number, games).exists():
            written.append(store.write(number, games, played))
        rows[number] = played
    sums = [study.tally(part, rows) for part in piece.parts]
    return Chunk(piece, sums, rows if with_rows else {}, written, clock() - begin)


def pick_rows(arm: Arm, start: int, played: Sequence[Rows]) -> Rows:
    """Return rows picked from games with forced starts, since the deal decides who starts."""
    opening = arm.empty_rows(len(played[0]))
    players, limits = ("uniform",) * arm.rules.seats, Limits(max_turns=1, max_moves=1)
    deal = replace(arm, players=players, attention=None, limits=limits)
    deal.play(start, opening)
    picked: Rows = np.stack(played)[opening["starter"], np.arange(len(opening))]
    return picked
