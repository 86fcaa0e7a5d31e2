"""docs/patience/describe: the page has the keys of the schema, and what it shows can be done."""

import doctest
import importlib
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import rbsim
from rbpatience.book import find_game
from rbpatience.descriptions.schema import CHOOSERS, HOW, STEPS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "patience" / "describe.md"
EXAMPLE = DOCS / "examples" / "attic.toml"
# What makes each key that the page leaves out say something, and is refused: the others say
# nothing without these.
REFUSED = {
    "custom": 'custom = "gallery"',
    "shuffles": "cards.shuffles = 2",
    "out_by": 'cards.out_by = "rank"',
    "decided": "play.decided = false",
}
WITHOUT_MEANING = {"options"}


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PAGE.parent))
    return importlib.import_module("describe")


def changed(folder: Path, old: str, new: str) -> str:
    """The name of a file that is the example with something else in it."""
    text = EXAMPLE.read_text()
    assert old in text
    file = folder / "attic.toml"
    file.write_text(text.replace(old, new, 1))
    return str(file)


def test_the_page_has_the_example_and_the_keys(tool: ModuleType) -> None:
    text = PAGE.read_text()
    assert tool.rewritten(text) == text, "python docs/patience/describe.py writes the page anew"


def test_the_game_with_cells_is_won_by_a_solver(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(name = \"three-cells\".*?)```", PAGE.read_text(), re.DOTALL)
    file = tmp_path / "three-cells.toml"
    file.write_text(block)
    assert rbsim.patience(str(file), games=10, players="solver").figure("wins").estimate > 0


def test_a_key_that_is_gone_is_noticed(tool: ModuleType) -> None:
    text = PAGE.read_text()
    assert "| `passes` | `1` |" in text
    assert tool.rewritten(text.replace("| `passes` | `1` |", "| `runs` | `1` |")) == text
    with pytest.raises(ValueError, match="has not one part between"):
        tool.rewritten(text.replace("<!-- keys -->", ""))


def test_every_step_and_word_of_a_pattern_is_told() -> None:
    text = PAGE.read_text()
    patterns = text[text.index("## Patterns") : text.index("## Readings")]
    assert {*re.findall(r"^\| `(\w+)`", patterns, re.MULTILINE)} == {*STEPS, *HOW}
    assert all(f"`{one}`" in patterns for one in CHOOSERS)


def test_the_example_is_played_as_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE.parent)
    shown = re.findall(r"^    >>> .*\n(?:    .*\n)*", PAGE.read_text(), re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(shown), {}, PAGE.name, None, None)
    assert len(test.examples) > 10
    said: list[str] = []
    doctest.DocTestRunner().run(test, out=said.append)
    assert "".join(said) == ""


def test_its_players_win_as_often_as_the_page_says() -> None:
    """Of the first games; the intervals of the page are of more."""
    text = PAGE.read_text()
    told = dict(re.findall(r"`(\w+)`\s(?:wins\s)?([\d.]+)% \(", text))
    told |= dict(re.findall(r"`(plain)` wins\s+([\d.]+)% \(", text[: text.index("with one pass")]))
    assert {*told} == {"plain", "uniform", "adviser"}
    for player, rate in told.items():
        found = rbsim.patience(str(EXAMPLE), games=2_000, players=player).figure("wins")
        assert abs(found.estimate - float(rate) / 100) < 0.04, player


def test_what_is_wrong_is_said_as_on_the_page(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="did you mean") as error:
        find_game(changed(tmp_path, "fill columns waste", "fill colums waste"))
    assert f"\n{error.value}\n" in PAGE.read_text()


def test_the_readings_of_the_page_can_be_played(tmp_path: Path) -> None:
    text = PAGE.read_text()
    own = text[text.index("## Readings") : text.index("## The keys")]
    block = own.partition("```text\n")[2].partition("```")[0]
    file = changed(tmp_path, EXAMPLE.read_text().partition("[readings]")[2], "")
    Path(file).write_text(Path(file).read_text().replace("[readings]", block))
    names = [
        f"{key}={value}" for key, values in tomllib.loads(block)["readings"].items()
        for value in values
    ]  # fmt: skip
    assert len(names) == 2
    for name in names:
        assert f"`attic.toml,{name}`" in own
        assert rbsim.patience(f"{file},{name}", games=20).figure("wins").n == 20


def test_what_is_left_out_is_of_the_book_alone(tool: ModuleType, tmp_path: Path) -> None:
    left_out = {name for names in tool.OF_THE_BOOK.values() for name in names}
    assert left_out == REFUSED.keys() | WITHOUT_MEANING
    for line in REFUSED.values():
        head = "[play]\n" if line.startswith("play.") else "[foundations.aces]\n"
        own = f"{head}{line[5:]}\n" if head == "[play]\n" else f"{line}\n\n{head}"
        with pytest.raises(ValueError, match=r"the book's games|its own deal|name the `moves`"):
            find_game(changed(tmp_path, head, own))
