"""Studies: their options, the loop that plays them piece by piece, and their stores on disk."""
