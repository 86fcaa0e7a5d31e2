"""Layouts on which the player decides (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entries.builders import each, of
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Foundation, Layout, Rules

_ACES, _KINGS, _AK = of("A"), of("K"), of("AK")
_UP = each("A", 2)
_UP_AND_DOWN = (*each("A"), *each("K", step=-1))
_ANY_UP = each("A", 2, suits="any")

_PARALLELS = Layout("parallels", _UP_AND_DOWN, 96, columns=10, waiting="must")
_BLOCKADE = Layout(
    "blockade",
    tuple(Foundation(starts="A" + s, length=13) for s in SUIT_LETTERS for _ in range(2)),
    104, columns=12, pack_step=-1,
)  # fmt: skip
_TWO_WAY = Layout(
    "blockade",
    (
        *(Foundation(starts="A" + s, length=13) for s in SUIT_LETTERS),
        *(Foundation(starts="K" + s, step=-1, length=13) for s in SUIT_LETTERS),
    ),
    104, columns=10,
)  # fmt: skip
_SULTAN = Layout(
    "reserves",
    (
        *(Foundation("K" + s, ring=13) for s in "ccddssh"),
        Foundation("Ah", length=11),
    ),
    95, (1,) * 8, deals=3, fill="stock",
)  # fmt: skip
_MANOR = Layout("manor", _ANY_UP, 96, (12,) * 4)
_WHEATSHEAF = Layout(
    "reserves", _UP_AND_DOWN, 96, (1,) * 8, fill="waste, stock", pack_step=1, pack_either=True,
    keeps_way=True,
)  # fmt: skip
_JUVENILE = Layout("fourteens", (), 104, (*(6,) * 16, 4, 4))
_SHAH = Layout("shah", each("A", 2, length=11), 88, columns=8, pack_step=-1)
_SPARK = Layout("spark", each("K", 2, step=-1), 96, (1,) * 12, pack_step=1)
_PARISIENNE = Layout("rounds", _UP_AND_DOWN, 96, deals=4)
_CAPRICIEUSE = Layout(
    "capricieuse", _UP_AND_DOWN, 96, columns=12, deals=3, pack_step=1, pack_either=True, idle=60
)
_NATIONALE = Layout("nationale", _UP_AND_DOWN, 96, columns=12, pack_step=1, pack_either=True)
_FLY = Layout("fly", _ANY_UP, 96, (13,))
_PACKETS = Layout("packets", (*each("K", ring=13), *each("K", step=-1)), 96, deals=3)
_GALLERY = Layout("gallery", (Foundation(starts=_ACES, suits="any", length=11),) * 8, 88)
_THREES = replace(_GALLERY, run=3)
_LINES = Layout(
    "lines", _ANY_UP, 96, columns=8, pack_step=1, pack_either=True, pack_suits="any", idle=500
)
_LOUIS = Layout(
    "louis", _UP_AND_DOWN, 96, columns=12, deals=3, waiting="may", pack_step=1, pack_either=True,
    idle=300,
)  # fmt: skip


def _other(rules: Layout) -> Rules:
    return replace(rules, other_way=True)


LAYOUTS = (
    Game("40", "parallels", "rows of ten, open at both ends, aces up and kings down", _PARALLELS,
         Pack(2, out=_AK), "automatic", readings={"filling": {"once": _other(_PARALLELS)}}),
    Game("41", "blockade", "rows of twelve, sequences on what is not blocked", _BLOCKADE,
         Pack(2), "adviser"),
    Game("41b", "blockade-two-way", "rows of ten, aces up and kings down", _TWO_WAY,
         Pack(2), "adviser"),
    Game(
        "42", "sultan", "a divan of eight, queens round the Sultan; three passes", _SULTAN,
        Pack(2, out=_KINGS * 2 + "Ah"), "adviser",
        readings={
            "passes": {"2": replace(_SULTAN, deals=2)},
            "redeal": {"shuffled": _other(_SULTAN)},
            "spaces": {"from-waste": replace(_SULTAN, fill="stock, waste")},
        },
    ),
    Game("43", "manor", "four packets and twelve heaps by rank, whatever the suit", _MANOR,
         Pack(2, out=_ACES * 2), "adviser", readings={"heaps": {"last": _other(_MANOR)}}),
    Game("44", "wheatsheaf", "eight reserves built in suit, aces up and kings down", _WHEATSHEAF,
         Pack(2, out=_AK), "adviser"),
    Game("45", "juvenile", "pairs of fourteen on sixteen packets; two reserves", _JUVENILE,
         Pack(2), "adviser", readings={"reserve": {"dead": _other(_JUVENILE)}}),
    Game("46", "shah", "a star of three circles, aces up to queens", _SHAH,
         Pack(2, out=_AK * 2), "adviser"),
    Game("47", "spark", "twelve reserves, groups of three to two wastes, kings down", _SPARK,
         Pack(2, out=_KINGS * 2), "adviser"),
    Game(
        "48", "parisienne", "four heaps and a waste, shuffled and dealt four times", _PARISIENNE,
        Pack(2, out=_AK), "adviser",
        readings={
            "grace": {
                "none": replace(_PARISIENNE, deals=3),
                "with-waste": _other(_PARISIENNE),
            },
        },
    ),
    Game("49", "capricieuse", "twelve columns dealt in rows, shifted in suit; three deals",
         _CAPRICIEUSE, Pack(2, out=_AK), "adviser"),
    Game("50", "nationale", "twelve columns of eight, runs to empty columns", _NATIONALE,
         Pack(2, out=_AK), "adviser"),
    Game("51", "fly", "a packet of thirteen and five wastes, whatever the suit", _FLY,
         Pack(2, out=_ACES * 2)),
    Game("52", "petits-paquets", "twelve heaps of a value each and one spread; three deals",
         _PACKETS, Pack(2, out=_KINGS * 2)),
    Game("58", "gallery", "heaps on eight kings, aces up to knaves whatever the suit", _GALLERY,
         Pack(2, out="Kh"), readings={"grace": {"cleared": _other(_GALLERY)}}),
    Game("58b", "gallery-threes", "the gallery; up to three cards go to a bare king",
         _THREES, Pack(2, out="Kh"), readings={"grace": {"cleared": _other(_THREES)}}),
    Game("59", "kings", "eight lines beside eight aces, shifted whatever the suit", _LINES,
         Pack(2, out=_ACES * 2)),
    Game("60", "louis", "twelve piles, cards in abeyance; three deals", _LOUIS,
         Pack(2, out=_AK)),
)  # fmt: skip
