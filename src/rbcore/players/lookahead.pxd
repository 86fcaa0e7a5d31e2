# The players `lookahead`, `nested` and `thorough`: the ends of a turn, each played on as far as is
# known.

from rbcore.moves.legal_moves cimport moves_t
from rbcore.moves.transition cimport move_t
from rbcore.observation.view cimport view_t
from rbcore.players.planner cimport turn_plan_t
from rbcore.rules.compiled cimport rules_t

cdef enum:
    MOST_CANDIDATES = 32

# How far a player looks ahead.
cdef struct outlook_t:
    int nodes             # positions looked at for the ends of the turn
    int candidates        # ends that are played on, all seats choosing as `weighted` does
    int horizon           # turns until their value is taken, the present one among them
    int kept              # of these, ends that are played on again, all seats choosing by `replies`
    int reply_horizon
    const outlook_t* replies   # NULL: `weighted` decides
    int worlds            # determinizations in which these ends are played on, too

cdef outlook_t LOOKAHEAD_OUTLOOK, NESTED_OUTLOOK, THOROUGH_OUTLOOK

cdef move_t lookahead_move(
    view_t* view, const rules_t* r, const moves_t* m, const outlook_t* outlook, turn_plan_t* plan
) noexcept nogil
