"""Settings: facts about a study, besides rows, that its figures and sentences need."""

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
        Quantity and labels of the figure that answers the study's question, if they differ from
        those of its kind.
    labels : tuple of mappings
        The labels of each part besides its variant and players; empty without any.
    axes : tuple of str
        The axes that a sweep varies.
    margin : float
        In percentage points. With `until`, a part ends when its interval lies within this distance
        of zero or outside it.
    """

    answer: Mapping[str, Label] = field(default_factory=dict)
    labels: tuple[Mapping[str, Label], ...] = ()
    axes: tuple[str, ...] = ()
    margin: float = 0

    @property
    def record(self) -> dict[str, Any]:
        """The settings as plain values, without empty ones."""
        values = {setting.name: getattr(self, setting.name) for setting in fields(self)}
        return {name: value for name, value in values.items() if value}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """Return the settings of a record, in which JSON may have turned tuples into lists."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in record.items()
        }
        return cls(**values)


@dataclass(frozen=True, kw_only=True)
class LadderSettings(Settings):
    """Settings of a ladder: the names of its players, and the one whose rating is zero."""

    players: tuple[str, ...]
    anchor: str


@dataclass(frozen=True, kw_only=True)
class LuckSettings(Settings):
    """Settings of a study of luck: shuffles of each deal, and games with each shuffle."""

    shuffles: int
    replicates: int
