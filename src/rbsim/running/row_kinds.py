"""As `rbsim.arms.rows` has it; goes when nothing imports it any more."""

from rbsim.arms.rows import GAMES as GAMES
from rbsim.arms.rows import MATCHES as MATCHES
from rbsim.arms.rows import PATIENCE as PATIENCE
from rbsim.arms.rows import SYMPATHY as SYMPATHY
from rbsim.arms.rows import AnyRules as AnyRules
from rbsim.arms.rows import RowKind as RowKind
from rbsim.arms.rows import kind_of_form as kind_of_form
from rbsim.arms.rows import facts_of as facts_of
from rbsim.arms.rows import starts_of as starts_of
