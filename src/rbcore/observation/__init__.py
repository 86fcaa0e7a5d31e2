"""What a seat sees, as a position and as numbers, and how the rest may lie; knows no move."""
