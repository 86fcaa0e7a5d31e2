"""Games without the GIL: compiled rules, a board, legal moves, what moves do, players."""
