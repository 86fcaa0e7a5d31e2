"""As `rbsim.arms.rows` has it; goes when nothing imports it any more."""

from rbsim.arms.rows import Form as Form
from rbsim.arms.rows import every_form as every_form
