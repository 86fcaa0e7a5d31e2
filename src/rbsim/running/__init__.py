"""Batches of games and playing them, on threads or elsewhere; knows no statistics."""
