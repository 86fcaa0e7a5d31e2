"""Games that share no kernel with others (docs/patience)."""
