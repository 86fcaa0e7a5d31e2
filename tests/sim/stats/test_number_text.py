"""Number text: half the interval has two significant digits, estimate and ends alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbsim.stats.figure import ConfidenceInterval, Figure, figure
from rbsim.stats.intervals import Mean, Rate
from rbsim.stats.number_text import extremes_text, figure_text, interval_text, is_noted, p_text
from rbsim.stats.quantity import Form


def made(
    estimate: float, low: float, high: float, form: Form = Form.NUMBER, **more: object
) -> Figure:
    return Figure("own", estimate, ConfidenceInterval(low, high), 1_000, form=form, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (made(0.13, 0.09884, 0.16064, Form.DIFFERENCE), "+13.0% (9.9 to 16.1)"),
        (made(0.566, 0.54427, 0.58773, Form.SHARE), "56.6% (54.4 to 58.8)"),
        (made(0.1195, 0.1188, 0.1202, Form.DIFFERENCE), "+11.950% (11.880 to 12.020)"),
        (made(42.45, 41.59, 46.09), "42.5 (41.6 to 46.1)"),
        (made(29.9, 2.3, 57.7, Form.CHANGE), "+30 (2 to 58)"),
        (made(0.004, 0.00156, 0.01024, Form.SHARE), "0.40% (0.16 to 1.02)"),
        (made(0.005, -0.02573, 0.03622, Form.DIFFERENCE), "+0.5% (-2.6 to 3.6)"),
        (made(31, 29, 33, Form.WHOLE), "31 (29 to 33)"),
        (made(1234.5, 1100, 1400), "1,234 (1,100 to 1,400)"),
        (made(0.5, 0.0003, 1.2), "0.5000 (0.0003 to 1.2000)"),
        (made(math.nan, math.nan, math.nan), "-"),
        (made(0.566, math.nan, math.nan, Form.SHARE), "56.60%"),
        (made(943, 823.5, math.inf, Form.CHANGE), "+943 (over 824)"),
        (made(math.inf, 823.5, math.inf, Form.CHANGE), "above all (over 824)"),
        (figure("stalemate", Rate(0, 1_000)), "under 0.38%"),
        (figure("stalemate", Rate(1_000, 1_000)), "over 99.62%"),
        (figure("stalemate", Rate(0, 1_000, undecided=5)), "0.00% (0.00 to 1.17)"),
        (made(362.4, math.nan, math.nan, absent="needs 10,000"), "362 (needs 10,000)"),
    ],
)
def test_figures_are_written_by_one_rule(one: Figure, text: str) -> None:
    assert figure_text(one) == text


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-6, 1e6),
    st.sampled_from([Form.NUMBER, Form.CHANGE, Form.SHARE, Form.DIFFERENCE]),
)
def test_half_the_interval_has_two_digits(middle: float, half: float, form: Form) -> None:
    """Or more, where an end would be written as 0; and no digit is lost that the rule gives."""
    one = made(middle, middle - half, middle + half, form)
    scale = 100 if form in (Form.SHARE, Form.DIFFERENCE) else 1
    low, high = (float(end.replace(",", "")) for end in interval_text(one).split(" to "))
    width = high - low
    error = 0.5 * 10 ** -max(0, 1 - math.floor(math.log10(scale * half)))
    slack = 1e-9 * scale * (abs(middle) + half)
    assert abs(width / 2 - scale * half) <= 2 * error + slack
    places = {len(end.partition(".")[2]) for end in interval_text(one).split(" to ")}
    assert len(places) == 1
    assert len(figure_text(one).split(" ")[0].rstrip("%").partition(".")[2]) in places


def test_extremes_are_noted_from_a_tenth_of_the_interval_on() -> None:
    assert not is_noted(made(0.5, 0.4, 0.6, Form.SHARE, undecided=(0.49, 0.505)))
    noted = made(0.5, 0.4, 0.6, Form.SHARE, undecided=(0.48, 0.52))
    assert is_noted(noted)
    assert extremes_text(noted) == "48% to 52%"
    assert repr(noted).endswith("; 48% to 52% by unfinished games")
    assert not is_noted(made(0.5, math.nan, math.nan, undecided=(0.4, 0.6)))


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.5, "0.50"), (0.0123, "0.012"), (0.00012, "0.00012"), (1e-9, "< 0.0001"), (1.0, "1"),
     (0.9949, "0.99"), (math.nan, "-")],
)  # fmt: skip
def test_p_has_two_digits(p: float, text: str) -> None:
    assert p_text(p) == text


def test_what_is_absent_is_said() -> None:
    few = Mean.from_histogram(np.array([0, 3, 4]), bounds=(0, 5))
    assert figure_text(figure("turns", few)) == "1.57 (needs 100)"
