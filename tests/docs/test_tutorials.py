"""The tutorials run, each under a minute; `make docs` runs them again and shows what they print."""

import ast
import re
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
# That on compiled players builds a package: test_compiled_example.py runs it.
TUTORIALS = sorted({*FOLDER.glob("*.md")} - {FOLDER / "compiled.md"})
CELL = re.compile(r"^```\{code-cell\} python\n(.*?)^```", re.MULTILINE | re.DOTALL)
MAX_S = 60


def cells(page: Path) -> list[str]:
    return CELL.findall(page.read_text())


def imported(code: str) -> set[str]:
    """The packages that some code imports."""
    nodes = list(ast.walk(ast.parse(code)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_there_are_seven() -> None:
    assert len(TUTORIALS) == 7
    assert all(len(cells(page)) >= 3 for page in TUTORIALS)


def test_what_is_refused_is_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = FOLDER / "rule.md"
    assert "`rbsim variants` lists them in words" in page.read_text()
    (refused,) = (cell for cell in cells(page) if "ValueError" in cell)
    exec("import rbcore\n" + refused, {})
    value, name, both = capsys.readouterr().out.splitlines()
    assert "is out of range" in value
    assert "is not an axis; did you mean reserve-size?" in name
    assert all(axis in both for axis in ("must-uncover=yes", "covered-houses=no"))


@pytest.mark.parametrize("page", TUTORIALS, ids=[page.stem for page in TUTORIALS])
def test_tutorials_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = cells(page)
    missing = [name for name in imported("".join(code)) if find_spec(name.split(".")[0]) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed (docs)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    if find_spec("matplotlib"):
        import matplotlib

        matplotlib.use("agg")
    known: dict[str, Any] = {"__name__": "tutorial"}
    began = time.process_time()
    for n, cell in enumerate(code, 1):
        exec(compile(cell, f"{page.name}, cell {n}", "exec"), known)
        last = ast.parse(cell).body[-1]
        if isinstance(last, ast.Expr) and isinstance(last.value, ast.Name):
            shown = known[last.value.id]  # as a notebook does
            assert getattr(shown, "_repr_html_", shown.__repr__)()
    assert time.process_time() - began < MAX_S
