"""Stop! (section 6): the verdict on an attempted move, and what an offender makes instead."""

from .moves import (
    WORDS,
    apply,
    compelled_moves,
    groups,
    hand_card_plays,
    house_places,
    legal_moves,
    places,
    sources,
    turn_barred,
    word_applies,
)
from .plans import space_moves
from .position import State, fits_foundation
from .rules import Rules
from .settle import end_turn, winner


def _unavailable_or_unfit(state: State, move: str, rules: Rules) -> int:
    """5 and 4, which are looked at first; 0 if the move can be made."""
    if move in WORDS:
        return 0 if word_applies(state, move, rules) else 5
    source, _, place = move.partition(">")
    givers = sources(state, rules) | groups(state, rules)
    if source not in givers:
        return 5
    return 0 if place in places(state, rules, source, givers[source]) else 4


def judge(state: State, move: str, rules: Rules) -> int:
    """0 if legal, else the number of the offence; 6 is a breach of V4 to V6, V9, V14, V31, V33."""
    verdict = _unavailable_or_unfit(state, move, rules)
    if verdict:
        return verdict
    if move == "turn" and state.fresh:  # V10
        return 0
    if rules.foundations_compulsory:
        fitting = [s for s, c in sources(state, rules).items() if fits_foundation(state, c)]
        if "r" in fitting and move != "r>F" and rules.reserve_first:  # V28
            return 1  # 5.1
        if fitting and not move.endswith(">F"):
            return 2  # 5.2
    if move in ("turn", "pass") and turn_barred(state, rules):
        return 3  # 5.3, V7
    return 0 if move in legal_moves(state, rules) else 6


def amends(state: State, verdict: int, rules: Rules) -> list[str]:
    """The moves of which an offender who is called carries one out; after 4 and 5 none."""
    if verdict in (4, 5):
        return []
    compelled = compelled_moves(state, rules)
    if compelled:
        return compelled
    if verdict == 6:  # V14, V31: the hand card is to be played
        return hand_card_plays(state, rules)
    spaces = [str(number) for number, house in enumerate(state.houses, 1) if house.vacant]
    if spaces:  # 5.3
        fitting = house_places(state, rules, "r", state.own.reserve[-1])
        return [f"r>{n}" for n in fitting if n in spaces or rules.space_only_unplayable]  # V25
    return space_moves(state, rules)  # V7


def stands(verdict: int) -> bool:
    """Whether an offence that nobody calls stands; after 4 and 5 there would be no valid layout."""
    return verdict not in (4, 5)


def end_by_stop(state: State, rules: Rules) -> None:
    """After a called Stop: the turned-up card goes to the offender's waste, and the turn passes.

    Before it, after 1, 2, 3 and 6, one of the amends was made; a win by it ends the game.
    """
    if winner(state) is not None:
        return
    if state.turned:
        apply(state, "waste", rules)
    else:
        end_turn(state, rules)


def wrong_stop(state: State, rules: Rules) -> None:
    """V34: the seat to move called Stop wrongly at the move by which the turn came to it."""
    if rules.wrong_stop == "turn":
        end_turn(state, rules)
    elif rules.wrong_stop == "three-cards":
        waste = state.own.waste
        taken = waste[-3:]
        del waste[len(waste) - len(taken) :]
        state.own.reserve.extend(taken)
