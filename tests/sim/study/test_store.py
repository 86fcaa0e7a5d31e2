"""Stores: killed anywhere and taken up again, damaged anywhere and never misread."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import duckdb
import numpy as np
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rbcore
import rbsim
import rbsim.games
from rbsim.files import WholeFile, digest, sealed, write_whole
from rbsim.study.store import (
    LATER_AXES,
    NAME,
    NAME_BEFORE,
    Store,
    check_store,
    open_store,
    read_manifest,
)
from support import stores_before

GAMES = 600


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of 600 games in several files; not to be changed."""
    folder = tmp_path_factory.mktemp("stores") / "whole"
    simulate(store=folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of the store."""
    return Path(shutil.copytree(whole, tmp_path / "store"))


def simulate(**how: Any) -> Any:
    return rbsim.simulate(**{"games": GAMES, "seed": 1, "threads": 1, **how})


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("arm-*/*.parquet"))


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def refused(call: Callable[[], object], *words: str) -> str:
    """The one sentence in which a call is refused."""
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        call()
    said = str(raised.value)
    assert said.isprintable()
    assert all(word in said for word in words), said
    return said


CHILD = """
import json, sys, rbsim
name, variants, how = json.loads(sys.argv[1])
try: print(json.dumps(getattr(rbsim, name)(*variants, **how).to_dict()))
except KeyboardInterrupt as stop: sys.exit(f"stopped: {stop}")
except (ValueError, OSError) as error: sys.exit(str(error))
"""


def child(name: str, *variants: str, begin: Any = None, **how: Any) -> subprocess.Popen[str]:
    """A process that plays a study, and prints its table, or why not."""
    words = [sys.executable, "-c", CHILD, json.dumps([name, variants, how], default=str)]
    return subprocess.Popen(
        words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=begin
    )


def wait_for(happened: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def flips(path: Path, some: int) -> Iterator[int]:
    """Change so many bits of a file, each by itself, and put it back."""
    whole, rng = path.read_bytes(), random.Random(3)
    every = range(8 * len(whole))
    for at in rng.sample(every, some):
        flipped = bytearray(whole)
        flipped[at // 8] ^= 1 << at % 8
        path.write_bytes(flipped)
        yield at
    path.write_bytes(whole)


@pytest.mark.parametrize("some", [300, pytest.param(3_000, marks=pytest.mark.full)])
def test_a_flipped_bit_gives_the_right_rows_or_a_sentence(some: int, tmp_path: Path) -> None:
    found = rbsim.patience("harvest", games=3, store=tmp_path, threads=1)
    path = files(tmp_path)[0]
    games = range(3)
    store = Store(tmp_path, found.study.arms, reads=True)
    rows, seen = store.read_file(0, games), set()
    for at in flips(path, some):
        try:
            assert (store.read_file(0, games) == rows).all(), at
            seen.add("right")
        except ValueError as error:
            assert str(path) in str(error)
            assert "is damaged" in str(error)
            seen.add("refused")
        except MemoryError as error:  # of a size that is damaged
            assert str(path) in str(error)
    assert seen == {"right", "refused"}


@pytest.mark.parametrize(("name", "value", "said"), [
    ("turns", 1_000, ""), ("turns", 1_001, "turns of 1,001 is more than 1,000"),
    ("starter", -1, "its seats begin at 0"), ("starter", 2, "starter of 2 is more than 1"),
    ("winner", 2, "winner of 2 is more than 1"), ("winner", -1, "its winners do not agree with"),
    ("outcome", rbcore.OUTCOMES.index("standoff"), "its winners do not agree with"),
])  # fmt: skip
def test_rows_that_no_game_has_are_refused(name: str, value: int, said: str, tmp_path) -> None:
    found, path = simulate(games=3, rows=True), tmp_path / "rows.parquet"
    (rows := found.games)[name][1] = value
    with rbsim.study.store.rows_file(path, found.study.arms) as add:
        add(0, rows)
    if said:
        refused(lambda: next(rbsim.study.store.read_rows_file(path)), str(path), said)
    else:
        assert (next(rbsim.study.store.read_rows_file(path))[1] == rows).all()


def write_manifest(folder: Path, text: bytes) -> None:
    """Put a text, as it is, where the manifest of a store stands."""
    table = pq.read_table(folder / NAME).replace_schema_metadata({b"rbsim": text})
    pq.write_table(table, folder / NAME)


@pytest.mark.full
def test_a_flipped_bit_of_the_manifest_gives_it_whole_or_a_sentence(folder: Path) -> None:
    path, manifest, seen = folder / NAME, read_manifest(folder), set()
    for _ in flips(path, 2_000):
        try:
            assert read_manifest(folder) == manifest
            seen.add("right")
        except ValueError as error:
            assert str(folder) in str(error)
            seen.add("refused")
    assert seen == {"right", "refused"}


def test_another_manifest_is_a_sentence(folder: Path) -> None:
    path = folder / NAME
    said = path.read_bytes()
    text = pq.read_schema(path).metadata[b"rbsim"]
    for other in (text.replace(b"\n ", b"\n\t", 1), b"", b"[" * 10**5, b"null", b"3"):
        path.write_bytes(said)
        write_manifest(folder, other)
        refused(lambda: read_manifest(folder), str(path), "damaged")
        path.write_bytes(other)
        refused(lambda: rbsim.load(folder), str(path), "damaged")
        refused(lambda: simulate(store=folder), str(path), "damaged")
        refused(lambda: check_store(folder), str(path), "damaged")
    path.write_bytes(said)
    assert rbsim.load(folder) == simulate()


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"players": "uniform"}, {"variants": "strict"}, {"slip": 0.1}],
    ids=lambda other: next(iter(other)),
)  # fmt: skip
def test_a_file_of_another_study_is_refused(other, folder, tmp_path):
    """Under the right name, with as many games."""
    variant = [other.pop("variants")] if "variants" in other else []
    rbsim.simulate(*variant, **{"games": GAMES, "seed": 1, "store": tmp_path / "other", **other})
    name = next(p.name for p in files(tmp_path / "other") if (folder / "arm-0" / p.name).exists())
    shutil.copy(tmp_path / "other" / "arm-0" / name, folder / "arm-0" / name)
    refused(lambda: rbsim.load(folder), name, "its games differ from its name")
    refused(lambda: simulate(store=folder), name, "of another study", "remove it")
    assert len(check_store(folder).problems) == 1


def test_a_renamed_file_is_refused(folder: Path) -> None:
    one, other = files(folder)[:2]
    shutil.copy(one, other)
    refused(lambda: rbsim.load(folder), other.name, "differs from its name")


def test_games_of_another_version_are_refused(folder, monkeypatch):
    with monkeypatch.context() as newer:
        newer.setattr("rbcore.GAMES_VERSION", 99)
        for call in (rbsim.load, check_store, lambda path: simulate(store=path)):
            refused(lambda call=call: call(folder), "games_version", "99")
    assert rbsim.load(folder) == simulate()


def test_other_versions_of_program_python_and_numpy_go_on(folder: Path) -> None:
    said = read_manifest(folder)
    for arm in said["arms"]:
        arm.update(python="3.99.1", numpy="9.8.7", version="0.0.1")
    write_manifest(folder, sealed(said, 2))
    files(folder)[0].unlink()
    assert simulate(store=folder).to_dict() == simulate().to_dict()


def as_if_before(folder: Path, late: Iterable[set[str]]) -> None:
    """Change a store to what a version without some axes wrote."""
    manifest = read_manifest(folder)
    for record in manifest["arms"]:
        for axis in set().union(*late):
            del record["rules"][axis]
    write_manifest(folder, sealed(manifest, 2))
    for number, record in enumerate(manifest["arms"]):
        limits = ("games", "version", "python", "numpy", "first")
        identity = {key: value for key, value in record.items() if key not in limits}
        for path in (folder / f"arm-{number}").glob("*.parquet"):
            table = pq.read_table(path)
            origin = json.loads(table.schema.metadata[b"rbsim"])
            text = json.dumps({**origin, "arm": digest(identity)}).encode()
            pq.write_table(table.replace_schema_metadata({b"rbsim": text}), path)


@pytest.mark.parametrize("later", range(len(LATER_AXES) + 1))
def test_a_store_from_before_some_axes_goes_on(later: int, tmp_path: Path) -> None:
    study = partial(rbsim.compare, "standard", "reserve-11", games=60, seed=1, threads=1)
    folder = tmp_path / "store"
    study(store=folder)
    as_if_before(folder, LATER_AXES[:later])
    assert rbsim.load(folder) == study()
    assert check_store(folder).problems == []
    files(folder)[-1].unlink()
    assert study(store=folder) == study()
    assert rbsim.load(folder) == study()


def test_a_later_axis_is_no_other_study_only_if_it_is_standard(tmp_path: Path) -> None:
    """A file that lacks the axis is never of rules that change it."""
    study = partial(rbsim.simulate, "cut-start,turn-reserve=yes", games=60, seed=1, threads=1)
    folder = tmp_path / "store"
    study(store=folder)
    before = read_manifest(folder)
    as_if_before(folder, LATER_AXES[:1])
    refused(lambda: study(store=folder), "arm 0 has rules turn_reserve false, not true")
    write_manifest(folder, sealed(before, 2))
    refused(lambda: rbsim.load(folder), "its games differ from its name")


def test_a_store_with_an_axis_of_a_newer_version_is_refused(folder: Path) -> None:
    manifest = read_manifest(folder)
    manifest["arms"][0]["rules"]["later_axis"] = 1
    write_manifest(folder, sealed(manifest, 2))
    for call in (rbsim.load, check_store, lambda path: simulate(store=path)):
        refused(lambda call=call: call(folder), "rules of a newer rbsim (later_axis)")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """A file of the rows that a study gave."""
    found, path = simulate(games=3, rows=True), tmp_path / "rows.parquet"
    with rbsim.study.store.rows_file(path, found.study.arms) as add:
        add(0, found.games)
    return path


def test_readers_that_widen_the_numbers_of_names_read_the_same(folder, rows, monkeypatch):
    """As pyarrow 17 to 19 do."""
    ((_, written),) = rbsim.study.store.read_rows_file(rows)

    def widened(read: Callable[..., pa.Table]) -> Callable[..., pa.Table]:
        def read_widely(*given: Any, **how: Any) -> pa.Table:
            table = read(*given, **how)
            named = [one for one in table.schema if pa.types.is_dictionary(one.type)]
            assert {one.type.index_type for one in named} <= {pa.int8(), pa.int32()}
            for field in named:
                wide = pa.dictionary(pa.int32(), field.type.value_type)
                at = table.schema.get_field_index(field.name)
                table = table.set_column(at, field.name, table[field.name].cast(wide))
            return table

        return read_widely

    for name in ("read", "read_row_group"):
        monkeypatch.setattr(pq.ParquetFile, name, widened(getattr(pq.ParquetFile, name)))
    assert check_store(folder).problems == []
    assert rbsim.load(folder) == simulate()
    ((_, read),) = rbsim.study.store.read_rows_file(rows)
    assert (read == written).all()


def test_digests_of_rows_do_not_depend_on_the_order_of_bytes() -> None:
    """A store of x86-64 is read on s390x, whose numbers lie the other way round."""
    rows = simulate(games=3, rows=True).games
    other = rows.astype(rows.dtype.newbyteorder())
    assert other.tobytes() != rows.tobytes()
    assert rbsim.study.store._digest_of(other) == rbsim.study.store._digest_of(rows)


def test_what_a_newer_pyarrow_wrote_is_not_called_damaged(folder, rows, monkeypatch):
    def fail(*_: Any, **__: Any) -> None:
        raise pa.ArrowNotImplementedError("no such encoding")

    for name in ("read", "read_row_group"):
        monkeypatch.setattr(pq.ParquetFile, name, fail)
    newest, path = pa.__version__, files(folder)[0]
    refused(lambda: rbsim.load(folder), str(path), f"pyarrow {newest}", "damaged")
    monkeypatch.setattr(pa, "__version__", "9.0.1")
    for file, call in (
        (path, lambda: rbsim.load(folder)),
        (rows, lambda: next(rbsim.study.store.read_rows_file(rows))),
    ):
        said = refused(call, str(file), newest, "pyarrow 9.0.1", "install pyarrow")
        assert "damaged" not in said
        assert "remove" not in said


@pytest.mark.parametrize("format_", [2, 3])
def test_stores_of_before_are_refused_by_their_version(format_: int, tmp_path: Path) -> None:
    (tmp_path / NAME_BEFORE).write_text(
        json.dumps({"rbsim": "study", "format": format_, "arms": []})
    )
    for call in (rbsim.load, check_store, lambda path: simulate(store=path)):
        said = refused(lambda call=call: call(tmp_path), f"format {format_}")
        assert "another place" in said


BEFORE: dict[str, Callable[..., Any]] = {
    "simulate": partial(rbsim.simulate, "standard", games=30, slip=0.1),
    "mixed": partial(rbsim.simulate, "standard", "three-player", games=30),
    "match": partial(rbsim.match, matches=10),
    "patience": partial(rbsim.patience, "harvest", "klondike", games=30),
}


@pytest.mark.parametrize("kind", BEFORE)
def test_a_store_of_format_4_is_read_and_goes_on(kind: str, tmp_path: Path) -> None:
    """Its rows are those of now, whatever their numbers were; who goes on in it writes it anew."""
    study = partial(BEFORE[kind], seed=1, threads=1)
    played, folder = study(rows=True), tmp_path / "store"
    stores_before.write_store(folder, played, [played.study.count - 7, 7])
    before = content(folder)
    kept = rbsim.load(folder)
    assert kept == played
    for arm in range(len(played.study.arms)):
        assert kept.arm_rows(arm=arm).dtype == played.arm_rows(arm=arm).dtype
        assert (kept.arm_rows(arm=arm) == played.arm_rows(arm=arm)).all()
    assert check_store(folder).problems == []
    assert content(folder) == before
    with pytest.warns(UserWarning, match="was of an older rbsim"):
        assert study(store=folder) == played
    assert rbsim.load(folder) == played
    assert check_store(folder).problems == []
    assert not (folder / NAME_BEFORE).exists()
    read = polars.read_parquet(folder)
    assert len(read) == len(played.study.arms) * played.study.count
    assert pq.read_table(folder).schema.names == read.columns


def test_a_store_of_format_4_may_be_killed_as_it_is_converted(tmp_path, monkeypatch):
    played, folder = simulate(rows=True), tmp_path / "store"
    stores_before.write_store(folder, played, [100] * 6)
    taken = []

    def take_some(store: Store, written: Any) -> None:
        if len(taken) == 3:
            raise KeyboardInterrupt
        taken.append(written)
        take(store, written)

    take = Store.take
    with monkeypatch.context() as killed:
        killed.setattr(Store, "take", take_some)
        with pytest.raises(KeyboardInterrupt):
            simulate(store=folder)
    assert rbsim.load(folder) == played
    with pytest.warns(UserWarning, match="was of an older rbsim"):
        assert simulate(store=folder) == played
    assert (rbsim.load(folder).games == played.games).all()


def test_a_changed_store_of_format_4_is_refused(tmp_path: Path) -> None:
    played, folder = simulate(games=100, rows=True), tmp_path / "store"
    stores_before.write_store(folder, played, [100])
    path = files(folder)[0]
    table = pq.read_table(path)
    turns = table["turns"].to_numpy().copy()
    turns[3] += 1
    at = table.schema.get_field_index("turns")
    pq.write_table(table.set_column(at, "turns", pa.array(turns)), path)
    refused(lambda: rbsim.load(folder), path.name, "its rows are not those that were written")


@pytest.mark.parametrize("column", ["starter_wins", "nobody_wins"])
def test_columns_that_do_not_follow_from_winners_are_refused(column: str, folder: Path) -> None:
    path = files(folder)[0]
    table = pq.read_table(path)
    at = table.schema.get_field_index(column)
    values = table[column].to_numpy().copy()
    values[-1] ^= True
    pq.write_table(table.set_column(at, column, pa.array(values)), path)
    refused(lambda: rbsim.load(folder), path.name, "do not follow from its winners")


def test_a_file_of_rows_of_before_is_read(tmp_path: Path) -> None:
    played = rbsim.simulate("standard", "three-player", games=20, seed=1, rows=True)
    stores_before.write_rows_file(tmp_path / "rows.parquet", played)
    for number, (arm, rows) in enumerate(
        rbsim.study.store.read_rows_file(tmp_path / "rows.parquet")
    ):
        assert arm == played.study.arms[number]
        assert (rows == played.arm_rows(arm=number)).all()


def test_check_names_what_is_damaged_and_deletes_nothing(folder: Path) -> None:
    shown: list[tuple[int, int]] = []
    count = len(files(folder))
    assert check_store(folder, lambda *one: shown.append(one)) == (count, GAMES, 0, [])
    assert shown[-1] == (count, count)
    path = files(folder)[1]
    path.write_bytes(path.read_bytes()[:-1])
    before = content(folder)
    (said,) = check_store(folder).problems
    assert str(path) in said
    assert content(folder) == before
    path.unlink()
    found = check_store(folder)
    assert (found.files, found.problems, found.missing) == (count - 1, [], GAMES - found.games)
    assert simulate(store=folder) == rbsim.load(folder) == simulate()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EMFILE, errno.EIO])
def test_what_cannot_be_read_is_not_called_damaged(number, folder, monkeypatch):
    really = os.open

    def fail(path: Any, *rest: Any, **more: Any) -> int:
        if "games-" in str(path):
            raise OSError(number, os.strerror(number), str(path))
        return really(path, *rest, **more)

    with monkeypatch.context() as short:
        short.setattr(os, "open", fail)
        with pytest.raises(OSError, match=os.strerror(number)):
            rbsim.load(folder)
        problems = check_store(folder).problems
    assert len(problems) == len(files(folder))
    assert all(os.strerror(number) in one and "damaged" not in one for one in problems)
    for error in (MemoryError, ImportError):
        monkeypatch.setattr(pq.ParquetFile, "read", Mock(side_effect=error("no more")))
        for call in (rbsim.load, check_store):
            with pytest.raises(error, match=r"memory|no more"):
                call(folder)


@pytest.mark.parametrize("what", ["file", "manifest"])
def test_a_pipe_in_the_place_of_a_file_does_not_hang(what: str, folder: Path) -> None:
    path = files(folder)[0] if what == "file" else folder / NAME
    path.unlink()
    os.mkfifo(path)
    refused(lambda: rbsim.load(folder), "not a plain file")


def test_no_file_is_of_a_few_fast_games(tmp_path: Path) -> None:
    simulate(games=3_000, players="greedy,uniform", store=tmp_path / "store")
    found = files(tmp_path / "store")
    assert len(found) <= 2 * 12
    assert min(pq.read_metadata(file).num_rows for file in found) >= 64


def test_what_is_there_is_read_and_not_played(folder: Path) -> None:
    stamps = {path: path.stat().st_mtime_ns for path in files(folder)}
    again = simulate(store=folder)
    assert again == simulate()
    assert {path: path.stat().st_mtime_ns for path in files(folder)} == stamps
    assert again.to_document()["provenance"]["seconds"] is None


@pytest.mark.parametrize("lost", [slice(0, 1), slice(1, None, 2), slice(None)])
def test_games_that_are_lost_are_played_again(lost: slice, tmp_path: Path) -> None:
    """As after a kill: of each arm others are there."""
    how: dict[str, Any] = {"games": 300, "seed": 4, "threads": 2}
    rbsim.advantage("standard", store=tmp_path, **how)
    for path in files(tmp_path)[lost]:
        path.unlink()
    assert rbsim.advantage("standard", store=tmp_path, **how).to_dict() == (
        rbsim.advantage("standard", **how).to_dict()
    )
    assert rbsim.load(tmp_path).to_dict() == rbsim.advantage("standard", **how).to_dict()


class Late(Executor):
    """An executor whose work goes on after its run is over, as that of a cluster may."""

    def __init__(self, most: int) -> None:
        self.most, self.pieces = most, []

    def submit(self, work: Callable[..., Any], /, *what: Any, **how: Any) -> Future[Any]:
        """Keep work for later; after so many pieces the run is interrupted."""
        if len(self.pieces) == self.most:
            raise KeyboardInterrupt
        self.pieces.append(lambda: work(*what, **how))
        return Future()


def counts(folder: Path) -> tuple[int, int]:
    """How many rows a reader of Parquet finds in a store, and of how many games."""
    asked = f"select count(*), count(distinct index) from '{folder}/**/*.parquet'"
    ((rows, games),) = duckdb.sql(asked).fetchall()
    return rows, games


def left_behind(store: Path) -> Late:
    """What a run has begun that was interrupted."""
    late = Late(most=4)
    with pytest.raises(KeyboardInterrupt, match="of 600 games are saved"):
        simulate(store=store, threads=3, executor=late)
    return late


@pytest.mark.parametrize("then", ["whole", "shorter", "interrupted"])
def test_what_a_dead_run_left_running_is_in_no_store_twice(then: str, tmp_path: Path) -> None:
    late = left_behind(tmp_path)
    late.pieces.pop()()  # this one ends before the next run begins
    assert not files(tmp_path)
    if then == "interrupted":
        left_behind(tmp_path)
    else:
        simulate(store=tmp_path, games=GAMES if then == "whole" else 200)
    there = files(tmp_path)
    for piece in late.pieces:
        piece()
    assert files(tmp_path) == there  # nobody has asked for what it wrote
    assert check_store(tmp_path).problems == []
    for games in (GAMES, 900):
        assert simulate(store=tmp_path, games=games) == simulate(games=games)
        assert check_store(tmp_path)[2:] == (0, [])
        assert counts(tmp_path) == (games, games)
    assert not list(tmp_path.rglob(".rbsim-*"))


def test_what_was_written_and_not_taken_is_taken_over(folder: Path) -> None:
    """Unless it is in the store, or not whole."""
    store = Store(folder, simulate().study.arms, reads=False)
    rows = simulate(rows=True, games=900).games
    for games in (range(600, 700), range(800, 900), range(500, 610)):
        store.write(0, games, rows[games.start : games.stop])
    broken = store.write(0, range(700, 800), rows[700:800])
    path = folder / "arm-0" / broken.name
    path.write_bytes(path.read_bytes()[:-1])
    assert counts(folder) == (600, 600)
    simulate(store=folder)
    assert counts(folder) == (800, 800)
    taken = {f"games-000000000{first}-000100.parquet" for first in (600, 800)}
    assert {path.name for path in files(folder)} > taken
    assert not list(folder.rglob(".rbsim-*"))
    assert (simulate(store=folder, games=900).games == rows).all()


@pytest.mark.parametrize("overlapping", [
    [range(100)], [range(50, 500)], [range(0, 600), range(0, 10)], [range(590, 700)],
    [range(i, i + 30) for i in range(10, 590, 20)],
])  # fmt: skip
def test_files_that_overlap_are_read_once_and_mended(overlapping, folder):
    """As of stores in which workers have named files."""
    rows = simulate(rows=True, games=900).games
    store = Store(folder, simulate().study.arms, reads=False)
    store.take([store.write(0, games, rows[games.start : games.stop]) for games in overlapping])
    most = max(600, *(games.stop for games in overlapping))
    assert counts(folder)[0] > counts(folder)[1] == most
    found = check_store(folder)
    assert found.games == most
    assert all("that another file also has" in one for one in found.problems)
    assert found.problems
    assert rbsim.load(folder) == simulate()
    assert (rbsim.load(folder).games == rows[:600]).all()
    assert Store(folder, store.arms, reads=True).covered(0) == most
    picked = [game.game for game in rbsim.games.pick(folder, "turns < 12")]
    assert picked == np.flatnonzero(rows["turns"][:most] < 12).tolist()
    with pytest.warns(UserWarning, match=r"had \d+ games in two files; now each is in one"):
        simulate(store=folder, games=900)
    assert counts(folder) == (900, 900)
    assert check_store(folder)[1:] == (900, 0, [])
    assert (rbsim.load(folder).games == rows).all()


@pytest.mark.parametrize("lost", ["arm-0", "arm-0/.rbsim-*"])
def test_workers_that_do_not_see_the_folder_are_a_sentence(lost: str, tmp_path: Path) -> None:
    class Elsewhere(Executor):
        def submit(self, work: Callable[..., Any], /, *what: Any, **how: Any) -> Future[Any]:
            result: Future[Any] = Future()
            if lost == "arm-0":
                shutil.rmtree(tmp_path / lost, ignore_errors=True)
            try:
                result.set_result(work(*what, **how))
            except ValueError as error:
                result.set_exception(error)
            for path in tmp_path.glob("arm-0/.rbsim-*"):
                path.unlink()
            return result

    refused(lambda: simulate(store=tmp_path, executor=Elsewhere()), "does not see the folder",
            str(tmp_path), "give all workers access")  # fmt: skip


def test_a_store_grows_and_a_shorter_run_reads_its_beginning(folder: Path) -> None:
    assert simulate(store=folder, games=900).to_dict() == simulate(games=900).to_dict()
    assert simulate(store=folder, games=500).to_dict() == simulate(games=500).to_dict()
    assert rbsim.load(folder).to_dict() == simulate(games=900).to_dict()


@pytest.mark.parametrize(
    ("study", "first", "every"),
    [
        (rbsim.simulate, ("standard",), ("standard", "strict", "crossley")),
        (rbsim.advantage, ("standard",), ("standard", "strict")),
        (rbsim.compare, ("standard", "strict"), ("standard", "strict", "simplified", "face-down")),
        (rbsim.sweep, ("reserve-size=10,12",), ("reserve-size=10,12,11",)),
        (rbsim.luck, ("standard",), ("standard", "strict")),
        (rbsim.patience, ("robert",), ("robert", "harvest-running")),
    ],
)
def test_a_store_takes_more_of_what_a_study_compares(
    study: Any, first: tuple[str, ...], every: tuple[str, ...], tmp_path: Path
) -> None:
    """Only the new games are played, and the result is that of a new study."""
    how: dict[str, Any] = {"games": 40, "seed": 1, "threads": 1}
    before = study(*first, store=tmp_path, **how)
    kept = content(tmp_path)
    grown = study(*every, store=tmp_path, **how)
    assert grown.to_dict() == study(*every, **how).to_dict() == rbsim.load(tmp_path).to_dict()
    assert kept.items() - content(tmp_path).items() == {
        (name, text) for name, text in kept.items() if name == "study.parquet"
    }
    assert before.played.read == 0 < grown.played.read
    refused(lambda: study(*first, store=tmp_path, **how), "keeps", "another folder")
    turned = ("reserve-size=11,10,12",) if study is rbsim.sweep else every[::-1]
    refused(lambda: study(*turned, store=tmp_path, **how), "in this order", "another folder")


def test_what_a_store_does_not_take(folder: Path, tmp_path: Path) -> None:
    """A third seat has no columns, and some arms depend on the games of others."""
    before = content(folder)
    refused(lambda: rbsim.simulate("standard", "three-player", games=GAMES, seed=1, store=folder),
            "no columns for a third seat", "another folder")  # fmt: skip
    assert content(folder) == before
    unlike = tmp_path / "unlike"
    rbsim.compare("standard", "simplified", games=20, store=unlike)
    refused(lambda: rbsim.compare("standard", "simplified", games=30, store=unlike),
            "has games of simplified that follow those of standard", "cannot change")  # fmt: skip
    both = tmp_path / "both"
    rbsim.simulate("standard", players="greedy,uniform", games=20, store=both)
    refused(lambda: rbsim.simulate("standard", players="greedy", games=20, store=both),
            "keeps the games of standard in 2 runs, not 1", "another folder")  # fmt: skip
    how: dict[str, Any] = {"until": "5%", "games": 5_000, "seed": 1, "threads": 1}
    ended = tmp_path / "ended"
    rbsim.simulate("standard", store=ended, **how)
    before = content(ended)
    refused(lambda: rbsim.simulate("standard", "strict", store=ended, **how),
            "keeps the games of standard", "with a target cannot be extended")  # fmt: skip
    assert content(ended) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [({"seed": 7}, "arm 0 has seed 1, not 7"), ({"players": "uniform"}, "players"),
     ({"max_turns": 99}, "max_turns 1000, not 99"), ({"slip": 0.1}, "slips"),
     ({"first": 3}, "first 0, not 3")],
)  # fmt: skip
def test_another_study_is_refused(change: dict[str, Any], said: str, folder: Path) -> None:
    before = content(folder)
    refused(lambda: simulate(store=folder, **change), said, "another folder")
    refused(lambda: rbsim.simulate("strict", games=GAMES, store=folder), "the games of standard")
    refused(lambda: rbsim.sweep("peek=no,yes", store=folder), "simulate, not sweep")
    assert content(folder) == before


UNTIL = {"until": "2%", "games": 50_000}
ENDS: dict[str, dict[str, Any]] = {
    "with a number of games": {"games": 3_000},
    "with --until 2% --of starter_wins": UNTIL,
    "with --until 3% --of starter_wins": UNTIL | {"until": "3%"},
    "with --until 2% --of advantage": UNTIL | {"of": "advantage"},
    "with --until 10%-of-itself --of starter_wins": UNTIL | {"until": "10% of itself"},
    "with --until decided --of advantage": UNTIL | {"until": "decided", "of": "advantage"},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("begun", ENDS)
def test_what_ends_otherwise_is_another_study(begun: str, tmp_path: Path) -> None:
    """A store of a run that stopped by itself stays one for ever, and is added to nothing."""
    how: dict[str, Any] = {"seed": 1, "threads": 1}
    whole = rbsim.simulate(store=tmp_path, **how, **ENDS[begun])
    before = content(tmp_path)
    for words, other in ENDS.items():
        if words != begun:
            refused(
                lambda other=other: rbsim.simulate(store=tmp_path, **how, **other),
                f"it was started {begun}, not {words}; name another folder",
            )
    assert content(tmp_path) == before
    assert rbsim.simulate(store=tmp_path, **how, **ENDS[begun]) == whole
    assert rbsim.load(tmp_path) == whole
    assert check_store(tmp_path).missing == 0
    more = rbsim.simulate(store=tmp_path, **how, **(ENDS[begun] | {"games": 60_000}))
    assert (more.tallies[0].n == whole.tallies[0].n) == ("until" in ENDS[begun])
    if "until" in ENDS[begun]:
        part, other = rbsim.load(tmp_path, partial=True), rbsim.simulate(games=50, seed=2)
        refused(lambda: part + other, "games played with until")


@pytest.mark.full
def test_the_margin_and_the_source_belong_to_what_is_played_for(tmp_path: Path) -> None:
    how: dict[str, Any] = {"handicaps": "first-moves=3", "games": 2_000, "until": "decided"}
    rbsim.fair(**how, margin=20, store=tmp_path / "fair")
    refused(
        lambda: rbsim.fair(**how, margin=30, store=tmp_path / "fair"), "margin", "another folder"
    )
    rbsim.fair(**(how | {"until": None}), margin=20, store=tmp_path / "to a number")
    again = rbsim.fair(**(how | {"until": None}), margin=30, store=tmp_path / "to a number")
    assert again.study.settings.margin == 30  # as the same games answer both


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    refused(lambda: simulate(store=tmp_path), "not empty")
    refused(lambda: simulate(store=tmp_path / "mine.txt"), "not a folder")
    refused(lambda: rbsim.load(tmp_path), "not the store of a study")
    assert content(tmp_path) == {"mine.txt": b"mine"}


def test_one_store_has_one_run_at_a_time(folder: Path) -> None:
    study = simulate().study
    with open_store(folder, study.record, study.arms):
        refused(lambda: simulate(store=folder, games=900), "in use by another run")
        assert rbsim.load(folder) == simulate()  # which changes nothing
    simulate(store=folder, games=900)


@pytest.mark.full
def test_two_processes_on_one_store(tmp_path: Path) -> None:
    runs = [child("advantage", games=4_000, store=tmp_path) for _ in range(3)]
    ended = [(run.communicate(timeout=120)[1], run.returncode) for run in runs]
    assert any(status == 0 for _, status in ended)
    for errors, status in ended:
        assert status == 0 or "in use by another run" in errors
    assert rbsim.load(tmp_path).to_dict() == rbsim.advantage(games=4000).to_dict()


@pytest.mark.full
def test_ctrl_c_says_what_is_kept_and_that_the_command_goes_on(tmp_path: Path) -> None:
    run = child("advantage", games=10**6, store=tmp_path)
    wait_for(lambda: len(files(tmp_path)) > 6)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=20)
    kept = sum(int(path.stem.split("-")[2]) for path in files(tmp_path))
    assert f"stopped: {kept:,} of 3,000,000 games are saved in {tmp_path}" in errors
    assert "the same call continues from there" in errors
    assert not list(tmp_path.rglob(".rbsim-*"))


@pytest.mark.full
@pytest.mark.parametrize("threads", [1, 3])
def test_neither_threads_nor_stores_nor_processes_show(threads: int, tmp_path: Path) -> None:
    how: dict[str, Any] = {"games": 400, "seed": 3}
    alone = rbsim.advantage("standard", "strict", threads=1, **how)
    stored = rbsim.advantage("standard", "strict", threads=threads, store=tmp_path / "a", **how)
    with ProcessPoolExecutor(2, get_context("spawn")) as others:
        far = rbsim.advantage("standard", "strict", executor=others, threads=threads,
                              store=tmp_path / "b", **how)  # fmt: skip
    assert alone.to_dict() == stored.to_dict() == far.to_dict()
    for found in (stored, far):
        strict = rbsim.simulate("strict", rows=True, **how)
        assert (found.arm_rows(arm=3) == strict.games).all()
    assert rbsim.load(tmp_path / "b") == far


# What reads a folder of Parquet, given its name alone, as a frame of pandas.
READERS: dict[str, Callable[[Any, str], Any]] = {
    "polars": lambda polars, folder: polars.read_parquet(folder).to_pandas(),
    "pandas": lambda pandas, folder: pandas.read_parquet(folder),
    "duckdb": lambda duckdb, folder: duckdb.read_parquet(folder).df(),
    "pyarrow.dataset": lambda dataset, folder: dataset.dataset(folder).to_table().to_pandas(),
    "pyarrow.parquet": lambda parquet, folder: parquet.read_table(folder).to_pandas(),
    "dask.dataframe": lambda dask, folder: dask.read_parquet(folder).compute(),
    "ibis": lambda ibis, folder: ibis.read_parquet(folder).execute(),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_store_is_one_table_for_other_tools(reader: str, tmp_path: Path) -> None:
    """Games with two seats and with three, together; null, not 0, where there is no third."""
    library = pytest.importorskip(reader)
    found = rbsim.simulate("standard", "three-player", games=40, seed=2, store=tmp_path)
    frame = READERS[reader](library, str(tmp_path))
    for arm, variant in enumerate(("standard", "three-player")):
        own, rows = frame[frame["variant"] == variant], found.arm_rows(arm=arm)
        assert len(own) == 40
        assert own["score_2"].count() == (0, 40)[arm]
        own = own.sort_values("index")
        assert own["index"].tolist() == rows["index"].tolist()
        assert ((own["turns"] - own["moves"]) == rows["turns"] - rows["moves"]).all()
        assert own["starter_wins"].tolist() == (rows["winner"] == rows["starter"]).tolist()
        assert own["outcome"].tolist() == [rbcore.OUTCOMES[n] for n in rows["outcome"]]
    assert frame["seed"].dtype == "uint64"


@pytest.mark.parametrize("reader", READERS)
def test_a_store_without_games_is_an_empty_table(reader: str, folder: Path) -> None:
    library = pytest.importorskip(reader)
    if reader == "polars" and int(library.__version__.partition(".")[0]) < 2:
        pytest.skip("polars 1.3 reads no names where there are no rows")
    shutil.rmtree(folder / "arm-0")
    frame = READERS[reader](library, str(folder))
    assert len(frame) == 0
    assert {"turns", "score_1", "starter_wins"} <= {*frame.columns}
    assert "score_2" not in frame.columns


def test_the_longest_beginning_that_all_arms_of_a_part_have(tmp_path: Path) -> None:
    how: dict[str, Any] = {"games": 200, "seed": 5, "threads": 1}
    rbsim.advantage("standard", store=tmp_path, **how)
    gone = max((tmp_path / "arm-1").iterdir())
    first = int(gone.stem.split("-")[1])
    gone.unlink()
    refused(lambda: rbsim.load(tmp_path), f"{first} of 200 games", "partial=True")
    part = rbsim.load(tmp_path, partial=True)
    assert part.to_dict() == rbsim.advantage("standard", **{**how, "games": first}).to_dict()
    assert len(part.arm_rows(arm=0)) == first
    shutil.rmtree(tmp_path / "arm-0")
    refused(lambda: rbsim.load(tmp_path, partial=True), "no games yet")


@pytest.mark.full
def test_what_was_played_for_and_is_not_known_yet_is_no_result(tmp_path: Path) -> None:
    how: dict[str, Any] = {"games": 20_000, "until": "2%", "seed": 1, "players": "uniform"}
    whole = rbsim.simulate(store=tmp_path, **how)
    assert rbsim.load(tmp_path) == whole
    for path in files(tmp_path)[len(files(tmp_path)) // 2 :]:
        path.unlink()
    refused(lambda: rbsim.load(tmp_path), "do not meet the target yet", "partial=True")
    assert rbsim.load(tmp_path, partial=True).tallies[0].n < whole.tallies[0].n
    assert rbsim.simulate(store=tmp_path, **how) == whole


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_when_writing_fails(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"old")

    def fail() -> None:
        with WholeFile(path) as whole:
            whole.write(b"new")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]
    assert path.read_bytes() == b"old"


def test_errors_name_the_file_and_not_its_other_name(tmp_path, monkeypatch):
    def full(handle: int) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as failed:
        write_whole(tmp_path / "page.html", b"text")
    assert failed.value.filename == str(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match="No such file") as failed:
        WholeFile(tmp_path / "none" / "page.html")
    assert failed.value.filename == str(tmp_path / "none" / "page.html")


def test_a_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    write_whole(tmp_path / "whole", b"")
    (tmp_path / "plain").write_bytes(b"")
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1
