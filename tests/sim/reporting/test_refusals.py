"""Stores and files of which no page is made: one sentence, and nothing is left."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import rbsim.optional
from rbsim.cli.main import run
from rbsim.files import WholeFile
from rbsim.pipeline import manifest as manifests
from support.reports import refused

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")


@pytest.mark.full
def test_bad_input_is_one_sentence(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, out = stores / "grid", tmp_path / "page.html"
    assert "is not the store of a study" in refused(capsys, tmp_path, "--out", out)
    assert "is not there; name" in refused(capsys, tmp_path / "none", "--out", out)
    assert "make it first" in refused(capsys, store, "--out", tmp_path / "none" / "page.html")
    assert "is a folder" in refused(capsys, store, "--out", tmp_path)
    assert "end its name in .html" in refused(capsys, store, "--out", tmp_path / "page.pdf")
    assert list(tmp_path.iterdir()) == []
    figure = tmp_path / "page-study-1-starter-wins.svg"
    figure.write_text("mine")
    assert "exists" in refused(capsys, store, "--out", out, "--figures")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["mine"]
    assert run(["report", str(store), "--out", str(out)]) == 0
    assert figure.read_text() == "mine"
    assert run(["report", str(store), "--out", str(out), "--figures", "--force"]) == 0
    assert figure.read_text() != "mine"
    assert "exists" in refused(capsys, store, "--out", out)


def test_a_store_is_named_once(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = stores / "grid"
    words = refused(capsys, store, store.parent / "." / "grid", "--out", tmp_path / "page.html")
    assert "is named 2 times" in words


@pytest.mark.parametrize("what", ["shard", "damage", "manifest", "format"])
def test_unfinished_and_damaged_stores_are_refused(
    stores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    store = shutil.copytree(stores / "grid", tmp_path / "store")
    shard = next(store.glob("arm-2/*.parquet"))
    said = (store / manifests.NAME).read_text()
    words = {
        "shard": "still lacks 60 of its 60 games of arm 2",
        "damage": "is damaged",
        "manifest": "has been changed or is damaged",
        "format": "newer version of rbsim",
    }
    if what == "shard":
        shard.unlink()
    elif what == "damage":
        shard.write_bytes(b"PAR1")
    elif what == "manifest":
        (store / manifests.NAME).write_text(said.replace('"seats": 2', '"seats": 9'))
    else:
        (store / manifests.NAME).write_text(
            said.replace(f'"format": {manifests.FORMAT}', '"format": 99')
        )
    assert words[what] in refused(capsys, store, "--out", tmp_path / "page.html")
    assert not list(tmp_path.glob("*page*"))


def test_without_matplotlib(
    stores: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> Any:
        if name == "matplotlib":
            raise ModuleNotFoundError(name)
        return import_module(name)

    monkeypatch.setattr(rbsim.optional, "import_module", missing)
    error = refused(capsys, stores / "grid", "--out", tmp_path / "page.html")
    assert "pip install 'russian-bank[report]'" in error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_a_full_disk_leaves_nothing(
    stores: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = WholeFile.write

    def full(self: WholeFile, content: bytes) -> None:
        if "unfinished" in self.path.name and self.path.suffix == ".svg":
            raise OSError(28, "No space left on device", str(self.path))
        real(self, content)

    monkeypatch.setattr(WholeFile, "write", full)
    words = refused(capsys, stores / "grid", "--out", tmp_path / "page.html", "--figures")
    assert "No space left" in words
    assert list(tmp_path.iterdir()) == []
