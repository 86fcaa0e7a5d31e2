"""Reasons: what `weighted` and `planner` like in a line, by the features that they weigh."""

from collections.abc import Mapping, Sequence

import rbcore
from rbcore.api.trial_weights import features
from rbcore.players.weights import FEATURES, PLANNER
from rbsim.opinions.lines import Line

MOST = 4  # features that are named

# Of a line beside another: what it has more of. docs/players.md says what each feature is.
WORDS = {
    "turn": "a hand card turned up",
    "waste": "a card laid on the waste",
    "waste_exposed": "a waste card for the opponent to be loaded on",
    "house_loads_reserve": "a house's card loaded on the opponent's reserve",
    "house_loads_waste": "a house's card loaded on the opponent's waste",
    "reserve_loads_reserve": "the own reserve's card loaded on the opponent's reserve",
    "reserve_loads_waste": "the own reserve's card loaded on the opponent's waste",
    "reserve_to_house": "the own reserve's card to a house",
    "hand_loads_reserve": "the hand card loaded on the opponent's reserve",
    "hand_loads_waste": "the hand card loaded on the opponent's waste",
    "hand_to_house": "the hand card to a house",
    "load_blocks": "a load that covers a card which fits",
    "load_returns": "a loaded card that can come back to a house",
    "load_undone": "a house that takes the loaded card back",
    "stale": "progress after the whole hand has been seen",
    "top_fits": "a house's top that fits a foundation now",
    "top_fits_next": "a house's top that fits a foundation after one more card",
    "top_fits_later": "a house's top that fits a foundation after two more cards",
    "top_takes_own": "a house that takes the own reserve's card",
    "top_takes_other": "a house that takes the opponent's reserve card",
    "top_takes_hand": "a house that takes the hand card",
    "top_loads_reserve": "a house's top that can be loaded on a reserve",
    "top_loads_waste": "a house's top that can be loaded on a waste",
    "top_rank": "high tops of houses",
    "under_fits": "a covered card that fits a foundation now",
    "under_fits_next": "a covered card that fits a foundation after one more card",
    "under_fits_later": "a covered card that fits a foundation after two more cards",
    "bottom_rank": "houses that begin with high cards",
    "in_order": "cards in order in houses",
    "space": "an empty house",
    "more_spaces": "more empty houses",
    "bares_unknown": "a face-down card uncovered",
    "house_builds": "a house's card to a foundation",
}


def reasons(game: rbcore.Game, player: str, own: Line, others: Sequence[Line]) -> str:
    """Return in a sentence why a player prefers its line to the first of others; or nothing.

    Of `weighted` the first moves are compared, of `planner` the lines, each feature times its
    weight.
    """
    kind, _, knowledge = player.partition("~")[0].partition("+")
    if kind not in ("weighted", "planner") or knowledge == "sight" or game.stopped is not None:
        return ""
    if own.moves[0].endswith(">F"):
        return f"{own.moves[0]} comes before all else: a card that fits a foundation goes there"
    weigh = _Weighing(game.position(), kind, knowledge == "memory")
    made = [one for one in others if one != own and weigh.would_make(one)]
    if not made:
        return "the other moves are between houses and gain nothing there" if others else ""
    parts, beside = weigh.parts(own), weigh.parts(made[0])
    told = _told({name: parts[name] - beside[name] for name in parts}, weigh.weights)
    return f"beside {weigh.name(made[0])}, {weigh.name(own)} has {told}"


class _Weighing:
    """A position as `weighted` or `planner` weighs what can be done in it."""

    def __init__(self, position: rbcore.Position, kind: str, memory: bool) -> None:
        self.position = position
        self.plans = kind == "planner"
        self.memory = memory
        self.weights = FEATURES | PLANNER if self.plans else FEATURES

    def name(self, line: Line) -> str:
        """Return what is weighed of a line: all, or its first move."""
        return str(line) if self.plans else line.moves[0]

    def parts(self, line: Line) -> dict[str, int]:
        """Return what each feature adds to the value of a line."""
        moves = list(line.moves) if self.plans else [line.moves[0]]
        found = features(self.position, moves, self.plans, self.memory)
        named = zip(self.weights.items(), found, strict=True)
        return {name: weight * amount for (name, weight), amount in named}

    def would_make(self, line: Line) -> bool:
        """Return whether a line can be chosen: `weighted` has a move between houses gain there."""
        source, _, place = line.moves[0].partition(">")
        if self.plans or not (source[0].isdigit() and place[:1].isdigit()):
            return True
        return sum(self.parts(line).values()) > 0


def _told(parts: Mapping[str, int], weights: Mapping[str, int]) -> str:
    """Return the features that tell two lines apart, the weightiest first, and their sum."""
    named = sorted((name for name in parts if parts[name]), key=lambda name: -abs(parts[name]))
    if not named:
        return "the same weight, and is found first"
    words = []
    for name in named[:MOST]:
        amount = "more" if (parts[name] > 0) == (weights[name] > 0) else "less"
        words.append(f"{amount} of: {WORDS[name]} ({parts[name]:+})")
    rest = sum(parts[name] for name in named[MOST:])
    if rest:
        words.append(f"the rest ({rest:+})")
    return f"{', '.join(words)}; {sum(parts.values()):+} in all"
