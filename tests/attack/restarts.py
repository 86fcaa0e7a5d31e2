"""Chains of runs on one store, each ended somehow and begun again at once, while work goes on.

A chain draws whether it plays on threads, processes or a dask cluster, and how many games it wants
at last. Each of its runs wants as many games as the run before, or more; it ends by itself, by
Ctrl-C, or with the coordinator, a worker or the scheduler killed. What the dead left running goes
on writing. After each run the store is whole and no game lies in it twice, for its own tools and
for a reader of Parquet; at last its rows are those of one undisturbed run.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import psutil

import rbsim
from rbsim.arms.pools import connected
from rbsim.cli import main as preloaded  # by the server that coordinators are forked from
from rbsim.study import run as study_run
from rbsim.study.store import check_store

CHAINS = 200
# Of one arm, at most. Those of threads take time; others wait, so that what is left behind by a
# run is still playing when the next one lists the store.
GAMES = {"threads": 40_000, "processes": 240, "dask": 240}
PIECE_S = 0.6  # of play in a piece
WAIT_S = 0.004  # of a player for each choice
ENDS = ("itself", "interrupt", "kill coordinator", "kill coordinator", "kill worker")
TRIES = 20  # to end a chain: the cluster may be starting
LIMIT_S = 120  # of a run, which takes two seconds where the machine is idle


def waiting(view: Any, moves: Any) -> Any:
    """A player that takes its time, and none of the processor's."""
    time.sleep(WAIT_S)
    return moves[-1]


def study(means: str) -> dict[str, Any]:
    """What is played by each means, in Python where it waits."""
    if means == "threads":
        return {"seed": 1}
    return {"seed": 1, "players": f"{__name__}.waiting", "max_turns": 2}


class Cluster:
    """A dask cluster of two workers, as one starts it at a terminal, begun again if it dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def address(self) -> str:
        """Return where the scheduler is, which has workers."""
        file = self.folder / "scheduler.json"
        if any(one.poll() is not None for one in self.processes.values()):
            self.stop()
        if not self.processes:
            file.unlink(missing_ok=True)
            self._start("scheduler", "--port", "0", "--host", "127.0.0.1")
            self._start("worker", "--nworkers", "2", "--nthreads", "1")
        while not file.exists():
            time.sleep(0.02)
        return str(json.loads(file.read_text())["address"])

    def _start(self, kind: str, *more: str) -> None:
        words = [sys.executable, "-m", "dask", kind, "--no-dashboard", *more]
        self.processes[kind] = subprocess.Popen(
            [*words, "--scheduler-file", "scheduler.json"],
            cwd=self.folder,
            env=os.environ | {"DASK_TEMPORARY_DIRECTORY": str(self.folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def workers(self) -> list[psutil.Process]:
        """Return the processes that play, which their nanny starts again."""
        return children(self.processes["worker"].pid)

    def kill_scheduler(self) -> None:
        """Kill the scheduler; its workers go with it when the next is started."""
        self.processes["scheduler"].kill()
        self.processes["scheduler"].wait()

    def stop(self) -> None:
        """Kill what runs."""
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes = {}


def children(pid: int) -> list[psutil.Process]:
    """Return the processes that play for another: not those that watch over its resources."""
    with contextlib.suppress(psutil.NoSuchProcess):
        every = psutil.Process(pid).children(recursive=True)
        return [one for one in every if "tracker" not in " ".join(one.cmdline())]
    return []


@contextlib.contextmanager
def workers(means: str, address: str) -> Iterator[dict[str, Any]]:
    """What a run plays on."""
    if means == "threads":
        yield {"threads": 2}
    elif means == "processes":
        with ProcessPoolExecutor(2, get_context("fork")) as executor:
            yield {"threads": 2, "executor": executor}
    else:
        with connected(address) as (executor, threads):
            yield {"threads": threads, "executor": executor}


def coordinate(means: str, address: str, store: str, games: int) -> None:
    """Play a study into its store; what the coordinator's process does."""
    os.setsid()  # so that what it leaves behind can be found
    signal.signal(signal.SIGINT, signal.default_int_handler)
    study_run.STORED_S = PIECE_S
    os.close(2)
    os.open(os.devnull, os.O_WRONLY)
    warnings.simplefilter("ignore")
    with workers(means, address) as found:
        rbsim.simulate("standard", games=games, store=store, **study(means), **found)


def disturb(run: BaseProcess, end: str, means: str, cluster: Cluster | None) -> None:
    """End a run as is drawn."""
    pid = run.pid
    assert pid is not None
    if end == "interrupt":
        os.kill(pid, signal.SIGINT)
    elif end == "kill coordinator" or means == "threads":
        os.kill(pid, signal.SIGKILL)
    elif end == "kill scheduler" and cluster is not None:
        cluster.kill_scheduler()
    else:
        playing = cluster.workers() if cluster is not None else children(pid)
        for process in playing[:1]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def problems(store: Path) -> list[str]:
    """What the store's own tools and a reader of Parquet find wrong."""
    if not (store / "study.parquet").exists():
        return []
    found = check_store(store).problems
    if any(store.glob("**/*.parquet")):
        every, games = duckdb.sql(
            f"select count(*), count(distinct index) from '{store}/**/*.parquet'"
        ).fetchall()[0]
        if every != games:
            found.append(f"{every:,} rows of {games:,} games")
    return found


def chain(number: int, whole: dict[str, Any], cluster: Cluster, server: Any) -> str:
    """Play a chain; return what is wrong, or nothing."""
    rng = random.Random(number)
    means = list(GAMES)[number % len(GAMES)]
    own = cluster if means == "dask" else None
    ends = [*ENDS, "kill scheduler"] if own else ENDS
    told, begun, games = [means], [], GAMES[means] // 4
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        store = Path(scratch, "store")

        def begin() -> BaseProcess:
            address = own.address() if own else ""
            run = server.Process(target=coordinate, args=(means, address, str(store), games))
            run.start()
            begun.append(run.pid)
            return run

        def wrong(when: str) -> str:
            found = problems(store)
            return f"{'; '.join(told)}; {when}: {'; '.join(found)[:400]}" if found else ""

        try:
            for _ in range(rng.randint(2, 5)):
                games = rng.choice((games, games, (games + GAMES[means]) // 2))
                run, end = begin(), rng.choice(ends)
                run.join(LIMIT_S if end == "itself" else rng.uniform(0.2, 2.5))
                if run.is_alive():
                    disturb(run, end, means, own)
                    run.join(LIMIT_S)
                told.append(f"{games:,} games, {end}")
                if run.is_alive():
                    return f"{'; '.join(told)}; goes on for ever"
                if said := wrong("then"):
                    return said
            for _ in range(TRIES):
                run = begin()
                run.join(LIMIT_S)
                if run.exitcode == 0:
                    break
                time.sleep(0.5)
            else:
                return f"{'; '.join(told)}; and no run ends with {games:,} games"
            time.sleep(rng.choice((0, 2 * PIECE_S)))  # while what was left behind goes on
            if said := wrong("at last"):
                return said
            read = rbsim.load(store)
            if check_store(store).missing or read.tallies[0].n != games:
                return f"{'; '.join(told)}; has {read.tallies[0].n:,} of {games:,} games"
            if not np.array_equal(read.games, whole[means][:games]):
                return f"{'; '.join(told)}; other rows"
        except Exception as error:
            return f"{'; '.join(told)}; {type(error).__name__}: {error}"
        finally:
            for pid in begun:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)
    return ""


def attack(rounds: int = CHAINS, seed: int = 1) -> tuple[int, list[str]]:
    """Play so many chains; return how many, and the findings."""
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))  # where workers find the player
    whole = {
        means: rbsim.simulate("standard", games=games, rows=True, **study(means)).games
        for means, games in GAMES.items()
    }
    server = get_context("forkserver")
    server.set_forkserver_preload([preloaded.__name__, __name__, "distributed", "pandas"])
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        try:
            for number in range(seed * 1_000, seed * 1_000 + rounds):
                if said := chain(number, whole, cluster, server):
                    found.append(f"chain {number}: {said}")
        finally:
            cluster.stop()
    return rounds, found
