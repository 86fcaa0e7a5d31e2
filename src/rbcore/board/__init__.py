"""One position, in memory and as text, and what makes it valid; knows no move."""
