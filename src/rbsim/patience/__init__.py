"""Other games than Russian Bank, in bulk; knows nothing of its rules."""
