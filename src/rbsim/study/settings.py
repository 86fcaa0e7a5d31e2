"""Settings: what figures and sentences need to know of a study besides the rows of its games."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from rbsim.estimates.figures import Label


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings that all kinds of studies have; a kind with more of them extends this.

    Attributes
    ----------
    answer : mapping
        Quantity and labels of the figure that answers the study's question, where they differ from
        those of its kind.
    labels : tuple of mappings
        The labels of each part besides its variant and players; empty if there are no others.
    axes : tuple of str
        The axes that a sweep varies.
    margin : float
        Percentage points: with `until`, a part also ends once its interval lies within this
        distance of zero, or outside of it.
    """

    answer: Mapping[str, Label] = field(default_factory=dict)
    labels: tuple[Mapping[str, Label], ...] = ()
    axes: tuple[str, ...] = ()
    margin: float = 0

    @property
    def record(self) -> dict[str, Any]:
        """The settings as plain values, without those that are empty."""
        values = {setting.name: getattr(self, setting.name) for setting in fields(self)}
        return {name: value for name, value in values.items() if value}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the settings of a record, which JSON may have made lists of tuples in."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in record.items()
        }
        return cls(**values)


@dataclass(frozen=True, kw_only=True)
class LadderSettings(Settings):
    """Settings of a ladder: the names of its players, and whose rating is zero."""

    players: tuple[str, ...]
    anchor: str


@dataclass(frozen=True, kw_only=True)
class LuckSettings(Settings):
    """Settings of a study of luck: how often each deal is shuffled, and each shuffle played."""

    shuffles: int
    replicates: int
