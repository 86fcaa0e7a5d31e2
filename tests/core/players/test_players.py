"""Players: they see no hidden card, they come to an end, they err as often as they are told to."""

import random
import re

import numpy as np
import pytest

import rbcore
from rbcore.api.position import try_weights
from rbcore.players.names import SURE, PlayerSpec, parse_player
from rbcore.players.weights import FEATURES
from support.players import PLAYERS, VARIANTS, shuffled


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_hidden_changes_no_move(variant: str) -> None:
    rng = random.Random(variant)
    rules = rbcore.variant(variant)
    changed = 0
    for game in range(4):
        players = tuple(rng.choice(PLAYERS) for _ in range(rules.seats))
        position, moves, _ = rbcore.trace(rules, players, 6, game, max_moves=150)
        for n, move in enumerate(moves):
            if n % 3 == game % 3:
                other = shuffled(position, rng)
                changed += other.notation != position.notation
                assert other.moves() == position.moves()
                for player in (*PLAYERS, "greedy~0.5"):
                    chosen = position.choose(player, game=game)
                    assert other.choose(player, game=game) == chosen, (player, position.notation)
            position.apply(move)
    assert changed > (15 if rules.ranks < 13 else 33) or rules.seats == 3


def rows_of(variant: str, player: str, games: int = 60, max_moves: int = 100_000) -> np.ndarray:
    rules = rbcore.variant(variant)
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 2, 0, rows, max_moves=max_moves)
    return rows


@pytest.mark.sample(6)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "player",
    [
        "weighted",
        "planner",
        "search-8",
        "lookahead+memory",
        "nested",
        "nested+memory",
        "thorough",
        "frugal",
    ],
)
def test_every_turn_comes_to_an_end(variant: str, player: str) -> None:
    """Unless plans to and fro are compulsory, games stay far from the limit on moves."""
    games = {"search-8": 4, "nested": 1, "nested+memory": 1, "thorough": 1, "frugal": 1}
    rows = rows_of(variant, player, games.get(player, 20), 20_000)
    assert (rows["moves"] < 20_000).all()
    assert (rows["moves"] < 200 * (rows["turns"] + 1)).all()


def test_erring_is_weighed_in_between() -> None:
    assert (rows_of("standard", "greedy~0") == rows_of("standard", "greedy")).all()
    rules, share = rbcore.variant("cut-start"), []
    for chance in ("0.02", "0.3", "1"):
        rows = np.zeros(1_000, rbcore.GAME)
        rbcore.play(rules, (f"greedy~{chance}", "greedy"), 3, 0, rows)
        share.append(float(np.mean(rows["winner"] == 0)))
    assert share[0] > share[1] > share[2]


NO_NAMES = {
    "the players are uniform, greedy": ("me", "", "~0.3", "greedy-5", "planner-", "uniform-5ms"),
    "write a probability from 0 to 1 after ~": (
        "greedy~", "greedy~2", "greedy~x", "greedy~0.1~0.1", "greedy~nan", "greedy~-1",
        "greedy~1e-3"),
    "write search-N for N playouts or search-Nms for N milliseconds,": (
        "search-", "search-0", "search-x", "search-5s", "search-5m", "search--5", "search-1.5",
        "search-5 ms", "search-1000001", "search-05", "search-5ms-5", "search-\u0665"),
    "uniform has no use for memory": ("uniform+memory",),
    "greedy has no use for memory": ("greedy+memory~0.3",),
    "greedy has no use for sight": ("greedy+sight",),
    "write memory or sight after +": (
        "planner+", "planner+mem", "search+memory-500", "planner+hearing", "planner+memory+x",
        "planner+memory+"),
    "a player has memory or sight, not both; write planner+sight": ("planner+sight+memory",),
    "a player has memory or sight, not both; write search-50ms+sight~0.1": (
        "search-50ms+memory+sight~0.1",),
    "a player has memory or sight, not both; write nested+memory": ("nested+memory+memory",),
}  # fmt: skip


@pytest.mark.parametrize("words", NO_NAMES)
def test_names_that_are_none(words: str) -> None:
    for name in NO_NAMES[words]:
        with pytest.raises(
            ValueError, match=f"^'{re.escape(name)}' is not a player; .*[^.]$"
        ) as told:
            rbcore.versioned(name)
        assert words in str(told.value)


def test_what_a_name_says() -> None:
    for name, version in (("greedy", 2), ("weighted~.25", 3), ("search-5ms~0.1", 4), ("search", 4),
                          ("search-500+memory~0.3", 4), ("nested+sight~0.1", 1)):  # fmt: skip
        assert rbcore.versioned(name) == f"{name}/{version}"
    assert parse_player("search-500~0.25") == PlayerSpec("search", chance=SURE // 4, playouts=500)
    assert parse_player("search-5ms") == PlayerSpec("search", microseconds=5_000)
    assert parse_player("search") == PlayerSpec("search", playouts=200)


@pytest.mark.full
@pytest.mark.parametrize(("better", "worse", "games"), [
    ("greedy", "uniform", 200), ("weighted", "greedy", 2_000), ("planner", "weighted", 600),
    ("lookahead", "planner", 300), ("lookahead+memory", "planner", 200),
    ("lookahead+memory", "lookahead", 300), ("nested+memory", "lookahead+memory", 40),
    ("thorough+memory", "nested+memory", 300), ("frugal+memory", "lookahead+memory", 60),
])  # fmt: skip
def test_who_beats_whom(better: str, worse: str, games: int) -> None:
    rules, share = rbcore.variant("cut-start"), []
    for seat, players in enumerate([(better, worse), (worse, better)]):
        rows = np.zeros(games, rbcore.GAME)
        rbcore.play(rules, players, 11, 0, rows)
        share.append(float(np.mean(np.where(rows["winner"] < 0, 0.5, rows["winner"] == seat))))
    assert sum(share) / 2 > 0.53


def test_steady_ends_games_that_planner_plays_in_circles() -> None:
    """Where the waste is available (V3); elsewhere, or where it is covered at once, they agree."""
    same = np.zeros((2, 30), rbcore.GAME)
    for variant in ("cut-start", "waste-available,turned-up-card=to-waste"):
        for player, rows in zip(("steady", "planner"), same, strict=True):
            rbcore.play(variant, (player, player), 11, 0, rows)
        assert (same[0] == same[1]).all()
    rows = np.zeros(200, rbcore.GAME)
    rbcore.play("waste-available", ("steady", "planner"), 11, 0, rows)
    assert (rows["winner"] == 0).mean() > (rows["winner"] == 1).mean() + 0.08
    standoffs = []
    for player in ("steady", "planner"):
        rbcore.play("waste-available", (player, player), 11, 0, rows)
        standoffs.append((rows["outcome"] == 2).mean())
    assert standoffs[0] < 0.08 < 0.25 < standoffs[1]


def test_planner_moves_groups_to_a_space() -> None:
    """Not mistaken for their top cards alone, which lie where the groups' would come to lie."""
    position = rbcore.Position.parse(
        "0 - c--d9-h--s-- Td9c8d|-|Kc|Ks -/3h5h/- -/3c5c/-",
        rbcore.variant("crossley,houses-each=2"), partial=True,
    )  # fmt: skip
    assert position.choose("planner") == "1*2>2"


def test_planner_looks_again_where_groups_cut_its_plans_short() -> None:
    """No turn ends where a fresh look would find more to do."""
    words = 0
    for game in range(10):
        position, moves, _ = rbcore.trace(rbcore.variant("crossley"), ("planner",) * 2, 6, game)
        for move in moves:
            if move in ("turn", "waste", "pass"):
                assert position.choose("planner") == move
                words += 1
            position.apply(move)
    assert words > 500


def test_weights_on_trial_are_those_of_the_player_at_first() -> None:
    try_weights(list(FEATURES.values()))
    assert (rows_of("standard", "trial") == rows_of("standard", "weighted")).all()
    with pytest.raises(ValueError, match="1 weights for"):
        try_weights([1])
