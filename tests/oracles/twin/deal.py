"""The deal (2, V1, V2, V8, V12, V14) and who starts (3)."""

from collections.abc import Callable

from .position import House, Player, State
from .rules import SUITS, Rules, rank
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


def _low(cards: list[str]) -> int:
    """3.1, 3.6: the rank of a pile's top card."""
    return rank(cards[-1]) if cards else EMPTY


def _high(cards: list[str], rules: Rules) -> int:
    """3.2: the rank of a pile's top card, ace high or low; negated, so that the lowest starts."""
    if not cards:
        return 0
    ace_low = rules.starter == "high-reserve-ace-low"
    return -rank(cards[-1]) if ace_low else -((rank(cards[-1]) + 11) % 13 + 2)


def _marks(state: State, seat: int, rules: Rules) -> list[int]:
    """3.1 to 3.3 and V24: what is compared in its order, the house next to the reserve first."""
    each, reserve = rules.houses_each, state.players[seat].reserve
    marks = []
    high = rules.starter in ("high-reserve", "high-reserve-ace-low")
    if rules.starter != "tableau":
        marks = [_high(reserve, rules) if high else _low(reserve)]
    if high and not rules.higher_house_starts:
        return [*marks, -SUITS.index(reserve[-1][1]) if reserve else 0]
    houses = [house.cards for house in state.houses[seat * each : (seat + 1) * each]]
    higher = rules.higher_house_starts
    return [*marks, *(_high(h, rules) if higher else _low(h) for h in reversed(houses))]


def starter(state: State, rules: Rules, draw: Callable[[list[int]], int]) -> int:
    """Section 3; `draw` picks one of the tied seats. `alternate` (3.5): a match's first game."""
    seats = list(range(rules.seats))
    if rules.starter.startswith("seat-"):  # 3.7
        return int(rules.starter[-1])
    if rules.starter == "cut":  # 3.4
        return draw(seats)
    marks = [_marks(state, seat, rules) for seat in seats]
    tied = [seat for seat in seats if marks[seat] == min(marks)]
    return tied[0] if len(tied) == 1 else draw(tied)  # 3.6
