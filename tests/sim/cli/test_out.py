"""What commands give to programs: JSON by its schema, files by their ending, levels."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rbsim
from rbsim.cli.main import run


@pytest.fixture(autouse=True)
def soon_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """After fewer games than 10,000, as what is shown is the same."""
    monkeypatch.setattr("rbsim.pipeline.stopping.BLOCK", 1_000)


JSON = [
    "simulate --games 50",
    "simulate --games 20000 --until 0.05 --players uniform,greedy",
    "match --matches 20 --players uniform,greedy",
    "survey standard three-player --games 50",
    "advantage --games 50 --players greedy:uniform",
    "compare standard strict --games 50",
    "sweep reserve-size=12,13 early-turn=no,yes --games 50",
    "ladder uniform greedy --games 2000 --until decided",
    "sympathy --games 50",
    "patience talkative --games 50",
    "patience star sympathy --games 20000 --until 0.05",
    "patience",
    "variants",
    "variants strict",
    "players",
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", JSON)
def test_json_is_one_object_that_the_schema_describes(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command.split(), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert list(shown) == ["schema", "command", "provenance", "results"]
    assert shown["schema"] == 1
    assert shown["command"][0] == "rbsim"
    assert shown["results"]
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    assert list(validator.iter_errors(shown)) == []
    for change in (
        {"schema": 2},
        {"extra": 1},
        {"results": [{"a": 1}]},
        {"provenance": {"A b": 1}},
    ):
        assert list(validator.iter_errors(shown | change))


SCHEMA = Path(str(rbsim.__file__)).parent / "schema.json"


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", JSON[:-4])
@pytest.mark.parametrize("suffix", [".json", ".csv", ".parquet"])
def test_out_by_extension(
    command: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"found{suffix}"
    words = [*command.split(), "--out", str(file), "--level", "0.9", "--json"]
    assert run(words) == 0
    shown = json.loads(capsys.readouterr().out)["results"]
    assert {one["level"] for one in shown if one["method"] not in ("anytime", None)} == {0.9}
    assert list(tmp_path.iterdir()) == [file]
    if suffix == ".csv":
        assert len(file.read_text().splitlines()) == 1 + len(shown)
    else:
        assert rbsim.load(file, level=0.9).to_document()["results"] == shown
    assert run(words) == 2
    assert "exists" in capsys.readouterr().err


@pytest.mark.sample(2)
@pytest.mark.parametrize("suffix", [".json", ".csv", ".parquet"])
def test_out_is_replaced_by_force(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"found{suffix}"
    file.write_text("mine")
    assert run(["simulate", "--games", "20", "--out", str(file), "--force"]) == 0
    assert file.read_bytes() != b"mine"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", JSON[:-4])
def test_level_is_shown(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--level", "0.9"]) == 0
    text = capsys.readouterr().out
    assert "90%" in text
    others = re.sub(r"(anytime|look,)\s+95%|^95% .*$|are\s+95%", "", text, flags=re.MULTILINE)
    assert not re.search(r"(?<![\d.])95%", others)
    assert run([*command.split(), "--level", "90"]) == 2
    assert "level=90.0 is out of range" in capsys.readouterr().err


def test_other_files_are_refused_before_a_game_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many, file = ["--games", "1e9"], tmp_path / "found.json"
    for words, said in (
        (["advantage", *many, "--out", "x.txt"], "end its name in one of .parquet, .csv, .json"),
        (["sweep", "reserve-size=5,6", *many, "--out", str(tmp_path)], "is a folder"),
        (["simulate", *many, "--rows", str(file)], "end its name in .parquet"),
        (["simulate", *many, "--out", str(tmp_path / "s" / "x.csv"), "--store", str(tmp_path)],
         "is not a folder"),
        (["simulate", *many, "--out", str(tmp_path / "x.parquet"), "--rows",
          str(tmp_path / "x.parquet")], "both rows and figures"),
        (["ladder", "greedy", "uniform", *many, "--level", "2"], "level=2.0"),
    ):  # fmt: skip
        assert run(words) == 2
        assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_another_quantity(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "s.svg"
    sweep = ["sweep", "reserve-size=8,9", "--games", "50", "--quiet"]
    assert run([*sweep, "--picture", str(picture), "--picture-of", "stalemate"]) == 0
    assert "Stalemate" in picture.read_text() or "stalemate" in picture.read_text()
    assert "advantage" not in picture.read_text()
    capsys.readouterr()
    other = ["--picture", str(tmp_path / "t.svg"), "--picture-of", "stalemat"]
    for words, said in (
        (other, "'stalemat' is nothing to draw; did you mean stalemate?"),
        (other[2:], "picture_of='stalemat' wants picture, a file"),
    ):
        assert run([*sweep, *words]) == 2
        assert capsys.readouterr().err == f"rbsim: {said}\n"
    assert not (tmp_path / "t.svg").exists()
