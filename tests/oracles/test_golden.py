"""Golden signatures: the games of seed 1, for every preset and player.

A change that alters games changes these, bumps GAMES_VERSION (or a player's version) and says so in
the changelog; `python tests/oracles/test_golden.py` then writes the file anew.
"""

from pathlib import Path

import pytest

import rbcore
from rbsim.bench import signature

FILE = Path(__file__).parent / "golden" / "signatures.tsv"
GAMES = {
    "planner": 200, "search": 4, "lookahead+memory": 100, "nested+memory": 4, "thorough+memory": 1,
    "steady": 200, "frugal+memory": 4,
}  # fmt: skip
MAX = 2_000  # of all others
# The last ones with memory: they are the same players without.
REMEMBERS = ("lookahead", "nested", "thorough", "frugal")
PLAYERS = [name + "+memory" * (name in REMEMBERS) for name in rbcore.PLAYERS]


def line(preset: str, player: str) -> str:
    return "\t".join(
        [preset, rbcore.versioned(player), str(rbcore.GAMES_VERSION),
         signature(preset, player, GAMES.get(player, MAX))]
    )  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("preset", rbcore.PRESETS)
@pytest.mark.parametrize("player", PLAYERS)
def test_games_are_the_same_as_ever(preset: str, player: str) -> None:
    assert line(preset, player) in FILE.read_text().splitlines()


def test_no_signature_is_left_over() -> None:
    assert len(FILE.read_text().splitlines()) == 1 + len(rbcore.PRESETS) * len(PLAYERS)


if __name__ == "__main__":
    fewer = ", ".join(f"{player}: {games}" for player, games in GAMES.items())
    lines = [f"# preset, player, games version, signature of {MAX} games of seed 1 ({fewer})"]
    lines += [line(preset, player) for preset in rbcore.PRESETS for player in PLAYERS]
    FILE.write_text("\n".join(lines) + "\n")
