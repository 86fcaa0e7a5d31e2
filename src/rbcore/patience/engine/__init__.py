"""One engine for games of descriptions: compiled rules, a board, legal moves, what moves do."""
