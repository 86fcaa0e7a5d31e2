"""The worked checks of the tables' rules: what is legal, played move by move."""

from support.patience import HAND, WASTE, board, make

TURN = ("turn", 0, 0, 0)


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
