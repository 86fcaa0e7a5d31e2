"""Every numbered rule on a small position of its own. Positions are studies: cards are missing."""

from __future__ import annotations

import pytest

import rbcore

STANDARD = rbcore.variant("standard")
NONE = "c--d--h--s--"


def position(line: str, rules: rbcore.Rules = STANDARD) -> rbcore.Position:
    return rbcore.Position.parse(line, rules, study=True)


def small(houses: str, own: str, other: str, turned: str = "-", **kw: str) -> rbcore.Position:
    """A study under rules of two houses: one each."""
    rules = rbcore.variant("standard,houses-each=1")
    line = f"0 {turned} {kw.get('foundations', NONE)} {houses} {own} {other} {kw.get('keys', '')}"
    return position(line.strip(), rules)


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
        text = packs.hand(seat)
        pack = [text[i : i + 2] for i in range(0, 104, 2)][::-1]  # the pack's top card first
        assert len(set(pack)) == 52
        laid = p.reserve(seat)
        assert laid.replace("(", "").replace(")", "") == ("".join(pack[:reserve]) or "-")
        if reserve > 1:
            assert laid.endswith(")" + pack[reserve - 1])
        own = p.houses[seat * houses : (seat + 1) * houses]
        assert own == pack[reserve : reserve + houses]
        rest = pack[reserve + houses :]
        assert p.hand(seat) == ("".join(rest[::-1]) or "-")
        assert p.waste(seat) == "-"


# ---- 3: who starts -----------------------------------------------------------------------------

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def tops(p: rbcore.Position, seat: int) -> list[str]:
    """The top reserve card, then houses 4, 3, 2, 1 of the seat."""
    return [p.reserve(seat)[-2:], *p.houses[4 * seat : 4 * seat + 4][::-1]]


def low(p: rbcore.Position, skip: int) -> int | None:
    for a, b in zip(tops(p, 0)[skip:], tops(p, 1)[skip:], strict=True):
        if a[0] != b[0]:
            return 0 if RANKS.index(a[0]) < RANKS.index(b[0]) else 1
    return None


def high(p: rbcore.Position) -> int | None:
    def key(card: str) -> tuple[int, int]:
        return ("23456789TJQKA".index(card[0]), SUITS.index(card[1]))

    a, b = key(tops(p, 0)[0]), key(tops(p, 1)[0])
    return None if a == b else 0 if a > b else 1


@pytest.mark.parametrize(
    ("starter", "expected"),
    [
        ("low-reserve", lambda p: low(p, 0)),
        ("alternate", lambda p: low(p, 0)),
        ("tableau", lambda p: low(p, 1)),
        ("high-reserve", high),
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
            assert p.seat == seat, str(p)
    if starter == "high-reserve":  # 3.6: the same card twice, about one deal in 52
        assert 40 < len(drawn) < 120
        assert 0.25 < sum(drawn) / len(drawn) < 0.75


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
        str(rbcore.Position.deal(rbcore.variant(f"standard,starter={s}"), 1, 1))[1:]
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
    ("card", "fits"),
    [("6s", True), ("8s", True), ("6c", False), ("6d", False), ("9s", False)],
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
    assert p.reserve(0) == "(2s)3s"
    p = small("7s|Ks", "6d/2c/-", "-/3h/-")
    p.apply("r>1")
    assert p.reserve(0) == "-"


def test_4_3_cards_loaded_on_a_reserve_lie_face_up() -> None:
    p = small("7s|Ks", "-/2c/-", "(2s3s)6s/3h/-")
    p.apply("1>R")
    assert p.reserve(1) == "(2s3s)6s7s"


def test_4_4_turn_takes_the_top_of_the_hand() -> None:
    p = small("Ks|Kc", "-/2c3c/4c", "-/3h/-")
    p.apply("turn")
    assert (p.turned, p.hand(0), p.waste(0)) == ("3c", "2c", "4c")
    assert "turn" not in p.moves()
    assert p.judge("turn") == rbcore.Verdict.UNAVAILABLE


def test_4_4_the_waste_is_turned_over_unshuffled_and_only_when_the_hand_is_empty() -> None:
    p = small("Ks|Kc", "-/-/4c2c9d", "-/3h/-")
    p.apply("turn")
    assert (p.turned, p.hand(0), p.waste(0)) == ("4c", "9d2c", "-")
    p.apply("waste")
    assert p.waste(0) == "4c"


def test_4_5_waste_ends_the_turn_even_if_the_card_fits_a_house() -> None:
    p = small("Ks|Kc", "-/2h/-", "-/3h/-", turned="Qd")
    assert p.moves() == ["h>1", "h>2", "waste"]
    p.apply("waste")
    assert (p.seat, p.waste(0), p.turn) == (1, "Qd", 1)


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


@pytest.mark.parametrize(
    ("move", "idle"),
    [("1>2", (3, 4)), ("waste", (4, 4)), ("h>F", (0, 0)), ("h>2", (0, 0)), ("1>R", (0, 0))],
)
def test_7_2_progress(move: str, idle: tuple[int, int]) -> None:
    foundations = "cJ-d--h--s--" if move == "h>F" else NONE
    turned = "Qc" if move == "h>F" else "Qd"
    p = small(
        "Qh|Ks", "9c/-/2c", "Jh/3h/-", turned=turned, foundations=foundations, keys="idle=3,4"
    )
    p.apply(move)
    assert p.idle == idle


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


def test_7_5_limits() -> None:
    import numpy as np

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


# ---- variants ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not a variant"),
        ("standard,colour=red", "not an axis"),
        ("standard,reserve-size", "names no value"),
        ("standard,reserve-size=x", "not a whole number"),
        ("standard,reserve-size=-1", "not a whole number"),
        ("standard,reserve-size=53", "out of range"),
        ("standard,starter=me", "one of"),
        ("standard,starter=cut,starter=cut", "twice"),
        ("standard,houses-each=5", "at most 9"),
        ("standard,reserve-size=50", "houses-each"),
        ("standard,reserve-size=0", "starter"),
        ("tableau-start,houses-each=0", "houses-each"),
        ("", "not a variant"),
        ("standard,", "not an axis"),
    ],
)
def test_bad_variants_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rbcore.variant(text)


def test_variants_are_written_as_they_are_read() -> None:
    for text in ("standard", "high-start", "reserve-11,houses-each=3", "standard,target=100"):
        assert rbcore.variant_text(rbcore.variant(text)) == text
