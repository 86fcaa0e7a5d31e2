"""As `rbsim.arms.pools` has it; goes when nothing imports it any more."""

from rbsim.arms.pools import connected as connected
