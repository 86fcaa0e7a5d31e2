"""Games of pairs, sums and sets (docs/patience)."""

from __future__ import annotations

from dataclasses import replace

from rbcore.patience.entries.builders import PIQUET
from rbcore.patience.entry import Game, Pack
from rbcore.patience.kinds import ENDLESS, Pairing, Sets

_PAIRS = Pairing(9, extras=2)
_ELEVENS = Pairing(9, total=11, alone=11, extras=ENDLESS)
_SETS = Sets(9, total=11, alone_saves=False)

PAIRING = (
    Game(
        "1b", "pairs", "equal ranks among nine cards; two extra cards", _PAIRS,
        readings={"extras": {
            "0": replace(_PAIRS, extras=0),
            "1": replace(_PAIRS, extras=1),
            "every-block": replace(_PAIRS, extras=ENDLESS),
        }},
    ),
    Game("2", "star", "a star of sixteen cards; the stock pairs with them",
         Pairing(16, laid=16, extras=ENDLESS, playable=32), Pack(ranks=PIQUET)),
    Game(
        "13", "elevens", "pairs of eleven among nine cards, court cards alone; extra cards",
        _ELEVENS,
        readings={"court": {"loses": replace(_ELEVENS, alone_saves=False)}},
    ),
    Game("13b", "elevens-plain", "elevens without extra cards", replace(_ELEVENS, extras=0)),
    Game("14", "covered-elevens", "elevens covered on twelve places, court cards last",
         Pairing(12, total=11, counts_table=False, playable=40), Pack(under="JQK")),
    Game(
        "14b", "elevens-and-courts", "elevens and K Q J covered on nine places, in the best order",
        _SETS,
        readings={"last-court": {"wins": replace(_SETS, alone_saves=True)}},
        is_free=True,
    ),
    Game("20", "thirteens", "pairs of thirteen among ten cards, kings alone",
         Pairing(10, total=13, alone=13)),
    Game("24", "covering", "two of one suit among four cards are covered",
         Pairing(4, by_suit=True, counts_table=False)),
)  # fmt: skip
