"""V14 and V15, Hoffmann's two games: on positions that fail without each clause."""

import pytest

import rbcore
from support.positions import NONE, RANKS, at, cards, packs, small, texts

NOBODY = "-/3h/-"

# ---- V14: the Wrangle --------------------------------------------------------------------------

WRANGLE = "wrangle,houses-each=1"
WRANGLE_4 = "wrangle,houses-each=2"
OPEN = "wrangle-open,houses-each=1"


def test_v14_the_late_layout() -> None:
    starters = set()
    for game in range(20):
        p = rbcore.Position.deal(rbcore.variant("wrangle"), 9, game)
        dealt = packs("standard,reserve-size=0,houses-each=0,starter=cut", game)
        seat = p.seat
        starters.add(seat)
        assert texts(p).houses[4 * (1 - seat) : 4 * (1 - seat) + 4] == ["."] * 4
        for n in range(2):
            p = rbcore.Position.deal(rbcore.variant("wrangle"), 9, game)
            if n:
                while p.turn == 0:
                    p.apply("turn" if "turn" in p.moves() else p.moves()[-1])
                assert p.seat != seat
                assert f"first={p.seat}" in p.notation
            else:
                assert "first=01" in p.notation
                assert cards(texts(p).hand(1 - seat)) == dealt[1 - seat][::-1]
                assert texts(p).reserve(1 - seat) == "-"
            pack = dealt[p.seat]
            assert cards(texts(p).reserve(p.seat)) == pack[:13]
            assert texts(p).houses[4 * p.seat : 4 * p.seat + 4] == pack[13:17]
            assert cards(texts(p).hand(p.seat)) == pack[:16:-1]
    assert starters == {0, 1}


def test_v14_what_is_not_laid_out_takes_nothing() -> None:
    hand = "".join(r + s for r in RANKS for s in "cdhs")
    p = at(WRANGLE, f"0 4c {{}} 7c|. -/2h/- -/{hand}/- first=1")
    assert p.moves() == ["waste"]
    assert p.judge("h>2") == 4
    p = at(OPEN, f"0 - {{}} 7c|. 9c/2h/- -/{hand}/- first=1")
    assert p.moves() == ["turn"]  # and is no space


def test_v14_houses_are_built_in_suit_and_not_from_house_to_house() -> None:
    assert small("7s|Kd", "-/2h/-", NOBODY, turned="6s", variant=WRANGLE).moves() == ["h>1"]
    assert small("7s|Kd", "-/2h/-", NOBODY, turned="6d", variant=WRANGLE).moves() == ["waste"]
    p = small("Qs|Ks", "-/2h/-", "Js/3h/Kc", variant=WRANGLE)
    assert p.moves() == ["turn"]
    assert p.judge("1>2") == 4


def test_v14_a_vacancy_is_filled_from_the_own_waste() -> None:
    p = small("As|Ks", "9c/2h/5d4c", "-/3h/6d", variant=WRANGLE)
    p.apply("1>F")
    assert (texts(p).houses, texts(p).waste(0)) == (["4c", "Ks"], "5d")
    p = small("4d|Ks", "9c/2h/5d4c", "-/3h/5d", variant=f"{WRANGLE},load-from=any")
    p.apply("1>W")
    assert (texts(p).houses, texts(p).waste(0)) == (["4c", "Ks"], "5d")


def test_v14_an_unfilled_vacancy_takes_nothing_and_bars_nothing() -> None:
    p = small("As|Ks", "9c/2h/-", NOBODY, variant=WRANGLE)
    p.apply("1>F")
    assert (texts(p).houses, p.moves()) == (["-", "Ks"], ["turn"])
    assert [p.judge(move) for move in ("r>1", "2>1", "turn")] == [4, 4, 0]
    p.apply("turn")
    assert p.moves() == ["waste"]  # h>1 is none
    p.apply("waste")
    assert (texts(p).houses, texts(p).waste(0), p.seat, p.idle) == (["2h", "Ks"], "-", 1, (1, 0))


def test_v14_the_lowest_vacancy_first_and_all_that_the_waste_can_fill() -> None:
    p = at(WRANGLE_4, "0 4c {} Ks|-|Kc|- 9c/2h/- -/3h/-")
    p.apply("waste")
    assert (texts(p).houses, texts(p).waste(0)) == (["Ks", "4c", "Kc", "-"], "-")
    for waste, houses in (("5d", ["Ks", "5d", "Kc", "-"]), ("6h5d4c", ["Ks", "4c", "Kc", "5d"])):
        p = at(WRANGLE_4, f"0 - {{}} Ks|-|Kc|- 9c/-/- -/3h/{waste}")
        assert p.moves() == ["pass"]
        p.apply("pass")
        assert (p.seat, texts(p).houses) == (1, houses)
        assert texts(p).waste(1) == ("6h" if len(waste) > 2 else "-")


@pytest.mark.parametrize("seat", [0, 1])
def test_v14_a_vacancy_can_win(seat: int) -> None:
    if seat == 0:
        p = small("-|Ks", "-/-/-", NOBODY, turned="4c", variant=WRANGLE)
        p.apply("waste")
    else:
        p = small("-|Ks", "9c/-/-", "-/-/4c", variant=WRANGLE)
        p.apply("pass")
    assert (p.winner, p.seat, texts(p).houses, p.turn) == (seat, seat, ["4c", "Ks"], seat)


def test_v14_foundations_are_free() -> None:
    p = small("As|Ks", "Ad/2h/-", NOBODY, variant=WRANGLE)
    assert sorted(p.moves()) == ["1>F", "r>F", "turn"]
    assert [p.judge(move) for move in ("turn", "1>F")] == [0, 0]


@pytest.mark.parametrize(
    ("turned", "other", "legal"),
    [
        ("6s", "-/3h/-", "h>1"),  # fits a house
        ("As", "-/3h/-", "h>F"),  # fits a foundation
        ("4c", "-/3h/-", "waste"),
        ("4c", "5c/3h/-", "h>R waste"),  # fits a load alone
        ("6s", "5s/3h/-", "h>1"),  # what fits a house is not loaded
        ("As", "2s/3h/2s", "h>F"),  # nor what fits a foundation
    ],
)
def test_v14_the_hand_card(turned: str, other: str, legal: str) -> None:
    p = small("7s|Kd", "-/2h/-", other, turned=turned, variant=WRANGLE)
    assert sorted(p.moves()) == legal.split()
    assert p.judge("waste") == (0 if "waste" in legal else 6)
    if other.startswith(("5s", "2s")):
        assert p.judge("h>R") == 4


def test_v14_load_only_unplayable() -> None:
    """A house's card counts as fitting a house only where it may go there."""
    own = "6s/2h/-"
    assert sorted(small("7s|Kd", own, "5s/3h/-", variant=WRANGLE).moves()) == ["r>1", "turn"]
    any_card = f"{WRANGLE},load-from=any"
    assert sorted(small("6s|7s", "-/2h/-", "5s/3h/-", variant=any_card).moves()) == ["1>R", "turn"]
    both = f"{OPEN},house-to-house=yes"
    assert sorted(small("6s|7s", "-/2h/-", "5s/3h/-", variant=both).moves()) == ["1>2", "turn"]
    assert sorted(small("As|Kd", "-/2h/-", "2s/3h/-", variant=WRANGLE).moves()) == ["1>F", "turn"]
    assert sorted(small("-|Kd", own, "5s/3h/-", variant=WRANGLE).moves()) == ["r>R", "turn"]
    assert small("-|Kd", own, "5s/3h/-", variant=OPEN).moves() == ["r>1"]
    any_card = f"{OPEN},load-from=any"
    assert sorted(small("-|6s", "-/2h/-", "5s/3h/-", variant=any_card).moves()) == ["2>R", "turn"]


def test_v14_load_only_unplayable_inside_a_plan() -> None:
    line = "0 - c5-d--h--s-- 6c5d|6s 9c/2h/- 4d/3h/-"
    variant = "standard,houses-each=1,release=any"
    assert sorted(at(variant, line).moves()) == ["1>2", "1>R"]
    assert at(f"{variant},load-only-unplayable=yes", line).moves() == ["1>2"]
    line = line.replace("6s", "Ks")
    assert at(f"{variant},load-only-unplayable=yes", line).moves() == ["1>R"]


def test_v14_wrangle_open_has_5_3() -> None:
    p = small("-|Ks", "9c/2h/5d", NOBODY, variant=OPEN)
    assert (p.moves(), p.judge("turn")) == (["r>1"], 3)
    p = small("-|Ks", "9c/2h/5d", NOBODY, turned="4c", variant=OPEN)
    assert sorted(p.moves()) == ["h>1", "r>1"]  # the hand card fits a house


# ---- V16: which cards may be loaded ------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "moves"),
    [
        ("any", "1>R h>W r>W w>R waste"),
        ("not-houses", "h>W r>W w>R waste"),
        ("hand", "h>W w>R waste"),
    ],
)
def test_v16_load_from(source: str, moves: str) -> None:
    """Each source has a load; the others' verdict is 4: the place takes no such card."""
    variant = f"standard,houses-each=1,waste-available=yes,load-from={source}"
    p = small("7s|Kd", "9c/2h/5s", "6s/3h/Tc", turned="Jc", variant=variant)
    assert sorted(p.moves()) == moves.split()
    for load in ("1>R", "r>W", "h>W", "w>R"):
        assert p.judge(load) == (0 if load in moves else 4)
    assert p.judge("r>R") == 4


def test_v16_the_wrangle() -> None:
    for preset in ("wrangle", "wrangle-open"):
        assert rbcore.variant(preset).load_from == "not-houses"
    p = small("6s|7s", "-/2h/-", "5s/3h/-", variant=WRANGLE)
    assert (p.moves(), p.judge("1>R")) == (["turn"], 4)
    assert sorted(small("Ks|7s", "6s/2h/-", "5s/3h/-", variant=WRANGLE).moves()) == ["r>2", "turn"]
    assert sorted(small("Ks|7d", "6s/2h/-", "5s/3h/-", variant=WRANGLE).moves()) == ["r>R", "turn"]


@pytest.mark.parametrize("source", ["not-houses", "hand"])
def test_v16_loads_of_any_suit(source: str) -> None:
    variant = f"standard,houses-each=1,load-match=any-suit,load-from={source}"
    p = small("7s|Kd", "7c/2h/-", "6h/3h/-", turned="5d", variant=variant)
    assert sorted(p.moves()) == ["h>R", *(["r>R"] if source == "not-houses" else []), "waste"]


def test_v16_plans_load_no_house_cards() -> None:
    """6s can only be released by loading 5d, and 9c only be made a space of by loading it."""
    line = "0 - c--d--h--s5- 6s5d|Kd 9c/2h/- 4d/3h/-"
    assert at("standard,houses-each=1,release=any", line).moves() == ["1>R"]
    free = at("standard,houses-each=1,release=any,load-from=not-houses", line)
    assert free.moves() == ["turn"]
    line = "0 - {} 9c|Kd 2c/2h/- Tc/3h/-"
    spaces = "standard,houses-each=1,must-make-spaces=yes"
    assert at(spaces, line).moves() == ["1>R"]
    assert at(f"{spaces},load-from=hand", line).moves() == ["turn"]


def test_v16_blocked() -> None:
    """A house's card that fits a reserve is progress only if houses' cards may be loaded."""
    one = "standard,houses-each=1"
    for source, blocked in (("any", False), ("not-houses", True), ("hand", True)):
        p = small("Kc|6c", "9h/-/-", "7c/-/-", variant=f"{one},load-from={source}")
        assert p.blocked() is blocked
    for source, blocked in (("any", False), ("not-houses", False), ("hand", True)):
        p = small("Kc|Ks", "9c/-/-", "8c/-/-", variant=f"{one},load-from={source}")
        assert p.blocked() is blocked
    for own in ("9h/8c/-", "9h/-/8c"):  # a hand card that fits the other reserve
        p = small("Kc|Ks", own, "7c/-/-", variant=f"{one},load-from=hand")
        assert p.blocked() is False


# ---- V15: Here and There -----------------------------------------------------------------------

HERE = "here-and-there"


def here(keys: str, turned: str, waste: str = "-", founds: str = NONE) -> rbcore.Position:
    return at(HERE, f"0 {turned} {founds} - -/2h3c/- -/4d/{waste} {keys}".strip())


def test_v15_the_deal() -> None:
    p = rbcore.Position.deal(rbcore.variant(HERE), 9, 0)
    assert (
        cards(texts(p).hand(0))
        == packs("standard,reserve-size=0,houses-each=0,starter=cut", 0)[0][::-1]
    )
    assert (texts(p).houses, texts(p).reserve(0), len(cards(texts(p).hand(1)))) == ([], "-", 52)


def test_v15_the_first_card_turned_fixes_the_base() -> None:
    p = here("", "-")
    assert p.moves() == ["turn"]
    p.apply("turn")
    assert p.notation.endswith("base=3")
    assert p.moves() == ["h>F"]
    assert p.judge("waste") == 2
    p.apply("h>F")
    assert p.foundations == "c3-d--h--s--"
    p.apply("turn")
    assert p.moves() == ["waste"]
    p.apply("waste")
    p.apply("turn")
    assert p.notation.endswith("base=3 idle=1,0 turn=1")
    assert (p.turned, p.moves()) == ("4d", ["waste"])


@pytest.mark.parametrize(
    ("founds", "turned", "fits"),
    [
        (NONE, "5d", True),
        (NONE, "Ad", False),
        ("c--dQ-h--s--", "Kd", True),
        ("c--dK-h--s--", "Ad", True),  # K followed by A
        ("c--dA-h--s--", "2d", True),
        ("c--d3-h--s--", "4s", False),
        ("c--d4-h--s--", "5d", True),  # the second pile; the first is finished
        ("c--d45h--s--", "6d", True),
        ("cK-d--h--s--", "Ad", False),
    ],
)
def test_v15_foundations_go_round(founds: str, turned: str, fits: bool) -> None:
    p = at(HERE, f"0 {turned} {founds} - -/2h3c/- -/Jc/- base=5")
    assert p.moves() == (["h>F"] if fits else ["waste"])


def test_v15_a_foundation_grows_past_the_king() -> None:
    p = at(HERE, "0 Kd c--dQ-h--s-- - -/2d2hAd/- -/Jc/- base=3")
    for move in ("h>F", "turn", "h>F"):
        p.apply(move)
    assert p.foundations == "c--dA-h--s--"
    p.apply("turn")
    assert p.moves() == ["waste"]
    p = at(HERE, "0 - c--dA-h--s-- - -/2h3d2d/- -/Jc/- base=3")
    for move in ("turn", "h>F", "turn"):
        p.apply(move)
    assert p.foundations == "c--d2-h--s--"
    assert p.moves() == ["h>F"]  # the second pile begins
    p.apply("h>F")
    assert p.foundations == "c--d23h--s--"


@pytest.mark.parametrize(
    ("waste", "turned", "loads"),
    [
        ("7c", "8h", True),
        ("9c", "8h", True),
        ("9h", "8h", True),
        ("8c", "8h", False),
        ("Kc", "As", False),  # no wrap
        ("Ac", "Ks", False),
        ("2c", "As", True),
        ("Qc", "Ks", True),
        ("Ac", "2s", True),
    ],
)
def test_v15_loads_of_any_suit_are_free(waste: str, turned: str, loads: bool) -> None:
    p = here("base=5", turned, waste)
    assert sorted(p.moves()) == (["h>W", "waste"] if loads else ["waste"])
    assert p.judge("h>W") == (0 if loads else 4)
    p = here("base=8", "8h", "7c")  # it fits a foundation
    assert p.moves() == ["h>F"]


def test_v15_the_own_waste_takes_no_load() -> None:
    p = at(HERE, "0 8h {} - -/2h/7h -/4d/- base=5")
    assert p.moves() == ["waste"]
