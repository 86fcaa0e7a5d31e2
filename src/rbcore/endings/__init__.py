"""When and how a game ends, and its scores; knows no player."""
