"""Actions: every move as a number, relative to the seat that makes it."""

from rbcore.rules.definition import Rules

def action_texts(rules: Rules | str, seat: int) -> tuple[str, ...]: ...
