"""Pages against what they speak of: pictures, lists, the reference, rules, files of games."""

import importlib
import re
from html import unescape
from pathlib import Path
from runpy import run_path

import pytest

import rbcore
from rbcore import Attention
from rbsim.estimates.figures import QUANTITIES
from rbsim.games import Transcript
from rbsim.games.files import MAX_ENTRIES, MAX_LINE, READERS, game_text
from rbsim.options import OPTIONS

DOCS = Path(__file__).parents[2] / "docs"
NAMED = re.compile(r"^\.\. auto(?:function|class|module):: (\S+)$", re.MULTILINE)


def first_column(text: str) -> list[str]:
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


# ---- pictures ------------------------------------------------------------------------------------


def test_the_picture_of_a_board_is_current() -> None:
    program = run_path(str(DOCS / "board.py"))
    drawn = program["drawing"]().svg
    assert program["FILE"].read_text() == drawn, "python docs/board.py writes the picture anew"
    assert "(docs/board.svg)" in (DOCS.parent / "README.md").read_text()
    assert "(board.svg)" in (DOCS / "index.md").read_text()


def words(svg: str) -> list[str]:
    """The texts of a picture; how they are drawn is up to the version of textual."""
    return [unescape(one) for one in re.findall(r"<text[^>]*>(.*?)</text>", svg)]


def test_the_pictures_of_a_terminal_are_current() -> None:
    pytest.importorskip("textual")
    page = (DOCS / "play.md").read_text()
    for file, svg in run_path(str(DOCS / "play.py"))["pictures"]().items():
        assert words(file.read_text()) == words(svg), "python docs/play.py writes them anew"
        assert f"({file.name})" in page
        assert "http" not in re.sub(r"<!--.*?-->|xmlns=\"[^\"]*\"", "", svg)
        assert len(svg) < 40_000


def test_the_table_and_the_picture_of_settings_are_current(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    program = run_path(str(DOCS / "frontier.py"))
    tried = program["settings"]()
    assert program["table"](tried) in (DOCS / "players.md").read_text(), "python docs/frontier.py"
    program["draw"](tmp_path / "again.svg", tried)
    assert words((tmp_path / "again.svg").read_text()) == words(program["PICTURE"].read_text())


def test_pictures_have_no_markup_of_formulas() -> None:
    """Which stands there as it is, since their text is not read as formulas."""
    pictures = list(DOCS.rglob("*.svg"))
    assert len(pictures) > 10
    assert [one.name for one in pictures if re.search(r"\$|\\math", one.read_text("utf-8"))] == []


def test_the_pages_have_at_most_46_600_words() -> None:
    """Without tables, code and what is not shown."""
    text = "\n".join(page.read_text("utf-8") for page in DOCS.rglob("*.md"))
    shown = re.sub(r"(?ms)^```.*?^```$|<!--.*?-->|^\|.*?$|^    .*?$", "", text)
    assert len(shown.split()) <= 46_600


# ---- lists ---------------------------------------------------------------------------------------


def test_what_the_reference_names_is_there() -> None:
    """`make docs` sees to it that nothing is missing."""
    pytest.importorskip("pettingzoo")
    pytest.importorskip("gymnasium")
    pages = (DOCS / "reference").glob("*.md")
    names = [name for page in pages for name in NAMED.findall(page.read_text())]
    assert len(names) > 10
    for name in names:
        home, _, own = name.rpartition(".")
        known = hasattr(importlib.import_module(home), own) if home else False
        assert known or importlib.import_module(name), name


def section(page: str, heading: str) -> str:
    text = (DOCS / page).read_text().partition(f"\n## {heading}\n")[2]
    return text.partition("\n## ")[0]


def test_every_quantity_is_listed_once() -> None:
    text = section("statistics.md", "Quantities")
    named = first_column(text)
    assert len(named) == len(set(named))
    _, _, counted = text.partition("These counts have quantiles too: ")
    counted, _, shares = counted.partition("Their suffixes are ")
    ends = re.findall(r"`(_q\d\d)`", shares)
    quantiles = {name + end for name in re.findall(r"`(\w+)`", counted) for end in ends}
    assert {*named} | quantiles == set(QUANTITIES)


def test_every_option_is_said() -> None:
    text = section("studies.md", "Common options") + section("studies.md", "Rare options")
    said = {name.replace("-", "_") for name in re.findall(r"`([a-z-]+)=?(?:True)?`", text)}
    assert set(OPTIONS) - {"rows", "executor", "progress"} <= said
    assert all(f"`{name}=" in text for name in ("rows", "executor", "progress"))


# ---- rules ---------------------------------------------------------------------------------------


def clauses(text: str) -> dict[str, str]:
    """The clauses of the rules, with what belongs to each."""
    head = re.compile(r"^- \*\*(\d\.\d|V\d+|S\.\d)\b", re.MULTILINE)
    starts = list(head.finditer(text))
    ends = [re.search(r"\n(?![ \n])", text[m.end() :]) for m in starts]
    return {
        m[1]: text[m.start() : m.end() + (0 if end is None else end.start())]
        for m, end in zip(starts, ends, strict=True)
    }


def test_every_clause_names_its_source_or_is_a_choice_and_every_preset_is_listed() -> None:
    text = (DOCS / "rules.md").read_text()
    found = clauses(text)
    assert {"1.1", "4.6", "8.4", "V1", "V17", "S.5"} <= set(found)
    assert len(found) > 55
    for number, own in found.items():
        assert re.search(r"\[(P:|D:|H |A: |.*follows|[^]]*\*\*Choice\*\*)|\*\*Choice\*\*", own), (
            number
        )
    for preset in rbcore.PRESETS:
        assert re.search(rf"^\| .*`{preset}`", text, re.MULTILINE), preset


# ---- files of games ------------------------------------------------------------------------------


def test_all_keys_of_headers_are_in_the_table_and_in_the_grammar() -> None:
    page = (DOCS / "game-files.md").read_text()
    named = first_column(page[page.index("### Header") : page.index("### Moves")])
    assert sorted(re.findall("[a-z-]+", " ".join(named))) == sorted(READERS)
    grammar = page[page.index("\nkey        =") : page.index("\nmoves      =")]
    assert {*re.findall(r'"([a-z-]+)"', grammar)} == {*READERS} - {"variant", "position"}
    assert f"{MAX_LINE:,}\ncharacters" in page
    assert f"{MAX_ENTRIES:,} entries" in page


def test_the_example_is_a_game() -> None:
    page = (DOCS / "game-files.md").read_text()
    example = page[page.index("## An example") :].split("```text\n", 1)[1].split("\n```")[0]
    lines = re.sub(r"\n +(\(\w)", r" \1", example).replace(" {A short turn.}", "").splitlines()
    attention = (Attention({"reserve": 0.1}), Attention.careless(0.2, 0.5, "if-better"))
    rules = rbcore.variant("strict")
    game = Transcript.traced(rules, ["greedy", "weighted"], 5, 1, attention=attention)
    assert len(lines) > 20
    assert game_text(game).splitlines()[: len(lines)] == lines
