"""What machines of chains of calls share: rules that are drawn, and how much is held and tried."""

from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from support.mixtures import VARIANTS, mixtures

SEEDS, PLACES = st.integers(0, 2**16), st.integers(0, 9)


def drawn_variant(seed: int) -> str:
    """A preset, a mixture of the tests, or one that no other test has."""
    return mixtures(1, seed)[0] if seed % 2 else VARIANTS[seed // 2 % len(VARIANTS)]


def tried(examples: int, steps: int) -> settings:
    """So many chains of so many calls each, the same in every run."""
    return settings(
        max_examples=examples, stateful_step_count=steps, deadline=None,
        suppress_health_check=list(HealthCheck), derandomize=True,
    )  # fmt: skip


class Holding(RuleBasedStateMachine):
    """Some things alive at one time, of which rules pick one; what falls out is freed."""

    most: ClassVar = 6

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Any] = []
        self.picked = self.looks = 0

    def pick(self, at: int) -> Any:
        self.picked = at % len(self.held)
        return self.held[self.picked]

    def some(self) -> list[Any]:
        """What was picked, the newest, and by turns one of all, which no call may have changed."""
        self.looks += 1
        count = len(self.held)
        numbers = {n % count for n in (self.picked, -1, self.looks)} if count else ()
        return [self.held[n] for n in numbers]

    def hold(self, one: Any) -> None:
        self.held = [*self.held[-self.most + 1 :], one]

    @precondition(lambda self: len(self.held) > 1)
    @rule(at=PLACES)
    def drop(self, at: int) -> None:
        del self.held[at % len(self.held)]
