"""What games that are stepped through have in common, and compiled players by name."""

from rbcore.players.registry cimport fill_player

from functools import lru_cache

from rbcore.cards.ranges import count_text
from rbcore.engine.workspace import compiled_rules
from rbcore.players.names import parse_player


cdef class SharedConditions:
    """The rules, the limits and the attention of games, and the memory that their endings share."""

    def __cinit__(self, rules, limits, attention):
        self.rules, self.limits = rules, limits
        self.attention = None if attention is None else tuple(attention)
        self.workspace = Workspace(rules, ("uniform",) * rules.seats, 0, limits, self.attention)


@lru_cache(maxsize=64)
def _attentive(rules, limits):
    return SharedConditions(rules, limits, None)


cdef SharedConditions shared_conditions(rules, attention, limits):
    """The conditions of some Rules, Limits and Attention a seat, or None."""
    compiled_rules(rules)             # refuses what is no Rules
    if attention is None:
        return _attentive(rules, limits)
    # An Attention holds a mapping, so it has no hash.
    return SharedConditions(rules, limits, attention)


cdef class NamedPlayer:
    """A compiled player by name, and its number."""

cdef list _players = []
cdef dict _players_by_name = {}


cdef NamedPlayer named_player(name):
    """The player of a name, made once."""
    cdef NamedPlayer player = _players_by_name.get(name) if isinstance(name, str) else None
    if player is None:
        record = parse_player(name)
        player = NamedPlayer()
        fill_player(&player.filled, record)
        player.name = name
        player.number = len(_players)
        _players.append(player)
        _players_by_name[name] = player
    return player


cdef NamedPlayer numbered_player(int number):
    """The player of a number."""
    return _players[number]


cdef tuple player_names(players, int seats):
    """A player's name for each seat."""
    names = (players,) * seats if isinstance(players, str) else tuple(players)
    if len(names) != seats:
        given = count_text(len(names), "players")
        raise ValueError(f"{given} for {seats} seats; give one name, or one a seat")
    return names


cdef conditions_t with_players(SharedConditions common, tuple names) except *:
    """The conditions with a player for each seat."""
    cdef conditions_t conditions = common.workspace.conditions
    cdef int seat
    for seat, name in enumerate(names):
        conditions.players[seat] = named_player(name).filled
    return conditions


cdef dict _spare_memories = {}


cdef StalemateMemory borrow_memory(search_limit):
    """Memory for stalemate searches beside other threads, to be given back."""
    spare = _spare_memories.get(search_limit)
    return spare.pop() if spare else StalemateMemory(search_limit)


cdef void return_memory(search_limit, StalemateMemory memory) except *:
    _spare_memories.setdefault(search_limit, []).append(memory)
