"""Examples: those of all docstrings, as Python has them at run time, and the pages' code runs."""

import doctest
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import rbcore
import rbpatience
import rbsim
from support.docstrings import docstring, documented, modules

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ELSEWHERE = ("cluster.md", "compiled.md")  # tests/docs runs what these show
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
NUMBERS = re.compile(r"\b(games|max_moves|width)=[\d_]+")
COMMAND = re.compile(r"^(?: *|\| `)rbsim ([a-z]+)", re.MULTILINE)
SHOWN = re.compile(r"^```console\n\$ rbsim (.*?)\n\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_SHOWN = re.compile(
    r"; [\d,]+ games\s+a\s+second\s+on\s+[^,]+,\s+\w+\s+build"
    r"(?:,\s+\d+\s+threads?\s+\([^)]*\))?|\n--full shows all tables"
)

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PARSER = doctest.DocTestParser()


def example(name: str, thing: object, globs: dict[str, Any]) -> doctest.DocTest:
    """The examples of a docstring; they see their module, and both packages by name."""
    known = {**globs, "rbcore": rbcore, "rbsim": rbsim, "np": np}
    return PARSER.get_doctest(docstring(thing), known, name, None, None)


def examples(package: ModuleType) -> list[doctest.DocTest]:
    found = [
        example(name, thing, vars(module))
        for module in modules(package)
        for name, thing in documented(module)
    ]
    return [one for one in found if one.examples]


EXAMPLES = [*examples(rbcore), *examples(rbpatience), *examples(rbsim)]


def run(test: doctest.DocTest) -> str:
    """What is wrong with the examples; nothing if they are right."""
    said: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=said.append)
    return "".join(said)


@pytest.mark.parametrize("test", EXAMPLES, ids=[test.name for test in EXAMPLES])
def test_examples_of_docstrings(
    test: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(test) == ""


def test_compiled_docstrings_are_looked_at() -> None:
    names = {name for module in modules(rbcore) for name, _ in documented(module)}
    own = ("perft", "Position", "Playable.moves", "Position.parse", "Playable.seat")
    assert {*(f"rbcore.api.position.{name}" for name in own), "rbcore.rules.limits.Limits"} <= names
    assert any(test.name == "rbcore.rules.limits.Limits" for test in EXAMPLES)


class _Made:
    """
    >>> 1 + 1
    {}
    """


@pytest.mark.parametrize(("answer", "right"), [("2", True), ("3", False)])
def test_an_example_that_is_wrong_is_noticed(answer: str, right: bool) -> None:
    thing = type("Made", (), {"__doc__": (_Made.__doc__ or "").format(answer)})
    said = run(example("made", thing, {}))
    assert (said == "") == right
    assert right or "Expected:\n    3\nGot:\n    2" in said


def blocks() -> list[Any]:
    """The Python of the pages, each block apart."""
    return [
        pytest.param(code, id=f"{page.relative_to(ROOT)}-{n}")
        for page in PAGES
        if page.exists() and page.name not in ELSEWHERE
        for n, code in enumerate(PYTHON.findall(page.read_text()), 1)
    ]


@pytest.mark.parametrize("code", blocks())
def test_code_of_the_pages_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few games and short ones; what it prints is not looked at."""
    monkeypatch.chdir(tmp_path)
    exec(compile(NUMBERS.sub(r"\1=40", code), "a page", "exec"), {"__name__": "page"})


@pytest.mark.skipif(not PAGES[0].exists(), reason="the pages are not with these tests")
def test_commands_of_the_pages_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    from rbsim.cli.main import run as command

    named = {name for page in PAGES for name in COMMAND.findall(page.read_text())}
    assert len(named) > 10
    for name in sorted(named):
        assert command([name, "--help"]) == 0, name


def shown() -> list[Any]:
    """What pages show of commands, with the words of each."""
    return [
        pytest.param(words, said, id=words)
        for page in PAGES
        if page.exists()
        for words, said in SHOWN.findall(page.read_text())
    ]


@pytest.mark.full
@pytest.mark.parametrize(("words", "said"), shown())
def test_what_a_page_shows_is_what_is_printed(
    words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 80 columns, but for how fast it was."""
    from rbsim.cli.main import run as command

    monkeypatch.setenv("COLUMNS", "80")
    assert command([*words.split(), "--quiet"]) == 0
    assert NOT_SHOWN.sub("", capsys.readouterr().out).strip() == said.strip()
