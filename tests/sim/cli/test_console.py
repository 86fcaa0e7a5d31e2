"""Progress of commands: what status lines say of the time that is left."""

import pytest

from rbsim.cli import console
from rbsim.show import progress


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    turned = Clock()
    monkeypatch.setattr(console, "time", turned)
    monkeypatch.setattr(progress, "time", turned)
    return turned


def test_what_was_read_is_not_taken_for_the_speed_of_play(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """A study goes on: 50,000 games are read in a second, then 1,000 played every second."""
    tell = progress._status_lines("simulate")
    for i in range(1, 11):
        clock.now = 0.1 * i
        tell(5_000 * i, 200_000)
    for second in range(2, 62):
        clock.now = float(second)
        tell(50_000 + 1_000 * (second - 1), 200_000)
    assert capsys.readouterr().err.splitlines() == [
        "rbsim: simulate: 79,000 of 200,000, 40%; 0:02:01 left",
        "rbsim: simulate: 109,000 of 200,000, 55%; 0:01:31 left",
    ]


def test_a_long_study_says_so_once_and_how_many_games_take_a_minute(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    tell = console.announcing(lambda done, total: None, "--games", 1_000_000)
    for second in range(1, 20):
        clock.now = float(second)
        tell(2_000 * second, 1_000_000)
    assert capsys.readouterr().err.splitlines() == [
        "rbsim: this will take about 8 minutes; --games 120,000 takes one"
    ]


def test_a_short_study_says_nothing(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    tell = console.announcing(lambda done, total: None, "--games", 50_000)
    for second in range(1, 26):
        clock.now = float(second)
        tell(2_000 * second, 50_000)
    assert capsys.readouterr().err == ""
