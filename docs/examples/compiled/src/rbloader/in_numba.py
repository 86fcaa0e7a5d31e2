"""The player in Python that numba compiles."""

import numba
import numpy as np
from numba import types

import rbcore
import rbsim

# As rb_turn of rbcore/players.h has it, whose RB_PLAYER_ABI is 1.
ABI = 1
TURN = np.dtype(
    [
        ("functions", np.uintp),
        ("seat", np.int32),
        ("seats", np.int32),
        ("houses", np.int32),
        ("turns", np.uint32),
        ("move_count", np.int32),
        ("moves", np.uint8, (1923, 4)),  # source, destination, extra cards, kind
    ],
    align=True,
)
TO_FOUNDATION, TO_HOUSE, LOAD, TURN_UP, TO_WASTE, PASS = range(6)
RESERVE, WASTE, TURNED = 9, 12, 19


@numba.njit
def order(source, kind):
    """Return the place of a move in the order: the least is made."""
    if kind == TO_FOUNDATION:
        return 0
    if kind == LOAD:
        return 1
    if kind != TO_HOUSE:
        return 4 if kind == TO_WASTE else 5
    if source < RESERVE:
        return 6
    return 2 if source < WASTE else 3 if source >= TURNED else 4


@numba.cfunc(types.int32(types.CPointer(numba.from_dtype(TURN)), types.voidptr))
def choose(turn, state):
    """Return the first of the moves that come first in the order."""
    asked = numba.carray(turn, 1)[0]
    best, first = 0, 7
    for n in range(asked.move_count):
        place = order(asked.moves[n, 0], asked.moves[n, 3])
        if place < first:
            best, first = n, place
    return best


compiled = rbcore.CompiledPlayer(choose, abi=ABI)
loader = rbsim.Player(compiled, name="loader-numba", version="1")
