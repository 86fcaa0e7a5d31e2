"""The compiled players by name."""

from rbcore.moves cimport has_move
from rbcore.planner cimport planner_move
from rbcore.view cimport look_at, view_t
from rbcore.weighted cimport can_build, foundation_move, weighted_move
from rbcore.worth cimport CHAMPION, OF_PLANNER, OF_WEIGHTED, ON_TRIAL, weights_of

import re

# Name -> version. A change of play is a new version; results name it.
PLAYERS = {"uniform": 1, "greedy": 1, "weighted": 2, "planner": 2}

# By number; the last ones are for whoever looks for weights.
_ALL = [*PLAYERS, "trial", "champion", "trial-planner"]


cdef move_t think(
    int player, const position_t* p, const rules_t* r, const moves_t* m, stream_t* stream,
    mind_t* mind
) noexcept nogil:
    """A move of a player that errs, or that gets a view of the position and never more."""
    cdef view_t view
    cdef int kind = player % KINDS, slot
    if player >= KINDS and <int>below(stream, SURE) < player // KINDS:
        mind.n = 0
        return nth_move(p, r, m, <int>below(stream, <uint32_t>m.count))
    if kind < WEIGHTED:
        return choose(kind, p, r, m, stream, mind)
    if mind.at < mind.n and mind.turn == p.turn and has_move(p, r, m, mind.moves[mind.at]):
        mind.at += 1
        return mind.moves[mind.at - 1]
    mind.n = 0
    if m.count == 1:
        return nth_move(p, r, m, 0)
    if can_build(m):
        return foundation_move(p.seat, r, m)
    look_at(&view, p, r)
    if kind == PLANNER or kind == TRIAL_PLANNER:
        slot = OF_PLANNER if kind == PLANNER else ON_TRIAL
        return planner_move(&view, r, m, weights_of(slot), mind)
    slot = CHAMPION if kind == CHALLENGED else ON_TRIAL if kind == TRIAL else OF_WEIGHTED
    return weighted_move(&view, r, m, weights_of(slot))


def player_number(name):
    """What `choose` knows a player by. Raises ValueError in a sentence for other names."""
    kind, tilde, chance = str(name).partition("~")
    if kind not in _ALL:
        raise ValueError(f"'{name}' is not a player; there are {', '.join(PLAYERS)}")
    if not tilde:
        return _ALL.index(kind)
    if not re.fullmatch(r"[0-9]*\.?[0-9]+", chance) or float(chance) > 1:
        raise ValueError(f"'{name}' is not a player; what follows ~ is a probability from 0 to 1")
    return _ALL.index(kind) + KINDS * round(float(chance) * SURE)


def versioned(name):
    """A player's name with its version, as results have it: `greedy/1`, `greedy~0.3/1`."""
    player_number(name)
    return f"{name}/{PLAYERS.get(name.partition('~')[0], 0)}"
