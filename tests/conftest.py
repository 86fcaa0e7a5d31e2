"""What holds for every test: its tier, and that Ctrl-C ends what it starts, as its end does."""

import signal
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

from support import quick


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the tests of `make test`, not all")
    parser.addoption(
        "--rest", action="store_true", help="what `make test` leaves out or does less of"
    )


# The collected files of which the quick tier has no test.
NOT_QUICK = pytest.StashKey[set[str]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    some = [item for item in items if not item.get_closest_marker("full")]
    kept = quick.quick_items(some, lambda item: item.nodeid.partition("[")[0], _most)
    files, quick_files = ({item.nodeid.partition("::")[0] for item in of} for of in (items, kept))
    config.stash[NOT_QUICK] = files - quick_files
    if not (config.getoption("quick") or config.getoption("rest")):
        return
    if config.getoption("rest"):
        kept = quick.rest_items(items, kept, _plays_fewer)
    left = set(map(id, kept))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in left])
    items[:] = kept


@pytest.fixture
def not_quick(pytestconfig: pytest.Config) -> set[str]:
    """The collected files of which the quick tier has no test."""
    return pytestconfig.stash[NOT_QUICK]


def _plays_fewer(item: pytest.Item) -> bool:
    """Whether a test's module counts its games by the tier."""
    return hasattr(getattr(item, "module", None), "fewer")


def _most(item: pytest.Item) -> int | None:
    """Return how many cases of a test the quick tier has; None stands for all."""
    sample = item.get_closest_marker("sample")
    return sample and sample.args[0]


def pytest_configure(config: pytest.Config) -> None:
    quick.is_quick = config.getoption("quick")
    # A shell starts what it runs in the background with SIGINT ignored, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_in_the_temporary_folder(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """Each worker of pytest has a folder of its own, which children inherit."""
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        for one in ("TMPDIR", "TEMP", "TMP"):
            patch.setenv(one, str(folder))
        patch.setattr(tempfile, "tempdir", None)
        yield
        # What multiprocessing makes goes when the interpreter does.
        left = sorted(one.name for one in folder.iterdir() if not one.name.startswith("pymp-"))
    assert not left, f"tests left in the temporary folder: {', '.join(left)}"


@pytest.fixture(autouse=True)
def no_process_outlives_its_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A failing test would leave one that plays for hours, and the tests after it slow."""
    started: list[subprocess.Popen[Any]] = []
    real = subprocess.Popen.__init__

    def init(self: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
        real(self, *arguments, **options)
        started.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", init)
    yield
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()
