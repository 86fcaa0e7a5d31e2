"""Digests in files: a changed byte is seen, old files are read, hostile ones are refused."""

from __future__ import annotations

import io
import json
import random
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline.sums_record import digest
from rbsim.seal import BLANK, KEY, SEAL, Refused, Sealing, is_sealed, sealed

SEALED = ("rows.parquet", "table.parquet", "table.json")
GAMES = ["simulate", "--games", "60", "--players", "greedy"]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each kind that keeps its digest; not to be changed."""
    folder = tmp_path_factory.mktemp("files")
    assert run([*GAMES, "--rows", str(folder / "rows.parquet")]) == 0
    for name in SEALED[1:]:
        assert run([*GAMES, "--out", str(folder / name)]) == 0
    return folder


@contextmanager
def refused(path: Path, words: str | None = None) -> Iterator[None]:
    """Whatever is read is refused in one printable sentence, which names the file."""
    with pytest.raises(ValueError, match=words) as error:
        yield
    assert str(error.value).isprintable()
    assert str(path) in str(error.value)


def test_a_seal_is_of_every_byte_and_has_any_pieces() -> None:
    content = b"a" * 100 + BLANK.encode() + b"b" * 100
    whole = sealed(content)
    for size in (1, 7, len(BLANK), 99, 140):
        file = io.BytesIO()
        sealing = Sealing(file)
        for at in range(0, len(content), size):
            sealing.write(content[at : at + size])
        sealing.seal()
        assert file.getvalue() == whole
    assert is_sealed(Path("x"), whole)
    assert not is_sealed(Path("x"), b"of an older version")
    with pytest.raises(ValueError, match="a place for the digest"):
        sealed(b"without one")


@pytest.mark.full
@pytest.mark.parametrize("name", SEALED)
def test_no_flipped_bit_goes_unseen(name: str, files: Path, tmp_path: Path) -> None:
    """All bits of a `--rows` file one by one, among them those of the digest and its marks."""
    whole, path = (files / name).read_bytes(), tmp_path / name
    assert is_sealed(path, whole)
    for at in range(len(whole)):
        flipped = bytearray(whole)
        for bit in range(8) if name == "rows.parquet" else [at % 8]:
            flipped[at] = whole[at] ^ 1 << bit
            with pytest.raises(Refused):
                is_sealed(path, bytes(flipped))
    rng = random.Random(1)
    for _ in range(50):
        at = rng.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ rng.randrange(1, 256)]) + whole[at + 1 :])
        with refused(path, "its digest"):
            rbsim.load(path)
    path.write_bytes(whole)
    assert rbsim.load(path)


def old_rows(path: Path) -> Any:
    """Write rows as older versions wrote them."""
    played = rbsim.simulate(games=60, players="greedy")
    pq.write_table(played.to_arrow(rows=True), path)
    return played


def test_files_without_a_digest_are_read_with_a_remark(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.parquet"
    played = old_rows(path)
    with pytest.warns(UserWarning, match="of an older format, without a digest"):
        assert rbsim.load(path).to_dict() == played.to_dict()
    kept = json.loads((files / "table.json").read_bytes())
    del kept[KEY]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(kept))
    with pytest.warns(UserWarning, match="of an older format, without a digest"):
        assert rbsim.load(path).to_dict() == played.to_dict()
    capsys.readouterr()
    assert run(["study", str(path)]) == 2
    assert capsys.readouterr().err.count("without a digest") == 1


@pytest.mark.full
@pytest.mark.filterwarnings("ignore:.*older format")
def test_damage_to_rows_without_a_digest_is_refused_or_harmless(tmp_path: Path) -> None:
    """Whatever Arrow raises of them is one sentence, and none asks for gigabytes."""
    path = tmp_path / "old.parquet"
    old_rows(path)
    whole, rng, seen = path.read_bytes(), random.Random(2), 0
    for _ in range(300):
        at = rng.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
        try:
            rbsim.load(path)
        except ValueError as error:
            assert str(error).isprintable()
            assert str(path) in str(error)
            seen += 1
    assert seen > 50
    assert pa.default_memory_pool().max_memory() < 1 << 28


@pytest.mark.sample(7)
@pytest.mark.filterwarnings("ignore:.*older format")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"turns": 4_000_000_000}, "turns of 4,000,000,000 is more than 1,000"),
        ({"moves": 4_000_000_000}, "moves of 4,000,000,000 is more than 100,000"),
        ({"starter": 5}, "starter of 5 is more than 1"),
        ({"starter": -1}, "its seats begin at 0"),
        ({"winner": 7}, "winner of 7 is more than 1"),
        ({"index": 3}, "it lacks some of its 60 games"),
        ({"turns": None}, "its column turns has gaps"),
        ({"turns": 1.5}, "its column turns is of double"),
        ({"outcome": "draw"}, "tuple.index"),
    ],
)
def test_rows_that_no_game_has_are_refused(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "old.parquet"
    old_rows(path)
    table = pq.read_table(path)
    (name, value), *_ = change.items()
    values = table[name].to_pylist()
    values[7] = value
    kind = pa.float64() if isinstance(value, float) else table.schema.field(name).type
    kind = getattr(kind, "value_type", kind)
    column = pa.array(values, kind)
    column = column.dictionary_encode() if isinstance(value, str) else column
    at = table.schema.get_field_index(name)
    pq.write_table(table.set_column(at, name, column), path)
    with refused(path, words):
        rbsim.load(path)


@pytest.mark.filterwarnings("ignore:.*older format")
def test_more_rows_than_were_played_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    old_rows(path)
    table = pq.read_table(path)
    meta = table.schema.metadata
    pq.write_table(pa.concat_tables([table, table]).replace_schema_metadata(meta), path)
    with refused(path, "it says it has 120 rows, and there can be 60 at most"):
        rbsim.load(path)


HOSTILE: tuple[Any, ...] = (
    None, True, -1, 1e308, -1e308, 10**30, 2**63, 0.5, "", "x", "\x1b[2J", [], {}, [[]], [1],
    [1, 2], [0] * 7, [10**30], [1e308], {"a": {}},
)  # fmt: skip
ROUNDS = 150
PLAYED: dict[str, Any] = {
    "simulate": lambda: rbsim.simulate(games=40, seed=3, slip=0.1),
    "until": lambda: rbsim.simulate(games=10_000, until=0.05, players="uniform"),
    "match": lambda: rbsim.match(matches=5, seed=3),
    "advantage": lambda: rbsim.advantage(games=40, seed=3),
    "compare": lambda: rbsim.compare("standard", "strict", games=40),
    "sweep": lambda: rbsim.sweep("reserve-size=5,6", games=40),
    "ladder": lambda: rbsim.ladder("greedy", "uniform", games=40),
    "patience": lambda: rbsim.patience("star", games=40),
}


def places(found: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where every value of an object is; of long lists the first few."""
    if where:
        yield where
    if isinstance(found, dict):
        for key in found:
            yield from places(found[key], (*where, key))
    elif isinstance(found, list):
        for i in range(min(len(found), 2)):
            yield from places(found[i], (*where, i))


def write_hostile(path: Path, kept: dict[str, Any]) -> None:
    """Write a document whose digests are right."""
    if isinstance(kept["sums"], dict):
        kept["sums"].pop("digest", None)
        kept["sums"]["digest"] = digest(kept["provenance"], kept["sums"])
    path.write_bytes(sealed(json.dumps(kept | {KEY: BLANK}).encode()))


@pytest.mark.full
@pytest.mark.parametrize("kind", PLAYED)
def test_hostile_values_under_a_right_digest_are_refused_at_load(kind: str, tmp_path: Path) -> None:
    """What is read nevertheless can be shown, saved and drawn from."""
    path, rng = tmp_path / "result.json", random.Random(kind)
    PLAYED[kind]().save(path)
    text = path.read_text()
    whole = json.loads(text)
    kept = {key: whole[key] for key in ("provenance", "sums")}
    # What a form says of its game is shown by nothing that is read.
    every = [where for where in places(kept) if where[1:] != ("digest",) and "form" not in where]
    count = 0
    for _ in range(ROUNDS):
        changed = json.loads(text)
        del changed[KEY]
        *outer, last = rng.choice(every)
        inner = changed
        for key in outer:
            inner = inner[key]
        if rng.random() < 0.2 and isinstance(inner, dict):
            del inner[last]
        else:
            inner[last] = rng.choice(HOSTILE)
        if not isinstance(changed.get("sums"), dict) or "provenance" not in changed:
            continue
        write_hostile(path, changed)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                read = rbsim.load(path)
            except ValueError as error:
                assert re.match(re.escape(str(path)), str(error)), error
                assert str(error).isprintable()
                count += 1
                continue
            read.report().markdown()
            read.at(0.9).save(tmp_path / "again.json", force=True)
    assert count > ROUNDS / 2


@pytest.mark.sample(7)
@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("sums", "seconds"), 1e308),
        (("sums", "arms", "0", "games"), 10**30),
        (("sums", "arms", "0", "turns"), [40]),
        (("sums", "arms", "0", "outcomes"), [40]),
        (("sums", "arms", "0", "starter_wins"), 41),
        (("provenance", "arms", 0, "games_version"), None),
        (("provenance", "arms", 0, "seed"), 1.5),
        (("provenance", "study"), 1e308),
    ],
)
def test_each_is_refused(where: tuple[Any, ...], value: Any, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    rbsim.simulate(games=40).save(path)
    kept = json.loads(path.read_text())
    *outer, last = where
    inner = kept
    for key in outer:
        inner = inner[key]
    if value == [40]:
        value = [*inner[last], 0, 1]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    write_hostile(path, kept)
    with refused(path):
        rbsim.load(path)


def test_a_result_of_a_store_is_saved(tmp_path: Path) -> None:
    """No time of playing is known of it."""
    rbsim.simulate(games=40, store=tmp_path / "store")
    read = rbsim.load(tmp_path / "store")
    read.save(tmp_path / "saved.json")
    assert rbsim.load(tmp_path / "saved.json").to_dict() == read.to_dict()


def test_the_seal_is_what_the_page_says(files: Path) -> None:
    """A digest of all bytes, with zeros in place of its own digits: docs/results.md."""
    from hashlib import blake2b

    for name in SEALED:
        whole = (files / name).read_bytes()
        (found,) = SEAL.finditer(whole)
        blank = whole[: found.start(1)] + b"0" * 32 + whole[found.end(1) :]
        assert blake2b(blank, digest_size=16).hexdigest().encode() == found[1]
    assert np.all(pq.read_table(files / "rows.parquet")["turns"].to_numpy() > 0)
