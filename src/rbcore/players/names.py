"""Names of compiled players: `greedy`, `weighted~0.3`, `search-500`, `search-5ms+memory~0.1`."""

import re
from dataclasses import dataclass

from rbcore.cards.ranges import printable, shown

# Name -> version. A change of play gets a new version; results record it.
PLAYERS = {
    "uniform": 1,
    "greedy": 2,
    "weighted": 3,
    "planner": 4,
    "search": 4,
    "lookahead": 1,
    "nested": 1,
    "thorough": 1,
    "steady": 1,
    "frugal": 1,
}

# In the order of player_kind_t in registry.pxd. `trial` and `trialplanner` play with the weights of
# a tuning program; `champion` is their opponent.
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
    "steady",
    "frugal",
)

PLAYOUTS = 200  # per decision of `search`, unless its name gives a number
MAX_BUDGET = 1_000_000  # playouts or milliseconds
FORGETFUL = ("uniform", "greedy")  # they use only the face-up cards
# What may follow the + of a name: memory of seen cards, or sight of all, which no person has.
KNOWLEDGE = ("memory", "sight")
SURE = 1 << 24  # the core's number for probability 1


@dataclass(frozen=True)
class PlayerSpec:
    """The meaning of a player's name."""

    kind: str
    chance: int = 0  # of an error, a random legal move, in units of 1/SURE
    playouts: int = 0  # per decision of `search`; 0 if limited by time
    microseconds: int = 0  # per decision of `search`; 0 if limited by playouts
    knowledge: str = ""  # its knowledge of face-down cards

    @property
    def draws(self) -> bool:
        """Whether the player draws at random, so that it may play the same deal differently."""
        return self.kind in ("uniform", "search") or self.chance > 0

    @property
    def plays_out(self) -> bool:
        """Whether a decision takes playouts, or searches as slow as those."""
        return self.kind in ("search", "nested", "thorough", "frugal")


def parse_player(name: str) -> PlayerSpec:
    """Parse a player's name; raise ValueError if no player has it."""
    if not isinstance(name, str):
        raise ValueError(f"{shown(name)} is not a player; the players are {', '.join(PLAYERS)}")
    rest, tilde, chance = name.partition("~")
    rest, plus, knowledge = rest.partition("+")
    kind, dash, budget = rest.partition("-")
    if kind not in KINDS or (dash and kind != "search"):
        raise ValueError(f"{shown(name)} is not a player; the players are {', '.join(PLAYERS)}")
    if plus and kind not in FORGETFUL and {*knowledge.split("+")} <= {"memory", "sight"}:
        _refuse_several(name, knowledge)
    if plus and knowledge not in KNOWLEDGE:
        raise ValueError(f"{shown(name)} is not a player; write memory or sight after +")
    if plus and kind in FORGETFUL:
        raise ValueError(f"{shown(name)} is not a player; {kind} has no use for {knowledge}")
    if tilde and not (re.fullmatch(r"[0-9]*\.?[0-9]+", chance) and float(chance) <= 1):
        raise ValueError(f"{shown(name)} is not a player; write a probability from 0 to 1 after ~")
    playouts = microseconds = 0
    if kind == "search":
        playouts, microseconds = _parse_budget(name, budget if dash else str(PLAYOUTS))
    return PlayerSpec(kind, round(float(chance or 0) * SURE), playouts, microseconds, knowledge)


def knowledge_in(name: str) -> str:
    """Return the knowledge in an outside player's name: memory, sight or ''."""
    if not isinstance(name, str):
        raise ValueError(f"name={shown(name)} is not text")
    _, plus, knowledge = name.partition("+")
    if plus and knowledge not in KNOWLEDGE:
        raise ValueError(f"{shown(name)} is not a player; write memory or sight after +")
    return knowledge


def _refuse_several(name: str, knowledge: str) -> None:
    """Raise ValueError with the right name: a player with sight needs no memory."""
    most = "sight" if "sight" in knowledge else "memory"
    if knowledge != most:
        right = name.replace(f"+{knowledge}", f"+{most}", 1)
        raise ValueError(
            f"{shown(name)} is not a player; a player has memory or sight, not both; write "
            f"{printable(right[:80])}"
        )


def _parse_budget(name: str, budget: str) -> tuple[int, int]:
    """Return playouts and microseconds, one of which is 0."""
    parts = re.fullmatch(r"([1-9][0-9]*)(ms)?", budget)
    if not parts or int(parts[1]) > MAX_BUDGET:
        raise ValueError(
            f"{shown(name)} is not a player; write search-N for N playouts or search-Nms for N "
            f"milliseconds, with N from 1 to {MAX_BUDGET:,}"
        )
    return (0, 1_000 * int(parts[1])) if parts[2] else (int(parts[1]), 0)


def versioned(name: str) -> str:
    """Return a player's name with its version, as results record it.

    Parameters
    ----------
    name : str
        A compiled player, such as `greedy~0.3`.

    Returns
    -------
    str
        The name, a slash and the version.

    Raises
    ------
    ValueError
        If no player has this name; the message is one sentence.

    Examples
    --------
    >>> versioned("search-500~0.3")
    'search-500~0.3/4'
    """
    return f"{name}/{PLAYERS.get(parse_player(name).kind, 0)}"
