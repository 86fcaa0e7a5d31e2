"""What studies print and keep: tables, Markdown, JSON by its schema, files by their ending."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rbcore
import rbsim

SCHEMA = Path(str(rbsim.__file__)).parent / "schema.json"
STUDIES = [
    "simulate strict --games 50 --players uniform,greedy:uniform",
    "simulate --games 4000 --until 5% --of stalemate",
    "match standard,target=50 --matches 20",
    "advantage standard three-player --games 50",
    "compare standard strict face-down --games 50",
    "sweep reserve-size=12,13 early-turn=no,yes --games 50",
    "ladder uniform greedy weighted --games 50",
    "fair --handicaps first-moves=2..3 --games 50",
    "luck --games 20",
    "patience talkative sympathy --games 50",
]
LISTS = ["patience", "variants", "variants strict,plan-limit=4", "players"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", [*STUDIES, *LISTS])
def test_json_is_one_object_that_the_schema_describes(line: str, shell: Any) -> None:
    shown = shell.document(f"{line} --json")
    assert list(shown) == ["schema", "command", "provenance", "results"]
    assert shown["schema"] == 2
    assert shown["command"][0] == "rbsim"
    assert shown["results"]
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    assert list(validator.iter_errors(shown)) == []
    for change in ({"schema": 1}, {"extra": 1}, {"results": [{"a": 1}]}):
        assert list(validator.iter_errors(shown | change))


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", [*STUDIES, *LISTS])
def test_tables_fit_eighty_columns(line: str, shell: Any) -> None:
    for more in ("", " --full") if line in STUDIES else ("",):
        text = shell.said(line + more)
        assert max(map(len, text.splitlines())) <= (90 if line == "players" else 80)
        assert "…" not in text
        assert "nan" not in text
        if line in STUDIES:
            plain = " ".join(text.split())
            for words in ("seed 1", "intervals of 95%", "games a second on ", "version "):
                assert words in plain


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", STUDIES)
def test_files_by_their_ending_and_the_level(line: str, shell: Any) -> None:
    for suffix in (".json", ".csv", ".parquet"):
        file = Path(f"found{suffix}")
        shown = shell.document(f"{line} --out {file} --level 0.9 --json")["results"]
        levels = {one["level"] for one in shown if one["level"] is not None}
        assert 0.9 in levels
        if suffix == ".csv":
            assert len(file.read_text().splitlines()) == 1 + len(shown)
        elif suffix == ".json":
            assert rbsim.load(file).to_document()["results"] == shown
            again = shell.document(f"merge {file} --json")["results"]
            assert again == shown
    assert "of 90%" in " ".join(shell.said(f"{line} --level 0.9").split())
    assert {one.name for one in shell.folder.iterdir()} == {
        "found.json", "found.csv", "found.parquet"
    }  # fmt: skip


def test_figures_are_those_of_python(shell: Any) -> None:
    found = shell.document("simulate strict --games 1e2 --seed 9 --first 1_000 --json")
    result = rbsim.simulate("strict", games=100, seed=9, first=1_000)
    assert found["results"] == result.to_document()["results"]
    origin = found["provenance"]
    assert (origin["arms"][0]["games"], origin["arms"][0]["first"]) == (100, 1_000)
    assert origin["seconds"] > 0
    assert origin["processor"]
    assert origin["build"]
    counted = {one["quantity"]: one["estimate"] for one in found["results"]}
    ends = ("starter_wins", "other_wins", "stalemate", "standoff", "unfinished")
    assert sum(counted[name] for name in ends) == pytest.approx(1)


def test_no_number_is_null(shell: Any) -> None:
    found = shell.document("simulate --games 1 --max-turns 1 --json")["results"]
    turns = next(one for one in found if one["quantity"] == "turns")
    assert turns["low"] is None
    assert "nan" not in shell.said("simulate --games 1 --max-turns 1")


def test_markdown_is_that_of_the_report(shell: Any) -> None:
    result = rbsim.advantage(games=200)
    for words, full in (("--markdown", False), ("--markdown --full", True)):
        said = shell.said(f"advantage --games 200 -q {words}")
        clean = re.compile(r"; [\d,]+ games a second[^\n]*")
        assert clean.sub("", said) == clean.sub("", f"{result.report(full).markdown()}\n")


def test_what_was_not_reached_is_status_three(shell: Any) -> None:
    status, out, error = shell("simulate --games 2000 --until 0.1% --of stalemate --quiet")
    assert (status, error.count("\n")) == (3, 1)
    assert "stalemate is not known to 0.1% after 2,000 games; give more --games" in error
    assert "Stalemate" in out
    shell.said("simulate --games 20k --until 5% --quiet")


def test_a_picture_of_another_quantity(shell: Any) -> None:
    pytest.importorskip("matplotlib")
    shell.said("sweep reserve-size=8,9 --games 50 -q --picture s.svg --picture-of stalemate")
    assert "talemate" in Path("s.svg").read_text()
    assert "stalemate?" in shell.refused(
        "sweep reserve-size=8,9 --games 50 -q --picture t.svg --picture-of stalemat"
    )


def test_rows_are_kept(shell: Any) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    shell.said("simulate --games 234 --players uniform,greedy --rows rows.parquet")
    table = pq.read_table("rows.parquet")
    assert table.num_rows == 2 * 234
    assert sorted(table["index"].to_pylist()) == sorted([*range(234), *range(234)])
    assert len(set(table["players"].to_pylist())) == 2
    shell.said("simulate --games 234 --players uniform,greedy --rows rows.parquet --force -j 1")
    assert pq.read_table("rows.parquet").num_rows == 2 * 234


def test_stores_grow_and_are_added_up(shell: Any) -> None:
    for games in (20, 40):
        shell.said(f"simulate --games {games} --store s -q")
    assert "of 40 games are whole" in shell.said("check s")
    whole = rbsim.simulate(games=60).to_dict()
    shell.said("simulate --games 20 --first 40 --out more.json -q")
    shown = shell.document("merge s more.json --json")["results"]
    assert [one["estimate"] for one in shown] == whole["estimate"]


def test_a_file_of_a_variant_stands_wherever_one_is_named(shell: Any) -> None:
    Path("family.toml").write_text('base = "strict"\naxes = { reserve-size = 7 }\n')
    rules = rbcore.variant("strict,reserve-size=7")
    position = str(rbcore.Position.deal(rules, 1, 0))
    for line in (
        "simulate family.toml --games 20",
        "advantage standard family.toml --games 20",
        "compare standard family.toml --games 20",
        "sweep peek=no,yes --variant family.toml --games 20 --full",
        "ladder greedy uniform --variant family.toml --games 20 --full",
        "variants family.toml",
    ):
        assert shell.said(line)
        if "sweep" not in line and "ladder" not in line:
            assert "family" in shell.said(line), line
    found = rbsim.simulate("family.toml", games=20)
    assert found.to_dict()["variant"][0] == "family"
    assert shell.said("deal family.toml").strip() == position
    assert shell.said("moves", "family.toml", position)
    assert shell.said("replay family.toml --plain").splitlines()
    shell.said("simulate family.toml --games 20 --store s -q")
    assert "family" in shell.said("merge s")


@pytest.mark.parametrize("line", [
    "simulate --games 1", "match --matches 1", "advantage --games 1",
    "compare standard strict --games 1", "patience fly --games 1", "replay --max-turns 1",
])  # fmt: skip
def test_of_one_there_is_no_plural(line: str, shell: Any) -> None:
    text = " ".join(shell.said(line).split())
    assert re.search(r"\b1 (game|match|deal|card|turn)\b", text)
    nouns = "games|matches|deals|cards|turns|moves|points"
    assert re.findall(rf"(?<![\d.,])1 (?:{nouns})\b(?! a second)", text) == []
