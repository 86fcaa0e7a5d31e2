"""What players decide at a table: its legal moves, what a move does, advice."""
