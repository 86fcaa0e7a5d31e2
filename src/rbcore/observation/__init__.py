"""The view of a seat, as a position and as numbers, and determinizations; knows no moves."""
