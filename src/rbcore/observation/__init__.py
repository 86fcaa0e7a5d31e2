"""What a seat sees, as a position and as numbers, and determinizations; knows no moves."""
