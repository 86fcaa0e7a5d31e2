"""Every kind of study by one harness: played by call, command and plan, kept, read, merged, shown.

A kind that EXAMPLES does not know fails.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Unpack

import numpy as np
import pytest

import rbsim
from rbsim.cli.study_commands import command_of
from rbsim.pipeline.study import Study, Tally
from rbsim.rendering.section import Section, Table
from rbsim.results.one_batch import OneBatch
from rbsim.results.options import Games, How, Level, Variant, game_options
from rbsim.results.study_kind import Given, StudyKind
from rbsim.arms.arm import make_arm
from rbsim.stats.figure import Figure, figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import Form
from rbsim.studies import KINDS, every_kind, find_kind
from support.tables import table

N = 20
# What is given by its place, and what else, as text of a command.
EXAMPLES: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "simulate": (["strict"], {}),
    "match": (["standard,target=50"], {}),
    "survey": (["standard", "strict"], {}),
    "advantage": (["standard"], {}),
    "fair": (["wrangle"], {"handicaps": "first-moves=4,5"}),
    "compare": (["standard", "face-down"], {}),
    "sweep": (["reserve-size=12..13"], {}),
    "ladder": (["greedy", "uniform"], {}),
    "luck": (["standard"], {"shuffles": 2}),
    "patience": (["talkative"], {}),
    "patience-survey": (["talkative", "pairs"], {}),
    "sympathy": ([], {"heaps": 17}),
}
OF = {"ladder": None, "patience": None, "patience-survey": None, "sympathy": None}
NAMES = [kind.name for kind in every_kind()]
EACH = pytest.mark.parametrize("name", NAMES)


def count_of(kind: StudyKind[Any]) -> str:
    return "matches" if "matches" in kind.options else "games"


def play(name: str, games: int = N, **more: Any) -> Any:
    kind, (words, given) = find_kind(name), EXAMPLES[name]
    return kind.call(*words, **{**given, count_of(kind): games, "seed": 5, **more})


def test_the_harness_knows_every_kind() -> None:
    assert set(EXAMPLES) == set(KINDS) == set(NAMES)
    assert find_kind("patience_survey").name == "patience-survey"
    assert find_kind("sweep").heading == "Sweep"


@pytest.mark.sample(3)
@EACH
def test_it_has_a_headline_with_a_number_and_brief_tables(name: str) -> None:
    result = play(name)
    assert re.search(r"\d", result.headline)
    assert result.headline.endswith((".", ")"))
    assert repr(result).startswith(f"<{type(result).__name__}: {result.headline[:9]}")
    brief, full = result.report(), result.report(full=True)
    assert brief.headline == full.headline == result.headline
    assert 0 < len(brief.tables) < len(full.tables)
    for one in full.tables:
        assert all(len(row) == len(one.head) for row in one.rows)
    assert result.at(0.99).level == 0.99
    assert "intervals 99%" in result.at(0.99).report().origin
    assert result._repr_html_().count("<table>") == len(brief.tables)


@pytest.mark.sample(1)
@EACH
def test_files_and_stores_and_merged_halves_give_the_same(name: str, tmp_path: Path) -> None:
    kind, whole = find_kind(name), play(name)
    whole.save(tmp_path / "whole.json")
    assert table(rbsim.load(tmp_path / "whole.json")) == table(whole)
    halves = [play(name, N // 2, first=first) for first in (0, N)]
    joined = sum(halves)
    for i, half in enumerate(halves):
        half.save(tmp_path / f"half-{i}.json")
    read = rbsim.load(tmp_path / "half-0.json", tmp_path / "half-1.json")
    assert table(read) == table(joined) == table(halves[1] + halves[0])
    assert {row["n"] for row in table(joined) if row["n"]} == {
        row["n"] for row in table(play(name, N, first=2 * N)) if row["n"]
    } or name in ("match", "simulate", "survey", "sweep", "compare")  # of games won, n varies
    if kind.stored:
        pytest.importorskip("pyarrow", reason="stores need pyarrow")
        play(name, store=tmp_path / "store")
        assert table(rbsim.load(tmp_path / "store")) == table(whole)


@pytest.mark.sample(1)
@EACH
def test_commands_and_plans_give_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from rbsim.cli.main import run

    kind, (words, given) = find_kind(name), EXAMPLES[name]
    whole = table(play(name))
    command = "patience" if name == "patience-survey" else name
    options = [f"--{key}={value}" for key, value in given.items()]
    more = [f"--{count_of(kind)}", str(N), "--seed", "5", "--quiet"]
    assert run([command, *words, *options, *more, "--json"]) == 0
    assert table(capsys.readouterr().out) == whole
    assert run([command, *words, *options, *more]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "--full shows all tables" in shown
    assert run([command, *words, *options, *more, "--full", "--markdown"]) == 0
    assert capsys.readouterr().out.count("\n| --- ") >= 2
    first, *_ = [one for one in kind.options.values() if one.is_argument] or [None]
    lines = ["[[study]]", f'kind = "{name}"', f"{count_of(kind)} = {N}", "seed = 5"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in given.items()]
    if first is not None:
        named = json.dumps(words if first.many else words[0])
        lines.append(f"{first.name} = {named}")
    plan = tmp_path / "plan.toml"
    plan.write_text("\n".join(lines))
    (played,) = rbsim.play_plan(plan).values()
    assert table(played) == whole


@pytest.mark.sample(1)
@EACH
def test_it_is_drawn_and_has_a_page(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    from matplotlib.figure import Figure as Drawing

    result = play(name)
    for suffix in ("svg", "png", "pdf"):
        result.plot().save(tmp_path / f"picture.{suffix}")
        assert (tmp_path / f"picture.{suffix}").stat().st_size > 500
    axes = Drawing().add_subplot()
    assert result.plot(ax=axes) is axes
    assert axes.get_title()
    (page,) = rbsim.report(result, out=tmp_path / "page.html")
    html = page.read_text()
    assert result.headline.split(",")[0].split("'")[0] in html
    assert find_kind(result.study.kind).heading in html


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [kind.name for kind in every_kind() if "until" in kind.options])
def test_it_can_be_played_until_something_is_known(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cap that comes first is said in a line and by a status."""
    from rbsim.cli.main import run

    result = play(name, 600, until=0.002)
    assert result.tally.stopped
    assert not any(one.reached for one in result.tally.stopped)
    assert any(one.quantity.endswith("_anytime") for one in result.figures) or name in (
        "advantage",
        "compare",
    )
    assert any(table.head[0] == "played until known" for table in result.report().tables) or (
        name == "ladder"
    )
    command = "patience" if name == "patience-survey" else name
    words = [*EXAMPLES[name][0], "--until", "0.002", f"--{count_of(find_kind(name))}", "600"]
    assert run([command, *words, "--quiet"]) == 3
    assert "came before ± 0.2%; more --" in capsys.readouterr().err


@pytest.mark.parametrize("package", [rbsim, rbsim.studies], ids=lambda one: one.__name__)
def test_type_checkers_know_every_name(package: ModuleType) -> None:
    """Which are loaded by their text; so these imports stand there for checkers alone."""
    text = Path(str(package.__file__)).read_text()
    imported = set(re.findall(r"^    from [\w.]+ import (\w+) as \1$", text, re.MULTILINE))
    assert imported == set(package.__all__) - {"__version__"}


def test_every_kind_has_its_paragraph() -> None:
    pages = Path(__file__).parents[3] / "docs"
    if not pages.exists():
        pytest.skip("the pages are not here")
    text = (pages / "studies.md").read_text() + (pages / "patience" / "README.md").read_text()
    for name in NAMES:
        assert re.search(rf"\brbsim[. ]{name}\b|kind = \"{name}\"|`{name}`", text), name


# ---- a kind of one's own -------------------------------------------------------------------------


class MedianLength(OneBatch):
    """The median number of turns of a batch of games."""

    def summary(self) -> Figure:
        return self.figure("turns_q50")

    def _own_figures(self) -> Iterator[Figure]:
        from rbsim.stats.distribution import Distribution

        turns = Distribution("turns", self.totals.turns, level=self.level)
        for share, quantile in turns.quantiles.each():
            if share == 0.5:
                yield figure("turns_q50", quantile, form=Form.WHOLE)

    @property
    def headline(self) -> str:
        return f"Half of all games end within {figure_text(self.summary())} turns."

    def sections(self) -> Iterator[Section]:
        rows = (("turns", self.summary()),)
        yield Section("Length", "", [Table("Length", ("", "median"), rows)], brief=True)


def median(
    variant: Variant = "standard",
    *,
    games: Games = 1_000,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> MedianLength:
    """Play games and return how long half of them last."""
    return KIND.play(variant=variant, games=games, level=level, **how)


def arms(given: Given) -> Study:
    batch = make_arm(given["variant"], "greedy", given["games"], **game_options(given))
    return Study("median", (batch,))


def result_of(study: Study, tally: Tally, level: float = LEVEL) -> MedianLength:
    return MedianLength(study, tally, level)


KIND: StudyKind[MedianLength] = StudyKind(
    "median", median, arms, result_of, "Median length", "Show how long half of all games last.",
    ("rbsim median strict --games 100",),
)  # fmt: skip


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("rbsim.studies.median_length")
    vars(module).update(KIND=KIND)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(KINDS, "median", ("median_length", "median", "MedianLength"))


@pytest.mark.usefixtures("registered")
def test_a_kind_is_a_module_and_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played by call, command and plan; stored, resumed, loaded, merged, reported."""
    import typer
    from typer.testing import CliRunner

    from rbsim.plans import reading

    played = median("strict", games=60, seed=3, store=tmp_path / "store")
    assert played.summary().estimate == np.median(rbsim.simulate(
        "strict", games=60, seed=3).games["turns"])  # type: ignore[index]  # fmt: skip
    next((tmp_path / "store").glob("*/*.parquet")).unlink()
    assert table(median("strict", games=60, seed=3, store=tmp_path / "store")) == table(played)
    read = rbsim.load(tmp_path / "store")
    assert isinstance(read, MedianLength)
    played.save(tmp_path / "one.json")
    median("strict", games=40, seed=3, first=60).save(tmp_path / "two.json")
    both = rbsim.load(tmp_path / "one.json", tmp_path / "two.json")
    assert table(both) == table(median("strict", games=100, seed=3))
    app = typer.Typer()
    app.command("median")(command_of(KIND))
    app.command("other")(lambda: None)
    words = ["median", "strict", "--games", "60", "--seed", "3", "--json"]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert table(done.stdout) == table(played)
    monkeypatch.setattr(reading, "OPTIONS", reading.OPTIONS)
    plan = tmp_path / "plan.toml"
    plan.write_text('[[study]]\nkind = "median"\nvariant = "strict"\ngames = 60\nseed = 3')
    assert table(rbsim.play_plan(plan)["median"]) == table(played)
    pytest.importorskip("matplotlib", reason="pages need matplotlib")
    (page,) = rbsim.report(tmp_path / "store", out=tmp_path / "page.html")
    assert "Median length: store" in page.read_text()
