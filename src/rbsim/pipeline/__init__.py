"""Studies as arms of games: played in chunks, stored and resumed; knows no estimate."""
