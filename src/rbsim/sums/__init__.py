"""What rows of games add up to, in whole numbers; knows no summary."""
