"""Store: a study on disk, with a Parquet file for each arm and piece, that runs can continue.

    DIR/study.parquet                           what was played, by which versions, and its digest
    DIR/arm-1/games-000000004000-001000.parquet     1,000 rows of arm 1 from the 4,000th game on

Each file states which games it has, and has a digest of their rows. Parquet's own checksums are
compared too, before a page is decoded. Any tool that reads Parquet can read the folder as one
table: all files have the same columns, and what was played is in the metadata of a file without
rows. (polars cannot read a folder with a file of another kind, whatever its name.)

Stores of format 4 had `_study.json` instead, and unsigned numbers. They can be read as they are; a
command that continues one rewrites its files.

Three rules make sure that no game is in a store twice, whichever processes end or continue:

1. A thread, or a worker on another machine, writes the piece that it played under a hidden name
   that no reader of Parquet takes for a file of rows: `.rbsim-`, a random number, and the numbers
   of the games.
2. Only the run that holds the store's lock gives a piece its final name, when it takes the piece's
   result. A worker whose run is dead may go on writing; nobody uses its files.
3. A run lists the store after it has the lock, and plays only games that no file has.

A piece that was played twice, by a worker believed dead and by another, is therefore stored once.
The next run takes over the hidden files of the run before it if they are intact and no other file
has their games, and removes the rest; a kill loses only the pieces that were being played. It also
repairs a store whose files overlap, as they may in stores whose workers named their own files;
until then, games in two files are read once. Renaming is atomic, so each step is done or not done,
and the next run can start again.
"""

import json
import os
import re
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

import rbcore
from rbcore.cards.ranges import printable
from rbsim import files as disk
from rbsim.arms.arm import MAX_COUNT, Arm
from rbsim.arms.bank import GAMES, MATCHES
from rbsim.arms.forms import FORMS
from rbsim.arms.records import arm_identity, arms_from_record
from rbsim.arms.rows import RowKind, Rows
from rbsim.options import option_text
from rbsim.study.same_study import check_same_study

NAME, LOCK = "study.parquet", ".lock"
FORMAT = 5
NAME_BEFORE, FORMAT_BEFORE = "_study.json", 4
SHARD = re.compile(r"games-(\d{12,})-(\d{6,})\.parquet")
UNNAMED = re.compile(re.escape(disk.BEGUN) + r"[0-9a-f]{32}-games-(\d{12,})-(\d{6,})")
MAX_SEATS, MAX_SCORE = 3, 1 << 15  # over all variants; of a game
# Axes that came while files named their arm by a digest of all axes, newest first.
LATER_AXES = (
    {"turn_reserve"},
    {"wrong_stop"},
    {
        "hand_load_compulsory", "load_onto", "must_play_reserve", "reserve_first",
        "turn_over_space", "turned_up_card", "waste_after_reserve",
    },
    {"higher_house_starts", "load_equal_rank", "lone_card_to_space", "space_only_unplayable"},
)  # fmt: skip
MAX_BYTES = 1 << 26
WINNER = "winner"  # the column that is null if nobody has won
GROUPS = "rbsim-rows"  # metadata on the row groups of a file of rows


# The rows of format 4, on which its digests are based; they always have three seats.
ROWS_BEFORE: Mapping[RowKind, np.dtype[Any]] = {
    GAMES: np.dtype(
        [
            ("index", "u8"),
            *((name, "u4") for name in ("turns", "moves", "give_ups")),
            ("scores", "i2", MAX_SEATS),
            *((name, "u1", MAX_SEATS) for name in ("reserve", "hand", "waste")),
            *((name, "i1") for name in ("starter", "winner")),
            ("outcome", "u1"),
            *((name, "u2", MAX_SEATS) for name in ("offences", "calls")),
        ]
    ),
    MATCHES: np.dtype(
        [
            ("index", "u8"),
            *((name, "u4") for name in ("games", "unfinished_games", "nobody_wins", "give_ups")),
            ("scores", "i4", MAX_SEATS),
            *((name, "i1") for name in ("starter", "winner")),
            ("outcome", "u1"),
        ]
    ),
    FORMS: np.dtype(
        [
            ("index", "u8"),
            *((name, "u1") for name in ("outcome", "left")),
            *((name, "u2") for name in ("passes", "first_pass")),
        ]
    ),
}


# ---- rows as a table ----


def most_seats(arms: Iterable[Arm]) -> int:
    """Return the number of seats for which a table of several arms has columns."""
    return max(arm.rules.seats for arm in arms)


def rows_table(arm: Arm, rows: Rows, seats: int | None = None) -> pa.Table:
    """Return rows as an Arrow table with columns for so many seats, by default those of the rules.

    Columns of seats that the rules lack are null.
    """
    n, kind = len(rows), arm.row_kind
    columns: dict[str, Any] = {
        "variant": _named(np.zeros(n, np.int8), [arm.variant]),
        "players": _named(np.zeros(n, np.int8), [arm.player_text]),
        "seed": pa.array(np.full(n, arm.seed, np.uint64)),
        "index": pa.array(rows["index"]),
    }
    for name in kind.columns:
        if name == "outcome":
            columns[name] = _named(rows[name].astype(np.int8), list(kind.outcomes))
        else:
            columns[name] = pa.array(rows[name], mask=rows[name] < 0 if name == WINNER else None)
    for name, follows in kind.derived.items():
        columns[name] = pa.array(follows(rows))
    for name, row_field in kind.by_seat.items():
        for seat in range(arm.rules.seats if seats is None else seats):
            if seat < arm.rules.seats:
                values = pa.array(np.ascontiguousarray(rows[row_field][:, seat]))
            else:
                values = pa.nulls(n, pa.from_numpy_dtype(rows.dtype[row_field].base))
            columns[f"{name}_{seat}"] = values
    return pa.table(columns)


def table_rows(
    arm: Arm, table: pa.Table, seats: int, kept_digest: str, number: int | str = ""
) -> Rows:
    """Return the rows of a table of `rows_table`; ValueError for impossible values.

    Rows of format 4 are converted.
    """
    kind, rows = arm.row_kind, arm.empty_rows(table.num_rows)
    columns = _columns(table.schema)
    is_before = columns == _columns_before(kind)
    if is_before:
        rows = np.zeros(table.num_rows, ROWS_BEFORE[kind])
    elif columns != _columns(rows_table(arm, rows[:0], seats).schema):
        raise ValueError("its columns are not those of these games")
    table.validate(full=True)
    views = {name: rows[name] for name in ("index", *kind.columns) if name != "outcome"}
    for name, row_field in kind.by_seat.items():
        views |= {f"{name}_{seat}": rows[row_field][:, seat] for seat in range(arm.rules.seats)}
    for name, view in views.items():
        view[:] = (table[name].fill_null(-1) if name == WINNER else table[name]).to_numpy()
    codes = table["outcome"].combine_chunks()
    if codes.dictionary.to_pylist() != list(kind.outcomes):
        raise ValueError("its outcomes are not those of these games")
    rows["outcome"] = codes.indices.to_numpy()
    if _digest_of(rows, number) != kept_digest:
        raise ValueError("its rows are not those that were written")
    if is_before:
        before, rows = rows, arm.empty_rows(len(rows))
        for name in rows.dtype.names or ():
            several = rows.dtype[name].shape
            rows[name] = before[name][:, : several[0]] if several else before[name]
    elif any(
        (table[name].to_numpy() != follows(rows)).any() for name, follows in kind.derived.items()
    ):
        raise ValueError(f"its {' and '.join(kind.derived)} do not follow from its winners")
    _check_rows(arm, rows)
    return rows


def _columns_before(kind: RowKind) -> list[tuple[str, pa.DataType]]:
    """Return the columns of rows of format 4, as `_columns` does."""
    row = ROWS_BEFORE[kind]
    of_game = [(name, pa.from_numpy_dtype(row[name])) for name in ("index", *kind.columns)]
    by_seat = [
        (f"{name}_{seat}", pa.from_numpy_dtype(row[row_field].base))
        for name, row_field in kind.by_seat.items()
        for seat in range(MAX_SEATS)
    ]
    named = dict.fromkeys(("variant", "players", "outcome"), pa.string())
    of_arm = [("variant", None), ("players", None), ("seed", pa.uint64())]
    return list((dict([*of_arm, *of_game, *by_seat]) | named).items())


def _columns(schema: pa.Schema) -> list[tuple[str, pa.DataType]]:
    """Return names and types of columns, with the value type of dictionaries.

    The width of dictionary indices is ignored, since pyarrow 17 to 19 widen it.
    """
    types = [
        arrow_type.value_type if pa.types.is_dictionary(arrow_type) else arrow_type
        for arrow_type in schema.types
    ]
    return list(zip(schema.names, types, strict=True))


@contextmanager
def rows_file(path: Path, arms: Sequence[Arm]) -> Iterator[Callable[[int, Rows], None]]:
    """Yield a function that adds rows to a Parquet file; metadata give the arm of each group."""
    groups: list[str] = []
    seats = most_seats(arms)

    def add(arm: int, rows: Rows) -> None:
        if len(rows):
            writer.write_table(rows_table(arms[arm], rows, seats), row_group_size=len(rows))
            groups.append(f"{arm}:{_digest_of(rows, arm)}")

    with disk.WholeFile(path) as whole, whole.named_by_errors():
        schema = rows_table(arms[0], arms[0].empty_rows(0), seats).schema
        origin: dict[str, Any] = {"rbsim": "rows", "arms": [arm.provenance for arm in arms]}
        text = json.dumps({**origin, "digest": disk.digest(origin)})
        with pq.ParquetWriter(
            whole.file, schema.with_metadata({b"rbsim": text.encode()}), write_page_checksum=True
        ) as writer:
            yield add
            writer.add_key_value_metadata({GROUPS: " ".join(groups)})


def read_rows_file(path: Path) -> Iterator[tuple[Arm, Rows]]:
    """Yield arms and rows of a file of `rows_file`; ValueError, in a sentence, for other files."""
    content = pa.memory_map(str(path)) if path.is_file() else pa.BufferReader(disk.read_plain(path))
    with _refusing(path, content):
        file = pq.ParquetFile(content, page_checksum_verification=True)
        origin = json.loads((file.schema_arrow.metadata or {}).get(b"rbsim", b"{}"))
        if origin.get("rbsim") != "rows":
            raise ValueError("it has no rows of games; play the study with --store or --rows")
        groups = (file.metadata.metadata or {})[GROUPS.encode()].decode().split()
        if origin["digest"] != disk.digest(origin) or len(groups) != file.num_row_groups:
            raise ValueError("its description of the games was changed")
    arms = arms_from_record(origin["arms"], path)
    for group, kept in enumerate(groups):
        with _refusing(path, content):
            number, _, kept_digest = kept.partition(":")
            arm = arms[int(number)]
            table = file.read_row_group(group, use_threads=False).replace_schema_metadata(None)
            rows = table_rows(arm, table, most_seats(arms), kept_digest, int(number))
        yield arm, rows


def _check_reader(path: Path, content: Any) -> None:
    """Raise ValueError, in a sentence, if the pyarrow that wrote a file is newer than this one.

    Such a file may be intact although it cannot be read, so it is not called damaged.
    """
    writer, reader = "", pa.__version__
    with suppress(Exception):  # e.g. the end of the file is damaged
        writer = pq.read_metadata(content).created_by
    version = re.match(r"parquet-cpp-arrow version (\d+)", writer)
    if version and int(version[1]) > int(reader.partition(".")[0]):
        raise ValueError(
            f"{path} was written by {writer}, and the older pyarrow {reader} cannot read it; "
            f"install pyarrow {version[1]} or newer"
        )


@contextmanager
def _refusing(path: Path, content: pa.NativeFile) -> Iterator[None]:
    """Do as `files.refusing`, with another error for a file that a newer pyarrow wrote."""
    try:
        with disk.refusing(path):
            yield
    except disk.Refused:
        content.seek(0)
        _check_reader(path, content)
        raise


def _named(numbers: npt.NDArray[np.int8], names: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(numbers), names)


def _check_rows(arm: Arm, rows: Rows) -> None:
    """Raise ValueError for rows that no game of the arm can have, before sums are sized by them."""
    most = {"turns": arm.limits.max_turns, "moves": arm.limits.max_moves}
    if arm.row_kind is MATCHES:
        assert isinstance(arm.rules, rbcore.Rules)
        most = {"games": rbcore.MATCH_GAMES, "scores": arm.rules.target + MAX_SCORE}
    if WINNER in arm.row_kind.columns:
        most |= {"starter": arm.rules.seats - 1, "winner": arm.rules.seats - 1}
        won = rows["outcome"] == arm.row_kind.outcomes.index("win")
        if len(rows) and min(int(rows["starter"].min()), int(rows["winner"].min()) + 1) < 0:
            raise ValueError("its seats begin at 0")
        if ((rows["winner"] >= 0) != won).any():
            raise ValueError("its winners do not agree with its outcomes")
    for name in most.keys() & set(rows.dtype.names or ()):
        if len(rows) and int(rows[name].max()) > most[name]:
            raise ValueError(f"{name} of {rows[name].max():,} is more than {most[name]:,}")


# ---- the manifest ----


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a store; ValueError, in a sentence, if it is missing or damaged."""
    path, version = folder / NAME, FORMAT
    if not path.exists() and (folder / NAME_BEFORE).exists():
        path, version = folder / NAME_BEFORE, FORMAT_BEFORE
    try:
        text = disk.read_plain(path, MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        option = option_text("store")
        reason = f"{folder} is not the store of a study; name a folder that {option} made"
        raise ValueError(reason) from None
    if path.name == NAME:
        text = _manifest_in(path, text)
    manifest, is_whole = None, False
    with suppress(ValueError, TypeError, RecursionError):
        manifest = json.loads(text)
        is_whole = text == disk.sealed(manifest, 2)
    if not isinstance(manifest, dict) or manifest.get("rbsim") != "study":
        raise ValueError(f"{path} is damaged, or was not written by rbsim; {disk.ANEW}")
    disk.check_version(folder, manifest.get("format"), version)
    if not is_whole:
        raise ValueError(f"{path} was changed after it was written, or is damaged; {disk.ANEW}")
    return manifest


def _manifest_in(path: Path, content: bytes) -> bytes:
    """Return the text of a manifest from the metadata of its file; b"" if it is damaged."""
    with suppress(Exception):  # of many kinds, as of `Store.read_file`
        return bytes(pq.read_schema(pa.BufferReader(content)).metadata[b"rbsim"])
    _check_reader(path, pa.BufferReader(content))
    return b""


def _write_manifest(folder: Path, manifest: Mapping[str, Any], arms: Sequence[Arm]) -> None:
    """Write the manifest of a store, unless it is there already."""
    path, text = folder / NAME, disk.sealed(manifest, 2)
    if path.exists() and _manifest_in(path, disk.read_plain(path, MAX_BYTES)) == text:
        return
    nothing = rows_table(arms[0], arms[0].empty_rows(0), most_seats(arms))
    sink = pa.BufferOutputStream()
    pq.write_table(nothing.replace_schema_metadata({b"rbsim": text}), sink)
    disk.write_whole(path, sink.getvalue().to_pybytes())


# ---- open stores ----


class Written(NamedTuple):
    """A file of games of an arm that does not have its final name yet."""

    arm: int
    games: range
    name: str


class Store:
    """The files of an open store. It holds no lock; workers get it without its lists of files."""

    def __init__(self, folder: Path, arms: Sequence[Arm], reads: bool) -> None:
        self.folder: Path = folder
        self.arms: tuple[Arm, ...] = tuple(arms)
        self.reads: bool = reads
        self.seats: int = most_seats(arms)  # for which it has columns
        self._files = [
            [file for file, games in _each_once(self.listed(arm)) if games]
            for arm in range(len(arms))
        ]
        self._begins = [[file.start for file in files] for files in self._files]
        every = (file for files in self._files for file in files)
        self._bounds = sorted({at for file in every for at in (file.start, file.stop)})

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_files": [], "_begins": [], "_bounds": []}

    def listed(self, arm: int) -> list[range]:
        """Return the games of each file of an arm that exists now, in order."""
        with suppress(FileNotFoundError):
            names = os.listdir(self.folder / f"arm-{arm}")
            files = [games for name in names if (games := _games_of(name, SHARD))]
            return sorted(files, key=lambda file: (file.start, -file.stop))
        return []

    def piece_end(self, arms: Sequence[int], start: int, stop: int, end: int) -> int:
        """Return where a piece ends: at the ends of files, so that no game is played twice."""
        at = bisect_right(self._bounds, start)
        bound = self._bounds[at] if at < len(self._bounds) else end
        is_there = any(self.files(arm, range(start, start + 1)) for arm in arms)
        return min(bound, end if is_there else stop)

    def files(self, arm: int, games: range) -> list[range]:
        """Return the files that have some games of an arm; none if any game is missing."""
        files, having, start = self._files[arm], [], games.start
        while start < games.stop:
            at = bisect_right(self._begins[arm], start) - 1
            if at < 0 or files[at].stop <= start:
                return []
            having.append(files[at])
            start = files[at].stop
        return having

    def covered(self, arm: int) -> int:
        """Return how many games of an arm are stored from the first one on without a gap."""
        done = 0
        for file in self._files[arm]:
            if file.start > done:
                break
            done = file.stop
        return done

    def games(self) -> int:
        """Return how many games of all arms are stored now."""
        return sum(
            len(games) for arm in range(len(self.arms)) for _, games in _each_once(self.listed(arm))
        )

    def rows(self) -> Iterator[tuple[Arm, Rows]]:
        """Yield arms with their rows, file by file, each game once."""
        for number, arm in enumerate(self.arms):
            for file, games in _each_once(self._files[number]):
                yield arm, self.read_file(number, file)[games.start - file.start :]

    def read(self, number: int, games: range, files: Sequence[range]) -> Rows:
        """Return the rows of some games of an arm from the files that have them."""
        if not files:
            raise ValueError(f"{self.folder} lacks games that it had before; was it changed?")
        pieces, start = [], games.start
        for file in files:
            pieces.append(
                self.read_file(number, file)[start - file.start : games.stop - file.start]
            )
            start = file.stop
        return np.concatenate(pieces)

    def path(self, number: int, games: range) -> Path:
        """Return the file of some games of an arm."""
        name = f"games-{games.start:012}-{len(games):06}.parquet"
        return self.folder / f"arm-{number}" / name

    def read_file(self, number: int, games: range, name: str = "") -> Rows:
        """Return the rows of a file, which may still have a hidden name.

        Raises
        ------
        ValueError
            In a sentence, if it does not have these games.
        """
        path, arm = self.path(number, games), self.arms[number]
        path = path.with_name(name) if name else path
        content = disk.read_plain(path, MAX_BYTES)
        try:
            file = pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
            if file.metadata.num_rows != len(games):
                raise ValueError("its number of games differs from its name")
            origin = json.loads((file.schema_arrow.metadata or {}).get(b"rbsim", b"{}"))
            kept = origin.pop("digest", None)
            described = _of_games(arm, games.start)
            if origin.get("arm") in _identity_digests(arm):
                described["arm"] = origin["arm"]
            if origin != described:
                raise ValueError("its games differ from its name")
            # Without Arrow's threads: a command that ends while they start would abort.
            table = file.read(use_threads=False).replace_schema_metadata(None)
            rows = table_rows(arm, table, self.seats, kept)
        except MemoryError:
            raise MemoryError(f"not enough memory to read {path}, or it is damaged") from None
        except ImportError:  # not about the file
            raise
        except Exception as error:  # of many kinds: Arrow's own, KeyError, UnicodeDecodeError, ...
            _check_reader(path, pa.BufferReader(content))
            why = str(error) if type(error) is ValueError else "it cannot be read as Parquet"
            raise ValueError(
                f"{path}, read by pyarrow {pa.__version__}, is damaged or of another study: "
                f"{printable(why)[:200]}; remove it, so that its games are played again"
            ) from None
        return rows

    def write(self, number: int, games: range, rows: Rows) -> Written:
        """Write the rows of some games of an arm; they are in the store only after `take`.

        Any worker may write; `take` is for the run that holds the lock.
        """
        arm = self.arms[number]
        origin = json.dumps(_of_games(arm, games.start) | {"digest": _digest_of(rows)})
        table = rows_table(arm, rows, self.seats)
        table = table.replace_schema_metadata({b"rbsim": origin.encode()})
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, write_page_checksum=True)
        try:
            whole = disk.WholeFile(self.path(number, games))
        except FileNotFoundError:
            raise _unseen(self.folder) from None
        return Written(number, games, whole.write_beside(sink.getvalue().to_pybytes()).name)

    def take(self, written: Iterable[Written]) -> None:
        """Give files their final names, which puts their games into the store."""
        for arm, games, name in written:
            path = self.path(arm, games)
            unnamed = path.with_name(name)
            try:
                unnamed.replace(path)
            except FileNotFoundError:
                raise _unseen(self.folder) from None
            except OSError as error:
                error.filename = str(path)
                del error.filename2
                unnamed.unlink(missing_ok=True)
                raise

    def take_over(self) -> None:
        """Take written files that were never taken, if no file has their games; remove others."""
        for arm in range(len(self.arms)):
            unnamed = list((self.folder / f"arm-{arm}").glob(f"{disk.BEGUN}*"))
            taken = self.listed(arm) if unnamed else []
            for path in unnamed:
                games = _games_of(path.name, UNNAMED)
                is_new = all(games.stop <= file.start or file.stop <= games.start for file in taken)
                if games and is_new and self._is_whole(arm, games, path.name):
                    self.take([Written(arm, games, path.name)])
                    taken.append(games)
                else:
                    with suppress(PermissionError):  # on Windows, while it is being written
                        path.unlink(missing_ok=True)

    def _is_whole(self, arm: int, games: range, name: str) -> bool:
        with suppress(ValueError, MemoryError):
            self.read_file(arm, games, name)
            return True
        return False

    def mend(self) -> int:
        """Leave each game in one file only; return how many games were there twice."""
        twice = 0
        for arm in range(len(self.arms)):
            for file, games in _each_once(self.listed(arm)):
                if len(games) < len(file):
                    twice += len(file) - len(games)
                    rest = []
                    if games:
                        rows = self.read_file(arm, file)[games.start - file.start :]
                        rest = [self.write(arm, games, rows)]
                    self.path(arm, file).unlink()  # first, so that no reader sees games twice
                    self.take(rest)
        return twice

    def convert(self) -> None:
        """Rewrite the files of a store of format 4 one by one, so that a kill loses nothing."""
        for arm in range(len(self.arms)):
            for file in self.listed(arm):
                self.take([self.write(arm, file, self.read_file(arm, file))])


def _each_once(files: Sequence[range]) -> Iterator[tuple[range, range]]:
    """Yield sorted files, each with its games that no earlier file has."""
    done = 0
    for file in files:
        yield file, range(max(done, file.start), max(done, file.stop))
        done = max(done, file.stop)


def _games_of(name: str, pattern: re.Pattern[str]) -> range:
    """Return the games that the name of a file states; none for other names."""
    match = pattern.fullmatch(name)
    first, count = map(int, match.groups()) if match else (0, 0)
    return range(first, first + count)


def _unseen(folder: Path) -> ValueError:
    return ValueError(
        f"a worker does not see the folder {folder}; give all workers access to it under this "
        "name, or play without a store"
    )


class Checked(NamedTuple):
    """The contents of a store: files, games, and a sentence for each damaged file."""

    files: int
    games: int
    missing: int  # most games of an arm that are still to be played, if known
    problems: list[str]


def check_store(folder: Path, progress: Callable[[int, int], None] | None = None) -> Checked:
    """Read all files of a store and report which are damaged; nothing is changed."""
    folder = folder.absolute()
    manifest = read_manifest(folder)
    arms = arms_from_record(manifest["arms"], folder)
    store = Store(folder, arms, reads=True)
    files, games, problems = 0, [0] * len(arms), []
    every = [
        (arm, file, new) for arm in range(len(arms)) for file, new in _each_once(store.listed(arm))
    ]
    for i, (arm, file, new) in enumerate(every):
        try:
            store.read_file(arm, file)
            games[arm] += len(new)
            files += 1
            if len(new) < len(file):
                problems.append(
                    f"{store.path(arm, file)} has {len(file) - len(new):,} games that another file "
                    "also has; run the command that made the store to repair it"
                )
        except OSError as error:
            problems.append(f"{error.filename or folder}: {error.strerror or error}")
        except ValueError as error:
            problems.append(str(error))
        if progress is not None:
            progress(i + 1, len(every))
    missing = 0 if "until" in manifest or problems else max(0, arms[0].count - min(games))
    return Checked(files, sum(games), missing, problems)


@lru_cache(4_096)
def _identity_digests(arm: Arm) -> tuple[str, ...]:
    """Return the digests by which files name an arm: today's, and those of earlier versions.

    Today's has only the rules that are not standard, so that it stays as it is when an axis comes.
    """
    identity = arm_identity(arm, json.loads(json.dumps(arm.provenance)))
    del identity["first"]
    if (rules := identity.get("rules")) is None:
        return (disk.digest(identity),)
    standard = vars(rbcore.Rules())
    changed = {axis: value for axis, value in rules.items() if value != standard[axis]}
    digests = [disk.digest(identity | {"rules": changed}), disk.digest(identity)]
    for axes in LATER_AXES:
        if changed.keys() & axes:
            break
        rules = {axis: value for axis, value in rules.items() if axis not in axes}
        digests.append(disk.digest(identity | {"rules": rules}))
    return tuple(digests)


def _digest_of(rows: Rows, arm: int | str = "") -> str:
    little = rows.astype(rows.dtype.newbyteorder("<"), copy=False)  # equal on every machine
    return blake2b(str(arm).encode() + little.tobytes(), digest_size=16).hexdigest()


def _of_games(arm: Arm, first: int) -> dict[str, Any]:
    """Return the description of games in a file: their arm and their numbers."""
    return {
        "variant": arm.variant,
        "players": arm.versioned_players,
        "seed": arm.seed,
        "first": arm.first + first,
        "games_version": arm.games_version,
        "arm": _identity_digests(arm)[0],
    }


@contextmanager
def open_store(
    folder: Path,
    record: dict[str, Any],
    arms: Sequence[Arm],
    reads: bool = False,
    is_timed: bool = False,
) -> Iterator[Store]:
    """Open a store to write or continue it, or to read it.

    Raises ValueError if it keeps another study or is in use. If it `is_timed`, its number of games
    is MAX_COUNT during play, and in the end the number that it has.
    """
    folder = folder.absolute()
    if reads:
        check_same_study(folder, read_manifest(folder), record, arms)
        yield Store(folder, arms, reads)
        return
    _make(folder)
    if (lock := disk.held(folder / LOCK, "parquet")) is None:
        raise ValueError(f"{folder} is in use by another run; wait for it to end")
    try:
        most = _taken_up(folder, record, arms) if _is_store(folder) else 0
        for path in folder.glob(f"{disk.BEGUN}*"):
            path.unlink(missing_ok=True)
        # First, since folders of arms alone are not a store.
        _write_manifest(folder, {"rbsim": "study", "format": FORMAT, **record}, arms)
        for arm in range(len(arms)):
            (folder / f"arm-{arm}").mkdir(exist_ok=True)
        disk.sync_folder(folder)
        kept = Store(folder, arms, reads)
        if twice := kept.mend():
            warnings.warn(
                f"{folder} had {twice:,} games in two files; now each is in one file", stacklevel=2
            )
        kept.take_over()
        if (folder / NAME_BEFORE).exists():
            kept.convert()
            (folder / NAME_BEFORE).unlink()  # last, since it marks files of format 4
            warnings.warn(
                f"{folder} was of an older rbsim; its files now have the columns of this version",
                stacklevel=2,
            )
        try:
            yield Store(folder, arms, reads)
        finally:
            kept.take_over()
            if is_timed:
                there = Store(folder, arms, reads)
                covered = min(there.covered(arm) for arm in range(len(arms)))
                _set_games(record, arms, max(covered, most))
                _write_manifest(folder, {"rbsim": "study", "format": FORMAT, **record}, arms)
            for arm in range(len(arms)):
                disk.sync_folder(folder / f"arm-{arm}")
    finally:
        lock.release()


def _taken_up(folder: Path, record: dict[str, Any], arms: Sequence[Arm]) -> int:
    """Merge the manifest of a store into a record, and return its number of games of each arm."""
    check_same_study(folder, manifest := read_manifest(folder), record, arms)
    games = arms[0].row_kind.noun
    most: int = max(kept[games] for kept in manifest["arms"])  # equal for all arms
    most %= MAX_COUNT  # 0 if a timed run was killed
    _set_games(record, arms, max(record["arms"][0][games], most))
    record["command"] = record.get("command") or manifest.get("command")
    if "plan" in manifest:
        record.setdefault("plan", manifest["plan"])
    return most


def _set_games(record: dict[str, Any], arms: Sequence[Arm], games: int) -> None:
    """Set the number of games of each arm in a record, unless it is 0."""
    for arm_record in record["arms"]:
        arm_record[arms[0].row_kind.noun] = games or arm_record[arms[0].row_kind.noun]


def _is_store(folder: Path) -> bool:
    return (folder / NAME).exists() or (folder / NAME_BEFORE).exists()


def _make(folder: Path) -> None:
    """Make the folder of a store, or use an empty one."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder; name another one")
    folder.mkdir(parents=True, exist_ok=True)
    if any(not entry.name.startswith((disk.BEGUN, LOCK)) for entry in folder.iterdir()):
        if not _is_store(folder):
            reason = f"{folder} is not the store of a study and not empty"
            raise ValueError(f"{reason}; name another folder")
        read_manifest(folder)  # before the lock leaves a file in a folder that is not a store
