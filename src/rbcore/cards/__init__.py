"""Packed cards, card sets, random streams, checks of what Python hands over; knows no rule."""
