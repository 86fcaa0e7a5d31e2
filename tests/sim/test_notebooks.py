"""A notebook's kernel: what it shows of results, beside figures of its user's own."""

from pathlib import Path

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


def shown_by(cells: list[str], folder: Path) -> list[list[str]]:
    """Run cells in a new kernel, and return the kinds of all that each shows."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    kernel = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}})
    return [
        [kind for output in cell.outputs for kind in output.get("data", ())]
        for cell in kernel.execute().cells
    ]


def test_every_figure_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("matplotlib", "nbclient", "ipykernel"):
        pytest.importorskip(library)
    for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "jupyter"))
    shown = dict(zip(CELLS, shown_by([*CELLS.values()], tmp_path), strict=True))
    assert "text/html" in shown.pop("a result")
    for name, kinds in shown.items():
        assert kinds.count("image/png") == 1, (name, kinds)
