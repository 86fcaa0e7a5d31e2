"""Stores and results of 20 pieces, by the calls of stores.py."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")

import stores

pytestmark = pytest.mark.benchmark(group="stores")
PIECES = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("stores")
    stores.make(made, PIECES)
    return made


@pytest.mark.parametrize("call", stores.CALLS)
def test_call(timed, folder, call):
    timed(lambda: stores.CALLS[call](folder, PIECES), lambda _: {"pieces": PIECES})


def test_write(timed, tmp_path):
    """A store of its own each time."""
    folders = iter(range(1 << 60))

    def work() -> None:
        folder = tmp_path / str(next(folders))
        folder.mkdir()
        stores.make_store(folder, PIECES)

    timed(work, lambda _: {"pieces": PIECES})
