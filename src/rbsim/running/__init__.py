"""As `rbsim.arms` has it; goes when nothing imports it any more."""
