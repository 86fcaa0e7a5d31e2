"""What may be played: Rules, presets, attention, rules compiled to masks; knows no position."""
