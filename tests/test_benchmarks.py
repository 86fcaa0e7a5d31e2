"""The benchmarks under pytest-benchmark's options: `make bench` is as people use it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rbsim.bench import overall_signature

ROOT = Path(__file__).parents[1]
pytest.importorskip("pytest_benchmark")


def benchmarks(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    if not (ROOT / "benchmarks").is_dir():
        pytest.skip("the sdist has no benchmarks")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    command.append(f"--basetemp={folder / 'cases'}")
    # A worker of pytest-xdist, as this may be, times nothing.
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


CASES = ("benchmarks/bench_moves.py", "-k", "test_deal or test_perft")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("option", "wanted"),
    [("--benchmark-disable", "2 passed"), ("--benchmark-skip", "2 skipped"), ("-n2", "2 passed")],
)
def test_cases_run_without_being_timed(option: str, wanted: str, tmp_path: Path) -> None:
    run = benchmarks(tmp_path, *CASES, option)
    assert run.returncode == 0, run.stdout
    assert wanted in run.stdout


@pytest.mark.full
def test_a_file_says_what_was_measured_where_and_is_not_compared_with_other_games(
    tmp_path: Path,
) -> None:
    file = tmp_path / "0001_run.json"
    run = benchmarks(tmp_path, *CASES, f"--benchmark-json={file}")
    assert run.returncode == 0, run.stdout
    assert "moves: 2 cases in" in run.stdout
    document = json.loads(file.read_text())
    machine = document["machine_info"]
    assert machine["signature"] == overall_signature()
    assert all(machine[name] for name in ("processor", "build", "compiler", "flags"))
    units = {case["name"]: set(case["extra_info"]) for case in document["benchmarks"]}
    assert units == {"test_deal": {"deals_per_second"}, "test_perft": {"leaves_per_second"}}
    for case in document["benchmarks"]:
        assert case["group"] == "moves"
        rounds = case["stats"]["iterations"] * case["stats"]["min"]
        assert rounds < 2, "a round is sized by what a case takes"
    machine["signature"] = "0" * 16
    file.write_text(json.dumps(document))
    compared = benchmarks(tmp_path, *CASES, f"--benchmark-compare={file}")
    assert compared.returncode == 4
    assert "speeds of other games do not compare" in compared.stdout + compared.stderr
