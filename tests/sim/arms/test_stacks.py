"""Players on threads whose stack the system makes small, as musl does and `ulimit -s`."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource", reason="Windows has no such limits")

SIMULATE = """
import rbsim
print(rbsim.simulate(games=2, players={player!r}, threads={threads}, seed=1).study.arms[0].count)
"""
CHOOSE = """
import rbcore
game = rbcore.Game.deal("standard", 1, 0)
for _ in range(60):
    game.apply(game.choose({player!r}))
game.position().choose({player!r})
game.play_out({other!r})
print(game.outcome)
"""
HINT = """
import rbcore
from rbsim.cli.main import run
position = rbcore.Position.deal("standard", 1, 0)
print(run(["hint", "standard", position.notation, "--by", {player!r}, "--games", "40"]))
"""
PLAYERS = ["lookahead", "nested", "thorough+memory", "search-20", "planner"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits differ on other systems")


def small() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (128 << 10, 128 << 10))


def printed(script: str) -> str:
    """Return the last line that a script prints in a process whose stacks have 128 KB."""
    done = subprocess.run(
        [sys.executable, "-c", script], preexec_fn=small, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("player", PLAYERS)
def test_players_play_where_stacks_are_small(player: str, threads: int) -> None:
    assert printed(SIMULATE.format(player=player, threads=threads)) == "2"


@pytest.mark.parametrize("player", PLAYERS)
def test_players_choose_where_stacks_are_small(player: str) -> None:
    """Players choose on the main thread, whose stack the system sets."""
    other = "planner" if player == "thorough+memory" else player
    assert printed(CHOOSE.format(player=player, other=other)) == "win"


@pytest.mark.sample(1)
@pytest.mark.parametrize("player", ["nested", "lookahead"])
def test_hints_are_given_where_stacks_are_small(player: str) -> None:
    assert printed(HINT.format(player=player)) == "0"
