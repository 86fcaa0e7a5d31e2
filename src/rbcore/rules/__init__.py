"""The rules of a game: Rules, presets, attention, rules compiled to masks; knows no position."""
