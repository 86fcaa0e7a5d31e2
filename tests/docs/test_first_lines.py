"""A page of docs says in its first line what one can do after reading it."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
# The start page, and clauses, which are looked up.
OTHERWISE = {"index.md", "rules.md"}
PAGES = [
    path.relative_to(DOCS).as_posix()
    for folder in (".", "tutorials")
    for path in sorted((DOCS / folder).glob("*.md"))
]
PATIENCE = [f"patience/{name}.md" for name in ("README", "describe", "games", "players", "solver")]


@pytest.mark.parametrize("name", sorted({*PAGES, *PATIENCE} - OTHERWISE))
def test_first_lines(name: str) -> None:
    first = re.search(r"^# .*\n\n(.*)", (DOCS / name).read_text(), re.MULTILINE)
    assert first is not None
    assert first[1].startswith("After this page you can ")


@pytest.mark.full
def test_the_start_page_shows_what_its_code_prints(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Install, five lines and their output, the picture, and a door for each."""
    text = (DOCS / "index.md").read_text()
    assert text.index("advantage.svg)") < text.index("pip install") < text.index("```python")
    code, said = re.findall(r"```(?:python|text)\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    assert re.sub(r"; [\d,]+ games\s+a\s+second.*?build", "", capsys.readouterr().out) == said
    assert (tmp_path / "worth.svg").exists()
    doors = re.findall(r"^- \*\*To (\w+)\*\*", text, re.MULTILINE)
    assert doors == ["study", "play", "build"]
