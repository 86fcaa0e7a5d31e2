"""Stores of every kind of study, and their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rbsim.cli.main import run
from support.reports import STUDIES, TOGETHER


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of every kind of study and its page, and the page `every` of some together."""
    folder = tmp_path_factory.mktemp("report")
    for name, arguments in STUDIES.items():
        assert run([*arguments, "--threads", "1", "--store", str(folder / name)]) == 0
        out = ["--out", str(folder / f"{name}.html"), "--figures"]
        assert run(["report", str(folder / name), *out]) == 0
    assert run(["report", *(str(folder / name) for name in TOGETHER),
                "--out", str(folder / "every.html")]) == 0  # fmt: skip
    assert not list(folder.glob("every-*"))
    return folder
