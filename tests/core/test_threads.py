"""Several threads at once: what they share, and Python without the GIL."""

import subprocess
import sys
import sysconfig

import pytest

from attack import sanitized, threads
from support.quick import fewer


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_what_threads_share_is_to_each_as_if_it_were_alone(seed: int) -> None:
    assert sanitized.share(fewer(160), seed) == []


def test_threads_that_play_in_one_game_are_told_so_or_wait() -> None:
    assert threads.attack(fewer(70), 8)[1] == []  # in the quick tier one of each kind


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="Python has a GIL")
def test_no_module_asks_for_the_gil() -> None:
    """Which Python would switch on for one that does not say that it is safe, with a warning."""
    code = (
        "import importlib, pkgutil, sys, rbcore, rbpatience\n"
        "for package in (rbcore, rbpatience):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        importlib.import_module(module.name)\n"
        "sys.exit(sys._is_gil_enabled())"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
