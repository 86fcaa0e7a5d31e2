"""Players: who chooses a move and by what evaluation; knows no game beyond the position."""
