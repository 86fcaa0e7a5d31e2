"""Weights on trial, and the features of moves that `weighted` and `planner` weigh.

The first are for programs that look for better weights (benchmarks/fit_weights.py).
"""

from libc.string cimport memcpy

from rbcore.api.position cimport Position
from rbcore.board.position cimport is_won, position_t
from rbcore.moves.legal_moves cimport find_moves, has_move, moves_t
from rbcore.moves.transition cimport apply_out_of_line, is_special, move_t
from rbcore.observation.view cimport make_view, view_t
from rbcore.players.evaluation cimport (
    N_WEIGHTS, W_BUILDS, W_HAND_LOADS, W_RESERVE_LOADS, WEIGHTS_CHAMPION, WEIGHTS_PLANNER,
    WEIGHTS_TRIAL, WEIGHTS_WEIGHTED, context_t, get_weights, houses_value, move_value, prepare,
    progress_value, set_weights,
)
from rbcore.rules.compiled cimport FOUNDATION, RESERVE, WASTE, rules_t

from rbcore.players.weights import FEATURES


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


def weights_of(str kind not None):
    """Return what each feature weighs for `weighted` or `planner`, by its name.

    Raises
    ------
    ValueError
        For another player.

    Examples
    --------
    >>> weights_of("planner")["waste"]
    -645
    """
    cdef const int* w
    cdef int i
    sets = {"weighted": WEIGHTS_WEIGHTED, "planner": WEIGHTS_PLANNER}
    if kind not in sets:
        raise ValueError(f"{kind[:40]!r} weighs no features; weighted and planner do")
    w = get_weights(sets[kind])
    return {name: w[i] for i, name in enumerate(FEATURES)}


def move_features(Position position not None, str move not None, *, bint memory=False):
    """Return the features of a legal move that `weighted` weighs, by name; those of 0 left out.

    Their sum, each times its weight, is the value of the move. A card that goes to a foundation has
    none: such a move is made before any other.

    Parameters
    ----------
    position : Position
        Of which only what the seat to move sees is read.
    move : str
        In notation.
    memory : bool
        Whether the seat remembers cards, as a player named `+memory`.

    Raises
    ------
    ValueError
        For a move that is not legal.

    Examples
    --------
    >>> import rbcore
    >>> rules = rbcore.variant("standard,houses-each=1")
    >>> line = "0 - c--d--h--s-- 5h|6s Kc/4c/- -/9d/-"
    >>> position = rbcore.Position.parse(line, rules, partial=True)
    >>> move_features(position, "turn")
    {'turn': 1}
    """
    return _features(position, [move], memory, False)


def plan_features(Position position not None, moves, *, bint memory=False):
    """Return the features of a plan that `planner` weighs, by name; those of 0 left out.

    They are those of its moves out of hand, reserve and houses, of the houses as they lie in the
    end, and of the `turn`, `waste` or `pass` that may end it.

    Parameters
    ----------
    position, memory : see `move_features`
        Where the plan begins, and what the seat knows.
    moves : sequence of str
        Legal moves one after another, of which only the last may be `turn`, `waste` or `pass`.

    Raises
    ------
    ValueError
        For a move that is not legal.

    Examples
    --------
    >>> import rbcore
    >>> position = rbcore.Position.deal(rbcore.variant("standard"), seed=1, game=2)
    >>> plan_features(position, position.moves()[:1])["top_rank"] > 0
    True
    """
    return _features(position, list(moves), memory, True)


cdef _features(Position position, list moves, bint memory, bint is_plan):
    """Each feature is what the value would be if that one weighed 1 and the others nothing."""
    cdef int unit[N_WEIGHTS]
    cdef const rules_t* r = &position.compiled.rules
    cdef view_t view
    cdef position_t p
    cdef move_t made[64]
    cdef int i, value, n = len(moves)
    if not 0 < n <= 64:
        raise ValueError(f"{n} moves are no plan; one has 1 to 64")
    make_view(&view, &position.own, r, memory)
    _read_moves(position, moves, made)
    found = {}
    for i, name in enumerate(FEATURES):
        for j in range(N_WEIGHTS):
            unit[<int>j] = j == i
        memcpy(&p, &view.seen, sizeof(position_t))
        value = _plan_value(&p, r, made, n, unit) if is_plan else _move_value(&p, r, made[0], unit)
        if value:
            found[name] = value
    return found


cdef _read_moves(Position position, list moves, move_t* made):
    """Read moves that are legal one after another."""
    cdef Position after = position.copy()
    cdef moves_t legal
    for i, text in enumerate(moves):
        made[<int>i] = after.read_move(text, after.own.seat)
        find_moves(&after.own, &after.compiled.rules, &legal)
        if is_won(&after.own) or not has_move(
            &after.own, &after.compiled.rules, &legal, made[<int>i]
        ):
            raise ValueError(f"{text} is not legal there")
        after.apply(text)


cdef int _move_value(
    const position_t* p, const rules_t* r, move_t move, const int* w
) noexcept nogil:
    """The value of a move as `weighted` has it; nothing of one to a foundation."""
    cdef context_t context
    if move.place == FOUNDATION:
        return 0
    prepare(&context, p, r, w)
    return progress_value(&context, p, r, move) if is_special(r, move) else move_value(
        &context, p, r, move
    )


cdef int _plan_value(
    position_t* p, const rules_t* r, const move_t* made, int n, const int* w
) noexcept nogil:
    """The value of a plan as `planner` has it; the position is played on."""
    cdef context_t context
    cdef int i, value = 0
    for i in range(n):
        prepare(&context, p, r, w)
        if is_special(r, made[i]):
            value += progress_value(&context, p, r, made[i])
            break
        if made[i].place == FOUNDATION:
            value += w[
                W_BUILDS if made[i].source < RESERVE
                else W_RESERVE_LOADS if made[i].source < WASTE else W_HAND_LOADS
            ]
        elif made[i].source >= RESERVE or made[i].place >= RESERVE:
            value += progress_value(&context, p, r, made[i])
        apply_out_of_line(p, r, made[i])
    prepare(&context, p, r, w)
    return value + (0 if is_won(p) else houses_value(&context, p, r))
