"""The weights of `weighted` and `planner`: where they come from, and that they can be had again."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

import rbcore
from rbcore.api.position import features, try_weights
from rbcore.players.weights import COMMAND, FEATURES, PLANNER, REPORT
from support.players import shuffled

STANDARD = rbcore.variant("standard")
ROOT = Path(__file__).parents[3]
SMALL = ("--generations", "2", "--games", "20", "--population", "6", "--challenges", "2")
LOCKED = (
    "0 - c74d95h5AsK7 Tc9d8s7h|JcTd9c8d|KsQhJsTd9c8h|9s8h7c6h5c4h|9h8c7h6c5h|QdJcTh|3h|KhQsJdTc "
    "(6d9h2h7d8c6h)KcQcKc/KdJdQcKdQd/Ts -/KhQhJhTh/Jh idle={idle} turn=149"
)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch):
    if not (ROOT / "benchmarks").is_dir():
        pytest.skip("the fit is not part of what is installed")
    pytest.importorskip("cma")
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import fit_weights

    yield fit_weights
    del sys.modules["fit_weights"]


@pytest.mark.full
def test_fitting_again_gives_the_same_weights(tool, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for threads in ("1", "2"):
        tool.main([*SMALL, "--threads", threads])
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    tool.main([*SMALL, "--seed", "2"])
    other = capsys.readouterr().out
    assert other.split("FEATURES")[1] != found[0].split("FEATURES")[1]  # what precedes has the seed


def test_shipped_weights_are_as_their_command_writes_them(tool) -> None:
    text = (ROOT / "src" / "rbcore" / "players" / "weights.py").read_text()
    assert tool.written(FEATURES, PLANNER, COMMAND, list(REPORT)) + "\n" == text
    assert COMMAND.startswith("python benchmarks/fit_weights.py --")
    assert list(PLANNER) == [name for name in FEATURES if name in tool.START_OF_PLANNER]
    assert list(tool.START) == list(FEATURES)
    assert all(FEATURES[name] == tool.START[name] for name in tool.HELD)


def test_every_feature_has_a_weight() -> None:
    for number in (len(FEATURES) - 1, len(FEATURES) + 1):
        with pytest.raises(ValueError, match=f"^{number} weights for {len(FEATURES)} features$"):
            try_weights([0] * number)


@pytest.mark.parametrize("player", ["weighted", "planner"])
def test_who_has_seen_all_cards_in_vain_loads(player: str) -> None:
    """Seat 0 has six cards in hand and waste; to load gives up a ten that lies in order."""
    moves = []
    for idle in ("5,6", "6,6"):
        position = rbcore.Position.parse(LOCKED.format(idle=idle), rbcore.variant("standard"))
        moves.append(position.choose(player))
    assert moves == ["turn", "6>W"]


@pytest.mark.full
def test_features_say_what_weighted_plays() -> None:
    """Of moves to choose from, it makes one of the greatest sum."""
    seen, weights = 0, list(FEATURES.values())
    for number in range(12):
        game = rbcore.Game.deal(STANDARD, 1, number)
        while not game.is_over:
            moves, choice = game.moves(), game.choose("weighted")
            if {"turn", "waste", "pass"} & set(moves) and not choice.endswith(">F"):
                values = {
                    move: np.dot(features(game.position(), [move], False, False), weights)
                    for move in moves
                }
                for move, worth in list(values.items()):
                    if move[0].isdigit() and move[2].isdigit() and worth <= 0:
                        del values[move]  # a move between houses has to gain something
                assert values[choice] == max(values.values())
                seen += 1
            game.apply(choice)
    assert seen > 1_000


def test_features_need_what_is_seen_alone() -> None:
    rng = random.Random(5)
    for number in range(5):
        position = rbcore.Game.deal(STANDARD, 17, number).position()
        other = shuffled(position, rng)
        for move in position.moves():
            for is_plan in (False, True):
                own = features(position, [move], is_plan, False)
                assert own == features(other, [move], is_plan, False)
    for moves, words in ((["1>1"], "not legal"), ([], "0 moves are not a plan")):
        with pytest.raises(ValueError, match=words):
            features(position, moves, True, False)
