"""Legal moves, what they do, how games end."""

from __future__ import annotations

from collections import deque

from reference.state import SUITS, State, rank, red, write


def fits_foundation(state: State, card: str) -> bool:
    """1.4."""
    return rank(card) - 1 in state.heights[card[1]]


def fits_house(card: str, house: list[str]) -> bool:
    """4.2."""
    if not house:
        return True
    return rank(card) == rank(house[-1]) - 1 and red(card) != red(house[-1])


def loads(card: str, pile: list[str]) -> bool:
    """4.2: same suit, next rank either way, no wrap."""
    return bool(pile) and card[1] == pile[-1][1] and abs(rank(card) - rank(pile[-1])) == 1


def sources(state: State) -> dict[str, str]:
    """4.1: the available cards by the name of where they lie."""
    found = {}
    if state.own.reserve:
        found["r"] = state.own.reserve[-1]
    if state.turned:
        found["h"] = state.turned
    for number, house in enumerate(state.houses, 1):
        if house:
            found[str(number)] = house[-1]
    return found


def placements(state: State) -> list[str]:
    """4.2, 4.9: every card at every place it fits, priorities left aside."""
    found = []
    for source, card in sources(state).items():
        if fits_foundation(state, card):
            found.append(f"{source}>F")
        for number, house in enumerate(state.houses, 1):
            if source != str(number) and fits_house(card, house):
                found.append(f"{source}>{number}")
        if loads(card, state.other.reserve):
            found.append(f"{source}>R")
        if loads(card, state.other.waste):
            found.append(f"{source}>W")
    return found


def has_won(state: State, seat: int) -> bool:
    """7.1."""
    s = state.seats[seat]
    return not (s.reserve or s.hand or s.waste or (seat == state.seat and state.turned))


def legal_moves(state: State) -> list[str]:
    if has_won(state, state.seat):
        return []
    found = placements(state)
    if "r>F" in found:  # 5.1
        return ["r>F"]
    if built := [move for move in found if move.endswith(">F")]:  # 5.2
        return built
    barred = bool(state.own.reserve) and any(not house for house in state.houses)  # 5.3
    if state.turned:
        found.append("waste")  # 4.5
    elif not barred:
        found.append("turn" if state.own.hand or state.own.waste else "pass")  # 4.4, 4.6
    return found


def judge(state: State, move: str) -> int:
    """Section 6."""
    words = {
        "turn": not state.turned and bool(state.own.hand or state.own.waste),
        "waste": bool(state.turned),
        "pass": not (state.turned or state.own.hand or state.own.waste),
    }
    source = move.partition(">")[0]
    if (move in words and not words[move]) or (move not in words and source not in sources(state)):
        return 5
    found = placements(state)
    if move not in words and move not in found:
        return 4
    if "r>F" in found and move != "r>F":
        return 1
    if any(m.endswith(">F") for m in found) and not move.endswith(">F"):
        return 2
    spaces = any(not house for house in state.houses)
    return 3 if move in ("turn", "pass") and spaces and state.own.reserve else 0


def take(state: State, source: str) -> str:
    if source == "h":
        card, state.turned = state.turned, ""
        return card
    if source != "r":
        return state.houses[int(source) - 1].pop()
    card = state.own.reserve.pop()
    if state.own.down and state.own.down == len(state.own.reserve):
        state.own.down -= 1  # 4.3
    return card


def apply(state: State, move: str) -> None:
    """Make a legal move."""
    if move == "turn":
        if not state.own.hand:
            state.own.hand, state.own.waste = state.own.waste[::-1], []  # 4.4
        state.turned = state.own.hand.pop()
    elif move in ("waste", "pass"):
        if move == "waste":
            state.own.waste.append(take(state, "h"))
        state.own.idle += 1
        state.turn += 1
        state.seat = 1 - state.seat
    else:
        source, place = move.split(">")
        card = take(state, source)
        if not (source.isdigit() and place.isdigit()):  # 7.2
            for seat in state.seats:
                seat.idle = 0
        if place == "F":
            heights = state.heights[card[1]]
            heights[heights.index(rank(card) - 1)] += 1
            heights.sort(reverse=True)
        elif place.isdigit():
            state.houses[int(place) - 1].append(card)
        else:
            (state.other.reserve if place == "R" else state.other.waste).append(card)


def is_quiet(move: str) -> bool:
    """7.2: no progress move."""
    return move in ("turn", "waste", "pass") or move.replace(">", "").isdigit()


def blocked(state: State, limit: int) -> bool | None:
    """7.3 to the letter: every position that quiet moves reach; None if there are too many."""
    seen = {what_stands(state)}
    todo = deque([state])
    while todo:
        here = todo.popleft()
        moves = legal_moves(here)
        if not moves or not all(map(is_quiet, moves)):
            return False
        for move in moves:
            after = here.copy()
            apply(after, move)
            if (key := what_stands(after)) not in seen:
                seen.add(key)
                todo.append(after)
        if len(seen) > limit:
            return None
    return True


def what_stands(state: State) -> str:
    """The position without `idle` and `turn`: what 7.4 (b) compares."""
    parts = write(state).split(" ")
    return " ".join(part for part in parts if "=" not in part)


def idle_long_enough(state: State, times: int) -> bool:
    """7.3, 7.4 (a)."""
    return all(s.idle >= times * max(1, len(s.hand) + len(s.waste)) for s in state.seats)


def scores(
    state: State, outcome: str, bonus: int = 30, hand: int = 1, reserve: int = 2
) -> list[int]:
    """Section 8, of a position whose seat to move is the winner if there is one."""
    counts = [reserve * len(s.reserve) + hand * (len(s.hand) + len(s.waste)) for s in state.seats]
    if state.turned:
        counts[state.seat] += hand
    points = [0, 0]
    if outcome == "win":
        points[state.seat] = bonus + counts[1 - state.seat]
    elif outcome != "unfinished":
        low = 0 if counts[0] < counts[1] else 1
        points[low] = counts[1 - low] - counts[low]
    return points


__all__ = ["SUITS", "apply", "blocked", "judge", "legal_moves", "scores"]
