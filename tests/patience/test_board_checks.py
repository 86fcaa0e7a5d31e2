"""Worked checks of the rules of games in which the player decides, played move by move."""

import pytest

from rbpatience.board import Board
from support.patience import ASIDE, HAND, WASTE, Move, board, make, others

TURN = ("turn", 0, 0, 0)


def kinds(on: Board, *kinds: str) -> list[Move]:
    return sorted(move for move in on.moves if move[0] in kinds)


def test_12_two_foundations_wait_for_a_card() -> None:
    """The Ad foundation shows 5d as the 5d foundation does; a card that fits must be placed."""
    on = board("12", "2d3d4d5d6d")
    for _ in range(4):
        make(on, TURN)
        on.move(0)
    make(on, TURN)
    assert sorted(on.moves) == [("play", HAND, 0, 1), ("play", HAND, 1, 1)]


def test_23_the_storehouse_goes_before_anything_else() -> None:
    """3h must move before 4h, and before a card is turned: to the foundation or on 4h."""
    on = board("23", "4h7sJdQc" + "9c8d6dTcJc5d7d9dTd8hJh9h" + "3h" + "6s")
    assert sorted(on.moves) == [("play", 4, 2, 1), ("shift", 4, 0, 1)]
    make(on, ("play", 4, 2, 1))
    assert on.moves == [("play", 0, 2, 1), TURN]
    make(on, TURN)
    assert ("shift", HAND, 1, 1) in on.moves  # 6s on 7s


def test_23b_runs_move_whole_or_in_part() -> None:
    on = board("23b", "9d8c7hTsKc6s")
    for place in (0, 0, 0, 1, 2):
        make(on, TURN, ("shift", HAND, place, 1))
    make(on, TURN, ("shift", HAND, WASTE, 1))
    assert on.piles == {0: "9d8c7h", 1: "Ts", 2: "Kc", WASTE: "6s"}
    assert {move for move in on.moves if move[0] == "shift"} == {
        ("shift", 0, 1, 3), ("shift", 0, 3, 1), ("shift", 0, 3, 2), ("shift", WASTE, 0, 1),
        ("shift", WASTE, 3, 1),
    }  # fmt: skip


def test_27_of_two_cards_that_can_be_packed_the_order_matters() -> None:
    on = board("27", "4d9s3c" + "Kh2c4c" + "2h6d5c")
    near = {("shift", 0, 1, 1), ("shift", 1, 2, 1)}
    assert near <= set(on.moves)
    make(on, ("shift", 0, 1, 1))
    assert not [move for move in on.moves if move[:3] == ("shift", 1, 2)]
    on = board("27", "4d9s3c" + "Kh2c4c" + "2h6d5c")
    make(on, ("shift", 1, 2, 1), ("play", 1, 0, 1), ("play", 0, 0, 1), ("play", 2, 0, 1))
    make(on, ("play", 2, 0, 1))
    assert on.left == 44


def test_30_a_packet_turned_round() -> None:
    on = board("30", "2s5d9hQcQdQh")
    assert on.next_deal()
    assert on.piles[0] == "5d9hQcQdQh2s"


def test_31_any_available_card_may_fill_a_space() -> None:
    """31.7: the tops of columns, and later the waste's; nothing does in the game as printed."""
    rows = (
        "4c" + "KcKdKhKsQcQdQhQsJcJdJhJs" + "3c" + "TcTdThTs8c8d8h8s6c6d6h6s"
        + "2c" + "KcKdKhKsQcQdQhQsJcJdJhJs"
    )  # fmt: skip
    for text in ("31", "31,spaces=from-waste"):
        on = board(text, rows + "Tc")
        make(on, *[("play", 0, 0, 1)] * 3)
        to_space = [move for move in on.moves if move[0] == "shift" and move[2] == 0]
        assert to_space == [("shift", n, 0, 1) for n in range(1, 13) if text != "31"]
        make(on, TURN)
        assert (("shift", WASTE, 0, 1) in on.moves) == (text != "31")
    make(on, ("shift", 1, 0, 1))
    assert (on.piles[0], on.piles[1]) == ("Kc", "KcTc")


def test_34_a_top_goes_on_the_waste_unless_it_fits() -> None:
    """Packet tops 2c 5h 9s 9d, waste top 6h: 2c to its ace, 5h on 6h, or turn."""
    packets = [
        "QsQdJsJdTsTd8s8d7s7d4h", "Jh", "ThTcJc9c8c7c6c5c4c3c7h", "QhQc9h8h5s5d4s4d3s3d6d",
    ]  # fmt: skip
    start = packets[0] + "2c" + packets[1] + "TsTdJsJd8s8d7s7d9c8c" + "5h"
    on = board("34", start + packets[2] + "9s" + packets[3] + "9d" + "6h")
    make(on, TURN)
    assert on.piles[WASTE] == "6h"
    assert sorted(on.moves) == [("play", 0, 0, 1), ("shift", 1, WASTE, 1), TURN]


def test_36_a_king_on_an_ace() -> None:
    """Kd on Ad, Qd on Kd, 3s to its two; the space is filled at once."""
    on = board("36", "AdKd3s4c5h6s7c8hTc9s" + "QdJh")
    make(on, ("play", 2, 6, 1))
    assert on.piles[2] == "Qd"
    assert {move for move in on.moves if move[0] == "shift"} == {
        ("shift", 1, 0, 1), ("shift", 2, 1, 1),
    }  # fmt: skip
    make(on, ("shift", 2, 1, 1))
    assert on.piles[2] == "Jh"
    assert not [move for move in on.moves if move[:3] == ("shift", 1, 0)]


def test_37_aces_go_out_of_themselves_and_spaces_may_wait() -> None:
    on = board("37", "Ac2d5c6c7c8c9cTc" + "KdQd")
    assert on.left == 102
    assert 0 not in on.piles
    assert sorted(on.moves) == [("fill", 0, 0, 0), ("play", 1, 0, 1), TURN]
    make(on, TURN)
    assert ("shift", WASTE, 0, 1) in on.moves
    assert ("fill", 0, 0, 0) not in on.moves


def test_38_of_two_auxiliaries_one_shuts_the_other_out() -> None:
    """6s waits between 5s and 7s; 7s and 5s both fit, and the first to go shuts the other out."""
    on = board("38", "2s3s4s5sQsJsTs9s8s" + "7s5s7s9h9d8h8dThTdTc" + "6s")
    while on.moves != [TURN]:
        on.move(0)
    make(on, TURN, ("hold", HAND, 3, 1))
    plays = {on.piles[pile]: (kind, pile, up, n) for kind, pile, up, n in on.moves}
    assert set(plays) == {"5s", "7s"}
    make(on, plays["7s"])
    assert on.moves == [TURN]


def test_39_a_card_that_fits_the_centre_goes_there() -> None:
    """With the ace in the centre: a queen may go to a corner, a two to the centre alone."""
    on = board("39", "QcQd3c4c5c6c7c8c" + "2d")
    assert sorted(on.moves) == [("play", 0, 1, 1), ("play", 1, 1, 1), TURN]
    make(on, TURN)
    assert ("play", WASTE, 0, 1) in on.moves


def test_53_reserve_cards_go_on_piles_alone() -> None:
    """2c to a red ace, 3h on 4s, 8c on 9h; a space of a pile is filled from the reserve first."""
    on = board("53", "2c9h4sJd" + "3h2d8cQs")
    assert sorted(on.moves) == [("play", 0, 2, 1), ("shift", 4, 2, 1), ("shift", 6, 1, 1), TURN]
    make(on, ("play", 0, 2, 1))
    assert sorted(on.moves) == [("shift", place, 0, 1) for place in (4, 5, 6, 7)]


def test_54_the_plait_goes_before_its_equal() -> None:
    plait = "KcKdKhKsQcQdQhQsJcJdJhJsTcTdThTs9c9d5h" + "8c"
    on = board("54", plait + "8c3d3h3s" + "4c4d4h4s5c5d5s6c" + "7c")
    assert on.moves == [("play", 0, 0, 1), TURN]
    make(on, ("play", 0, 0, 1))
    assert on.piles[0].endswith("5h")


def test_55_kings_are_laid_at_once() -> None:
    on = board("55", "KcAsAcKd")
    make(on, TURN)
    assert on.left == 95
    assert on.moves == [TURN]
    make(on, TURN)
    assert on.moves == [("shift", HAND, WASTE, 1)]  # As, not on Kc


def test_57_a_space_takes_the_first_card_of_the_waste() -> None:
    on = board("57", "6c5c4c3c2c" + "KhQhJhTh9h" + "KsQsJsTs9s" + "KdQdJdTd9d" + "8h7c7d")
    make(on, *[("play", 0, 0, 1)] * 5, TURN)
    assert sorted(on.moves) == [("shift", HAND, 1, 1), ("shift", HAND, WASTE, 1)]
    make(on, ("shift", HAND, WASTE, 1))
    assert (on.piles[0], WASTE in on.piles) == ("8h", False)


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
    make(on, ("row", 0, 0, 0), TURN)
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
        make(on, TURN)
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
    make(on, TURN, ("shift", HAND, 1, 1), TURN, ("shift", HAND, 2, 1),
         TURN, ("shift", HAND, 3, 1), TURN)  # fmt: skip
    assert on.moves == [("play", HAND, 0, 1)]
    on.move(0)
    assert on.moves == [("play", 0, 0, 1)]
    on.move(0)
    assert on.moves == [("play", 0, 0, 1)]  # the 4
    on.move(0)
    assert on.moves == [TURN]


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
        make(on, TURN)
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
