"""What each role of a shape looks like, on a light and on a dark page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """Fill and line of a role, by page; empty is none."""

    fill: tuple[str, str] = ("", "")
    line: tuple[str, str] = ("", "")
    width: float = 1.0
    dashes: tuple[float, ...] = ()


LOOKS = {
    "felt": Look(("#dbe6dc", "#1d2a23")),
    "band0": Look(("#cfe3f1", "#173a52")),
    "band1": Look(("#f6dcc6", "#4a2c14")),
    "band2": Look(("#e4d8f0", "#3a2750")),
    "card": Look(("#ffffff", "#f2f0ea"), ("#78837b", "#0d0f0e")),
    "back": Look(("#3d5a80", "#35506f"), ("#78837b", "#0d0f0e")),
    "lattice": Look(line=("#5b7aa3", "#55749c"), width=1.2),
    "place": Look(line=("#6e8474", "#6f8477"), width=1.5),
    "space": Look(line=("#6e8474", "#6f8477"), width=1.5, dashes=(5, 4)),
    "outline": Look(line=("#6e8474", "#6f8477"), width=0.6),
    "from": Look(line=("#7a3fb0", "#c79bf2"), width=2, dashes=(4, 3)),
    "to": Look(line=("#7a3fb0", "#c79bf2"), width=3),
    "pill": Look(("#ffffff", "#f2f0ea")),
    "pilled": Look(("#1c211e", "#15181a")),
    "red": Look(("#b3161f", "#b3161f")),
    "black": Look(("#15181a", "#15181a")),
    "ink": Look(("#1c211e", "#e9ede9")),
    "soft": Look(("#55605a", "#a9b4ad")),
    "seat0": Look(("#0b67a3", "#6cb8ec")),
    "seat1": Look(("#9a4000", "#f0a164")),
    "seat2": Look(("#6a3d9a", "#c4a3e8")),
}
