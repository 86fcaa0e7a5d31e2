"""The deal (2, V1, V2, V8, V12, V14) and who starts (3)."""

from __future__ import annotations

from collections.abc import Callable

from .cards import SUITS, rank
from .position import House, Player, State
from .rules import Rules
from .settle import lay, settle

EMPTY = 14  # 3.6: an empty house ranks above a king


def deal(packs: list[list[str]], rules: Rules) -> State:
    """Deal shuffled packs, one a seat, top card first; nobody is to move yet (`begin_turn`)."""
    state = State(
        seat=-1,
        turned="",
        foundations={suit: [0] * rules.packs for suit in SUITS},
        houses=[House(mark="." if rules.late_layout else "") for _ in range(rules.houses)],
        players=[Player(hand=pack[::-1]) for pack in packs],
        from_ace=rules.foundation_base == "ace",
    )
    if rules.reserve_face_down or rules.late_layout:
        state.first = set(range(rules.seats))
    if not rules.late_layout:
        for seat in range(rules.seats):
            lay(state, seat, rules)
    settle(state, rules)
    return state


def _low(state: State, seat: int, rules: Rules, with_reserve: bool) -> list[int]:
    """3.1, 3.3: ranks in the order they are compared, the house next to the reserve first."""
    each = rules.houses_each
    houses = reversed(state.houses[seat * each : (seat + 1) * each])
    ranks = [rank(house.cards[-1]) if house.cards else EMPTY for house in houses]
    if with_reserve:
        reserve = state.players[seat].reserve
        ranks.insert(0, rank(reserve[-1]) if reserve else EMPTY)
    return ranks


def _high(state: State, seat: int) -> list[int]:
    """3.2: ace high, then s > h > d > c; negated, so that the lowest starts."""
    reserve = state.players[seat].reserve
    if not reserve:
        return [0, 0]
    top = reserve[-1]
    high = 14 if rank(top) == 1 else rank(top)
    return [-high, -SUITS.index(top[1])]


def starter(state: State, rules: Rules, draw: Callable[[list[int]], int]) -> int:
    """Section 3; `draw` picks one of the tied seats. `alternate` (3.5): a match's first game."""
    seats = list(range(rules.seats))
    if rules.starter.startswith("seat-"):  # 3.7
        return int(rules.starter[-1])
    if rules.starter == "cut":  # 3.4
        return draw(seats)
    if rules.starter == "high-reserve":
        marks = [_high(state, seat) for seat in seats]
    else:
        with_reserve = rules.starter != "tableau"
        marks = [_low(state, seat, rules, with_reserve) for seat in seats]
    tied = [seat for seat in seats if marks[seat] == min(marks)]
    return tied[0] if len(tied) == 1 else draw(tied)  # 3.6
