"""Figures as text, tables, HTML and JSON; knows no result, only its numbers."""
