"""Results: one table by every way out, at every level; saved, read, added up; damage is found."""

from __future__ import annotations

import csv
import json
import math
import pickle
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from scipy import stats

import rbsim
from rbsim.estimates.figures import COLUMNS
from rbsim.files import sealed
from rbsim.result import FIRST, Result, json_text
from support.quick import fewer

Play = Callable[..., Result]
# With games enough that some end unfinished, as they are cut short.
PLAYS: dict[str, Play] = {
    "simulate": lambda **o: rbsim.simulate("strict", slip=0.1, **o),
    "several": lambda **o: rbsim.simulate(
        "standard", "three-player", players="uniform,greedy", **o, max_turns=60
    ),
    "match": lambda **o: rbsim.match(matches=o.pop("games"), **o),
    "advantage": lambda **o: rbsim.advantage(max_turns=60, **o),
    "seatings": lambda **o: rbsim.advantage(players="greedy:uniform", **o),
    "fair": lambda **o: rbsim.fair("wrangle", handicaps="first-moves=4,5", **o),
    "compare": lambda **o: rbsim.compare("standard", "strict", "face-down", max_turns=60, **o),
    "sweep": lambda **o: rbsim.sweep("reserve-size=12,13", "early-turn=no,yes", **o),
    "ladder": lambda **o: rbsim.ladder("uniform", "greedy", "weighted", max_turns=60, **o),
    "luck": lambda **o: rbsim.luck("standard", shuffles=2, **o),
    "patience": lambda **o: rbsim.patience("talkative", "sympathy", **o),
}
UNTIL: dict[str, Play] = {
    "goal": lambda **o: rbsim.simulate(games=20_000, until="5%", of="advantage", **o),
    "decided": lambda **o: rbsim.ladder("greedy", "uniform", games=2_000, until="decided", **o),
}
KINDS = pytest.mark.parametrize("kind", PLAYS)
EVERY = pytest.mark.parametrize("kind", [*PLAYS, *UNTIL])


@cache
def result_of(kind: str) -> Result:
    return PLAYS[kind](games=120, seed=3) if kind in PLAYS else UNTIL[kind](seed=3)


def rows_of(result: Result) -> list[dict[str, Any]]:
    table = result.to_dict()
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


@EVERY
def test_the_table_is_tidy(kind: str) -> None:
    found = result_of(kind)
    names = list(found.to_dict())
    assert names[:2] == list(FIRST)
    assert names[-len(COLUMNS) :] == list(COLUMNS)
    assert all(name.isidentifier() and name.islower() for name in names)
    keys = [name for name in names if name not in COLUMNS or name == "quantity"]
    rows = rows_of(found)
    assert len({tuple(row[key] for key in keys) for row in rows}) == len(rows) >= 4
    for row in rows:
        ends = row["low"], row["estimate"], row["high"]
        if None not in ends:
            assert row["low"] <= row["estimate"] <= row["high"]
            assert row["method"]
            assert 0.5 <= row["level"] < 1
        ends = row["undecided_low"], row["estimate"], row["undecided_high"]
        if None not in ends:
            assert list(ends) == pytest.approx(sorted(ends))
    for one in found.figures:
        assert found.figure(one.quantity, **one.labels) == one


@pytest.mark.sample(5)
@EVERY
def test_all_ways_out_are_equal(kind: str, tmp_path: Path) -> None:
    found = result_of(kind)
    wanted = rows_of(found)
    assert found.to_arrow().to_pylist() == wanted
    assert pa.table(found).to_pylist() == wanted  # by __arrow_c_stream__
    frame = found.to_pandas()
    assert list(frame.columns) == list(wanted[0])
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == wanted
    document = json.loads(json_text(found.to_document(["rbsim"])))
    assert document["results"] == wanted
    assert document["command"] == ["rbsim"]
    found.save(tmp_path / "result.csv")
    with (tmp_path / "result.csv").open(newline="") as opened:
        read = list(csv.DictReader(opened))
    assert read == [{k: "" if v is None else str(v) for k, v in one.items()} for one in wanted]
    found.save(tmp_path / "result.parquet")
    assert pa.parquet.read_table(tmp_path / "result.parquet").to_pylist() == wanted


@pytest.mark.parametrize("package", ["polars", "duckdb"])
def test_other_libraries_take_results_as_they_are(package: str) -> None:
    library, result = pytest.importorskip(package), result_of("compare")
    if package == "polars":
        found = library.DataFrame(result).to_dicts()
    else:
        found = library.sql("select * from result").arrow().read_all().to_pylist()
    assert found == rows_of(result)


def test_rows_are_a_flat_table() -> None:
    """Of all arms or some; every column is that of NumPy's rows, and counts can be subtracted."""
    found = rbsim.simulate("standard", "strict", "three-player", games=60, seed=1, rows=True)
    table, every = found.rows(), found.rows().to_pandas()
    assert len(every) == 180
    assert not any(
        pa.types.is_unsigned_integer(one.type) for one in table.schema if one.name != "seed"
    )
    for arm, variant in enumerate(("standard", "strict", "three-player")):
        rows, own = found.arm_rows(arm=arm), found.rows(variant=variant).to_pandas()
        assert rows["scores"].shape == (60, arm // 2 + 2)
        scores = own[[name for name in own if name.startswith("score_")]].to_numpy()
        assert rows["scores"].mean() == scores.mean()
        reserves = rows["reserve"].astype(float)
        assert ((own["reserve_0"] - own["reserve_1"]) == reserves[:, 0] - reserves[:, 1]).all()
        assert ("score_2" in own.columns) == (arm == 2)
        own = every[every["variant"] == variant]
        assert own["turns"].tolist() == rows["turns"].tolist()
        assert own["score_2"].isna().all() == (arm < 2)
    with pytest.raises(ValueError, match="there are no arms with variant='peek'; choose with"):
        found.rows(variant="peek")
    with pytest.raises(ValueError, match="no rows were kept; give rows=True, or a store"):
        rbsim.simulate(games=1).rows()


@pytest.mark.parametrize("package", ["polars", "duckdb", "pandas"])
def test_other_libraries_take_rows_as_they_are(package: str) -> None:
    """Who wins is the same in each, also of games that nobody wins or that are unfinished."""
    library = pytest.importorskip(package)
    found = rbsim.simulate("wrangle", games=200, seed=1, max_turns=150, rows=True)
    games = found.rows()
    if package == "polars":
        frame = library.DataFrame(games)
    else:
        frame = games.to_pandas() if package == "pandas" else library.sql("from games").df()
    names = ("starter_wins", "nobody_wins")
    wins, nobody = (frame[name].to_numpy().astype(bool) for name in names)
    rows, unfinished = found.games, found.figure("unfinished").count
    assert (wins == (rows["winner"] == rows["starter"])).all()
    for name, column in zip(names, (wins, nobody), strict=True):
        assert column.sum() == found.figure(name).count > 0
    assert unfinished > 0
    assert (rows["winner"] < 0).sum() == nobody.sum() + unfinished


def test_paired_rows_give_the_right_differences() -> None:
    found = rbsim.simulate("standard", "strict", games=300, seed=1, rows=True)
    one, other = (found.arm_rows(variant=name)["turns"] for name in ("standard", "strict"))
    wide = other.astype(float) - one.astype(float)
    assert (other - one).mean() == wide.mean() < 0
    assert stats.ttest_rel(other, one).statistic == pytest.approx(
        wide.mean() / wide.std(ddof=1) * 300**0.5
    )


def test_whole_axes_stay_whole_in_frames() -> None:
    """Also where some figures have no value of the axis, as the slope."""
    found = rbsim.sweep("reserve-size=11..13", games=20, seed=1)
    frame = found.to_pandas()
    assert pd.api.types.is_integer_dtype(frame["reserve_size"])
    assert frame["reserve_size"].isna().sum() == 1
    assert frame["reserve_size"].dropna().unique().tolist() == [11, 12, 13]
    assert frame["n"].dtype == "int64"
    assert str(found.to_arrow().schema.field("reserve_size").type) == "int64"


def test_matches_say_whether_the_first_starter_wins() -> None:
    found = rbsim.match("standard,target=60", matches=30, seed=1, rows=True)
    frame = found.rows().to_pandas()
    assert frame["first_starter_wins"].sum() == found.figure("first_starter_wins").count
    assert frame["nobody_wins"].sum() == found.games["nobody_wins"].sum()


@pytest.mark.sample(4)
@EVERY
def test_levels(kind: str) -> None:
    """Of wider intervals there are the same estimates; what was played for keeps its own."""
    found = result_of(kind)
    wide, narrow = found.at(0.99), found.at(0.9)
    assert wide.at(0.95).to_dict() == found.to_dict()
    assert wide.level == 0.99
    wider = 0
    known = {watch.figure.quantity for watch in found.played.watches if watch.figure is not None}
    assert bool(known) == (kind in UNTIL)
    for one, more, less in zip(found.figures, wide.figures, narrow.figures, strict=True):
        assert (more.estimate, more.p) == pytest.approx((one.estimate, one.p), nan_ok=True)
        if one.quantity in known and one.level == more.level:
            assert one.interval == more.interval == less.interval
        elif not any(map(math.isnan, (*one.interval, *less.interval, *more.interval))):
            assert more.low <= one.low <= less.low <= less.high <= one.high <= more.high
            wider += more.half > less.half
            assert more.level > one.level > less.level
    assert wider >= 3
    assert "99% intervals" in wide.report(full=True).markdown()


def test_an_unknown_figure_names_the_nearest() -> None:
    found = result_of("simulate")
    assert found.figure("starter-wins") == found.figure("starter_wins")
    for words, said in (
        ("starter_win", "did you mean starter_wins"), ("xyz", "'xyz' is not a quantity"),
        ("elo", "'elo' is not a figure of this result; "),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            found.figure(words)
    with pytest.raises(
        ValueError, match=r"no figures with players='search'; choose with players='"
    ):
        found.figure("turns", players="search")


@pytest.mark.sample(5)
@EVERY
def test_saved_results_are_read_back(kind: str, tmp_path: Path) -> None:
    found, file = result_of(kind), tmp_path / "result.json"
    found.save(file)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    again = rbsim.load(file)
    assert again == found
    assert again.to_dict() == found.to_dict()
    assert again.headline == found.headline
    assert rbsim.load(file, level=0.9).to_dict() == found.at(0.9).to_dict()
    assert list(map(str, again.report(True).tables)) == list(map(str, found.report(True).tables))
    for call in (found.save, again.save):
        with pytest.raises(ValueError, match="exists"):
            call(file)
    again.save(file, force=True)
    assert rbsim.load(file) == found
    if kind in PLAYS:
        assert file.stat().st_size < 150_000


@pytest.mark.sample(4)
@EVERY
def test_stores_are_read_back(kind: str, tmp_path: Path) -> None:
    how = {"seed": 3, "store": tmp_path / "store"} | ({"games": 120} if kind in PLAYS else {})
    played = (PLAYS | UNTIL)[kind](**how)
    assert rbsim.load(tmp_path / "store") == played
    assert played.to_dict() == result_of(kind).to_dict()
    rbsim.load(tmp_path / "store").save(tmp_path / "saved.json")  # of no time of playing
    assert rbsim.load(tmp_path / "saved.json").to_dict() == played.to_dict()


def test_files_of_something_else_are_one_sentence(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    result_of("advantage").save(good)
    kept = json.loads(good.read_text())
    shown = {key: value for key, value in kept.items() if key != "sums"}
    for name, text, words in (
        ("broken.json", "{", "broken"), ("list.json", "[1]", "no sums"),
        ("shown.json", json.dumps(shown), "no sums"), ("null.json", "null", "no sums"),
        ("before.json", sealed(kept | {"schema": 2, "sums": {}}).decode(), "an older version of "),
        ("after.json", sealed(kept | {"schema": 99}).decode(), "a newer version of rbsim"),
        ("short.json", sealed(kept | {"sums": {}}).decode(), "short"),
        ("deep.json", "[" * 100_000, "deep"), ("empty.json", "", "empty"),
        ("other.json", good.read_text().replace('"seed": 3', '"seed": 6'), "changed"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=words) as refused:
            rbsim.load(tmp_path / name)
        assert str(refused.value).isprintable()
        assert str(tmp_path / name) in str(refused.value)
    for missing in (tmp_path / "nothing.json", tmp_path, tmp_path / "none"):
        with pytest.raises((ValueError, OSError), match=str(missing)):
            rbsim.load(missing)
    with pytest.raises(TypeError):
        rbsim.load()


def test_no_flipped_bit_of_a_file_goes_unseen(tmp_path: Path) -> None:
    path, rng = tmp_path / "result.json", random.Random(1)
    result_of("simulate").save(path)
    whole = path.read_bytes()
    for at in rng.sample(range(8 * len(whole)), fewer(1_000)):
        flipped = bytearray(whole)
        flipped[at // 8] ^= 1 << at % 8
        path.write_bytes(flipped)
        with pytest.raises(ValueError, match=re.escape(str(path))) as refused:
            rbsim.load(path)
        assert str(refused.value).isprintable()
    path.write_bytes(whole)
    assert rbsim.load(path) == result_of("simulate")


HOSTILE: tuple[Any, ...] = (
    None, True, -1, 1e308, -1e308, 10**30, 2**63, 0.5, "", "x", "\x1b[2J", [], {}, [[]], [1],
    [1, 2], [0] * 7, [10**30], [1e308], {"a": {}},
)  # fmt: skip


def places(found: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where every value of an object is; of long lists the first few."""
    if where:
        yield where
    if isinstance(found, dict):
        for key in found:
            yield from places(found[key], (*where, key))
    elif isinstance(found, list):
        for i in range(min(len(found), 3)):
            yield from places(found[i], (*where, i))


@pytest.mark.sample(3)
@EVERY
def test_hostile_values_under_a_right_digest_are_refused_at_load(kind: str, tmp_path: Path) -> None:
    """What is read nevertheless can be shown, saved and added up."""
    path, rng, refused = tmp_path / "result.json", random.Random(kind), 0
    result_of(kind).save(path)
    text = path.read_text()
    whole = {key: json.loads(text)[key] for key in ("provenance", "sums")}
    # What a form says of its game, and the program's version, are used by nothing that is read.
    every = [where for where in places(whole) if "form" not in where]
    for _ in range(fewer(60)):
        changed = json.loads(text)
        *outer, last = rng.choice(every)
        inner = changed
        for key in outer:
            inner = inner[key]
        if rng.random() < 0.2 and isinstance(inner, dict):
            del inner[last]
        else:
            inner[last] = rng.choice(HOSTILE)
        path.write_bytes(sealed(changed))
        try:
            read = rbsim.load(path)
        except ValueError as error:
            assert str(path) in str(error), error
            assert str(error).isprintable()
            refused += 1
            continue
        read.report().markdown()
        read.at(0.9).save(tmp_path / "again.json", force=True)
    assert refused


@pytest.mark.sample(1)
@KINDS
def test_runs_over_other_games_are_added(kind: str, tmp_path: Path) -> None:
    """As one run, if the one goes on where the other ends; in either order, in files or not."""
    step = 60
    one, other = (PLAYS[kind](games=step, seed=3, first=first) for first in (0, step))
    whole = PLAYS[kind](games=2 * step, seed=3)
    assert (one + other).to_dict() == (other + one).to_dict() == whole.to_dict()
    one.save(tmp_path / "one.json")
    other.save(tmp_path / "other.json")
    both = rbsim.load(tmp_path / "one.json", tmp_path / "other.json")
    assert both == one + other
    both.save(tmp_path / "both.json")
    assert rbsim.load(tmp_path / "both.json") == both
    assert sum([one, other]) == both  # type: ignore[comparison-overlap]
    far = one + PLAYS[kind](games=step, seed=4)
    assert far.tallies[0].n == 2 * step
    for seed in (3, 4):
        assert f"seed {seed}" in far.what
    with pytest.raises(ValueError, match=f"both have games 0 to {step - 1} of seed 3"):
        one + one
    with pytest.raises(ValueError, match="both have games"):
        both + PLAYS[kind](games=2, seed=3, first=step - 1)


def test_unpaired_arms_must_not_meet() -> None:
    """The second variant plays the games after the first one's, which other runs may have."""

    def run(first: int) -> Result:
        return rbsim.compare("standard", "reserve-11", games=50, first=first)

    with pytest.raises(ValueError, match="both have games 50 to 99 of seed 1"):
        run(0) + run(50)
    assert (run(0) + run(100)).tallies[0].n == 100


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: rbsim.simulate("strict", games=20, first=50), "can be added"),
        (lambda: rbsim.simulate(games=20, first=50, players="uniform"), "can be added"),
        (lambda: rbsim.simulate(games=20, first=50, max_turns=99), "can be added"),
        (lambda: rbsim.advantage(games=20, first=50), "can be added"),
        (lambda: rbsim.simulate(games=20_000, first=50, until="5%"), "played with until"),
        (lambda: rbsim.luck(games=5, shuffles=2, first=50), "can be added"),
    ],
)
def test_other_studies_are_not_added(other: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.simulate(games=50) + other()
    with pytest.raises(TypeError):
        rbsim.simulate(games=5) + 3  # type: ignore[operator]


def test_equal_reruns_are_equal_files() -> None:
    """So that notebooks that are run again do not change, nor what is cached by a pickle's hash."""
    first, second = (rbsim.simulate("standard", games=200, seed=1) for _ in range(2))
    assert first._repr_html_() == second._repr_html_()
    second.played.seconds = 1 + first.played.seconds
    str(first)  # works out figures, which are kept
    assert pickle.dumps(first) == pickle.dumps(second)
    assert "a second" not in str(first) + first._repr_html_()
    assert "a second on" in first.origin
