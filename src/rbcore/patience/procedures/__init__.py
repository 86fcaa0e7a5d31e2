"""Games in which cards only fall, and no move is to be chosen (docs/patience)."""
