"""Who chooses a move, and by what evaluation; knows no game but the position it is in."""
