"""Studies as arms of games, played in chunks, kept in stores and resumed; knows no estimate."""
