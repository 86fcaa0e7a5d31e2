"""One position, as data and as text: what seats remember and what is valid; knows no moves."""
