"""Rules 1 to 6, each on a small position of its own."""

import pytest

import rbcore
from support.positions import NONE, position, small, texts

# ---- 1 and 2: cards, piles, the deal -----------------------------------------------------------


@pytest.mark.parametrize(
    ("heights", "fits"),
    [("c--", False), ("c3-", True), ("c33", True), ("c43", True), ("c53", True)],
)
def test_1_4_a_card_fits_a_pile_one_lower(heights: str, fits: bool) -> None:
    p = small("4c|Ks", "-/2h/-", "-/3h/-", foundations=heights + "d--h--s--")
    assert ("1>F" in p.moves()) == fits


def test_1_4_either_of_two_piles_is_built_once() -> None:
    p = small("4c|4c", "-/2h/-", "-/3h/-", foundations="c33d--h--s--")
    p.apply("1>F")
    assert p.foundations == "c43d--h--s--"
    p.apply("2>F")
    assert p.foundations == "c44d--h--s--"


def test_1_4_a_finished_pile_takes_nothing_more() -> None:
    p = small("9d|Kc", "-/2h/-", "-/3h/-", foundations="cKQd--h--s--")
    assert p.moves() == ["2>F"]
    p.apply("2>F")
    assert p.foundations == "cKKd--h--s--"
    assert "1>F" not in p.moves()


@pytest.mark.parametrize("sizes", [(13, 4), (11, 4), (0, 2), (48, 4), (5, 0)])
def test_2_1_the_deal(sizes: tuple[int, int]) -> None:
    reserve, houses = sizes
    rules = rbcore.variant(f"standard,reserve-size={reserve},houses-each={houses},starter=cut")
    packs = rbcore.Position.deal(
        rbcore.variant("standard,reserve-size=0,houses-each=0,starter=cut"), 9, 4
    )
    p = rbcore.Position.deal(rules, 9, 4)
    for seat in (0, 1):
        text = texts(packs).hand(seat)
        pack = [text[i : i + 2] for i in range(0, 104, 2)][::-1]  # the pack's top card first
        assert len(set(pack)) == 52
        laid = texts(p).reserve(seat)
        assert laid.replace("(", "").replace(")", "") == ("".join(pack[:reserve]) or "-")
        if reserve > 1:
            assert laid.endswith(")" + pack[reserve - 1])
        own = texts(p).houses[seat * houses : (seat + 1) * houses]
        assert own == pack[reserve : reserve + houses]
        rest = pack[reserve + houses :]
        assert texts(p).hand(seat) == ("".join(rest[::-1]) or "-")
        assert texts(p).waste(seat) == "-"


# ---- 3: who starts -----------------------------------------------------------------------------

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def tops(p: rbcore.Position, seat: int) -> list[str]:
    """The top reserve card, then houses 4, 3, 2, 1 of the seat."""
    return [texts(p).reserve(seat)[-2:], *texts(p).houses[4 * seat : 4 * seat + 4][::-1]]


def low(p: rbcore.Position, skip: int) -> int | None:
    for a, b in zip(tops(p, 0)[skip:], tops(p, 1)[skip:], strict=True):
        if a[0] != b[0]:
            return 0 if RANKS.index(a[0]) < RANKS.index(b[0]) else 1
    return None


def high(p: rbcore.Position, ranks: str = "23456789TJQKA") -> int | None:
    def key(card: str) -> tuple[int, int]:
        return (ranks.index(card[0]), SUITS.index(card[1]))

    a, b = key(tops(p, 0)[0]), key(tops(p, 1)[0])
    return None if a == b else 0 if a > b else 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("starter", "expected"),
    [
        ("low-reserve", lambda p: low(p, 0)),
        ("alternate", lambda p: low(p, 0)),
        ("tableau", lambda p: low(p, 1)),
        ("high-reserve", high),
        ("high-reserve-ace-low", lambda p: high(p, RANKS)),
        ("seat-0", lambda p: 0),
        ("seat-1", lambda p: 1),
    ],
)
def test_3_the_starter(starter: str, expected: object) -> None:
    rules = rbcore.variant(f"standard,starter={starter}")
    drawn = []
    for game in range(4_000):
        p = rbcore.Position.deal(rules, 21, game)
        seat = expected(p)  # type: ignore[operator]
        if seat is None:
            drawn.append(p.seat)
        else:
            assert p.seat == seat, p.notation
    if starter.startswith("high-reserve"):  # 3.6: the same card twice, about one deal in 52
        assert 40 < len(drawn) < 120
        assert 0.25 < sum(drawn) / len(drawn) < 0.75


@pytest.mark.full
@pytest.mark.parametrize(
    "starter", ["low-reserve", "high-reserve", "high-reserve-ace-low", "tableau"]
)
def test_v24_houses_decide_by_the_higher_card(starter: str) -> None:
    """Equal ranks of reserves are decided so, whatever their suits; aces are high, unless low."""
    rules = rbcore.variant(f"standard,starter={starter},higher-house-starts=yes")
    tied = 0
    for game in range(4_000):
        p = rbcore.Position.deal(rules, 21, game)
        ranks = [[card[0] for card in tops(p, seat)] for seat in range(2)]
        houses = RANKS if starter == "high-reserve-ace-low" else "23456789TJQKA"
        order = {"low-reserve": RANKS[::-1], "tableau": None}.get(starter, houses)
        marks = [(order.index(r[0]) if order else 0, [houses.index(c) for c in r[1:]])
                 for r in ranks]  # fmt: skip
        tied += starter == "tableau" or ranks[0][0] == ranks[1][0]
        if marks[0] != marks[1]:
            assert p.seat == marks.index(max(marks)), p.notation
    assert tied > 250


@pytest.mark.full
def test_3_4_a_cut_is_even_whatever_the_deal() -> None:
    rules = rbcore.variant("cut-start")
    seats = [rbcore.Position.deal(rules, 21, game).seat for game in range(4_000)]
    assert abs(sum(seats) - 2_000) < 4 * 31.6
    agrees = sum(
        seats[game] == low(rbcore.Position.deal(rules, 21, game), 0) for game in range(4_000)
    )
    assert abs(agrees - 2_000) < 4 * 31.6


def test_3_the_deal_does_not_depend_on_the_starter() -> None:
    lines = {
        rbcore.Position.deal(rbcore.variant(f"standard,starter={s}"), 1, 1).notation[1:]
        for s in ("low-reserve", "high-reserve", "cut", "tableau")
    }
    assert len(lines) == 1


# ---- 4: a turn ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "fits"),
    [("6d", True), ("6h", True), ("6s", False), ("6c", False), ("5d", False), ("8d", False)],
)
def test_4_2_houses_go_down_in_alternating_colours(card: str, fits: bool) -> None:
    assert ("h>1" in small("7s|Ks", "-/-/2c", "-/3h/-", turned=card).moves()) == fits


@pytest.mark.parametrize(
    ("card", "fits"), [("6s", True), ("8s", True), ("6c", False), ("6d", False), ("9s", False)]
)
def test_4_2_loads_are_of_the_suit_and_next_in_rank(card: str, fits: bool) -> None:
    moves = small("Ks|Kc", "-/2h/-", "7s/3h/7s", turned=card).moves()
    assert ("h>R" in moves) == fits
    assert ("h>W" in moves) == fits


def test_4_2_loads_do_not_wrap() -> None:
    assert "h>R" not in small("Qd|Jd", "-/2h/-", "Ks/3h/-", turned="As").moves()
    assert "h>W" not in small("Qd|Jd", "-/2h/-", "-/3h/As", turned="Ks").moves()


def test_4_2_own_reserve_and_waste_take_nothing_and_empty_ones_neither() -> None:
    p = small("Kd|Kh", "7s/2h/9s", "-/3h/-", turned="8s")
    assert p.moves() == ["waste"]
    assert p.judge("h>R") == rbcore.Verdict.MISFIT


def test_4_1_own_waste_and_covered_cards_are_not_available() -> None:
    p = small("7s6d|Ks", "-/-/5c", "-/3h/6s")
    assert p.moves() == ["turn"]  # 5c would go on 6d, 7s on the waste
    assert p.judge("w>1") == rbcore.Verdict.UNAVAILABLE


def test_4_3_the_next_reserve_card_is_turned_up_at_once() -> None:
    p = small("7s|Ks", "(2s3s)6d/2c/-", "-/3h/-")
    p.apply("r>1")
    assert texts(p).reserve(0) == "(2s)3s"
    p = small("7s|Ks", "6d/2c/-", "-/3h/-")
    p.apply("r>1")
    assert texts(p).reserve(0) == "-"


def test_4_3_cards_loaded_on_a_reserve_lie_face_up() -> None:
    p = small("7s|Ks", "-/2c/-", "(2s3s)6s/3h/-")
    p.apply("1>R")
    assert texts(p).reserve(1) == "(2s3s)6s7s"


def test_4_4_turn_takes_the_top_of_the_hand() -> None:
    p = small("Ks|Kc", "-/2c3c/4c", "-/3h/-")
    p.apply("turn")
    assert (p.turned, texts(p).hand(0), texts(p).waste(0)) == ("3c", "2c", "4c")
    assert "turn" not in p.moves()
    assert p.judge("turn") == rbcore.Verdict.UNAVAILABLE


def test_4_4_the_waste_is_turned_over_unshuffled_and_only_when_the_hand_is_empty() -> None:
    p = small("Ks|Kc", "-/-/4c2c9d", "-/3h/-")
    p.apply("turn")
    assert (p.turned, texts(p).hand(0), texts(p).waste(0)) == ("4c", "9d2c", "-")
    p.apply("waste")
    assert texts(p).waste(0) == "4c"


def test_4_5_waste_ends_the_turn_even_if_the_card_fits_a_house() -> None:
    p = small("Ks|Kc", "-/2h/-", "-/3h/-", turned="Qd")
    assert p.moves() == ["h>1", "h>2", "waste"]
    p.apply("waste")
    assert (p.seat, texts(p).waste(0), p.turn) == (1, "Qd", 1)


def test_4_6_pass_is_for_a_seat_with_nothing_to_turn() -> None:
    p = small("Ks|Kc", "9d/-/-", "-/3h/-")
    assert p.moves() == ["pass"]
    p.apply("pass")
    assert (p.seat, p.turn) == (1, 1)
    assert small("Ks|Kc", "9d/-/2c", "-/3h/-").moves() == ["turn"]


def test_4_7_the_turn_goes_on_after_the_turned_card_is_played() -> None:
    p = small("Ks|Kc", "-/2h9d/-", "-/3h/-", turned="Qd")
    p.apply("h>1")
    assert p.seat == 0
    assert p.moves() == ["1>2", "turn"]


def test_4_9_every_place_is_a_move_and_a_house_is_none_for_its_own_card() -> None:
    rules = rbcore.variant("standard,houses-each=2")
    p = position(f"0 - {NONE} 9d|-|-|Ks -/2h/- -/3h/-", rules)
    assert p.moves() == ["1>2", "1>3", "4>2", "4>3", "turn"]


# ---- 5: priorities -----------------------------------------------------------------------------


def test_5_1_the_reserve_goes_first() -> None:
    p = small("Ac|Ks", "Ad/2h/-", "-/3h/-", turned="Ah")
    assert p.moves() == ["r>F"]


def test_5_2_available_cards_go_before_all_else_in_any_order() -> None:
    p = small("Ac|Ks", "9d/2h/-", "-/3h/-", turned="Ah")
    assert p.moves() == ["1>F", "h>F"]


def test_5_2_the_opponents_reserve_is_nobodys_business() -> None:
    assert "turn" in small("9c|Ks", "9d/2h/-", "Ah/3h/-").moves()


def test_5_3_no_card_is_turned_over_a_space() -> None:
    p = small("-|Ks", "9d/2h/-", "-/3h/-")
    assert p.moves() == ["2>1", "r>1"]
    assert "turn" in small("-|Ks", "-/2h/-", "-/3h/-").moves()
    assert "turn" in small("7c|Ks", "9d/2h/-", "-/3h/-").moves()
    assert "waste" in small("-|Ks", "9d/2h/-", "-/3h/-", turned="4c").moves()
    assert small("-|Ks", "9d/-/-", "-/3h/-").moves() == ["2>1", "r>1"]  # pass neither


# ---- 6: Stop! ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "verdict"),
    [
        ("r>F", 0),
        ("h>F", 1),
        ("1>F", 1),
        ("waste", 1),
        ("turn", 5),
        ("pass", 5),
        ("2>1", 4),
        ("h>1", 4),
        ("w>F", 5),
        ("r>R", 4),
    ],
)
def test_6_verdicts_when_the_reserve_must_go(move: str, verdict: int) -> None:
    p = small("Ac|Ks", "Ad/2h/3s", "9s/3h/-", turned="Ah")
    assert p.judge(move) == verdict


@pytest.mark.parametrize(
    ("move", "verdict"),
    [("1>F", 0), ("h>F", 0), ("h>2", 2), ("waste", 2), ("r>F", 4), ("r>2", 4), ("h>R", 2)],
)
def test_6_verdicts_when_another_card_must_go(move: str, verdict: int) -> None:
    p = small("Ac|2s", "9d/2h/-", "2h/3h/-", turned="Ah")
    assert p.judge(move) == verdict


@pytest.mark.parametrize(("move", "verdict"), [("turn", 3), ("pass", 5), ("r>1", 0), ("2>1", 0)])
def test_6_verdicts_over_a_space(move: str, verdict: int) -> None:
    assert small("-|Ks", "9d/2h/-", "-/3h/-").judge(move) == verdict


def test_6_an_omission_comes_before_a_wrong_turn() -> None:
    assert small("-|As", "9d/2h/-", "-/3h/-").judge("turn") == 2


def test_6_pass_over_a_space() -> None:
    assert small("-|Ks", "9d/-/-", "-/3h/-").judge("pass") == 3


def test_6_verdicts_have_words() -> None:
    assert all(verdict.words.endswith(".") for verdict in rbcore.Verdict)
