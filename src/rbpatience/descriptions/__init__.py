"""Descriptions of games: what a file may contain, how it is read, and its checks."""
