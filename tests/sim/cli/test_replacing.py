"""A file that exists: Python's functions and the commands name what replaces it, each its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import rbsim
from rbsim.cli.main import run

PLAN = '[output]\nout = "{name}.json"\n[[study]]\nkind = "advantage"\nname = "found"\ngames = 20'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("found.json", "rows.parquet", "page.html", "plot.svg"):
        Path(name).write_text("kept")
    Path("plan.toml").write_text(PLAN)
    return tmp_path


@pytest.mark.full
def test_python_names_its_keyword(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    result = rbsim.advantage(games=20, store="store")
    for file, write in {
        "found.json": lambda **more: result.save("found.json", **more),
        "plot.svg": lambda **more: result.plot().save("plot.svg", **more),
        "page.html": lambda **more: rbsim.report("store", out="page.html", **more),
        Path("found.json"): lambda **more: rbsim.play_plan("plan.toml", **more),
    }.items():
        with pytest.raises(ValueError, match=f"^{file} exists; choose another name, or give "
                           "force=True to replace it$"):  # fmt: skip
            write()
        assert Path(file).read_text() == "kept"
        write(force=True)
        assert Path(file).read_text() != "kept"
        Path(file).write_text("kept")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("advantage --games 20 --out found.json", "found.json"),
        ("simulate --games 20 --rows rows.parquet", "rows.parquet"),
        ("study plan.toml", "found.json"),
        ("report store --out page.html", "page.html"),
    ],
)
def test_commands_name_their_option(
    command: str, file: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    rbsim.advantage(games=20, store="store")
    assert run(command.split()) == 2
    said = f"rbsim: {file} exists; choose another name, or add --force to replace it\n"
    assert capsys.readouterr().err == said
    assert Path(file).read_text() == "kept"
    assert run([*command.split(), "--force"]) == 0
    assert Path(file).read_bytes() != b"kept"
