"""Players on threads whose stack the system makes small, as musl does and `ulimit -s`."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource", reason="Windows has no such limits")

PLAY = """
import rbsim
print(rbsim.simulate(games=2, players={player!r}, threads={threads}, seed=1).study.arms[0].count)
"""


def small() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (128 << 10, 128 << 10))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere limits are others'")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "player", ["lookahead", "nested", "thorough+memory", "search-20", "planner"]
)
def test_players_play_where_stacks_are_small(player: str, threads: int) -> None:
    script = PLAY.format(player=player, threads=threads)
    done = subprocess.run(
        [sys.executable, "-c", script], preexec_fn=small, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2\n"
