"""Exact values of games small enough to be searched whole."""
