"""One player, which loads the other seat where it can, in four languages."""
