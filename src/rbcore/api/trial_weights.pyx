"""Weights on trial, and the features of moves that `weighted` and `planner` weigh.

The first are for programs that look for better weights (benchmarks/fit_weights.py).
"""

from rbcore.api.position cimport Position
from rbcore.board.position cimport is_won, position_t
from rbcore.moves.transition cimport apply_out_of_line, is_special, move_t
from rbcore.observation.view cimport make_view, view_t
from rbcore.players.evaluation cimport (
    ALL_WEIGHTS, N_WEIGHTS, W_BUILDS, W_HAND_LOADS, W_RESERVE_LOADS, WEIGHTS_CHAMPION,
    WEIGHTS_TRIAL, add_sums, context_t, houses_value, move_value, prepare, progress_value,
    set_weights,
)
from rbcore.players.tie_break cimport changes_nothing
from rbcore.rules.compiled cimport FOUNDATION, RESERVE, WASTE, rules_t

cdef enum:
    MOST_MOVES = 64       # of a plan


def try_weights(weights, champion=False):
    """Give the players on trial a weight for each feature; for programs that look for better ones.

    `trial` plays as `weighted` does and `trialplanner` as `planner`, with the weights given last,
    in all threads; `champion`, an opponent for them, as `weighted` with those given to it.

    Raises
    ------
    ValueError
        For another number of weights.
    """
    set_weights(WEIGHTS_CHAMPION if champion else WEIGHTS_TRIAL, weights)


def features(Position position not None, list moves not None, bint is_plan, bint memory):
    """Return how much of each feature a move has, or a plan, in the order of weights.FEATURES.

    Each times its weight, their sum is the value by which `weighted` chooses a move, which is the
    only one given, and `planner` a plan: its moves out of hand, reserve and houses, the houses as
    they lie in the end, and the `turn`, `waste` or `pass` that may end it. A move to a foundation
    has no features to `weighted`, which makes it before any other.

    Parameters
    ----------
    position : Position
        Of which only what the seat to move sees is read.
    moves : list of str
        Legal moves one after another.
    is_plan : bool
        Whether they are a plan.
    memory : bool
        Whether the seat remembers cards, as a player named `+memory`.

    Raises
    ------
    ValueError
        For a move that is not legal, and for none or more than 64.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("standard,houses-each=1")
    >>> line = "0 - c--d--h--s-- 5h|6s Kc/4c/- -/9d/-"
    >>> position = rbcore.Position.parse(line, rules, partial=True)
    >>> features(position, ["turn"], False, False)[:3]
    [1, 0, 0]
    """
    cdef int unit[ALL_WEIGHTS]
    cdef move_t made[MOST_MOVES]
    cdef const rules_t* r = &position.compiled.rules
    cdef view_t view
    cdef int i, j, n = 0
    cdef Position after = position.copy()
    if not 0 < len(moves) <= MOST_MOVES:
        raise ValueError(f"{len(moves)} moves are no plan; one has 1 to {MOST_MOVES}")
    for move in moves:
        made[n] = after.read_move(move, after.own.seat)
        after.apply(move)
        n += 1
    make_view(&view, &position.own, r, memory)
    found = []
    for i in range(N_WEIGHTS):
        for j in range(N_WEIGHTS):        # the value if this one weighed 1 and the others nothing
            unit[j] = j == i
        add_sums(unit)
        found.append(_value(view.seen, r, made, n, unit, is_plan))
    return found


cdef int _value(
    position_t p, const rules_t* r, const move_t* made, int n, const int* w, bint is_plan
) noexcept nogil:
    """The value of a move as `weighted` has it, or of a plan as `planner` has it."""
    cdef context_t context
    cdef int i, value = 0
    for i in range(n):
        prepare(&context, &p, r, w)
        if is_special(r, made[i]):
            value += progress_value(&context, &p, r, made[i])
            break
        if made[i].place == FOUNDATION:
            value += is_plan * w[
                W_BUILDS if made[i].source < RESERVE
                else W_RESERVE_LOADS if made[i].source < WASTE else W_HAND_LOADS
            ]
        elif not is_plan:
            if not changes_nothing(&p, made[i]):
                value += move_value(&context, &p, r, made[i])
        elif made[i].source >= RESERVE or made[i].place >= RESERVE:
            value += progress_value(&context, &p, r, made[i])
        apply_out_of_line(&p, r, made[i])
    if not is_plan or is_won(&p):
        return value
    prepare(&context, &p, r, w)
    return value + houses_value(&context, &p, r)
