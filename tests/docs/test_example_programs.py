"""docs/examples: programs beat `uniform`, by an interval above 0, in under a minute; plans play."""

import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rbsim
from rbsim.cli.main import run as command
from rbsim.cli.options import NOT_REACHED

DOCS = Path(__file__).parents[2] / "docs"
PROGRAMS = DOCS / "examples"
PLANS = ("patience.toml", "short-reserves.toml")
NEEDS = {
    "train_network": (), "tree_search": (), "train_policy": ("gymnasium",),
    "openspiel_search": ("pyspiel",),
}  # fmt: skip


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


def test_a_seed_makes_the_same_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    train = importlib.import_module("train_network").train
    (before, (one, alike)), (_, (two, _)), (_, (other, _)) = (
        list(train(3, 1, seed)) for seed in (1, 1, 2)
    )
    assert all((one[name] == two[name]).all() for name in one)
    assert (one["out"] != other["out"]).any()
    assert 0 < before[1] < alike <= 1


def test_what_learns_from_rewards_makes_the_same_weights_and_wins_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("gymnasium")
    monkeypatch.syspath_prepend(str(PROGRAMS))
    train = importlib.import_module("train_policy").train
    one, two, other = (list(train(3, 8, seed)) for seed in (1, 1, 2))
    assert all((a == b).all() for (a, _), (b, _) in zip(one, two, strict=True))
    assert (one[-1][0] != other[-1][0]).any()
    won = [won for _, won in train(30, 64)]
    assert sum(won[:5]) < 0.3 < sum(won[-5:])


@pytest.mark.parametrize(
    ("program", "rounds"),
    [("train_network", "--epochs"), ("train_policy", "--updates")],
    indirect=["program"],
)
def test_saved_weights_play_as_those_that_were_trained(
    program: Any, rounds: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "kept.npz")
    program.command("--games", "3", rounds, "1", "--deals", "4", "--out", file)
    trained = capsys.readouterr().out
    program.command("--play", file, "--deals", "4")
    played = capsys.readouterr().out.splitlines()
    assert len(played) == 2
    assert set(played) < set(trained.splitlines())
    for wrong in (["x"], [rounds, "0"], ["--play", f"{file}x"]):
        with pytest.raises(SystemExit):
            program.command(*wrong)
        assert "error: " in capsys.readouterr().err


def test_every_program_says_how_it_is_run(program: Any) -> None:
    told = subprocess.run([sys.executable, program.__file__, "--help"], capture_output=True)
    assert (b"options" in told.stdout, told.stderr) == (True, b"")


def test_the_curve_of_the_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is that of its data, which the page tells, and the program goes on as it did."""
    pytest.importorskip("matplotlib")
    monkeypatch.syspath_prepend(str(DOCS / "tutorials"))
    tool = importlib.import_module("network")
    found = tool.read()
    tool.picture(tmp_path / "network.svg", found)
    drawn, kept = (re.findall(r"<text.*?>(.*?)</text>|<dc:description>(.*?)<", path.read_text())
                   for path in (tmp_path / "network.svg", tool.PICTURE))  # fmt: skip
    assert drawn == kept, "python docs/tutorials/network.py --draw writes it anew"
    page, last = (DOCS / "tutorials" / "network.md").read_text(), found["greedy"][-1]
    assert re.search(
        rf"wins {last.estimate:.1%} \([^)]*\) of {last.n}:\n\n!.*\(network.svg\)", page
    )
    said = (DOCS / "interfaces.md").read_text()
    for who, own in found.items():
        least, most, n = own[0].estimate, own[-1].estimate, own[-1].n
        line = (
            rf"\n\| wins against `{who}` \| .*\| {most:.1%} \(.*\) of {n}.* before .*{least:.1%} \|"
        )
        assert re.search(line, said)
    epochs = [(row[:2], row[5]) for row in tool.course(2, 1, 1)]
    assert epochs == [((epoch, who), 2) for epoch in (0, 1) for who in tool.OPPONENTS]


@pytest.mark.skipif(not PROGRAMS.exists(), reason="the programs are not with these tests")
def test_every_program_is_tried() -> None:
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(NEEDS)


@pytest.mark.parametrize("name", PLANS)
def test_plans_play(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A part of each, below another folder."""
    pytest.importorskip("matplotlib")
    said = ["study", str(PROGRAMS / name), "--part", "1000", "--to", str(tmp_path), "--quiet"]
    assert command(said) in (0, NOT_REACHED), capsys.readouterr().err
    plan = rbsim.read_plan(PROGRAMS / name, part=1000, to=tmp_path)
    assert all((plan.store(one.name) / "study.parquet").exists() for one in plan)
    assert rbsim.read_plan(plan.store(next(iter(plan)).name)).text == plan.text
    assert plan.title in plan.place(plan.report).read_text()


@pytest.mark.skipif(not PROGRAMS.exists(), reason="the programs are not with these tests")
def test_pages_show_the_plans_as_they_are() -> None:
    page = (DOCS / "studies.md").read_text()
    assert f"```toml\n{(PROGRAMS / 'short-reserves.toml').read_text()}```" in page
