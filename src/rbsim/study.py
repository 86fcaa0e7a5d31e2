"""Study: parts of arms that play the same deals, played chunk by chunk until enough is known."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import rbcore
from rbcore.cards.ranges import shown
from rbcore.rules.attention import Attention
from rbcore.rules.limits import Limits
from rbsim.figures import Figure
from rbsim.optional import need
from rbsim.running.batch import ANEW, Batch, make_patience_batch, thread_count
from rbsim.running.chunks import Stop, in_order
from rbsim.running.forms import Form
from rbsim.running.player import check_sendable, player_from_record
from rbsim.running.python_players import TURN_MOVES
from rbsim.running.row_kinds import GAMES, MATCHES
from rbsim.tally import Rows, Tally, tally_games
from rbsim.until import Until, Watch

if TYPE_CHECKING:
    from rbsim.store import Store

FAST_CHUNK = 1_000  # games of each arm in the first chunk, of fast players
MOST_ROWS = 200_000  # of a chunk, in all its arms
CHUNK_S = 0.5  # seconds that a chunk may take to be followed by larger ones
STORED_S = 2.0  # the same where a chunk is a file of each arm

Progress = Callable[[int, int], None]
Sums = Callable[[Sequence[Rows], Sequence[int]], Tally]
Sink = Callable[[int, Rows], None]  # called with an arm's number and its next rows


@dataclass(frozen=True)
class Study:
    """Parts, each of arms that play the same deals and are summed up together.

    Attributes
    ----------
    kind : str
        The name of the study, `advantage`.
    parts : tuple of tuples of Batch
        A part is over by itself where something is played for. Arms of several parts play once.
    sums : callable
        Makes a Tally of the rows of a part's arms and of their seats.
    settings : mapping
        What the figures need to know besides, as plain values.
    until : Until, optional
        What is played for.
    plan : mapping
        The plan that it is of: its file's name, text and part.
    """

    kind: str
    parts: tuple[tuple[Batch, ...], ...]
    sums: Sums = tally_games
    settings: Mapping[str, Any] = field(default_factory=dict)
    until: Until | None = None
    plan: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def arms(self) -> list[Batch]:
        """All arms, each once."""
        return list(dict.fromkeys(arm for part in self.parts for arm in part))

    @cached_property
    def numbers(self) -> list[list[int]]:
        """The arms of each part, by their numbers."""
        number = {arm: i for i, arm in enumerate(self.arms)}
        return [[number[arm] for arm in part] for part in self.parts]

    @cached_property
    def forced(self) -> dict[int, list[int]]:
        """By arm, the arms that play its games with each seat forced to start, if all do."""
        number, found = {arm: i for i, arm in enumerate(self.arms)}, {}
        for arm, own in number.items():
            starts = [replace(arm, rules=rules) for rules in arm.row_kind.starts(arm.rules)]
            if starts and arm not in starts and all(one in number for one in starts):
                found[own] = [number[one] for one in starts]
        return found

    @property
    def count(self) -> int:
        """Games of each arm; the most where something is played for."""
        return self.arms[0].count

    def tally(self, part: int, rows: Mapping[int, Rows]) -> Tally:
        """Return the sums of a part, given the rows of its arms by their numbers."""
        seats = [arm.rules.seats for arm in self.parts[part]]
        return self.sums([rows[arm] for arm in self.numbers[part]], seats)

    @property
    def record(self) -> dict[str, Any]:
        """All that is needed to play it again, as plain values."""
        until = {} if self.until is None else {"until": self.until.text, "of": self.until.of}
        plan = {"plan": dict(self.plan)} if self.plan else {}
        return {"study": self.kind, "arms": [arm.provenance for arm in self.arms], **plan,
                "parts": self.numbers, "settings": dict(self.settings), **until}  # fmt: skip


def arm_from_record(record: Mapping[str, Any]) -> Batch:
    """Return the arm whose provenance this is; errors of many kinds for anything else."""
    if "form" in record:
        form = Form(record["variant"], record["form"].get("source", ""))
        player = record["players"][0].partition("/")[0]
        return make_patience_batch(form, player, record["games"], record["seed"], record["first"])
    kind = MATCHES if MATCHES.noun in record else GAMES
    attention = None
    if record["slips"] is not None:
        attention = tuple(map(Attention, record["slips"], record["watch"], record["call"]))
    rules = rbcore.Rules(**record["rules"])
    return Batch(
        rules,
        tuple(map(player_from_record, record["players"])),
        record[kind.noun],
        record["seed"],
        record["first"],
        Limits(**{one.name: record[one.name] for one in fields(Limits)}),
        attention,
        kind,
        record.get("max_turn_moves", TURN_MOVES),
        *(record.get(name, 0) for name in ANEW),
        name="" if record["variant"] == rbcore.variant_text(rules) else record["variant"],
    )


def arm_identity(arm: Batch) -> dict[str, Any]:
    """Return what decides which games an arm plays, wherever it begins and however many they are.

    Versions of the program make no other games. Players in Python may draw by NumPy, whose streams
    can change with its minor versions.
    """
    record = json.loads(json.dumps(arm.provenance))
    for name in ("first", arm.row_kind.noun, "version"):
        del record[name]
    for name in ("python", "numpy"):
        said = record.pop(name)
        if arm.python_players:
            record[name] = ".".join(said.split(".")[:2])
    return dict(record)


@dataclass
class Played:
    """The sums of each part, how each ended, and the rows of each arm if they were kept.

    `seconds` is the time that playing took, 0 where some games were read.
    """

    tallies: list[Tally]
    watches: list[Watch]
    rows: dict[int, list[Rows]] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True)
class Chunk:
    """The same few games of some arms: sums by part, rows by arm, and how long they took."""

    piece: range
    sums: list[Tally]
    rows: dict[int, Rows]
    seconds: float
    was_read: bool


def play(
    study: Study,
    look: Callable[[int, Tally, float], Figure],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    rows: bool = False,
    sinks: Sequence[Sink] = (),
    command: Sequence[str] | None = None,
    reads: str = "",
) -> Played:
    """Play a study, or go on with it from its store.

    `look(part, sums, level)` is the figure that a part is played for. A study is only read if it
    `reads` "all" of a store, or the "part" of it that is there.
    """
    threads = thread_count(threads)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor={shown(executor)} is no concurrent.futures.Executor")
    python = [player for arm in study.arms for player in arm.python_players]
    if executor is None and python:
        threads = 1
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        check_sendable(python)
    with ExitStack() as stack:
        kept = None
        if store is not None:
            need("pyarrow", "parquet")
            need("filelock", "parquet")
            from rbsim.store import open_store

            kept = stack.enter_context(open_store(Path(store), study, command, reads=bool(reads)))
        try:
            return _play(study, look, threads, executor, kept, progress, rows, sinks, reads)
        except KeyboardInterrupt:
            if kept is None or reads:
                raise
            raise KeyboardInterrupt(kept.left_sentence(study)) from None


def _play(
    study: Study, look: Callable[[int, Tally, float], Figure], threads: int,
    executor: Executor | None, kept: Store | None, progress: Progress | None, with_rows: bool,
    sinks: Sequence[Sink], reads: str,
) -> Played:  # fmt: skip
    begin = time.perf_counter()
    most = [study.count] * len(study.parts)
    if kept is not None and reads:
        most = kept.readable(study, partial=reads == "part")
    made = Played(
        [Tally() for _ in study.parts], [Watch(study.until, study.count) for _ in study.parts]
    )
    pace = Pace(study, threads, kept)
    going, done, read = [p for p, games in enumerate(most) if games], 0, False
    while going:
        looks = [made.watches[p].next for p in going if study.until is not None]
        end = min([*looks, *(most[p] for p in going)])
        parts = tuple(going)
        work = partial(play_chunk, study=study, parts=parts, with_rows=with_rows or bool(sinks),
                       kept=kept)  # fmt: skip
        with closing(in_order(work, pace.pieces(done, end, parts), threads, executor)) as chunks:
            for chunk in chunks:
                for part, own in zip(parts, chunk.sums, strict=True):
                    made.tallies[part] += own
                for arm, rows in chunk.rows.items():
                    if with_rows:
                        made.rows.setdefault(arm, []).append(rows)
                    for sink in sinks:
                        sink(arm, rows)
                pace.learn(chunk)
                read = read or chunk.was_read
                if progress is not None:
                    progress(chunk.piece.stop, max(most))
        done = end
        going = [
            part
            for part in going
            if made.watches[part].goes_on(made.tallies[part], partial(look, part))
            and done < most[part]
        ]
    made.seconds = 0.0 if read else time.perf_counter() - begin
    return made


class Pace:
    """How many games a chunk has: some seconds' worth, so that stopping costs no more."""

    def __init__(self, study: Study, threads: int, kept: Store | None) -> None:
        arms = study.arms
        self.study, self.kept = study, kept
        self.seconds = CHUNK_S if kept is None else STORED_S
        self.most = max(1, MOST_ROWS // len(arms), *(arm.least_chunk for arm in arms))
        least = max(arm.least_chunk for arm in arms)
        share = -(-study.count // threads)  # so that every thread has some
        first = FAST_CHUNK if all(arm.is_fast for arm in arms) else 1
        self.size = max(least, min(first, share, self.most))
        self.share = max(least, share)

    def learn(self, chunk: Chunk) -> None:
        """Take the next chunks by how long one took."""
        if chunk.was_read or not chunk.seconds or len(chunk.piece) < self.size // 2:
            return
        wanted = int(len(chunk.piece) * self.seconds / chunk.seconds)
        self.size = max(1, min(wanted, 2 * self.size, self.most, self.share))

    def pieces(self, start: int, end: int, parts: Sequence[int]) -> Iterator[range]:
        """Yield the games from one number to another in pieces; stored ones as they were stored."""
        arms = sorted({arm for part in parts for arm in self.study.numbers[part]})
        while start < end:
            stop = min(end, start + self.size)
            if self.kept is not None:
                stop = self.kept.piece_end(arms, start, stop, min(end, start + self.most))
            yield range(start, stop)
            start = stop


def play_chunk(
    piece: range,
    study: Study,
    parts: Sequence[int],
    with_rows: bool = False,
    kept: Store | None = None,
    stop: Stop | None = None,
) -> Chunk:
    """Play a piece of the arms of some parts, or read it from the store."""
    begin = time.perf_counter()
    stop = np.zeros(1, np.uint8) if stop is None else stop
    rows: dict[int, Rows] = {}
    read = False
    wanted = {number for part in parts for number in study.numbers[part]}
    for number in sorted(wanted, key=study.forced.__contains__):
        arm = study.arms[number]
        own = None if kept is None else kept.read(number, piece)
        if own is not None:
            read = True
        else:
            own, done = np.zeros(len(piece), arm.row_kind.row), len(piece)
            others = [rows[other] for other in study.forced.get(number, ()) if other in rows]
            if others and len(others) == arm.rules.seats:
                own = pick_rows(arm, piece.start, others)
            else:
                done = arm.play(piece.start, own, stop)
            if kept is not None and done == len(own) and not stop[0]:
                kept.write(number, piece, own)
        rows[number] = own
    sums = [study.tally(part, rows) for part in parts]
    return Chunk(piece, sums, rows if with_rows else {}, time.perf_counter() - begin, read)


def pick_rows(batch: Batch, start: int, played: Sequence[Rows]) -> Rows:
    """Return rows picked from games with forced starts: who starts depends on the deal alone."""
    opening = np.zeros(len(played[0]), batch.row_kind.row)
    players, limits = ("uniform",) * batch.rules.seats, Limits(max_turns=1, max_moves=1)
    deal = replace(batch, players=players, attention=None, limits=limits)
    deal.play(start, opening, np.zeros(1, np.uint8))
    picked: Rows = np.stack(played)[opening["starter"], np.arange(len(opening))]
    return picked
