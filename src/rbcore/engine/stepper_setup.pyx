"""What games that are stepped through have in common, and compiled players by name."""

from libc.stdint cimport uint64_t

from rbcore.players.registry cimport fill_player

from functools import lru_cache

from rbcore.cards.ranges import count_text
from rbcore.players.names import parse_player
from rbcore.rules.compiled import compiled_rules


cdef class SharedConditions:
    """The rules, the limits and the attention of games, and the memory that their endings share."""

    def __cinit__(self, rules, limits, attention):
        self.limits = limits
        self.attention = None if attention is None else tuple(attention)
        self.workspace = Workspace(rules, ("uniform",) * rules.seats, 0, limits, self.attention)
        self.rules = self.workspace.compiled.checked


MOST_CONDITIONS = 64
MOST_SPARE = 64
MOST_SPARE_BYTES = 1 << 26
MOST_CONDITION_BYTES = 1 << 28

cdef uint64_t _condition_bytes = 0    # of all that were made since the cache was empty


@lru_cache(maxsize=MOST_CONDITIONS)
def _attentive(rules, limits):
    """Made once for all games alike; those made before go if all take too much memory."""
    global _condition_bytes
    cdef SharedConditions made = SharedConditions(rules, limits, None)
    cdef uint64_t size = made.workspace.stalemate.bytes + sizeof(uint64_t) * limits.max_turns
    _condition_bytes += size
    if _condition_bytes > MOST_CONDITION_BYTES:
        _attentive.cache_clear()
        _condition_bytes = size
    return made


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


cdef list _spare_memories = []        # the least recently used first


cdef StalemateMemory borrow_memory(search_limit):
    """Memory for stalemate searches beside other threads, to be given back."""
    cdef Py_ssize_t i
    for i in range(len(_spare_memories) - 1, -1, -1):
        if (<StalemateMemory>_spare_memories[i]).search.limit == search_limit:
            return _spare_memories.pop(i)
    return StalemateMemory(search_limit)


cdef void return_memory(StalemateMemory memory) except *:
    """Keep it for the next one who borrows, in place of those that nobody wanted for longest."""
    _spare_memories.append(memory)
    while len(_spare_memories) > MOST_SPARE or _bytes_of(_spare_memories) > MOST_SPARE_BYTES:
        _spare_memories.pop(0)


cdef uint64_t _bytes_of(list memories):
    return sum([(<StalemateMemory>memory).bytes for memory in memories])


def kept_memory():
    """What is kept for reuse: how many spare memories and conditions, and the bytes of each.

    Those of conditions are of all since the cache was empty, so rather too many.
    """
    return (
        len(_spare_memories), _attentive.cache_info().currsize, _bytes_of(_spare_memories),
        _condition_bytes,
    )
