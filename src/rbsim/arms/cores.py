"""Cores: the default number of threads, and the limit that sets it; pools of processes."""

import math
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import TypeGuard

from rbcore.cards.ranges import check_range, count_text

MAX_THREADS = 1_024
HAS_THREADS = sys.platform not in ("emscripten", "wasi")  # whether the system has threads
CGROUPS = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")
SLURM = "SLURM_CPUS_PER_TASK"


def has_processes(executor: object) -> TypeGuard[Executor]:
    """Return whether an executor is a ProcessPoolExecutor of Python's own.

    The class is not imported here, since that takes 10 ms. If there is a pool, its module is there.
    """
    module = sys.modules.get("concurrent.futures.process")
    return module is not None and isinstance(executor, module.ProcessPoolExecutor)


def thread_count(threads: int | None) -> int:
    """Return the number of threads, all cores for None; ValueError if out of range."""
    return check_range("threads", all_cores() if threads is None else threads, 1, MAX_THREADS)


def all_cores() -> int:
    """Return the number of cores this process may use; one if the system has no threads."""
    return min(cores_by_limit().values())


def thread_text(threads: int, is_given: bool) -> str:
    """Return how many threads play, and why, unless the user gave the number."""
    text = count_text(threads, "threads")
    if is_given:
        return text
    limits = cores_by_limit()
    return f"{text} ({min(limits, key=lambda limit: limits[limit])})"


def cores_by_limit() -> dict[str, int]:
    """Return how many cores each limit allows this process, by the limit's name.

    The limits are the machine's cores, the affinity, the quota of control groups, rounded up, and
    the allocation of Slurm.
    """
    if not HAS_THREADS:
        return {"a system without threads": 1}
    limits = {"all cores": os.cpu_count() or 1}
    if hasattr(os, "sched_getaffinity"):
        limits["affinity"] = len(os.sched_getaffinity(0))
    quotas = [math.ceil(quota) for quota in _quotas()]
    if quotas:
        limits["cgroup quota"] = max(1, min(quotas))
    with suppress(ValueError):  # the variable may hold anything
        limits[SLURM] = max(1, int(os.environ.get(SLURM, "")))
    return {name: min(cores, MAX_THREADS) for name, cores in limits.items()}


def _quotas() -> Iterator[float]:
    """Yield the cores that each control group of this process may use, where it has a quota."""
    with suppress(OSError, ValueError):
        for line in MEMBERSHIP.read_text().splitlines():
            _, controllers, name = line.split(":", 2)
            is_v2 = not controllers
            if is_v2 or "cpu" in controllers.split(","):
                folder = CGROUPS if is_v2 else CGROUPS / "cpu"
                path = folder / name.lstrip("/")
                for group in (path, *path.parents):
                    if not group.is_relative_to(folder):
                        break
                    with suppress(OSError, ValueError):
                        yield _quota_v2(group) if is_v2 else _quota_v1(group)


def _quota_v2(group: Path) -> float:
    quota, period = (group / "cpu.max").read_text().split()
    return int(quota) / int(period)  # ValueError of "max", which is no quota


def _quota_v1(group: Path) -> float:
    quota, period = (
        int((group / f"cpu.cfs_{name}_us").read_text()) for name in ("quota", "period")
    )
    if quota <= 0:
        raise ValueError("no quota")
    return quota / period
