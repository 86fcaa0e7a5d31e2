"""Rules 7 and 8, the end and the score, on small positions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rbcore
from support.positions import NONE, STANDARD, position, small, texts

# ---- 7 and 8: the end and the score ------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "turned", "move"), [("Ad/-/-", "-", "r>F"), ("-/-/-", "Ad", "h>F")]
)
def test_7_1_the_last_card_wins_at_once(own: str, turned: str, move: str) -> None:
    p = small("Kc|Ks", own, "-/3h/-", turned=turned)
    assert p.winner is None
    p.apply(move)
    assert (p.winner, p.seat, p.moves()) == (0, 0, [])
    with pytest.raises(ValueError, match="won"):
        p.judge("turn")


def test_7_1_a_reserve_alone_is_no_win() -> None:
    p = small("Kc|Ks", "9c/-/-", "-/3h/-", turned="Ad")
    p.apply("h>F")
    assert p.winner is None


def idle_after(move: str, **rules: str) -> tuple[int, ...]:
    """Turns without progress, of 3 and 4 before a move that the cards are laid out for."""
    foundations, turned = ("cJ-d--h--s--", "Qc") if move == "h>F" else (NONE, "Qd")
    own = "Th/-/2c" if move == "r>R" else "9c/-/2c"
    p = small("Qh|Ks", own, "Jh/3h/-", turned=turned, foundations=foundations, keys="idle=3,4",
              **rules)  # fmt: skip
    p.apply(move)
    return p.idle


@pytest.mark.parametrize(
    ("move", "idle"),
    [("1>2", (3, 4)), ("waste", (4, 4)), ("h>F", (0, 0)), ("h>2", (0, 0)), ("1>R", (0, 0))],
)
def test_7_2_progress(move: str, idle: tuple[int, int]) -> None:
    assert idle_after(move) == idle


def test_7_2_the_turn_of_progress_counts_as_the_first() -> None:
    p = small("Kc|Ks", "9c/-/2c", "-/3h/-", turned="4d", keys="idle=3,4")
    p.apply("waste")
    assert p.idle == (4, 4)
    p = small("Kc|Ks", "9c/2s/-", "-/3h/-", turned="Qd", keys="idle=3,4")
    for move in ("h>1", "turn", "waste"):
        p.apply(move)
    assert p.idle == (1, 0)


BLOCKED = [
    ("Kc|Ks", "9c/-/-", "7c/-/-"),
    ("Kc|Ks", "9c/2d4d/-", "7h/-/-"),
    ("9c|9s", "-/2d/-", "7h/-/4h"),
]
FREE = [
    ("Kc|Ks", "9c/-/-", "8c/-/-"),  # a reserve loads the other
    ("Kc|Ks", "9c/-/Qd", "7c/-/-"),  # a waste card fits a house, once it is turned
    ("Kc|Ks", "9c/2d4d/-", "7h/3d/-"),  # a hand card loads the other's waste
    ("8h|9s", "7c/-/-", "2c/-/-"),
    ("-|9s", "7c/-/-", "2c/-/-"),  # a space takes any card
    ("Kc|As", "9c/-/-", "7c/-/-"),  # a card fits a foundation
    ("Kc|6c", "9c/-/-", "7c/-/-"),  # a house's card loads a reserve
]


@pytest.mark.parametrize("line", BLOCKED)
def test_7_3_blocked(line: tuple[str, str, str]) -> None:
    assert small(*line).blocked() is True


@pytest.mark.parametrize("line", FREE)
def test_7_3_not_blocked(line: tuple[str, str, str]) -> None:
    assert small(*line).blocked() is False


def test_7_3_a_house_move_may_free_a_card() -> None:
    rules = rbcore.variant("standard,houses-each=2")
    line = f"0 - {NONE} 9s8d|9c|Kc|Ks 2c/-/- {{}}/-/-"
    assert position(line.format("Th"), rules).blocked() is True
    assert position(line.format("8s"), rules).blocked() is False  # 8d to 9c, then 9s loads 8s


@pytest.mark.parametrize(("hand", "blocked"), [("2s3dJc", True), ("2sJc3d", False)])
def test_7_3_two_wheels_may_never_meet(hand: str, blocked: bool) -> None:
    """With three cards each, a card meets two of the other's three, in every round the same."""
    assert small("Kc|Ks", "-/6c9h2d/-", f"-/{hand}/-").blocked() is blocked


def test_7_3_the_search_says_when_it_gives_up() -> None:
    rules = rbcore.variant("standard,houses-each=2")
    p = position(f"0 - {NONE} 9s8d|9c|Kc|Ks 2c/-/- 2h/-/-", rules)
    assert p.blocked(1) is None
    assert p.blocked(2) is True


PLAYS = "standard,houses-each=1,stalemate=reserve-or-hand"


@pytest.mark.parametrize(
    ("houses", "own", "other", "blocked"),
    [
        ("3h2s|Ks", "9h/-/-", "7c/-/-", True),  # 2s to its foundation, and that is all
        ("3h2s|Ks", "2c/-/-", "7c/-/-", False),  # then 2c fits 3h
        ("3h2s|Ks", "9h/-/-", "7c/2c/-", False),
        ("3h2s|Ks", "9h/2h/-", "3s/-/-", False),  # then 3s fits the foundation
        ("2s|Ks", "9h/-/-", "7c/-/-", False),  # a space
        ("7d6c|Ks", "9h/-/-", "7c/-/-", False),  # 6c is loaded, and fits 7d again
        ("7d6c|Ks", "9h/-/-", "Jc/2h/7c", False),
    ],
)
def test_v17_blocked(houses: str, own: str, other: str, blocked: bool) -> None:
    line = f"0 - c--d--h--sA- {houses} {own} {other}"
    assert position(line, rbcore.variant(PLAYS)).blocked() is blocked
    assert small(houses, own, other, foundations="c--d--h--sA-").blocked() is False


@pytest.mark.parametrize(
    ("move", "idle"),
    [("1>R", (3, 4)), ("r>R", (0, 0)), ("h>F", (0, 0)), ("h>2", (0, 0)), ("waste", (4, 4))],
)
def test_v17_idle_counts_from_plays(move: str, idle: tuple[int, int]) -> None:
    assert idle_after(move, variant=PLAYS) == idle


def test_v17_a_foundation_move_of_a_house_is_no_play() -> None:
    p = small("3h2s|Ks", "9h/-/-", "7c/-/-", foundations="c--d--h--sA-", keys="idle=3,4",
              variant=PLAYS)  # fmt: skip
    p.apply("1>F")
    assert p.idle == (3, 4)


def standoffs(axes: str, are_there: bool = True) -> Iterator[tuple[rbcore.Position, Any]]:
    """Deals and moves of games of `greedy` on a single house a seat, that end in a standoff."""
    rows = np.zeros(3_000, rbcore.GAME)
    rules = rbcore.variant(f"standard,houses-each=1,{axes}")
    rbcore.play(rules, ("greedy", "greedy"), 5, 0, rows)
    ended = rows["outcome"] == rbcore.OUTCOMES.index("standoff")
    assert ended.any() == are_there
    for game in rows["index"][ended][:3].tolist():
        yield rbcore.trace(rules, ("greedy", "greedy"), 5, game)[:2]


@pytest.mark.sample(1)
@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_7_4_a_standoff_rounds(rounds: int) -> None:
    for p, moves in standoffs(f"standoff-rounds={rounds},standoff-visits=0"):
        for move in moves:
            p.apply(move)
        needed = [
            rounds * max(1, len((texts(p).hand(s) + texts(p).waste(s)).replace("-", "")) // 2)
            for s in (0, 1)
        ]
        assert all(idle >= least for idle, least in zip(p.idle, needed, strict=True))
        assert p.idle[1 - p.seat] == needed[1 - p.seat]  # not before the turn that has just ended


@pytest.mark.sample(1)
@pytest.mark.parametrize("visits", [2, 3, 5])
def test_7_4_b_standoff_visits(visits: int) -> None:
    for p, moves in standoffs(f"standoff-rounds=0,standoff-visits={visits}"):
        seen: dict[int, int] = {}
        for n, move in enumerate(moves, 1):
            turn = p.turn
            p.apply(move)
            if p.turn > turn:
                seen[p.fingerprint()] = seen.get(p.fingerprint(), 0) + 1
                assert (seen[p.fingerprint()] == visits) == (n == len(moves))


def test_7_4_never() -> None:
    assert not list(standoffs("standoff-rounds=0,standoff-visits=0", are_there=False))


def test_7_5_limits() -> None:
    rows = np.zeros(20, rbcore.GAME)
    for limit in (1, 7):
        rbcore.play(STANDARD, ("uniform", "uniform"), 1, 0, rows, max_turns=limit)
        assert (rows["turns"] == limit).all()
        assert set(rows["outcome"]) == {rbcore.OUTCOMES.index("unfinished")}
        assert (rows["scores"] == 0).all()
    rbcore.play(STANDARD, ("uniform", "uniform"), 1, 0, rows, max_moves=50)
    assert (rows["moves"] == 50).all()
    cards = rows["reserve"].sum(1) + rows["hand"].sum(1) + rows["waste"].sum(1)
    assert (cards > 50).all()


@pytest.mark.parametrize(
    ("outcome", "other", "scores"),
    [
        ("stalemate", "2h3h/4h5h/6h", (0, 0)),
        ("stalemate", "2h3h/4h5h/6h7h", (1, 0)),
        ("standoff", "2h/4h5h/6h", (0, 2)),
        ("unfinished", "2h/4h5h/6h", (0, 0)),
    ],
)
def test_8_2_the_lower_count_scores_the_difference(
    outcome: str, other: str, scores: tuple[int, int]
) -> None:
    assert small("Kc|Ks", "2c3c/4c5c/6c", other).scores(outcome) == scores


def test_8_1_the_winner_scores_for_what_is_left() -> None:
    p = small("Kc|Ks", "-/-/-", "2h3h/4h5h/6h")
    assert p.scores("win") == (30 + 2 * 2 + 3, 0)
    rules = rbcore.variant("standard,houses-each=1,win-bonus=50,hand-card=3,reserve-card=7")
    p = position(f"1 - {NONE} Kc|Ks 2h3h/4h5h/6h -/-/-", rules)
    assert p.scores("win") == (0, 50 + 2 * 7 + 3 * 3)
    with pytest.raises(ValueError, match="won"):
        small("Kc|Ks", "2c/-/-", "2h/-/-").scores("win")
