"""Files as people have them: links, modes, `~`, names that are no text, names that mean nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rbsim
from rbsim.files import check_target, user_path, write_whole

RUN = [sys.executable, "-m", "rbsim", "simulate", "--games", "20", "--seed", "1", "--quiet"]


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "figures.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    check_target(link, True, ".json")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_text() == link.read_text() == "new"
    assert [path.name for path in (tmp_path / "there").iterdir()] == [target.name]


def test_a_link_to_nothing_yet_is_written_through(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "figures.json")
    write_whole(link, b"new")
    assert (tmp_path / "figures.json").read_text() == "new"
    (tmp_path / "lost.json").symlink_to(tmp_path / "nowhere" / "figures.json")
    with pytest.raises(ValueError, match="nowhere is not a folder; make it first"):
        check_target(tmp_path / "lost.json", True, ".json")


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
def test_a_replaced_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.full
def test_the_home_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Python, on the command line behind `=`, and where results are read."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pyarrow")
    result = rbsim.simulate("standard", games=20, seed=1, store="~/store")
    result.save("~/figures.json")
    assert rbsim.load("~/store") == rbsim.load("~/figures.json") == result
    subprocess.run([*RUN, "--out=~/again.json", "--store=~/again"], check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name[0] != ".") == [
        "again",
        "again.json",
        "figures.json",
        "store",
    ]
    (tmp_path / "nine.toml").write_text("axes = { reserve-size = 9 }")
    assert rbsim.simulate("~/nine.toml", games=2).study.arms[0].rules.reserve_size == 9


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="is too long for a file name; the limit is 255 bytes"):
        user_path("results/" + "é" * 128)
    with pytest.raises(ValueError, match="is not a variant"):
        rbsim.compare("x" * 1000, "strict", games=2)


def test_nobodys_home_is_refused() -> None:
    with pytest.raises(ValueError, match="names the home folder of an unknown user"):
        user_path("~nobody-of-this-name/figures.json")


@pytest.mark.skipif(sys.platform != "linux", reason="file systems of others have names in Unicode")
def test_a_name_that_is_no_text_keeps_the_figures(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/figures-\xff.json"
    done = subprocess.run(
        [os.fsencode(word) for word in RUN] + [b"--out", name], check=False, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    with open(name, "rb") as file:
        command = json.load(file)["command"]
    assert command[-1].endswith("figures-\\xff.json")


@pytest.mark.full
def test_figures_are_printed_though_a_file_cannot_be_written(tmp_path: Path) -> None:
    """Of each kind: the folder is gone when the games have been played."""
    program = (
        "import shutil, sys\n"
        "from rbsim.cli import options\n"
        "from rbsim.__main__ import main\n"
        "real, folder = options.run, sys.argv.pop()\n"
        "def run(*arguments, **keywords):\n"
        "    played = real(*arguments, **keywords)\n"
        "    shutil.rmtree(folder)\n"
        "    return played\n"
        "options.run = run\n"
        "main()\n"
    )
    for option, name in (("--out", "a.json"), ("--out", "a.csv"), ("--rows", "a.parquet"),
                         ("--picture", "a.svg")):  # fmt: skip
        folder = tmp_path / "gone"
        folder.mkdir()
        words = ["simulate", "--games", "20", "--seed", "1", "--quiet"]
        words += [option, str(folder / name), str(folder)]
        done = subprocess.run(
            [sys.executable, "-c", program, *words], check=False, capture_output=True, text=True
        )
        assert done.returncode == 2, (option, done.stderr)
        assert "winner" in done.stdout or "games" in done.stdout, option
        assert str(folder) in done.stderr, option
        assert "Traceback" not in done.stderr, option


@pytest.mark.parametrize("name", ["null", "nan", "none", "na"])
def test_names_that_tables_read_as_nothing_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text("axes = { reserve-size = 9 }")
    with pytest.raises(ValueError, match=f"read {name} as a missing value; choose another name"):
        rbsim.simulate(str(path), games=2)


def test_a_name_is_told_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "007.toml").write_text("axes = { reserve-size = 9 }")
    lacks = r'007.toml, line 1, name: the file needs a name = "...", .* use a letter a-z'
    with pytest.raises(ValueError, match=lacks):
        rbsim.simulate(str(tmp_path / "007.toml"), games=2)
