"""The worked checks of the layouts' rules, played move by move."""

import pytest

from rbcore.patience.board import Board
from support.patience import ASIDE, HAND, WASTE, Move, board, make, others


def kinds(on: Board, *kinds: str) -> list[Move]:
    return sorted(move for move in on.moves if move[0] in kinds)


def test_40_a_card_between_is_shut_in_until_a_neighbour_goes() -> None:
    """9c lies between 5h and 2d, which fits; the place of 2d is filled when all is played."""
    rows = "5h7c7d7h7s8c8d8h8sTc" + "9c7c7d7h7s8c8d8h8sTc" + "2dTdThTs9d9h9s6c6d6h"
    on = board("40", rows)
    # The third row is dealt when nothing of the first two fits.
    assert (on.piles[0], on.piles[10], on.piles[20]) == ("5h", "9c", "2d")
    assert on.moves == [("play", 20, 1, 1)]
    on.move(0)
    assert on.piles[20] != "2d"
    assert all(move[1] != 10 for move in on.moves)


def test_41_one_row() -> None:
    on = board("41", "9s8s7sAs2s" + "4cJd9hKc6d2hQs")
    assert on.left == 103
    assert kinds(on, "play", "shift") == [
        ("play", 4, 6, 1), ("shift", 1, 0, 1), ("shift", 2, 1, 1),
    ]  # fmt: skip
    make(on, ("play", 4, 6, 1), ("shift", 1, 0, 1), ("shift", 2, 0, 1))
    assert on.piles[0] == "9s8s7s"
    stock = on.stock
    make(on, ("fill", 0, 0, 0))
    assert [on.piles[place] for place in (1, 2, 3, 4)] == [stock[i : i + 2] for i in (0, 2, 4, 6)]


def test_41_a_vacancy_in_the_upper_row_is_filled_at_once() -> None:
    """6h is blocked by 7h; when both have gone on 8h and up, the stock's next lies above."""
    upper = "AhQs6hQd9sJcTcKs3dKh8c3s"
    lower = "2c2d7hJh8h4s5c9d4dKd6cTs"
    on = board("41", upper + "Qc" + lower + "Kc2d")
    make(on, ("fill", 0, 0, 0), ("row", 0, 0, 0))
    assert on.piles[2] == "6h"
    assert on.piles[14] == "7h"
    assert not [m for m in on.moves if m[1] == 2 or m[2] == 2]
    make(on, ("shift", 14, 16, 1))
    assert on.piles[16] == "8h7h"
    assert ("shift", 2, 16, 1) in on.moves  # 6h is available, and its place is still its own
    make(on, ("shift", 2, 16, 1))
    assert on.piles[2] == "Kc"
    assert 14 not in on.piles
    make(on, ("fill", 0, 0, 0))
    assert on.piles[14] == "2d"


def test_42_the_ace_set_out_and_an_ace_just_played_take_the_twos() -> None:
    on = board("42", "Ah2h2hAc5d9sJs7c")
    # The outer king of hearts is foundation 6, the ace set out foundation 7.
    assert kinds(on, "play") == [
        ("play", 0, 6, 1), ("play", 1, 7, 1), ("play", 2, 7, 1), ("play", 3, 0, 1),
    ]  # fmt: skip
    assert not kinds(on, "turn")
    make(on, ("play", 1, 7, 1), ("play", 0, 6, 1), ("play", 2, 6, 1), ("play", 3, 0, 1))
    assert on.left == 91
    assert all(place in on.piles for place in range(8))


def packets(text: str, tops: list[str], size: int) -> str:
    """A pack whose packets of one size have these tops."""
    rest = others(text, "".join(tops), high_first=True)
    pack = ""
    for top in tops:
        below = max(0, 2 * size - len(top))
        pack += rest[:below] + top
        rest = rest[below:]
    return pack + rest


def test_43_a_packet_s_card_is_uncovered() -> None:
    on = Board("43", packets("43", ["2c3d", "2h", "9s", "Kd"], 12))
    assert on.piles[0][-4:] == "2c3d"
    # The heap of the twos is number 4.
    assert kinds(on, "play") == [("play", 1, 0, 1), ("play", 4, 0, 1)]
    make(on, ("play", 1, 0, 1))
    assert ("play", 0, 0, 1) in on.moves
    assert ("play", 5, 0, 1) in on.moves  # a three of the heap too
    make(on, ("play", 0, 0, 1))
    assert ("play", 0, 1, 1) in on.moves  # 2c


def test_44_a_reserve_keeps_its_way() -> None:
    on = board("44", "4d5d6dJcJcQs9h2s" + "7hTc" + "6d")
    assert kinds(on, "play") == [("play", 5, 7, 1), ("play", 7, 3, 1)]
    assert not kinds(on, "turn")
    make(on, ("play", 5, 7, 1), ("play", 7, 3, 1))
    assert (on.piles[5], on.piles[7]) == ("7h", "Tc")
    assert ("shift", 1, 2, 1) in on.moves  # 5d on 6d
    assert ("shift", 3, 4, 1) not in on.moves  # not Jc on Jc
    make(on, ("shift", 1, 2, 1))
    assert on.piles[2] == "6d5d"
    assert on.piles[1] == "6d"  # the space takes the stock's next: 6d, which goes not on 5d
    assert ("shift", 1, 2, 1) not in on.moves
    assert ("shift", 0, 2, 1) in on.moves  # but 4d does


def test_45_four_pairs() -> None:
    tops = ["7c", "7d", "7h", "Kc", "Ac", "Qc", *["3c", "3d", "3h", "3s", "4c"] * 2]
    on = Board("45", packets("45", tops, 6))
    assert kinds(on, "pair") == [("pair", 0, 1, 1), ("pair", 0, 2, 1), ("pair", 1, 2, 1),
                                 ("pair", 3, 4, 1)]  # fmt: skip


def test_46_outer_cards_are_joined_and_vacancies_filled_in_order() -> None:
    inner, middle = "4d4h4s6c6h6s8c8h", "Tc3cTsThQcQdQhQs"
    outer = "Td9d4c8dJcQh5s2c"
    on = board("46", inner + middle + outer)
    make(on, ("row", 0, 0, 0), ("row", 0, 0, 0), ("play", 23, 0, 1))
    assert kinds(on, "play", "shift") == [("shift", 17, 16, 1), ("shift", 19, 17, 1)]
    make(on, ("shift", 17, 16, 1))
    assert ("play", 9, 0, 1) in on.moves  # 3c on 2c, not on 4c
    assert not [m for m in on.moves if m[0] == "shift" and m[1] == 9]
    make(on, ("play", 9, 0, 1))
    assert ("play", 18, 0, 1) in on.moves
    make(on, ("play", 18, 0, 1))
    order = []
    while kinds(on, "fill"):
        (move,) = kinds(on, "fill")
        order.append(move[2])
        make(on, move)
    assert order == [9, 17, 18, 23]


def test_47_a_group_shows_its_last_card() -> None:
    on = board("47", "8d2c4cTc2d4d2h7hTh2s4s6s" + "5hQs9d")
    make(on, ("row", 0, 0, 0), ("turn", 0, 0, 0))
    assert on.piles[WASTE] == "5hQs9d"
    assert on.moves == [("shift", WASTE, 0, 1)]
    make(on, ("shift", WASTE, 0, 1))
    assert on.piles[0] == "8d9d"
    assert ("play", WASTE, 6, 1) in on.moves
    make(on, ("play", WASTE, 6, 1))
    assert on.piles[WASTE] == "5h"


def test_48_a_card_played_has_used_its_turn() -> None:
    on = board("48", "2c5d3c9hKd7s")
    for _ in range(6):
        make(on, ("turn", 0, 0, 0))
    assert on.piles == {1: "5d", 3: "9h", WASTE: "Kd7s"}
    assert on.left == 94


def test_49_a_card_played_takes_no_place() -> None:
    on = board("49", "2c7d3cQh3h2h")
    assert on.piles[0][:2] == "7d"
    assert on.piles[1][:2] == "3h"


def test_50_a_card_played_counts_for_its_column() -> None:
    on = board("50", "3h2h9cQdJd4s8s8d5c")
    assert on.piles == {0: "3h2h"}
    assert on.moves == [("play", 0, 2, 1)]  # before the next card is turned
    for _ in range(4):
        on.move(0)
    assert on.piles[0] == "9c4s8s8d"
    assert on.piles[1][:2] == "5c"


def test_51_the_fly_s_card_goes_before_its_equals() -> None:
    fly = "KcKcKdKdKhKhKsKsQcQcQd" + "4c3c"
    on = board("51", fly + "3d6dQd2c")
    make(on, ("turn", 0, 0, 0), ("shift", HAND, 1, 1), ("turn", 0, 0, 0), ("shift", HAND, 2, 1),
         ("turn", 0, 0, 0), ("shift", HAND, 3, 1), ("turn", 0, 0, 0))  # fmt: skip
    assert on.moves == [("play", HAND, 0, 1)]
    on.move(0)
    assert on.moves == [("play", 0, 0, 1)]
    on.move(0)
    assert on.moves == [("play", 0, 0, 1)]  # the 4
    on.move(0)
    assert on.moves == [("turn", 0, 0, 0)]


@pytest.mark.parametrize(("start", "aside", "heaps"), [
    ("Ac2d5h", "Ac", ["2d", "5h"]), ("2dAc5h", "", ["2d", "Ac", "5h"]),
])  # fmt: skip
def test_52_cards_of_their_heap_s_number_are_set_aside(
    start: str, aside: str, heaps: list[str]
) -> None:
    on = board("52", start)
    assert on.piles.get(ASIDE, "")[: len(aside)] == aside
    assert [on.piles[i][:2] for i in range(len(heaps))] == heaps


def test_58_a_heap_of_one_card_gives_none_to_a_bare_king() -> None:
    on = board("58", "5sKd7hAs2c3d4d")
    for _ in range(7):
        assert kinds(on, "turn")
        make(on, ("turn", 0, 0, 0))
        while kinds(on, "play"):
            on.move(0)
    assert on.piles == {1: "7h"}
    assert on.left == 88 - 5
    assert not kinds(on, "shift")


def test_59_only_foundations_of_the_row_take_cards_in_the_deal() -> None:
    on = board("59", "5c2h2d9s3c4h")
    assert [on.piles[line][:2] for line in range(4)] == ["5c", "9s", "3c", "4h"]


def test_60_the_next_card_comes_to_the_same_pile() -> None:
    on = board("60", "2c2dQcJh3c")
    for f in (0, 1, 4):
        make(on, ("play", HAND, f, 1))
    assert kinds(on, "play") == []
    make(on, ("shift", HAND, 0, 1))
    assert on.piles[0] == "Jh"
    make(on, ("play", HAND, 0, 1))
    assert on.left == 92


def test_60_a_card_in_abeyance_goes_with_the_next_of_its_suit() -> None:
    up, down = "2s3s4s5s6s7s", "QsJsTs9s"
    on = board("60", up + down + "8s7s")
    for f in (*(3,) * 6, *(7,) * 4):
        make(on, ("play", HAND, f, 1))
    assert kinds(on, "hold") == [("hold", HAND, 3, 1)]
    make(on, ("hold", HAND, 3, 1), ("play", HAND, 3, 1))
    # 8s 7s lie on the king's pile now, and the ace's still wants an 8.
    assert on.left == 96 - 12
    assert "7s" not in on.piles.values()
