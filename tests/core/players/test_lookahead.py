"""`lookahead`, `nested`, `thorough`, `frugal`: what they find, hidden cards, slips and variants."""

import numpy as np
import pytest

import rbcore

STANDARD = rbcore.variant("standard")
STRONG = ("lookahead", "lookahead+memory", "nested+memory", "thorough+memory", "frugal+memory")


def rows_of(
    variant: str, players: tuple[str, ...], games: int, attention: object = None
) -> np.ndarray:
    rows = np.zeros(games, rbcore.GAME)
    rbcore.play(rbcore.variant(variant), players, 21, 0, rows, attention=attention, max_turns=1_000)
    return rows


def score(variant: str, player: str, other: str, games: int) -> float:
    """The share of games that a player wins, each deal from both seats; else half a win."""
    shares = []
    for seat in range(2):
        rows = rows_of(variant, (player, other)[:: 1 - 2 * seat], games)
        shares.append(np.where(rows["winner"] < 0, 0.5, rows["winner"] == seat).mean())
    return float(np.mean(shares))


def with_two_houses(text: str) -> rbcore.Position:
    return rbcore.Position.parse(text, rbcore.variant("standard,houses-each=1"), partial=True)


@pytest.mark.parametrize("player", STRONG)
def test_it_sees_what_the_opponent_will_do(player: str) -> None:
    """The opponent's last card, 8c, goes on 9d if that is laid on Ts."""
    position = with_two_houses("0 9d c--d--h--s-- Ts|Kc (2c)3c/4h5h/2d -/-/8c")
    assert position.choose("planner") == "h>1"
    assert position.choose(player) == "waste"


@pytest.mark.parametrize(("player", "move"), [
    ("lookahead", "h>1"), ("lookahead+memory", "waste"), ("nested+memory", "waste"),
    ("thorough+memory", "waste"), ("frugal+memory", "waste"),
])  # fmt: skip
def test_it_counts_with_a_hand_that_it_remembers(player: str, move: str) -> None:
    """The same card lies in a hand that was a waste."""
    position = with_two_houses("0 9d c--d--h--s-- Ts|Kc (2c)3c/4h5h/2d -/8c/- known=1")
    assert position.choose(player) == move


@pytest.mark.parametrize("player", STRONG)
def test_a_win_is_taken(player: str) -> None:
    """The last two cards go to houses in the one order that leaves a place for both."""
    position = with_two_houses("0 - c--d--h--s-- 9s|Td 8d/9c/- -/5c4c/3c")
    for _ in range(6):
        if position.winner is not None:
            break
        position.apply(position.choose(player))
    assert position.winner == 0


def test_it_counts_with_the_opponents_next_card_if_it_remembers_it() -> None:
    """With memory some moves are others, for what the hands hold; not before hands are known."""
    changed = {False: 0, True: 0}
    for game in range(12):
        position, moves, _ = rbcore.trace(STANDARD, ("lookahead+memory",) * 2, 5, game)
        for move in moves:
            known = "known=" in position.notation
            other = position.choose("lookahead")
            changed[known] += position.choose("lookahead+memory") != other
            position.apply(move)
    assert changed[True] > 100
    assert changed[False] <= 12  # the hand has just come to its end: the waste's lowest comes next


def test_frugal_leaves_out_what_seldom_matters() -> None:
    """It nearly always plays as `nested`; it looks less far, so it does not always do so."""
    position, moves, _ = rbcore.trace(STANDARD, ("lookahead+memory",) * 2, 5, 0)
    same = []
    for move in moves:
        same.append(position.choose("frugal+memory") == position.choose("nested+memory"))
        position.apply(move)
    assert 0.9 < np.mean(same) < 1


@pytest.mark.full
@pytest.mark.parametrize("variant", ["crossley", "waste-available", "covered", "simplified"])
def test_it_is_not_weaker_than_planner_elsewhere(variant: str) -> None:
    games = 100 if variant in ("crossley", "covered") else 300
    assert score(variant, "lookahead+memory", "planner", games) > 0.48


def test_without_houses_and_memory_nested_does_not_hold_back_loads() -> None:
    """Six turns in which nobody loads an unknown card made it: -4 Elo (-6 to -2) to `planner`."""
    rules = rbcore.variant("here-and-there")
    line = "1 2c c3Kd42h4AsAA - -/3c/2s4c3h4s3s4c2h3d2s4d3s -/Ac/4s4h base=5 known=0,1 turn=198"
    position = rbcore.Position.parse(line, rules)
    assert position.moves() == ["h>W", "waste"]
    assert position.choose("nested") == position.choose("planner") == "h>W"
    assert score("here-and-there", "nested", "planner", 500) > 0.498


def test_waste_available_does_not_lock_as_often() -> None:
    """With weights of its own there: half of `planner`'s games lock, one in ten of its own."""
    players = ("lookahead+memory",) * 2
    locked = (rows_of("waste-available", players, 150)["outcome"] != 0).mean()
    assert locked < 0.2
    assert score("waste-available", "lookahead+memory", "planner", 150) > 0.58


@pytest.mark.sample(1)
@pytest.mark.parametrize("variant", ["standard", "three-player", "covered"])
@pytest.mark.parametrize("player", STRONG)
def test_slips_and_stops(player: str, variant: str) -> None:
    seats = rbcore.variant(variant).seats
    attention = (rbcore.Attention.careless(0.1, 0.5),) * seats
    rows = rows_of(variant, (player,) * seats, 4, attention)
    assert (rows["outcome"] != 3).all()
    assert rows["calls"].sum() > 4


def test_no_stream_is_drawn_from() -> None:
    """Nothing is dealt at random, so all games of a deal are the same game."""
    position = rbcore.Position.deal(STANDARD, 3, 1)
    for player in STRONG:
        assert len({position.choose(player, seed=seed) for seed in range(20)}) == 1
