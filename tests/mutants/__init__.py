"""Mutants: the hot path with one constant or comparison changed, which a test must notice."""
