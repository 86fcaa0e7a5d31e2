"""Compiled players by name: `greedy`, `weighted~0.3`, `search-500`, `search-5ms+memory~0.1`."""

import re
from dataclasses import dataclass

from rbcore.cards.ranges import printable, shown

# Name -> version. A change of play is a new version; results name it.
PLAYERS = {
    "uniform": 1,
    "greedy": 2,
    "weighted": 3,
    "planner": 4,
    "search": 4,
    "lookahead": 1,
    "nested": 1,
    "thorough": 1,
}

# In the order of player_kind_t in registry.pxd. `trial` and `trialplanner` play with the weights
# of a program that looks for better ones, `champion` is their opponent.
KINDS = (
    "uniform",
    "greedy",
    "weighted",
    "planner",
    "trial",
    "search",
    "champion",
    "trialplanner",
    "lookahead",
    "nested",
    "thorough",
)

PLAYOUTS = 200  # of a decision of `search`, unless its name says otherwise
MAX_BUDGET = 1_000_000  # playouts or milliseconds
FORGETFUL = ("uniform", "greedy")  # they choose among the legal moves as they lie
# What a name may have after its +: the cards that a person remembers; all, which no person sees.
KNOWLEDGE = ("memory", "sight")
SURE = 1 << 24  # a probability of 1, as the core counts it


@dataclass(frozen=True)
class PlayerSpec:
    """What a player's name says."""

    kind: str
    chance: int = 0  # in SURE, to err: to make any legal move, drawn at random
    playouts: int = 0  # of a decision of `search`; 0 if it has a time
    microseconds: int = 0  # of a decision of `search`; 0 if it has playouts
    knowledge: str = ""  # what it knows of cards that lie face down

    @property
    def draws(self) -> bool:
        """Whether it draws moves at random, so that it may play the same deal in several ways."""
        return self.kind in ("uniform", "search") or self.chance > 0

    @property
    def plays_out(self) -> bool:
        """Whether a decision takes playouts, or searches as long as they do."""
        return self.kind in ("search", "nested", "thorough")


def parse_player(name: str) -> PlayerSpec:
    """Return what a player's name says; ValueError for a name that no player has."""
    if not isinstance(name, str):
        raise ValueError(f"{shown(name)} is not a player; there are {', '.join(PLAYERS)}")
    rest, tilde, chance = name.partition("~")
    rest, plus, knowledge = rest.partition("+")
    kind, dash, budget = rest.partition("-")
    if kind not in KINDS or (dash and kind != "search"):
        raise ValueError(f"{shown(name)} is not a player; there are {', '.join(PLAYERS)}")
    if plus and kind not in FORGETFUL and {*knowledge.split("+")} <= {"memory", "sight"}:
        _refuse_several(name, knowledge)
    if plus and knowledge not in KNOWLEDGE:
        raise ValueError(f"{shown(name)} is not a player; what follows + is memory or sight")
    if plus and kind in FORGETFUL:
        raise ValueError(f"{shown(name)} is not a player; {kind} makes no use of {knowledge}")
    if tilde and not (re.fullmatch(r"[0-9]*\.?[0-9]+", chance) and float(chance) <= 1):
        raise ValueError(
            f"{shown(name)} is not a player; what follows ~ is a probability from 0 to 1"
        )
    playouts = microseconds = 0
    if kind == "search":
        playouts, microseconds = _parse_budget(name, budget if dash else str(PLAYOUTS))
    return PlayerSpec(kind, round(float(chance or 0) * SURE), playouts, microseconds, knowledge)


def knowledge_in(name: str) -> str:
    """Return what the name of a player compiled by others says it knows: memory, sight or ''."""
    if not isinstance(name, str):
        raise ValueError(f"name={shown(name)} is not text")
    _, plus, knowledge = name.partition("+")
    if plus and knowledge not in KNOWLEDGE:
        raise ValueError(f"{shown(name)} is not a player; what follows + is memory or sight")
    return knowledge


def _refuse_several(name: str, knowledge: str) -> None:
    """Raise ValueError, with the right name; who sees every card has nothing to remember."""
    most = "sight" if "sight" in knowledge else "memory"
    if knowledge != most:
        right = name.replace(f"+{knowledge}", f"+{most}", 1)
        raise ValueError(
            f"{shown(name)} is not a player; one has memory or sight, not both; write "
            f"{printable(right[:80])}"
        )


def _parse_budget(name: str, budget: str) -> tuple[int, int]:
    """Playouts and microseconds, one of which is 0."""
    parts = re.fullmatch(r"([1-9][0-9]*)(ms)?", budget)
    if not parts or int(parts[1]) > MAX_BUDGET:
        raise ValueError(
            f"{shown(name)} is not a player; what follows search- is a number of playouts or, "
            f"with ms, of milliseconds, from 1 to {MAX_BUDGET:,}"
        )
    return (0, 1_000 * int(parts[1])) if parts[2] else (int(parts[1]), 0)


def versioned(name: str) -> str:
    """Return a player's name with its version, as results have it.

    Parameters
    ----------
    name : str
        A compiled player, as `greedy~0.3`.

    Returns
    -------
    str
        The name, a slash and the version.

    Raises
    ------
    ValueError
        In one sentence, for a name that no player has.

    Examples
    --------
    >>> versioned("search-500~0.3")
    'search-500~0.3/4'
    """
    return f"{name}/{PLAYERS.get(parse_player(name).kind, 0)}"
