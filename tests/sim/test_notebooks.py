"""A notebook's kernel: what it shows of results, beside figures of its user's own."""

import re
from pathlib import Path
from typing import Any

import pytest

CELLS = {
    "a result": "import rbsim\nresult = rbsim.simulate('standard', games=100, seed=1)\nresult",
    "a plot": "result.plot()",
    "another plot": "ax = result.plot('turns')",
    "a figure of the user's own": (
        "import matplotlib.pyplot as plt\nfigure, ax = plt.subplots()\nax.plot([1, 2])"
    ),
    "a plot on axes": "figure, ax = plt.subplots()\nresult.plot(ax=ax)",
    "a file, then a plot": "result.save_picture('picture.png')\nresult.plot()",
    "a page, then a figure": "rbsim.report(result, out='page.html')\nplt.plot([1, 2])",
}


def kernel_of(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    for library in ("matplotlib", "nbclient", "ipykernel"):
        pytest.importorskip(library)
    for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(folder / "jupyter"))


def executed(cells: list[str], folder: Path, allow_errors: bool = False) -> list[Any]:
    """Run cells in a new kernel, and return them with what they show."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    how = {"timeout": 300, "allow_errors": allow_errors}
    kernel = NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}, **how)
    return list(kernel.execute().cells)


def test_every_figure_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_of(monkeypatch, tmp_path)
    kinds_of = {
        name: [kind for output in cell.outputs for kind in output.get("data", ())]
        for name, cell in zip(CELLS, executed([*CELLS.values()], tmp_path), strict=True)
    }
    assert "text/html" in kinds_of.pop("a result")
    for name, kinds in kinds_of.items():
        assert kinds.count("image/png") == 1, (name, kinds)


PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "notebook.md"


@pytest.mark.full
def test_the_page_about_notebooks_runs_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("scipy")
    kernel_of(monkeypatch, tmp_path)
    cells = re.findall(r"(?ms)^```\{code-cell\} python\n(.*?)^```", PAGE.read_text())
    shown = [
        "".join(str(output.get("data", output.get("text"))) for output in cell.outputs)
        for cell in executed(cells, tmp_path)
    ]
    study, plots, ladder, game, rows, paper = shown
    assert "Advantage with every seat starting each deal: the highest of 3 runs" in study
    for picture in (study, ladder, game):
        assert "data:image/svg+xml;base64," in picture
    assert "image/png" in plots
    assert "srcdoc=" in game
    assert "face-down" not in rows
    assert "strict" in rows
    assert r"\num[retain-explicit-plus]{" in paper


@pytest.mark.full
def test_a_bar_is_shown_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_of(monkeypatch, tmp_path)
    unasked = "import rbsim.show.progress as progress\nprogress.SILENT_S = 0\n"
    play = "rbsim.simulate(games=20_000{})\nNone"
    cells = [
        "import rbsim\n" + play.format(", progress=True"),
        unasked + play.format(""),
        play.format(", progress=False"),
        "with progress.shown('x', True) as tell:\n    tell(1, 2)\n    1 / 0",
    ]
    asked, unasked_bar, none, failed = executed(cells, tmp_path, allow_errors=True)
    for cell in (asked, unasked_bar):
        assert [dict(output.data) for output in cell.outputs] == [{}]
    assert none.outputs == []
    assert [dict(output.get("data", {})) for output in failed.outputs] == [{}, {}]


STORED = "rbsim.simulate(players=choose, games=4, max_moves=60, store={!r}).played.read"


@pytest.mark.full
def test_a_changed_player_of_a_cell_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Defined in cells, imported with autoreload, and closures of one function."""
    kernel_of(monkeypatch, tmp_path)
    first = "def choose(view, moves):\n    return moves[{}]"
    module = (
        "K = 0\ndef helper(moves):\n    return moves[{}]\n"
        "def choose(view, moves):\n    return helper(moves)\n"
    )
    changes = {
        "cell": (first.format(0), first.format(-1)),
        "value": ("n = 0\n" + first.format("n"), "n = 1"),
        "closure": (
            "def nth(n):\n    return lambda view, moves: moves[n]\nchoose = nth(0)",
            "choose = nth(1)",
        ),
        "reloaded": (
            f"open('mine_here.py', 'w').write({module.format(0)!r})\n"
            "%load_ext autoreload\n%autoreload 2\nfrom mine_here import choose",
            f"import time\ntime.sleep(1.1)\nopen('mine_here.py', 'w').write({module.format(-1)!r})",
        ),
    }
    cells = ["import rbsim"]
    for name, (before, after) in changes.items():
        played = STORED.format(name)
        cells += [before, played, played, after, played]
    _, *done = executed(cells, tmp_path, allow_errors=True)
    for i, name in enumerate(changes):
        _, began, again, _, changed = done[5 * i : 5 * i + 5]
        read = [cell.outputs[-1].data["text/plain"] for cell in (began, again)]
        assert read == ["0", "4"], name
        (error,) = (output for output in changed.outputs if output.output_type == "error")
        assert error.evalue.startswith(f"{tmp_path / name} has games of "), name


@pytest.mark.full
def test_an_interrupt_and_a_players_error_are_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel_of(monkeypatch, tmp_path)
    stopping = "def stop(done, total):\n    raise KeyboardInterrupt\n"
    cells = [
        f"import rbsim\n{stopping}rbsim.simulate(games=1_000, progress=stop)",
        "rbsim.last()",
        "def broken(view, moves):\n    return {}[1]\nrbsim.simulate(games=10, players=broken)",
    ]
    interrupted, last, failed = executed(cells, tmp_path, allow_errors=True)
    lines = ["\n".join(cell.outputs[-1].traceback).split("\n") for cell in (interrupted, failed)]
    assert len(lines[0]) < 25
    assert "rbsim.last() has their figures" in lines[0][-1]
    assert "Interrupted when" in last.outputs[-1].data["text/html"]
    assert len(lines[1]) < 25
    assert "raised by broken in standard, game 0 of seed 1" in lines[1][-1]
