"""Plans as they are played: figures, stores, files and pages, and the plan in each of them."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rbsim.pipeline import manifest as manifests

import rbsim
from rbsim.cli.main import run

pytest.importorskip("pyarrow")
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def soon_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """After fewer games than 10,000, as the same holds."""
    monkeypatch.setattr("rbsim.pipeline.stopping.BLOCK", 1_000)


# A study of each kind: what a plan says, the call in Python, and the command.
SAID = {
    "simulate": (
        'variant = "strict"\nplayers = "greedy:uniform"\nlevel = 0.9\nseed = 3',
        lambda: rbsim.simulate("strict", games=60, players="greedy:uniform", level=0.9, seed=3),
        "simulate strict --games 60 --players greedy:uniform --level 0.9 --seed 3",
    ),
    "until": (
        'players = ["uniform", "greedy"]\nuntil = 0.2\nof = "advantage"\ngames = 2e4',
        None,
        "simulate --games 2e4 --players uniform,greedy --until 0.2 --of advantage",
    ),
    "match": (
        'variant = "standard,target=50"\nmatches = 9',
        lambda: rbsim.match("standard,target=50", matches=9),
        "match standard,target=50 --matches 9",
    ),
    "survey": (
        'variants = ["strict", "peek"]\nplayers = ["uniform", "greedy"]',
        lambda: rbsim.survey("strict", "peek", games=60, players="uniform,greedy"),
        "survey strict peek --games 60 --players uniform,greedy",
    ),
    "advantage": (
        "slip = 0.1\nfirst = 7",
        lambda: rbsim.advantage(games=60, slip=0.1, first=7),
        "advantage --games 60 --slip 0.1 --first 7",
    ),
    "compare": (
        'variants = ["standard", "strict", "simplified"]',
        lambda: rbsim.compare("standard", "strict", "simplified", games=60),
        "compare standard strict simplified --games 60",
    ),
    "sweep": (
        'axes = ["reserve-size=12..13", "peek=no,yes"]\nvariant = "strict"\nmax-turns = 70',
        lambda: rbsim.sweep(
            "reserve-size=12..13", "peek=no,yes", variant="strict", games=60, max_turns=70
        ),
        "sweep reserve-size=12..13 peek=no,yes --variant strict --games 60 --max-turns 70",
    ),
    "ladder": (
        'players = ["uniform", "greedy"]\nanchor = "greedy"',
        lambda: rbsim.ladder("uniform", "greedy", games=60, anchor="greedy"),
        "ladder uniform greedy --games 60 --anchor greedy",
    ),
    "patience": (
        'game = "sympathy,heaps=17"\nseed = 4',
        lambda: rbsim.patience("sympathy,heaps=17", games=60, seed=4),
        "patience sympathy,heaps=17 --games 60 --seed 4",
    ),
    "patience-survey": (
        'forms = ["fly", "44"]\nplayers = ["uniform", "adviser"]\nlevel = 0.9',
        lambda: rbsim.patience_survey("fly", "44", games=60, players="uniform,adviser", level=0.9),
        "patience fly 44 --games 60 --players uniform,adviser --level 0.9",
    ),
}  # fmt: skip


def written(folder: Path, names: Any = SAID, more: str = "") -> Path:
    """A plan of some of these studies, as a file."""
    text = "title = 'Some & all'\n" + "games = 60\n" * any(name != "match" for name in names)
    for name in names:
        kind = "simulate" if name == "until" else name
        text += f'[[study]]\nname = "{name}"\nkind = "{kind}"\n{SAID[name][0]}\n'
    path = folder / "plan.toml"
    path.write_text(text + more)
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SAID)
def test_figures_are_those_of_python_and_of_the_command(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, function, command = SAID[name]
    path = written(tmp_path, [name])
    (result,) = rbsim.play_plan(path).values()
    if function is not None:
        other = function()
        assert type(result) is type(other)
        assert result.to_dict() == other.to_dict()
    assert run([*shlex.split(command), "--json", "--quiet"]) == 0
    by_command = json.loads(capsys.readouterr().out)["results"]
    assert result.to_document()["results"] == by_command
    assert run(["study", str(path), "--json", "--quiet"]) == 0
    by_plan = json.loads(capsys.readouterr().out)["results"]
    assert by_plan == [{"study": name} | row for row in by_command]


@pytest.mark.full
def test_threads_and_stores_do_not_matter(tmp_path: Path) -> None:
    path = written(tmp_path)
    plain = rbsim.play_plan(path, threads=1)
    stored = rbsim.play_plan(rbsim.read_plan(path), stores=tmp_path / "a" / "b", threads=2)
    assert list(plain) == list(SAID)
    for name, result in plain.items():
        assert stored[name].to_dict() == result.to_dict()
        if name != "match":
            assert rbsim.load(tmp_path / "a" / "b" / name).to_dict()["n"] == result.to_dict()["n"]
    assert {one.name for one in (tmp_path / "a" / "b").iterdir()} == set(SAID) - {"match"}


# ---- what keeps the plan -------------------------------------------------------------------------


@pytest.mark.full
def test_stores_and_files_give_the_plan_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, more='[output]\nstores = "stores"\nout = "{name}.json"')
    results = rbsim.play_plan(path)
    plan = rbsim.read_plan(path)
    for name in SAID:
        kept = {"file": "plan.toml", "text": path.read_text(), "study": name}
        sources: list[str | Path] = [f"{name}.json"]
        if name != "match":
            sources.append(Path("stores") / name)
            assert manifests.read(Path("stores") / name)["plan"] == kept
        results[name].save(f"{name}.parquet")
        for source in (*sources, f"{name}.parquet"):
            assert rbsim.read_plan(source) == plan
            loaded = rbsim.load(source)
            assert loaded.study.plan == kept  # type: ignore[attr-defined]
            assert loaded.at(0.9).to_document()["provenance"]["plan"] == kept
        assert plan[name].study.plan == kept
    path.unlink()
    again = rbsim.play_plan("stores/sweep", stores="others", force=True)
    assert {name: one.to_dict() for name, one in again.items()} == {
        name: one.to_dict() for name, one in results.items()
    }


@pytest.mark.full
def test_a_report_has_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    output = '[output]\nstores = "s"\nreport = "page.html"\nfigures = true # <b>'
    path = written(tmp_path, ["advantage", "sweep", "patience"], output)
    rbsim.play_plan(path)
    page = Path("page.html").read_text()
    assert "<h1>Some &amp; all</h1>" in page
    assert page.count("figures = true # &lt;b&gt;") == 3
    assert "The plan, plan.toml, of which this is sweep" in page
    assert list(tmp_path.glob("page-*.svg"))
    rbsim.advantage(games=20, store="bare")
    (bare,) = rbsim.report("bare", out="bare.html")
    assert "The plan," not in bare.read_text()


def test_a_store_keeps_the_plan_by_which_it_was_played_last(tmp_path: Path) -> None:
    store = tmp_path / "stores" / "advantage"
    store.parent.mkdir()
    rbsim.advantage(games=60, slip=0.1, first=7, store=store)
    with pytest.raises(ValueError, match="keeps no plan"):
        rbsim.read_plan(store)
    path = written(tmp_path, ["advantage"])
    for comment in ("", "# another edition\n"):
        path.write_text(path.read_text() + comment)
        rbsim.play_plan(path, stores=store.parent)
        assert rbsim.read_plan(store).text == path.read_text()
    rbsim.advantage(games=60, slip=0.1, first=7, store=store)
    assert rbsim.read_plan(store).text == path.read_text()
    path.write_text(path.read_text().replace("games = 60", "games = 59"))
    with pytest.raises(ValueError, match="games are 60, not 59"):
        rbsim.play_plan(path, stores=store.parent)
    assert "59" not in rbsim.read_plan(store).text
    assert rbsim.load(store).to_dict() == rbsim.advantage(games=60, slip=0.1, first=7).to_dict()


def test_what_keeps_a_plan_imports_no_module_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("theirs.py").write_text("def first(view, moves):\n    return moves[0]\n")
    Path("plan.toml").write_text(
        'games = 20\nplayers = "theirs.first"\n[output]\nstores = "stores"\nout = "{name}.json"\n'
        '[[study]]\nkind = "simulate"\nname = "one"\n'
    )
    assert run(["study", "plan.toml"]) == 0
    for source in ("stores/one", "one.json"):
        del sys.modules["theirs"]
        capsys.readouterr()
        assert run(["study", source, "--force"]) == 2
        assert "is a player of the module theirs, which is imported if you say --imports" in (
            capsys.readouterr().err
        )
        assert rbsim.load(source).to_dict()
        assert "theirs" not in sys.modules
        assert run(["study", source, "--force", "--imports"]) == 0
        assert len(rbsim.read_plan(source, imports=True)) == 1
        assert "theirs" in sys.modules


def test_results_of_commands_keep_no_plan(tmp_path: Path) -> None:
    rbsim.simulate(games=20).save(tmp_path / "a.json")
    rbsim.sympathy(games=20).save(tmp_path / "b.json")
    for name in ("a.json", "b.json"):
        assert "plan" not in json.loads((tmp_path / name).read_text())["provenance"]
        with pytest.raises(ValueError, match="keeps no plan"):
            rbsim.read_plan(tmp_path / name)


# ---- files and the command -----------------------------------------------------------------------


def test_files_are_looked_at_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for output, said in {
        'out = "{name}.json"': "sweep.json exists",
        'out = "{name}.txt"': "end its name in one of",
        'out = "none/{name}.csv"': "none is not a folder",
        'out = "s/{name}.csv"\nstores = "s"': "lies among the stores",
        'report = "page.html"\nstores = "s"': "page.html exists",
        'report = "page.txt"\nstores = "s"': "end its name in .html",
    }.items():
        path = written(tmp_path, ["advantage", "sweep"], f"[output]\n{output}")
        for name in ("sweep.json", "page.html"):
            Path(name).write_text("mine")
        Path("s").mkdir(exist_ok=True)
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(ValueError, match=said):
            rbsim.play_plan(path)
        assert run(["study", str(path), "--quiet"]) == 2
        assert sorted(tmp_path.rglob("*")) == before
        assert Path("sweep.json").read_text() == Path("page.html").read_text() == "mine"
    path = written(tmp_path, ["advantage", "sweep"], '[output]\nout = "{name}.json"')
    assert run(["study", str(path), "--quiet", "--force"]) == 0
    found = rbsim.load("sweep.json")
    assert json.loads(Path("sweep.json").read_text())["command"][0] == "rbsim"
    assert type(found) is rbsim.Sweep


def test_some_studies_of_a_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["advantage", "sweep", "ladder"]
    written(tmp_path, names, '[output]\nstores = "s"\nreport = "page.html"')
    assert run(["study", "plan.toml", "ladder", "sweep", "ladder", "--quiet"]) == 0
    text = capsys.readouterr().out
    assert text.index("Elo") < text.index("reserve-size")
    assert {one.name for one in Path("s").iterdir()} == {"sweep", "ladder"}
    assert not Path("page.html").exists()  # it is about all of the plan
    assert run(["study", "plan.toml", "laddr"]) == 2
    assert "'laddr' is not a study of plan.toml; did you mean ladder?" in capsys.readouterr().err
    assert list(rbsim.play_plan("plan.toml", "sweep")) == ["sweep"]


PARTS = '[output]\nstores = "s/all"\nout = "{name}.v1.json"\nreport = "page.html"'


def test_a_part_of_a_plan_is_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One game in so many, 10 at least of as many; the same games as the first of the whole."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, ["advantage", "match", "compare"], PARTS.replace('report = "page.html"', ""))
    counts = [one.study.count for one in rbsim.read_plan("plan.toml", part=2)]
    assert counts == [30, 9, 30]
    assert [one.study.count for one in rbsim.read_plan("plan.toml", part=10**12)] == [10, 9, 10]
    assert rbsim.read_plan("plan.toml", part=1) == rbsim.read_plan("plan.toml")
    assert run(["study", "plan.toml", "--part", "2", "--quiet"]) == 0
    assert {one.name for one in Path("s").iterdir()} == {"all-part-2"}
    assert Path("compare.v1-part-2.json").exists()
    few = rbsim.advantage(games=30, slip=0.1, first=7)
    assert rbsim.load("s/all-part-2/advantage").to_dict() == few.to_dict()
    for kept in ("s/all-part-2/advantage", "compare.v1-part-2.json"):
        assert rbsim.read_plan(kept) == rbsim.read_plan("plan.toml", part=2)
        assert rbsim.read_plan(kept, part=1) == rbsim.read_plan("plan.toml")
    rbsim.play_plan("plan.toml", "advantage", stores="whole")
    capsys.readouterr()
    again = ["advantage", "--part", "2", "--stores", "whole", "--force"]
    assert run(["study", "plan.toml", *again]) == 2
    assert "games are 60, not 30; name another folder" in capsys.readouterr().err
    assert run(["study", "plan.toml", "--part", "0"]) == 2
    assert "part=0 is out of range" in capsys.readouterr().err
    with pytest.raises(ValueError, match="part=True is not a whole number"):
        rbsim.read_plan("plan.toml", part=True)


@pytest.mark.full
def test_the_page_of_a_part_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, ["advantage"], PARTS)
    rbsim.play_plan(rbsim.read_plan(path, part=3))
    page = Path("page-part-3.html").read_text()
    assert "The plan, plan.toml, of which this is advantage, one game in 3;" in page


def test_markdown_is_that_of_each_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, ["advantage", "ladder"])
    results = rbsim.play_plan(path).values()
    for words, full in (["--markdown"], False), (["--markdown", "--full"], True):
        assert run(["study", str(path), "--quiet", *words]) == 0
        wanted = "".join(f"{one.report(full).markdown()}\n" for one in results)
        assert timeless(capsys.readouterr().out) == timeless(wanted)
    assert run(["study", str(path), "--quiet", "--markdown", "--json"]) == 2
    assert "by either --json or --markdown" in capsys.readouterr().err


def timeless(text: str) -> str:
    return re.sub(r"[\d.,]+ games a second", "", text)


def test_json_is_one_object_that_its_schema_knows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path = written(tmp_path, ["advantage", "match"])
    assert run(["study", str(path), "--json", "--quiet", "--stores", str(tmp_path / "s")]) == 0
    found = json.loads(capsys.readouterr().out)
    schema = json.loads((files("rbsim") / "schema.json").read_text())
    jsonschema.validate(found, schema)
    assert {row["study"] for row in found["results"]} == {"advantage", "match"}
    studies = found["provenance"]["studies"]
    assert [one["plan"]["study"] for one in studies] == ["advantage", "match"]
    assert (tmp_path / "s" / "advantage").is_dir()


def test_progress_is_told_for_each_study(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    rbsim.play_plan(
        written(tmp_path, ["advantage", "sweep"]), progress=lambda *pair: told.append(pair)
    )
    assert (60 * 3, 60 * 3) in told
    assert told[-1] == (60 * 4, 60 * 4)


# ---- the example of the page ---------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the pages are not with these tests")
def test_the_example_of_patience_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few games, though as many as a look of the goal."""
    pytest.importorskip("matplotlib")
    example = (ROOT / "docs" / "examples" / "patience.toml").read_text()
    page = (ROOT / "docs" / "patience" / "README.md").read_text()
    assert f"```toml\n{example}```" in page
    monkeypatch.chdir(tmp_path)
    Path("patience.toml").write_text(
        example.replace("20_000", "100").replace("0.02", "0.2").replace("1e5", "1e4")
    )
    assert run(["study", "patience.toml", "--quiet"]) == 0
    names = {"robert", "robert,passes=3", "sympathy,heaps=17", "fly"}
    assert {one.name for one in Path("stores").iterdir()} == names
    found = rbsim.load("stores/fly")
    assert isinstance(found, rbsim.Survey)
    assert [one.players for one in found.results] == ["plain", "uniform", "adviser"]
    assert "A few patiences" in Path("patience.html").read_text()


@pytest.mark.full
@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the pages are not with these tests")
def test_the_example_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few games."""
    pytest.importorskip("matplotlib")
    example = (ROOT / "docs" / "examples" / "short-reserves.toml").read_text()
    page = (ROOT / "docs" / "studies.md").read_text()
    assert f"```toml\n{example}```" in page
    monkeypatch.chdir(tmp_path)
    full = (tmp_path / "full.toml", tmp_path / "short-reserves.toml")
    full[0].write_text(example)
    assert rbsim.read_plan(full[0])["reserves"].study.count == 20_000
    full[1].write_text(example.replace("20_000", "40").replace("1e6", "2e4").replace("0.02", "0.2"))
    assert run(["study", "short-reserves.toml", "--quiet"]) == 0
    names = {
        "reserves", "compare", "quick-uniform", "quick-greedy", "quick,peek=yes-uniform",
        "quick,peek=yes-greedy", "slips",
    }  # fmt: skip
    assert {one.name for one in Path("stores").iterdir()} == names
    for name in names:
        read = rbsim.load(f"{name}.json")
        assert read.to_dict() == rbsim.load(Path("stores") / name).to_dict()
    assert "as played in our family" in Path("short-reserves.html").read_text()
    assert rbsim.load("slips.json").provenance["plan"]["study"] == "slips"
