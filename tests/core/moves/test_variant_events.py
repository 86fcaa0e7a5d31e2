"""V1, V2, V8 and V12: the deal, and what happens without a choice."""

import pytest

import rbcore
from support.positions import NONE, RANKS, at, cards, packs, texts

NOBODY = "-/3h/-"

# ---- V1: three seats ---------------------------------------------------------------------------

THREE = "three-player,houses-each=1"
BARE = "three-player,houses-each=0,reserve-size=0,starter=cut"
OTHERS = "-/3h/- -/4h/-"


@pytest.mark.full
def test_v1_the_deal() -> None:
    jokers = set()
    for game in range(300):
        dealt = packs(BARE, game)
        assert [len(pack) for pack in dealt] == [35, 35, 35]
        together = dealt[0] + dealt[1] + dealt[2]
        assert together.count("**") == 1
        assert all(together.count(r + s) == 2 for r in RANKS for s in "cdhs")
        p = rbcore.Position.deal(rbcore.variant("three-player"), 9, game)
        for seat, pack in enumerate(dealt):
            reserve = pack[:8]
            while reserve and reserve[-1] == "**":
                reserve.pop()
                jokers.add("reserve")
            assert cards(texts(p).reserve(seat)) == reserve
            assert texts(p).reserve(seat).endswith(")" + reserve[-1])
            for house, card in enumerate(pack[8:11], 3 * seat):
                jokers |= {"house"} if card == "**" else set()
                assert texts(p).houses[house] == ("x" if card == "**" else card)
            assert cards(texts(p).hand(seat)) == pack[:10:-1]
    assert jokers == {"reserve", "house"}


def test_v1_turns_go_round() -> None:
    p = at(THREE, "0 5h {} Kd|Kh|Kc -/2h/- 9c/-/- -/4h/-")
    seats = [p.seat]
    for move in ("waste", "pass", "turn", "waste"):
        p.apply(move)
        seats.append(p.seat)
    assert seats == [0, 1, 2, 2, 0]


@pytest.mark.parametrize(("seat", "loads"), [(0, "12"), (1, "02"), (2, "01")])
def test_v1_either_opponent_can_be_loaded(seat: int, loads: str) -> None:
    players = ["7s/3h/5s"] * 3
    players[seat] = "-/2h/-"
    line = f"{seat} 6s {NONE} Kd|Kh|Kc {' '.join(players)}"
    p = at(THREE, line)
    assert sorted(p.moves()) == [*(f"h>R{s}" for s in loads), *(f"h>W{s}" for s in loads), "waste"]
    p.apply(f"h>W{loads[1]}")
    assert texts(p).waste(int(loads[1])) == "5s6s"
    assert at(THREE, line).judge(f"h>R{seat}") == 4


def test_v1_the_first_house_ever_empty_is_closed() -> None:
    p = at(THREE, f"0 - {{}} Qd|Ks|7c (2c)9c/2h/- {OTHERS}")
    p.apply("1>2")
    assert texts(p).houses == ["x", "KsQd", "7c"]
    assert p.moves() == ["turn"]  # no space for 5.3
    assert [p.judge(move) for move in ("r>1", "3>1", "1>3")] == [4, 4, 5]
    p = at(THREE, f"0 - {{}} x|8d|7c 9c/2h/- {OTHERS}")
    p.apply("3>2")
    assert texts(p).houses == ["x", "8d7c", "-"]
    assert sorted(p.moves()) == ["2>3", "r>3"]
    p = at(THREE, f"0 - {{}} Ac|Ks|7c 9c/2h/- {OTHERS}")
    p.apply("1>F")
    assert texts(p).houses[0] == "x"
    p = at(THREE, "0 - {} 7c|Ks|Kc 9c/2h/- 6c/3h/- -/4h/-")
    p.apply("1>R1")
    assert texts(p).houses[0] == "x"


def test_v1_a_joker_is_set_aside() -> None:
    p = at(THREE, f"0 - {{}} Qd|Ks|7c (2c**)6d/2h/- {OTHERS}")
    p.apply("r>3")
    assert texts(p).reserve(0) == "2c"
    p = at(THREE, f"0 - {{}} Qd|Ks|7c (**)6d/-/- {OTHERS}")
    p.apply("r>3")
    assert p.winner == 0
    p = at(THREE, f"0 - {{}} Qd|Ks|7c 9c/5h2h**/- {OTHERS}")
    p.apply("turn")
    assert (p.turned, texts(p).hand(0)) == ("2h", "5h")
    p = at(THREE, f"0 - {{}} Qd|Ks|7c 9c/**/4c5c {OTHERS}")
    p.apply("turn")
    assert (p.turned, texts(p).hand(0), texts(p).waste(0)) == ("4c", "5c", "-")
    p = at(f"{THREE},covered-houses=yes", f"0 - {{}} (**)Qd|Ks|7c 9c/2h/- {OTHERS}")
    p.apply("1>2")
    assert texts(p).houses == ["x", "KsQd", "7c"]


def test_v1_a_turn_that_finds_nothing_but_the_joker() -> None:
    p = at(THREE, f"0 - {{}} Qd|Kh|7c 9c/**/- {OTHERS}")
    assert p.moves() == ["turn"]
    p.apply("turn")
    assert (p.turned, texts(p).hand(0), p.seat, p.moves()) == ("", "-", 0, ["pass"])
    p = at(THREE, f"0 - {{}} Qd|Kh|7c -/**/- {OTHERS}")
    p.apply("turn")
    assert p.winner == 0


@pytest.mark.parametrize(
    ("players", "scores"),
    [
        ("2c/3c/4c 2h/3h/4h 2s/3s/4s", (0, 0, 0)),
        ("2c/3c/- 2h/3h/- 2s/3s/4s", (0, 0, 0)),  # the lowest is shared
        ("2c/-/- 2h/3h/4h 2s/3s/-", (3, 0, 0)),
        ("2c/3c/4c 2h/3h/4h -/3s/-", (0, 0, 6)),
    ],
)
def test_8_4_the_lowest_of_three(players: str, scores: tuple[int, ...]) -> None:
    p = at(THREE, "0 - {} Kd|Kh|Kc " + players)
    assert p.scores("stalemate") == p.scores("standoff") == scores


def test_8_4_the_winner_of_three() -> None:
    p = at(THREE, "1 - {} Kd|Kh|Kc 2c/3c/4c -/-/- 2s/3s/-")
    assert p.scores("win") == (0, 30 + 4 + 3, 0)


# ---- V2: one pack ------------------------------------------------------------------------------


def test_v2_the_deal() -> None:
    p = rbcore.Position.deal(rbcore.variant("simplified"), 3, 3)
    dealt = packs("simplified,houses-each=0,reserve-size=0,starter=cut", 0)
    for pack, suits in zip(dealt, ("hc", "sd"), strict=True):
        assert sorted(pack) == sorted(r + s for r in RANKS for s in suits)
    for seat in (0, 1):
        assert (len(cards(texts(p).reserve(seat))), len(cards(texts(p).hand(seat)))) == (5, 18)
    assert len(texts(p).houses) == 6


def test_v2_one_foundation_a_suit() -> None:
    p = at("simplified,houses-each=1", "0 2c cAd-h-s- Kd|Ks -/2h/- -/3d/-")
    assert p.moves() == ["h>F"]
    p.apply("h>F")
    assert p.foundations == "c2d-h-s-"
    assert at("simplified,houses-each=1", "0 Ah cAd-h-s- Kd|Ks -/2h/- -/3d/-").moves() == ["h>F"]


# ---- V8: covered houses ------------------------------------------------------------------------


def test_v8_the_order_of_the_deal() -> None:
    rules = rbcore.variant("standard,covered-houses=yes")
    for game in range(5):
        p = rbcore.Position.deal(rules, 9, game)
        dealt = packs("standard,reserve-size=0,houses-each=0,starter=cut", game)
        for seat, pack in enumerate(dealt):
            assert cards(texts(p).reserve(seat)) == pack[:13]
            assert texts(p).houses[4 * seat : 4 * seat + 4] == [
                f"({pack[16 - i]}){pack[17 + i]}" for i in range(4)
            ]
            assert cards(texts(p).hand(seat)) == pack[:20:-1]


def test_v8_a_card_without_cover_is_turned_up() -> None:
    covered = "standard,houses-each=1,covered-houses=yes"
    for place, line in (("2", "(4d)Qd|Ks"), ("F", "(4d)Ac|Ks"), ("R", "(4d)7c|Ks")):
        p = at(covered, f"0 - {{}} {line} 9h/2h/- 6c/3h/-")
        p.apply(f"1>{place}")
        assert texts(p).houses[0] == "4d"
        assert p.moves() == ["turn"]  # it is no space


# ---- V12: the reserve face down ----------------------------------------------------------------

DOWN = "face-down,houses-each=1"


def test_v12_the_deal_and_the_first_turns() -> None:
    for game in range(200):
        p = rbcore.Position.deal(rbcore.variant("face-down"), 9, game)
        other = 1 - p.seat
        assert "first=01" in p.notation
        assert texts(p).reserve(other).endswith(")")
        fits = any(house[0] == "A" for house in texts(p).houses)
        assert texts(p).reserve(p.seat).endswith(")") == fits
        if fits:
            assert all(move[0].isdigit() and move.endswith("F") for move in p.moves())


def test_v12_it_waits_for_the_houses() -> None:
    p = at(DOWN, f"0 - {{}} Ac|As (2cAd)/2h/- {NOBODY} first=0")
    assert sorted(p.moves()) == ["1>F", "2>F"]  # 5.1 does not look at Ad
    assert [p.judge(move) for move in ("r>F", "turn", "1>F")] == [5, 2, 0]
    p.apply("1>F")
    assert (texts(p).reserve(0), p.moves()) == ("(2cAd)", ["2>F"])
    p.apply("2>F")
    assert (texts(p).reserve(0), p.moves()) == ("(2c)Ad", ["r>F"])
    p.apply("r>F")
    assert (texts(p).reserve(0), p.moves()) == ("2c", ["r>F"])


def test_v12_a_card_that_comes_to_fit_is_waited_for_too() -> None:
    p = at(DOWN, f"0 - {{}} 2cAh|Ac (9c)/2h/- {NOBODY} first=0")
    p.apply("2>F")
    assert texts(p).reserve(0) == "(9c)"
    p.apply("1>F")
    p.apply("1>F")
    assert texts(p).reserve(0) == "9c"


def test_v12_the_second_seats_first_turn_and_the_end_of_both() -> None:
    p = at(DOWN, "0 5h {} Kc|Ks 9c/2h/- (3s9d)/3h/- first=01")
    p.apply("waste")
    assert (texts(p).reserve(1), "first=1" in p.notation) == ("(3s)9d", True)
    p.apply("turn")
    p.apply("waste")
    assert "first" not in p.notation


def test_v12_a_reserve_face_down_takes_no_load() -> None:
    line = "0 - {} 7s|Ks -/2h/- (5c6s)/3h/- first=1"
    assert at(DOWN, line).moves() == ["turn"]
    assert at(DOWN, line).judge("1>R") == 4
    shown = line.replace("(5c6s)", "(5c)6s").replace(" first=1", "")
    assert sorted(at(DOWN, shown).moves()) == ["1>R", "turn"]
    with pytest.raises(ValueError, match="its first turn is over"):
        at(DOWN, shown + " first=1")


def test_v12_a_joker_turned_up_is_set_aside() -> None:
    p = at("face-down,seats=3,houses-each=1", f"0 - {{}} Ac|Ks|7c (2c**)/2h/- {OTHERS} first=0")
    p.apply("1>F")
    assert (texts(p).reserve(0), texts(p).houses[0]) == ("2c", "x")
