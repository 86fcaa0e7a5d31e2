"""Benchmarks: `make bench`. A case is fixed work, done in a round as often as its speed asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from rbcore.cards.processor import FLAGS
from rbsim import bench
from rbsim.arms.arm import machine

ROUND_S = 0.2
ROUNDS = 7
SIZINGS = 3


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--backwards", action="store_true", help="the last case first: figures are the same"
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("backwards"):
        items.reverse()


@pytest.fixture
def timed(benchmark: Any) -> Callable[..., Any]:
    """A function that times work, and notes in extra_info how much of what is done a second."""

    def measure(work: Callable[[], Any], counts: Callable[[Any], Mapping[str, float]]) -> Any:
        """Time `work`, whose result has `counts` by unit, as {"games": 500}; return its result."""
        iterations = 1
        if not getattr(benchmark, "disabled", False):
            work()  # as caches, memos and lazy imports are filled by the first
            shortest = min(_seconds(work) for _ in range(SIZINGS))
            iterations = max(1, round(ROUND_S / shortest))
        result = benchmark.pedantic(work, rounds=ROUNDS, iterations=iterations, warmup_rounds=1)
        # None if benchmarks are disabled, or run by xdist; CodSpeed's fixture has none.
        if stats := getattr(benchmark, "stats", None):
            for unit, count in counts(result).items():
                benchmark.extra_info[f"{unit}_per_second"] = float(count / stats["median"])
        return result

    return measure


def _seconds(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


# ---- what is said --------------------------------------------------------------------------------


def _group(item: pytest.Item) -> str:
    marker = item.get_closest_marker("benchmark")
    return str(marker.kwargs["group"]) if marker else ""


_began: dict[str, float] = {}
_cases: dict[str, int] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Say when a group ends."""
    group = _group(item)
    _began.setdefault(group, time.perf_counter())
    _cases[group] = _cases.get(group, 0) + 1
    result = yield
    reporter: Any = item.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and (nextitem is None or _group(nextitem) != group):
        seconds = time.perf_counter() - _began[group]
        reporter.ensure_newline()
        reporter.write_line(f"{group}: {_cases[group]} cases in {seconds:.0f} s")
    return result


@cache
def _machine() -> dict[str, str]:
    of = {name: machine()[name] for name in ("processor", "compiler", "build")}
    return of | {"flags": FLAGS, "signature": bench.overall_signature()}


# Optional, as CodSpeed's plugin puts pytest-benchmark aside.
@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    machine_info |= _machine()


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_benchmark_compare_machine_info(
    machine_info: dict[str, Any], compared_benchmark: dict[str, Any]
) -> None:
    """End in a sentence before figures of other games are compared."""
    ours, theirs = machine_info["signature"], compared_benchmark["machine_info"].get("signature")
    if theirs != ours:
        raise pytest.UsageError(
            f"the games here have signature {ours}, those of what is compared {theirs}: speeds of "
            "other games do not compare"
        )
