"""The deal, which moves are legal, what a move does, and Stop! verdicts; knows no ending."""
