"""docs/examples: each program beats `uniform`, by an interval above 0, in under a minute."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).parents[2] / "docs" / "examples"
NEEDS = {
    "tree_search": (), "train_policy": ("gymnasium", "cma"), "openspiel_search": ("pyspiel",),
}  # fmt: skip

pytestmark = pytest.mark.skipif(
    not PROGRAMS.exists(), reason="the programs are not with these tests"
)


@pytest.fixture(params=NEEDS)
def program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    for package in NEEDS[request.param]:
        pytest.importorskip(package)
    monkeypatch.syspath_prepend(str(PROGRAMS))
    yield importlib.import_module(request.param)
    sys.modules.pop(request.param, None)


def test_it_beats_uniform(program: Any, capsys: pytest.CaptureFixture[str]) -> None:
    low, high = program.main()
    assert 0 < low <= high <= 1
    assert f"lead {low:+.2f} to {high:+.2f}" in capsys.readouterr().out


@pytest.mark.skipif(not PROGRAMS.exists(), reason="the programs are not with these tests")
def test_every_program_is_tried() -> None:
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(NEEDS)
