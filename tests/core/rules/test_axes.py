"""Every axis of Rules, turned one way and the other: something changes, and what it is."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

import rbcore
from oracles import twin
from rbcore.rules.definition import STARTERS, Rules, hyphened
from support.positions import position

TWO = "standard,houses-each=1"
FOUR = "standard,houses-each=2"
COVERED = f"{TWO},covered-houses=yes"
DEAL = 0  # number of a game of seed 9, dealt by each

STAIRS_6 = "0 - cQ-d--h--s-- KcQdJcTd9c8d7c|Ks|Qh|Js|Th|9s|8h|2h -/4h/- -/3h/-"
STAIRS_7 = "0 - cQ-d--h--s-- KcQdJcTd9c8d7c6d|Ks|Qh|Js|Th|9s|8h|7s -/4h/- -/3h/-"
PLAN = "0 - c5-d--h--s-- 6c5d|6s|9d8c|9h -/2h/- -/3h/-"

# Two variants that differ in an axis, a position or a deal, a depth, and perft there in each.
FLIPS = [
    ("standard,houses-each=3,reserve-size=8", "three-player", DEAL, 3, 38, 20),
    ("simplified,packs=2", "simplified", DEAL, 3, 1, 3),
    ("standard", "standard,ranks=9", DEAL, 3, 104, 963),
    ("standard", "standard,suits=3", DEAL, 3, 104, 128),
    ("cut-start", "cut-start,reserve-size=0", DEAL, 3, 104, 108),
    ("standard", "standard,reserve-size=1", DEAL, 3, 104, 103),
    ("standard", "reserve-11", DEAL, 3, 104, 128),
    ("standard", "reserve-12", DEAL, 3, 104, 47),
    ("standard", "standard,reserve-size=20", DEAL, 3, 104, 136),
    ("standard", "standard,houses-each=0", DEAL, 3, 104, 1),
    ("standard", "standard,houses-each=1", DEAL, 3, 104, 2),
    ("standard", "standard,houses-each=2", DEAL, 3, 104, 2),
    ("standard", "standard,houses-each=3", DEAL, 3, 104, 38),
    ("standard", "standard,first-moves=1", DEAL, 3, 104, 7),
    (TWO, f"{TWO},waste-available=yes", "0 - c--d--h--s-- 7s|Ks -/2c/6d -/3h/-", 1, 1, 2),
    (FOUR, f"{FOUR},release=any", PLAN, 1, 3, 2),
    (FOUR, f"{FOUR},release=fewest", PLAN, 1, 3, 1),
    (f"{FOUR},release=any", f"{FOUR},release=fewest", PLAN, 1, 2, 1),
    (TWO, f"{TWO},must-load=yes", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},must-make-spaces=yes", "0 - c--d--h--s-- Qd|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    ("standard", "standard,covered-houses=yes", DEAL, 3, 104, 60),
    (COVERED, f"{COVERED},must-uncover=yes", "0 - c--d--h--s-- (4d)Qd|Ks -/2h/- -/3h/-", 1, 2, 1),
    ("standard,release=any,plan-limit=1", "standard,release=any", STAIRS_6, 1, 7, 1),
    ("standard,release=any,plan-limit=2", "standard,release=any", STAIRS_6, 1, 7, 1),
    ("standard,release=any,plan-limit=3", "standard,release=any", STAIRS_6, 1, 7, 1),
    ("standard,release=any,plan-limit=4", "standard,release=any", STAIRS_6, 1, 7, 1),
    ("standard,release=any,plan-limit=5", "standard,release=any", STAIRS_6, 1, 7, 1),
    ("standard,release=any", "standard,release=any,plan-limit=7", STAIRS_7, 1, 8, 1),
    ("standard,release=any", "standard,release=any,plan-limit=8", STAIRS_7, 1, 8, 7),
    ("standard,release=any", "standard,release=any,plan-limit=9", STAIRS_7, 1, 8, 7),
    ("standard,release=any", "standard,release=any,plan-limit=10", STAIRS_7, 1, 8, 7),
    ("standard,release=any", "standard,release=any,plan-limit=11", STAIRS_7, 1, 8, 7),
    ("standard,release=any", "standard,release=any,plan-limit=12", STAIRS_7, 1, 8, 7),
    (TWO, f"{TWO},early-turn=yes", "0 4h c--d--h--s-- Kc|Ks -/2h/- Ad/3h/-", 2, 1, 2),
    ("tableau-start", "face-down", 5, 2, 94, 75),
    (FOUR, f"{FOUR},group-moves=yes", "0 - c--d--h--s-- 9c8d|Td|Kc|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},house-build=same-suit", "0 6s c--d--h--s-- 7s|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},vacant-house=own-waste", "0 - c--d--h--s-- -|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    (TWO, f"{TWO},house-to-house=no", "0 - c--d--h--s-- Qd|Ks 9c/2h/- -/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-match=any-suit", "0 - c--d--h--s-- 7s|Ks -/2c/- 6h/3h/-", 1, 1, 2),
    (TWO, f"{TWO},load-from=not-houses", "0 - c--d--h--s-- 7s|Ks -/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-from=hand", "0 - c--d--h--s-- Kd|Ks 7s/2c/- 6s/3h/-", 1, 2, 1),
    (TWO, f"{TWO},load-only-unplayable=yes", "0 6s c--d--h--s-- 7d|Ks -/2h/- 5s/3h/-", 1, 3, 2),
    (TWO, f"{TWO},load-equal-rank=yes", "0 - c--d--h--s-- Kd|Ks 9c/2c/- 9c/3h/-", 1, 1, 2),
    (TWO, f"{TWO},space-only-unplayable=yes", "0 6s c--d--h--s-- 7d|- -/2h/- 5c/3h/-", 1, 4, 3),
    (TWO, f"{TWO},lone-card-to-space=no", "0 6s c--d--h--s-- 8d|- -/2h/- 5c/3h/-", 1, 3, 2),
    (TWO, f"{TWO},foundations-compulsory=no", "0 - c--d--h--s-- Ac|Ks -/2h/- -/3h/-", 1, 1, 2),
    (TWO, f"{TWO},hand-card-compulsory=yes", "0 Qd c--d--h--s-- Kc|Ks -/2h/- -/3h/-", 1, 3, 2),
    ("cut-start", "cut-start,late-layout=yes", DEAL, 3, 104, 5),
    (TWO, f"{TWO},foundation-base=first-card", "0 - c--d--h--s-- Kc|Ks -/5h/- -/3h4h/-", 3, 1, 0),
]


def of(variant: str, where: str | int) -> rbcore.Position:
    rules = rbcore.variant(variant)
    if isinstance(where, int):
        return rbcore.Position.deal(rules, 9, where)
    return position(where, rules)


@pytest.mark.sample(40)
@pytest.mark.parametrize(("one", "other", "where", "depth", "perft", "perft_of_other"), FLIPS)
def test_the_axis_changes_the_moves(
    one: str, other: str, where: str | int, depth: int, perft: int, perft_of_other: int
) -> None:
    assert perft != perft_of_other
    for variant, count in ((one, perft), (other, perft_of_other)):
        p = of(variant, where)
        assert rbcore.perft(p, depth) == count
        if rbcore.variant(variant).plan_limit == 6 and where not in (STAIRS_6, STAIRS_7):
            rules = twin.variant(variant)
            assert twin.perft(twin.read(str(p), rules), depth, rules) == count


# ---- axes that leave the moves alone -----------------------------------------------------------

QUIET = {
    "starter", "higher_house_starts", "starter_reserve", "second_reserve", "starter_face_up",
    "second_face_up", "peek", "win_bonus", "hand_card", "reserve_card", "stalemate",
    "standoff_rounds", "standoff_visits", "target",
}  # fmt: skip


def test_every_choice_of_every_axis_is_flipped() -> None:
    for axis in fields(Rules):
        seen = {
            value
            for one, other, *_ in FLIPS
            for value in (getattr(rbcore.variant(v), axis.name) for v in (one, other))
        }
        if axis.name in QUIET:
            assert seen <= {axis.default, *STARTERS}
            continue
        default = axis.default
        choices = {not default} if isinstance(default, bool) else set(axis.metadata["values"])
        assert choices | {default} <= seen, hyphened(axis.name)
        assert len(seen) > 1, hyphened(axis.name)


def rows_of(variant: str, player: str, n: int = 400) -> np.ndarray:
    rules = rbcore.variant(variant)
    rows = np.zeros(n, rbcore.GAME)
    rbcore.play(rules, (player,) * rules.seats, 9, 0, rows)
    return rows


@pytest.mark.sample(4)
@pytest.mark.parametrize("starter", [s for s in STARTERS if s != "low-reserve"])
def test_the_starter_alone_changes(starter: str) -> None:
    seats = "three-player" if starter == "seat-2" else "standard"
    changed = 0
    for game in range(200):
        p = rbcore.Position.deal(rbcore.variant(seats), 9, game)
        q = rbcore.Position.deal(rbcore.variant(f"{seats},starter={starter}"), 9, game)
        assert str(p)[1:] == str(q)[1:]
        changed += p.seat != q.seat
    assert (changed > 30) == (starter != "alternate")  # which differs in matches alone


def test_peek_changes_what_greedy_plays_and_nothing_that_is_legal() -> None:
    assert (rows_of("standard", "uniform") == rows_of("peek", "uniform")).all()
    assert (rows_of("standard", "greedy") != rows_of("peek", "greedy")).any()


def test_peek_finds_a_place_for_the_next_card() -> None:
    """Greedy makes a space, by two moves, for a card that fits nowhere, or turns in ignorance."""
    line = "0 - c--d--h--s-- Th9s|JsTd|Jc|Kc -/2h3h/- 5c/6s/-"
    for variant, first in (("standard", "turn"), ("peek", "1>2")):
        rules = rbcore.variant(f"{variant},houses-each=2")
        position = rbcore.Position.parse(line, rules, partial=True)
        assert position.choose("greedy") == first


@pytest.mark.parametrize(
    ("axis", "win", "stalemate"),
    [
        ("win-bonus=30", (30 + 3 + 4, 0), (3, 0)),
        ("win-bonus=31", (31 + 3 + 4, 0), (3, 0)),
        ("win-bonus=0", (3 + 4, 0), (3, 0)),
        ("hand-card=2", (30 + 6 + 4, 0), (4, 0)),
        ("hand-card=0", (30 + 4, 0), (2, 0)),
        ("reserve-card=3", (30 + 3 + 6, 0), (4, 0)),
        ("reserve-card=0", (30 + 3, 0), (1, 0)),
    ],
)
def test_the_points_change_the_scores_alone(
    axis: str, win: tuple[int, int], stalemate: tuple[int, int]
) -> None:
    rules = rbcore.variant(f"{TWO},{axis}")
    other = "2h3h/4h5h/6h"
    p = position(f"0 - c--d--h--s-- Kc|Ks -/-/- {other}", rules)
    assert p.scores("win") == win
    p = position(f"0 - c--d--h--s-- Kc|Ks 2c/4c/6c {other}", rules)
    assert p.scores("stalemate") == p.scores("standoff") == stalemate
    assert p.scores("unfinished") == (0, 0)
    ours, theirs = rows_of(f"standard,{axis}", "greedy"), rows_of("standard", "greedy")
    changed = [name for name in ours.dtype.names if (ours[name] != theirs[name]).any()]
    assert changed == ([] if axis == "win-bonus=30" else ["scores"])


def test_the_target_changes_no_game() -> None:
    assert (rows_of("standard", "greedy") == rows_of("standard,target=1", "greedy")).all()
    assert rbcore.variant("standard,target=1").target == 1
