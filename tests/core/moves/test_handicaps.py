"""What tells the starter from the other seat: reserves (V18) and first moves (V19)."""

from __future__ import annotations

import pytest

import rbcore
from support.positions import at, texts

LIMITED = "standard,houses-each=1,first-moves=2"


def piles(variant: str, game: int) -> tuple[rbcore.Position, list[list[str]]]:
    p = rbcore.Position.deal(rbcore.variant(variant), 9, game)
    return p, texts(p).piles


@pytest.mark.parametrize("preset", ["standard", "simplified", "face-down"])
@pytest.mark.parametrize("game", range(6))
def test_v18_bottom_cards_change_piles_one_by_one(preset: str, game: int) -> None:
    p, before = piles(preset, game)
    q, after = piles(f"{preset},starter-reserve=2,second-reserve=3", game)
    assert p.seat == q.seat
    assert texts(p).houses == texts(q).houses
    (reserve, hand, _), (longer, shorter, _) = before[p.seat], after[p.seat]
    assert longer == f"({hand[2:4]}{hand[:2]}{reserve[1:]}"
    assert shorter == hand[4:]
    (reserve, hand, _), (shorter, longer, _) = before[1 - p.seat], after[1 - p.seat]
    assert shorter == f"({reserve[7:]}"
    assert longer == reserve[5:7] + reserve[3:5] + reserve[1:3] + hand


def test_v18_a_longer_reserve_begins_as_the_shorter_one() -> None:
    """So games under neighbouring handicaps are alike as long as they can be."""
    for game in range(10):
        longer, shorter = (piles(f"standard,starter-reserve={n}", game) for n in (5, 4))
        seat = longer[0].seat
        assert longer[1][seat][0][3:] == shorter[1][seat][0][1:]


@pytest.mark.parametrize("left", [None, 2, 1, 0])
def test_v19_moves_to_houses_and_loads_count_down(left: int | None) -> None:
    """Nothing is left after two; the space no longer bars the hand (5.3)."""
    key = "" if left is None else f" left={left}"
    p = at(LIMITED, f"0 - {{}} Qd|Ks 9c/2h/- 8c/3h4h/-{key}")
    if left == 0:
        assert p.moves() == ["turn"]
        assert [p.judge(move) for move in ("1>2", "r>R", "turn", "pass")] == [4, 4, 0, 5]
        return
    assert sorted(p.moves()) == ["1>2", "r>R", "turn"]
    p.apply("1>2")
    assert ("left" in str(p)) == (left is not None)
    if left == 1:
        assert p.moves() == ["turn"]
        assert [p.judge(move) for move in ("r>1", "r>R", "turn")] == [4, 4, 0]
        p.apply("turn")
        assert p.moves() == ["waste"]
        p.apply("waste")
        assert "left" not in str(p)
    else:
        assert "turn" not in p.moves()
        assert p.judge("turn") == 3


def test_v19_foundations_are_free_and_compulsory() -> None:
    p = at(LIMITED, "0 - {} Qd|As Ad/2h/- 9c/3h/- left=0")
    assert p.moves() == ["r>F"]
    p.apply("r>F")
    assert p.moves() == ["2>F"]
    p.apply("2>F")
    assert str(p).endswith("left=0")
    assert p.moves() == ["turn"]
    assert at(LIMITED, "0 - {} Qd|Ks Jc/-/- 9c/3h/- left=0").moves() == ["pass"]
    assert at(LIMITED, "0 Jc {} Qd|Ks 9c/2h/- 8c/3h/- left=0").moves() == ["waste"]


@pytest.mark.parametrize(
    ("axes", "line"),
    [
        ("must-load=yes", "Qd|Ks 9c/2h/- 8c/3h/-"),
        ("must-make-spaces=yes", "Qd|Ks 9c/2h/- 3c/3h/-"),
        ("release=any", "6c5d|6s 9c/2h/- 3c/3h/-"),
        ("group-moves=yes", "Qd|Ks 9c/2h/- 3c/3h/-"),
        ("load-match=any-suit", "Qd|Ks 9c/2h/- 8h/3h/-"),
    ],
)
def test_v19_the_limit_stands_above_what_variants_compel(axes: str, line: str) -> None:
    variant = f"{LIMITED},{axes}"
    assert at(variant, f"0 - {{}} {line} left=0").moves() == ["turn"]
    assert at(variant, f"0 - {{}} {line}").moves() != ["turn"]


def test_v19_a_group_counts_as_one_move() -> None:
    variant = "crossley,houses-each=1,first-moves=2"
    p = at(variant, "0 - {} KsQhJs|- 9c/2h/- 3c/3h/- left=2")
    p.apply("1*2>2")
    assert str(p).endswith("left=1")
    p.apply("2*2>1")
    assert p.moves() == ["turn"]


def test_v19_the_next_seat_is_free() -> None:
    rules = rbcore.variant("standard,first-moves=1")
    for number in range(20):
        game = rbcore.Game.deal(rules, 3, number)
        placed = 0
        while game.turn == 0:
            move = game.choose("greedy")
            placed += ">" in move and not move.endswith("F")
            game.apply(move)
        assert placed <= 1
        assert "left" not in str(game.position())


@pytest.mark.parametrize(
    ("variant", "key", "words"),
    [
        ("standard,houses-each=1", "left=1", "'left' is not a key"),
        (LIMITED, "left=3", "from 0 to 2"),
        (LIMITED, "left=1 turn=1", "the first turn is over"),
    ],
)
def test_v19_notation_refuses(variant: str, key: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        at(variant, f"0 - {{}} Qd|Ks 9c/2h/- 8c/3h/- {key}")
