"""Figures as reproducible SVG: intervals, distributions, curves, grids; knows no result."""
