"""No compiled player prefers a seat: in the mirrored position it makes the mirrored move."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from scipy import stats

import rbcore
from support.mirror import mirrored, mirrored_move
from support.mixtures import mixtures

# Vacancies (V14) are filled by their numbers, whoever moves, so `wrangle` itself has no mirror.
# What players choose there does not depend on it, unless they play turns out.
TWO_SEATS = [name for name in rbcore.PRESETS if rbcore.variant(name).seats == 2]
MIRRORED = [
    name for name in [*TWO_SEATS, "strict,group-moves=yes", "covered,peek=yes,waste-available=yes",
                      "simplified,group-moves=yes", *mixtures(24, seed=11)]
    if rbcore.variant(name).seats == 2 and rbcore.variant(name).vacant_house == "any-card"
    and rbcore.variant(name).houses_each  # else there is next to nothing to choose
]  # fmt: skip
DECIDED = ("greedy", "weighted", "planner")
LOOKING_AHEAD = ("lookahead", "lookahead+memory", "nested+memory")


def positions(variant: str, games: int, most: int = 300) -> Iterator[rbcore.Position]:
    """Positions of games in which seats err now and then: a third of those that leave a choice."""
    rng = random.Random(variant)
    for game in range(games):
        players = tuple(f"{rng.choice(DECIDED)}~0.1" for _ in range(2))
        position, moves, _ = rbcore.trace(rbcore.variant(variant), players, 4, game, max_moves=most)
        for move in moves:
            if len(position.moves()) > 1 and rng.random() < 0.33:
                yield position.copy()
            position.apply(move)


@pytest.mark.sample(3)
@pytest.mark.parametrize("variant", [*MIRRORED, "wrangle"])
@pytest.mark.parametrize("player", [*DECIDED, *LOOKING_AHEAD])
def test_the_mirrored_move_in_the_mirrored_position(variant: str, player: str) -> None:
    tried = 0
    for position in positions(variant, 1 if player.startswith("nested") else 2):
        move = position.choose(player)
        assert mirrored(position).choose(player) == mirrored_move(move, position.rules), position
        tried += 1
    assert tried > (2 if player.startswith("nested") else 10)


@pytest.mark.parametrize("variant", ["standard", "covered", "simplified", "crossley", "face-down"])
def test_search_imagines_mirrored_worlds(variant: str) -> None:
    """So its move is the mirrored one too, from the same draws."""
    for i, position in enumerate(positions(variant, 3)):
        if i % 9 == 0:
            other = mirrored(position)
            assert mirrored(position.view().determinize(i)) == other.view().determinize(i)
            move = position.choose("search-12", seed=i)
            assert other.choose("search-12", seed=i) == mirrored_move(move, position.rules)


@pytest.mark.sample(20)
@pytest.mark.parametrize("player", ["greedy", "weighted", "planner", "lookahead+memory"])
@pytest.mark.parametrize("variant", MIRRORED)
def test_mirrored_deals_make_mirrored_games(variant: str, player: str) -> None:
    """Compared now and then, as games that part do not meet again."""
    position = rbcore.Position.deal(rbcore.variant(variant), 5, 0)
    other = mirrored(position)
    for ply in range(150):
        if position.winner is not None:
            break
        if ply % 15 == 0:
            assert mirrored(position) == other
        position.apply(position.choose(player))
        other.apply(other.choose(player))
    assert mirrored(position) == other
    assert position.winner is None or other.winner == 1 - position.winner


@pytest.mark.parametrize("player", ["uniform", "greedy~0.5", "weighted~0.3"])
@pytest.mark.parametrize("variant", ["standard", "simplified", "crossley"])
def test_moves_that_are_drawn_are_drawn_as_often(variant: str, player: str) -> None:
    """Chi-square over the moves of a position and those of its mirror."""
    draws = 600
    position = max(positions(variant, 4), key=lambda position: len(position.moves()))
    other = mirrored(position)
    here = Counter(position.choose(player, seed=1, game=game) for game in range(draws))
    there = Counter(other.choose(player, seed=2, game=game) for game in range(draws))
    moves = position.moves()
    assert {mirrored_move(move, position.rules) for move in moves} == set(other.moves())
    table = [[here[move] for move in moves],
             [there[mirrored_move(move, position.rules)] for move in moves]]  # fmt: skip
    assert len(moves) > 2
    assert stats.chi2_contingency(table).pvalue > 1e-5
