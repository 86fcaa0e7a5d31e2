"""V3 to V10, V13, V23 to V35, what is legal: every clause on a position that fails without it."""

import pytest

import rbcore
from support.positions import NONE, at, position, small, texts

TWO = "standard,houses-each=1"  # two houses
FOUR = "standard,houses-each=2"
NOBODY = "-/3h/-"


def moves(variant: str, line: str) -> list[str]:
    return sorted(at(variant, line).moves())


def assert_moves(line: str, legal: dict[str, str]) -> None:
    """What is legal by each variant, in order."""
    assert {one: moves(one, line) for one in legal} == {
        one: text.split() for one, text in legal.items()
    }


# ---- V3: the own waste is available ------------------------------------------------------------

WASTE = f"{TWO},waste-available=yes"


def test_v3_the_waste_goes_to_houses_spaces_and_loads() -> None:
    p = small("7s|Ks", "-/2c/5c6d", "7d/3h/5d", variant=WASTE)
    assert sorted(p.moves()) == ["turn", "w>1", "w>R", "w>W"]
    p.apply("w>1")
    assert (texts(p).houses, texts(p).waste(0), p.seat) == (["7s6d", "Ks"], "5c", 0)
    assert sorted(p.moves()) == ["1>R", "1>W", "turn", "w>1"]
    assert small("7s|Ks", "-/2c/5c6d", "7d/3h/5d").moves() == ["turn"]
    assert sorted(small("-|Ks", "-/2c/6d", NOBODY, variant=WASTE).moves()) == ["2>1", "turn", "w>1"]


def test_v3_only_the_own_waste() -> None:
    assert small("7s|Ks", "-/2c/-", "-/3h/6d", variant=WASTE).moves() == ["turn"]


def test_v3_5_2_applies_to_the_waste() -> None:
    p = small("7s|Ks", "9c/2c/Ad", NOBODY, variant=WASTE)
    assert p.moves() == ["w>F"]
    assert [p.judge(move) for move in ("turn", "w>1", "w>F", "1>F")] == [2, 4, 0, 4]
    assert sorted(small("Ac|Ks", "9c/2c/Ad", NOBODY, variant=WASTE).moves()) == ["1>F", "w>F"]
    assert small("Ac|Ks", "Ah/2c/Ad", NOBODY, variant=WASTE).moves() == ["r>F"]
    assert small("7s|Ks", "9c/2c/Ad", NOBODY).moves() == ["turn"]


def test_v3_is_progress() -> None:
    p = small("7s|Ks", "-/2c/6d", NOBODY, variant=WASTE, keys="idle=2,3")
    p.apply("w>1")
    assert p.idle == (0, 0)
    assert small("7s|Kc", "-/-/6d", "9h/-/-", variant=WASTE).blocked() is False


# ---- V4, V5: release ---------------------------------------------------------------------------

ANY = "release=any"


@pytest.mark.parametrize(
    ("houses", "own", "other", "turned", "standard", "release"),
    [
        ("6c5d|6s", "-/2h/-", NOBODY, "-", "1>2 turn", "1>2"),
        ("6c5d|Ks", "-/2h/-", "4d/3h/6d", "-", "1>R 1>W turn", "1>R 1>W"),
        ("6c5d|-", "9c/2h/-", NOBODY, "-", "1>2 r>2", "1>2"),  # before 5.3's fillings
        ("6c5d|6s", "9c/-/-", NOBODY, "-", "1>2 pass", "1>2"),
        ("6c5d|6s", "4s/2h/-", NOBODY, "4c", "1>2 h>1 r>1 waste", "1>2"),
        ("6c5d|7s", "6d/2h/-", NOBODY, "-", "r>2 turn", "r>2 turn"),  # no plan
        ("6c5d|As", "-/2h/-", NOBODY, "-", "2>F", "2>F"),  # 5.2 is first
    ],
)
def test_v4_a_card_is_released(
    houses: str, own: str, other: str, turned: str, standard: str, release: str
) -> None:
    line = f"0 {turned} c5-d--h--s-- {houses} {own} {other}"
    assert moves(TWO, line) == standard.split()
    assert moves(f"{TWO},{ANY}", line) == release.split()
    assert moves(f"{TWO},release=fewest", line) == release.split()


LONG_WAY = f"0 - c5-d--h--s-- 6c5d4s|6s|5h|Kd -/2h/- {NOBODY}"  # 4s to 5h, 5d to 6s


@pytest.mark.parametrize(
    ("axes", "legal"),
    [
        ("release=any,plan-limit=1", "1>3 3>2 turn"),
        ("release=any,plan-limit=2", "1>3"),
        ("release=any,plan-limit=3", "1>3 3>2"),  # 5h to 6s, 4s on it, 5d into the space
        ("release=any", "1>3 3>2"),
        ("release=fewest", "1>3"),
        ("release=fewest,plan-limit=1", "1>3 3>2 turn"),
    ],
)
def test_v4_v5_useful_and_shortest_plans(axes: str, legal: str) -> None:
    assert moves(f"{FOUR},{axes}", LONG_WAY) == legal.split()


def test_v4_v5_verdicts() -> None:
    p = position(LONG_WAY, rbcore.variant(f"{FOUR},release=fewest"))
    assert [p.judge(move) for move in ("1>3", "3>2", "turn", "1>2")] == [0, 6, 6, 4]


# ---- V6: must load -----------------------------------------------------------------------------

LOAD = f"{TWO},must-load=yes"


@pytest.mark.parametrize(
    ("line", "standard", "load"),
    [
        ("0 - {} 7s|Ks -/2c/- 6s/3h/-", "1>R turn", "1>R"),
        ("0 7s {} 7s|Kd 5s/2c/- 6s/3h/-", "1>R h>R r>R waste", "1>R h>R r>R"),
        ("0 Qd {} 7s|Ks 5s/2c/- 8h/3h/6s", "1>W h>2 r>W waste", "1>W r>W"),
        ("0 - {} -|7s 5d/2c/- 6s/3h/-", "2>1 2>R r>1", "2>R"),  # before 5.3's fillings
        ("0 - {} 7s|As -/2c/- 6s/3h/-", "2>F", "2>F"),  # 5.2 is first
    ],
)
def test_v6_what_can_be_loaded_must_be(line: str, standard: str, load: str) -> None:
    assert_moves(line, {TWO: standard, LOAD: load})


def test_v6_verdicts() -> None:
    p = small("7s|Ks", "5s/2c/-", "6s/3h/-", turned="Qd", variant=LOAD)
    assert [p.judge(move) for move in ("1>R", "h>2", "waste", "turn")] == [0, 6, 6, 5]


def test_v6_counts_the_own_waste_under_v3_and_no_groups_under_v13() -> None:
    p = small("7h|Ks", "-/2c/5s", "6s/3h/-", variant=f"{LOAD},waste-available=yes")
    assert p.moves() == ["w>R"]
    line = f"0 - {NONE} 9c8d|Td|Kc|Ks -/2h/- 9d/3h/-"
    assert moves(f"{FOUR},group-moves=yes", line) == ["1*2>2", "1>R", "2>R", "turn"]
    assert moves(f"{FOUR},group-moves=yes,must-load=yes", line) == ["1>R", "2>R"]


def test_v4_is_before_v6() -> None:
    line = "0 7h c5-d--h--s-- 6c5d|6s -/2h/- -/3h/8h"
    assert moves(f"{TWO},must-load=yes", line) == ["h>W"]
    assert moves(f"{TWO},must-load=yes,{ANY}", line) == ["1>2"]


# ---- V7: must make spaces ----------------------------------------------------------------------

SPACES = f"{TWO},must-make-spaces=yes"


@pytest.mark.parametrize(
    ("line", "standard", "spaces"),
    [
        ("0 - {} Qd|Ks 9c/2h/- -/3h/-", "1>2 turn", "1>2"),
        ("0 - {} Qd|Ks 9c/-/- -/3h/-", "1>2 pass", "1>2"),
        ("0 - {} Qd|Ks -/2h/- -/3h/-", "1>2 turn", "1>2 turn"),  # no reserve
        ("0 5h {} Qd|Ks 9c/2h/- -/3h/-", "1>2 waste", "1>2 waste"),  # nothing is turned
        ("0 - {} Qd|Kh 9c/2h/- Jd/3h/-", "1>R turn", "1>R"),  # by a load
        ("0 - {} KdQc|Kh 9c/2h/- -/3h/-", "1>2 turn", "1>2 turn"),  # frees no house
        ("0 - {} Qd|Ks Jc/2h/- -/3h/-", "1>2 r>1 turn", "1>2 r>1"),  # other moves are free
    ],
)
def test_v7_no_turn_while_a_space_can_be_made(line: str, standard: str, spaces: str) -> None:
    assert_moves(line, {TWO: standard, SPACES: spaces})


def test_v7_verdict_is_that_of_5_3() -> None:
    assert small("Qd|Ks", "9c/2h/-", NOBODY, variant=SPACES).judge("turn") == 3
    assert small("Qd|Ks", "9c/-/-", NOBODY, variant=SPACES).judge("pass") == 3
    assert small("Qd|Ks", "-/2h/-", NOBODY, variant=SPACES).judge("turn") == 0
    assert small("Qd|As", "9c/2h/-", NOBODY, variant=SPACES).judge("turn") == 2


def test_v7_within_the_limit() -> None:
    line = f"0 - {NONE} JdTc|Qc|9s|Jh 9c/2h/- {NOBODY}"  # Jh to Qc
    assert moves(f"{FOUR},must-make-spaces=yes,plan-limit=1", line) == ["1>4", "4>2"]
    line = f"0 - {NONE} JdTc|Qc|Ks|Kc 9s/2h/- -/3h/9c"  # Tc loaded, Jd to Qc
    assert moves(f"{FOUR},must-make-spaces=yes,plan-limit=1", line) == ["1>W", "turn"]
    assert moves(f"{FOUR},must-make-spaces=yes,plan-limit=2", line) == ["1>W"]


def test_v7_a_closed_house_is_no_space() -> None:
    three = "three-player,houses-each=1,must-make-spaces=yes"
    others = "9c/2h/- -/3h/- -/4h/-"
    assert moves(three, f"0 - {NONE} Qd|Ks|7c {others}") == ["1>2", "turn"]
    assert moves(three, f"0 - {NONE} x|Ks|Qd {others}") == ["3>2"]
    line = f"0 - {NONE} Qd|Ks|Jc {others}"  # Qd closes its house, then Jc on it leaves a space
    assert moves(three, line) == ["1>2", "3>1"]
    assert moves(f"{three},plan-limit=1", line) == ["1>2", "3>1", "turn"]


# ---- V9: must uncover --------------------------------------------------------------------------

COVERED = f"{TWO},covered-houses=yes"
UNCOVER = f"{COVERED},must-uncover=yes"


@pytest.mark.parametrize(
    ("line", "free", "uncover"),
    [
        ("0 - {} (4d)Qd|Ks -/2h/- -/3h/-", "1>2 turn", "1>2"),
        ("0 Qh {} (4d)Qd|Ks 9c/2h/- -/3h/Jd", "1>2 1>W h>2 waste", "1>2 1>W"),
        ("0 - {} Qd|Ks -/2h/- -/3h/-", "1>2 turn", "1>2 turn"),  # nothing lies face down
        ("0 - {} (4d)QdJs|Qh -/2h/- -/3h/-", "1>2 turn", "1>2 turn"),  # Qd has no place
        ("0 - {} (4d)Qd|As -/2h/- -/3h/-", "2>F", "2>F"),  # 5.2 is first
    ],
)
def test_v9_a_card_is_uncovered(line: str, free: str, uncover: str) -> None:
    assert_moves(line, {COVERED: free, UNCOVER: uncover})


@pytest.mark.parametrize(("limit", "legal"), [(1, "1>3 3>2 turn"), (2, "1>3"), (3, "1>3 3>2")])
def test_v9_within_the_limit(limit: int, legal: str) -> None:
    variant = f"{FOUR},covered-houses=yes,must-uncover=yes,plan-limit={limit}"
    line = f"0 - {NONE} (4d)QdJc|Ks|Qh|9c -/2h/- {NOBODY}"
    assert moves(variant, line) == legal.split()


def test_v6_and_v9_together() -> None:
    line = f"0 5s {NONE} (4d)Qd|Ks -/2c/- 6s/3h/-"
    assert moves(f"{COVERED},must-load=yes", line) == ["h>R"]
    assert moves(UNCOVER, line) == ["1>2"]
    assert moves(f"{UNCOVER},must-load=yes", line) == ["1>2", "h>R"]
    line = f"0 5s {NONE} (4d)Qd|9s -/2c/- 9c/3h/Kd"  # the load uncovers
    assert moves(f"{UNCOVER},must-load=yes", line) == ["1>W"]
    p = position(
        f"0 5s {NONE} (4d)Qd|Ks 9c/2c/- 6s/3h/-", rbcore.variant(f"{UNCOVER},must-load=yes")
    )
    assert [p.judge(move) for move in ("1>2", "h>R", "waste")] == [0, 0, 6]


def test_v9_yields_to_v4() -> None:
    line = f"0 - c5-d--h--s-- 6c5d|6s|(4d)Qd|Ks -/2h/- {NOBODY}"
    variant = f"{FOUR},covered-houses=yes,must-uncover=yes,plan-limit=1"
    assert moves(variant, line) == ["3>4"]
    assert moves(f"{variant},{ANY}", line) == ["1>2"]


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ("(6c)5d|6s|9s|8c", "1>2 turn"),  # the card that fits lies face down
        ("(6s)Qd|Ks|6c5d|9s", "1>2 turn"),  # the card that takes 5d lies face down
        ("(6s)Qd|Ks|6c5d|6h5s", "1>2 turn"),
        ("(4d)6c5d|6s|9s|8c", "1>2"),  # 6c itself lies face up
    ],
)
def test_a_plan_does_not_look_under_a_face_down_card(line: str, legal: str) -> None:
    variant = f"{FOUR},covered-houses=yes,{ANY}"
    assert moves(variant, f"0 - c5-d--h--s-- {line} -/2h/- {NOBODY}") == legal.split()


def test_to_uncover_is_not_to_make_a_space() -> None:
    line = f"0 - {NONE} (4d)Qd|Ks 9c/2h/- {NOBODY}"
    assert moves(f"{COVERED},must-make-spaces=yes", line) == ["1>2", "turn"]


# ---- V10: early turn ---------------------------------------------------------------------------

EARLY = f"{TWO},early-turn=yes"


@pytest.mark.parametrize(
    ("axes", "line", "barred", "fresh"),
    [
        ("", "Ac|Ks Ad/2h/- -/3h/-", "r>F", "r>F turn"),
        ("", "Ac|Ks 9c/2h/- -/3h/-", "1>F", "1>F turn"),
        ("", "-|Ks 9c/2h/- -/3h/-", "2>1 r>1", "2>1 r>1 turn"),
        ("", "-|Ks 9c/-/- -/3h/-", "2>1 r>1", "2>1 r>1"),  # not `pass`
        (",must-load=yes", "7s|Ks -/2c/- 6s/3h/-", "1>R", "1>R turn"),
        (",must-make-spaces=yes", "Qd|Ks 9c/2h/- -/3h/-", "1>2", "1>2 turn"),
        (",must-make-spaces=yes", "Qd|Ks 9c/-/- -/3h/-", "1>2", "1>2"),
        (",release=any", "6c5d|6s 9c/2h/- -/3h/-", "1>2", "1>2 turn"),
        (",covered-houses=yes,must-uncover=yes", "(4d)Qd|Ks 9c/2h/- -/3h/-", "1>2", "1>2 turn"),
    ],
)
def test_v10_the_first_move_may_be_turn(axes: str, line: str, barred: str, fresh: str) -> None:
    line = f"0 - {'c5-d--h--s--' if 'release' in axes else NONE} {line}"
    assert moves(TWO + axes, line) == barred.split()
    assert moves(EARLY + axes, line) == barred.split()
    assert moves(EARLY + axes, f"{line} fresh=1") == fresh.split()


def test_v10_afterwards_all_is_compulsory_again() -> None:
    p = small("Ac|Ks", "Ad/2h5h/-", "As/3h/-", variant=EARLY, keys="fresh=1")
    assert [p.judge(move) for move in ("turn", "pass", "1>F", "r>F")] == [0, 5, 1, 0]
    after = p.copy()
    after.apply("turn")
    assert after.moves() == ["r>F"]
    assert [after.judge(move) for move in ("waste", "turn")] == [1, 5]
    after.apply("r>F")
    after.apply("1>F")
    assert sorted(after.moves()) == ["2>1", "h>1", "waste"]
    after.apply("waste")
    assert after.notation.endswith("fresh=1 idle=1,0 turn=1")
    assert sorted(after.moves()) == ["r>F", "turn"]
    p.apply("r>F")
    assert "fresh" not in p.notation
    assert (p.moves(), p.judge("turn")) == (["1>F"], 2)


def test_v10_verdicts() -> None:
    p = small("-|Ks", "9c/-/-", NOBODY, variant=EARLY, keys="fresh=1")
    assert (p.judge("pass"), p.judge("turn")) == (3, 5)
    p = small("-|Ks", "9c/2h/-", NOBODY, variant=EARLY)
    assert p.judge("turn") == 3


def test_v10_every_turn_begins_fresh() -> None:
    for variant, fresh in (("early-turn", True), ("standard", False)):
        p = rbcore.Position.deal(rbcore.variant(variant), 1, 1)
        assert ("fresh=1" in p.notation) == fresh


# ---- V13: group moves --------------------------------------------------------------------------

GROUPS = f"{FOUR},group-moves=yes"


@pytest.mark.parametrize(
    ("houses", "other", "single", "groups"),
    [
        ("9c8d7s|Td|Kc|Ks", NOBODY, "turn", "1*3>2 turn"),
        ("9c8d7s|9s|Kc|Ks", NOBODY, "turn", "1*2>2 turn"),
        ("9c8d7s|8h|Kc|Ks", NOBODY, "1>2 turn", "1>2 turn"),
        ("9c8d7s|-|Kc|Ks", NOBODY, "1>2 3>2 4>2 turn", "1*2>2 1*3>2 1>2 3>2 4>2 turn"),
        ("9c8d|Kh|Kc|Ks", "9d/3h/8c", "1>R turn", "1>R turn"),  # 9c loads no 8c from below
        ("3c2dAs|4d|Kc|3s", NOBODY, "1>F", "1>F"),  # 5.2
    ],
)
def test_v13_the_last_cards_move_together(
    houses: str, other: str, single: str, groups: str
) -> None:
    line = f"0 - {NONE} {houses} -/2h/- {other}"
    assert moves(FOUR, line) == single.split()
    assert moves(GROUPS, line) == groups.split()


def test_v13_the_cards_keep_their_order_and_are_one_move() -> None:
    p = position(f"0 - {NONE} 9c8d7s|Td|Kc|Ks -/2h/- {NOBODY} idle=1,1", rbcore.variant(GROUPS))
    p.apply("1*3>2")
    assert texts(p).houses == ["-", "Td9c8d7s", "Kc", "Ks"]
    assert p.idle == (1, 1)


def test_v13_foundations_and_loads_take_single_cards() -> None:
    p = position("0 - c8-d7-h--s6- 9c8d7s|Kh|Kc|Ks -/2h/- 9d/3h/-", rbcore.variant(GROUPS))
    assert p.moves() == ["1>F"]
    assert [p.judge(m) for m in ("1*2>F", "1*2>R", "1*3>F", "1*4>2")] == [4, 4, 4, 5]


def test_v13_face_down_cards_do_not_move() -> None:
    variant = f"{GROUPS},covered-houses=yes"
    p = position(f"0 - {NONE} (Tc)9c8d|-|Jd|Td -/2h/- {NOBODY}", rbcore.variant(variant))
    assert "1*2>4" in p.moves()
    assert not any(move.startswith("1*3") for move in p.moves())
    assert p.judge("1*3>3") == 5
    p.apply("1*2>4")
    assert texts(p).houses == ["Tc", "-", "Jd", "Td9c8d"]


def test_v13_a_long_group_is_one_plan_move_too() -> None:
    line = f"0 - cQ-d--h--s-- KcQdJcTd9c8d7c6d|Ks|4s|4c -/2h/- {NOBODY}"
    for axes in (ANY, "release=fewest"):
        assert moves(f"{GROUPS},{axes}", line) == ["1*7>2"]
        assert moves(f"{FOUR},{axes}", line) == ["turn"]


def test_v13_a_group_is_one_plan_move() -> None:
    line = f"0 - c9-d--h--s-- Tc9d8s|Ts|Kc|Kh -/2h/- {NOBODY}"
    assert moves(f"{FOUR},{ANY}", line) == ["turn"]
    assert moves(f"{GROUPS},{ANY},plan-limit=1", line) == ["1*2>2"]
    covered = "covered-houses=yes,must-uncover=yes,plan-limit=1"
    line = f"0 - {NONE} (2d)9d8s|Ts|Kc|Kh -/2h/- {NOBODY}"
    assert moves(f"{FOUR},{covered}", line) == ["turn"]
    assert moves(f"{GROUPS},{covered}", line) == ["1*2>2"]
    line = f"0 - {NONE} 9d8s|Ts|Kc|Kh 3c/2h/- {NOBODY}"
    assert moves(f"{FOUR},must-make-spaces=yes,plan-limit=1", line) == ["turn"]
    assert moves(f"{GROUPS},must-make-spaces=yes,plan-limit=1", line) == ["1*2>2"]
    line = f"0 - {NONE} (2d)9d8s|Ts|Kc|Kh 3c/2h/- {NOBODY}"
    variant = f"{GROUPS},covered-houses=yes,must-make-spaces=yes"
    assert moves(variant, line) == ["1*2>2", "turn"]  # uncovers, leaves no space


# ---- V23, V25, V26: loads of equal rank, and what may go to a space -----------------------------

HOUSE_RULES = [
    ("load-equal-rank=yes", f"0 - {NONE} 9c|9s 9d/2c/Qh 9c/3h/8h", "turn", "1>R turn"),
    ("load-equal-rank=yes", f"0 - {NONE} Kc|4s -/2c/- Kc/3h/Ac", "turn", "1>R turn"),
    ("load-equal-rank=yes,release=any", "0 - c5-d--h--s-- 6c5d|Ks -/2h/- 5d/3h/-", "turn", "1>R"),
    ("space-only-unplayable=yes", f"0 6s {NONE} 7d|- 5c/2h/- -/3h/-", "1>2 h>1 h>2 r>2 waste",
     "1>2 h>1 r>2 waste"),
    ("space-only-unplayable=yes", f"0 - {NONE} 7d|- 6s/2h/- -/3h/-", "1>2 r>1 r>2", "1>2 r>1"),
    ("space-only-unplayable=yes,houses-each=2,release=any,plan-limit=1",
     "0 - c5-d--h--s-- 6c5d|7d6s|-|Ks -/2h/- -/3h/-", "1>2 1>3", "1>2"),
    ("lone-card-to-space=no", f"0 6s {NONE} 8d|- -/2h/- -/3h/-", "1>2 h>2 waste", "h>2 waste"),
    ("lone-card-to-space=no,group-moves=yes", f"0 6s {NONE} 9c8d|- -/2h/- -/3h/-",
     "1*2>2 1>2 h>2 waste", "1>2 h>2 waste"),
]  # fmt: skip


@pytest.mark.parametrize(("axes", "line", "without", "legal"), HOUSE_RULES)
def test_v23_v25_v26_house_rules(axes: str, line: str, without: str, legal: str) -> None:
    """What one of them forbids is offence 4."""
    axis, _, others = axes.partition(",")
    plain = "standard" if "houses-each" in axes else TWO
    plain += f",{others}" if others else ""
    ruled = f"{plain},{axis}"
    assert_moves(line, {plain: without, ruled: legal})
    struck = set(without.split()) - set(legal.split()) - {"turn"}
    assert {at(ruled, line).judge(move) for move in struck} <= {4}


def test_v25_what_was_omitted_is_a_house_then() -> None:
    line = f"0 - {NONE} 7d|- 6s/2h/- -/3h/-"
    game = rbcore.Game.start(at(f"{TWO},space-only-unplayable=yes", line))
    assert (game.attempt("turn", called=True), game.moves()) == (3, ["r>1"])


# ---- V27 to V33: rules of programs --------------------------------------------------------------

PROGRAMS = [
    ("turn-over-space=yes", f"0 - {NONE} -|Ks 9c/2h/- -/3h/-", "2>1 r>1", "2>1 r>1 turn"),
    ("turn-over-space=yes", f"0 - {NONE} -|Ks 9c/-/- -/3h/-", "2>1 r>1", "2>1 pass r>1"),
    ("turn-over-space=yes", f"0 - {NONE} Ac|- 9c/2h/- -/3h/-", "1>F", "1>F"),
    ("reserve-first=no", f"0 - {NONE} Ac|Ks Ad/2h/- -/3h/-", "r>F", "1>F r>F"),
    ("reserve-first=no", f"0 - {NONE} 9c|Ks Ad/2h/- -/3h/-", "r>F", "r>F"),
    ("load-onto=waste", f"0 - {NONE} 7s|Ks 8h/2c/- 6s/3h/8s", "1>R 1>W turn", "1>W turn"),
    ("load-onto=waste", f"0 - {NONE} 7s|Ks 7h/2c/- 8h/3h/6h", "r>R r>W turn", "r>W turn"),
    ("load-onto=none", f"0 8h {NONE} 7s|Ks 9h/2c/- 6s/3h/8s", "1>R 1>W waste", "waste"),
    ("load-onto=waste,must-load=yes", f"0 - {NONE} 7s|Ks -/2c/- 6s/3h/-", "1>R", "turn"),
    ("load-onto=waste,load-match=any-suit", f"0 - {NONE} 7s|Ks -/2c/- 6h/3h/8d", "1>R 1>W turn",
     "1>W turn"),
    ("turned-up-card=alone", f"0 8h {NONE} Qd|Ks Jd/2h/- -/3h/-", "1>2 waste", "waste"),
    ("turned-up-card=alone", f"0 Qh {NONE} Qd|Ks Jd/2h/- -/3h/-", "1>2 h>2 waste", "h>2 waste"),
    ("turned-up-card=alone", f"0 Qh {NONE} Ad|Ks As/2h/- -/3h/-", "r>F", "h>2 waste"),
    ("turned-up-card=alone", f"0 Ah {NONE} Ad|- 2s/2h/- -/3h/-", "1>F h>F", "h>F"),
    ("turned-up-card=alone,release=any", "0 Td c5-d--h--s-- 6c5d|6s -/2h/- -/3h/-", "1>2", "waste"),
    ("turned-up-card=alone,must-load=yes", f"0 9d {NONE} 7s|Ks -/2c/- 6s/3h/8d", "1>R h>W", "h>W"),
    ("turned-up-card=alone,waste-available=yes", f"0 9d {NONE} 8s|Ks -/2c/7h -/3h/-",
     "w>1 waste", "waste"),
    ("turned-up-card=alone,group-moves=yes", f"0 Jh {NONE} 9c8d|Td -/2h/- -/3h/-",
     "1*2>2 waste", "waste"),
    ("turned-up-card=alone,load-match=any-suit", f"0 9d {NONE} 7s|Ks -/2c/- 6h/3h/8d",
     "1>R 1>W h>W waste", "h>W waste"),
    ("hand-load-compulsory=yes", f"0 6s {NONE} 7d|Ks -/2h/- 5s/3h/-", "h>1 h>R waste", "h>1 h>R"),
    ("hand-load-compulsory=yes", f"0 6s {NONE} 7d|Ks -/2h/- 5c/3h/-", "h>1 waste", "h>1 waste"),
    ("must-play-reserve=yes", f"0 - {NONE} Td|Ks 9c/2h/- -/3h/-", "r>1 turn", "r>1"),
    ("must-play-reserve=yes", f"0 4s {NONE} 5d|- 9c/2h/- -/3h/-", "1>2 h>1 h>2 r>2 waste", "r>2"),
    ("must-play-reserve=yes", f"0 - {NONE} Qd|Ks 9c/2h/- 8c/3h/-", "1>2 r>R turn", "r>R"),
    ("must-play-reserve=yes", f"0 - {NONE} Qd|Ks 9c/2h/- 8d/3h/-", "1>2 turn", "1>2 turn"),
    ("must-play-reserve=yes,must-load=yes", f"0 - {NONE} 7s|Td 9c/2h/- 6s/3h/-", "1>R", "r>2"),
]  # fmt: skip


@pytest.mark.parametrize(("axes", "line", "without", "legal"), PROGRAMS)
def test_v27_to_v33_rules_of_programs(axes: str, line: str, without: str, legal: str) -> None:
    axis, _, others = axes.partition(",")
    plain = f"{TWO},{others}" if others else TWO
    assert_moves(line, {plain: without, f"{plain},{axis}": legal})


PROGRAM_VERDICTS = [
    ("turn-over-space=yes", f"0 - {NONE} -|Ks 9c/2h/- -/3h/-", "turn", (3, 0)),
    ("reserve-first=no", f"0 - {NONE} Ac|Ks Ad/2h/- -/3h/-", "turn", (1, 2)),
    ("reserve-first=no", f"0 - {NONE} Ac|Ks Ad/2h/- -/3h/-", "1>F", (1, 0)),
    ("load-onto=waste", f"0 - {NONE} 7s|Ks -/2c/- 6s/3h/8s", "1>R", (0, 4)),
    ("load-onto=none", f"0 - {NONE} 7s|Ks -/2c/- 6s/3h/8s", "1>W", (0, 4)),
    ("turned-up-card=alone", f"0 Qh {NONE} Qd|Ks -/2h/- -/3h/-", "1>2", (0, 5)),
    ("turned-up-card=alone", f"0 Qh {NONE} Ad|Ks -/2h/- -/3h/-", "waste", (2, 0)),
    ("hand-load-compulsory=yes", f"0 6s {NONE} 7d|Ks -/2h/- 5s/3h/-", "waste", (0, 6)),
    ("must-play-reserve=yes", f"0 - {NONE} Td|Ks 9c/2h/- -/3h/-", "turn", (0, 6)),
]


@pytest.mark.parametrize(("axis", "line", "move", "verdicts"), PROGRAM_VERDICTS)
def test_v27_to_v33_verdicts(axis: str, line: str, move: str, verdicts: tuple[int, int]) -> None:
    assert (at(TWO, line).judge(move), at(f"{TWO},{axis}", line).judge(move)) == verdicts


def test_v30_a_card_goes_to_the_waste_at_once_and_is_played_from_there() -> None:
    """Whatever it fits; no other card moves in between, and none of that is an offence."""
    variant = f"{WASTE},turned-up-card=to-waste"
    p = at(variant, f"0 - {NONE} Kc|Ks -/2hAd/- Qd/3h/-")
    p.apply("turn")
    assert (p.moves(), [p.judge(move) for move in ("waste", "h>F")]) == (["waste"], [0, 5])
    p.apply("waste")
    assert p.seat == 1
    p.apply("r>1")
    p.apply("turn")
    p.apply("waste")
    assert p.moves() == ["w>F"]


TURNED = f"{TWO},starter=cut,turn-reserve=yes"


def test_v35_the_reserve_is_turned_over_a_space() -> None:
    """Even from an empty hand; the next card stays face down. Without a space the hand is."""
    p = small("-|Ks", "(9c8d)/-/-", NOBODY.replace("-/", "(4s)/", 1), variant=TURNED)
    assert (sorted(p.moves()), p.judge("pass"), p.judge("r>1")) == (["2>1", "turn"], 5, 5)
    p.apply("turn")
    assert p.notation.startswith(f"0 8d {NONE} -|Ks (9c)/-/- ")
    assert sorted(p.moves()) == ["2>1", "h>1", "waste"]
    p.apply("h>1")
    assert (p.moves(), p.judge("turn")) == (["pass"], 5)
    p = small("Td|Ks", "(9c)/3c2h/-", NOBODY.replace("-/", "(4s)/", 1), variant=TURNED)
    p.apply("turn")
    assert p.notation.startswith(f"0 2h {NONE} Td|Ks (9c)/3c/- ")


def test_v35_no_card_of_a_reserve_is_available_or_takes_a_load() -> None:
    """No priority looks at it; its last card, turned up and placed, wins."""
    p = small("9d|Ks", "(Ac)/2h/-", "(8d)/3h/-", variant=TURNED)
    assert (p.moves(), p.judge("r>F"), p.judge("1>R")) == (["turn"], 5, 4)
    p = small("-|Ks", "(9c)/-/-", "(8d)/3h/-", variant=TURNED)
    p.apply("turn")
    p.apply("h>1")
    assert p.winner == 0
    with pytest.raises(ValueError, match="reserve 0: it lies face down"):
        small("-|Ks", "9c/-/-", NOBODY, variant=TURNED)


def test_v35_a_stop_puts_the_card_back_where_all_have_seen_it() -> None:
    game = rbcore.Game.start(small("-|Ac", "(9c8d)/2h/-", "(4s)/3h/-", variant=TURNED))
    assert game.attempt("turn", called=True) == 2
    assert "(9c8d)/2h/-" in game.notation
    assert "seen=r0 " in game.notation


def test_v31_what_was_omitted_is_a_play_of_the_hand_card() -> None:
    line = f"0 6s {NONE} 7d|Ks 9c/2h/- 5s/3h/-"
    for axes, amends in (
        ("hand-load-compulsory=yes", ["h>R"]),
        ("hand-load-compulsory=yes,hand-card-compulsory=yes", ["h>1", "h>R"]),
    ):
        game = rbcore.Game.start(at(f"{TWO},{axes}", line))
        assert (game.attempt("waste", called=True), game.moves()) == (6, amends)


def test_v32_the_waste_waits_for_the_end_of_the_reserve() -> None:
    variant = f"{WASTE},waste-after-reserve=yes"
    line = f"0 - {NONE} Td|8s 9c/2h/7h -/3h/-"
    p = at(variant, line)
    assert (sorted(p.moves()), p.judge("w>2")) == (["r>1", "turn"], 5)
    p.apply("r>1")
    assert sorted(p.moves()) == ["turn", "w>2"]
    assert sorted(at(WASTE, line).moves()) == ["r>1", "turn", "w>2"]
    assert at(variant, f"0 - {NONE} Td|8s 9c/2h/Ad -/3h/-").moves() == ["r>1", "turn"]
    loads = f"{variant},load-match=any-suit,load-equal-rank=yes"
    assert at(loads, f"0 - {NONE} Td|Ks Qc/2h/7h 7c/3h/6s").moves() == ["turn"]
