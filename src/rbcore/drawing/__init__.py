"""Drawings: what lies on a table as SVG, text and pixels. No rule; of games what they show."""
