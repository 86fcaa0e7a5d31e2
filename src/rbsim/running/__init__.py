"""Batches of games, and playing them on threads or executors; knows no statistics."""
