"""Results as frames: one table by every way out, at every level, saved, read and merged."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.results.document import FIRST, LAST, rows_of
from rbsim.results.result import StudyResult
from rbsim.stats.number_text import figure_text
from support.tables import row

Play = Callable[..., Any]
# With games enough that some end unfinished, as they are cut short.
PLAYS: dict[str, Play] = {
    "simulate": lambda **o: rbsim.simulate("strict", slip=0.1, **o),
    "match": lambda **o: rbsim.match(matches=o.pop("games") // 10, **o),
    "survey": lambda **o: rbsim.survey(
        "standard", "three-player", players="uniform,greedy", **o, max_turns=60
    ),
    "advantage": lambda **o: rbsim.advantage(max_turns=60, **o),
    "seatings": lambda **o: rbsim.advantage(players="greedy:uniform", **o),
    "compare": lambda **o: rbsim.compare("standard", "strict", "face-down", max_turns=60, **o),
    "sweep": lambda **o: rbsim.sweep("reserve-size=12,13", "early-turn=no,yes", **o),
    "ladder": lambda **o: rbsim.ladder("uniform", "greedy", "weighted", max_turns=60, **o),
    "sympathy": lambda **o: rbsim.sympathy(**o),
    "patience": lambda **o: rbsim.patience("talkative", **o),
}
UNTIL: dict[str, Play] = {
    "goal": lambda: rbsim.simulate(games=20_000, until=0.05, of="advantage"),
    "duel": lambda: rbsim.ladder("greedy", "uniform", games=2_000, until="decided"),
}
KINDS = pytest.mark.parametrize("kind", PLAYS)


@pytest.fixture(scope="module")
def results() -> dict[str, StudyResult]:
    played = {kind: play(games=200) for kind, play in PLAYS.items()}
    return played | {kind: play() for kind, play in UNTIL.items()}


EVERY = pytest.mark.parametrize("kind", [*PLAYS, *UNTIL])


@pytest.mark.full
@EVERY
def test_the_table_is_tidy(kind: str, results: dict[str, StudyResult]) -> None:
    table = results[kind].to_dict()
    names = list(table)
    assert names[:2] == list(FIRST)
    assert names[-len(LAST) :] == list(LAST)
    assert all(name.isidentifier() and name.islower() for name in names)
    keys = [name for name in names if name not in LAST or name == "quantity"]
    found = list(zip(*(table[key] for key in keys), strict=True))
    assert len(found) == len(set(found)) >= 4  # one row a figure
    for one in rows_of(table):
        if one["low"] is not None and one["high"] is not None and one["estimate"] is not None:
            assert one["low"] <= one["estimate"] <= one["high"]
            assert one["method"]
            assert 0.5 <= one["level"] < 1
        if one["undecided_low"] is not None and one["undecided_high"] is not None:
            assert one["undecided_low"] <= one["estimate"] <= one["undecided_high"]


@pytest.mark.sample(10)
@EVERY
def test_all_ways_out_are_equal(kind: str, results: dict[str, StudyResult]) -> None:
    result = results[kind]
    wanted = rows_of(result.to_dict())
    assert result.to_arrow().to_pylist() == wanted
    assert pa.table(result).to_pylist() == wanted  # by __arrow_c_stream__
    frame = result.to_pandas()
    assert list(frame.columns) == list(wanted[0])
    again = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert again == wanted
    assert result.to_document()["results"] == wanted
    assert json.loads(json.dumps(result.to_document()))["results"] == wanted


@pytest.mark.parametrize("package", ["polars", "duckdb"])
def test_other_libraries_take_results_as_they_are(
    package: str, results: dict[str, StudyResult]
) -> None:
    library = pytest.importorskip(package)
    result = results["compare"]
    if package == "polars":
        found = library.DataFrame(result).to_dicts()
    else:
        found = library.sql("select * from result").arrow().read_all().to_pylist()
    assert found == rows_of(result.to_dict())


@pytest.mark.sample(1)
@EVERY
def test_levels(kind: str, results: dict[str, StudyResult]) -> None:
    result = results[kind]
    wide, narrow = result.at(0.99), result.at(0.9)
    assert wide.at(0.95).to_dict() == result.to_dict()
    anytime = [one.quantity.endswith("_anytime") for one in result.figures]
    assert any(anytime) == (kind in UNTIL)
    wider = 0
    for one, more, less in zip(result.figures, wide.figures, narrow.figures, strict=True):
        if one.quantity.endswith("_anytime"):
            assert one.interval == more.interval == less.interval
            with pytest.raises(ValueError, match=r"of the level 0\.95 alone"):
                one.confidence_interval(0.99)
            continue
        assert one.confidence_interval() == one.interval
        if any(map(math.isnan, (*one.interval, *less.interval, *more.interval))):
            continue
        assert more.interval.low <= one.interval.low <= less.interval.low
        assert less.interval.high <= one.interval.high <= more.interval.high
        wider += more.interval.high - more.interval.low > less.interval.high - less.interval.low
        assert (more.estimate, more.pvalue) == pytest.approx(
            (one.estimate, one.pvalue), nan_ok=True
        )
        assert (one.level, more.level) == (0.95, 0.99)
    assert wider >= 3
    first = next(one for one in result.figures if one.method and math.isfinite(one.interval.low))
    same = wide.figures[result.figures.index(first)]
    assert first.confidence_interval(level=0.99) == same.interval
    text = wide.report(full=True).markdown()
    assert "intervals 99%" in text
    # The quantile of 95% is no level.
    assert "95%" not in re.sub(r"look, 95%|are 95%|\| 95% \|", "", text)


@pytest.mark.parametrize("level", [0, 1, 95, "0.9x", None, True, math.nan, 0.3])
def test_levels_out_of_range_are_one_sentence(level: Any) -> None:
    for call in (
        lambda: rbsim.simulate(games=5, level=level),
        lambda: rbsim.sympathy(games=5, level=level),
        lambda: rbsim.simulate(games=5).at(level),
    ):
        with pytest.raises(ValueError, match="level="):
            call()


@pytest.mark.full
def test_coverage_of_levels() -> None:
    """Of 150 batches, some 80% of the intervals at 80% hold the rate of many games."""
    truth = rbsim.simulate(games=40_000, rows=False, seed=5).figure("starter_wins").estimate
    held = 0
    for i in range(150):
        low, high = (
            rbsim.simulate(games=100, first=100 * i, seed=6, rows=False, level=0.8)
            .figure("starter_wins")
            .interval
        )
        held += low <= truth <= high
    assert 0.69 < held / 150 < 0.91


@pytest.mark.full
def test_short_names_and_answers() -> None:
    found = rbsim.advantage("standard", games=4_000, seed=1)
    advantage = found.advantage
    low, high = advantage.confidence_interval()
    assert (low, high) == found.causal.interval
    assert advantage.estimate == found.causal.mean.mean
    assert advantage.pvalue < 1e-6
    assert (advantage.confidence_interval().low, advantage.interval.high) == (low, high)
    text = f"{100 * advantage.estimate:+.1f}% ({100 * low:.1f} to {100 * high:.1f})"
    assert repr(advantage) == f"{text}, 4,000 deals"
    assert text.replace("%", " points", 1) in repr(found)
    played = rbsim.simulate("standard", games=4_000, seed=1)
    assert played.advantage.estimate == played.summary().advantage.mean
    assert figure_text(played.advantage) in repr(played)
    assert repr(rbsim.simulate(games=10**5, rows=False).figure("standoff")).count("%") in (1, 2, 3)


def test_an_unknown_figure_names_the_nearest() -> None:
    found = rbsim.simulate(games=20)
    assert found.figure("starter-wins") == found.figure("starter_wins")
    with pytest.raises(ValueError, match="did you mean starter_wins"):
        found.figure("starter_win")
    with pytest.raises(ValueError, match="there are advantage, starter_wins"):
        found.figure("xyz")
    with pytest.raises(ValueError, match=r"with players='search'; there is players='greedy'$"):
        found.figure("turns", players="search")


def test_several_runs_have_no_first() -> None:
    both = rbsim.survey("standard", "strict", games=20)
    with pytest.raises(ValueError, match="2 figures here; say which, by variant='standard' or 's"):
        both.figure("turns")
    assert both.figure("turns", variant="strict").labels["variant"] == "strict"
    with pytest.raises(ValueError, match="no figure with variant='strikt'; there is variant='sta"):
        both.figure("turns", variant="strikt")
    with pytest.raises(ValueError, match=r"by reserve_size=11 or 12$"):
        rbsim.sweep("reserve-size=11..12", games=20).figure("turns")
    known = rbsim.patience_survey("talkative", "roll-call", games=30_000, until=0.03)
    assert "10,000 games each" in repr(known)


# ---- files -------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@EVERY
@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_saved_results_are_read_back(
    kind: str, suffix: str, results: dict[str, StudyResult], tmp_path: Path
) -> None:
    result, file = results[kind], tmp_path / f"result{suffix}"
    result.save(file)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    again = rbsim.load(file)
    assert type(again) is type(result)
    assert again.to_dict() == result.to_dict()
    assert again.provenance == json.loads(json.dumps(result.provenance))
    assert rbsim.load(file, level=0.9).to_dict() == result.at(0.9).to_dict()
    tables = [[list(one.lines()) for one in each.report().tables] for each in (again, result)]
    assert tables[0] == tables[1]
    with pytest.raises(ValueError, match="exists"):
        result.save(file)
    result.save(file, force=True)


def test_a_file_whose_sums_were_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    rbsim.simulate(games=1234, seed=5).save(file)
    whole = file.read_bytes()
    assert rbsim.load(file)
    for old, new in ((b'"games": 1234', b'"games": 1235'), (b'"seed": 5', b'"seed": 6')):
        assert old in whole
        file.write_bytes(whole.replace(old, new))
        with pytest.raises(ValueError, match="is not a file of results that rbsim wrote, or it is"):
            rbsim.load(file)


def test_rows_of_several_runs_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "two.parquet"
    assert (
        run(["simulate", "--players", "greedy,uniform", "--games", "70", "--rows", str(file)]) == 0
    )
    read = rbsim.load(file, level=0.9)
    assert isinstance(read, rbsim.Survey)
    for one in read.results:
        assert one.games is not None
        assert (one.games == rbsim.simulate(players=one.players, games=70).games).all()


@EVERY
def test_csv_has_the_table(kind: str, results: dict[str, StudyResult], tmp_path: Path) -> None:
    file = tmp_path / "result.csv"
    results[kind].save(file)
    wanted = rows_of(results[kind].to_dict())
    with file.open(newline="") as opened:
        found = list(csv.DictReader(opened))
    assert found == [{k: "" if v is None else str(v) for k, v in one.items()} for one in wanted]
    with pytest.raises(ValueError, match="has no sums"):
        rbsim.load(file)


def test_files_of_something_else_are_one_sentence(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    rbsim.advantage(games=20).save(good)
    kept = json.loads(good.read_text())
    del kept["digest"]
    shown = {key: value for key, value in kept.items() if key != "sums"}
    for name, text, words in (
        ("broken.json", "{", "is not a file of results"),
        ("list.json", "[1]", "is not a file of results"),
        ("shown.json", json.dumps(shown), "has no sums"),
        ("newer.json", json.dumps(kept | {"schema": 2}), "of schema 2"),
        ("short.json", json.dumps(kept | {"sums": {}}), "is not a file of results"),
        ("deep.json", "[" * 100_000, "is not a file of results"),
        ("odd.parquet", "PAR1", "is not a file of results"),
        ("page.html", "<p>", "has no sums"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=words) as refused:
            rbsim.load(tmp_path / name)
        assert "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="is not there"):
        rbsim.load(tmp_path / "nothing.json")
    with pytest.raises(ValueError, match="not the store of a study"):
        rbsim.load(tmp_path)
    with pytest.raises(ValueError, match="not the name of a file"):
        rbsim.load(7)  # type: ignore[arg-type]


STORED = [kind for kind in PLAYS if kind not in ("match", "seatings")]


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", STORED)
def test_stores_are_read_back(kind: str, results: dict[str, StudyResult], tmp_path: Path) -> None:
    played = PLAYS[kind](games=200, store=tmp_path / "store")
    again = rbsim.load(tmp_path / "store")
    assert type(again) is type(played)
    assert again.to_dict() == played.to_dict() == results[kind].to_dict()


# ---- merging -----------------------------------------------------------------------------------


@pytest.mark.sample(1)
@KINDS
def test_runs_over_other_games_are_merged(kind: str) -> None:
    """As one run, if the one goes on where the other ends; in either order."""
    games, step = 200, 20 if kind == "match" else 200
    one, other = PLAYS[kind](games=games), PLAYS[kind](games=games, first=step)
    whole = PLAYS[kind](games=2 * games)
    assert (one + other).to_dict() == (other + one).to_dict() == whole.to_dict()
    assert (one + other).provenance == whole.provenance
    if isinstance(whole, rbsim.Result | rbsim.Patience):
        assert whole.games is not None
        assert (other + one).games.tobytes() == whole.games.tobytes()
        assert (one + other).to_arrow(rows=True) == whole.to_arrow(rows=True)
    with pytest.raises(ValueError, match="both results have games"):
        one + one
    with pytest.raises(ValueError, match="both results have games"):
        (one + other) + PLAYS[kind](games=games, first=step // 2)
    far = one + PLAYS[kind](games=games, seed=2)
    assert row(far, far.figures[0].quantity)["n"] == row(whole, whole.figures[0].quantity)["n"]
    assert "seed 1" in far.report().footnote
    assert "seed 2" in far.report().footnote
    assert (far.at(0.9) + other.at(0.9)).level == 0.9


def test_rows_of_other_seeds_keep_their_seeds() -> None:
    far = rbsim.simulate(games=30, seed=2) + rbsim.simulate(games=20, seed=1)
    table = far.to_arrow(rows=True)
    assert table["seed"].to_pylist() == [1] * 20 + [2] * 30
    assert [part["arms"][0]["games"] for part in far.provenance["parts"]] == [20, 30]
    assert far.totals.games == 50


def test_merged_results_are_saved_and_read_back(tmp_path: Path) -> None:
    far = rbsim.advantage(games=30, seed=2) + rbsim.advantage(games=20, seed=1)
    far.save(tmp_path / "far.json")
    again = rbsim.load(tmp_path / "far.json")
    assert again.to_dict() == far.to_dict()
    assert (again + rbsim.advantage(games=10, seed=3)).to_dict()["n"][0] == 60
    with pytest.raises(ValueError, match="both results have games"):
        again + rbsim.advantage(games=10, seed=2)


def test_unpaired_arms_must_not_meet() -> None:
    """The second variant plays the games after the first one's, which other runs may have."""
    one = rbsim.compare("standard", "reserve-11", games=50)
    with pytest.raises(ValueError, match="both results have games 50 to 99 of seed 1"):
        one + rbsim.compare("standard", "reserve-11", games=50, first=50)
    both = one + rbsim.compare("standard", "reserve-11", games=50, first=100)
    assert both.pairs.games == 100


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: rbsim.simulate("strict", games=20, first=50), "other rules, players or limits"),
        (lambda: rbsim.simulate(games=20, first=50, players="uniform"), "other rules, players"),
        (lambda: rbsim.simulate(games=20, first=50, max_turns=99), "other rules, players"),
        (lambda: rbsim.simulate(games=20_000, first=50, until=0.05), "until a goal"),
    ],
)
def test_other_studies_are_not_merged(other: Callable[[], Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbsim.simulate(games=50) + other()
    with pytest.raises(TypeError):
        rbsim.simulate(games=50) + rbsim.advantage(games=50, first=50)


# ---- pictures ----------------------------------------------------------------------------------


def first_of_their_kind(result: StudyResult, results: dict[str, StudyResult]) -> Iterator[str]:
    """The quantities of a result that none before it has of its class or method."""
    drawn = set()
    for one in results.values():
        new = {}
        for figure in one.figures:
            for trait in (figure.quantity, (type(one), figure.method)):
                if trait not in drawn:
                    drawn.add(trait)
                    new[figure.quantity] = None
        if one is result:
            yield from new
            return


@pytest.mark.full
@EVERY
def test_results_are_drawn(kind: str, results: dict[str, StudyResult], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = results[kind]
    picture = result.plot()
    assert picture.svg.startswith("<svg")
    assert picture._repr_html_().startswith("<figure")
    picture.save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text() == picture.svg
    with pytest.raises(ValueError, match="exists"):
        picture.save(tmp_path / "picture.svg")
    for quantity in first_of_their_kind(result, results):
        assert result.plot(quantity).description
    with pytest.raises(ValueError, match="is not a figure of this result"):
        result.plot("nothing")


def test_lengths_are_drawn_as_distributions() -> None:
    pytest.importorskip("matplotlib")
    result = rbsim.simulate(games=100)
    assert "bands" in result.plot("turns").description
    assert "starter wins: " in result.plot().description
    sweep = rbsim.sweep("reserve-size=11..13", games=20)
    assert "reserve-size=12: " in sweep.plot("stalemate").description


def test_pictures_have_the_intervals_of_the_table() -> None:
    pytest.importorskip("matplotlib")
    played = rbsim.simulate(games=1_000, players="greedy")
    assert figure_text(played.figure("turns")) in played.plot("turns").description
    book = rbsim.patience("robert,passes=3", games=2_000)
    assert figure_text(book.figure("cards_left")) in book.plot("cards_left").description


def test_a_ladder_is_drawn_above_its_anchor() -> None:
    pytest.importorskip("matplotlib")
    ladder = rbsim.ladder("greedy", "uniform", "weighted", games=50)
    drawn = ladder.plot().description
    assert "weighted: +" in drawn
    assert "greedy" not in drawn
    assert all(map(math.isnan, ladder.figure("elo", player="greedy", opponent="greedy").interval))
