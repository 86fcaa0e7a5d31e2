"""Colours of figures against what they lie on, by WCAG's contrast ratio."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
from rbsim.rendering import svg as drawing


def test_colours_stand_out_in_light_and_dark() -> None:
    for light, dark in drawing.DARK.items():
        if light != drawing.GRID:
            assert contrast(light, "#ffffff") >= 4.5
            assert contrast(dark, "#14171a") >= 4.5


def contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
