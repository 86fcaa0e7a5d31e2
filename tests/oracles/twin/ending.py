"""The end of a game (7) and the score (8)."""

from __future__ import annotations

from collections import deque

from .moves import apply, is_progress, legal_moves
from .position import State
from .rules import Rules
from .settle import winner
from .text import write


def blocked(state: State, rules: Rules, limit: int) -> bool | None:
    """7.3 and V17 to the letter, over whole positions; None if there are more than `limit`."""
    seen = {state.key()}
    todo = deque([state])
    while todo:
        here = todo.popleft()
        if winner(here) is not None:
            return False
        moves = legal_moves(here, rules)
        if any(is_progress(move, rules) for move in moves):
            return False
        for move in moves:
            after = here.copy()
            apply(after, move, rules)
            key = after.key()
            if key not in seen:
                seen.add(key)
                todo.append(after)
        if len(seen) > limit:
            return None
    return True


def arrangement(state: State) -> str:
    """The position as written, without `known`, `idle` and `turn`: "the same position" of 7.4."""
    parts = write(state).split(" ")
    return " ".join(part for part in parts if not part.startswith(("known=", "idle=", "turn=")))


def idle_for(state: State, rounds: int) -> bool:
    """7.3, 7.4 (a): every seat has been through its hand and waste so often without progress."""
    return all(
        player.idle >= rounds * max(1, len(player.hand) + len(player.waste))
        for player in state.players
    )


def end_of_turn(
    state: State,
    rules: Rules,
    history: dict[str, int],
    max_turns: int = 1000,
    limit: int = 100_000,
) -> str | None:
    """7.6: to be asked after each turn's end; how the game ends there, or None.

    `history` counts the arrangements at the ends of the game's turns; it is kept up here. A
    stalemate search beyond `limit` positions gives up, and the game goes on.
    """
    here = arrangement(state)
    history[here] = history.get(here, 0) + 1
    if winner(state) is not None:
        return "win"
    if idle_for(state, 1) and blocked(state, rules, limit):
        return "stalemate"
    if rules.standoff_rounds and idle_for(state, rules.standoff_rounds):
        return "standoff"
    if rules.standoff_visits and history[here] >= rules.standoff_visits:
        return "standoff"
    return "unfinished" if state.turn >= max_turns else None


def scores(state: State, outcome: str, rules: Rules) -> list[int]:
    """Section 8, for each seat; `outcome` is win, stalemate, standoff or unfinished."""
    counts = [
        rules.hand_card * (len(player.hand) + len(player.waste))
        + rules.reserve_card * len(player.reserve)
        for player in state.players
    ]
    points = [0] * rules.seats
    if outcome == "win":  # 8.1, 8.4: the winner's own count is 0
        points[state.seat] = rules.win_bonus + sum(counts)
    elif outcome in ("stalemate", "standoff"):  # 8.2, 8.4
        low = min(counts)
        if counts.count(low) == 1:
            points[counts.index(low)] = sum(count - low for count in counts)
    return points
