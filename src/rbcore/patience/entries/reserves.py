"""Games of foundations fed by reserves, played in a fixed way (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.cards.text import SUITS as SUIT_LETTERS
from rbcore.patience.entries.builders import by_passes, each, of
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import Choices, Foundation, Table

_ACES = each("A", 2)
_LIGHT_AND_SHADE = Table(
    each("A", 2, suits="other colour"), passes=2, places=(1,) * 8, givers=4, takers=4, movers=4,
    fed=(0, 4), feeders=(4, 8), fill="stock", pack_step=-1, pack_suits="other colour",
    waste_first=False,
)  # fmt: skip
_PLAIT = Table(
    (Foundation(ring=13, length=13),) * 8,
    passes=4, places=(20, *(1,) * 12), fed=(1, 5), feeders=(0, 1), base_drawn=True, fill="stock",
    waste_first=False,
)  # fmt: skip
_QUEENS = Table(
    tuple(Foundation(starts="K" + s, ring=13, length=12) for s in SUIT_LETTERS for _ in range(2)),
    places=(0,) * 8, beneath=of("Q") * 2, pack_step=-1, pack_suits="any", waste_first=False,
)  # fmt: skip
_QUADRANGLE = Table(
    (Foundation(ring=13, length=13),) * 8,
    places=(3,) * 12, base_drawn=True, fill="waste", pack_step=-1, pack_ring=13,
    waste_first=False,
)  # fmt: skip
_OCTAGON = Table(_ACES, passes=4, places=(5,) * 4, fill="waste", pack_step=-1, waste_first=False)

RESERVES = (
    Game(
        "53", "light-and-shade", "four piles in colours fed by a reserve; one redeal",
        _LIGHT_AND_SHADE, Pack(2, out=of("A") * 2),
        readings={
            "passes": by_passes(_LIGHT_AND_SHADE, 1),
            "reserve": {"open": replace(_LIGHT_AND_SHADE, givers=8)},
        },
        choices=Choices(),
        reading_versions={"reserve=open": 2},
    ),
    Game("54", "plait", "a plait of twenty that fills four corners; three redeals", _PLAIT,
         Pack(2), readings={"passes": by_passes(_PLAIT, 3)},
         choices=Choices(prior=0)),
    Game("55", "queens-and-knaves", "kings up to knaves, piles on eight queens; no redeal",
         _QUEENS, Pack(2, out=of("Q") * 2),
         choices=Choices(bases_at_once=True)),
    Game("56", "quadrangle", "twelve piles of three, any base; no redeal", _QUADRANGLE, Pack(2),
        choices=Choices(bases_at_once=True)),
    Game("57", "octagon", "four piles of five; three redeals", _OCTAGON,
         Pack(2, out=of("A") * 2), readings={"passes": by_passes(_OCTAGON, 3)},
         choices=Choices()),
)  # fmt: skip
