"""Plans (V4, V5, V7, V9): the core's pruned search against the twin's plain breadth-first one."""

import os
import random
import subprocess
import sys

import pytest

import rbcore
from oracles import twin

# Variants in which one goal decides, and how to tell from the legal moves that a plan was found.
GOALS = {
    "standard,release=any": "compelled",
    "standard,release=fewest": "compelled",
    "standard,must-make-spaces=yes": "barred",
    "standard,covered-houses=yes,must-uncover=yes": "compelled",
}
# Long plans are looked for among few houses: the plain search takes a hundredth of the time there,
# and there are more such plans.
EXTRAS = [
    ("", 3, 160),
    ("", 2, 120),
    ("", 1, 80),
    ("", 5, 4),
    ("", 6, 2),
    (",houses-each=3", 5, 40),
    (",houses-each=3", 6, 40),
    (",houses-each=2", 6, 120),
    (",group-moves=yes", 2, 250),
    (",group-moves=yes", 1, 100),
    (",group-moves=yes", 3, 300),
    (",group-moves=yes,houses-each=2", 6, 600),
    (",group-moves=yes,houses-each=3", 4, 100),
    (",seats=3,houses-each=3,reserve-size=8", 3, 250),
    (",house-build=same-suit,load-match=any-suit", 3, 80),
    (",houses-each=2,load-only-unplayable=yes", 4, 250),
    (",houses-each=2,load-from=not-houses", 4, 250),
    (",houses-each=2,load-equal-rank=yes", 4, 250),
    (",houses-each=2,space-only-unplayable=yes", 5, 250),
    (",houses-each=3,lone-card-to-space=no", 4, 100),
    (",houses-each=2,space-only-unplayable=yes,lone-card-to-space=no,group-moves=yes", 4, 250),
]


def sample(rules: rbcore.Rules, how: str, n: int, seed: int) -> list[rbcore.Position]:
    """Positions of random games where no card fits a foundation: with a plan, or at intervals."""
    rng = random.Random(seed)
    found: list[rbcore.Position] = []
    game = 0
    while len(found) < n:
        position = rbcore.Position.deal(rules, seed, game)
        game += 1
        for ply in range(400):
            moves = position.moves()
            if not moves:
                break
            wanted = ply % 7 == 0 or (ply % 2 == 0 and shows_a_plan(moves, how))
            if wanted and not moves[0].endswith(">F"):
                found.append(position.copy())
            position.apply(rng.choice(moves))
    return found[:n]


def shows_a_plan(moves: list[str], how: str) -> bool:
    if how == "barred":
        return not {"turn", "pass", "waste"} & set(moves)
    return all(move[0].isdigit() for move in moves)


def planned(goal: str, extra: str, limit: int) -> rbcore.Rules:
    return rbcore.variant(f"{goal}{extra},plan-limit={limit}")


@pytest.mark.sample(3)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("extra", "limit", "n"), EXTRAS)
def test_plans_agree_with_an_unpruned_search(goal: str, extra: str, limit: int, n: int) -> None:
    rules = planned(goal, extra, limit)
    twins = twin.variant(rbcore.variant_text(rules))
    for position in sample(rules, GOALS[goal], n, limit):
        moves = sorted(twin.legal_moves(twin.read(position.notation, twins), twins))
        assert sorted(position.moves()) == moves, (goal, extra, position.notation)


@pytest.mark.sample(1)
@pytest.mark.parametrize("goal", GOALS)
def test_many_of_these_positions_have_a_plan_and_many_have_none(goal: str) -> None:
    """The moves are the twin's, as the test above finds."""
    positions = [
        position
        for extra, limit, n in EXTRAS
        for position in sample(planned(goal, extra, limit), GOALS[goal], n, limit)
    ]
    found = sum(shows_a_plan(position.moves(), GOALS[goal]) for position in positions)
    assert len(positions) >= 600
    assert 15 < found < len(positions) - 15


# In this game the answer for one goal once stood for another's, and the game did not end. Where the
# memo keeps an answer hangs on hashes that differ from process to process: under 2 it went wrong.
@pytest.mark.sample(1)
@pytest.mark.parametrize("hash_seed", ["0", "2"])
def test_answers_kept_for_one_goal_are_not_taken_for_another(hash_seed: str) -> None:
    script = (
        "import numpy, rbcore\n"
        "rows = numpy.zeros(1, rbcore.GAME)\n"
        "rbcore.play(rbcore.variant('covered'), ('greedy',) * 2, 77, 570, rows)\n"
        "print(rows['moves'][0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == 463
