"""Matches (8.3): against matches put together from single games.

`python tests/core/engine/test_matches.py` writes the golden signatures anew (see test_golden.py).
"""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rbcore
from rbcore.rules import definition
from support.quick import fewer

FILE = Path(__file__).parents[2] / "oracles" / "golden" / "matches.tsv"
GOLDEN = ("standard", "standard,starter=alternate", "cut-start,target=100")
GREEDY = ("greedy", "greedy")
STARTERS = [starter for starter in definition.STARTERS if starter != "seat-2"]
# What is signed of a match, whatever numbers rows have.
SIGNED = np.dtype([
    ("index", "<u8"), ("games", "<u4"), ("unfinished_games", "<u4"), ("nobody_wins", "<u4"),
    ("give_ups", "<u4"), ("scores", "<i4", 3), ("starter", "i1"), ("winner", "i1"),
    ("outcome", "u1"),
])  # fmt: skip
WIN, UNFINISHED = (rbcore.MATCH_OUTCOMES.index(name) for name in ("win", "unfinished"))


def play(rules: rbcore.Rules, players: tuple[str, ...], n: int, first: int = 0, **kw: Any) -> Any:
    rows = np.zeros(n, rbcore.MATCH)
    assert rbcore.play_matches(rules, players, 1, first, rows, **kw) == n
    return rows


def single_games(
    rules: rbcore.Rules, players: tuple[str, ...], index: int, n: int, **kw: Any
) -> Any:
    """The first n games of a match, each played alone with a starter that is forced on it."""
    games = np.zeros(n, rbcore.GAME)
    starter = rules.starter
    for j in range(n):
        if rules.starter == "alternate":
            following = (games[j - 1]["starter"] + 1) % rules.seats
            starter = f"seat-{following}" if j else "low-reserve"
        forced = replace(rules, starter=starter)
        rbcore.play(forced, players, 1, index * rbcore.MATCH_GAMES + j, games[j : j + 1], **kw)
    return games


def check(match: Any, games: Any, target: int) -> None:
    """Whether a match's row is what its games come to."""
    totals = games["scores"].astype(int).cumsum(axis=0)
    assert len(games) == match["games"]
    assert (match["scores"] == totals[-1]).all()
    assert (totals[:-1] < target).all()  # it did not go on after it was won
    assert match["unfinished_games"] == (games["outcome"] == 3).sum()
    assert match["nobody_wins"] == np.isin(games["outcome"], (1, 2)).sum()
    assert match["give_ups"] == games["give_ups"].sum()
    assert match["starter"] == games["starter"][0]
    reached = np.flatnonzero(totals[-1] >= target)
    if match["outcome"] == WIN:
        assert reached.tolist() == [match["winner"]]
    else:
        assert match["outcome"] == UNFINISHED
        assert match["winner"] == -1
        assert len(reached) == 0
        assert match["games"] == rbcore.MATCH_GAMES


@pytest.mark.sample(15)
@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("players", [GREEDY, ("greedy", "uniform")])
def test_a_match_is_its_games(starter: str, players: tuple[str, ...]) -> None:
    rules = rbcore.variant(f"standard,starter={starter}")
    for match in play(rules, players, 12, first=5):
        games = single_games(rules, players, match["index"], match["games"])
        check(match, games, 300)
        if starter == "alternate":
            assert (np.diff(games["starter"]) != 0).all()


@pytest.mark.parametrize("starter", definition.STARTERS)
def test_a_match_of_three_is_its_games(starter: str) -> None:
    rules = rbcore.variant(f"three-player,starter={starter},target=150")
    for match in play(rules, ("greedy",) * 3, 12, first=5):
        games = single_games(rules, ("greedy",) * 3, match["index"], match["games"])
        check(match, games, 150)
        if starter == "alternate":
            assert (np.diff(games["starter"]) % 3 == 1).all()


@settings(max_examples=fewer(20), deadline=None)
@given(
    target=st.integers(1, 900),
    starter=st.sampled_from(STARTERS),
    houses=st.integers(2, 4),
    points=st.tuples(st.integers(0, 100), st.integers(0, 3), st.integers(0, 3)),
    max_turns=st.integers(15, 60),
    index=st.integers(0, 2**63 // rbcore.MATCH_GAMES - 2),  # its last game can be played alone
)
def test_any_match_is_its_games(
    target: int, starter: str, houses: int, points: tuple[int, int, int], max_turns: int, index: int
) -> None:
    bonus, hand, reserve = points
    rules = rbcore.Rules(
        target=target, starter=starter, houses_each=houses,
        win_bonus=bonus, hand_card=hand, reserve_card=reserve,
    )  # fmt: skip
    (match,) = play(rules, GREEDY, 1, index, max_turns=max_turns)
    games = single_games(rules, GREEDY, index, match["games"], max_turns=max_turns)
    check(match, games, target)


def test_the_seats_take_turns_though_a_game_is_unfinished() -> None:
    """3.5: such a game was started all the same."""
    rules = rbcore.variant("standard,starter=alternate,target=500")
    match = max(play(rules, GREEDY, 20, max_turns=40), key=lambda m: m["unfinished_games"])
    assert match["unfinished_games"] > 3
    games = single_games(rules, GREEDY, match["index"], match["games"], max_turns=40)
    check(match, games, 500)


def test_a_target_is_reached_when_it_is_met_to_the_point() -> None:
    rules = rbcore.variant("standard")
    for index in range(20):
        games = single_games(rules, GREEDY, index, 4)
        total = games["scores"].sum(axis=0)
        leader = int(total.argmax())
        decider = 1 + int(np.flatnonzero(games["scores"][:, leader])[-1])
        (match,) = play(replace(rules, target=int(total[leader])), GREEDY, 1, index)
        assert (match["winner"], match["games"]) == (leader, decider)
        assert match["scores"][leader] == total[leader]


def test_a_match_that_never_ends_is_unfinished() -> None:
    far = play(rbcore.variant("standard,target=1000000"), GREEDY, 2)
    assert (far["games"] == 1_024).all()
    assert (far["outcome"] == UNFINISHED).all()
    assert (far["winner"] == -1).all()
    assert (far["scores"][:, :2] > 10_000).all()
    (none,) = play(rbcore.variant("standard,target=1"), GREEDY, 1, max_turns=1)
    assert none["unfinished_games"] == none["games"] == 1_024
    assert none["outcome"] == UNFINISHED
    assert (none["scores"] == 0).all()


def test_a_raised_stop_ends_it() -> None:
    rows = np.zeros(3, rbcore.MATCH)
    rules = rbcore.variant("standard")
    assert rbcore.play_matches(rules, GREEDY, 1, 0, rows, stop=np.ones(1, np.uint8)) == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ("greedy",)}, "one player for each of the 2 seats"),
        ({"players": ("greedy", "me")}, "'me' is not a player"),
        ({"seed": -1}, "seed=-1"),
        ({"first": 2**63 // rbcore.MATCH_GAMES}, "first="),
        ({"max_turns": 0}, "max_turns=0"),
        ({"stop": np.zeros(0, np.uint8)}, "stop is empty"),
    ],
)
def test_the_core_refuses(change: dict[str, Any], words: str) -> None:
    given = {"players": GREEDY, "seed": 1, "first": 0} | change
    with pytest.raises(ValueError, match=words):
        rbcore.play_matches(rbcore.variant("standard"), rows=np.zeros(1, rbcore.MATCH), **given)


def signature(variant: str) -> str:
    rows = play(rbcore.variant(variant), GREEDY, 500)
    little = np.zeros(len(rows), SIGNED)
    for name in SIGNED.names or ():
        little[name] = rows[name]
    return hashlib.sha256(little.tobytes()).hexdigest()[:16]


def line(variant: str) -> str:
    player = f"greedy/{rbcore.PLAYERS['greedy']}"
    return "\t".join([variant, player, str(rbcore.GAMES_VERSION), signature(variant)])


@pytest.mark.parametrize("variant", GOLDEN)
def test_matches_are_the_same_as_ever(variant: str) -> None:
    assert line(variant) in FILE.read_text().splitlines()


if __name__ == "__main__":
    lines = ["# variant, player, games version, signature of 500 matches of seed 1"]
    FILE.write_text("\n".join([*lines, *map(line, GOLDEN)]) + "\n")
