"""Games that the patterns of a description cannot tell: their moves (docs/patience)."""
