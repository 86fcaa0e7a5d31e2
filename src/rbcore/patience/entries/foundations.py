"""Games of foundations in which nothing is to be decided (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import RANKS
from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entries.builders import each, of, table_readings
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Choices, Foundation, Table

_QUADRILLE = Table(
    (
        *(Foundation(starts="Q" + suit, length=1) for suit in SUIT_LETTERS),
        *(Foundation(starts="6" + suit, length=6) for suit in SUIT_LETTERS),
        *(Foundation(starts="5" + s, step=-1, ring=13, length=6) for s in SUIT_LETTERS),
    ),
    first_tier=4, gated=True, passes=4,
)  # fmt: skip
_QUADRILLE_FREE = replace(_QUADRILLE, first_tier=0, gated=False)
_DIAL = Table(
    tuple(Foundation(starts=r + "d", step=0, suits="other colour", length=4) for r in RANKS),
    passes=3,
)
_DIAL_TWO = replace(
    _DIAL, foundations=tuple(replace(f, length=8) for f in _DIAL.foundations), passes=4
)
_ROBERT = Table((Foundation(starts=of(RANKS), either=True, suits="any", length=52),), passes=4)
_ROBERT_ROUND = replace(
    _ROBERT, foundations=tuple(replace(f, ring=13) for f in _ROBERT.foundations)
)
_PYRAMID = Table(each("A"), passes=2, places=(1,) * 15, fill="waste")
_CORNERS = Table(
    (Foundation(ring=13, length=13),) * 4,
    passes=3, places=(0,) * 5, corners=True, fill="stock", blocked=4,
)  # fmt: skip
_COTILLON = Table((*each("6", 2, length=6), *each("5", 2, step=-1, ring=13, length=5)), passes=3)


FOUNDATIONS = (
    Game("7", "quadrille", "sixes up and fives down, after the queens", _QUADRILLE,
         readings=table_readings(_QUADRILLE, 3)),
    Game("7b", "quadrille-free", "sixes up and fives down from the start", _QUADRILLE_FREE,
         readings=table_readings(_QUADRILLE_FREE, 3)),
    Game("11", "dial", "thirteen ranks, colours in turn; three deals", _DIAL,
         readings=table_readings(_DIAL, 1)),
    Game("11-2deals", "dial-in-two", "the dial in two deals", replace(_DIAL, passes=2),
         readings={"waste": {"dead": replace(_DIAL, passes=2, dead_waste=True)}}),
    Game("11b", "dial-two-packs", "the dial with two packs; four deals", _DIAL_TWO,
         Pack(2), readings=table_readings(_DIAL_TWO, 2, 3)),
    Game("15", "robert", "one pile up and down; three redeals", _ROBERT,
         readings={**table_readings(_ROBERT, 3), "corner": {"turned": _ROBERT_ROUND}}),
    Game("16", "pyramid", "fifteen cards in reserve; one redeal", _PYRAMID,
         Pack(out=of("A")), readings=table_readings(_PYRAMID, 1)),
    Game("28", "corners", "four corners, five auxiliaries, the stock on one of them", _CORNERS,
         readings=table_readings(_CORNERS, 2)),
    Game("28b", "corners-apart", "corners with the stock apart", replace(_CORNERS, blocked=-1),
         readings=table_readings(replace(_CORNERS, blocked=-1), 2)),
    Game("29", "cotillon", "sixes up, fives down; two redeals", _COTILLON,
         Pack(2, out=of("56") * 2), readings=table_readings(_COTILLON, 2)),
)  # fmt: skip

# Cards may be left in it; its fixed way leaves none.
FREE = (
    Game("15b", "robert-free", "robert, with cards left at will", _ROBERT,
         readings={"corner": {"turned": _ROBERT_ROUND}},
         choices=Choices()),
)  # fmt: skip
