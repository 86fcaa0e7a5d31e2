"""Other patience games in bulk; knows nothing of Russian Bank."""
