"""Lead: what a ladder is played for, to know who leads in each duel, or by how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rbsim.pipeline.stopping import LEAST

BLOCK = 1_000  # deals between looks
DECIDED = "decided"


@dataclass(frozen=True)
class LeadGoal:
    """Know the lead of every duel to `half` on either side; if it is None, who leads."""

    half: float | None

    def __post_init__(self) -> None:
        if self.half is not None and not LEAST <= self.half < 1:
            raise ValueError(
                f"until={self.half} is out of range; it runs from {LEAST:.5f} to below 1"
            )

    @property
    def block(self) -> int:
        """Games of each arm between looks."""
        return BLOCK

    @property
    def provenance(self) -> dict[str, Any]:
        """What it takes to play for it again."""
        return {"until": DECIDED if self.half is None else self.half, "of": "lead"}


def lead_goal_of(until: str | float | None) -> LeadGoal | None:
    """None without `until`. Raises ValueError, in one sentence, for what makes no goal."""
    if until is None:
        return None
    if until == DECIDED:
        return LeadGoal(None)
    try:
        half = float(until)
    except (TypeError, ValueError):
        raise ValueError(f"until={until} is neither {DECIDED} nor a half-width") from None
    return LeadGoal(half)
