"""One position, as data and as text: what is remembered, what makes it valid; knows no move."""
