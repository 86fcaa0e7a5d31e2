#!/usr/bin/env bash
# pytest-codspeed runs cases written for pytest-benchmark. In walltime mode its printed table divides the
# time of a call by the iterations of `benchmark.pedantic` twice: with `iterations=100` a call of
# sleep(0.002) is shown as 20 microseconds. The JSON file of the same run and the table of
# pytest-benchmark have 2 ms. With `iterations=1` all agree.
#
# Tested with pytest-codspeed 5.0.4, which the script installs, and Python 3.11.
set -euo pipefail
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
"${PYTHON:-python3}" -m venv env
env/bin/python -m pip install --quiet pytest==9.0.2 pytest-codspeed==5.0.4
cat > test_sleep.py <<'PYTHON_END'
import time

import pytest


@pytest.mark.parametrize("iterations", [1, 100])
def test_sleep(benchmark, iterations):
    benchmark.pedantic(time.sleep, args=(0.002,), rounds=5, iterations=iterations)
PYTHON_END
env/bin/python -m pytest --quiet --codspeed --codspeed-mode=walltime test_sleep.py | tee table
cat > read.py <<'PYTHON_END'
import json
import re
from importlib.metadata import version
from pathlib import Path

print("pytest-codspeed", version("pytest-codspeed"))
(file,) = Path(".codspeed").glob("results_*.json")
cases = json.loads(file.read_text())["benchmarks"]
written = {case["name"]: case["stats"]["min_ns"] / 1e9 for case in cases}
scale = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
row = re.compile(r"(test_sleep\[\d+\])\W+([\d.]+)(ns|µs|ms|s)\b")
printed = {name: float(n) * scale[unit] for name, n, unit in row.findall(Path("table").read_text())}
for name in written:
    print(f"{name}: the JSON says {written[name]:.6f} s a call, the table {printed[name]:.6f} s")
assert all(seconds >= 0.002 for seconds in written.values())
assert printed["test_sleep[1]"] >= 0.002
assert printed["test_sleep[100]"] < 0.0005, "a call cannot take less than its sleep"
PYTHON_END
env/bin/python read.py
