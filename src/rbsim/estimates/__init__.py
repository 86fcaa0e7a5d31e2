"""Estimates: exact sums of rows, and figures with intervals that are made of them."""
