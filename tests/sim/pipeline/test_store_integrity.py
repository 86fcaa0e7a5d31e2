"""Stores whose bytes, manifests or files are not what was written: never read as if they were."""

from __future__ import annotations

import errno
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.dataset as ds
import pytest

import rbsim
from rbsim.cli.main import run
from rbsim.pipeline import manifest as manifests
from rbsim.pipeline import store
from rbsim.pipeline.store_check import check_store
from rbsim.pipeline.study import Study
from rbsim.running.batch import make_batch
from rbsim.studies import run as play

FLIPS = 400
ARGUMENTS = ["simulate", "--games", "600", "--players", "greedy", "--json"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of 600 games in two shards; not to be changed."""
    folder = tmp_path_factory.mktemp("stores") / "whole"
    rbsim.simulate(games=600, players="greedy", seed=1, store=folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy of the store."""
    return Path(shutil.copytree(whole, tmp_path / "store"))


def study() -> Study:
    return Study("simulate", (make_batch("standard", "greedy", 600, seed=1),))


def first_shard(folder: Path, arm: int = 0) -> Path:
    return store.shards(folder, arm)[0][1]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence that a command ends with."""
    capsys.readouterr()
    assert run(list(arguments)) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1, errors
    assert "Traceback" not in errors
    return errors


def test_no_flipped_byte_of_a_shard_goes_unseen(folder: Path) -> None:
    path, rng = first_shard(folder), random.Random(1)
    content = path.read_bytes()
    for _ in range(FLIPS):
        flipped = bytearray(content)
        flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        with pytest.raises(store.DamagedShardError, match="is damaged") as raised:
            store.read_shard(folder, study().arms[0], 0, range(500))
    # It comes from other processes too.
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
    path.write_bytes(content)
    assert store.read_shard(folder, study().arms[0], 0, range(500)) is not None


def test_no_flipped_byte_of_a_manifest_goes_unseen(folder: Path) -> None:
    path, rng = folder / manifests.NAME, random.Random(2)
    content, wanted = path.read_bytes(), manifests.read(folder)
    for _ in range(FLIPS):
        flipped = bytearray(content)
        flipped[rng.randrange(len(content))] ^= rng.randrange(1, 256)
        path.write_bytes(flipped)
        with pytest.raises(ValueError, match=r"store of a study|has been changed|newer") as refused:
            manifests.read(folder)
        assert str(refused.value).isprintable()
    path.write_bytes(content.replace(b"\n ", b"\n\t", 1))  # which says the same
    with pytest.raises(ValueError, match="has been changed"):
        manifests.read(folder)
    path.write_bytes(content)
    assert manifests.read(folder) == wanted


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "other",
    [{"seed": 2}, {"players": "uniform"}, {"variant": "reserve-11"}, {"first": 600}, {"slip": 0.1}],
    ids=lambda other: next(iter(other)),
)
def test_a_shard_of_another_study_is_refused(
    other: dict[str, Any], folder: Path, tmp_path: Path
) -> None:
    options = {"players": "greedy", "seed": 1, **other}
    rbsim.simulate(games=600, **options, store=tmp_path / "other")
    path, own = first_shard(tmp_path / "other"), first_shard(folder)
    own.unlink()
    shutil.copy(path, own.parent / path.name)
    with pytest.raises(store.DamagedShardError, match=r"another study|other games"):
        play(study(), store=folder)


def test_a_shard_under_another_number_is_refused(folder: Path) -> None:
    first, second = (path for _, path in store.shards(folder, 0))
    digest = second.name.split("-")[2]
    first.unlink()
    second.rename(second.with_name(f"games-{0:012}-{digest}"))
    with pytest.raises(store.DamagedShardError, match="other games than its name says"):
        play(study(), store=folder)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EMFILE, errno.EIO])
def test_what_cannot_be_read_is_not_called_damaged(
    number: int,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    really = os.open

    def fail(path: Any, *rest: Any, **more: Any) -> int:
        if str(path).endswith(".parquet"):
            raise OSError(number, os.strerror(number), str(path))
        return really(path, *rest, **more)

    monkeypatch.setattr(os, "open", fail)
    words = refused(capsys, *ARGUMENTS, "--store", str(folder))
    assert os.strerror(number) in words
    assert str(first_shard(folder)) in words
    assert "damaged" not in words
    assert "repair" not in words


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("what", ["shard", "manifest"])
def test_a_pipe_in_the_place_of_a_file_does_not_hang(
    what: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = first_shard(folder) if what == "shard" else folder / manifests.NAME
    path.unlink()
    os.mkfifo(path)
    for command in ([*ARGUMENTS, "--store"], ["report", "--out", str(folder / "a.html")]):
        assert "is not a plain file" in refused(capsys, *command, str(folder))


NESTED = b"[" * 200_000 + b"]" * 200_000
WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "arms": lambda said: said | {"arms": 3},
    "an arm": lambda said: said | {"arms": [None]},
    "rules": lambda said: said | {"arms": [said["arms"][0] | {"rules": {"seats": "two"}}]},
    "players": lambda said: said | {"arms": [said["arms"][0] | {"players": 5}]},
    "slips": lambda said: said | {"arms": [said["arms"][0] | {"slips": {"a": 1}}]},
    "limits": lambda said: said | {"arms": [said["arms"][0] | {"max_turns": "many"}]},
    "seed": lambda said: said | {"arms": [said["arms"][0] | {"seed": 1.5}]},
    "study": lambda said: said | {"study": []},
    "view": lambda said: said | {"view": "north"},
    "shard": lambda said: said | {"shard": -1},
    "until": lambda said: said | {"until": {}},
    "nothing": lambda _: [],
    "format": lambda said: said | {"format": "new"},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("what", WRONG)
def test_manifests_of_other_types_are_one_sentence(
    what: str, old: bool, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of format 1 too, which have no digest to give them away."""
    path = folder / manifests.NAME
    said = WRONG[what](json.loads(path.read_text()) | ({"format": 1} if old else {}))
    path.unlink()
    (folder / (manifests.OLD_NAME if old else manifests.NAME)).write_text(json.dumps(said))
    for command in (
        [*ARGUMENTS, "--store", str(folder)],
        ["report", str(folder), "--out", str(folder / "a.html")],
        ["check", str(folder)],
    ):
        words = [line for line in refused_lines(capsys, command) if "older format" not in line]
        assert len(words) == 1, words


def refused_lines(capsys: pytest.CaptureFixture[str], command: list[str]) -> list[str]:
    capsys.readouterr()
    assert run(command) == 2
    return capsys.readouterr().err.splitlines()


@pytest.mark.sample(2)
@pytest.mark.parametrize("content", [NESTED, b"", b"\xff\xfe", b"{" * 10, b"null", b'"text"'])
def test_manifests_that_are_none_are_one_sentence(
    content: bytes, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / manifests.NAME).write_bytes(content)
    refused(capsys, *ARGUMENTS, "--store", str(folder))
    refused(capsys, "report", str(folder), "--out", str(folder / "a.html"))
    refused(capsys, "check", str(folder))


def rewritten(folder: Path, **versions: str) -> None:
    """Give the manifest other versions, as if another machine had begun the store."""
    said = manifests.read(folder)
    for arm in said["arms"]:
        arm.update(versions)
    (folder / manifests.NAME).unlink()
    manifests.write(folder, {key: value for key, value in said.items() if key != "digest"})


def test_other_versions_of_python_and_numpy_resume(folder: Path) -> None:
    rewritten(folder, python="3.99.1", numpy="9.8.7", version="0.0.1")
    first_shard(folder).unlink()
    games = rbsim.simulate(games=600, players="greedy", seed=1, store=folder).games
    alone = rbsim.simulate(games=600, players="greedy", seed=1).games
    assert (games == alone).all()


def last_move(view: object, moves: tuple[str, ...]) -> str:
    return moves[-1]


def test_players_in_python_resume_with_the_minor_versions_they_had(tmp_path: Path) -> None:
    player = rbsim.Player(last_move, name="last", version="1")

    def resume() -> Any:
        return rbsim.simulate(
            games=20, players=[player, "uniform"], max_moves=300, store=tmp_path / "store"
        ).games

    games = resume()
    minor = ".".join(np.__version__.split(".")[:2])
    rewritten(tmp_path / "store", numpy=f"{minor}.99")
    assert (resume() == games).all()
    rewritten(tmp_path / "store", numpy="0.1.99")
    with pytest.raises(ValueError, match=r"arm 0's numpy is 0\.1, not "):
        resume()


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_names_that_are_not_utf_8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / os.fsdecode(b"st\xffre")
    for _ in range(2):
        assert run([*ARGUMENTS, "--store", str(folder)]) == 0
    assert run(["check", str(folder)]) == 0
    assert "2 shards of 600 games are whole" in capsys.readouterr().out


def test_nothing_beside_the_shards_disturbs_data_tools(folder: Path) -> None:
    table = ds.dataset(folder).to_table()
    assert table.num_rows == 600
    assert set(table["variant"].to_pylist()) == {"standard"}
    assert set(table["players"].to_pylist()) == {"greedy"}


def test_check_tells_and_repairs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(folder)]) == 0
    wanted = {path.name: path.read_bytes() for path in folder.glob("arm-0/*.parquet")}
    path = first_shard(folder)
    path.write_bytes(path.read_bytes()[:-1])
    assert run(["check", str(folder)]) == 1
    assert str(path) in capsys.readouterr().out
    assert path.exists()
    assert run(["check", str(folder), "--repair"]) == 0
    assert "set aside" in capsys.readouterr().out
    assert not path.exists()
    assert run([*ARGUMENTS, "--store", str(folder)]) == 0
    assert {path.name: path.read_bytes() for path in folder.glob("arm-0/*.parquet")} == wanted
    assert ds.dataset(folder).to_table().num_rows == 600


def test_check_says_what_is_still_to_be_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*options: str) -> str:
        assert run(["check", str(folder), *options]) == 0
        return capsys.readouterr().out

    assert said() == "2 shards of 600 games are whole\n"
    path = first_shard(folder)
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    assert run(["check", str(folder)]) == 1  # a shard that is damaged is told once
    assert "still to be" not in capsys.readouterr().out
    assert "1 shard of 100 games is whole; 500 of 600 are still to be played\n" in said("--repair")
    for _, path in store.shards(folder, 0):
        path.unlink()
    assert said() == "0 shards of 0 games are whole; 600 of 600 are still to be played\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize("content", ["", "{", "[]", '{"rbsim": "study", "format": 3}'])
def test_a_damaged_manifest_says_what_to_do(
    folder: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / manifests.NAME).write_text(content)
    for words in (["check"], ["check", "--repair"], ["report"], [*ARGUMENTS, "--store"]):
        assert run([*words, str(folder)]) == 2
        assert capsys.readouterr().err.endswith("; play the study into another folder\n")


def test_check_says_in_words_that_a_shard_cannot_be_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(store, "read_plain", refuse)
    assert run(["check", str(folder)]) == 1
    assert capsys.readouterr().out.startswith(f"{first_shard(folder)}: Permission denied\n")


@pytest.mark.full
def test_check_knows_that_a_goal_stops_early(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "known"
    rbsim.simulate(games=100_000, players="greedy", until=0.02, store=folder)
    assert run(["check", str(folder)]) == 0
    assert "still to be" not in capsys.readouterr().out
    for _, path in store.shards(folder, 0):
        path.unlink()
    assert run(["check", str(folder)]) == 0
    assert "; 10,000 before the next look are still to be played" in capsys.readouterr().out


def test_stores_without_digests_are_read_with_a_remark_and_converted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = json.loads((folder / manifests.NAME).read_text())
    del said["digest"]
    (folder / manifests.OLD_NAME).write_text(json.dumps(said | {"format": 1}))
    (folder / manifests.NAME).unlink()
    for _, path in store.shards(folder, 0):
        path.rename(path.with_name(path.name[: len("games-000000000000")] + ".parquet"))
    with pytest.warns(UserWarning, match="older format"):
        games = rbsim.simulate(games=600, players="greedy", seed=1, store=folder).games
    assert (games == rbsim.simulate(games=600, players="greedy", seed=1).games).all()
    assert run([*ARGUMENTS, "--store", str(folder)]) == 0
    assert capsys.readouterr().err.count("rbsim: ") == 1
    result = check_store(folder, repair=True)
    assert (result.shards, result.converted, result.problems) == (2, 2, [])
    assert not (folder / manifests.OLD_NAME).exists()
    again = check_store(folder)
    assert (again.shards, again.old, again.problems) == (2, 0, [])
    assert run([*ARGUMENTS, "--store", str(folder)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted on Linux")
def test_reading_begins_no_thread_that_could_outlive_the_command(whole: Path) -> None:
    """A thread of Arrow's that is just beginning as the process ends aborts it."""
    code = (
        "import os, sys, pyarrow.parquet\n"
        "from pathlib import Path\n"
        "from rbsim.pipeline.store_check import check_store\n"
        "before = len(os.listdir('/proc/self/task'))\n"
        "check_store(Path(sys.argv[1]))\n"
        "print(before - len(os.listdir('/proc/self/task')))\n"
    )
    words = [sys.executable, "-c", code, str(whole)]
    assert subprocess.run(words, capture_output=True, check=True, text=True).stdout == "0\n"
