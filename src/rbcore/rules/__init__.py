"""What may be played: Rules, presets, attention, rules compiled to masks; knows no position."""

from rbcore.rules.definition import Rules

__all__ = ["Rules"]
