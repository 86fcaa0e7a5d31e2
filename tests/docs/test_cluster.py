"""The page on clusters: each of its examples is run as it stands, where its engine is.

CI has dask. `make clusters` fetches MPI and Ray, and runs Slurm's if `slurmctld` is installed.
"""

from __future__ import annotations

import getpass
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import rbsim

PAGE = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text()
BLOCKS = re.findall(r"^```(?:sh|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ENGINES = Path(__file__).parents[2] / "build" / "clusters"  # where `make clusters` puts them
MODULES = ENGINES / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
LIMIT_S = 240


def block(word: str) -> str:
    """The only example that has a word."""
    (found,) = [text for text in BLOCKS if word in text]
    return found


@pytest.fixture(scope="module")
def answer() -> str:
    return rbsim.advantage("strict", games=40_000).headline


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    home = Path(sys.executable).parent
    path = os.pathsep.join([str(home), str(ENGINES / "bin"), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(MODULES), "TMPDIR": str(tmp_path)}


def said(words: list[str], folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        words, cwd=folder, env=env, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


def needs(module: str) -> None:
    if not (importlib.util.find_spec(module) or (MODULES / module).is_dir()):
        pytest.skip(f"{module} is not installed; make clusters")


def test_every_example_is_short() -> None:
    assert len(BLOCKS) == 5
    for text in BLOCKS:
        lines = [line for line in text.splitlines() if line.strip()]
        assert len(lines) <= 10 + ("class Ray" in text), text


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="a shell")
def test_dask(answer: str, env: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    env["DASK_TEMPORARY_DIRECTORY"] = str(tmp_path)
    script = "trap 'kill $(jobs -p)' EXIT\n" + block("dask scheduler")
    assert answer in said(["bash", "-c", script], tmp_path, env)


@pytest.mark.full
def test_mpi(answer: str, env: dict[str, str], tmp_path: Path) -> None:
    needs("mpi4py")
    env["LD_LIBRARY_PATH"] = str(ENGINES / "lib")
    (tmp_path / "study.py").write_text(block("mpi4py"))
    words = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", "study.py"]
    assert answer in said(words, tmp_path, env)


@pytest.mark.full
def test_ray(answer: str, env: dict[str, str], tmp_path: Path) -> None:
    needs("ray")
    (tmp_path / "study.py").write_text(block("import ray"))
    env |= {"RAY_USAGE_STATS_ENABLED": "0", "TMPDIR": "/tmp"}  # whose sockets have short names
    assert answer in said([sys.executable, "study.py"], tmp_path, env)


SLURM = """
ClusterName=alone
SlurmctldHost=localhost
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
NodeName=localhost CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@contextmanager
def slurm(folder: Path) -> Iterator[Path]:
    """Slurm over loopback: munged, slurmctld and slurmd; yields its configuration."""
    (folder / "munge.key").write_bytes(os.urandom(128))
    (folder / "munge.key").chmod(0o600)
    conf = folder / "slurm.conf"
    conf.write_text(SLURM.format(user=getpass.getuser(), folder=folder, cpus=os.cpu_count()))
    env = {**os.environ, "SLURM_CONF": str(conf)}
    names = ("pid-file", "log-file", "seed-file")
    munge = [f"--{name}={folder}/munge.{name}" for name in names]
    munge += [f"--socket={folder}/munge.socket", f"--key-file={folder}/munge.key"]
    daemons = [
        ["munged", "--foreground", "--force", *munge],
        ["slurmctld", "-D", "-f", str(conf)],
        ["slurmd", "-D", "-f", str(conf), "-N", "localhost"],
    ]
    with ExitStack() as stack:
        for words in daemons:
            log = stack.enter_context((folder / f"{words[0]}.log").open("w"))
            daemon = subprocess.Popen(words, env=env, stdout=log, stderr=log)
            stack.callback(daemon.wait)
            stack.callback(daemon.kill)
            time.sleep(2)
        yield conf


@pytest.mark.full
def test_slurm(env: dict[str, str], tmp_path: Path) -> None:
    """Given twice, by which the second time nothing is played."""
    if not shutil.which("slurmctld"):
        pytest.skip("slurmctld is not installed; apt-get install slurm-wlm")
    (tmp_path / "array.sh").write_text(block("#SBATCH"))
    with slurm(tmp_path) as conf:
        env["SLURM_CONF"] = str(conf)
        for _ in range(2):
            given = block("sbatch --wait").replace("all.json", "all.json --force")
            shown = said(["sh", "-ec", given], tmp_path, env)
    assert rbsim.advantage("strict", games=40_000).headline in shown
    parts = [tmp_path / f"part-{number}.json" for number in range(1, 9)]
    assert rbsim.load(*parts) == rbsim.advantage("strict", games=40_000)
    commands = [json.loads(part.read_text())["command"] for part in parts]
    assert all("--resume" in words for words in commands)
