"""What a seat sees of a position, and how the rest may lie; knows no move."""
